"""What directors decide about a season itself: its rules, its dates, its beginning, its rest and its end."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from engine import Pause
from pbem.actions.games.play import whole_bank
from pbem.actions.games.resting import let_rest, resume_quietly
from pbem.actions.leagues.decide import Matter, Outcome, take_word, tell_directors
from pbem.actions.leagues.entries import let_in
from pbem.actions.leagues.founding import (
    CHANGEABLE,
    TERMS,
    check_name,
    checked_rules,
    next_season_of,
    rule_said,
    start_of,
)
from pbem.actions.leagues.games import people_of, running
from pbem.actions.leagues.reports import report
from pbem.actions.leagues.rounds import too_few
from pbem.actions.leagues.season_facts import CALLED_OFF, OPEN, PLAYED, name_of, people_in, timetable, with_its_rest
from pbem.actions.leagues.seasons import look_at_season, who_is_here
from pbem.actions.names import plain_name
from pbem.actions.request import Refused, Server
from pbem.actions.results import entries, note
from pbem.commands.lexicon import lexicon
from pbem.league.season import Phase
from pbem.model import League, Season, Terms
from pbem.model.leagues import LeagueRules
from pbem.notices import Concern, Decided, Notice, Worry
from pbem.work import Work

_WHILE_PLAYED = ("weeks", "overtime-days", "protest-hours", "break-days", *TERMS)
"""What may change while a season is played: clocks and dates."""
_MOVING = ("weeks", "overtime-days")
_LATER = (Phase.PROVISIONAL, Phase.SIGN_OFF, Phase.SIGNED_OFF)


def set_rule(matter: Matter, words: list[str]) -> Outcome:
    """`free-hours 48`, `free-hours 48 from 2027-03-01`, `scale 9-5-2-0 next`."""
    moment, words = _from(matter, words)
    following = take_word(last := words[-1:], "next") is not None
    words = words if last else words[:-1]
    option, value, *rest = [*words, "", ""]
    option = option.lower()
    if option not in CHANGEABLE:
        raise Refused("league_choice", option="set", names=list(CHANGEABLE))
    if any(rest):
        raise Refused("options_unread", words=rest[: len(words) - 2])
    logged = {"option": option, "value": value}
    facts: dict[str, object] = {"option": option, "value": value}
    everyone = people_in(matter.work, matter.season)
    over = matter.season.phase in _LATER
    if moment and moment > matter.work.now and not over:
        begun = matter.season.phase not in OPEN or moment >= matter.season.start
        _check_not_fixed(option, begun=begun)
        _checked(matter.season.rules, option, value)
        planned = (*matter.season.planned, (moment.isoformat(), option, value))
        matter.work.save_season(replace(matter.season, planned=planned, due_at=matter.work.now))
        return Outcome("set later", {**facts, "date": moment.date().isoformat()}, logged, everyone)
    league = matter.league
    if following or over:
        matter.work.save_league(replace(league, rules=_checked(league.rules, option, value)))
        return Outcome("set next", facts, {**logged, "next": True})
    before = rule_said(matter.season.rules, option)
    apply_rule(matter.work, league, matter.season, option, value)
    facts |= _moved(_now(matter.work, matter.season), option) | ({"before": before} if before else {})
    code = "set dates" if "until" in facts else "set from" if before else "set"
    came_in = let_in(matter.work, matter.server, _now(matter.work, matter.season)) if option == "cap" else []
    return Outcome(code, facts, logged, everyone, tuple(came_in))


def _moved(season: Season, option: str) -> dict[str, object]:
    """The dates of a season that is played, where a rule moved them."""
    if season.phase not in PLAYED or option not in _MOVING:
        return {}
    dates = timetable(season)
    return {"date": dates.overtime_begins.date().isoformat(), "until": dates.hard_date.date().isoformat()}


def _from(matter: Matter, words: list[str]) -> tuple[datetime | None, list[str]]:
    """The day from which on it holds, if one is said."""
    if len(words) > 2 and lexicon().bounds.get(words[-2].lower()) == "from":
        return start_of(words[-1], matter.timezone), words[:-2]
    return None, words


def _checked(rules: LeagueRules, option: str, value: str) -> LeagueRules:
    return checked_rules(rules, {option: value})


def apply_rule(work: Work, league: League, season: Season, option: str, value: str) -> None:
    """The rule holds from now on; before the start it is the league's, too."""
    _check_not_fixed(option, begun=season.phase not in OPEN)
    rules = _checked(season.rules, option, value)
    work.save_season(replace(season, rules=rules, due_at=work.now))
    if season.phase in OPEN:
        work.save_league(replace(league, rules=_checked(league.rules, option, value)))
    elif option in TERMS and season.phase in PLAYED:
        for _, game in list(running(work, season)):
            terms = replace(rules.terms, private_talk=game.terms.private_talk, hints=game.terms.hints)
            _retime(work, game.id, terms)


