"""The directors' report: what needs a decision, who is late, what a person should look at."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from pbem.i18n.language import N_
from pbem.notices import Concern, ReportNotice, Worry
from pbem.render.leagues import SeasonStep
from pbem.render.phrases import Phrases
from pbem.render.refusals import told_fact


class ShownWorry(NamedTuple):
    """A worry in a sentence, and the words that somebody wrote about it."""

    sentence: str
    words: list[str]


class Group(NamedTuple):
    """Worries of one sort."""

    heading: str
    remark: str
    findings: list[ShownWorry]


_DECISIONS = (Concern.HELD_UP, Concern.SIGN_OFF, Concern.PROTEST)
_STANDS = (
    Concern.CLOSED,
    Concern.BEGUN,
    Concern.COUNTS_AS_IT_STANDS,
    Concern.DRAWN_FROM_OPEN,
    Concern.ENTRANTS,
    Concern.AWAITED,
    Concern.ALIKE,
    Concern.ABSENT,
    Concern.WITHDREW,
    Concern.PACE,
    Concern.OVER,
    Concern.HEARD,
)
_DELAYS = (Concern.TIMED_OUT, Concern.LATE, Concern.STUCK, Concern.PAUSED)
_GONE = (Concern.LEFT, Concern.REPLACED, Concern.RESIGNED)
_PATTERNS = (Concern.RESIGNATIONS, Concern.SAME_PAIR, Concern.GIFTS)

_SENTENCES: Mapping[Concern, str] = {
    Concern.SIGN_OFF: N_(
        "All games are over, and the time for protests is up. The season is waiting to be signed off."
    ),
    Concern.HELD_UP: N_(
        "The server could not process this season: nothing in it will begin or end by itself. The reason is in "
        "the server's log; the organiser can read it."
    ),
    Concern.CLOSED: N_("Entries are closed, and everyone has been asked to confirm their place."),
    Concern.BEGUN: N_("The season has begun."),
    Concern.COUNTS_AS_IT_STANDS: N_(
        "Season %(season)s is open again. The next one will be drawn from its table as it stands then. What is "
        "ruled later will move nobody to another division."
    ),
    Concern.DRAWN_FROM_OPEN: N_(
        "This season was drawn from the table of season %(season)s as it stood, although it was open again. What "
        "is ruled there from now on moves nobody to another division."
    ),
    Concern.ENTRANTS: N_("Entered: %(count)s. Checked in: %(here)s."),
    Concern.AWAITED: N_("Not checked in yet: %(names)s."),
    Concern.ALIKE: N_("Names that look alike: %(names)s. Is it one person?"),
    Concern.ABSENT: N_("Entered, but did not check in: %(names)s."),
    Concern.WITHDREW: N_("Withdrew during check-in: %(names)s."),
    Concern.PACE: N_(
        "Games over: %(over)s of %(all)s; at an even pace it would be %(even)s. Time until the final deadline: "
        "%(days)s."
    ),
    Concern.OVER: N_("Games over: all %(all)s."),
    Concern.HEARD: N_("The table is provisional. Time left for protests: %(hours)s."),
    Concern.TIMED_OUT: N_("Game %(number)s: %(name)s ran out of time (so far: %(count)s×)."),
    Concern.RESIGNED: N_("Game %(number)s: %(name)s resigned."),
    Concern.DECIDED: N_("%(name)s decided: %(word)s."),
    Concern.REPLACED: N_("Game %(number)s: %(name)s is gone, %(other)s plays on."),
    Concern.PROTEST: N_("Case %(case)s, %(name)s:"),
    Concern.LATE: N_("Game %(number)s: %(name)s is running late. Time left: %(hours)s."),
    Concern.STUCK: N_("Game %(number)s: no move for %(days)s. It is %(name)s's turn."),
    Concern.PAUSED: N_("Game %(number)s has been paused for %(days)s."),
    Concern.LEFT: N_("%(name)s has left the league. Games that were not over: %(count)s."),
    Concern.RESIGNATIONS: N_(
        "%(name)s resigned in %(resigned)s of %(games)s games with %(other)s, who won %(won)s of them."
    ),
    Concern.SAME_PAIR: N_(
        "%(name)s finished behind %(other)s in %(behind)s of %(games)s games; %(expected)s would be expected."
    ),
    Concern.GIFTS: N_(
        "%(best)s of %(moves)s moves of %(name)s in %(games)s games were the best for %(other)s; "
        "%(expected)s would be expected."
    ),
}

_CASE_ABOUT_A_GAME = N_("Case %(case)s, %(name)s, about game %(number)s:")
_DECIDED_ABOUT = N_("%(name)s decided: %(word)s (%(other)s).")
_NOBODY_YET = N_("Game %(number)s: %(name)s is gone, and a substitute is being looked for.")

_FIGURES: Mapping[Concern, tuple[str, ...]] = {
    Concern.COUNTS_AS_IT_STANDS: ("season",),
    Concern.DRAWN_FROM_OPEN: ("season",),
    Concern.ENTRANTS: ("count", "here"),
    Concern.PACE: ("over", "all", "even", "days"),
    Concern.OVER: ("all",),
    Concern.HEARD: ("hours",),
    Concern.TIMED_OUT: ("count",),
    Concern.DECIDED: ("word",),
    Concern.PROTEST: ("case",),
    Concern.LATE: ("hours",),
    Concern.STUCK: ("days",),
    Concern.PAUSED: ("days",),
    Concern.LEFT: ("count",),
    Concern.RESIGNATIONS: ("won", "resigned", "games"),
    Concern.SAME_PAIR: ("games", "behind", "expected"),
    Concern.GIFTS: ("best", "moves", "games", "expected"),
}
"""What the numbers of a worry are, in their order."""


def report(phrases: Phrases, worries: Sequence[Worry]) -> list[Group]:
    """The worries by what a director can do about them, the pressing ones first."""
    say = phrases.say
    groups = (
        (say("How it stands"), "", _STANDS),
        (say("To be decided"), "", _DECISIONS),
        (say("Late or stuck"), "", _DELAYS),
        (say("Players who left"), "", _GONE),
        (say("Decided in the last week"), "", (Concern.DECIDED,)),
        (say("Worth a look"), say("None of this proves anything. Only directors are told."), _PATTERNS),
    )
    found = (
        Group(
            heading,
            remark,
            [_finding(phrases, worry) for each in concerns for worry in worries if worry.concern is each],
        )
        for heading, remark, concerns in groups
    )
    return [group for group in found if group.findings]


def report_steps(phrases: Phrases, notice: ReportNotice) -> list[SeasonStep]:
    """What a director can do about it by a tap."""
    name = notice.league.name
    steps = [SeasonStep(phrases.say("Standings"), f"standings {name}")]
    for worry in notice.worries:
        if worry.concern is Concern.PROTEST:
            case = worry.figure
            grant, refuse = (
                phrases.say("Grant case %(case)s", case=case),
                phrases.say("Refuse case %(case)s", case=case),
            )
            steps.append(SeasonStep(grant, f"league ruling {name} case {case} granted because ", open_ended=True))
            steps.append(SeasonStep(refuse, f"league ruling {name} case {case} refused because ", open_ended=True))
    if any(worry.concern is Concern.SIGN_OFF for worry in notice.worries):
        steps.insert(0, SeasonStep(phrases.say("Sign off"), f"league sign-off {name}"))
    return steps


def _finding(phrases: Phrases, worry: Worry) -> ShownWorry:
    who = [each or phrases.say("the organiser of this server") for each in worry.who[:2]]
    names = zip_longest(("name", "other"), who, fillvalue="?")
    figures = zip_longest(_FIGURES.get(worry.concern, ()), worry.figure.split(), fillvalue="?")
    facts = {
        "number": phrases.isolated(f"#{worry.game_id}"),
        "names": phrases.listed(worry.who),
        **{role: phrases.isolated(name) for role, name in names},
        **{figure: _told(phrases, figure, value) for figure, value in figures},
    }
    return ShownWorry(phrases.say(_sentence(worry), **facts), worry.words.splitlines())


def _sentence(worry: Worry) -> str:
    match worry.concern, len(worry.who):
        case Concern.PROTEST, _ if worry.game_id:
            return _CASE_ABOUT_A_GAME
        case Concern.DECIDED, 2:
            return _DECIDED_ABOUT
        case Concern.REPLACED, 1:
            return _NOBODY_YET
    return _SENTENCES[worry.concern]


def _told(phrases: Phrases, figure: str, value: str) -> str:
    """A number; hours and days with their unit."""
    match figure, value.replace(".", "", 1).isdigit():
        case "word", _:
            return told_fact(phrases, figure, value)
        case "hours", True:
            return phrases.span(round(float(value)))
        case "days", True:
            return phrases.span(24 * round(float(value)))
    return phrases.number(value)
