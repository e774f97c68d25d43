"""Every measurement runs with tiny numbers, and says what it found; how fast that was is not asked here."""

from collections.abc import Sequence

import pytest
from click.testing import CliRunner

from benchmarks import growth, load, mailbox, memory, sizes, workers
from benchmarks.figures import Figure, markdown
from pbem.cli import cli
from tests.support.servers import dovecot, postgres
from tests.support.servers.tools import require_service


@pytest.fixture(autouse=True)
def _hardly_warmed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for part in (load, workers):
        monkeypatch.setattr(part, "_WARM_UP", 2)


@pytest.fixture
def _postgres() -> None:
    require_service("PostgreSQL (package postgresql)", postgres.found())


def named(figures: Sequence[Figure], part: str) -> Figure:
    return next(figure for figure in figures if part in figure.name)


def test_growth_compares_the_same_work_in_databases_of_two_sizes() -> None:
    result = growth.run((10, 30), rounds=2)
    turn = named(growth.figures(result), "turn (30 games against 10)")
    assert turn.value > 0
    assert turn.ratio == result.ratios("turn")[-1]
    assert any(line.startswith("  tick, nothing due") for line in growth.lines(result))


def test_a_game_takes_less_room_once_its_mails_are_dropped() -> None:
    result = sizes.run(seats=(2,), games=1)
    (weight,) = result.weights
    assert weight.mails > 2 * weight.turns > 0
    whole, facts = sizes.figures(result)
    assert facts.value < whole.value
    assert facts.ratio == pytest.approx(facts.value / whole.value)
    assert next(sizes.lines(result)).startswith(f"2 seats: {weight.turns:.0f} turns")


def test_a_visit_to_a_mailbox_is_measured_with_and_without_news() -> None:
    require_service("Dovecot (packages dovecot-imapd and dovecot-lmtpd)", dovecot.found())
    result = mailbox.run((2, 8), rounds=2)
    assert [figure.name.partition(" (")[0] for figure in mailbox.figures(result)] == [
        "IMAP visit, nothing new",
        "IMAP visit, one new mail",
        "IMAP visit, one new mail, bare client",
    ]
    assert mailbox.lines(result)[0].split() == ["mails", "in", "a", "sdbox,", "ms", "2", "8", "ratio"]


def test_memory_is_looked_at_while_mails_go_through() -> None:
    result = memory.run(mails=60, samples=2)
    assert [sample.mails for sample in result.samples] == [30, 60]
    assert result.unanswered == 0
    assert named(memory.figures(result), "after 60 mails").value > 10


@pytest.mark.usefixtures("_postgres")
def test_workers_answer_every_turn_and_are_seen_at_work() -> None:
    result = workers.run(turns=6, counts=(1, 2), profile=True)
    assert [(each.workers, each.turns, each.unanswered) for each in result.runs] == [(1, 6, 0), (2, 6, 0)]
    assert result.hot_spots
    assert workers.figures(result)[0].ratio == 1


@pytest.mark.usefixtures("_postgres")
def test_at_a_steady_rate_nothing_is_lost() -> None:
    (held,) = load.run(rate=10, seconds=1, workers=2).steps
    assert (held.sent, held.unanswered, held.extra, held.lost) == (10, 0, 0, 0)


def test_rates_climb_until_one_is_not_held() -> None:
    result = load.climb((5, 60), seconds=1)
    assert result.steps[0].unanswered == 0
    assert len(result.steps) <= 2


def test_the_table_can_be_pasted() -> None:
    figures = [Figure("engine", 21_684.3, "moves/s"), Figure("turn (1,000 against 10)", 19.04, "ms", 1.0449)]
    assert markdown(figures) == [
        "| name                    | figure | unit    | ratio |",
        "|-------------------------|--------|---------|-------|",
        "| engine                  | 21,684 | moves/s |       |",
        "| turn (1,000 against 10) | 19     | ms      | 1.04  |",
    ]


def test_every_part_can_be_called_by_its_name() -> None:
    answer = CliRunner().invoke(cli, ["bench", "--help"])
    assert answer.exit_code == 0
    for part in ("engine", "render", "web", "mail", "growth", "sizes", "mailbox", "memory", "workers", "load", "climb"):
        assert f"\n  {part} " in answer.output
