"""Alerts to the admins: what is wrong and since when, what it means, and what to do."""

from pbem.model import Trouble
from pbem.notices import AlertNotice
from pbem.render.phrases import Phrases


def alert_details(phrases: Phrases, notice: AlertNotice) -> dict[str, object]:
    """What the template asks for."""
    words = notice.words
    if notice.over:
        return {"sentences": [phrases.say("Nothing is left to be done about it.")], "advice": "", "commands": ()}
    sentences = [_fact(phrases, notice), _when(phrases, notice), phrases.say(words.meaning)]
    return {
        "sentences": [sentence for sentence in sentences if sentence],
        "advice": phrases.say(words.advice),
        "commands": words.commands,
    }


def _fact(phrases: Phrases, notice: AlertNotice) -> str:
    """How many or how much."""
    match notice.trouble:
        case Trouble.MAIL_IN | Trouble.MAIL_OUT | Trouble.SHUNT:
            return phrases.several("%(num)d mail waits.", "%(num)d mails wait.", notice.figure)
        case Trouble.DISK:
            return phrases.say("Free where the database lies: %(megabytes)d MB.", megabytes=notice.figure)
    return ""


def _when(phrases: Phrases, notice: AlertNotice) -> str:
    if notice.since is None:
        return ""
    moment = phrases.language.moment(notice.since, notice.to.timezone)
    match notice.trouble:
        case Trouble.MAILBOX | Trouble.BACKUP:
            return phrases.say("It last went well: %(moment)s.", moment=moment)
        case Trouble.DISK:
            return phrases.say("First seen: %(moment)s.", moment=moment)
    return phrases.say("The first of them has waited since: %(moment)s.", moment=moment)
