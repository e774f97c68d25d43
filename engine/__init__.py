"""Splendor's rules: pure functions over immutable values, from the standard library alone.

>>> from engine import Setup, apply, deal, legal_orders, order_text
>>> state = deal(Setup(seats=2, seed=b"any bytes"))
>>> order = legal_orders(state)[0]
>>> order_text(order)
'take white blue green'
>>> state, events = apply(state, order)
>>> state.turn
1
"""

from engine.cards import CARDS, NOBLES, Card, Noble
from engine.check import check
from engine.errors import Code, EngineError, IllegalOrder, InvalidOrder, InvalidRecord, InvalidSetup
from engine.events import Event, as_seen
from engine.gems import COLOURS, GEMS, Colour, Tokens
from engine.ledger import (
    Adjudicate,
    Entry,
    Extend,
    Pause,
    Replace,
    Resign,
    Resume,
    Timeout,
    advance,
    entry_text,
    parse_entry,
    replay,
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
    "Buy",
    "Card",
    "Code",
    "Colour",
    "EngineError",
    "Entry",
    "Event",
    "Extend",
    "IllegalOrder",
    "InvalidOrder",
    "InvalidRecord",
    "InvalidSetup",
    "Noble",
    "Order",
    "Pass",
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
    "Setup",
    "State",
    "Step",
    "Take",
    "Timeout",
    "Tokens",
    "View",
    "advance",
    "apply",
    "as_seen",
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
    "steps",
    "view",
    "winners",
]
