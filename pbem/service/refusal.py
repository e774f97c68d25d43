"""How a command is refused: by an exception, so that nothing of it has happened."""

from collections.abc import Callable
from functools import wraps
from typing import TypeAlias

from engine.errors import Facts
from pbem.notices import Notice
from pbem.orders.commands import AnyCommand, Command
from pbem.orders.wording import command_text
from pbem.service.errand import Errand

Handler: TypeAlias = Callable[[Errand, AnyCommand], list[Notice]]


class Refused(Exception):
    """What was asked for can't be: `code` and `facts` say why."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Facts = facts


def refusing(act: Callable[[Errand, Command], list[Notice]]) -> Handler:
    """A handler that undoes everything where it refuses."""

    @wraps(act)
    def handler(errand: Errand, command: AnyCommand) -> list[Notice]:
        assert isinstance(command, Command)
        try:
            with errand.work.attempt():
                return act(errand, command)
        except Refused as refusal:
            return [errand.refused(refusal.code, refusal.facts, command_text(command))]

    return handler
