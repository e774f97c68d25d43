"""Games of a season, each in a line: who plays, in which order, how it came out, or whose turn it is."""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.notices import FixtureLine
from pbem.render.phrases import Phrases


class ShownFixture(NamedTuple):
    """A game: its number, its players in the order of play, and what is to be said of it."""

    number: str
    players: str
    state: str
    commitment: str = ""


def own_games(phrases: Phrases, fixtures: Iterable[FixtureLine], name: str, timezone: str) -> list[ShownFixture]:
    """The reader's games, with the seat that the reader has in each."""
    return [_own(phrases, each, name, timezone) for each in fixtures]


def running_games(phrases: Phrases, fixtures: Iterable[FixtureLine], name: str, timezone: str) -> list[ShownFixture]:
    """Games that are not over, the one with the next deadline first."""
    ordered = sorted(fixtures, key=lambda each: (each.until is None, each.until and each.until.timestamp()))
    return [_fixture(phrases, each, state(phrases, each, name, timezone)) for each in ordered]


def results(phrases: Phrases, fixtures: Iterable[FixtureLine]) -> list[ShownFixture]:
    """Games that are over; a star marks who won."""
    return [_result(phrases, each) for each in fixtures]


def state(phrases: Phrases, fixture: FixtureLine, name: str, timezone: str) -> str:
    """Whose turn it is, and until when."""
    if fixture.game_id is None:
        return phrases.say("starts later")
    if not fixture.on_turn:
        return ""
    if fixture.until is None:
        return _on_turn(phrases, fixture.on_turn, name)
    moment = phrases.language.moment(fixture.until, timezone)
    if fixture.on_turn == name:
        return phrases.say("Your turn, until %(moment)s", moment=moment)
    return phrases.say("%(name)s has until %(moment)s", name=phrases.isolated(fixture.on_turn), moment=moment)


def _on_turn(phrases: Phrases, on_turn: str, name: str) -> str:
    if on_turn == name:
        return phrases.say("Your turn")
    return phrases.say("It is %(name)s's turn.", name=phrases.isolated(on_turn))


def _own(phrases: Phrases, fixture: FixtureLine, name: str, timezone: str) -> ShownFixture:
    if fixture.scores:
        return _result(phrases, fixture)
    told = [state(phrases, fixture, name, timezone)]
    players = [other or member for member, other in zip(fixture.names, _finishers(fixture), strict=True)]
    if name in players:
        told.insert(0, phrases.say("Seat %(seat)d", seat=players.index(name) + 1))
    shown = _fixture(phrases, fixture, phrases.fill(" · ").join(filter(None, told)))
    return shown._replace(commitment=fixture.commitment)


def _fixture(phrases: Phrases, fixture: FixtureLine, state: str) -> ShownFixture:
    names = [_played_by(phrases, *each) for each in zip(fixture.names, _finishers(fixture), strict=True)]
    return ShownFixture(_number(phrases, fixture), phrases.fill(", ").join(names), state)


def _finishers(fixture: FixtureLine) -> tuple[str, ...]:
    return fixture.finishers or ("",) * len(fixture.names)


def _result(phrases: Phrases, fixture: FixtureLine) -> ShownFixture:
    scored = zip(fixture.names, _finishers(fixture), fixture.scores, strict=True)
    scores = phrases.fill(", ").join(
        phrases.fill(
            "%(name)s %(score)s",
            name=_played_by(phrases, name, finisher),
            score=f"{score}{'*' * (name in fixture.winners)}",
        )
        for name, finisher, score in scored
    )
    ruled = phrases.say("Ruled by a director: %(names)s", names=phrases.joined(fixture.ruled)) if fixture.ruled else ""
    return ShownFixture(_number(phrases, fixture), scores, ruled)


def _played_by(phrases: Phrases, name: str, finisher: str) -> str:
    """A name, and in brackets whoever played the seat at the end."""
    if not finisher:
        return phrases.isolated(name)
    return phrases.fill("%(name)s (%(other)s)", name=phrases.isolated(name), other=phrases.isolated(finisher))


def _number(phrases: Phrases, fixture: FixtureLine) -> str:
    return phrases.isolated(f"#{fixture.game_id}") if fixture.game_id else ""
