"""All that every template asks of a notice, in the reader's language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine import CARDS, COLOURS, Buy, InvalidOrder, Order, Reserve, parse_order, price
from engine.gems import Tokens, tokens_of
from engine.price import payment
from pbem.i18n import Language
from pbem.notices import InviteNotice, LobbyNotice, Notice, OpenTable, PressNotice, Said, Sheet
from pbem.render.board import Board, Player
from pbem.render.leagues import league_of, topic
from pbem.render.story import deadline, remarks, tell
from pbem.render.templates import columns
from pbem.render.titles import title
from pbem.render.voice import LETTERS, Links, Voice, initials
from pbem.render.words import places, spoken, written

# Characters of talk in the HTML, which must stay small enough not to be clipped.
_MOST_TALK = 4000


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
            case Notice(sheet=Sheet(game_id=number, names=names)):
                return f"Splendor #{number} · {', '.join(names)}"
            case InviteNotice(table=OpenTable(game_id=number)) | LobbyNotice(table=OpenTable(game_id=number)):
                return f"Splendor #{number} · {self.title}"
        if league := league_of(self.notice):
            return f"Splendor · {league.name} · {self.title}"
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
        if league := league_of(self.notice):
            return topic(self.voice, league)
        return standing(self.voice, self.board.players) if self.board else ""

    @cached_property
    def deadline(self) -> str:
        return deadline(self.voice, self.sheet, self.notice.to.timezone) if self.sheet else ""

    @cached_property
    def remarks(self) -> list[str]:
        """What else is to be known of the time."""
        return remarks(self.voice, self.sheet, self.notice.to.timezone) if self.sheet else []

    @cached_property
    def talk(self) -> list[tuple[str, list[str]]]:
        """Who spoke to whom since the last mail, and the lines of what they said."""
        shown = self._said[self.left_unsaid :]
        return [(self.heading(each), each.words.splitlines()) for each in shown]

    @cached_property
    def left_unsaid(self) -> int:
        """How many remarks are too much for the HTML, the oldest first; the text has them all."""
        if not self.voice.html:
            return 0
        room, said = _MOST_TALK, self._said
        for number in range(len(said), 0, -1):
            room -= len(said[number - 1].words)
            if room < 0:
                return number
        return 0

    @cached_property
    def _said(self) -> list[Said]:
        said = self.sheet.talk if self.sheet else ()
        return [each for each in said if not self._is_the_topic(each)]

    def _is_the_topic(self, said: Said) -> bool:
        """Whether the mail is about this remark anyway."""
        notice = self.notice
        return isinstance(notice, PressNotice) and (notice.author, notice.words) == (said.author, said.words)

    def heading(self, said: Said) -> str:
        """Who speaks to whom."""
        name = self.voice.isolated(said.author)
        if said.private:
            return self.voice.say("%(name)s to you alone:", name=name)
        return self.voice.say("%(name)s to the table:", name=name)

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
        return ", ".join(f"{LETTERS[colour]} {self.voice.colour(colour)}" for colour in COLOURS)

    @property
    def commands(self) -> str:
        """The words that every mail names."""
        words = ("help", "rules", "board" if self.sheet else "games", "stop")
        return ", ".join(map(self.spoken, words))


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
