"""All that the page of a seat shows, from one look at the database; a seat sees what its mails would tell it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine import COLOURS, Code, Order, View, advance, order_text
from pbem.actions.games.views import game_view, veiled
from pbem.actions.request import Server
from pbem.commands.read import parse
from pbem.commands.text import wish_text
from pbem.commands.values import Move
from pbem.mail.tags import KEY_BYTES, new_key
from pbem.model import Blocked, Game, Remark
from pbem.notices import HintNotice
from pbem.render.board import board
from pbem.render.games import hinted
from pbem.render.page import Page
from pbem.render.phrases import LETTERS, Links
from pbem.render.refusals import why
from pbem.render.story import deadline, remarks, tell
from pbem.render.words import places, spoken
from pbem.web.games import ending_of, places_of
from pbem.web.play.choosing import Chosen, Options, affordable
from pbem.web.play.link import SeatLink
from pbem.web.play.saying import Sayer
from pbem.work import Reading

_MOST_TALK = 30


class OrderButton(NamedTuple):
    """A complete order: what the button says, and what it sends."""

    text: str
    words: str


class Preview(NamedTuple):
    """The position after an order, as far as its seat can know it now."""

    tokens: Sequence[int]
    held: int
    points: int
    could_buy: list[int]


class Rung(NamedTuple):
    """One order of those that wait, and the ladder after it was moved up or down, or taken out."""

    words: str
    up: str
    down: str
    without: str


class Said(NamedTuple):
    """A remark at the table; `to` is who alone heard it."""

    author: str
    mine: bool
    to: str
    lines: list[str]


@dataclass(frozen=True, slots=True)
class Answered:
    """What the page says of the form that was sent: done, or why not, with what was typed."""

    done: str = ""
    trouble: str = ""
    words: str = ""
    choices: tuple[str, ...] = ()
    hint: HintNotice | None = None


_NOT_ASKED = Answered()


def shown(
    server: Server, work: Reading, link: SeatLink, chosen: Chosen, answered: Answered = _NOT_ASKED
) -> dict[str, object]:
    """What the template needs."""
    seen = game_view(work, link.game, link.seat)
    laid_out = board(seen, offering=False)
    options = Options(seen.view, link.seat, chosen, link.plans_ahead)
    phrases, me = link.phrases, seen.view.seats[link.seat]
    where = {name: int(place) for name, place in places(laid_out).items() if place.isdecimal()}
    sayer = Sayer(phrases, me, where)
    return {
        "_": phrases.say,
        "ngettext": phrases.several,
        "pgettext": link.speech.pgettext,
        "phrases": phrases,
        "speech": link.speech,
        "site_name": server.ours.name,
        "new_tag": spoken(link.speech, "new tag"),
        "path": link.path,
        "colours": COLOURS,
        "letters": LETTERS,
        "game": link.game,
        "seat": link.seat,
        "me": me,
        "my_turn": link.my_turn,
        "ahead": link.plans_ahead,
        "game_view": seen,
        "board": laid_out,
        "where": where,
        "time": list(filter(None, [deadline(phrases, seen, link.player.timezone)])),
        "time_notes": remarks(phrases, seen, link.player.timezone),
        "news": tell(phrases, seen.names, seen.news),
        "fresh": places_of(seen.news),
        "talk": _talk(work, link),
        "others": [(number, each.name) for number, each in enumerate(link.game.holders) if _may_hear(link, number)],
        "chosen": chosen,
        "options": options,
        "card": next((tile for tile in laid_out.tiles if tile.card.id == chosen.card), None),
        "pale": _pale(link, options),
        "trouble": _trouble(link, options),
        "buttons": _buttons(sayer, link, options),
        "preview": _preview(link, options, where),
        "ladder": ladder(link, sayer),
        "queued": seen.queued or "",
        "answered": answered,
        "choices": [_button(sayer, text) for text in answered.choices],
        "hints": _hints(sayer, answered.hint) if answered.hint else [],
        "once": new_key(server.entropy(KEY_BYTES)),
        "more_turns": more_turns(work, link),
        "ending": ending_of(work, link.game, phrases, link.player.timezone, True) if link.game.state.over else None,
        "mail": Links(server.ours.address, server.ours.name),
    }


def _may_hear(link: SeatLink, seat: int) -> bool:
    holder = link.game.holders[seat]
    return link.game.terms.private_talk and seat != link.seat and holder.player_id is not None


def _talk(work: Reading, link: SeatLink) -> list[Said]:
    """What was said to the table, by this seat or to it; the newest last."""
    heard = [each for each in work.remarks_after(link.game.id, 0) if _heard(work, link, each)]
    return [_said(work, link, each) for each in heard[-_MOST_TALK:]]


def _heard(work: Reading, link: SeatLink, remark: Remark) -> bool:
    me = link.player.id
    if remark.author_id == me:
        return True
    return remark.to_seat in (None, link.seat) and not work.blocked(me, remark.author_id, Blocked.MUTE)


def _said(work: Reading, link: SeatLink, remark: Remark) -> Said:
    author = work.player(remark.author_id)
    assert author
    to = "" if remark.to_seat is None else link.game.holders[remark.to_seat].name
    return Said(author.name, author.id == link.player.id, to, remark.text.splitlines())


def _pale(link: SeatLink, options: Options) -> list[str]:
    """Why some of the gems can't be added."""
    say, lines = link.phrases.say, []
    if gone := [gem.colour for gem in options.gems if not gem.left and not options.ahead]:
        lines.append(say("The bank has none of these: %(gems)s.", gems=link.phrases.colours(gone)))
    if len(options.chosen.gems) > 1 and options.takes_enough:
        lines.append(say("More can't be taken in one turn."))
    return lines


