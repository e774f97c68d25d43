"""Several games in one mail: each as a page of its own, whose links say which game they are about."""

from dataclasses import replace

from engine import Colour, Take
from pbem.notices import DigestNotice, GameView, TurnNotice
from pbem.render.board import Board, Choices, board
from pbem.render.page import Page

# A link is about 700 bytes of HTML, and a game weighs as much as five: so many are under 60 KB.
_MOST_LINKS, _LINKS_A_GAME = 75, 5
_MOST_IN_FULL = 12


def games(page: Page, digest: DigestNotice) -> list[Page]:
    """A page for each game, with the plainest moves to tap unless they would make the mail too large."""
    boards = [_plain_moves(board(game_view)) for game_view in digest.games]
    if sum(_links(each) + _LINKS_A_GAME for each in boards) > _MOST_LINKS:
        boards = [board(game_view, offering=False) for game_view in digest.games]
    return [_page(page, digest, game_view, each) for game_view, each in zip(digest.games, boards, strict=True)]


def _page(page: Page, digest: DigestNotice, game_view: GameView, laid_out: Board) -> Page:
    links = replace(page.links, prefix=f"#{game_view.game_id} ")
    return Page(TurnNotice(to=digest.to, game_view=game_view), links, page.phrases, laid_out)


def _plain_moves(board: Board) -> Board:
    """Only one way to buy each card, and only the largest gem sets, without returns."""
    on_sale = tuple(tile._replace(buys=tile.buys[:1]) for tile in board.on_sale)
    return replace(board, on_sale=on_sale, choices=Choices(takes=_largest(board.choices.takes)))


def _largest(takes: dict[tuple[Colour, ...], list[Take]]) -> dict[tuple[Colour, ...], list[Take]]:
    most = max((len(set(gems)) for gems in takes), default=0)
    return {
        gems: [orders[0]]
        for gems, orders in takes.items()
        if len(set(gems)) in (most, len(gems) - 1) and not orders[0].back
    }


def _links(board: Board) -> int:
    return len(board.on_sale) + len(board.choices.takes)


def is_brief(digest: DigestNotice) -> bool:
    """Whether there are so many games that each is told in two lines."""
    return len(digest.games) > _MOST_IN_FULL


def examples(page: Page, digest: DigestNotice) -> list[str]:
    """What a reply could say: a line for each of the first games."""
    numbered = zip(digest.games, ("buy 23", "take w u g"), strict=False)
    return [page.spoken(f"#{game_view.game_id} {order}") for game_view, order in numbered]
