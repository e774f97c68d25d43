"""The time left at a table, and who is away, in the reader's words and time zone."""

from pbem.notices import Sheet
from pbem.render.voice import Voice


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
