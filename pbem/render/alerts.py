"""What needs a person: what is wrong with the server and since when, what was said at a table, and what to do."""

from pbem.model import Trouble
from pbem.notices import AlertNotice, ReportedNotice
from pbem.render.phrases import Phrases
from pbem.render.words import spoken


def alert_details(phrases: Phrases, notice: AlertNotice) -> dict[str, object]:
    """What the template asks for."""
    words = notice.words
    if notice.over:
        return {"sentences": [phrases.say("There is nothing left to do.")], "advice": "", "commands": ()}
    sentences = [_fact(phrases, notice), _when(phrases, notice), phrases.say(words.meaning)]
    return {
        "sentences": [sentence for sentence in sentences if sentence],
        "advice": phrases.say(words.advice),
        "commands": words.commands,
    }


def _fact(phrases: Phrases, notice: AlertNotice) -> str:
    """How many or how much."""
    match notice.trouble:
        case Trouble.MAIL_IN | Trouble.MAIL_OUT | Trouble.SHUNT | Trouble.UNANSWERED:
            return phrases.several("%(num)d email is waiting.", "%(num)d emails are waiting.", notice.figure)
        case Trouble.DISK:
            return phrases.say("Free space for the database: %(megabytes)d MB.", megabytes=notice.figure)
    return ""


def _when(phrases: Phrases, notice: AlertNotice) -> str:
    if notice.since is None:
        return ""
    moment = phrases.language.moment(notice.since, notice.to.timezone)
    match notice.trouble:
        case Trouble.CONSENT | Trouble.MAILBOX | Trouble.BACKUP:
            return phrases.say("It last worked: %(moment)s.", moment=moment)
        case Trouble.DISK:
            return phrases.say("First seen: %(moment)s.", moment=moment)
    return phrases.say("The first of them has waited since: %(moment)s.", moment=moment)


def reported_details(phrases: Phrases, notice: ReportedNotice) -> dict[str, object]:
    """What was said, by whom, and how it is ended: for everyone by the organiser, for oneself by who reports it."""
    say, author = phrases.say, phrases.isolated(notice.author)
    mute = phrases.isolated(f"{spoken(phrases.language, 'mute')} {notice.author}")
    if notice.own:
        said = say("You reported what %(author)s said in game #%(number)s:", author=author, number=notice.game_id)
        then = say(
            "Nobody at the table will know. To stop hearing from %(author)s yourself, write: %(words)s",
            author=author,
            words=mute,
        )
    else:
        said = say(
            "%(name)s reports what %(author)s said in game #%(number)s:",
            name=phrases.isolated(notice.by),
            author=author,
            number=notice.game_id,
        )
        then = say("To mute %(author)s for everyone, write: %(words)s", author=author, words=mute)
    return {
        "said": said,
        "words": notice.words.splitlines(),
        "added": say("What they wrote about it:"),
        "text": notice.text.splitlines(),
        "next": then,
    }
