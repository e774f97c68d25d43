"""All that every template asks of a notice, in the reader's language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine import (
    CARDS,
    COLOURS,
    Buy,
    InvalidOrder,
    Order,
    Reserve,
    parse_order,
    price,
)
from engine.gems import Tokens, tokens_of
from engine.price import payment
from pbem.i18n import Language
from pbem.notices import InviteNotice, Notice, Sheet
from pbem.render.board import Board, Player
from pbem.render.columns import columns
from pbem.render.links import Links
from pbem.render.story import tell
from pbem.render.titles import title
from pbem.render.voice import LETTERS, Voice, initials
from pbem.render.wording import places, spoken, written


@dataclass(frozen=True)
class Page:
    """One mail in one form: as text or as HTML."""

    notice: Notice
    links: Links
    voice: Voice
    board: Board | None

    @property
    def language(self) -> Language:
        return self.voice.language

    @property
    def sheet(self) -> Sheet | None:
        return self.notice.sheet

    @property
    def subject(self) -> str:
        """The same for all mails about a game, so that they are one thread."""
        match self.notice:
            case Notice(sheet=Sheet(game_id=number, names=names)) | InviteNotice(game_id=number, names=names):
                return f"Splendor #{number} · {', '.join(names)}"
        return f"Splendor · {self.title}"

    @cached_property
    def title(self) -> str:
        return title(self.notice, self.language)

    @property
    def preheader(self) -> str:
        """What an inbox shows beside the subject."""
        return self.voice.fill(" · ").join(filter(None, (self.title, self.score, self.deadline)))

    @cached_property
    def score(self) -> str:
        return standing(self.voice, self.board.players) if self.board else ""

    @cached_property
    def deadline(self) -> str:
        sheet = self.sheet
        if not sheet or not sheet.until or sheet.view.over:
            return ""
        moment = self.language.moment(sheet.until, self.notice.to.timezone)
        return self.voice.say("until %(moment)s", moment=moment)

    @property
    def number(self) -> str:
        assert self.sheet
        return self.voice.isolated(f"#{self.sheet.game_id}")

    @cached_property
    def news(self) -> list[str]:
        return tell(self.voice, self.sheet.names, self.sheet.news) if self.sheet else []

    @property
    def on_turn(self) -> str:
        """Who else is on the clock."""
        if not self.sheet or self.sheet.my_turn or self.sheet.view.turn is None:
            return ""
        return self.voice.isolated(self.sheet.names[self.sheet.view.turn])

    @property
    def can_move(self) -> bool:
        return bool(self.board and self.board.choices)

    def place(self, place: int) -> str:
        return self.voice.isolated(place)

    def paid(self, order: Buy) -> Tokens:
        """What this way to buy costs."""
        assert self.board
        return payment(price(CARDS[order.card], self.board.mine.bonuses), tokens_of(order.gold))

    def extras(self, order: Order) -> str:
        """What comes with an order besides what it is about: tokens that go back, the noble that comes."""
        parts = []
        if back := getattr(order, "back", ()):
            tokens = self.voice.isolated(initials(back))
            parts.append(self.voice.say("return %(tokens)s", tokens=tokens))
        if order.noble:
            parts.append(self.noble(order))
        return self.voice.fill(", ").join(parts)

    def noble(self, order: Order) -> str:
        """The noble that an order chooses."""
        assert self.board
        assert order.noble
        return self.voice.say("noble %(place)s", place=self.place(self.board.noble_place(order.noble)))

    def explained(self, text: str) -> str:
        """Which card a canonical order is about."""
        try:
            order = parse_order(text)
        except InvalidOrder:
            return ""
        if not isinstance(order, Buy | Reserve):
            return ""
        return self.voice.say("Card %(card)s.", card=self.voice.card(order.card))

    def spoken(self, text: str) -> str:
        """A canonical line in the reader's words."""
        return spoken(self.language, text)

    def written(self, order: Order) -> str:
        """What to write by hand for this order."""
        return written(self.language, self._places, order)

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
        return ", ".join(f"{LETTERS[colour]} {self.voice.colour(colour)}" for colour in COLOURS)

    @property
    def commands(self) -> str:
        """The words that every mail names."""
        return ", ".join(self.spoken(word) for word in ("help", "rules", "board", "stop"))


def standing(voice: Voice, players: Sequence[Player]) -> str:
    """Everyone's points, the reader's first."""
    you = voice.language.pgettext("score", "you")
    return voice.fill(" · ").join(
        voice.fill(
            "%(name)s %(points)d",
            name=you if player.mine else voice.isolated(player.name),
            points=player.seat.points,
        )
        for player in players
    )
