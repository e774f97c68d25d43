"""Sentences in a position: what is played, what is asked, and what never moves."""

import pytest

from engine import order_text
from pbem.commands.understand import understand
from tests.support.order_tables import rows
from tests.support.sentences import BOARD

SENTENCES = rows("sentences.tsv")
NO_ORDERS = rows("no_orders.tsv")


@pytest.mark.parametrize(("language", "text", "order"), SENTENCES)
def test_a_sentence_is_played_or_else_stands_first_among_what_is_asked(language: str, text: str, order: str) -> None:
    understood = understand(text, language, BOARD)
    if order:
        assert understood.order is not None, understood.offered
        assert order_text(understood.order) == order
    else:
        assert understood.order is None


@pytest.mark.parametrize(("language", "text"), NO_ORDERS)
def test_what_is_no_order_never_moves(language: str, text: str) -> None:
    assert understand(text, language, BOARD).order is None
