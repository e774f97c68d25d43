"""What happened, one line a move, in words."""

from collections.abc import Sequence
from datetime import timedelta

from engine import Event
from engine.bots import BOTS
from engine.events import (
    CardBought,
    CardReserved,
    CardTurnedUp,
    EndAgreed,
    GameAdjudicated,
    GameOver,
    GamePaused,
    GameResumed,
    LastRoundBegan,
    MoveTakenBack,
    NobleCame,
    Passed,
    SeatReplaced,
    SeatResigned,
    TimedOut,
    TimeExtended,
    TimeGiven,
    TokensReturned,
    TokensTaken,
)
from pbem.model.characters import shown_name
from pbem.notices import GameView
from pbem.render.phrases import Phrases

# They belong to the move before them, and so to its line.
_AFTERTHOUGHTS = (TokensReturned, NobleCame)


def tell(phrases: Phrases, names: Sequence[str], events: Sequence[Event]) -> list[str]:
    """A line a move; what a move brought with it stands on the same line."""
    lines: list[str] = []
    for event, names_then in zip(events, _names_at_each(names, events), strict=True):
        sentence = _sentence(phrases, names_then, event)
        if sentence is None:
            continue
        if isinstance(event, _AFTERTHOUGHTS) and lines:
            lines[-1] = phrases.fill("%(line)s %(more)s", line=lines[-1], more=sentence)
        else:
            lines.append(sentence)
    return lines


def _names_at_each(names: Sequence[str], events: Sequence[Event]) -> list[Sequence[str]]:
    """The names that the seats had before each event, from those that they have after the last."""
    found = []
    for event in reversed(events):
        if isinstance(event, SeatReplaced) and event.left:
            names = [*names[: event.seat], event.left, *names[event.seat + 1 :]]
        found.append(names)
    return found[::-1]


def _sentence(phrases: Phrases, names: Sequence[str], event: Event) -> str | None:
    match event:
        case CardTurnedUp() | GameOver():
            return None
        case TokensReturned(_, tokens):
            return phrases.say("Returned: %(tokens)s.", tokens=phrases.tally(tokens))
        case NobleCame(_, noble):
            return phrases.noble_came(noble)
        case LastRoundBegan():
            return phrases.say("This is the last round.")
        case GameAdjudicated():
            return phrases.say("The director ended the game.")
        case EndAgreed():
            return phrases.say("All agreed to end the game here. It does not count.")
        case GamePaused() | GameResumed():
            return _rest(phrases, event)
        case TimeGiven(seat, hours, giver):
            return _gift(phrases, names[seat], "" if giver is None else names[giver], hours)
    return _deed(phrases, phrases.isolated(names[event.seat]), event)


def _rest(phrases: Phrases, event: GamePaused | GameResumed) -> str:
    match event:
        case GamePaused(agreed=True):
            return phrases.say("All agreed to pause the game.")
        case GamePaused():
            return phrases.say("The director paused the game.")
        case GameResumed(agreed=True):
            return phrases.say("The game went on, as all agreed.")
    return phrases.say("The director resumed the game.")


def _gift(phrases: Phrases, name: str, giver: str, hours: int) -> str:
    who, span = phrases.isolated(name), phrases.span(hours)
    if not giver:
        return phrases.say("The players waiting gave %(name)s more time: %(span)s.", name=who, span=span)
    return phrases.say(
        "%(giver)s gave %(name)s more time: %(span)s.", giver=phrases.isolated(giver), name=who, span=span
    )


def _deed(phrases: Phrases, name: str, event: Event) -> str:
    """What one player did."""
    match event:
        case TokensTaken(_, gems):
            return phrases.say("%(name)s took %(gems)s.", name=name, gems=phrases.colours(gems))
        case CardBought(_, card, paid, _, _):
            return _purchase(phrases, name, card, paid)
        case CardReserved():
            return _reservation(phrases, name, event)
        case Passed():
            return phrases.say("%(name)s had to pass.", name=name)
    return _incident(phrases, name, event)


def _incident(phrases: Phrases, name: str, event: Event) -> str:
    """What befell one player."""
    match event:
        case TimedOut(_, True):
            return phrases.say("%(name)s ran out of time and lost the turn.", name=name)
        case TimedOut():
            return phrases.say("%(name)s ran out of time; the computer played the turn.", name=name)
        case SeatResigned():
            return phrases.say("%(name)s resigned.", name=name)
        case MoveTakenBack():
            return phrases.say("%(name)s took the last move back, with the agreement of all.", name=name)
        case SeatReplaced(_, newcomer) if phrases.isolated(newcomer) == name:
            return phrases.say("%(name)s is back.", name=name)
        case SeatReplaced(_, newcomer):
            who = phrases.isolated(shown_name(newcomer, newcomer))
            who = phrases.say("%(name)s (computer)", name=who) if newcomer in BOTS else who
            return phrases.say("%(newcomer)s plays on for %(name)s.", newcomer=who, name=name)
        case TimeExtended(_, hours):
            return phrases.say("The director gave %(name)s more time: %(span)s.", name=name, span=phrases.span(hours))
    raise AssertionError(event)