def _check_not_fixed(option: str, *, begun: bool) -> None:
    if begun and option not in _WHILE_PLAYED:
        raise Refused("rule_fixed", option=option, names=list(_WHILE_PLAYED))


def _retime(work: Work, game_id: int, terms: Terms) -> None:
    """A bank that grew by rule grows at every seat; nobody has more than a whole one."""
    game = work.game(game_id)
    assert game
    more = max(0, whole_bank(terms) - whole_bank(game.terms))
    for seat, holder in enumerate(game.holders):
        bank = min(holder.bank + more, whole_bank(terms))
        game = game.with_holder(seat, replace(holder, bank=bank))
        work.save_holder(game, seat)
    game = replace(game, terms=terms, due_at=work.now if game.due_at else None)
    work.save_terms(game)
    work.save_clock(game)


def apply_planned_rules(work: Work, server: Server, season: Season) -> list[Notice]:
    """What was to change by now does; what can't any more is dropped, and the directors are told."""
    due = [each for each in season.planned if datetime.fromisoformat(each[0]) <= work.now]
    if not due:
        return []
    later = tuple(each for each in season.planned if each not in due)
    work.save_season(replace(season, planned=later, due_at=work.now))
    return [notice for _, option, value in due for notice in _apply_planned(work, server, season, option, value)]


def _apply_planned(work: Work, server: Server, season: Season, option: str, value: str) -> list[Notice]:
    try:
        with work.attempt():
            apply_rule(work, work.league(season.league_id), _now(work, season), option, value)
    except Refused:
        note(work, season, "not set", option=option, value=value)
        return tell_directors(work, server, season, Decided("not set", {"option": option, "value": value}))
    return []


def _now(work: Work, season: Season) -> Season:
    """As it is after what has happened just now."""
    found = work.season(season.id)
    assert found
    return found


def look_at_due_season(work: Work, server: Server, season: Season) -> list[Notice]:
    """What was put off until now happens first: a pause ends, a rule changes; then all that is due."""
    notices: list[Notice] = []
    if season.paused_at and season.paused_until and season.paused_until <= work.now:
        notices = go_on(work, season)
        note(work, season, "resumed")
    notices += apply_planned_rules(work, server, _now(work, season))
    return [*notices, *look_at_season(work, server, _now(work, season))]


def tell_held_up(work: Work, server: Server, season: Season) -> list[Notice]:
    """Once a day those who direct are told of a season that the server can't see to."""
    lines = entries(work.season_log(season.id))
    told = [each["at"] for each in lines if each["event"] == "held up"]
    if told and datetime.fromisoformat(told[-1]) > work.now - timedelta(days=1):
        return []
    note(work, season, "held up")
    return report(work, server, season, [Worry(Concern.HELD_UP)])


def rename(matter: Matter, words: list[str]) -> Outcome:
    """Another name for the league."""
    take_word(words, "to")
    name = check_name(matter.work, " ".join(words), matter.league)
    matter.work.save_league(replace(matter.league, name=name))
    everyone = people_in(matter.work, matter.season)
    return Outcome("renamed", {"league": name}, {}, everyone)


# Rest


def pause(matter: Matter, words: list[str]) -> Outcome:
    """`until 2027-02-09`: every game rests, and all dates move."""
    work, season = matter.work, matter.season
    if season.phase not in (*OPEN, *PLAYED):
        raise Refused("not_in_this_phase", league=matter.league.name)
    if season.paused_at:
        raise Refused("league_paused", league=matter.league.name)
    since, until = _rest_of(words, matter.timezone)
    if since and since > work.now:
        raise Refused("pause_from_later")
    if until and until <= work.now:
        raise Refused("start_in_the_past")
    people = _people(work, season)
    for _, game in list(running(work, season)):
        if not game.paused:
            let_rest(work, game)
    work.save_season(replace(season, paused_at=work.now, paused_until=until, due_at=until))
    if until is None:
        return Outcome("paused", {}, {}, people)
    return Outcome("paused until", {"date": until.date().isoformat()}, {"until": until.isoformat()}, people)


def _rest_of(words: list[str], timezone: str) -> tuple[datetime | None, datetime | None]:
    """The first and the last day that are said, in either order; every word must be one of ours or a day."""
    found: dict[str, datetime] = {}
    rest = [word.rstrip(",") for word in words]
    while len(rest) > 1 and (bound := lexicon().bounds.get(plain_name(rest[0]))) and bound not in found:
        found[bound] = start_of(rest[1], timezone)
        rest = rest[2:]
    if rest:
        raise Refused("options_unread", words=rest)
    return found.get("from"), found.get("to")


def resume(matter: Matter, _words: list[str]) -> Outcome:
    """Every game goes on that the pause stopped."""
    if matter.season.paused_at is None:
        raise Refused("league_not_paused", league=matter.league.name)
    days = (matter.work.now - matter.season.paused_at) / timedelta(days=1)
    people, notices = _people(matter.work, matter.season), go_on(matter.work, matter.season)
    return Outcome("resumed", {"days": f"{days:.1f}"}, {}, people, tuple(notices))


