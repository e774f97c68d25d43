"""All that every template asks of a notice, in the reader's language."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine import CARDS, COLOURS, Buy, InvalidOrder, Order, Reserve, order_text, parse_order, price
from engine.gems import Tokens, tokens_of
from engine.price import payment
from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model.players import first_name
from pbem.notices import GameView, HeardRemark, Notice
from pbem.render.aloud import Aloud
from pbem.render.board import Board, Other, ShownPlayer, Tile
from pbem.render.chips import ShortPhrases
from pbem.render.leagues import topic
from pbem.render.phrases import LETTERS, Links, Phrases, TalePhrases, initials, letters, shortened
from pbem.render.proposals import choices, question
from pbem.render.story import left_places, remarks, tell, time_and_cost
from pbem.render.templates import columns
from pbem.render.words import places, spoken, written

# Characters of talk in the HTML, which must stay small enough not to be clipped.
_MOST_TALK = 4000
_TURNS_WITH_LEGEND = 3
_LONGEST_FIRST_NAME = 12
_TO_WRITE: Mapping[Other, str] = {
    Other.RETURN: N_("To return other tokens than these, write it yourself:"),
    Other.PAYMENT: N_("To pay with gold in another way, write what it stands for:"),
    Other.GEMS: N_("To take other gems than these, write it yourself:"),
    Other.NOBLE: N_("To choose another noble, write it yourself:"),
}


@dataclass(frozen=True)
class Page:
    """One mail in one form: as text or as HTML."""

    notice: Notice
    links: Links
    phrases: Phrases
    board: Board | None
    also: tuple[str, ...] = ()
    """What else the same mail tells, as it is to be shown."""
    beside: bool = False
    """Whether this is such a part itself, of which only the inside is shown."""
    too_long: bool = False
    """Whether not even that, for want of room."""

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
        if said := self.notice.spoken:
            return " ".join(said.split())
        plain = replace(self, phrases=Phrases(self.language))
        news = plain.news[-1:] if plain.news else [plain.title]
        return " · ".join(filter(None, (*news, plain.deadline, plain.score)))

    @cached_property
    def score(self) -> str:
        if league := self.notice.about_league:
            return topic(self.phrases, league)
        return standing(self.phrases, self.board.players) if self.board else ""

    @cached_property
    def deadline(self) -> str:
        return time_and_cost(self.phrases, self.game_view, self.notice.to.timezone) if self.game_view else ""

    @cached_property
    def remarks(self) -> list[str]:
        """What else is to be known of the time."""
        return remarks(self.phrases, self.game_view, self.notice.to.timezone) if self.game_view else []

    @cached_property
    def talk(self) -> list[tuple[str, list[str]]]:
        """Who spoke to whom since the last mail, or waits for an answer, and the lines of what they said."""
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

    @property
    def answers(self) -> list[str]:
        """The beginning of an answer to each of these: to the table, or to whoever spoke to the reader alone."""
        return [f'tell "{each.author}" ' if each.private else "say " for each in self._said[self.left_unsaid :]]

    def heading(self, said: HeardRemark) -> str:
        """Who speaks to whom."""
        name = self.phrases.isolated(said.author)
        if said.asks:
            return self.phrases.say("%(name)s asks you:", name=name)
        if said.private:
            return self.phrases.say("%(name)s to you alone:", name=name)
        return self.phrases.say("%(name)s to the table:", name=name)

    @cached_property
    def asked(self) -> list[str]:
        """What is asked of all at the table."""
        asked = self.game_view.asked if self.game_view else None
        return question(self.phrases, asked, self.notice.to.timezone) if asked else []

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What the reader can say to that."""
        assert self.game_view
        assert self.game_view.asked
        return choices(self.phrases, self.game_view.asked)

    @property
    def laters(self) -> list[tuple[str, str]]:
        """When the reader can be reminded: the canonical command, and what stands on its link."""
        pgettext = self.language.pgettext
        return [
            ("later tonight", pgettext("remind me", "tonight")),
            ("later tomorrow", pgettext("remind me", "tomorrow")),
            ("later at 19:00", pgettext("remind me", "at 19:00")),
        ]

    @property
    def play(self) -> str:
        """The page on which the reader plays this game."""
        return self.links.pages.get(self.game_view.game_id, "") if self.game_view else ""

    @property
    def play_words(self) -> str:
        """What the link to that page says."""
        assert self.game_view
        over = self.game_view.view.turn is None
        return self.phrases.say("Look at the whole game") if over else self.phrases.say("Play on the page")

    @property
    def number(self) -> str:
        assert self.game_view
        return self.phrases.game(self.game_view.game_id, self.game_view.title)

    @cached_property
    def news(self) -> list[str]:
        """What happened since the reader's last move, a line a move: letters or chips for gems."""
        if not self.game_view:
            return []
        if self.notice.to.spoken and not self.phrases.html:
            return self.story
        events, phrases = self.game_view.news, self.phrases
        short = ShortPhrases(phrases.language, phrases.html, self.notice.to.ids, left_places(events))
        return tell(short, self.game_view.names, events)

    @property
    def story(self) -> list[str]:
        """The same in words, without chips."""
        if not self.game_view:
            return []
        events, phrases = self.game_view.news, self.phrases
        tale = TalePhrases(phrases.language, phrases.html, self.notice.to.ids, left_places(events))
        return tell(tale, self.game_view.names, events)

    @property
    def aloud(self) -> Aloud | None:
        """The board in sentences, for those who have their mail read to them."""
        if not (self.board and self.notice.to.spoken):
            return None
        return Aloud(self.phrases, self.board, self.links.prefix)

    @property
    def shows_legend(self) -> bool:
        """Whether the reader is still new to the signs: in the first turns of a game."""
        return bool(self.game_view) and self.board is not None and self.board.view.round <= _TURNS_WITH_LEGEND

    @property
    def scores(self) -> list[tuple[str, int, bool]]:
        """Everyone's points, the reader's first, with names as short as they can be; who is on turn."""
        assert self.board
        you = self.language.pgettext("score", "you")
        players = self.board.players
        names = short_names(player.name for player in players)
        return [
            (you if player.mine else self.phrases.isolated(name), player.seat.points, player.on_turn)
            for player, name in zip(players, names, strict=True)
        ]

    @property
    def on_turn(self) -> str:
        """Who else is on the clock."""
        if not self.game_view or self.game_view.my_turn or self.game_view.view.turn is None:
            return ""
        return self.phrases.isolated(self.game_view.names[self.game_view.view.turn])

    @property
    def takes_moves(self) -> bool:
        """Whether an answer can be a move: the reader sits in a game that goes on."""
        return any(each.seat is not None and each.view.turn is not None for each in self.notice.shown_games)

    @property
    def can_move(self) -> bool:
        return bool(self.board and self.board.choices)

    @property
    def turn_is_elsewhere(self) -> bool:
        """Whether it is the reader's turn, and nothing in this mail shows what they can do."""
        elsewhere = not (self.can_move or self.also)
        return self.game_view is not None and self.game_view.my_turn and elsewhere

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
        tale = TalePhrases(self.language, self.phrases.html, self.notice.to.ids, self.place_names)
        return self.phrases.say("Card %(card)s.", card=tale.card(order.card))

    def spoken(self, text: str) -> str:
        """A canonical line in the reader's words."""
        return spoken(self.language, text)

    def heard(self, order: Order) -> str:
        """The whole order in the reader's words, for somebody who hears it: places for cards, no letters."""
        return self.understood(order_text(order))

    def understood(self, text: str) -> str:
        """The same with the places at which cards and nobles lie, or lay before the order was played."""
        words = [self.place_names.get(word, word) for word in text.split(" ")]
        return spoken(self.language, " ".join(words))

    def described(self, tile: Tile) -> str:
        """A card for somebody who can't see it: bonus, points, price."""
        card = tile.card
        points = self.phrases.points(card.points) if card.points else ""
        price_paid = letters(tile.pay or card.cost) or self.phrases.say("free")
        return ", ".join(filter(None, (self.phrases.bonus(card.bonus), points, price_paid)))

    def written(self, order: Order) -> str:
        """What to write by hand for this order."""
        return self.links.prefix + written(self.language, self._places, order)

    @cached_property
    def _places(self) -> dict[str, str]:
        assert self.board
        return places(self.board)

    @cached_property
    def place_names(self) -> dict[str, str]:
        """The places of cards and nobles, by their ids; of what an order moved, where it was before."""
        here = {what: place for what, place in self._places.items() if place.isdecimal()} if self.board else {}
        return here | {what: str(place) for what, place in self.notice.places.items()}

    def written_in_columns(self, orders: Iterable[Order]) -> str:
        """What to write by hand for each of these orders."""
        return columns([self.written(order) for order in orders])

    def left_out(self, *others: Other) -> list[tuple[str, str]]:
        """What else is possible, and how that is written."""
        assert self.board
        orders = self.board.choices.left_out
        return [(self.phrases.say(_TO_WRITE[each]), self.written(orders[each])) for each in others if each in orders]

    @cached_property
    def reserving_returns(self) -> str:
        """What goes back with any card that is reserved, where that is the same for all."""
        assert self.board
        offered = self.board.reserves
        return self.extras(offered[0]) if len({(order.back, order.noble) for order in offered}) == 1 else ""

    @property
    def how_to_reserve(self) -> str:
        """What stands above the cards of the table."""
        words = self.phrases.say("tap a card to reserve it")
        return self.phrases.fill(", ").join(filter(None, (words, self.reserving_returns)))

    def more_of(self, player: ShownPlayer) -> str:
        """What else is to be known of a player."""
        seat, phrases = player.seat, self.phrases
        nobles = len(seat.nobles)
        words = (
            phrases.language.pgettext("player", "you") if player.mine else "",
            phrases.several("%(num)d noble", "%(num)d nobles", nobles) if nobles else "",
            phrases.say("to move") if player.on_turn else "",
            phrases.say("resigned") if seat.resigned else "",
        )
        return phrases.fill(" · ").join(filter(None, words))

    @property
    def decks(self) -> str:
        """10 (23), 20 (22), 30 (14): the places of the decks, and how many cards each has."""
        assert self.board
        return ", ".join(f"{level.deck_place} ({level.deck})" for level in reversed(self.board.levels))

    @property
    def examples(self) -> list[str]:
        """What could be written in answer to this mail."""
        assert self.board
        buys = [tile.buys[0] for tile in self.board.on_sale[:1]]
        orders: list[Order] = [*buys, *self.board.gems_to_take[:1]]
        if not self.shows_legend:
            orders = orders[:1]
        return [*map(self.written, orders), self.spoken("say") + " …"]

    @property
    def legend(self) -> str:
        """The letters of the gems."""
        return ", ".join(f"{LETTERS[colour]} {self.phrases.colour(colour)}" for colour in COLOURS)

    @property
    def commands(self) -> str:
        """The words that every mail names."""
        later = ("later tonight",) if self.game_view and self.game_view.my_turn and self.deadline else ()
        words = ("help", "rules", "board" if self.game_view else "games", *later, "stop")
        return ", ".join(map(self.spoken, words))


def short_names(names: Iterable[str]) -> list[str]:
    """First names where they tell people apart."""
    whole = list(names)
    first = [first_name(name) for name in whole]
    shown = [short if first.count(short) == 1 else name for short, name in zip(first, whole, strict=True)]
    return [shortened(name, _LONGEST_FIRST_NAME) for name in shown]


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