def _purchase(phrases: Phrases, name: str, card: str, paid: Sequence[int]) -> str:
    if not any(paid):
        return phrases.say("%(name)s got card %(card)s for free.", name=name, card=phrases.card(card))
    return phrases.say(
        "%(name)s bought card %(card)s for %(price)s.",
        name=name,
        card=phrases.card(card),
        price=phrases.counted(paid),
    )


def _reservation(phrases: Phrases, name: str, event: CardReserved) -> str:
    if event.card is None:
        line = phrases.say("%(name)s reserved an unseen card of level %(level)d.", name=name, level=event.level)
    else:
        line = phrases.say("%(name)s reserved card %(card)s.", name=name, card=phrases.card(event.card))
    if not event.gold:
        return line
    return phrases.fill("%(line)s %(more)s", line=line, more=phrases.say("1 gold came with it."))


def left_places(events: Sequence[Event]) -> dict[str, int]:
    """Where each card lay that was bought or reserved: another was turned up there, unless the deck was empty."""
    places: dict[str, int] = {}
    gone: str | None = None
    for event in events:
        match event:
            case CardBought(card=card, from_hand=False) | CardReserved(card=str(card), hidden=False):
                gone = card
            case CardTurnedUp(level, column) if gone:
                places[gone], gone = 10 * level + column + 1, None
    return places


# The time left at a table, and who is away, in the reader's words and time zone.


def deadline(phrases: Phrases, game_view: GameView, timezone: str) -> str:
    """Until when the seat on turn may think; nothing where no clock runs."""
    if game_view.view.turn is None:
        return ""
    if game_view.paused:
        return _paused(phrases, game_view, timezone)
    if game_view.until is None:
        return ""
    moment = phrases.language.moment(game_view.until, timezone)
    if game_view.my_turn:
        return phrases.say("until %(moment)s", moment=moment)
    return phrases.say(
        "%(name)s has until %(moment)s", name=phrases.isolated(game_view.names[game_view.view.turn]), moment=moment
    )


def _paused(phrases: Phrases, game_view: GameView, timezone: str) -> str:
    if game_view.rests_until is None:
        return phrases.say("The game is paused.")
    return phrases.say(
        "The game is paused until %(moment)s.", moment=phrases.language.moment(game_view.rests_until, timezone)
    )


def time_and_cost(phrases: Phrases, game_view: GameView, timezone: str) -> str:
    """Until when the seat on turn may think, and what it costs to think longer; nothing where no clock runs."""
    if not game_view.my_turn or game_view.paused or game_view.until is None or game_view.reserve is None:
        return deadline(phrases, game_view, timezone)
    ends = game_view.free_until or game_view.until
    moment = phrases.language.soon(ends, timezone, game_view.at)
    reserve = phrases.reserve(game_view.reserve)
    if game_view.free_until is None:
        return phrases.say(
            "your reserve is running: %(reserve)s left, until %(moment)s", reserve=reserve, moment=moment
        )
    if not game_view.reserve:
        return phrases.say("until %(moment)s; you have no reserve", moment=moment)
    return phrases.say(
        "move by %(moment)s; after that your reserve is used (%(reserve)s left)", moment=moment, reserve=reserve
    )


def time_to_come(phrases: Phrases, free_hours: float, reserve: timedelta) -> str:
    """What each turn to come has, for somebody who let one run out."""
    span = phrases.span(free_hours)
    if not reserve:
        return phrases.say("Your reserve is used up: from now on you have %(span)s for each turn.", span=span)
    return phrases.say(
        "You have %(span)s for each turn, then what is left of your reserve: %(reserve)s.",
        span=span,
        reserve=phrases.reserve(reserve),
    )


def remarks(phrases: Phrases, game_view: GameView, timezone: str) -> list[str]:
    """What else is to be known of the time: how long the game waits beyond the deadline, and for whom."""
    if game_view.view.turn is None:
        return []
    lines = [
        phrases.say(
            "%(name)s is away, back on %(day)s.",
            name=phrases.isolated(each.name),
            day=phrases.language.day(each.until, timezone),
        )
        for each in game_view.away
    ]
    if game_view.grace and not (game_view.paused or game_view.free_until or game_view.reserve):
        moment = phrases.language.moment(game_view.grace, timezone)
        lines.insert(0, phrases.say("The game waits until %(moment)s at the latest.", moment=moment))
    if game_view.half_time and game_view.my_turn and game_view.view.round <= _TOLD_OF_HALF_TIME:
        lines.append(_half_time(phrases, *game_view.half_time))
    return lines


_TOLD_OF_HALF_TIME = 3


def _half_time(phrases: Phrases, hours: float, turns: int) -> str:
    """Why there is less free time, and how that ends."""
    why = phrases.say(
        "Some of your turns ran out of time lately, so at this table you get half the usual time: %(span)s a turn.",
        span=phrases.span(hours),
    )
    ends = (
        phrases.several(
            "After %(num)d turn played on time, new tables give you the full time again.",
            "After %(num)d turns played on time, new tables give you the full time again.",
            turns,
        )
        if turns
        else phrases.say("New tables give you the full time again.")
    )
    return phrases.fill("%(line)s %(more)s", line=why, more=ends)
