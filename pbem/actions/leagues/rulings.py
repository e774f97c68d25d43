"""Rulings on games and cases, penalties, and who may not play here: what they do to tables and ratings."""

import re
from dataclasses import replace

from pbem.actions.directing import adjudicate, replace_by_player
from pbem.actions.leagues.decide import Matter, Outcome, take_word, to_be_decided
from pbem.actions.leagues.entries import member_of, step_back
from pbem.actions.leagues.games import running
from pbem.actions.leagues.leaving import give_up_seats
from pbem.actions.leagues.season_facts import OPEN, PLAYED, name_of, played_by
from pbem.actions.leagues.seasons import settle_places
from pbem.actions.names import matching
from pbem.actions.request import Refused
from pbem.actions.results import counted, load_result, rate
from pbem.league.points import Ranking
from pbem.league.rating import Pool
from pbem.league.season import Phase
from pbem.model import Fixture, Member, Season
from pbem.notices import Notice
from pbem.work import ReadWork, Work

_GAME = re.compile(r"#?(\d{1,9})")
_MOST_POINTS = 1000


def of_game(work: ReadWork, words: list[str]) -> tuple[Season, list[str]]:
    """The season that a game is of, where one is named; else the season of the league that is."""
    match = _GAME.fullmatch(words[0]) if words else None
    if match is None:
        return _of_case(work, words) if take_word([*words], "case") else to_be_decided(work, words)
    fixture = work.fixture_of(int(match[1]))
    season = work.season(fixture.season_id) if fixture else None
    if season is None:
        raise Refused("no_such_game", game=int(match[1]))
    return season, words


def _of_case(work: ReadWork, words: list[str]) -> tuple[Season, list[str]]:
    """The season in which this case is open, where that is one alone; no league has to be named then."""
    number = int(words[1]) if len(words) > 1 and words[1].isdecimal() else 0
    named = {each.name: to_be_decided(work, [each.name])[0] for each in work.leagues()}
    waiting = {
        name: season
        for name, season in named.items()
        if any(case.granted is None for case in work.protests(season.id)[max(0, number - 1) : number])
    }
    found = waiting or named
    if len(found) != 1:
        rest = " ".join(words)
        raise Refused("which_case", choices=[f"league ruling {name} {rest}" for name in found])
    return next(iter(found.values())), words


def ruling(matter: Matter, words: list[str]) -> Outcome:
    """`#18 places Ewa Anna …`, `#18 void`, `#18 as played`, `case 1 granted|refused`."""
    if take_word(words, "case"):
        return _case(matter, words)
    match = _GAME.fullmatch(words[0]) if words else None
    fixture = matter.work.fixture_of(int(match[1])) if match else None
    if fixture is None or fixture.game_id is None:
        raise Refused("name_the_game")
    if matter.season.phase == Phase.SIGNED_OFF:
        raise Refused("season_signed_off", league=matter.league.name)
    return _on_game(matter, fixture, words[1:])


def _on_game(matter: Matter, fixture: Fixture, words: list[str]) -> Outcome:
    work, game_id = matter.work, fixture.game_id
    names = [name_of(work, each) for each in fixture.members]
    kind = take_word(words, "places", "void", "as")
    facts: dict[str, object] = {"game": f"#{game_id}"}
    ruled: list[list[int]] | None = None
    if kind == "places":
        order = _seats(words, names)
        ruled, facts["names"] = [[seat] for seat in order], [names[seat] for seat in order]
    elif kind == "void":
        ruled = []
    elif kind is None:
        raise Refused("ruling_unread")
    if kind == "void":
        _check_read(words)
    ended = _end(matter, fixture, ruled)
    now = next(each for each in work.fixtures(fixture.season_id) if each.id == fixture.id)
    work.save_fixture(replace(now, ruling=ruled))
    settle_places(work, matter.season)
    code = {"places": "places", "void": "void", "as": "as played"}[kind]
    logged = {"game": game_id, "fixture": fixture.number, "ruling": ruled, "unchanged": rate_again(work, fixture)}
    people = played_by(work, matter.season)
    concerned = [*fixture.members, *(people[each] for each in fixture.members)]
    drawn = (fixture.stage, fixture.round) < (matter.season.stage, matter.season.round)
    return Outcome(code, facts, logged, concerned, tuple(ended), drawn=drawn)


