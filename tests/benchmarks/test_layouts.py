from itertools import islice

from benchmarks.layouts import LAYOUTS, Score, cases, lines


def test_every_layout_comes_with_orders_and_without() -> None:
    built = [*cases([(2, 3)], ["en"])]
    assert {case.layout for case in built} == {*LAYOUTS, "no order"}
    assert all(bool(case.said) is (case.layout != "no order") for case in built)


def test_the_same_replies_are_built_every_time() -> None:
    first, second = ([case.mime for case in islice(cases([(2, 3)], ["pl"]), 20)] for _ in range(2))
    assert first == second


def test_the_score_tells_what_was_wrong() -> None:
    score = Score({"above": {"right": 3}, "below": {"right": 1, "wrong": 1, "unread": 2}})
    assert lines(score) == [
        "above: 3 of 3 right, 0 wrong",
        "below: 1 of 4 right, 1 wrong",
        "all: 4 of 7 right, 1 wrong",
    ]
