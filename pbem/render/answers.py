"""Answers to questions in plain words, from the game as its reader sees it or from the rules."""

from datetime import datetime

from pbem.commands.intents import UNKNOWN, answer
from pbem.model.proposals import Wanted
from pbem.notices import AnswerNotice
from pbem.render.aloud import Aloud
from pbem.render.board import players
from pbem.render.page import Page, standing
from pbem.render.phrases import Phrases
from pbem.render.refusals import why
from pbem.render.words import spoken


def answer_lines(page: Page, notice: AnswerNotice) -> list[str]:
    """What is said: first what was asked."""
    if notice.asked.startswith("rule_") or notice.asked == UNKNOWN:
        return [answer(notice.asked, page.language.code), *_own_numbers(page, notice)]
    match notice.asked:
        case "game_time":
            clock = page.deadline or page.phrases.say("No clock runs in this game.")
            return [*_whose(page), clock, *_expected(page, notice)]
        case "game_turn":
            return [*_whose(page), *_expected(page, notice)]
        case "game_score":
            return _leader(page)
        case "game_worked":
            return [_worked(page, notice), *_whose(page)]
        case "game_absent" | "game_leave":
            return [answer(notice.asked, page.language.code), *_whose(page)]
        case "game_bank" | "game_deck" | "game_hand":
            return _on_the_table(page, notice.asked)
        case "game_moves":
            return [answer(notice.asked, page.language.code), *page.story, *_whose(page)]
    return [_taking_back(page, notice), *_whose(page)]


def _whose(page: Page) -> list[str]:
    say, view = page.phrases.say, page.game_view
    if view is None or view.view.turn is None:
        return [say("The game is over")]
    return [say("It is your turn.") if view.my_turn else say("It is %(name)s's turn.", name=page.on_turn)]


def _expected(page: Page, notice: AnswerNotice) -> list[str]:
    return [next_turn(page.phrases, *notice.expected, notice.to.timezone)] if notice.expected else []


def next_turn(phrases: Phrases, first: datetime, last: datetime, timezone: str) -> str:
    """Between when the reader's turn is likely to come."""
    moment = phrases.language.moment
    return phrases.say(
        "Going by how fast the others usually play, your turn should come between %(first)s and %(last)s.",
        first=moment(first, timezone),
        last=moment(last, timezone),
    )


def _on_the_table(page: Page, asked: str) -> list[str]:
    """What lies in the bank and in the decks, and what everybody holds."""
    assert page.board
    aloud = Aloud(page.phrases, page.board)
    match asked:
        case "game_bank":
            return list(reversed(aloud.purse))
        case "game_deck":
            return [aloud.deck(level) for level in reversed(page.board.levels)]
    return aloud.players(others=False)


def _leader(page: Page) -> list[str]:
    assert page.game_view
    seats = players(page.game_view)
    most = max(each.seat.points for each in seats)
    ahead = [each.name for each in seats if each.seat.points == most]
    first = page.phrases.say("Ahead: %(names)s.", names=page.phrases.listed(ahead))
    return [first, standing(page.phrases, seats)]


def _worked(page: Page, notice: AnswerNotice) -> str:
    view = page.game_view
    if view and view.queued:
        return page.phrases.say("Your move is waiting for your turn: %(order)s", order=page.understood(view.queued))
    if notice.last:
        return page.phrases.say("Your last move was played: %(order)s", order=page.understood(notice.last))
    return page.phrases.say("You have not moved in this game yet.")


def _taking_back(page: Page, notice: AnswerNotice) -> str:
    view, say = page.game_view, page.phrases.say
    if view and view.queued:
        word = page.phrases.isolated(spoken(page.language, "cancel"))
        return say("Your move has not been played yet. To cancel it, write: %(word)s", word=word)
    if view and view.asked and view.asked.mine and view.asked.what is Wanted.TAKE_BACK:
        return say("You've asked to take your last move back.")
    if notice.stands:
        return why(page.phrases, notice.stands, {})
    return say(
        "Your move has been played. To ask the others to let you take it back, write: %(word)s",
        word=page.phrases.isolated(spoken(page.language, "take back")),
    )


def _own_numbers(page: Page, notice: AnswerNotice) -> list[str]:
    """The numbers of the reader's own game, where the rule has any."""
    if page.board is None or page.game_view is None or page.game_view.seat is None:
        return []
    mine = page.board.mine
    match notice.asked:
        case "rule_tokens":
            held = page.phrases.tokens(sum(mine.tokens))
            return [page.phrases.say("You hold %(tokens)s now.", tokens=held)]
        case "rule_end":
            return _leader(page)
        case "rule_reserve" | "rule_reserved":
            kept = len(mine.reserved)
            return [page.phrases.several("You hold %(num)d reserved card.", "You hold %(num)d reserved cards.", kept)]
    return []
