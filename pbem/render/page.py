"""All that every template asks of a notice, in the reader's language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine import CARDS, COLOURS, Buy, InvalidOrder, Order, Reserve, parse_order, price
from engine.gems import Tokens, tokens_of
from engine.price import payment
from pbem.i18n import Language
from pbem.notices import GameView, HeardRemark, Notice
from pbem.render.board import Board, ShownPlayer
from pbem.render.leagues import topic
from pbem.render.phrases import LETTERS, Links, Phrases, initials
from pbem.render.story import deadline, remarks, tell
from pbem.render.templates import columns
from pbem.render.words import places, spoken, written

# Characters of talk in the HTML, which must stay small enough not to be clipped.
_MOST_TALK = 4000


@dataclass(frozen=True)
class Page:
    """One mail in one form: as text or as HTML."""

    notice: Notice
    links: Links
    phrases: Phrases
    board: Board | None

    @property
    def language(self) -> Language:
        return self.phrases.language

    @property
    def game_view(self) -> GameView | None:
        return self.notice.game_view

    @cached_property
    def title(self) -> str:
        return self.notice.title(self.language)

    @property
    def others(self) -> list[str]:
        """Who else plays, in the order of play."""
        return [player.name for player in self.board.players if not player.mine] if self.board else []

    @property
    def preheader(self) -> str:
        """What an inbox shows beside the subject, and the subject does not tell."""
        news = self.news[-1:] if self.news else [self.title]
        return self.phrases.fill(" · ").join(filter(None, (*news, self.deadline, self.score)))

    @cached_property
    def score(self) -> str:
        if league := self.notice.about_league:
            return topic(self.phrases, league)
        return standing(self.phrases, self.board.players) if self.board else ""

    @cached_property
    def deadline(self) -> str:
        return deadline(self.phrases, self.game_view, self.notice.to.timezone) if self.game_view else ""

    @cached_property
    def remarks(self) -> list[str]:
        """What else is to be known of the time."""
        return remarks(self.phrases, self.game_view, self.notice.to.timezone) if self.game_view else []

    @cached_property
    def talk(self) -> list[tuple[str, list[str]]]:
        """Who spoke to whom since the last mail, and the lines of what they said."""
        shown = self._said[self.left_unsaid :]
        return [(self.heading(each), each.words.splitlines()) for each in shown]

    @cached_property
    def left_unsaid(self) -> int:
        """How many remarks are too much for the HTML, the oldest first; the text has them all."""
        if not self.phrases.html:
            return 0
        room, said = _MOST_TALK, self._said
        for number in range(len(said), 0, -1):
            room -= len(said[number - 1].words)
            if room < 0:
                return number
        return 0

    @cached_property
    def _said(self) -> list[HeardRemark]:
        said = self.game_view.talk if self.game_view else ()
        return [each for each in said if not self.notice.tells(each)]

    def heading(self, said: HeardRemark) -> str:
        """Who speaks to whom."""
        name = self.phrases.isolated(said.author)
        if said.private:
            return self.phrases.say("%(name)s to you alone:", name=name)
        return self.phrases.say("%(name)s to the table:", name=name)

    @property
    def play(self) -> str:
        """The page on which the reader plays this game."""
        return self.links.pages.get(self.game_view.game_id, "") if self.game_view else ""

    @property
    def number(self) -> str:
        assert self.game_view
        return self.phrases.isolated(f"#{self.game_view.game_id}")

    @cached_property
    def news(self) -> list[str]:
        return tell(self.phrases, self.game_view.names, self.game_view.news) if self.game_view else []

    @property
    def on_turn(self) -> str:
        """Who else is on the clock."""
        if not self.game_view or self.game_view.my_turn or self.game_view.view.turn is None:
            return ""
        return self.phrases.isolated(self.game_view.names[self.game_view.view.turn])

    @property
    def can_move(self) -> bool:
        return bool(self.board and self.board.choices)

    def place(self, place: int) -> str:
        return self.phrases.isolated(place)

    def paid(self, order: Buy) -> Tokens:
        """What this way to buy costs."""
        assert self.board
        return payment(price(CARDS[order.card], self.board.mine.bonuses), tokens_of(order.gold))

    def extras(self, order: Order) -> str:
        """What comes with an order besides what it is about: tokens that go back, the noble that comes."""
        parts = []
        if back := getattr(order, "back", ()):
            tokens = self.phrases.isolated(initials(back))
            parts.append(self.phrases.say("return %(tokens)s", tokens=tokens))
        if order.noble:
            parts.append(self.noble(order))
        return self.phrases.fill(", ").join(parts)

    def noble(self, order: Order) -> str:
        """The noble that an order chooses."""
        assert self.board
        assert order.noble
        return self.phrases.say("noble %(place)s", place=self.place(self.board.noble_place(order.noble)))

    def explained(self, text: str) -> str:
        """Which card a canonical order is about."""
        try:
            order = parse_order(text)
        except InvalidOrder:
            return ""
        if not isinstance(order, Buy | Reserve):
            return ""
        return self.phrases.say("Card %(card)s.", card=self.phrases.card(order.card))

    def spoken(self, text: str) -> str:
        """A canonical line in the reader's words."""
        return spoken(self.language, text)

    def written(self, order: Order) -> str:
        """What to write by hand for this order."""
        return self.links.prefix + written(self.language, self._places, order)

    @cached_property
    def _places(self) -> dict[str, str]:
        assert self.board
        return places(self.board)

    def written_in_columns(self, groups: Iterable[Sequence[Order]]) -> str:
        """What to write by hand for each of these orders."""
        orders = [self.written(order) for group in groups for order in group]
        return columns(orders)

    @property
    def return_example(self) -> str:
        """An order with a return, in the reader's words."""
        return self.spoken("take w u g return r")

    @property
    def legend(self) -> str:
        """The letters of the gems."""
        return ", ".join(f"{LETTERS[colour]} {self.phrases.colour(colour)}" for colour in COLOURS)

    @property
    def commands(self) -> str:
        """The words that every mail names."""
        words = ("help", "rules", "board" if self.game_view else "games", "stop")
        return ", ".join(map(self.spoken, words))


def standing(phrases: Phrases, players: Sequence[ShownPlayer]) -> str:
    """Everyone's points, the reader's first."""
    you = phrases.language.pgettext("score", "you")
    return phrases.fill(" · ").join(
        phrases.fill(
            "%(name)s %(points)d",
            name=you if player.mine else phrases.isolated(player.name),
            points=player.seat.points,
        )
        for player in players
    )
