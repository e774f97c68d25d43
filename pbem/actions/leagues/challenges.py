"""A ladder by mail: challenges, their answers, and what happens if there is none."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from pbem.actions.leagues.entries import place_of
from pbem.actions.leagues.rounds import group_now
from pbem.actions.leagues.season_facts import PLAYED, is_ladder, name_of, played_by, timetable
from pbem.actions.leagues.tables import fixture_line
from pbem.actions.leagues.telling import Details, tell
from pbem.actions.names import matching
from pbem.actions.request import Refused
from pbem.actions.results import load_result, note
from pbem.league.competition import challenges_of, ladder_of
from pbem.league.ladder import Answer, Challenge, LadderRules, Objection, idle, objection, open_to, silent
from pbem.league.rounds import ticket
from pbem.league.season import Phase
from pbem.model import Fixture, Member, Player, Season
from pbem.notices import LeagueNews, Notice
from pbem.work import ReadWork, Work

_OBJECTIONS = {
    Objection.BELOW: "challenge_above",
    Objection.OUT_OF_REACH: "challenge_reach",
    Objection.BUSY: "challenge_busy",
    Objection.ME_BUSY: "challenge_me_busy",
}


def ladders(work: ReadWork) -> list[Season]:
    """The seasons in which challenges are heard."""
    current = [work.seasons(league.id)[-1] for league in work.leagues()]
    return [each for each in current if is_ladder(each) and each.phase == Phase.RUNNING and not each.paused_at]


def order_of(work: ReadWork, season: Season) -> tuple[int, ...]:
    """The ladder from the top."""
    return tuple(row.member for row in group_now(work, season).table)


def on_rung(work: ReadWork, season: Season, player_id: int) -> Member | None:
    """The place that somebody plays for on a ladder; None: they have left, or never were on it."""
    member = place_of(work, season, player_id)
    return member if member and not (member.left_at and member.substitute_id is None) else None


def rules_of(season: Season) -> LadderRules:
    return ladder_of(season.rules.stages[season.stage - 1])


def busy(work: ReadWork, season: Season) -> set[int]:
    """Who has a challenge or a game, or has left."""
    waiting = [each for each in challenges_of(season.challenges) if each.answer is Answer.OPEN]
    playing = [member for each in work.fixtures(season.id) if not each.result for member in each.members]
    left = [each.player_id for each in work.members(season.id) if each.left_at and not each.substitute_id]
    return {*playing, *left, *(member for each in waiting for member in each.both)}


def challenge(work: Work, season: Season, player: Player, who: str, answers: str | None) -> list[Notice]:
    """`Anna`: the rung above, or one of the next; nobody named: the nearest who may be."""
    order, rules, taken, people = order_of(work, season), rules_of(season), busy(work, season), played_by(work, season)
    mine = next(each for each in order if people[each] == player.id)
    open_now = open_to(order, mine, rules, taken)
    names = {name_of(work, people[each]): each for each in order if each != mine}
    found = matching(who, names) if who else [name_of(work, people[each]) for each in open_now[:1]]
    if len(found) != 1:
        code = "which_name" if found else "no_such_name" if who else "challenge_nobody"
        raise Refused(code, name=who, names=found or [name_of(work, people[each]) for each in open_now] or ["–"])
    other = names[found[0]]
    if reason := objection(order, mine, other, rules, taken):
        free = [name_of(work, people[each]) for each in open_now] or ["–"]
        raise Refused(_OBJECTIONS[reason], name=found[0], reach=rules.reach, names=free)
    made = Challenge(_next_number(work, season), mine, other, work.now)
    season = _save(work, season, [*challenges_of(season.challenges), made])
    note(work, season, "challenge", challenge=made.number, challenger=mine, challenged=other)
    until = work.now + rules.answer
    told = tell(work, season, player, LeagueNews.CHALLENGES, Details(until, other=found[0]), answers)
    asked = tell(work, season, work.player(people[other]), LeagueNews.CHALLENGED, Details(until, other=player.name))
    return [*told, *asked]


def _next_number(work: ReadWork, season: Season) -> int:
    known = [each.number for each in challenges_of(season.challenges)]
    return 1 + max([0, *known, *(each.number for each in work.fixtures(season.id))])


def challenge_to(work: ReadWork, player_id: int) -> tuple[Season, Challenge] | None:
    """The challenge that waits for this player's answer."""
    for season in ladders(work):
        people = played_by(work, season)
        for each in challenges_of(season.challenges):
            if each.answer is Answer.OPEN and people[each.challenged] == player_id:
                return season, each
    return None


