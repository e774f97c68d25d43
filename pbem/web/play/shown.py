"""All that the page of a seat shows, from one look at the database; a seat sees what its mails would tell it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import NamedTuple, get_args

from engine import COLOURS, Code, Order, View, advance, order_text
from pbem.actions.games.at_page import here_now
from pbem.actions.games.habits import next_turn as expected_turn
from pbem.actions.games.last_move import can_take_back
from pbem.actions.games.mailing import OneGames, wants
from pbem.actions.games.proposals import is_left_to_table
from pbem.actions.games.views import game_view, is_heard, open_questions, veiled
from pbem.actions.request import Server, reader
from pbem.commands.read import parse
from pbem.commands.text import wish_text
from pbem.commands.values import Move
from pbem.config import WebSettings
from pbem.i18n.language import N_
from pbem.mail.tags import KEY_BYTES, new_key
from pbem.model import Game, Remark
from pbem.notices import HintNotice, RefusedNotice
from pbem.render.aloud import Aloud
from pbem.render.answers import next_turn
from pbem.render.board import board
from pbem.render.hints import foretold, hinted
from pbem.render.page import Page
from pbem.render.people import setting_labels
from pbem.render.phrases import LETTERS, Links, Phrases, PlacedPhrases
from pbem.render.proposals import choices, question
from pbem.render.refusals import why
from pbem.render.story import remarks, time_and_cost
from pbem.render.words import places, spoken
from pbem.web.games import ending_of, places_of
from pbem.web.lobby import Facts
from pbem.web.play import told
from pbem.web.play.asked import DONE
from pbem.web.play.choosing import Chosen, Options, affordable
from pbem.web.play.link import SeatLink
from pbem.web.play.saying import Sayer
from pbem.web.templates import gems, in_words
from pbem.work import ReadWork

_AGREEMENTS = ("give", "pause", "end")
_MOST_TALK = 30
_ROUNDS_WITH_LEGEND = 3


class OrderButton(NamedTuple):
    """A complete order: what the button says, and what it sends."""

    text: str
    words: str


class Preview(NamedTuple):
    """The position after an order, as far as its seat can know it now."""

    tokens: Sequence[int]
    held: int
    points: int
    news: str
    """What it sets off."""
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
    seat: int
    """Whose it is."""
    asks: bool
    """Whether it waits for the reader's answer."""
    new: bool
    """Whether somebody said it since the reader's last move, or waits for an answer."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What the page says of the form that was sent: done, or why not, with what was typed."""

    done: str = ""
    refusal: RefusedNotice | None = None
    words: str = ""
    hint: HintNotice | None = None


