"""The board in sentences, for whoever has mails read to them: no columns, no letters for gems."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter

from engine import COLOURS, GEMS, Buy, Card, Order, order_text
from engine.gems import GOLD
from engine.state import Reserved
from pbem.render.board import Board, Level, ShownPlayer, Tile, VisitingNoble
from pbem.render.phrases import Phrases
from pbem.render.words import places, spoken


@dataclass(frozen=True, slots=True)
class Aloud:
    """Lists of sentences, for each part of a mail that is a table for those who look at it."""

    phrases: Phrases
    board: Board
    prefix: str = ""
    """Which game an order is for, where that has to be said."""

    @property
    def purse(self) -> list[str]:
        """What the reader has, and what there is to take."""
        say, counted, board = self.phrases.say, self.phrases.counted, self.board
        bank = [say("The bank has %(tokens)s.", tokens=counted(board.view.bank))] if any(board.view.bank) else []
        if board.looks_on:
            return bank
        mine = board.mine
        return [
            say("You have %(tokens)s.", tokens=counted(mine.tokens))
            if any(mine.tokens)
            else say("You have no tokens."),
            *([say("Your cards give %(bonuses)s.", bonuses=counted(mine.bonuses))] if any(mine.bonuses) else []),
            *bank,
        ]

    @property
    def buys(self) -> list[str]:
        """What can be bought now, the cheapest first."""
        on_sale = sorted(self.board.on_sale, key=lambda tile: sum(tile.pay or ()))
        if not on_sale:
            return []
        say = self.phrases.say
        how = say("To buy, write: %(example)s.", example=self._written(on_sale[0].buys[0]))
        return [say("You can buy:"), *map(self._bargain, on_sale), how]

    @property
    def takes(self) -> list[str]:
        """Which gems can be taken."""
        board, say, sentences = self.board, self.phrases.say, list[str]()
        if not board.gems_to_take:
            return []
        if board.different:
            most = max(map(len, board.different))
            colours = self._colours(gem for gems in board.different if len(gems) == most for gem in gems)
            sentences.append(
                say("You can take three different gems out of these: %(colours)s.", colours=colours)
                if most == len(GEMS) - 2
                else say("You can take one of each: %(colours)s.", colours=colours)
            )
        if board.pairs:
            colours = self._colours(gems[0] for gems in board.pairs)
            sentences.append(say("You can take two of one colour: %(colours)s.", colours=colours))
        if board.must_return:
            sentences.append(say("Above ten tokens some go back: say which."))
        return [*sentences, say("To take, write: %(example)s.", example=self._written(board.gems_to_take[0]))]

    @property
    def rest(self) -> list[str]:
        """What lies on the table and in the reader's hand and can't be bought now; the lowest level first."""
        kept = [
            self._card(tile, self.phrases.say("Your reserved card %(place)s", place=tile.place)) for tile in self._kept
        ]
        levels = [sentence for level in reversed(self.board.levels) for sentence in self._level(level)]
        reserves = self.board.reserves
        how = (
            [self.phrases.say("To reserve, write: %(example)s.", example=self._written(reserves[0]))]
            if reserves
            else []
        )
        return [*kept, *levels, *how]

    @property
    def nobles(self) -> list[str]:
        say = self.phrases.say
        if not self.board.nobles:
            return []
        worth = say("Nobles bring %(points)s each.", points=self.phrases.points(3))
        return [worth, *map(self.noble, self.board.nobles)]

    def players(self, *, others: bool) -> list[str]:
        """Two sentences on each; `others`: on all but the reader."""
        return [line for each in self.board.players if not (others and each.mine) for line in self._player(each)]

    def tile(self, tile: Tile) -> str:
        """All of a card: what it gives, what it costs the reader, what they are short of."""
        return self._bargain(tile) if tile.buyable else self._card(tile, self._called(tile))

    def explained(self, tile: Tile) -> list[str]:
        """The same, with the colours that the reader is short of, or how to buy it."""
        if tile.buyable:
            how = self.phrases.say("To buy, write: %(example)s.", example=self._written(Buy(tile.card.id)))
            return [self.tile(tile), how]
        return [self._costs(tile, self._called(tile)), *self.missing(tile)]

    def missing(self, tile: Tile) -> list[str]:
        """Which colours the reader is short of, and how many tokens, if gold makes them fewer."""
        if not any(tile.lacks or ()):
            return []
        lacks = self.phrases.counted(tile.lacks or ())
        line = self.phrases.say("You are short of %(missing)s for card %(place)s.", place=tile.place, missing=lacks)
        return [line, self._short(tile)] if self.board.mine.tokens[GOLD] else [line]

    @property
    def _kept(self) -> Sequence[Tile]:
        return () if self.board.looks_on else self.board.kept

    def _written(self, order: Order) -> str:
        """What to write for this order: places for cards, whole words for gems."""
        names = {what: place for what, place in places(self.board).items() if place.isdecimal()}
        words = " ".join([names.get(word, word) for word in order_text(order).split(" ")])
        return self.prefix + spoken(self.phrases.language, words)

    def _colours(self, gems: Iterable[str]) -> str:
        wanted = set(gems)
        return self.phrases.language.join([self.phrases.colour(gem) for gem in COLOURS if gem in wanted])

    def _points(self, points: int) -> str:
        return self.phrases.points(points) if points else self.phrases.say("no points")

    def _what(self, tile: Tile, called: str) -> str:
        """Card 11: green bonus, no points."""
        return self.phrases.say(
            "%(card)s: %(bonus)s bonus, %(points)s",
            card=called,
            bonus=self.phrases.bonus(tile.card.bonus),
            points=self._points(tile.card.points),
        )

    def _called(self, tile: Tile) -> str:
        return self.phrases.say("Card %(place)s", place=tile.place)

    def _bargain(self, tile: Tile) -> str:
        what, say = self._what(tile, self._called(tile)), self.phrases.say
        if not any(tile.pay or ()):
            return say("%(card)s, for free.", card=what)
        return say("%(card)s, for %(price)s.", card=what, price=self.phrases.counted(tile.pay or ()))

    def _card(self, tile: Tile, called: str) -> str:
        line = self._costs(tile, called)
        return self.phrases.fill("%(line)s %(more)s", line=line, more=self._short(tile)) if tile.short else line

    def _costs(self, tile: Tile, called: str) -> str:
        what, price = self._what(tile, called), tile.card.cost if tile.pay is None else tile.pay
        return self.phrases.say("%(card)s, costs %(price)s.", card=what, price=self.phrases.counted(price))

    def _short(self, tile: Tile) -> str:
        return self.phrases.several("You are short of %(num)d.", "You are short of %(num)d.", tile.short)

    def _level(self, level: Level) -> Iterator[str]:
        yield self.deck(level)
        for tile in sorted(level.unsold, key=attrgetter("place")):
            yield self._card(tile, self._called(tile))

    def deck(self, level: Level) -> str:
        """How many cards a deck still has."""
        return self.phrases.say("Level %(level)d; cards in the deck: %(num)d.", level=level.level, num=level.deck)

    def noble(self, visitor: VisitingNoble) -> str:
        say, wants = self.phrases.say, self.phrases.counted(visitor.noble.needs)
        if visitor.lacks is None:
            return say("Noble %(place)s wants %(cards)s.", place=visitor.place, cards=wants)
        if not any(visitor.lacks):
            return say("Noble %(place)s wants %(cards)s: you have them.", place=visitor.place, cards=wants)
        lacks = self.phrases.counted(visitor.lacks)
        return say(
            "Noble %(place)s wants %(cards)s; you are short of %(lacks)s.",
            place=visitor.place,
            cards=wants,
            lacks=lacks,
        )

    def _player(self, player: ShownPlayer) -> Iterator[str]:
        phrases, seat = self.phrases, player.seat
        has = [
            self._points(seat.points),
            phrases.several("%(num)d card", "%(num)d cards", len(seat.bought)),
            *([phrases.several("%(num)d noble", "%(num)d nobles", len(seat.nobles))] if seat.nobles else []),
            *([phrases.say("to move")] if player.on_turn else []),
            *([phrases.say("resigned")] if seat.resigned else []),
        ]
        yield phrases.say("%(name)s: %(all)s.", name=phrases.isolated(player.name), all=phrases.fill(", ").join(has))
        goods = [
            *self._goods(
                phrases.say("Their cards give %(bonuses)s.", bonuses=phrases.counted(seat.bonuses)), seat.bonuses
            ),
            *self._goods(phrases.say("Their tokens: %(tokens)s.", tokens=phrases.counted(seat.tokens)), seat.tokens),
            *(self._reserved(held) for held in seat.reserved if not player.mine),
        ]
        if goods:
            yield " ".join(goods)

    def _reserved(self, held: Reserved) -> str:
        """What somebody else holds, as far as it was seen."""
        if held.card is None:
            return self.phrases.say("Reserved unseen, from level %(level)d.", level=held.level)
        return self.card(held.card)

    def card(self, card: Card) -> str:
        """A card in somebody's hand."""
        return self.phrases.say(
            "Reserved, from level %(level)d: %(bonus)s bonus, %(points)s.",
            level=card.level,
            bonus=self.phrases.bonus(card.bonus),
            points=self._points(card.points),
        )

    def _goods(self, sentence: str, what: Iterable[int]) -> list[str]:
        return [sentence] if any(what) else []
