"""What a director decided, in words: the sentence, why, who, and what becomes of the table."""

from typing import NamedTuple

from pbem.i18n.language import N_
from pbem.mail.compose import Attachment
from pbem.notices import AskedDecisionNotice, Decided, DecisionNotice, LeagueLogNotice, TableChange
from pbem.notices.decisions import DECISIONS
from pbem.render.phrases import Phrases
from pbem.render.refusals import told_fact

_STAYS = {
    "round": N_(
        "The next round is drawn already and stays as it is: the same people play in it, whoever this puts first."
    ),
    "season": N_("The next season is drawn already: nobody changes division by this."),
}


class ShownDecision(NamedTuple):
    """As a mail shows it; the command line has the same lines."""

    sentence: str
    words: list[str]
    """A message, or the reason, as it was written."""
    reason: str
    by: str
    changes: list[str]


def decision(phrases: Phrases, decided: Decided) -> ShownDecision:
    """The whole of it in the reader's language."""
    facts = {name: told_fact(phrases, name, value) for name, value in decided.facts.items()}
    return ShownDecision(
        phrases.say(DECISIONS[decided.code], **facts),
        str(decided.facts.get("text", "")).splitlines(),
        decided.reason,
        phrases.isolated(decided.by) if decided.by else phrases.say("the organiser of this server"),
        [
            *([phrases.say(_STAYS[decided.drawn])] if decided.drawn else []),
            *(_change(phrases, each) for each in decided.changes),
        ],
    )


def _change(phrases: Phrases, change: TableChange) -> str:
    """What becomes of somebody in the table; points only where they change."""
    name, places = phrases.isolated(change.name), {"before": change.place_before, "place": change.place}
    if change.points_before == change.points:
        return phrases.say("%(name)s: place %(before)s → %(place)s", name=name, **places)
    return phrases.say(
        "%(name)s: place %(before)s → %(place)s, points %(had)s → %(points)s",
        name=name,
        had=phrases.number(change.points_before),
        points=phrases.number(change.points),
        **places,
    )


def decision_details(phrases: Phrases, notice: DecisionNotice | AskedDecisionNotice) -> dict[str, object]:
    """What the template needs."""
    asked = notice if isinstance(notice, AskedDecisionNotice) and not notice.more_below else None
    return {
        "decision": decision(phrases, notice.decided),
        "asks": asked is not None,
        "several": asked is not None and bool(asked.orders),
    }


def log_file(notice: LeagueLogNotice) -> tuple[Attachment, ...]:
    """The lines, one after the other."""
    content = "".join(f"{line}\n" for line in notice.lines).encode()
    return (Attachment("log.jsonl", "application/json", content),)
