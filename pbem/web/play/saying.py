"""Orders in whole sentences, as the buttons of the page say them."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine import CARDS, NOBLES, Buy, Colour, Order, Reserve, ReserveDeck, Seat, Take, price
from engine.gems import tokens_of
from engine.price import payment
from pbem.render.phrases import Phrases
from pbem.render.words import spoken


@dataclass(frozen=True, slots=True)
class Sayer:
    """Says orders of one seat; `places` are where cards and nobles lie that can be named by a place."""

    phrases: Phrases
    seat: Seat
    places: Mapping[str, int]

    def order(self, order: Order) -> str:
        """Take white, blue and red, give back green."""
        sentence = self._deed(order)
        if back := getattr(order, "back", ()):
            tokens = self._gems(back)
            sentence = self.phrases.say("%(order)s, give back %(tokens)s", order=sentence, tokens=tokens)
        if order.noble:
            noble = self._noble(order.noble)
            sentence = self.phrases.say("%(order)s, with noble %(noble)s", order=sentence, noble=noble)
        return sentence

    def spoken(self, text: str) -> str:
        """A canonical order in the reader's words, with places for what lies there."""
        words = " ".join(str(self.places.get(word, word)) for word in text.split(" "))
        return spoken(self.phrases.language, words)

    def _deed(self, order: Order) -> str:
        say = self.phrases.say
        match order:
            case Take(gems):
                return say("Take %(gems)s", gems=self._gems(gems))
            case Buy(card, gold):
                return self._purchase(card, gold)
            case Reserve(card):
                return say("Reserve card %(card)s", card=self.place(card))
            case ReserveDeck(level):
                return say("Reserve the top card of level %(level)d", level=level)
        return say("Pass")

    def _purchase(self, card: str, gold: tuple[Colour, ...]) -> str:
        paid = payment(price(CARDS[card], self.seat.bonuses), tokens_of(gold))
        if not any(paid):
            return self.phrases.say("Buy card %(card)s for free", card=self.place(card))
        return self.phrases.say(
            "Buy card %(card)s for %(price)s", card=self.place(card), price=self.phrases.counted(paid)
        )

    def _gems(self, gems: tuple[Colour, ...]) -> str:
        return self.phrases.colours(gems) if len(set(gems)) == len(gems) else self.phrases.tally(gems)

    def _noble(self, noble: str) -> str:
        """51 (3 red and 3 black): where it lies, and what it asks for, by which people know it."""
        needs = self.phrases.counted(NOBLES[noble].needs)
        return self.phrases.fill("%(place)s (%(needs)s)", place=self.place(noble), needs=needs)

    def place(self, thing: str) -> str:
        """Where it lies, or else its id."""
        return self.phrases.isolated(self.places.get(thing, thing))
