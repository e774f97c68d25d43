"""Games of a season, each in a line: who plays, in which order, how it came out, or whose turn it is."""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.notices import FixtureLine
from pbem.render.voice import Voice


class Fixture(NamedTuple):
    """A game: its number, its players in the order of play, and what is to be said of it."""

    number: str
    players: str
    state: str


def own_games(voice: Voice, fixtures: Iterable[FixtureLine], name: str, timezone: str) -> list[Fixture]:
    """The reader's games, with the seat that the reader has in each."""
    return [_own(voice, each, name, timezone) for each in fixtures]


def running_games(voice: Voice, fixtures: Iterable[FixtureLine], name: str, timezone: str) -> list[Fixture]:
    """Games that are not over, the one with the next deadline first."""
    ordered = sorted(fixtures, key=lambda each: (each.until is None, each.until and each.until.timestamp()))
    return [_fixture(voice, each, state(voice, each, name, timezone)) for each in ordered]


def results(voice: Voice, fixtures: Iterable[FixtureLine]) -> list[Fixture]:
    """Games that are over; a star marks who won."""
    return [_result(voice, each) for each in fixtures]


def state(voice: Voice, fixture: FixtureLine, name: str, timezone: str) -> str:
    """Whose turn it is, and until when."""
    if fixture.game_id is None:
        return voice.say("starts later")
    if not fixture.on_turn:
        return ""
    if fixture.until is None:
        return _on_turn(voice, fixture.on_turn, name)
    moment = voice.language.moment(fixture.until, timezone)
    if fixture.on_turn == name:
        return voice.say("Your turn, until %(moment)s", moment=moment)
    return voice.say("%(name)s has until %(moment)s", name=voice.isolated(fixture.on_turn), moment=moment)


def _on_turn(voice: Voice, on_turn: str, name: str) -> str:
    if on_turn == name:
        return voice.say("Your turn")
    return voice.say("It is the turn of %(name)s.", name=voice.isolated(on_turn))


def _own(voice: Voice, fixture: FixtureLine, name: str, timezone: str) -> Fixture:
    if fixture.scores:
        return _result(voice, fixture)
    told = [state(voice, fixture, name, timezone)]
    if name in fixture.names:
        told.insert(0, voice.say("your seat: %(seat)d", seat=fixture.names.index(name) + 1))
    return _fixture(voice, fixture, voice.fill(" · ").join(filter(None, told)))


def _fixture(voice: Voice, fixture: FixtureLine, state: str) -> Fixture:
    return Fixture(_number(voice, fixture), voice.listed(fixture.names), state)


def _result(voice: Voice, fixture: FixtureLine) -> Fixture:
    scored = zip(fixture.names, fixture.scores, strict=True)
    scores = voice.fill(", ").join(
        voice.fill("%(name)s %(score)s", name=voice.isolated(name), score=f"{score}{'*' * (name in fixture.winners)}")
        for name, score in scored
    )
    return Fixture(_number(voice, fixture), scores, "")


def _number(voice: Voice, fixture: FixtureLine) -> str:
    return voice.isolated(f"#{fixture.game_id}") if fixture.game_id else ""