def shown(
    server: Server, web: WebSettings, work: ReadWork, link: SeatLink, chosen: Chosen, answered: Answered
) -> dict[str, object]:
    """What the template needs."""
    seen = game_view(work, link.game, link.seat)
    laid_out = board(seen, offering=False)
    options = Options(seen.view, link.seat, chosen, link.plans_ahead)
    phrases, me = link.phrases, seen.view.seats[link.seat]
    where = {name: int(place) for name, place in places(laid_out).items() if place.isdecimal()}
    sayer, talk = Sayer(phrases, me, where), _talk(work, link)
    return {
        **in_words(phrases),
        "web": web,
        "site_name": server.ours.name,
        "new_tag": spoken(link.speech, "new tag"),
        "path": link.path,
        "colours": COLOURS,
        "letters": LETTERS,
        "game": link.game,
        "seat": link.seat,
        "me": me,
        "my_turn": link.my_turn,
        "plays": link.plays,
        "ahead": link.plans_ahead,
        "game_view": seen,
        "board": laid_out,
        "aloud": Aloud(Phrases(link.speech), laid_out),
        "gems": partial(gems, Phrases(link.speech)),
        "where": where,
        "time": list(filter(None, [time_and_cost(phrases, seen, link.player.timezone)])),
        "time_notes": remarks(phrases, seen, link.player.timezone),
        "news": told.news(link, seen),
        "fresh": places_of(seen.news),
        "deeds": told.deeds(link, seen),
        "mailing": _mailing(link),
        "expected": _expected(work, link),
        "here": phrases.listed(map(phrases.isolated, here_now(work, link.game, link.seat))),
        "is_seen": link.player.presence,
        "talk": talk,
        "said_since": [each for each in talk if each.new],
        "say_to": chosen.to,
        "asked": question(phrases, seen.asked, link.player.timezone) if seen.asked else [],
        "answers": choices(phrases, seen.asked) if seen.asked else [],
        "can_take_back": not seen.asked and link.plays and can_take_back(work, link.game, link.seat),
        "left_to_table": _left_to_table(work, link.game) if link.plays else [],
        "receivers": [(number, link.game.holders[number].called) for number in _receivers(link)],
        "others": [(number, each.name) for number, each in enumerate(link.game.holders) if _may_hear(link, number)],
        "chosen": chosen,
        "options": options,
        "card": next((tile for tile in laid_out.tiles if tile.card.id == chosen.card), None),
        "pale": _pale(link, options),
        "legend": _legend(phrases) if seen.view.round <= _ROUNDS_WITH_LEGEND else "",
        "trouble": _trouble(sayer, options),
        "buttons": _buttons(sayer, link, options),
        "preview": _preview(link, options, where),
        "ladder": ladder(link, sayer),
        "queued": seen.queued or "",
        "done": phrases.say(answered.done) if answered.done else "",
        "moved": told.own_deed(work, link, seen.names) if answered.done == DONE["played"] else [],
        "refused": _why(sayer, answered.refusal.code, answered.refusal.facts) if answered.refusal else "",
        "choices": [_button(sayer, text) for text in answered.refusal.choices] if answered.refusal else [],
        "words": answered.words,
        "hints": _hints(sayer, link, answered.hint) if answered.hint else [],
        "follows": _follows(sayer, answered.hint) if answered.hint else [],
        "once": new_key(server.entropy(KEY_BYTES)),
        "more_turns": more_turns(work, link),
        "ending": _ending(work, link, phrases) if link.game.state.over else None,
        "mail": Links(server.ours.address, server.ours.name),
    }


def _ending(work: ReadWork, link: SeatLink, phrases: Phrases) -> Facts:
    return ending_of(work, link.game, phrases, reader(link.player), look_back=True, seat=link.seat)


def _expected(work: ReadWork, link: SeatLink) -> str:
    """Between when the player's turn is likely to come; nothing where that can't be told."""
    found = expected_turn(work, link.game, link.seat)
    return next_turn(link.phrases, found.first, found.last, link.player.timezone) if found else ""


def _mailing(link: SeatLink) -> list[tuple[OneGames, str, bool]]:
    """How the player is written to of this game: each switch, what it is called, and whether it is on."""
    labels = setting_labels(link.speech.code)
    return [(name, labels[name], wants(link.game, link.player, name)) for name in get_args(OneGames)]


def _left_to_table(work: ReadWork, game: Game) -> list[str]:
    """What people may ask of each other here."""
    return [] if game.state.over else [each for each in _AGREEMENTS if is_left_to_table(work, game, each)]


def _receivers(link: SeatLink) -> list[int]:
    """Who could be given time."""
    holders = enumerate(link.game.holders)
    return [seat for seat, each in holders if seat != link.seat and each.player_id is not None and not each.bot]


def _may_hear(link: SeatLink, seat: int) -> bool:
    holder = link.game.holders[seat]
    return link.game.terms.private_talk and seat != link.seat and holder.player_id is not None


def _talk(work: ReadWork, link: SeatLink) -> list[Said]:
    """What was said to the table, by this seat or to it; the newest last."""
    heard = [each for each in work.remarks_after(link.game.id, 0) if _heard(work, link, each)]
    asks, moved_at = open_questions(work, link.game, link.seat), _moved_at(work, link)
    return [_said(work, link, each, each.id in asks, moved_at) for each in heard[-_MOST_TALK:]]


def _moved_at(work: ReadWork, link: SeatLink) -> datetime | None:
    return max((line.at for line in work.ledger(link.game.id) if line.seat == link.seat), default=None)


