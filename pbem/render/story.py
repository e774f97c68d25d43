"""What happened, one line a move, in words."""

from collections.abc import Sequence

from engine import Event
from engine.events import (
    CardBought,
    CardReserved,
    CardTurnedUp,
    GameAdjudicated,
    GameOver,
    GamePaused,
    GameResumed,
    LastRoundBegan,
    NobleCame,
    Passed,
    SeatReplaced,
    SeatResigned,
    TimedOut,
    TimeExtended,
    TokensReturned,
    TokensTaken,
)
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
            return phrases.say("Noble %(noble)s came.", noble=phrases.isolated(noble))
        case LastRoundBegan():
            return phrases.say("This is the last round.")
        case GameAdjudicated():
            return phrases.say("The director ended the game.")
        case GamePaused():
            return phrases.say("The director paused the game.")
        case GameResumed():
            return phrases.say("The director let the game go on.")
    return _deed(phrases, phrases.isolated(names[event.seat]), event)


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
            return phrases.say("%(name)s ran out of time; a stand-in played the turn.", name=name)
        case SeatResigned():
            return phrases.say("%(name)s resigned.", name=name)
        case SeatReplaced(_, newcomer) if phrases.isolated(newcomer) == name:
            return phrases.say("%(name)s is back.", name=name)
        case SeatReplaced(_, newcomer):
            return phrases.say("%(newcomer)s plays on for %(name)s.", newcomer=phrases.isolated(newcomer), name=name)
        case TimeExtended(_, hours):
            return phrases.say("The director gave %(name)s more time: %(span)s.", name=name, span=phrases.span(hours))
    raise AssertionError(event)


def _purchase(phrases: Phrases, name: str, card: str, paid: Sequence[int]) -> str:
    if not any(paid):
        return phrases.say("%(name)s bought card %(card)s for nothing.", name=name, card=phrases.card(card))
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


# The time left at a table, and who is away, in the reader's words and time zone.


def deadline(phrases: Phrases, game_view: GameView, timezone: str) -> str:
    """Until when the seat on turn may think; nothing where no clock runs."""
    if game_view.view.turn is None:
        return ""
    if game_view.paused:
        return phrases.say("The game is paused.")
    if game_view.until is None:
        return ""
    moment = phrases.language.moment(game_view.until, timezone)
    if game_view.my_turn:
        return phrases.say("until %(moment)s", moment=moment)
    return phrases.say(
        "%(name)s has until %(moment)s", name=phrases.isolated(game_view.names[game_view.view.turn]), moment=moment
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
    if game_view.grace and not game_view.paused:
        moment = phrases.language.moment(game_view.grace, timezone)
        lines.insert(0, phrases.say("The game waits until %(moment)s at the latest.", moment=moment))
    return lines
