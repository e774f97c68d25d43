"""A search with the net: it looks further where actions are promising, and where a card comes it tries several.

Each seat chooses what is best for it. The more often an action is followed, the more cards that may come after it are
looked at, drawn from those that nobody has seen in the imagined state. Positions are judged some at a time.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from operator import attrgetter
from random import Random
from typing import TypeAlias

from engine.bots.candidates import Actions, completed
from engine.bots.core import (
    BUY_HELD,
    DECKS,
    NOTHING,
    NUMBERS,
    RESERVE,
    RESERVE_DECK,
    TAKE,
    TURN,
    Flat,
    Stacks,
    best_seats,
    flat,
    legal,
    must_return,
    play,
    seats_of,
)
from engine.bots.net import Net, taught
from engine.state import PLACES, State

_CURIOSITY, _CURIOSITY_OF_MANY = 0.7, 0.3
"""How readily the search turns from the action that is best so far to others: where more share the chances, they differ
less, so at three and four seats it trusts smaller differences."""
_CAUTION = 0.15
"""How much worse an action is thought to be that was never followed, the later it comes."""
_WIDENING = 0.7
"""How fast the number of cards grows that may come after an action."""
_TWO = 2
_BATCH = 16
_HASTE = 8
"""One more position is judged at a time for each so many that were looked at."""

Pool: TypeAlias = tuple[tuple[int, ...], ...]
"""By level, the cards that may be turned up."""


@dataclass(slots=True)
class Edge:
    """An action that may be followed; `total` sums up what the seat that acts may hope for, over all visits."""

    action: int
    prior: float
    visits: int = 0
    total: float = 0.0
    nodes: list["Node"] = field(default_factory=list)
    """One, or one for each card that came."""


@dataclass(slots=True)
class Node:
    """A position; `edges` has the most promising action first, and none before the net has judged it."""

    flat: Flat
    card: int = NOTHING
    chances: list[float] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    visits: int = 0

    def most_promising(self, curiosity: float) -> Edge:
        """Of those never followed only the first can be."""
        reach = curiosity * sqrt(self.visits + 1)
        best, most, tried = self.edges[0], -1.0, 0.0
        for edge in self.edges:
            visits = edge.visits
            hope = edge.total / visits if visits else self.chances[self.flat[TURN]] - _CAUTION * sqrt(tried)
            worth = hope + reach * edge.prior / (1 + visits)
            if worth > most:
                best, most = edge, worth
            if not visits:
                break
            tried += edge.prior
        return best


def thought(state: State, nodes: int, stop: Callable[[], bool] | None, rng: Random) -> list[tuple[Actions, int, float]]:
    """The orders that a search with the net follows: how often, and the sum of the seat's chances in these visits."""
    tree = Tree(taught(len(state.seats)), state, rng)
    tree.think(nodes, stop)
    return tree.opinions()


