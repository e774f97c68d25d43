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
from pbem.notices import Sheet
from pbem.render.voice import Voice

# They belong to the move before them, and so to its line.
_AFTERTHOUGHTS = (TokensReturned, NobleCame)


def tell(voice: Voice, names: Sequence[str], events: Sequence[Event]) -> list[str]:
    """A line a move; what a move brought with it stands on the same line."""
    lines: list[str] = []
    for event, names_then in zip(events, _names_at_each(names, events), strict=True):
        sentence = _sentence(voice, names_then, event)
        if sentence is None:
            continue
        if isinstance(event, _AFTERTHOUGHTS) and lines:
            lines[-1] = voice.fill("%(line)s %(more)s", line=lines[-1], more=sentence)
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


def _sentence(voice: Voice, names: Sequence[str], event: Event) -> str | None:
    match event:
        case CardTurnedUp() | GameOver():
            return None
        case TokensReturned(_, tokens):
            return voice.say("Returned: %(tokens)s.", tokens=voice.tally(tokens))
        case NobleCame(_, noble):
            return voice.say("Noble %(noble)s came.", noble=voice.isolated(noble))
        case LastRoundBegan():
            return voice.say("This is the last round.")
        case GameAdjudicated():
            return voice.say("The director ended the game.")
        case GamePaused():
            return voice.say("The director paused the game.")
        case GameResumed():
            return voice.say("The director let the game go on.")
    return _deed(voice, voice.isolated(names[event.seat]), event)


def _deed(voice: Voice, name: str, event: Event) -> str:
    """What one player did."""
    match event:
        case TokensTaken(_, gems):
            return voice.say("%(name)s took %(gems)s.", name=name, gems=voice.colours(gems))
        case CardBought(_, card, paid, _, _):
            return _purchase(voice, name, card, paid)
        case CardReserved():
            return _reservation(voice, name, event)
        case Passed():
            return voice.say("%(name)s had to pass.", name=name)
    return _incident(voice, name, event)


def _incident(voice: Voice, name: str, event: Event) -> str:
    """What befell one player."""
    match event:
        case TimedOut(_, True):
            return voice.say("%(name)s ran out of time and lost the turn.", name=name)
        case TimedOut():
            return voice.say("%(name)s ran out of time; a stand-in played the turn.", name=name)
        case SeatResigned():
            return voice.say("%(name)s resigned.", name=name)
        case SeatReplaced(_, newcomer) if voice.isolated(newcomer) == name:
            return voice.say("%(name)s is back.", name=name)
        case SeatReplaced(_, newcomer):
            return voice.say("%(newcomer)s plays on for %(name)s.", newcomer=voice.isolated(newcomer), name=name)
        case TimeExtended(_, hours):
            return voice.say("The director gave %(name)s more time: %(span)s.", name=name, span=voice.span(hours))
    raise AssertionError(event)


def _purchase(voice: Voice, name: str, card: str, paid: Sequence[int]) -> str:
    if not any(paid):
        return voice.say("%(name)s bought card %(card)s for nothing.", name=name, card=voice.card(card))
    return voice.say(
        "%(name)s bought card %(card)s for %(price)s.",
        name=name,
        card=voice.card(card),
        price=voice.counted(paid),
    )


def _reservation(voice: Voice, name: str, event: CardReserved) -> str:
    if event.card is None:
        line = voice.say("%(name)s reserved an unseen card of level %(level)d.", name=name, level=event.level)
    else:
        line = voice.say("%(name)s reserved card %(card)s.", name=name, card=voice.card(event.card))
    if not event.gold:
        return line
    return voice.fill("%(line)s %(more)s", line=line, more=voice.say("1 gold came with it."))


# The time left at a table, and who is away, in the reader's words and time zone.


def deadline(voice: Voice, sheet: Sheet, timezone: str) -> str:
    """Until when the seat on turn may think; nothing where no clock runs."""
    if sheet.view.turn is None:
        return ""
    if sheet.paused:
        return voice.say("The game is paused.")
    if sheet.until is None:
        return ""
    moment = voice.language.moment(sheet.until, timezone)
    if sheet.my_turn:
        return voice.say("until %(moment)s", moment=moment)
    return voice.say("%(name)s has until %(moment)s", name=voice.isolated(sheet.names[sheet.view.turn]), moment=moment)


def remarks(voice: Voice, sheet: Sheet, timezone: str) -> list[str]:
    """What else is to be known of the time: how long the game waits beyond the deadline, and for whom."""
    if sheet.view.turn is None:
        return []
    lines = [
        voice.say(
            "%(name)s is away, back on %(day)s.",
            name=voice.isolated(each.name),
            day=voice.language.day(each.until, timezone),
        )
        for each in sheet.away
    ]
    if sheet.grace and not sheet.paused:
        moment = voice.language.moment(sheet.grace, timezone)
        lines.insert(0, voice.say("The game waits until %(moment)s at the latest.", moment=moment))
    return lines
