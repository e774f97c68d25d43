"""The lesson in words: what came of the last move, what there is to learn now, and what to do."""

from collections.abc import Mapping

from engine import Buy, Event, Reserve, ReserveDeck, Take, parse_order
from engine.events import CardBought, CardReserved, TokensTaken
from pbem.commands.intents import answer
from pbem.i18n.language import N_
from pbem.model.lesson import FINISHED, SCENES, position_of
from pbem.notices import Came, LessonNotice
from pbem.notices.lesson import AFTERWARDS
from pbem.render.hints import foretold
from pbem.render.page import Page
from pbem.render.phrases import Phrases, PlacedPhrases, TalePhrases
from pbem.render.refusals import why
from pbem.render.story import tell
from pbem.render.welcome import Button


def lesson_details(page: Page, notice: LessonNotice) -> dict[str, object]:
    """What the template asks for."""
    over = notice.step == FINISHED
    return {
        "came": _came(page, notice),
        "lines": [page.phrases.say(line, **_facts(page, notice)) for line in _LINES[notice.step]],
        "buttons": _afterwards(page.phrases) if over else [_right(page, notice)],
        "over": over,
    }


# What is learned at each table; the facts are those of the table.
_LINES: Mapping[int, tuple[str, ...]] = {
    1: (
        N_("On your turn you do one thing. Usually you take three gems of different colours from the bank."),
        N_("You buy cards with gems. Card %(place)s costs %(price)s: start collecting them."),
    ),
    2: (
        N_("A few turns later you have what card %(place)s costs: %(price)s. Buy it."),
        N_(
            "The card stays in front of you: from now on it takes one token of its colour off every price, for good. "
            "Many cards bring points, too."
        ),
    ),
    3: (
        N_("Card %(place)s brings %(points)s and costs %(price)s. You are one short, and the bank has none left."),
        N_(
            "Reserve it: nobody else can buy it any more, and you get a gold token, which stands for any colour. "
            "You may hold three reserved cards."
        ),
    ),
    4: (
        N_(
            "You have ten tokens, and you can't keep more than that at the end of a turn: anything above ten goes back."
        ),
        N_(
            "So buy: with card %(place)s you own all the cards that the noble at %(noble)s asks for. "
            "It comes by itself and brings 3 points."
        ),
    ),
    5: (
        N_("You have %(mine)s, and card %(place)s brings %(points)s."),
        N_(
            "Once somebody has 15 points, the round is played until everyone has had the same number of turns. Then "
            "the most points win; in a tie, whoever bought fewer cards."
        ),
    ),
    FINISHED: (
        N_("You have 15 points. %(teacher)s has one more turn and can't catch up: you have won."),
        N_("That's all there is to know; the rest is practice. None of it counted. What now?"),
    ),
}
_RIGHT: Mapping[int, str] = {
    2: N_("Right. The gems are yours, to pay with."),
    3: N_("Right. The card is yours, and whatever needs its colour is now cheaper for you."),
    4: N_("Right. The card is in your hand, and the gold will pay for what you are short of."),
    5: N_("Right. The noble came to you."),
    FINISHED: N_("Right. That was the last card that you needed."),
}
_AGAIN = N_("But here you learn something else: this is the table as it was before, to try again.")
_AFTERWARDS: tuple[str, ...] = (
    N_("Play now against the computer"),
    N_("Play with friends: I'll give you their addresses"),
    N_("Open a table that anyone may join"),
)


def _facts(page: Page, notice: LessonNotice) -> dict[str, object]:
    assert page.board
    teacher = page.phrases.isolated(page.board.players[-1].name)
    if notice.step == FINISHED:
        return {"teacher": teacher}
    card, mine = SCENES[notice.step - 1].card, page.board.mine
    price = [max(0, cost - bonus) for cost, bonus in zip(card.cost, mine.bonuses, strict=True)]
    return {
        "place": page.place(next(tile.place for tile in page.board.tiles if tile.card == card)),
        "price": page.phrases.counted(price),
        "points": page.phrases.points(card.points),
        "mine": page.phrases.points(mine.points),
        "noble": page.place(_FIRST_NOBLE),
    }


