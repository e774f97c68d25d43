"""Who hears of a move: its player a receipt, the next one the turn, followers and spectators the news, all the end."""

from collections.abc import Iterator

from engine import Entry, entry_text
from pbem.advice import Analysis
from pbem.model import Game, Player
from pbem.notices import EndedNotice, MovedNotice, Notice, TurnNotice
from pbem.service.analysis import analysed
from pbem.service.readers import reader
from pbem.service.sheets import record, sheet
from pbem.work import Work


def receipt(
    work: Work, game: Game, seat: int, entry: Entry, answers: str | None = None, completed: bool = False
) -> list[Notice]:
    """To the one who moved: what was played. Without a mail that it answers, it came out of the queue."""
    return [
        MovedNotice(
            to=reader(player),
            sheet=sheet(work, game, seat),
            order=entry_text(entry),
            answers=answers,
            completed=completed,
            from_queue=answers is None,
        )
        for each, player in people(work, game)
        if each == seat and player.receipts
    ]


def to_followers(work: Work, game: Game, seat: int, entry: Entry) -> list[Notice]:
    """To those who want to hear of every move at once, unless their own turn tells them anyway."""
    return [
        MovedNotice(
            to=reader(player),
            sheet=sheet(work, game, each),
            order=entry_text(entry),
            who=game.holders[seat].name,
        )
        for each, player in people(work, game)
        if player.follow and each not in (seat, game.state.turn) and not game.state.over
    ]


def turn_notice(work: Work, game: Game, dropped: str | None = None) -> list[Notice]:
    """To the player on turn; `dropped` is the order that waited and is no longer possible."""
    return [
        TurnNotice(to=reader(player), sheet=sheet(work, game, seat), dropped=dropped)
        for seat, player in people(work, game)
        if seat == game.state.turn
    ]


def ended(work: Work, game: Game) -> list[Notice]:
    """To everyone at the table: the result and the record."""
    text = record(work, game)
    return [
        EndedNotice(
            to=reader(player), sheet=sheet(work, game, seat), record=text, analysis=analysis(work, game, player)
        )
        for seat, player in people(work, game)
    ]


def analysis(work: Work, game: Game, player: Player) -> Analysis | None:
    """The game looked back on, for those who want that."""
    if not player.analysis:
        return None
    return analysed(game.start.setup, tuple(line.entry for line in work.ledger(game.id)))


def people(work: Work, game: Game) -> Iterator[tuple[int, Player]]:
    """The people at the table who want mail, by seat."""
    for seat, holder in enumerate(game.holders):
        player = work.player(holder.player_id) if holder.player_id is not None else None
        if player and not player.stopped:
            yield seat, player