def go_on(work: Work, season: Season) -> list[Notice]:
    """The dates have moved by as long as the season rested; whoever is on turn gets the board once more."""
    assert season.paused_at
    notices = list[Notice]()
    for _, game in list(running(work, season)):
        pauses = [line.at for line in work.ledger(game.id) if isinstance(line.entry, Pause)]
        if game.paused and pauses and pauses[-1] == season.paused_at:
            notices += resume_quietly(work, game)[1]
    moved = with_its_rest(replace(season, paused_until=None), work.now)
    work.save_season(replace(moved, paused_at=None, paused_until=None, due_at=work.now))
    return notices


def _people(work: Work, season: Season) -> list[int]:
    playing = {each for _, game in running(work, season) for each in people_of(game)}
    return sorted(playing.union(people_in(work, season)))


# Beginning and end


def cancel(matter: Matter, _words: list[str]) -> Outcome:
    """The season does not take place."""
    _check_not_begun(matter)
    matter.work.save_season(replace(matter.season, phase=CALLED_OFF, due_at=None))
    return Outcome("cancelled", {}, {}, [each.player_id for each in matter.work.members(matter.season.id)])


def postpone(matter: Matter, words: list[str]) -> Outcome:
    """`2027-03-01`: another start."""
    _check_not_begun(matter)
    take_word(words, "to")
    start = start_of(" ".join(words), matter.timezone)
    if start <= matter.work.now:
        raise Refused("start_in_the_past")
    phase = Phase.ENTRIES if matter.season.phase == Phase.CHECK_IN else matter.season.phase
    matter.work.save_season(replace(matter.season, start=start, phase=phase, due_at=matter.work.now))
    people = [each.player_id for each in matter.work.members(matter.season.id)]
    return Outcome("postponed", {"date": start.date().isoformat()}, {"start": start.isoformat()}, people)


def _check_not_begun(matter: Matter) -> None:
    if matter.season.phase not in OPEN:
        raise Refused("season_started", league=matter.league.name)


def _check_awake(matter: Matter) -> None:
    if matter.season.paused_at:
        raise Refused("league_rests", league=matter.league.name)


def start(matter: Matter, _words: list[str]) -> Outcome:
    """Begin now, with all who said that they are there."""
    work, season = matter.work, matter.season
    _check_not_begun(matter)
    _check_awake(matter)
    present = who_is_here(work, season)
    here = [each.player_id for each in present]
    names = [name_of(work, each) for each in here]
    missing = [name_of(work, each.player_id) for each in work.members(season.id) if each.player_id not in here]
    if too_few(season, present):
        raise Refused("too_few_here", league=matter.league.name, seats=season.rules.seats, names=missing)
    notices = look_at_season(work, matter.server, replace(season, start=work.now))
    return Outcome("started", {"names": names, "missing": missing or ["–"]}, {}, (), tuple(notices))


def sign_off(matter: Matter, words: list[str]) -> Outcome:
    """The table is final; `next 2027-04-05 weeks 10` settles the next season, `no next` that there is none."""
    work, season = matter.work, matter.season
    if season.phase == Phase.PROVISIONAL and season.decided_at:
        until = season.decided_at + timetable(season).protests
        told = until.astimezone(ZoneInfo(matter.timezone)).strftime("%Y-%m-%d %H:%M")
        raise Refused("protests_heard", league=matter.league.name, until=told)
    if season.phase != Phase.SIGN_OFF:
        raise Refused("not_to_be_signed_off", league=matter.league.name, phase=season.phase)
    wanted = next_season_of(matter.league, words, matter.timezone)
    if wanted.rules != matter.league.rules:
        work.save_league(replace(matter.league, rules=wanted.rules))
    opened = sum(each.granted is None for each in work.protests(season.id))
    notices = look_at_season(work, matter.server, replace(season, signed_off_at=work.now), wanted)
    code = "signed off open" if opened else "signed off"
    return Outcome(code, {"count": opened}, {"open": opened}, (), tuple(notices))


def reopen(matter: Matter, _words: list[str]) -> Outcome:
    """The last season that was signed off may be ruled on again, as long as no draw rests on it."""
    work = matter.work
    signed = [each for each in work.seasons(matter.season.league_id) if each.signed_off_at]
    if not signed or any(work.fixtures(each.id) for each in work.seasons(matter.season.league_id)[signed[-1].number :]):
        raise Refused("nothing_to_reopen", league=matter.league.name)
    last = work.season(signed[-1].id)
    assert last
    work.save_season(replace(last, phase=Phase.SIGN_OFF, signed_off_at=None, due_at=work.now))
    everyone = [each.player_id for each in work.members(last.id) if each.plays]
    return Outcome("reopened", {"season": last.number}, {"reopened": last.number}, everyone)