def _check_read(left: list[str]) -> None:
    """What was not understood was meant to say something: nothing happens then."""
    if left:
        raise Refused("options_unread", words=left)


def _seats(words: list[str], names: list[str]) -> list[int]:
    """Every seat once, from first to last; of a name as many words count as name somebody."""
    rest, order = [word for word in " ".join(words).replace(",", " ").split() if word], list[int]()
    while rest:
        for count in range(len(rest), 0, -1):
            found = matching(" ".join(rest[:count]), names)
            if len(found) == 1:
                order.append(names.index(found[0]))
                rest = rest[count:]
                break
        else:
            raise Refused("no_such_name", name=rest[0], names=names)
    if sorted(order) != list(range(len(names))):
        raise Refused("name_all", names=names)
    return order


def _end(matter: Matter, fixture: Fixture, ruled: list[list[int]] | None) -> list[Notice]:
    """A game that is still played ends by the ruling."""
    game = matter.work.game(fixture.game_id or 0)
    if game is None or game.state.over:
        return []
    if ruled is None:
        raise Refused("game_running", game=game.id)
    return adjudicate(matter.work, game, ruled[0] if ruled else ())


def rate_again(work: Work, fixture: Fixture) -> dict[str, dict[str, list[float]]]:
    """Every league game from this one on is rated anew; returns whom each left as they were."""
    now = next(one for one in work.fixtures(fixture.season_id) if one.id == fixture.id)
    if now.result is None:
        return {}
    first = load_result(now.result).finished
    seasons = [season for league in work.leagues() for season in work.seasons(league.id)]
    every = [each for season in seasons for each in work.fixtures(season.id)]
    later = [(load_result(each.result), each) for each in every if each.result]
    later = [(result, each) for result, each in later if result.finished >= first]
    work.drop_ratings(Pool.LEAGUE, [result.game for result, _ in later])
    unchanged = {}
    for played, each in sorted(later, key=lambda one: (one[0].finished, one[0].game)):
        if result := counted(each):
            unchanged[str(played.game)] = rate(work, result, Pool.LEAGUE)
    return {game: whom for game, whom in unchanged.items() if whom}


def _case(matter: Matter, words: list[str]) -> Outcome:
    cases = matter.work.protests(matter.season.id)
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= len(cases):
        raise Refused("no_such_case", count=len(cases))
    number, case = int(words[0]), cases[int(words[0]) - 1]
    verdict = take_word(words[1:], "granted", "refused")
    if verdict is None:
        raise Refused("ruling_unread")
    _check_read(words[2:])
    matter.work.save_protest(replace(case, granted=verdict == "granted"))
    facts = {"case": number, "name": name_of(matter.work, case.player_id)}
    return Outcome(verdict, facts, {"case": number}, [case.player_id])


# Points that a director takes away


def penalty(matter: Matter, words: list[str]) -> Outcome:
    """`Anna 2`."""
    if not words or not words[-1].isdecimal() or not 1 <= int(words[-1]) <= _MOST_POINTS:
        raise Refused("league_range", option="penalty", value=" ".join(words[-1:]), least=1, most=_MOST_POINTS)
    return _penalise(matter, words[:-1], int(words[-1]))


def lift(matter: Matter, words: list[str]) -> Outcome:
    """`Anna`: no penalty is left."""
    return _penalise(matter, words, 0)


def _penalise(matter: Matter, who: list[str], points: int) -> Outcome:
    _check_open(matter)
    if points and not _points_decide(matter.season):
        raise Refused("points_decide_nothing")
    member = member_called(matter.work, matter.season, " ".join(who))
    if not points and not member.penalty:
        raise Refused("no_penalty", name=name_of(matter.work, member.player_id))
    total = member.penalty + points if points else 0
    matter.work.save_member(replace(member, penalty=total))
    settle_places(matter.work, matter.season)
    facts = {"name": name_of(matter.work, member.player_id), "points": points}
    logged = {"member": member.player_id, "points": points}
    return Outcome("penalty" if points else "lifted", facts, logged, [member.player_id, member.played_by])