def _trouble(link: SeatLink, options: Options) -> str:
    """Which rule is against what was chosen; what a card lacks is seen on it."""
    trouble = options.trouble
    return why(link.phrases, *trouble) if trouble and trouble[0] != Code.CANNOT_AFFORD else ""


def _button(sayer: Sayer, text: str) -> OrderButton:
    return OrderButton(text, spoken(sayer.phrases.language, text))


def _hints(sayer: Sayer, notice: HintNotice) -> list[tuple[OrderButton, str]]:
    """Orders worth a thought, each with what speaks for it."""
    assert notice.game_view
    page = Page(notice, Links("", ""), sayer.phrases, board(notice.game_view))
    return [
        (OrderButton(order_text(order), sayer.order(order)), reasons) for order, reasons in hinted(page, notice.hints)
    ]


def _buttons(sayer: Sayer, link: SeatLink, options: Options) -> Mapping[str, list[OrderButton]]:
    """The complete orders that were chosen, by what they do."""
    kinds = {"buy": options.buys, "reserve": options.reserves, "take": options.takes, "pass": options.passes}
    if link.game.state.over or link.game.paused:
        return {kind: [] for kind in kinds}
    return {kind: [_chosen(sayer, link, order) for order in orders] for kind, orders in kinds.items()}


def _chosen(sayer: Sayer, link: SeatLink, order: Order) -> OrderButton:
    """What is done at once, or waits for the seat's turn behind what waits already."""
    text, words, say = order_text(order), sayer.order(order), sayer.phrases.say
    if not link.plans_ahead:
        return OrderButton(text, words)
    if queued := link.game.holders[link.seat].queued:
        return OrderButton(f"{queued} else {text}", say("Or else: %(order)s", order=words))
    return OrderButton(text, say("Keep for my turn: %(order)s", order=words))


def _preview(link: SeatLink, options: Options, where: Mapping[str, int]) -> Preview | None:
    """After the first of the orders that were chosen."""
    orders = [order for order in options.orders if order in options.legal]
    if not options.chosen or not orders:
        return None
    after = _after(link.game, link.seat, orders[0])
    mine = after.seats[link.seat]
    could_buy = [] if after.over else affordable(where, after, link.seat)
    return Preview(mine.tokens, sum(mine.tokens), mine.points, could_buy)


def _after(game: Game, seat: int, order: Order) -> View:
    now = game.state._replace(turn=seat)
    return veiled(advance(now, order), seat)[0]


def ladder(link: SeatLink, sayer: Sayer) -> list[Rung]:
    """The orders that wait for the seat's turn, the first choice first."""
    wishes = _waiting(link.game.holders[link.seat].queued or "")
    return [_rung(wishes, number, sayer) for number in range(len(wishes))]


def _waiting(queued: str) -> list[str]:
    moves = [command for command in parse(queued, "en").commands if isinstance(command, Move)] if queued else []
    return [wish_text(wish) for move in moves for wish in move.ladder]


def _rung(wishes: list[str], number: int, sayer: Sayer) -> Rung:
    above, below = wishes[: max(0, number - 1)], wishes[number + 1 :]
    up = [*above, wishes[number], *wishes[max(0, number - 1) : number], *below]
    down = [*wishes[:number], *below[:1], wishes[number], *below[1:]]
    without = [*wishes[:number], *below]
    words = " ".join(str(sayer.places.get(word, word)) for word in wishes[number].split(" "))
    return Rung(spoken(sayer.phrases.language, words), *map(" else ".join, (up, down, without)))


def more_turns(work: Reading, link: SeatLink) -> int:
    """In how many other games it is the player's turn."""
    others = (game for game in work.games_of(link.player.id) if game.id != link.game.id)
    return sum(game.state.turn is not None and game.state.turn == game.seat_of(link.player.id) for game in others)
