"""The benchmark plays real games and says what it found."""

from benchmarks.engine import Result, lines, run


def test_the_benchmark_plays_and_counts() -> None:
    result = run(games=2)
    assert result.moves_per_second > result.games_per_second > 0
    assert result.most_orders >= result.orders_per_move > 1
    assert result.calibration_seconds > 0
    assert result.naive_ratio
    assert result.naive_ratio > 2


def test_the_figures_are_shown_one_a_line() -> None:
    assert lines(Result(20123.4, 23456.7, 215.67, 33.33, 590, 0.2504)) == [
        "20,123 moves/s (23,457 in the best 50 games)",
        "215.7 games/s",
        "33.3 legal orders on average, 590 at most",
        "0.250 s for ten million empty loops",
    ]


def test_ratio_instructions_and_compiler_are_told_where_they_are_known() -> None:
    shown = lines(Result(20123.4, 23456.7, 215.67, 33.33, 590, 0.2504, 21.44, 211_000.4, compiled=True))
    assert shown[0].endswith("(23,457 in the best 50 games), compiled by mypyc")
    assert shown[4:] == ["21.4 times as fast as the naive rules", "211,000 instructions a move"]
