"""A season's games: they start, all at once or one after the other, and what is left of them is hurried up."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from engine import Pause, Resume
from pbem.actions.directing import adjudicate
from pbem.actions.games.clock import end_turn
from pbem.actions.games.play import start_game, whole_bank
from pbem.actions.games.seats import new_game
from pbem.actions.games.strength import stand_in_for
from pbem.actions.leagues.season_facts import timetable
from pbem.actions.lobby.substitutes import offer_seat
from pbem.actions.lobby.tables import names_of
from pbem.actions.names import distinct
from pbem.actions.request import Server
from pbem.actions.results import note
from pbem.league.fixtures import to_start
from pbem.league.points import adjudicated
from pbem.league.season import Phase, in_overtime
from pbem.model import Fixture, Game, Holder, Member, Season, TurnClock
from pbem.model.characters import name_of_bot
from pbem.notices import Notice
from pbem.work import ReadWork, Work


def start_due(work: Work, server: Server, season: Season) -> list[Notice]:
    """Start every game whose players have room for it; in overtime, all that are left."""
    fixtures = work.fixtures(season.id)
    waiting = [index for index, each in enumerate(fixtures) if each.game_id is None]
    if not waiting:
        return []
    members = {each.player_id: each for each in work.members(season.id)}
    staggered = season.rules.at_most and season.phase == Phase.RUNNING
    indices = _with_room(fixtures, season.rules.at_most) if staggered else waiting
    return [notice for index in indices for notice in _start(work, server, season, fixtures[index], members)]


def _with_room(fixtures: list[Fixture], at_most: int) -> tuple[int, ...]:
    started = [index for index, each in enumerate(fixtures) if each.game_id is not None]
    finished = [index for index in started if fixtures[index].result]
    return to_start([each.members for each in fixtures], started, finished, at_most)


def _start(work: Work, server: Server, season: Season, fixture: Fixture, members: dict[int, Member]) -> list[Notice]:
    """Deal a game; where a member has left, a substitute or a bot has the seat from the start."""
    rules, holders = season.rules, list[Holder]()
    for player_id in fixture.members:
        bot = stand_in_for(work, player_id, rules.terms, server.house.stand_in)
        holders.append(_holder(work, members[player_id], bot, holders))
    start = new_game(tuple(holders), rules.edition, server.entropy(32))
    terms = rules.terms if season.phase == Phase.RUNNING else in_overtime(rules.terms)
    # The number is taken first: a game that only bots play is over before `start_game` returns.
    number = work.add_game(start, terms).id
    work.save_fixture(replace(fixture, game_id=number))
    note(work, season, "started", fixture=fixture.number, game=number, commitment=start.commitment)
    game, notices = start_game(work, start, terms, number)
    return [*notices, *_offers(work, server, game)]


def _holder(work: ReadWork, member: Member, bot: str, others: list[Holder]) -> Holder:
    who = work.player(member.substitute_id or member.player_id)
    assert who
    if member.left_at is None:
        return Holder(distinct(who.name, names_of(others)), player_id=who.id)
    if member.substitute_id:
        return Holder(
            distinct(who.name, names_of(others)), player_id=who.id, member_id=member.player_id, gone_at=member.left_at
        )
    name = name_of_bot(bot, taken=names_of(others))
    return Holder(distinct(name, names_of(others)), bot=bot, member_id=member.player_id, gone_at=member.left_at)


def _offers(work: Work, server: Server, game: Game) -> list[Notice]:
    """Seats that have nobody but a bot are offered to substitutes."""
    if game.state.over:
        return []
    left = [seat for seat, holder in enumerate(game.holders) if holder.bot and holder.member_id]
    return [notice for seat in left for notice in offer_seat(work, server.house, game, seat)]


def running(work: ReadWork, season: Season) -> Iterator[tuple[Fixture, Game]]:
    """Games that are being played, read anew each time: one may end by what happens in another."""
    for fixture in work.fixtures(season.id):
        if fixture.game_id and not fixture.result:
            game = work.game(fixture.game_id)
            if game and not game.state.over:
                yield fixture, game


def people_of(game: Game) -> set[int]:
    """Who plays it now: members and substitutes, and not whoever left."""
    return {holder.player_id for holder in game.holders if holder.player_id is not None}


def hurry(work: Work, season: Season) -> None:
    """Overtime: less time a turn and in the bank."""
    for _, game in running(work, season):
        _hurry(work, game)


def _hurry(work: Work, game: Game) -> None:
    """The turn that is under way gets all the time that a turn has from now on."""
    terms, ticking = in_overtime(game.terms), game.clock.since and not game.paused
    if ticking:
        game = end_turn(work, game)
        clock = TurnClock(turn=game.clock.turn, since=work.now)
        game = replace(game, clock=clock, due_at=work.now)
    most = whole_bank(terms)
    for seat, holder in enumerate(game.holders):
        game = game.with_holder(seat, replace(holder, bank=min(holder.bank, most)))
        work.save_holder(game, seat)
    game = replace(game, terms=terms)
    work.save_terms(game)
    work.save_clock(game)


def end_overdue(work: Work, season: Season) -> tuple[set[int], list[Notice]]:
    """The hard date: games that have had all their time end in their position; returns who played, and what is told."""
    people: set[int] = set()
    notices: list[Notice] = []
    for fixture, game in list(running(work, season)):
        if not game.paused and _hard_date(work, season, game) <= work.now:
            note(work, season, "adjudicated", fixture=fixture.number, game=game.id)
            notices += adjudicate(work, game, adjudicated(game.state).winners)
            people |= people_of(game)
    return people, notices


def hard_dates(work: ReadWork, season: Season) -> list[datetime]:
    """When the games that are left end, whatever their position; one that is paused has no such date."""
    return [_hard_date(work, season, game) for _, game in running(work, season) if not game.paused]


def _hard_date(work: ReadWork, season: Season, game: Game) -> datetime:
    """A game that rested longer than the whole season has that much longer."""
    return timetable(season).hard_date + max(timedelta(), _rested(work, game) - timedelta(seconds=season.rested))


def _rested(work: ReadWork, game: Game) -> timedelta:
    rested, since = timedelta(), None
    for line in work.ledger(game.id):
        if isinstance(line.entry, Pause):
            since = line.at
        elif isinstance(line.entry, Resume) and since:
            rested, since = rested + (line.at - since), None
    return rested
