"""Alerts to the admins: what is wrong and since when, what it means, and which commands come next."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model import Trouble
from pbem.notices import AlertNotice
from pbem.render.voice import Voice


class Words(NamedTuple):
    """All that is said of one kind of trouble."""

    title: str
    meaning: str
    advice: str
    commands: tuple[str, ...]
    over: str


_LOG = "journalctl -u pbem -p warning"

WORDS: Mapping[Trouble, Words] = {
    Trouble.MAILBOX: Words(
        N_("The mailbox can't be read"),
        N_("Mails from players wait there. None is lost, but nobody can move, and the clocks run."),
        N_("Check the password and your mail provider. The first command says what is wrong:"),
        ("pbem doctor", _LOG),
        N_("The mailbox can be read again"),
    ),
    Trouble.MAIL_IN: Words(
        N_("Mails are not being read"),
        N_("Mails from players are stored, but nothing is done about them. None is lost; the clocks run."),
        N_("Look into the log, then start the server again:"),
        (_LOG, "systemctl restart pbem", "pbem status"),
        N_("Mails are being read again"),
    ),
    Trouble.MAIL_OUT: Words(
        N_("Mails are not being sent"),
        N_("The relay takes no mail. They wait, and are tried again for five days."),
        N_("Check the relay's password and its limits. The first command says what is wrong:"),
        ("pbem doctor", "pbem mail list --box out --status waiting"),
        N_("Mails are being sent again"),
    ),
    Trouble.DISK: Words(
        N_("The disk is almost full"),
        N_("Once it is full, no mail is taken in and no game goes on. What is stored stays."),
        N_("Make room. This shows where it went:"),
        ("df -h", "journalctl --disk-usage"),
        N_("There is room on the disk again"),
    ),
    Trouble.SHUNT: Words(
        N_("Mails could not be handled"),
        N_("They lie in the shunt. Nothing was done about them, and who wrote them has no answer yet."),
        N_("Look at each, and after an update have it tried again:"),
        ("pbem mail list --status shunted", "pbem mail show N", "pbem mail retry N"),
        N_("The shunt is empty again"),
    ),
    Trouble.BACKUP: Words(
        N_("The last backup is old"),
        N_("If the disk breaks, all that happened since then is lost."),
        N_("See why there is no newer one, and make one:"),
        ("systemctl status pbem-backup.timer pbem-backup.service", "pbem backup FILE"),
        N_("There is a new backup"),
    ),
}


def alert_title(notice: AlertNotice, language: Language) -> str:
    words = WORDS[notice.trouble]
    return language.gettext(words.over if notice.over else words.title)


def alert_details(voice: Voice, notice: AlertNotice) -> dict[str, object]:
    """What the template asks for."""
    words = WORDS[notice.trouble]
    if notice.over:
        return {"sentences": [voice.say("Nothing is left to be done about it.")], "advice": "", "commands": ()}
    sentences = [_fact(voice, notice), _when(voice, notice), voice.say(words.meaning)]
    return {
        "sentences": [sentence for sentence in sentences if sentence],
        "advice": voice.say(words.advice),
        "commands": words.commands,
    }


def _fact(voice: Voice, notice: AlertNotice) -> str:
    """How many or how much."""
    match notice.trouble:
        case Trouble.MAIL_IN | Trouble.MAIL_OUT | Trouble.SHUNT:
            return voice.several("%(num)d mail waits.", "%(num)d mails wait.", notice.figure)
        case Trouble.DISK:
            return voice.say("Free where the database lies: %(megabytes)d MB.", megabytes=notice.figure)
    return ""


def _when(voice: Voice, notice: AlertNotice) -> str:
    if notice.since is None:
        return ""
    moment = voice.language.moment(notice.since, notice.to.timezone)
    match notice.trouble:
        case Trouble.MAILBOX | Trouble.BACKUP:
            return voice.say("It last went well: %(moment)s.", moment=moment)
        case Trouble.DISK:
            return voice.say("First seen: %(moment)s.", moment=moment)
    return voice.say("The first of them has waited since: %(moment)s.", moment=moment)
