"""All that the templates ask of a notice, in the reader's language."""

from dataclasses import dataclass

from engine import CARDS, COLOURS, Buy, Colour, Order, Pass, Reserve, ReserveDeck, Take, order_text, price
from engine.gems import Tokens, tokens_of
from engine.price import payment
from pbem.i18n import Language
from pbem.notices import InviteNotice, Notice, Sheet
from pbem.render.board import Board
from pbem.render.links import Links
from pbem.render.columns import columns
from pbem.render.story import tell
from pbem.render.titles import title
from pbem.render.voice import LETTERS, Voice
from pbem.render.wording import spoken, written


@dataclass(frozen=True, slots=True)
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
    def subject(self) -> str:
        """The same for all mails about a game, so that they are one thread."""
        match self.notice:
            case Notice(sheet=Sheet(game_id=number, names=names)) | InviteNotice(game_id=number, names=names):
                return f"Splendor #{number} · {', '.join(names)}"
        return f"Splendor · {self.title}"

    @property
    def title(self) -> str:
        return title(self.notice, self.language)

    @property
    def sheet(self) -> Sheet | None:
        return self.notice.sheet

    @property
    def preheader(self) -> str:
        """What an inbox shows beside the subject."""
        return self.voice.fill(" · ").join(filter(None, (self.title, self.score, self.deadline)))

    @property
    def deadline(self) -> str:
        return self.voice.say("until %(moment)s", moment=self.until) if self.until else ""

    @property
    def number(self) -> str:
        assert self.notice.sheet
        return self.voice.isolated(f"#{self.notice.sheet.game_id}")

    @property
    def score(self) -> str:
        """Everyone's points, the reader's first."""
        if not self.board:
            return ""
        return self.voice.fill(" · ").join(
            self.voice.fill("%(name)s %(points)d", name=self.name(player.name, player.mine), points=player.seat.points)
            for player in self.board.players
        )

    def name(self, name: str, mine: bool) -> str:
        return self.language.pgettext("score", "you") if mine else self.voice.isolated(name)

    @property
    def until(self) -> str:
        sheet = self.notice.sheet
        if not sheet or not sheet.until:
            return ""
        return self.language.moment(sheet.until, self.notice.to.timezone)

    @property
    def news(self) -> list[str]:
        sheet = self.notice.sheet
        return tell(self.voice, sheet.names, sheet.news) if sheet else []

    @property
    def can_move(self) -> bool:
        return bool(self.notice.sheet and self.notice.sheet.my_turn)

    def href(self, order: Order) -> str:
        return self.links.order(order_text(order))

    def place(self, place: int) -> str:
        return self.voice.isolated(place)

    def paid(self, order: Buy) -> Tokens:
        """What this way to buy costs."""
        assert self.board
        return payment(price(CARDS[order.card], self.board.mine.bonuses), tokens_of(order.gold))

    def extras(self, order: Take | Reserve | ReserveDeck | Buy | Pass) -> str:
        """What comes with an order besides what it is about: tokens that go back, the noble that comes."""
        parts = []
        if back := getattr(order, "back", ()):
            parts.append(self.voice.say("return %(tokens)s", tokens=" ".join(LETTERS[each] for each in back)))
        if order.noble and self.board:
            place = self.place(self.board.noble_place(order.noble))
            parts.append(self.voice.say("noble %(place)s", place=place))
        return self.voice.fill(", ").join(parts)

    def spoken(self, text: str) -> str:
        """A canonical line in the reader's words."""
        return spoken(self.language, text)

    def written(self, order: Order) -> str:
        """What to write by hand for this order."""
        assert self.board
        return written(self.language, self.board, order)

    def gem_columns(self, sets: list[tuple[Colour, ...]]) -> str:
        """The gem sets as orders, in columns."""
        assert self.board
        orders = [self.written(order) for gems in sets for order in self.board.choices.takes[gems]]
        return columns(orders, max(map(len, orders)) + 3, indent="    ")

    @property
    def reserve_places(self) -> str:
        assert self.board
        offered = self.board.choices
        cards = [str(tile.place) for tile in self.board.tiles() if tile.card.id in offered.reserves]
        return " ".join([*cards, *(f"{level}0" for level in offered.decks)])

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
