"""The first words with a stranger: one question, or the help that they asked for; never so that it is a nuisance."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta

from pbem.house import House
from pbem.model import Kind, Player
from pbem.notices import ConfirmNotice, HelpNotice, Notice, RulesNotice
from pbem.orders.commands import AnyCommand, Command, Say, Tell, name_of
from pbem.orders.options import read_options
from pbem.orders.wording import command_text
from pbem.service.readers import reader
from pbem.work import Work

FIRST_WORDS = ("help", "games", "open 3")
"""What a stranger may begin with."""
# The address may be forged: whoever gets these mails has perhaps never heard of us.
_A_DAY = 3
_AT_ONCE = frozenset(("help", "rules"))
_MOST_UNDERSTOOD = 5


def welcome(work: Work, house: House, player: Player, commands: tuple[AnyCommand, ...], answers: str) -> list[Notice]:
    """What goes only to the writer is answered; for all else, the mail is held until they say that it is theirs."""
    to, names = reader(player), {name_of(command) for command in commands}
    notices: list[Notice] = [question_about(player, commands, answers)]
    if names <= _AT_ONCE:
        known: dict[str, Notice] = {
            "help": HelpNotice(to=to, answers=answers),
            "rules": RulesNotice(to=to, edition=house.edition, answers=answers),
        }
        notices = [known[name] for name in sorted(names)]
    return [notice for notice in notices if not _too_many(work, player.address, notice.kind)]


def question_about(player: Player, commands: tuple[AnyCommand, ...], answers: str) -> ConfirmNotice:
    """Was it you who asked for this?"""
    welcome = not player.confirmed
    understood = _understood(commands) if welcome else tuple(map(command_text, commands))
    return ConfirmNotice(to=reader(player), understood=understood, welcome=welcome, answers=answers)


def _too_many(work: Work, address: str, kind: Kind) -> bool:
    return work.sent_since(address, kind, work.now - timedelta(days=1)) >= _A_DAY


def _understood(commands: Iterable[AnyCommand]) -> tuple[str, ...]:
    """The commands without anything that the writer was free to word: a forger could advertise with it."""
    return tuple([*dict.fromkeys(_bare(commands))][:_MOST_UNDERSTOOD])


def _bare(commands: Iterable[AnyCommand]) -> Iterator[str]:
    for command in commands:
        match command:
            case Command("new" | "open" as name, argument):
                seats = read_options(argument, "en").seats
                yield f"{name} {seats}" if seats else name
            case Command():
                yield command_text(replace(command, argument=""))
            case Say() | Tell():
                yield name_of(command)
            case _:
                yield command_text(command)