class Tree:
    """What was thought of so far, from one imagined state on."""

    def __init__(self, net: Net, state: State, rng: Random) -> None:
        self.net = net
        self.rng = rng
        self.pool: Pool = tuple(tuple(NUMBERS[card.id] for card in deck) for deck in state.decks)
        self.root = Node(flat(state))
        self.curiosity = _CURIOSITY_OF_MANY if len(state.seats) > _TWO else _CURIOSITY
        self._judge([self.root])

    def think(self, simulations: int, stop: Callable[[], bool] | None) -> None:
        """Look at so many positions, or until `stop` says yes."""
        done, stopped = 0, len(self.root.edges) == 1
        while done < simulations and not stopped:
            paths: list[tuple[list[tuple[int, Edge]], Node]] = []
            for _ in range(min(_BATCH, 1 + done // _HASTE, simulations - done)):
                if stopped := bool(stop and stop()):
                    break
                paths.append(self._descent())
            self._judge([node for _, node in paths if not node.chances])
            for path, node in paths:
                for seat, edge in path:
                    edge.total += node.chances[seat]
            done += len(paths)

    def _descent(self) -> tuple[list[tuple[int, Edge]], Node]:
        """The way to a position that is new, or that ends the game; it counts as visited, and as lost until judged."""
        node, path, drawn = self.root, [], set[int]()
        while node.edges:
            edge = node.most_promising(self.curiosity)
            path.append((node.flat[TURN], edge))
            node.visits += 1
            node = self._after(node, edge, drawn)
            edge.visits += 1
        node.visits += 1
        return path, node

    def _after(self, node: Node, edge: Edge, drawn: set[int]) -> Node:
        level = deck_of(node.flat, edge.action)
        card, stacks = NOTHING, _NO_CARD
        if edge.nodes and (level < 0 or len(edge.nodes) >= 1 + int(_WIDENING * sqrt(edge.visits))):
            least = min(edge.nodes, key=_VISITS)
            drawn.add(least.card)
            return least
        if level >= 0:
            card = self._drawn(level, drawn)
            drawn.add(card)
            for known in edge.nodes:
                if known.card == card:
                    return known
            stacks = _ONLY[card]
        edge.nodes.append(Node(play(node.flat, edge.action, stacks), card))
        return edge.nodes[-1]

    def _drawn(self, level: int, drawn: set[int]) -> int:
        while True:
            card = self.rng.choice(self.pool[level])
            if card not in drawn:
                return card

    def _judge(self, nodes: list[Node]) -> None:
        """Several paths may lead to one new position."""
        new = {id(node): node for node in nodes}
        for node in [each for each in new.values() if each.flat[TURN] < 0]:
            best = best_seats(node.flat)
            node.chances = [1 / len(best) if place in best else 0.0 for place in range(len(seats_of(node.flat)))]
            del new[id(node)]
        if new:
            flats = [node.flat for node in new.values()]
            opinions = self.net.judge(flats, list(map(legal, flats)))
            for node, (chances, promising) in zip(new.values(), opinions, strict=True):
                node.chances, node.edges = chances, [Edge(action, prior) for prior, action in promising]

    def opinions(self) -> list[tuple[Actions, int, float]]:
        """Whole orders, with how often each was followed, and what may be hoped for in all of these visits."""
        root = self.root
        followed = [edge for edge in root.edges if edge.visits]
        if not followed:
            return [(self._whole(root.edges[0]), 1, root.chances[root.flat[TURN]])]
        return [(self._whole(edge), edge.visits, edge.total) for edge in followed]

    def _whole(self, edge: Edge) -> Actions:
        """The action with what goes back after it."""
        node = max(edge.nodes or [self._after(self.root, edge, set())], key=_VISITS)
        actions: Actions = (edge.action,)
        while node.edges and must_return(node.flat):
            back = max(node.edges, key=lambda each: (each.visits, each.prior))
            actions += (back.action,)
            if not back.nodes:
                return completed(actions, play(node.flat, back.action))[0]
            node = max(back.nodes, key=_VISITS)
        return completed(actions, node.flat)[0]


_VISITS = attrgetter("visits")
_NO_CARD: Stacks = ((), (), ())


def _only(card: int) -> Stacks:
    one, two, three = (((card,) * 40 if level == _LEVEL[card] else ()) for level in range(3))
    return one, two, three


_LEVEL = tuple(int(card[0]) - 1 for card in NUMBERS)
_ONLY = tuple(_only(card) for card in NUMBERS.values())
"""For each card, decks in which it is the next that is turned up."""


def deck_of(flat: Flat, action: int) -> int:
    """The level from whose deck an action draws, counted from 0, or NOTHING."""
    if action < BUY_HELD:
        level = action // PLACES
    elif action < RESERVE or action >= TAKE:
        return NOTHING
    else:
        level = (action - RESERVE) // PLACES if action < RESERVE_DECK else action - RESERVE_DECK
    return level if flat[DECKS + level] else NOTHING