def _points_decide(season: Season) -> bool:
    """In a cup and on a ladder matches lead on; what came before them stands."""
    stages = season.rules.stages
    return not stages or stages[season.stage - 1].pairing not in ("knockout", "challenge")


def _check_open(matter: Matter) -> None:
    if matter.season.phase == Phase.SIGNED_OFF:
        raise Refused("season_signed_off", league=matter.league.name)


# Who may not play here


def expel(matter: Matter, words: list[str]) -> Outcome:
    """`Anna`, `Anna void`, `Anna forfeit`: out of this league, not of the server."""
    _check_open(matter)
    results = take_word(last := words[-1:], "void", "forfeit", "stand")
    who = words[:-1] if not last else words
    work, season, league = matter.work, matter.season, matter.league
    member = member_called(work, season, " ".join(who))
    name = name_of(work, member.player_id)
    work.save_league(replace(league, barred=tuple(sorted({*league.barred, member.player_id}))))
    notices: list[Notice] = []
    if season.phase in OPEN:
        step_back(work, matter.server, season, member)
    elif member.left_at is None:
        notices = give_up_seats(work, matter.server.house, season, member)
    logged: dict[str, object] = {"member": member.player_id, "results": results or "stand"}
    if results in ("void", "forfeit"):
        logged["unchanged"] = _rule_all(work, season, member, forfeit=results == "forfeit")
    code = f"expelled {results}" if results in ("void", "forfeit") else "expelled"
    return Outcome(code, {"name": name}, logged, [member.player_id], tuple(notices))


def _rule_all(work: Work, season: Season, member: Member, *, forfeit: bool) -> dict[str, dict[str, list[float]]]:
    """None of the member's games counts, or the member is last in each."""
    mine = [each for each in work.fixtures(season.id) if member.player_id in each.members]
    for each in mine:
        if not forfeit:
            work.save_fixture(replace(each, ruling=[]))
        elif result := counted(each):
            # What was ruled before stands, a game that was void too.
            work.save_fixture(replace(each, ruling=_last(result.ranking, each.members.index(member.player_id))))
    settle_places(work, season)
    over = sorted((each for each in mine if each.result), key=lambda each: str((each.result or {})["finished"]))
    return rate_again(work, over[0]) if over else {}


def _last(ranking: Ranking, seat: int) -> list[list[int]]:
    others = [[each for each in group if each != seat] for group in ranking]
    return [*(group for group in others if group), [seat]]


def reinstate(matter: Matter, words: list[str]) -> Outcome:
    """`Anna`: may play again, and has the seats back that are still played."""
    work, season, league = matter.work, matter.season, matter.league
    barred = {name_of(work, each): each for each in league.barred}
    found = matching(" ".join(words), barred)
    player_id = barred[found[0]] if len(found) == 1 else member_called(work, season, " ".join(words)).player_id
    member, player = member_of(work, season, player_id), work.player(player_id)
    back = member is not None and member.left_at is not None and season.phase in PLAYED
    if player is None or (player_id not in league.barred and not back):
        raise Refused("not_gone", name=" ".join(words))
    work.save_league(replace(league, barred=tuple(each for each in league.barred if each != player_id)))
    notices: list[Notice] = []
    if member and back:
        work.save_member(replace(member, left_at=None, substitute_id=None, asked_id=None, asked_at=None))
        for _, game in list(running(work, season)):
            seats = [seat for seat, each in enumerate(game.holders) if each.member_id == player_id]
            for seat in (each for each in seats if game.holders[each].player_id != player_id or game.holders[each].bot):
                notices += replace_by_player(work, game, seat, player)
    return Outcome("reinstated", {"name": player.name}, {"member": player_id}, [player_id], tuple(notices))


def member_called(work: ReadWork, season: Season, who: str) -> Member:
    """A member by address or name."""
    members = {each.player_id: each for each in work.members(season.id)}
    at = work.player_at(who) if "@" in who else None
    if at and at.id in members:
        return members[at.id]
    names = {number: name_of(work, number) for number in members}
    found = matching(who, names.values())
    meant = [number for number, name in names.items() if name in found]
    if len(meant) != 1:
        raise Refused("which_name" if meant else "no_such_name", name=who, names=found or list(names.values()))
    return members[meant[0]]
