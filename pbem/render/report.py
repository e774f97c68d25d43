"""The directors' report: what needs a decision, who is late, what a person should look at."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from pbem.i18n.marking import N_
from pbem.notices import Concern, ReportNotice, Worry
from pbem.render.leagues import Step
from pbem.render.voice import Voice


class Finding(NamedTuple):
    """A worry in a sentence, and the words that somebody wrote about it."""

    sentence: str
    words: list[str]


class Group(NamedTuple):
    """Worries of one sort."""

    heading: str
    remark: str
    findings: list[Finding]


_DECISIONS = (Concern.SIGN_OFF, Concern.PROTEST)
_DELAYS = (Concern.LATE, Concern.STUCK, Concern.PAUSED)
_PATTERNS = (Concern.RESIGNATIONS, Concern.SAME_PAIR, Concern.GIFTS)

_SENTENCES: Mapping[Concern, str] = {
    Concern.SIGN_OFF: N_("All games are over, and the time for protests is up. The season waits for a sign-off."),
    Concern.PROTEST: N_("%(name)s protests:"),
    Concern.LATE: N_("Game %(number)s: %(name)s is late. Time left: %(hours)s."),
    Concern.STUCK: N_("Game %(number)s: nothing happens. On turn: %(name)s. Time without a move: %(days)s."),
    Concern.PAUSED: N_("Game %(number)s is paused. Time so far: %(days)s."),
    Concern.LEFT: N_("%(name)s has left the league. Games that were not over: %(count)s."),
    Concern.RESIGNATIONS: N_(
        "%(name)s resigned where %(other)s then won: %(won)s times. By chance it would be %(expected)s."
    ),
    Concern.SAME_PAIR: N_(
        "%(name)s played %(together)s of %(games)s games with %(other)s, and finished behind in %(behind)s of them."
    ),
    Concern.GIFTS: N_(
        "Moves of %(name)s gave %(other)s chances worth %(given)s wins in %(games)s games: "
        "%(each)s a game, but only %(usual)s to others."
    ),
}

_FIGURES: Mapping[Concern, tuple[str, ...]] = {
    Concern.LATE: ("hours",),
    Concern.STUCK: ("days",),
    Concern.PAUSED: ("days",),
    Concern.LEFT: ("count",),
    Concern.RESIGNATIONS: ("won", "expected"),
    Concern.SAME_PAIR: ("games", "together", "behind"),
    Concern.GIFTS: ("given", "games", "each", "usual"),
}
"""What the numbers of a worry are, in their order."""


def report(voice: Voice, worries: Sequence[Worry]) -> list[Group]:
    """The worries by what a director can do about them, the pressing ones first."""
    say = voice.say
    groups = (
        (say("To be decided"), "", _DECISIONS),
        (say("Late or stuck"), "", _DELAYS),
        (say("Gone"), "", (Concern.LEFT,)),
        (say("To be looked at"), say("None of this proves anything. Only directors are told."), _PATTERNS),
    )
    found = (
        Group(
            heading, remark, [_finding(voice, worry) for each in concerns for worry in worries if worry.concern is each]
        )
        for heading, remark, concerns in groups
    )
    return [group for group in found if group.findings]


def report_steps(voice: Voice, notice: ReportNotice) -> list[Step]:
    """What a director can do about it by a tap."""
    name = notice.league.name
    steps = [Step(voice.say("Standings"), f"standings {name}")]
    if any(worry.concern is Concern.SIGN_OFF for worry in notice.worries):
        steps.insert(0, Step(voice.say("Sign off"), f"league sign-off {name}"))
    return steps


def _finding(voice: Voice, worry: Worry) -> Finding:
    names = zip_longest(("name", "other"), worry.who[:2], fillvalue="?")
    figures = zip_longest(_FIGURES.get(worry.concern, ()), worry.figure.split(), fillvalue="?")
    facts = {
        "number": voice.isolated(f"#{worry.game_id}"),
        **{role: voice.isolated(name) for role, name in names},
        **{figure: _told(voice, figure, value) for figure, value in figures},
    }
    return Finding(voice.say(_SENTENCES[worry.concern], **facts), worry.words.splitlines())


def _told(voice: Voice, figure: str, value: str) -> str:
    """A number; hours and days with their unit."""
    match figure, value.replace(".", "", 1).isdigit():
        case "hours", True:
            return voice.span(round(float(value)))
        case "days", True:
            return voice.span(24 * round(float(value)))
    return voice.number(value)
