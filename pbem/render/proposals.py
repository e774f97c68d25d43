"""What people settle among themselves, in words: what is asked of all at a table, and what came of it."""

from datetime import datetime

from engine.errors import Facts
from pbem.model.proposals import Wanted
from pbem.notices import OutcomeNotice
from pbem.notices.base import AskedOfAll
from pbem.notices.proposals import SETTLED
from pbem.render.phrases import Phrases


def question(phrases: Phrases, asked: AskedOfAll, timezone: str) -> list[str]:
    """What is asked, by whom, and until when."""
    lines = [_question(phrases, asked, timezone)]
    if asked.mine or asked.said:
        lines.append(phrases.say("We're waiting for: %(names)s.", names=phrases.listed(asked.waiting_for)))
    return [*lines, _lapse(phrases, asked, timezone)]


def _lapse(phrases: Phrases, asked: AskedOfAll, timezone: str) -> str:
    moment = phrases.language.moment(asked.lapses_at, timezone)
    if asked.what is Wanted.LATE:
        return phrases.say(
            "The majority decides. If there is none by %(moment)s, the computer takes over the seat.", moment=moment
        )
    return phrases.say("All must agree. If not everyone has answered by %(moment)s, nothing changes.", moment=moment)


def _question(phrases: Phrases, asked: AskedOfAll, timezone: str) -> str:
    name, say = phrases.isolated(asked.name), phrases.say
    if asked.mine:
        return _own_question(phrases, asked, timezone)
    match asked.what:
        case Wanted.TAKE_BACK:
            return say("%(name)s asks to take the last move back.", name=name)
        case Wanted.PAUSE if asked.until:
            day = phrases.language.day(asked.until, timezone)
            return say("%(name)s asks to pause the game until %(day)s.", name=name, day=day)
        case Wanted.PAUSE:
            return say("%(name)s asks to pause the game.", name=name)
        case Wanted.RESUME:
            return say("%(name)s asks to resume the game.", name=name)
        case Wanted.END:
            return say("%(name)s asks to end the game as it stands; it would not count.", name=name)
    return say("%(name)s has run out of time. What should happen to this turn?", name=name)


def _own_question(phrases: Phrases, asked: AskedOfAll, timezone: str) -> str:
    say = phrases.say
    match asked.what:
        case Wanted.TAKE_BACK:
            return say("You've asked to take your last move back.")
        case Wanted.PAUSE if asked.until:
            return say("You've asked to pause the game until %(day)s.", day=phrases.language.day(asked.until, timezone))
        case Wanted.PAUSE:
            return say("You've asked to pause the game.")
        case Wanted.RESUME:
            return say("You've asked to resume the game.")
        case Wanted.END:
            return say("You've asked to end the game as it stands; it would not count.")
    return say("Your time is up. The players waiting for you decide what happens to this turn; you can still move.")


def choices(phrases: Phrases, asked: AskedOfAll) -> list[tuple[str, str]]:
    """What the reader can say to it: the canonical command and what stands on its button."""
    pgettext = phrases.language.pgettext
    if asked.mine:
        return [] if asked.what is Wanted.LATE else [("disagree", pgettext("button", "Withdraw the question"))]
    if asked.what is Wanted.LATE:
        return [
            ("vote more", pgettext("button", "Two more days")),
            ("vote bot", pgettext("button", "The computer plays")),
            ("vote end", pgettext("button", "End the game")),
        ]
    return [("agree", pgettext("button", "Yes, I agree")), ("disagree", pgettext("button", "No"))]


def outcome(phrases: Phrases, notice: OutcomeNotice) -> str:
    """What came of it."""
    return phrases.say(SETTLED[notice.code], **_facts(phrases, notice.facts, notice.to.timezone))


def _facts(phrases: Phrases, facts: Facts, timezone: str) -> dict[str, str]:
    return {name: _fact(phrases, value, timezone) for name, value in facts.items()}


def _fact(phrases: Phrases, value: object, timezone: str) -> str:
    match value:
        case datetime():
            return phrases.language.moment(value, timezone)
        case int(hours):
            return phrases.span(hours)
        case [*names]:
            return phrases.listed(names)
    return phrases.isolated(value)
