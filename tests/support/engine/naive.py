"""The rules a second time, as naively as can be: order texts and plain dicts, written from the rulebooks.

It shares nothing with the engine but the two data files, so the tests can hold one against the other.
"""

import csv
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations, combinations_with_replacement
from typing import Any

GEMS = ["white", "blue", "green", "red", "black"]
COLOURS = [*GEMS, "gold"]


def _table(name: str) -> dict[str, dict[str, str]]:
    with (files("engine") / "data" / name).open(encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


CARDS = _table("cards.csv")
NOBLES = _table("nobles.csv")


@dataclass
class Game:
    """A referee's position with what the position does not show."""

    position: dict[str, Any]
    decks: list[list[str]]
    edition: str
    seating: list[int]
    passes: int

    @property
    def mine(self) -> dict[str, Any]:
        seat: dict[str, Any] = self.position["seats"][self.position["turn"]]
        return seat


def orders(game: Game) -> list[str]:
    """Every legal order of the seat on turn, as canonical text."""
    if game.position["over"]:
        return []
    actions = [*_takes(game), *_reserves(game), *_buys(game)] or ["pass"]
    return [text for action in actions for text in _with_each_noble(game, action)]


def _takes(game: Game) -> Iterator[str]:
    bank = game.position["bank"]
    colours_left = len([gem for gem in GEMS if bank[gem] > 0])
    for size in (1, 2, 3):
        if size == min(3, colours_left) or game.edition == "2021":
            for gems in combinations(GEMS, size):
                if all(bank[gem] > 0 for gem in gems):
                    yield from _taking(game, gems)
    for gem in GEMS:
        if bank[gem] >= 4:
            yield from _taking(game, (gem, gem))


def _taking(game: Game, gems: tuple[str, ...]) -> Iterator[str]:
    for back in _ways_back(Counter(game.mine["tokens"]) + Counter(gems)):
        yield " ".join(["take", *gems]) + back


def _ways_back(tokens: Counter[str]) -> Iterator[str]:
    excess = tokens.total() - 10
    if excess <= 0:
        yield ""
        return
    for back in combinations_with_replacement(COLOURS, excess):
        if all(back.count(colour) <= tokens[colour] for colour in back):
            yield " return " + " ".join(back)


def _reserves(game: Game) -> Iterator[str]:
    if len(game.mine["reserved"]) == 3:
        return
    tokens = Counter(game.mine["tokens"])
    if game.position["bank"]["gold"] > 0:
        tokens["gold"] += 1
    face_up = [card for row in game.position["table"] for card in row if card is not None]
    unseen = [f"deck {level}" for level in (1, 2, 3) if game.decks[level - 1]]
    for what in face_up + unseen:
        for back in _ways_back(tokens):
            yield f"reserve {what}{back}"


def _buys(game: Game) -> Iterator[str]:
    face_up = [card for row in game.position["table"] for card in row if card is not None]
    for card in face_up + [held["id"] for held in game.mine["reserved"]]:
        for count in range(game.mine["tokens"]["gold"] + 1):
            for gold in combinations_with_replacement(GEMS, count):
                paid = _payment(game, card, gold)
                if all(0 <= paid[gem] <= game.mine["tokens"][gem] for gem in GEMS):
                    yield " ".join(["buy", card, *(["gold", *gold] if gold else [])])


def _payment(game: Game, card: str, gold: tuple[str, ...]) -> dict[str, int]:
    """What leaves the hand in each colour; below nothing where gold stands for more than is asked."""
    paid = {"gold": len(gold)}
    for gem in GEMS:
        price = max(0, int(CARDS[card][gem]) - game.mine["bonuses"][gem])
        paid[gem] = price - gold.count(gem)
    return paid


def _with_each_noble(game: Game, action: str) -> list[str]:
    bonuses = Counter(game.mine["bonuses"])
    words = action.split()
    if words[0] == "buy":
        bonuses[CARDS[words[1]]["bonus"]] += 1
    guests = _guests(game, bonuses)
    return [f"{action} noble {noble}" for noble in guests] if len(guests) > 1 else [action]


def _guests(game: Game, bonuses: Counter[str]) -> list[str]:
    return [noble for noble in game.position["nobles"] if all(bonuses[gem] >= int(NOBLES[noble][gem]) for gem in GEMS)]


def play(game: Game, text: str) -> Game:
    """The game after a legal order."""
    game = deepcopy(game)
    text, _, noble = text.partition(" noble ")
    text, _, back = text.partition(" return ")
    words = text.split()
    match words[0]:
        case "take":
            _move(words[1:], game.position["bank"], game.mine["tokens"])
        case "reserve":
            _reserve(game, words[1:])
        case "buy":
            _buy(game, words[1], tuple(words[3:]))
    _move(back.split(), game.mine["tokens"], game.position["bank"])
    _receive(game, noble)
    _end_turn(game, passed=words[0] == "pass")
    return game


def _move(colours: list[str], source: dict[str, int], target: dict[str, int]) -> None:
    for colour in colours:
        source[colour] -= 1
        target[colour] += 1


def _reserve(game: Game, words: list[str]) -> None:
    hidden = words[0] == "deck"
    card = game.decks[int(words[1]) - 1].pop(0) if hidden else words[0]
    game.mine["reserved"].append({"id": card, "hidden": hidden})
    if game.position["bank"]["gold"] > 0:
        _move(["gold"], game.position["bank"], game.mine["tokens"])
    _refill(game, card)


def _buy(game: Game, card: str, gold: tuple[str, ...]) -> None:
    for colour, count in _payment(game, card, gold).items():
        _move([colour] * count, game.mine["tokens"], game.position["bank"])
    game.mine["reserved"] = [held for held in game.mine["reserved"] if held["id"] != card]
    game.mine["bought"].append(card)
    game.mine["bonuses"][CARDS[card]["bonus"]] += 1
    game.mine["points"] += int(CARDS[card]["points"])
    _refill(game, card)


def _refill(game: Game, card: str) -> None:
    for row, deck in zip(game.position["table"], game.decks, strict=True):
        if card in row:
            row[row.index(card)] = deck.pop(0) if deck else None
    game.position["decks"] = [len(deck) for deck in game.decks]


def _receive(game: Game, chosen: str) -> None:
    guests = _guests(game, Counter(game.mine["bonuses"]))
    if guests:
        noble = chosen or guests[0]
        game.position["nobles"].remove(noble)
        game.mine["nobles"].append(noble)
        game.mine["points"] += int(NOBLES[noble]["points"])


def _end_turn(game: Game, passed: bool) -> None:
    game.passes = game.passes + 1 if passed else 0
    position, seats = game.position, game.position["seats"]
    place = game.seating.index(position["turn"])
    round_is_complete = place == len(seats) - 1
    won = any(seat["points"] >= 15 for seat in seats)
    if (round_is_complete and won) or game.passes == len(seats):
        position.update(over=True, turn=None, winners=_winners(seats))
    else:
        position["turn"] = game.seating[(place + 1) % len(seats)]


def _winners(seats: list[dict[str, Any]]) -> list[int]:
    best = max((seat["points"], -len(seat["bought"])) for seat in seats)
    return [number for number, seat in enumerate(seats) if (seat["points"], -len(seat["bought"])) == best]
