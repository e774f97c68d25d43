"""The board that a mail shows: its key tells, where the mail itself is lost."""

from engine import State, View, deal, steps
from pbem.mail.tags import shows
from pbem.model import Game
from pbem.work import Work

_MOST_LINES_BACK = 20


def board_text(shown: View | State) -> str:
    """What places and gems in an order refer to, as everyone may know it."""
    hands = [[None if each.hidden or each.card is None else each.card.id for each in s.reserved] for s in shown.seats]
    table = [[card and card.id for card in row] for row in shown.table]
    return repr((shown.bank, table, [noble.id for noble in shown.nobles], hands, shown.turn))


def length_shown(work: Work, game: Game, key: str) -> int | None:
    """How long the ledger was when it made the board that the mail of this key shows, if it ever did of late."""
    lines = work.ledger(game.id)
    earliest = max(0, len(lines) - _MOST_LINES_BACK)
    dealt = deal(game.start.setup)
    boards = [dealt, *(step.state for step in steps(dealt, [line.entry for line in lines]))]
    found = [number for number in range(earliest, len(boards)) if shows(key, board_text(boards[number]))]
    return found[-1] if found else None
