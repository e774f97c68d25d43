"""Those who look on: they see what everyone may see, and hear of a game when a round begins and when it ends."""

from collections.abc import Iterator

from engine import Event, as_seen, view
from pbem.model import Game, Player
from pbem.notices import EndedNotice, Notice, Sheet, StatusNotice
from pbem.service.announce import analysis
from pbem.service.names import with_leavers
from pbem.service.readers import not_before, reader, wants_mail
from pbem.service.replays import replayed
from pbem.service.sheets import away, record, time_left
from pbem.work import Work

MOST_WATCHERS = 20


def to_spectators(work: Work, before: Game, game: Game) -> list[Notice]:
    """What the spectators hear of what happened between two positions."""
    if game.state.over:
        return [] if before.state.over else _ended(work, game)
    if game.state.round == before.state.round:
        return []
    return [
        StatusNotice(to=reader(player), sheet=spectator_sheet(work, game), not_before=not_before(work, player))
        for player in _spectators(work, game)
    ]


def spectator_sheet(work: Work, game: Game) -> Sheet:
    """The board as everyone may see it, with the news of this round and the one before."""
    until, grace = time_left(work, game)
    return Sheet(
        game_id=game.id,
        seat=None,
        names=tuple(holder.name for holder in game.holders),
        view=view(game.state, None),
        news=tuple(as_seen(event, None) for event in events_since(work, game, game.state.round - 1)),
        length=game.length,
        until=until,
        grace=grace,
        paused=game.paused,
        away=away(work, game),
    )


def events_since(work: Work, game: Game, first_round: int = 0) -> tuple[Event, ...]:
    """All that happened from a round on, as a referee sees it."""
    return with_leavers(work, game, _events_since(work, game, first_round))


def _events_since(work: Work, game: Game, first_round: int) -> Iterator[Event]:
    round_played = 1
    for step in replayed(game.start.setup, [line.entry for line in work.ledger(game.id)]):
        if round_played >= first_round:
            yield from step.events
        round_played = step.state.round


def _ended(work: Work, game: Game) -> list[Notice]:
    """The last that they hear of it."""
    shown, text = spectator_sheet(work, game), record(work, game)
    notices: list[Notice] = []
    for player in _spectators(work, game):
        notices.append(
            EndedNotice(
                to=reader(player),
                sheet=shown,
                record=text,
                analysis=analysis(work, game, player),
                not_before=not_before(work, player),
            )
        )
        work.unwatch(game.id, player.id)
    return notices


def _spectators(work: Work, game: Game) -> list[Player]:
    """Those who want to hear of it; whoever took a seat meanwhile hears of it anyway."""
    people = [work.player(player_id) for player_id in work.watchers(game.id)]
    return [player for player in people if player and wants_mail(player) and game.seat_of(player.id) is None]
