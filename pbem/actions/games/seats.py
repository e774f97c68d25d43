"""From who is to play, as written on the command line or found at an open table, to a game that can start."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.bots import BOTS
from pbem.actions.names import distinct, tidy
from pbem.errors import PbemError
from pbem.i18n.codes import LANGUAGES
from pbem.mail.address import is_mailable
from pbem.model import Holder, NewGame
from pbem.model.characters import bot_called, characters, name_of_bot
from pbem.work import Work

_SEPARATOR = re.compile(r",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
_ADDRESS = r"[^\s<>@\"]+@[^\s<>@\"]+"
_SEAT = re.compile(rf"(?:(?P<name>[^<>]*)<(?P<named>{_ADDRESS})>|(?P<bare>{_ADDRESS}))(?:\s+(?P<language>\w+))?")


@dataclass(frozen=True, slots=True)
class Invited:
    """Somebody for a seat: a person by address, or a bot by name."""

    name: str
    address: str = ""
    language: str | None = None
    bot: str | None = None


def parse_seats(text: str) -> list[Invited]:
    """Read the list; PbemError says which seat is not understood."""
    invited = [_parse_seat(part.strip()) for part in _SEPARATOR.split(text) if part.strip()]
    addresses = [each.address for each in invited if each.address]
    if len(set(addresses)) != len(addresses):
        raise PbemError("the same address sits on two seats")
    return invited


def _parse_seat(text: str) -> Invited:
    if text.startswith("bot:"):
        return _bot(text.removeprefix("bot:").strip())
    seat = _SEAT.fullmatch(text)
    if seat is None:
        raise PbemError(f"no seat in {text!r}: expected NAME <ADDRESS>, with a language after it if need be")
    language = seat["language"] and seat["language"].lower()
    if language and language not in LANGUAGES:
        raise PbemError(f"language {language!r} is none of {', '.join(LANGUAGES)}")
    address = seat["named"] or seat["bare"]
    if not is_mailable(address):
        raise PbemError(f"{address!r} is no mail address")
    name = tidy((seat["name"] or "").replace('"', " "))
    return Invited(name or address.partition("@")[0], address.lower(), language)


def _bot(name: str) -> Invited:
    bot = bot_called(name)
    if bot is None:
        raise PbemError(f"bot {name!r} is none of {', '.join((*BOTS, *(each.name for each in characters())))}")
    return Invited(name, bot=bot)


# From people who want to play to a game that can start.


def seat_players(work: Work, invited: Sequence[Invited], language: str, timezone: str) -> tuple[Holder, ...]:
    """A seat for each: players are known by their address, new ones are entered."""
    holders: list[Holder] = []
    for each in invited:
        holders.append(_holder(work, each, language, timezone, [holder.name for holder in holders]))
    return tuple(holders)


def new_game(
    holders: tuple[Holder, ...], edition: str, secret: bytes, seating: tuple[int, ...] | None = None
) -> NewGame:
    """A game for these holders, played in the order in which they are listed unless told otherwise."""
    return NewGame(edition, secret, ("",) * len(holders), seating or tuple(range(len(holders))), holders)


def _holder(work: Work, invited: Invited, language: str, timezone: str, taken: list[str]) -> Holder:
    if invited.bot:
        return Holder(name=distinct(name_of_bot(invited.bot, invited.name, taken), taken), bot=invited.bot)
    player = work.player_at(invited.address) or work.add_player(
        invited.name, invited.address, invited.language or language, timezone
    )
    return Holder(name=invited.name, player_id=player.id)
