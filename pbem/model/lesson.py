"""The lesson: five small tables, fixed once and for all, each with the one move that it teaches."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine import CARDS, GEMS, NOBLES, Buy, Card, Order, Reserve, Setup, State, deal, parse_order
from engine.gems import Tokens, minus, plus

PUPIL, TEACHER = 0, 1
"""The seats."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position and what is to be done there. Tokens are counted in the order of the colours, gold last."""

    right: str
    """The order that is taught."""
    one: str = ""
    """The cards on the table, by level."""
    two: str = ""
    nobles: str = ""
    tokens: Tokens = (0, 0, 0, 0, 0, 0)
    bought: str = ""
    visitors: str = ""
    """The nobles that came to the pupil before."""
    teachers_tokens: Tokens = (0, 0, 0, 0, 0, 0)
    teachers_cards: str = ""
    wanted: str = ""
    """The card that it is all about, where the order does not name it."""

    @property
    def order(self) -> Order:
        return parse_order(self.right)

    @property
    def card(self) -> Card:
        """What the text speaks of."""
        match self.order:
            case Buy(card) | Reserve(card):
                return CARDS[card]
        return CARDS[self.wanted]


SCENES = (
    Scene("take white blue green", one="1k2 1r1 1g7 1w4", wanted="1g7"),
    Scene(
        "buy 1g7",
        one="1k2 1r1 1g7 1w4",
        tokens=(2, 2, 1, 1, 0, 0),
        teachers_tokens=(0, 1, 1, 1, 2, 0),
    ),
    Scene(
        "reserve 2u3",
        one="1u8 1k1 1r2 1w8",
        two="2r2 2u3 2w3 2k1",
        tokens=(0, 4, 1, 0, 1, 0),
        bought="1g7 1r1",
        teachers_tokens=(1, 0, 1, 2, 1, 0),
        teachers_cards="1k2 1w4",
    ),
    Scene(
        "buy 1g4",
        one="1u8 1g4 1r2 1w8",
        nobles="n1",
        tokens=(1, 2, 2, 2, 2, 1),
        bought="1g7 1r1 2u3 1w2 1u5 1w3 1u6 1g6 1w7",
        teachers_tokens=(1, 0, 1, 1, 2, 0),
        teachers_cards="1k2 1w4 2k5 1k4",
    ),
    Scene(
        "buy 2w6",
        two="2r2 2w6 2g5 2k1",
        tokens=(3, 1, 1, 2, 1, 0),
        bought="1g7 1r1 2u3 1w2 1u5 1w3 1u6 1g6 1w7 1g4 2k3 2g3 1w8 1k8 1u8",
        visitors="n1",
        nobles="n10",
        teachers_tokens=(0, 2, 2, 1, 2, 1),
        teachers_cards="1k2 1w4 2k5 1k4 2r3 2u5 1r8",
    ),
)

LAST = len(SCENES)
FINISHED = LAST + 1


@cache
def position_of(step: int) -> State:
    """The table of a step, from 1; the pupil is on turn."""
    scene = SCENES[step - 1]
    state = deal(Setup(2, decks=(_ids(scene.one), _ids(scene.two), ()), nobles=_ids(scene.nobles)))
    state = _holding(state, PUPIL, scene.tokens, _ids(scene.bought), _ids(scene.visitors))
    return _holding(state, TEACHER, scene.teachers_tokens, _ids(scene.teachers_cards))


def _ids(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _holding(state: State, number: int, tokens: Tokens, bought: Sequence[str], visitors: Sequence[str] = ()) -> State:
    """The position with these tokens, out of the bank, and these cards and nobles before a seat."""
    cards, nobles = tuple(CARDS[card] for card in bought), tuple(NOBLES[noble] for noble in visitors)
    w, u, g, r, k = (sum(card.bonus == gem for card in cards) for gem in GEMS)
    seat = state.seats[number]._replace(
        tokens=plus(state.seats[number].tokens, tokens),
        bonuses=(w, u, g, r, k),
        points=sum(card.points for card in cards) + sum(noble.points for noble in nobles),
        bought=cards,
        nobles=nobles,
    )
    seats = (*state.seats[:number], seat, *state.seats[number + 1 :])
    return state._replace(bank=minus(state.bank, tokens), seats=seats)
