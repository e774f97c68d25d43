"""Answers to questions in plain words, from the game as its reader sees it or from the rules."""

from collections.abc import Sequence
from datetime import datetime

from pbem.commands.intents import UNKNOWN, answer
from pbem.i18n.language import N_
from pbem.model.proposals import Wanted
from pbem.notices import AnswerNotice
from pbem.render.aloud import Aloud
from pbem.render.board import ShownPlayer, players
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
            return [*_whose(page), *_time_left(page, notice.to.timezone), *_expected(page, notice)]
        case "game_turn":
            return [*_whose(page), *_expected(page, notice)]
        case "game_score":
            return _leader(page)
        case "game_worked":
            return [_worked(page, notice), *_whose(page)]
        case "game_card" | "game_buy" | "game_who" | "game_bank" | "game_deck" | "game_hand":
            return _on_the_table(page, notice)
        case "game_moves":
            return [*_happened(page), *_whose(page)]
        case "game_back":
            return [_taking_back(page, notice), *_whose(page)]
    return [answer(notice.asked, page.language.code), *_whose(page)]


def _card(page: Page, card: str) -> list[str]:
    """A card and what the reader is short of for it."""
    assert page.board
    tile = next((each for each in page.board.tiles if each.card.id == card), None)
    if tile is None:
        what = page.phrases.say("Card %(card)s.", card=page.phrases.card(card))
        return [what, page.phrases.say("That card is not on the table.")]
    return Aloud(page.phrases, page.board).explained(tile)


def _affordable(page: Page) -> list[str]:
    """What the reader can buy, or what they are nearest to."""
    assert page.board
    aloud = Aloud(page.phrases, page.board)
    if buys := aloud.buys:
        return buys
    near = sorted((each for each in page.board.tiles if each.short), key=lambda tile: tile.short)[:_NEAR]
    missing = [line for each in near for line in aloud.missing(each)[:1]]
    return [page.phrases.say("There is no card that you can buy now."), *missing]


_NEAR = 2


def _who_plays(page: Page) -> list[str]:
    """Of each of the others, whether they are a person."""
    assert page.game_view
    view, say = page.game_view, page.phrases.say
    others = ((seat, page.phrases.isolated(name)) for seat, name in enumerate(view.names) if seat != view.seat)
    return [
        say("%(name)s is a program, not a person.", name=name)
        if seat in view.computers
        else say("%(name)s is a person.", name=name)
        for seat, name in others
    ]


def _happened(page: Page) -> list[str]:
    story = page.story
    return [answer("game_moves", page.language.code), *story] if story else [page.phrases.say(_BEGUN)]


_BEGUN = N_("Nothing yet: the game has just begun.")


def _time_left(page: Page, timezone: str) -> list[str]:
    """How long the reader has for the turn; or until when somebody else has."""
    view, phrases = page.game_view, page.phrases
    if view is None or not (view.my_turn and view.until and view.at) or view.paused:
        return [page.deadline or phrases.say("No clock runs in this game.")]
    ends = view.free_until or view.until
    left = phrases.say(
        "Time left for this turn: %(span)s, until %(moment)s.",
        span=phrases.roughly(ends - view.at),
        moment=phrases.language.soon(ends, timezone, view.at),
    )
    if not (view.free_until and view.reserve):
        return [left]
    return [left, phrases.say("After that your reserve is used (%(span)s).", span=phrases.reserve(view.reserve))]


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


def _on_the_table(page: Page, notice: AnswerNotice) -> list[str]:
    """What lies in the bank and in the decks, what everybody holds, and who they are; what a card is."""
    assert page.board
    aloud = Aloud(page.phrases, page.board)
    match notice.asked:
        case "game_card":
            return _card(page, notice.card)
        case "game_buy":
            return _affordable(page)
        case "game_who":
            return _who_plays(page)
        case "game_bank":
            return list(reversed(aloud.purse))
        case "game_deck":
            return [aloud.deck(level) for level in reversed(page.board.levels)]
    return aloud.players(others=False)


def _leader(page: Page) -> list[str]:
    assert page.game_view
    seats = players(page.game_view)
    most = max(each.seat.points for each in seats)
    ahead = [each for each in seats if each.seat.points == most]
    return [_ahead(page.phrases, ahead, level=len(ahead) == len(seats)), standing(page.phrases, seats)]


def _ahead(phrases: Phrases, ahead: Sequence[ShownPlayer], *, level: bool) -> str:
    if level:
        return phrases.say("Nobody is ahead: all have the same number of points.")
    if [each.mine for each in ahead] == [True]:
        return phrases.say("You are ahead.")
    you = phrases.language.pgettext("score", "you")
    return phrases.say("Ahead: %(names)s.", names=phrases.listed(you if each.mine else each.name for each in ahead))


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
    if view and view.seat is not None and len(view.computers) == len(view.names) - 1:
        word = page.phrases.isolated(spoken(page.language, "take back"))
        return say("Your move has been played. To take it back, write: %(word)s", word=word)
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
