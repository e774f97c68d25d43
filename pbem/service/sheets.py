"""From a game to what one of its seats may be shown."""

from collections.abc import Iterator, Sequence

from engine import Event, Record, as_seen, deal, record_text, steps, view
from pbem.model import Game, LedgerLine, Player
from pbem.notices import Reader, Sheet
from pbem.work import Work


def reader(player: Player) -> Reader:
    """The player as the reader of a mail."""
    return Reader(
        address=player.address,
        language=player.language,
        timezone=player.timezone,
        name=player.name,
        player_id=player.id,
        generation=player.generation,
    )


def sheet(work: Work, game: Game, seat: int) -> Sheet:
    """The board as this seat sees it, with the news since its last move."""
    return Sheet(
        game_id=game.id,
        seat=seat,
        names=tuple(holder.name for holder in game.holders),
        view=view(game.state, seat),
        news=tuple(as_seen(event, seat) for event in _events_since(game, work.ledger(game.id), seat)),
        length=game.length,
        queued=game.holders[seat].queued,
    )


def _events_since(game: Game, lines: Sequence[LedgerLine], seat: int) -> Iterator[Event]:
    """What happened after the seat's own last line."""
    last = max((line.number for line in lines if line.seat == seat), default=-1)
    if last + 1 == len(lines):
        return
    entries = [line.entry for line in lines]
    for number, step in enumerate(steps(deal(game.start.setup), entries)):
        if number > last:
            yield from step.events


def record(work: Work, game: Game) -> str:
    """The whole game, its secret included: only for a game that is over."""
    start = game.start
    return record_text(
        Record(
            game=str(game.id),
            edition=start.edition,
            secret=start.secret,
            names=tuple(holder.name for holder in game.holders),
            words=start.words,
            seating=start.seating,
            entries=tuple(line.entry for line in work.ledger(game.id)),
        )
    )
