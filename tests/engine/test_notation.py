"""Orders and ledger entries as text: one canonical form each, and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    Adjudicate,
    Buy,
    Entry,
    Extend,
    InvalidOrder,
    Order,
    Pass,
    Pause,
    Replace,
    Reserve,
    ReserveDeck,
    Resign,
    Resume,
    Take,
    Timeout,
    entry_text,
    order_text,
    parse_entry,
    parse_order,
)
from tests.support.engine.strategies import some

CANONICAL: dict[str, Order] = {
    "take white blue green": Take(("white", "blue", "green")),
    "take red red": Take(("red", "red")),
    "take white blue green return red gold": Take(("white", "blue", "green"), back=("red", "gold")),
    "take white return gold gold noble n10": Take(("white",), back=("gold", "gold"), noble="n10"),
    "reserve 2r4": Reserve("2r4"),
    "reserve 2r4 return gold noble n2": Reserve("2r4", back=("gold",), noble="n2"),
    "reserve deck 2": ReserveDeck(2),
    "reserve deck 2 return blue": ReserveDeck(2, back=("blue",)),
    "buy 3u1": Buy("3u1"),
    "buy 3u1 gold white blue": Buy("3u1", gold=("white", "blue")),
    "buy 3u1 noble n4": Buy("3u1", noble="n4"),
    "buy 3u1 gold white white noble n4": Buy("3u1", gold=("white", "white"), noble="n4"),
    "pass": Pass(),
    "pass noble n1": Pass(noble="n1"),
}
ENTRIES: dict[str, Entry] = {
    "resign 1": Resign(0),
    "timeout": Timeout(),
    "timeout skip": Timeout(skip=True),
    "adjudicate": Adjudicate(),
    "adjudicate 1 3": Adjudicate((0, 2)),
    "replace 2 Þóra Björk": Replace(1, "Þóra Björk"),
    "pause": Pause(),
    "resume": Resume(),
    "extend 3 24": Extend(2, 24),
}


@pytest.mark.parametrize(("text", "order"), CANONICAL.items())
def test_the_canonical_orders_of_the_contract(text: str, order: Order) -> None:
    assert order_text(order) == text
    assert parse_order(text) == parse_entry(text) == order


@pytest.mark.parametrize(("text", "entry"), ENTRIES.items())
def test_lines_for_what_is_no_order(text: str, entry: Entry) -> None:
    assert entry_text(entry) == text
    assert parse_entry(text) == entry


@some
@given(st.text(min_size=1).filter(str.strip))
def test_whatever_a_player_is_called_the_line_is_read_back(name: str) -> None:
    line = entry_text(Replace(0, name))
    assert line.splitlines() == [line]
    assert entry_text(parse_entry(line)) == line


def test_a_name_is_written_on_one_line() -> None:
    assert entry_text(Replace(0, " Anna\nBjörk\t\u2028Jón ")) == "replace 1 Anna Björk Jón"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "take",
        "take gold",
        "take white gold",
        "take purple",
        "take blue white green",
        "take white  blue green",
        " take red red",
        "take red red ",
        "take red red\n",
        "Take red red",
        "take red red return",
        "take red red return blue return blue",
        "take red red return blue white",
        "take red red noble",
        "take red red noble n11",
        "take red red noble n1 n2",
        "take red red noble n1 return blue",
        "take red red gold blue",
        "reserve",
        "reserve 2r9",
        "reserve deck",
        "reserve deck 0",
        "reserve deck 4",
        "reserve deck two",
        "reserve 2r4 2r5",
        "reserve 2r4 gold blue",
        "buy",
        "buy 2r9",
        "buy 2r4 gold",
        "buy 2r4 gold gold",
        "buy 2r4 gold blue white",
        "buy 2r4 return blue",
        "buy 2r4 noble n4 gold blue",
        "pass return blue",
        "pass pass",
        "resign 1",
    ],
)
def test_anything_else_is_no_order(text: str) -> None:
    with pytest.raises(InvalidOrder):
        parse_order(text)


@pytest.mark.parametrize(
    "text",
    [
        "resign",
        "resign 0",
        "resign 5",
        "resign ١",
        "resign 1 2",
        "resign 01",
        "timeout now",
        "timeout  skip",
        "adjudicate x",
        "adjudicate 1 1",
        "adjudicate 3 1",
        "pause 1",
        "extend 1",
        "extend 5 24",
        "extend 1 024",
        "extend 1 -3",
        "replace",
        "replace 1",
        "replace 1 ",
        "replace Anna",
        "replace 1 Anna  Björk",
        "Resign 1",
    ],
)
def test_anything_else_is_no_entry(text: str) -> None:
    with pytest.raises(InvalidOrder):
        parse_entry(text)
