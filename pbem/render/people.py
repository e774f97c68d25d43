"""A player's settings: what each is now, and what to write to change it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import NamedTuple

from pbem.commands.lexicon import word_file
from pbem.i18n.codes import another
from pbem.model import SETTINGS, Player, Vacation
from pbem.model.marks import Setting
from pbem.notices import ConfirmNotice, SettingsNotice
from pbem.render.phrases import Phrases
from pbem.render.words import spoken

# What somebody is asked before anything happens: was it you, is it yours, do you mean it.


class ShownQuestion(NamedTuple):
    """A question that `yes` answers."""

    lines: list[str]
    button: str
    refusal: str
    """What the other button says: a no, whatever was asked."""
    answer: str
    """What to write, where nothing can be tapped."""
    otherwise: str


def asked(phrases: Phrases, notice: ConfirmNotice) -> ShownQuestion:
    """The question, by what it is about."""
    say, yes = phrases.say, phrases.isolated(spoken(phrases.language, "yes"))
    if notice.second:
        return ShownQuestion(
            [say("We were asked to write to this address when mail to another one comes back. Is it yours?")],
            say("Yes"),
            say("No, it is not mine"),
            say("If it is yours, answer: %(word)s", word=yes),
            say("If it is not yours, do nothing."),
        )
    if notice.asks:
        return ShownQuestion(
            [say("This can't be undone. Your name and address are deleted everywhere; bots play on your seats.")],
            say("Yes, forget me"),
            say("No, don't"),
            say("If you mean it, answer: %(word)s", word=yes),
            say("If you have changed your mind, do nothing."),
        )
    was_me, was_not_me = say("Yes, that was me"), say("No, that was not me")
    answer = say("If it was you, answer: %(word)s", word=yes)
    if notice.welcome:
        return ShownQuestion(
            _welcome(phrases),
            was_me,
            was_not_me,
            answer,
            say("If it was not you, do nothing, and you hear no more from us."),
        )
    return ShownQuestion(
        [say("A mail in your name came without a tag of ours, so we ask before anything happens.")],
        was_me,
        was_not_me,
        answer,
        say("If it was not you, do nothing."),
    )


def _welcome(phrases: Phrases) -> list[str]:
    return [
        phrases.say(
            "This is Splendor by mail: a game of gems for two to four players, a mail at a time, at your own pace."
        ),
        phrases.say("We have not heard from you before. Say yes, and we do what your mail asks for:"),
    ]


_A_MOMENT = timedelta(seconds=1)


class Settled(NamedTuple):
    """A setting, its value, and a line that would change it."""

    label: str
    value: str
    write: str
    changed: bool


def settings(phrases: Phrases, notice: SettingsNotice) -> list[Settled]:
    """All of them; the one that was just changed is marked."""
    names = setting_labels(phrases.language.code)
    told = {name: _told(phrases, notice.player, name, setting) for name, setting in SETTINGS.items()}
    return [
        Settled(names[name], value, spoken(phrases.language, write), _names(write, notice.changed))
        for name, (value, write) in told.items()
    ]


def setting_labels(code: str) -> Mapping[str, str]:
    """What each setting is called in a language."""
    labels: Mapping[str, str] = word_file(code)["settings"]
    return labels


def done(phrases: Phrases, notice: SettingsNotice) -> str:
    """What was just changed, in a sentence."""
    name = phrases.isolated(notice.about)
    match notice.changed, bool(notice.about):
        case "", _:
            return ""
        case "mute", True:
            return phrases.say("You hear no more from %(name)s.", name=name)
        case "unmute", True:
            return phrases.say("You hear from %(name)s again.", name=name)
        case "block", _:
            return phrases.say("You get no more of these invitations.")
        case "unblock", _:
            return phrases.say("You can be invited again.")
        case "address", True:
            return phrases.say("We have asked %(address)s. It counts as soon as the answer is yes.", address=name)
    return phrases.say("It is done. These are your settings now.")


def _names(write: str, changed: str) -> bool:
    return bool(changed) and (write == changed or write.startswith(f"{changed} "))


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
        case "born", None:
            return say("not told"), write
        case "quiet", hours if hours:
            return phrases.isolated(phrases.language.hours(hours)), "quiet off"
    return phrases.isolated(value) if value else say("none"), write


def _stand_in(phrases: Phrases, choice: str) -> str:
    match choice:
        case "":
            return phrases.say("as the table has it")
        case "pass":
            return phrases.say("the turn is lost")
        case "resign":
            return phrases.say("the game is given up")
    return phrases.say("%(name)s plays the turn", name=phrases.isolated(choice))


def away(phrases: Phrases, notice: SettingsNotice) -> list[str]:
    """The reader's vacations, and how many days are left."""
    lines = [_vacation(phrases, each, notice.player.timezone) for each in notice.vacations]
    days = phrases.several("%(num)d day", "%(num)d days", notice.vacation_days_left)
    return [*lines, phrases.say("Vacation left this year: %(days)s.", days=days)]


def _vacation(phrases: Phrases, vacation: Vacation, timezone: str) -> str:
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
    return phrases.say("Turns that you played in time: %(percent)d%%.", percent=player.reliability)
