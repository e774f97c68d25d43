"""Questions of players in plain words: whose turn it is, how much time there is, what a rule says."""

import re
from dataclasses import replace

from engine import CARDS, Buy, InvalidOrder, Reserve, entry_text, order_text, parse_order
from pbem.actions.games.habits import next_turn
from pbem.actions.games.last_move import why_it_stands
from pbem.actions.games.sentences import board_answered, table_in_question
from pbem.actions.games.views import game_view
from pbem.actions.request import ReadMail, Request
from pbem.commands.intents import UNKNOWN, asks_of_card, is_question, read_question, seeks_players, supposes
from pbem.commands.read import parse
from pbem.commands.understand import understand
from pbem.commands.values import Say
from pbem.model import Game
from pbem.notices import AnswerNotice, Notice, StatusNotice

_OF_A_GAME = "game_"
_OF_RULES = "rule_"
_TAKING_BACK = "game_back"
_OF_CARD = "game_card"
_SHOWN = frozenset(("game_mail",))
"""What the board answers."""
_OR_TALK = frozenset(("game_who", "game_more", "game_say", "game_join", "game_hard"))
"""What may as well be said to the others at the table."""
_ORDERED = {"game_quit": "resign", "game_advice": "hint", "games": "status", "game_rules": "rules"}
"""What is a command in other words."""
_CANONICAL = "en"
_WORD = re.compile(r"\w+")
_FEWEST_WORDS = 2
"""`?` and `hm?` ask nothing in particular."""


def known_answer(request: Request) -> Notice | None:
    """The answer to a mail that asks something and orders nothing; None, if it asks nothing that we know."""
    mail = request.mail
    if _orders(mail) or (_is_offered(request) and not is_question(mail.text, request.player.language)):
        return None
    found = table_in_question(request, None)
    card = _card_meant(request, *found) if found else ""
    asked = _OF_CARD if card else read_question(mail.text or mail.letter.subject, request.player.language)
    if asked is None or asked in _ORDERED or (found is None and asked.startswith(_OF_A_GAME)):
        return None
    if asked == _TAKING_BACK and found and _waits(*found) and "?" not in mail.text:
        # `No, I meant …` while there is time: that is no question but what it says.
        return None
    if asked in _OR_TALK and found and _may_be_talk(request, *found):
        return None
    shown = game_view(request.work, *found) if found else None
    if asked in _SHOWN:
        return StatusNotice(to=request.reader, game_view=shown, answers=request.message_id)
    last = _last_order(request, *found) if found else ""
    expected = next_turn(request.work, *found) if found else None
    return AnswerNotice(
        to=request.reader,
        game_view=shown,
        asked=asked,
        last=last,
        expected=expected and (expected.first, expected.last),
        stands=why_it_stands(request.work, *found) if asked == _TAKING_BACK and found else "",
        card=card,
        answers=request.message_id,
    )


def _card_meant(request: Request, game: Game, seat: int) -> str:
    """The one card that the mail asks about, by its place or by what singles it out; nothing, if it asks of none."""
    text, language = request.mail.text, request.player.language
    if not asks_of_card(text, language):
        return ""
    found = understand(text, language, board_answered(request, game, seat)._replace(turn=seat))
    named = {word for word in _WORD.findall(text.lower()) if word in CARDS}
    cards = named or {each.card for each in (found.order, *found.offered) if isinstance(each, Buy | Reserve)}
    return cards.pop() if len(cards) == 1 else ""


def _may_be_talk(request: Request, game: Game, seat: int) -> bool:
    """Whether it is no question, its writer has no move to make, and somebody else at the table is a person."""
    return (
        game.has_company(seat)
        and game.state.turn != seat
        and not is_question(request.mail.text, request.player.language)
    )


def ordered_in_words(request: Request) -> Request | None:
    """The same with the command that a sentence about the game means; what can't be undone is asked about."""
    mail = request.mail
    order = _ORDERED.get(read_question(mail.text or mail.letter.subject, request.player.language) or "")
    if mail.reading.commands or order is None or (order != "status" and table_in_question(request, None) is None):
        return None
    return replace(request, mail=replace(mail, reading=parse(order, _CANONICAL)))


def ordered_tables(request: Request) -> Request | None:
    """The same with the list of open tables, for a player who asks who else would like to play."""
    mail = request.mail
    if mail.reading.commands or not seeks_players(mail.text, request.player.language):
        return None
    return replace(request, mail=replace(mail, reading=parse("games", _CANONICAL)))


def asks_for_nothing_known(request: Request) -> bool:
    """Whether it is a question in words, and neither an order nor anything like one."""
    mail = request.mail
    if len(mail.text.split()) < _FEWEST_WORDS:
        return False
    return not (mail.reading.commands or _is_offered(request)) and is_question(mail.text, request.player.language)


def not_known(request: Request) -> Notice:
    """That we don't know what was asked."""
    found = table_in_question(request, None)
    shown = game_view(request.work, *found) if found else None
    return AnswerNotice(to=request.reader, game_view=shown, asked=UNKNOWN, answers=request.message_id)


def _orders(mail: ReadMail) -> bool:
    """Whether it orders anything: a rule asked about with `Say I …` is said to nobody."""
    asks_of_rules = supposes(mail.text) and (read_question(mail.text, _CANONICAL) or "").startswith(_OF_RULES)
    talks = all(isinstance(each, Say) for each in mail.reading.commands)
    return bool(mail.reading.commands) and not (talks and asks_of_rules)


def _is_offered(request: Request) -> bool:
    """Whether the mail may be an order, and is asked back about."""
    return any(problem.readings for problem in request.mail.reading.problems)


def _waits(game: Game, seat: int) -> bool:
    """Whether the seat's order is understood and not played yet."""
    return game.holders[seat].settles_at is not None


def _last_order(request: Request, game: Game, seat: int) -> str:
    for line in reversed(request.work.ledger(game.id)):
        text = entry_text(line.entry)
        if line.seat == seat and _is_order(text):
            return text
    return ""


def _is_order(text: str) -> bool:
    try:
        return order_text(parse_order(text)) == text
    except InvalidOrder:
        return False