def _heard(work: ReadWork, link: SeatLink, remark: Remark) -> bool:
    return remark.author_id == link.player.id or is_heard(work, link.game, link.seat, remark)


def _said(work: ReadWork, link: SeatLink, remark: Remark, asks: bool, moved_at: datetime | None) -> Said:
    author = work.player(remark.author_id)
    assert author
    to, mine = "" if remark.to_seat is None else link.game.holders[remark.to_seat].name, author.id == link.player.id
    new = not mine and (asks or moved_at is None or remark.at >= moved_at)
    return Said(author.name, mine, to, remark.text.splitlines(), remark.seat, asks, new)


def _legend(phrases: Phrases) -> str:
    """What the letters of the gems stand for."""
    return phrases.fill(", ").join(
        phrases.fill("%(letter)s %(colour)s", letter=phrases.isolated(LETTERS[colour]), colour=phrases.colour(colour))
        for colour in COLOURS
    )


def _pale(link: SeatLink, options: Options) -> list[str]:
    """Why some of the gems can't be added."""
    say, lines = link.phrases.say, []
    if gone := [gem.colour for gem in options.gems if not gem.left and not options.ahead]:
        lines.append(say("The bank has none of these: %(gems)s.", gems=link.phrases.colours(gone)))
    if len(options.chosen.gems) > 1 and options.takes_enough:
        lines.append(say("You can't take more than that in one turn."))
    elif not all(gem.pair for gem in options.gems):
        lines.append(say("A pair can't be combined with other gems, and needs four of its colour in the bank."))
    return lines


def _trouble(sayer: Sayer, options: Options) -> str:
    """Which rule is against what was chosen; what a card lacks is seen on it."""
    trouble = options.trouble
    return _why(sayer, *trouble) if trouble and trouble[0] != Code.CANNOT_AFFORD else ""


def _why(sayer: Sayer, code: str, facts: Facts) -> str:
    """The reason, with cards called by where they lie."""
    places = {thing: str(place) for thing, place in sayer.places.items()}
    return why(PlacedPhrases(sayer.phrases.language, html=True, places=places), code, facts)


def _button(sayer: Sayer, text: str) -> OrderButton:
    return OrderButton(text, sayer.spoken(text))


def _hints(sayer: Sayer, link: SeatLink, notice: HintNotice) -> list[tuple[OrderButton, str]]:
    """Orders worth a thought, each with what speaks for it."""
    advice = hinted(_page_of(sayer, notice), notice.hints)
    return [(_chosen(sayer, link, order), reasons) for order, reasons in advice]


def _follows(sayer: Sayer, notice: HintNotice) -> list[str]:
    return foretold(_page_of(sayer, notice), notice.follows)


def _page_of(sayer: Sayer, notice: HintNotice) -> Page:
    assert notice.game_view
    return Page(notice, Links("", ""), sayer.phrases, board(notice.game_view))


def _buttons(sayer: Sayer, link: SeatLink, options: Options) -> Mapping[str, list[OrderButton]]:
    """The complete orders that were chosen, by what they do."""
    kinds: dict[str, Sequence[Order]] = {
        "buy": options.plain_buys,
        "pay": options.other_buys,
        "reserve": options.reserves,
        "take": options.takes,
        "pass": options.passes,
    }
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
    ends = after.last_round and not options.view.last_round
    message = N_("You would have %(points)s, and the last round would begin.")
    news = link.phrases.say(message, points=link.phrases.points(mine.points)) if ends else ""
    return Preview(mine.tokens, sum(mine.tokens), mine.points, news, could_buy)


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
    return Rung(sayer.spoken(wishes[number]), *map(" else ".join, (up, down, without)))


def more_turns(work: ReadWork, link: SeatLink) -> int:
    """In how many other games it is the player's turn."""
    others = (game for game in work.games_of(link.player.id) if game.id != link.game.id)
    return sum(game.state.turn is not None and game.state.turn == game.seat_of(link.player.id) for game in others)
