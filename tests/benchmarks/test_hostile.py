"""The floods of `pbem bench hostile`, each with a few mails: what comes out of each is bounded by what goes in."""

import pytest

from benchmarks.hostile import FLOODS, flood
from pbem.logs import set_up_logs

FEW = 8
# A guest is written to as well; and a game that is begun is told to its player twice, as begun and as their turn.
MORE = {"a guest invited again and again": 2, "a hundred tables with bots": 3}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_brings_about_no_more_mail_than_it_takes(name: str) -> None:
    set_up_logs("critical")
    few = flood(name, FEW)
    assert few.mails_in == FEW
    assert few.mails <= MORE.get(name, 1)
    assert 0 < few.stall < 30


def test_forged_bounces_are_answered_with_nothing() -> None:
    assert flood("forged bounces", FEW).mails_out == 0


def test_illegal_orders_with_a_leaked_key_are_refused_to_its_owner() -> None:
    assert flood("orders with a leaked key", FEW).mails_out == FEW
