"""Every row of the table of commands names a function that can carry it out."""

from collections.abc import Callable
from inspect import signature
from typing import Any

import pytest

from pbem.actions.dispatch import ANYWHERE, AT_TABLE
from pbem.actions.request import Request
from pbem.commands.table import COMMANDS, MOVE
from pbem.commands.values import AnyCommand, Command
from pbem.model import Game
from pbem.notices import Notice

HANDLERS: dict[str, Callable[..., Any]] = {**ANYWHERE, **AT_TABLE}


@pytest.mark.parametrize("name", [row.name for row in (MOVE, *COMMANDS)])
def test_a_command_is_carried_out_by_a_function_of_the_right_kind(name: str) -> None:
    told = signature(HANDLERS[name], eval_str=True)
    *before, command = (each.annotation for each in told.parameters.values())
    assert before == ([Request, Game, int] if name in AT_TABLE else [Request])
    assert command in (AnyCommand, Command)
    assert told.return_annotation == list[Notice]