def answer(work: Work, season: Season, made: Challenge, *, accepted: bool) -> tuple[Season, list[Notice]]:
    """A yes is a game; a no gives the challenger the rung."""
    if accepted:
        answered = replace(made, answer=Answer.ACCEPTED, answered_at=work.now)
        season = _save(work, season, _with(season, answered))
        members = sorted(made.both, key=lambda member: ticket(season.secret, f"seats {made.number}", member))
        work.add_fixtures([Fixture(0, season.id, 0, 0, made.number, tuple(members))])
        note(work, season, "accepted", challenge=made.number)
        return season, []
    before = order_of(work, season)
    season = _save(work, season, _with(season, replace(made, answer=Answer.REFUSED, answered_at=work.now)))
    note(work, season, "refused", challenge=made.number)
    return season, _moved(work, season, before, made.both)


def told_game(work: Work, season: Season, made: Challenge) -> list[Notice]:
    """To both: their game begins."""
    (game,) = (each for each in work.fixtures(season.id) if each.number == made.number)
    details = Details(fixtures=[fixture_line(work, game)])
    people = [work.player(played_by(work, season)[each]) for each in made.both]
    return [notice for each in people for notice in tell(work, season, each, LeagueNews.ROUND, details)]


def _with(season: Season, changed: Challenge) -> list[Challenge]:
    return [changed if each.number == changed.number else each for each in challenges_of(season.challenges)]


def _save(work: Work, season: Season, challenges: Sequence[Challenge]) -> Season:
    rows = tuple(
        (
            each.number,
            each.challenger,
            each.challenged,
            each.at.isoformat(),
            each.answer.value,
            each.answered_at.isoformat() if each.answered_at else None,
        )
        for each in challenges
    )
    season = replace(season, challenges=rows, due_at=work.now)
    work.save_season(season)
    return season


def _moved(work: Work, season: Season, before: Sequence[int], whom: Sequence[int]) -> list[Notice]:
    """To those whom it concerns, the rung that they have now."""
    now, people = order_of(work, season), played_by(work, season)
    return [
        notice
        for each in whom
        if now.index(each) != before.index(each)
        for notice in tell(
            work, season, work.player(people[each]), LeagueNews.RUNGS, Details(remarks=[f"rung {now.index(each) + 1}"])
        )
    ]


# What falls due


def see_to_ladder(work: Work, season: Season) -> tuple[Season, list[Notice]]:
    """Challenges without an answer, and those who did nothing for long; when its time is up the ladder is decided."""
    notices: list[Notice] = []
    if timetable(season).overtime_begins <= work.now:
        return _end(work, season), []
    for each in silent(challenges_of(season.challenges), rules_of(season), work.now):
        season, news = answer(work, season, each, accepted=False)
        notices += news
    for member in idle(order_of(work, season), last_acts(work, season), rules_of(season), work.now):
        before = order_of(work, season)
        season = replace(season, idled=(*season.idled, (member, work.now.isoformat())))
        work.save_season(season)
        note(work, season, "idle", member=member)
        notices += _moved(work, season, before, [member])
    return season, notices


def _end(work: Work, season: Season) -> Season:
    """No challenge is open any more; the games that are left are played to their end."""
    waiting = [each for each in challenges_of(season.challenges) if each.answer is Answer.OPEN]
    for each in waiting:
        dropped = replace(each, answer=Answer.DROPPED, answered_at=work.now)
        season = _save(work, season, _with(season, dropped))
    if waiting:
        note(work, season, "ladder ends")
    over = all(each.result for each in work.fixtures(season.id))
    return replace(season, decided_at=work.now) if over else season


def last_acts(work: ReadWork, season: Season) -> dict[int, datetime]:
    """When everyone last played, challenged, was challenged, or went down for doing nothing."""
    acts = {each.player_id: max(season.start, each.entered_at) for each in work.members(season.id)}
    for each in challenges_of(season.challenges):
        acts |= {member: max(acts[member], each.answered_at or each.at) for member in each.both}
    for game in work.fixtures(season.id):
        at = load_result(game.result).finished if game.result else work.now
        acts |= {member: max(acts[member], at) for member in game.members}
    for member, moment in season.idled:
        acts[member] = max(acts[member], datetime.fromisoformat(moment))
    return acts


def ladder_dates(work: ReadWork, season: Season) -> list[datetime]:
    """When something happens on a ladder if nobody does anything."""
    if not is_ladder(season) or season.phase not in PLAYED or season.decided_at or not season.groups:
        return []
    rules = rules_of(season)
    answers = [each.at + rules.answer for each in challenges_of(season.challenges) if each.answer is Answer.OPEN]
    late = [at + rules.idle for at in last_acts(work, season).values()]
    return [*answers, *(each for each in late if each > work.now)]
