"""The first words with a stranger: one question, or the help that they asked for; never so that it is a nuisance."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta

from pbem.house import House
from pbem.model import Kind, Player
from pbem.notices import ConfirmNotice, HelpNotice, Notice, RulesNotice
from pbem.orders.commands import AnyCommand, Command, name_of
from pbem.orders.options import read_options
from pbem.orders.wording import command_text
from pbem.service.sheets import reader
from pbem.work import Work

# The address may be forged: whoever gets these mails has perhaps never heard of us.
_AN_HOUR, _A_DAY = 1, 3
_AT_ONCE = frozenset(("help", "rules"))
_MOST_UNDERSTOOD = 5


def welcome(work: Work, house: House, player: Player, commands: tuple[AnyCommand, ...], answers: str) -> list[Notice]:
    """What goes only to the writer is answered; for all else, the mail is held until they say that it is theirs."""
    to, names = reader(player), {name_of(command) for command in commands}
    notices: list[Notice] = [ConfirmNotice(to=to, understood=_understood(commands), welcome=True, answers=answers)]
    if names <= _AT_ONCE:
        known: dict[str, Notice] = {
            "help": HelpNotice(to=to, answers=answers),
            "rules": RulesNotice(to=to, edition=house.edition, answers=answers),
        }
        notices = [known[name] for name in sorted(names)]
    return [notice for notice in notices if not _too_many(work, player.address, notice.kind)]


def _too_many(work: Work, address: str, kind: Kind) -> bool:
    limits = ((timedelta(hours=1), _AN_HOUR), (timedelta(days=1), _A_DAY))
    return any(work.sent_since(address, kind, work.now - span) >= limit for span, limit in limits)


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
            case _:
                yield name_of(command)