_FIRST_NOBLE = 51


def _right(page: Page, notice: LessonNotice) -> Button:
    right = SCENES[notice.step - 1]
    takes = isinstance(right.order, Take)
    return Button(page.spoken(right.right) if takes else page.written(right.order), right.right)


def _afterwards(phrases: Phrases) -> list[Button]:
    return [Button(phrases.say(label), order) for label, order in zip(_AFTERWARDS, AFTERWARDS, strict=True)]


def _came(page: Page, notice: LessonNotice) -> list[str]:
    """What is said of the mail that is answered."""
    say = page.phrases.say
    match notice.came:
        case Came.RIGHT:
            return [_deed(page, notice.step - 1), say(_RIGHT[notice.step])]
        case Came.PLAYED:
            return [_deed(page, notice.step), _explained(page, notice.order), say(_AGAIN)]
        case Came.ILLEGAL:
            placed = PlacedPhrases(page.phrases.language, page.phrases.html, _places(notice.step))
            return [why(placed, notice.code, notice.facts), say("Nothing was played: this is the same table.")]
        case Came.LEFT:
            word = page.phrases.isolated(page.spoken("lesson"))
            return [
                say("See you then: the lesson waits for you. To go on, answer this email or write: %(word)s", word=word)
            ]
        case Came.SHOWN:
            return [say("What would probably follow"), *foretold(page, notice.follows)]
        case Came.ASKED:
            return [_answered(page, notice.asked)]
        case Came.UNCLEAR:
            return [
                say(
                    "We did not understand that. Tap the button, write a move in your own words, or ask what you "
                    "want to know."
                )
            ]
    return []


def _places(step: int) -> dict[str, str]:
    """Where the cards of a table lie."""
    rows = enumerate(position_of(step).table, 1)
    return {card.id: f"{level}{column}" for level, row in rows for column, card in enumerate(row, 1) if card}


def _deed(page: Page, step: int) -> str:
    """What the pupil did at that table, and what came with it."""
    assert page.game_view
    deed, *more = page.game_view.news
    tale = TalePhrases(page.phrases.language, page.phrases.html)
    besides = tell(tale, page.game_view.names, more)
    return page.phrases.fill(" ").join([_own_deed(page.phrases, deed, _places(step)), *besides])


def _own_deed(phrases: Phrases, deed: Event, places: Mapping[str, str]) -> str:
    """A move, told to whoever made it."""
    say = phrases.say
    match deed:
        case TokensTaken(_, gems):
            return say("You take: %(gems)s.", gems=phrases.colours(gems))
        case CardBought(_, card, paid, _, _) if any(paid):
            place = phrases.isolated(places[card])
            return say("You buy card %(place)s for %(price)s.", place=place, price=phrases.counted(paid))
        case CardBought(_, card, _, _, _):
            return say("You get card %(place)s for free.", place=phrases.isolated(places[card]))
        case CardReserved(_, str(card), _, False, _):
            return say("You reserve card %(place)s.", place=phrases.isolated(places[card]))
    return say("You reserve the top card of a deck.")


def _answered(page: Page, asked: str) -> str:
    if asked.startswith("rule_"):
        return answer(asked, page.language.code)
    return page.phrases.say("Here it is always your turn, no clock runs, and whatever you try can be tried again.")


def _explained(page: Page, order: str) -> str:
    """What a move of this kind is good for."""
    say = page.phrases.say
    match parse_order(order):
        case Take():
            return say("You may do that: tokens are what you pay with, ten at most.")
        case Reserve() | ReserveDeck():
            return say("You may do that: the card is kept for you, and a gold token comes with it.")
        case Buy():
            return say("You can do that: the card stays in front of you and makes others cheaper.")
    return say("You may do that.")
