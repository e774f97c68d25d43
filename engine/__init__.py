"""Splendor's rules: pure functions over immutable values, from the standard library alone.

The manual is docs/engine.md; in short:

>>> from engine import Setup, apply, deal, legal_orders, order_text
>>> state = deal(Setup(seats=2, seed=b"any bytes"))
>>> order = legal_orders(state)[0]
>>> order_text(order)
'take white blue green'
>>> state, events = apply(state, order)
>>> state.turn
1
"""

from engine import bots
from engine.cards import CARDS, NOBLES, Card, Noble
from engine.check import check
from engine.errors import Code, EngineError, Facts, IllegalOrder, InvalidOrder, InvalidRecord, InvalidSetup
from engine.events import (
    CardBought,
    CardReserved,
    CardTurnedUp,
    EndAgreed,
    Event,
    GameAdjudicated,
    GameOver,
    GamePaused,
    GameResumed,
    LastRoundBegan,
    MoveTakenBack,
    NobleCame,
    Passed,
    SeatReplaced,
    SeatResigned,
    TimedOut,
    TimeExtended,
    TimeGiven,
    TokensReturned,
    TokensTaken,
    as_seen,
)
from engine.gems import COLOURS, GEMS, Bonuses, Colour, Tokens
from engine.ledger import (
    Adjudicate,
    End,
    Entry,
    Extend,
    Give,
    Pause,
    Replace,
    Resign,
    Resume,
    TakeBack,
    Timeout,
    advance,
    entry_text,
    parse_entry,
    replay,
    standing,
    standing_lines,
    steps,
)
from engine.legal import legal_orders
from engine.notation import order_text, parse_order
from engine.orders import Buy, Order, Pass, Reserve, ReserveDeck, Take
from engine.price import missing, price
from engine.record import Record, parse_record, record_text
from engine.rules import Step, apply
from engine.scoring import ranking, winners
from engine.setup import DEFAULT_EDITION, EDITIONS, Setup, deal
from engine.shuffle import commitment, seed_from
from engine.snapshot import dump_state, load_state
from engine.state import Position, Reserved, Seat, State, View
from engine.view import position, view

__all__ = [
    "CARDS",
    "COLOURS",
    "DEFAULT_EDITION",
    "EDITIONS",
    "GEMS",
    "NOBLES",
    "Adjudicate",
    "Bonuses",
    "Buy",
    "Card",
    "CardBought",
    "CardReserved",
    "CardTurnedUp",
    "Code",
    "Colour",
    "End",
    "EndAgreed",
    "EngineError",
    "Entry",
    "Event",
    "Extend",
    "Facts",
    "GameAdjudicated",
    "GameOver",
    "GamePaused",
    "GameResumed",
    "Give",
    "IllegalOrder",
    "InvalidOrder",
    "InvalidRecord",
    "InvalidSetup",
    "LastRoundBegan",
    "MoveTakenBack",
    "Noble",
    "NobleCame",
    "Order",
    "Pass",
    "Passed",
    "Pause",
    "Position",
    "Record",
    "Replace",
    "Reserve",
    "ReserveDeck",
    "Reserved",
    "Resign",
    "Resume",
    "Seat",
    "SeatReplaced",
    "SeatResigned",
    "Setup",
    "State",
    "Step",
    "Take",
    "TakeBack",
    "TimeExtended",
    "TimeGiven",
    "TimedOut",
    "Timeout",
    "Tokens",
    "TokensReturned",
    "TokensTaken",
    "View",
    "advance",
    "apply",
    "as_seen",
    "bots",
    "check",
    "commitment",
    "deal",
    "dump_state",
    "entry_text",
    "legal_orders",
    "load_state",
    "missing",
    "order_text",
    "parse_entry",
    "parse_order",
    "parse_record",
    "position",
    "price",
    "ranking",
    "record_text",
    "replay",
    "seed_from",
    "standing",
    "standing_lines",
    "steps",
    "view",
    "winners",
]
