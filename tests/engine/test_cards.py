"""The cards and nobles as values."""

import copy
import pickle

from engine import CARDS, NOBLES, Setup, deal


def test_a_copy_or_a_pickle_of_a_card_is_the_same_card() -> None:
    for each in (CARDS["2r4"], NOBLES["n4"]):
        assert copy.deepcopy(each) is each
        assert pickle.loads(pickle.dumps(each)) is each


def test_a_position_survives_being_pickled() -> None:
    state = deal(Setup(seats=3, seed=b"any bytes"))
    assert pickle.loads(pickle.dumps(state)) == state
