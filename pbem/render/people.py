"""A player's settings: what each is now, and what to write to change it."""

from datetime import timedelta
from typing import NamedTuple

from pbem.model import SWITCHES, Player, Vacation
from pbem.notices import ConfirmNotice, SettingsNotice
from pbem.render.voice import Voice
from pbem.render.words import spoken

# What somebody is asked before anything happens: was it you, is it yours, do you mean it.


class Asked(NamedTuple):
    """A question that `yes` answers."""

    lines: list[str]
    button: str
    answer: str
    """What to write, where nothing can be tapped."""
    otherwise: str


def asked(voice: Voice, notice: ConfirmNotice) -> Asked:
    """The question, by what it is about."""
    say, yes = voice.say, voice.isolated(spoken(voice.language, "yes"))
    if notice.second:
        return Asked(
            [say("We were asked to write to this address when mail to another one comes back. Is it yours?")],
            say("Yes"),
            say("If it is yours, answer: %(word)s", word=yes),
            say("If it is not yours, do nothing."),
        )
    if notice.asks:
        return Asked(
            [say("This can't be undone. Your name and address are deleted everywhere; bots play on your seats.")],
            say("Yes, forget me"),
            say("If you mean it, answer: %(word)s", word=yes),
            say("If you have changed your mind, do nothing."),
        )
    was_me, answer = say("Yes, that was me"), say("If it was you, answer: %(word)s", word=yes)
    if notice.welcome:
        return Asked(
            _welcome(voice), was_me, answer, say("If it was not you, do nothing, and you hear no more from us.")
        )
    return Asked(
        [say("A mail in your name came without a tag of ours, so we ask before anything happens.")],
        was_me,
        answer,
        say("If it was not you, do nothing."),
    )


def _welcome(voice: Voice) -> list[str]:
    return [
        voice.say(
            "This is Splendor by mail: a game of gems for two to four players, a mail at a time, at your own pace."
        ),
        voice.say("We have not heard from you before. Say yes, and we do what your mail asks for:"),
    ]


# Not a matter of mail: it stands with what happens to seats.
_SUBSTITUTE = "substitute"
_A_MOMENT = timedelta(seconds=1)


class Setting(NamedTuple):
    """A setting, its value, and a line that would change it."""

    label: str
    value: str
    write: str
    changed: bool


def settings(voice: Voice, notice: SettingsNotice) -> list[Setting]:
    """All of them; the one that was just changed is marked."""
    player = notice.player
    return [
        Setting(label, value, spoken(voice.language, write), _names(write, notice.changed))
        for label, value, write in (*_person(voice, player), *_mail(voice, player), *_time(voice, player))
    ]


def done(voice: Voice, notice: SettingsNotice) -> str:
    """What was just changed, in a sentence."""
    name = voice.isolated(notice.about)
    match notice.changed, bool(notice.about):
        case "", _:
            return ""
        case "mute", True:
            return voice.say("You hear no more from %(name)s.", name=name)
        case "unmute", True:
            return voice.say("You hear from %(name)s again.", name=name)
        case "block", _:
            return voice.say("You get no more of these invitations.")
        case "unblock", _:
            return voice.say("You can be invited again.")
        case "address", True:
            return voice.say("We have asked %(address)s. It counts as soon as the answer is yes.", address=name)
    return voice.say("It is done. These are your settings now.")


def _names(write: str, changed: str) -> bool:
    return bool(changed) and (write == changed or write.startswith(f"{changed} "))


def _person(voice: Voice, player: Player) -> list[tuple[str, str, str]]:
    say, code = voice.say, voice.language.code
    other = "da" if code == "en" else "en"
    second = voice.isolated(player.second_address) if player.second_address else say("none")
    return [
        (say("Name"), voice.isolated(player.name), f"name {player.name}"),
        (say("Language"), voice.language.locale.languages[code], f"language {other}"),
        (say("Second address"), second, "address a@example.org"),
        (say("Year of birth"), voice.isolated(player.born) if player.born else say("not told"), "born 1990"),
    ]


def _mail(voice: Voice, player: Player) -> list[tuple[str, str, str]]:
    say = voice.say
    return [
        *(_switch(voice, player, name) for name in SWITCHES if name != _SUBSTITUTE),
        (say("Quiet hours"), voice.isolated(player.quiet) if player.quiet else say("none"), _quiet(player)),
    ]


def _quiet(player: Player) -> str:
    return "quiet off" if player.quiet else "quiet 22-08"


def _time(voice: Voice, player: Player) -> list[tuple[str, str, str]]:
    say = voice.say
    return [
        (say("Time zone"), voice.isolated(voice.language.city(player.timezone)), f"timezone {player.timezone}"),
        (say("When your time runs out"), _stand_in(voice, player.stand_in), "stand-in greedy"),
        _switch(voice, player, _SUBSTITUTE),
    ]


def _switch(voice: Voice, player: Player, name: str) -> tuple[str, str, str]:
    on: bool = getattr(player, name)
    state = voice.say("on") if on else voice.say("off")
    return switch_labels(voice)[name], state, f"{name} {'off' if on else 'on'}"


def switch_labels(voice: Voice) -> dict[str, str]:
    """What each switch turns on, in words."""
    say = voice.say
    return {
        "receipts": say("A mail after each of your moves"),
        "follow": say("A mail after every move of the others"),
        "talk": say("Talk at once, not with the next mail"),
        "digest": say("One mail for all games"),
        "analysis": say("A look back at the end of a game"),
        "substitute": say("Willing to take over a seat"),
    }


def _stand_in(voice: Voice, choice: str) -> str:
    match choice:
        case "":
            return voice.say("as the table has it")
        case "pass":
            return voice.say("the turn is lost")
        case "resign":
            return voice.say("the game is given up")
    return voice.say("%(name)s plays the turn", name=voice.isolated(choice))


def away(voice: Voice, notice: SettingsNotice) -> list[str]:
    """The reader's vacations, and how many days are left."""
    lines = [_vacation(voice, each, notice.player.timezone) for each in notice.vacations]
    days = voice.several("%(num)d day", "%(num)d days", notice.vacation_days_left)
    return [*lines, voice.say("Vacation left this year: %(days)s.", days=days)]


def _vacation(voice: Voice, vacation: Vacation, timezone: str) -> str:
    """A vacation by its first and its last day."""
    date = voice.language.date
    return voice.say(
        "Away from %(first)s to %(last)s.",
        first=date(vacation.first, timezone),
        last=date(vacation.end - _A_MOMENT, timezone),
    )


def in_time(voice: Voice, player: Player) -> str:
    """How reliable the others find the reader."""
    if player.reliability is None:
        return ""
    return voice.say("Turns that you played in time: %(percent)d%%.", percent=player.reliability)
