"""A player's settings: what each is now, and what to write to change it."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from pbem.commands.languages import first_words
from pbem.commands.lexicon import word_file
from pbem.i18n.codes import another
from pbem.model import SETTINGS, Player, Vacation
from pbem.model.characters import shown_name
from pbem.model.marks import Setting
from pbem.notices import SettingsNotice
from pbem.render.phrases import Phrases
from pbem.render.words import spoken

_A_MOMENT = timedelta(seconds=1)


class ShownSetting(NamedTuple):
    """A setting, its value, and a line that would change it."""

    label: str
    value: str
    write: str


def settings(phrases: Phrases, notice: SettingsNotice) -> list[ShownSetting]:
    """All of them, or those that were just changed."""
    names = setting_labels(phrases.language.code)
    told = {name: _told(phrases, notice.player, name, setting) for name, setting in SETTINGS.items()}
    return [
        ShownSetting(names[name], value, spoken(phrases.language, write))
        for name, (value, write) in told.items()
        if not notice.changed or any(_names(write, each) for each in notice.changed)
    ]


def setting_labels(code: str) -> Mapping[str, str]:
    """What each setting is called in a language."""
    labels: Mapping[str, str] = word_file(code)["settings"]
    return labels


def done(phrases: Phrases, notice: SettingsNotice) -> list[str]:
    """What was just done that is no setting, or not yet."""
    return list(filter(None, (_done(phrases, notice.about, each) for each in notice.changed)))


def _done(phrases: Phrases, about: str, changed: str) -> str:
    name = phrases.isolated(about)
    match changed, bool(about):
        case "mute", True:
            return phrases.say("You won't hear from %(name)s any more.", name=name)
        case "unmute", True:
            return phrases.say("You'll hear from %(name)s again.", name=name)
        case "block", _:
            return phrases.say("You'll get no more of these invitations.")
        case "unblock", _:
            return phrases.say("You can be invited again.")
        case "main", True:
            return phrases.say("From now on all your email goes to %(address)s.", address=name)
        case "address", True:
            return phrases.say(
                "We've written to %(address)s. It will be used once you say yes from there.", address=name
            )
    return ""


def _names(write: str, changed: str) -> bool:
    return write == changed or write.startswith(f"{changed} ")


def _told(phrases: Phrases, player: Player, name: str, setting: Setting) -> tuple[str, str]:
    """What a setting is now, and what to write for another value."""
    say, value, command = phrases.say, getattr(player, name), setting.command or name
    write = f"{command} {setting.example or value}"
    match name, value:
        case _, bool(on):
            return (say("on"), f"{command} off") if on else (say("off"), f"{command} on")
        case "language", _:
            own = phrases.language.code
            return phrases.language.locale.languages[own], f"language {another(own)}"
        case "timezone", zone:
            return phrases.isolated(phrases.language.city(zone)), write
        case "stand_in", choice:
            return _stand_in(phrases, choice), write
        case "remarks" | "receipts", choice:
            return phrases.isolated(first_words(phrases.language.code, "remarks")[choice]), write
        case "second_thoughts", minutes:
            return _delay(phrases, minutes), write
        case "born", None:
            return say("not given"), write
        case "quiet", hours if hours:
            return phrases.isolated(phrases.language.hours(hours)), "quiet off"
    return phrases.isolated(value) if value else say("none"), write


def _delay(phrases: Phrases, minutes: int | None) -> str:
    if minutes is None:
        return phrases.say("as agreed at the table")
    return phrases.roughly(timedelta(minutes=minutes)) if minutes else phrases.say("none")


def _stand_in(phrases: Phrases, choice: str) -> str:
    match choice:
        case "":
            return phrases.say("as agreed at the table")
        case "pass":
            return phrases.say("the turn is lost")
        case "resign":
            return phrases.say("the game is given up")
    return phrases.say("%(name)s plays the turn", name=phrases.isolated(shown_name(choice, choice)))


def away(phrases: Phrases, notice: SettingsNotice) -> list[str]:
    """The reader's vacations, and how many days are left."""
    lines = [vacation_days(phrases, each, notice.player.timezone) for each in notice.vacations]
    days = phrases.several("%(num)d day", "%(num)d days", notice.vacation_days_left)
    return [*lines, phrases.say("Vacation left this year: %(days)s.", days=days)]


def vacation_days(phrases: Phrases, vacation: Vacation, timezone: str) -> str:
    """A vacation by its first and its last day."""
    date = phrases.language.date
    return phrases.say(
        "Away from %(first)s to %(last)s.",
        first=date(vacation.first, timezone),
        last=date(vacation.end - _A_MOMENT, timezone),
    )


def in_time(phrases: Phrases, player: Player) -> str:
    """How reliable the others find the reader."""
    if player.reliability is None:
        return ""
    return phrases.say("Turns you played on time: %(percent)d%%.", percent=player.reliability)


def last_mail(phrases: Phrases, left: datetime | None, timezone: str) -> str:
    """When the reader's last mail left; nothing where none has."""
    if left is None:
        return ""
    return phrases.say(
        "Our last email to you: %(moment)s. The mail server accepted it; if it is not in your inbox, check "
        "your spam folder.",
        moment=phrases.language.moment(left, timezone),
    )
