"""A season of eighteen in which directors decide all that they can: once by mail alone, once at the command line."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import TypeAlias
from unittest.mock import patch

import pytest

from pbem.actions.leagues.directing import BY_WORD
from pbem.actions.leagues.season_facts import name_of
from pbem.actions.results import entries
from pbem.cli import access, league_decide
from pbem.league.season import Phase
from pbem.model import LeagueRules, Terms
from pbem.server.assemble import open_store
from tests.support.cli.runs import CONFIG, inside
from tests.support.league_desk import LeagueDesk
from tests.support.people import text_of

PEOPLE = tuple(f"{letter}ne" for letter in "ABCDEFGHIJKLMNOPQR")
RULES = LeagueRules(size=6, widths=(1, 2), terms=Terms(free_hours=336, bank_hours=3000))

Channel: TypeAlias = Callable[[LeagueDesk, str], list[EmailMessage]]


def by_mail(desk: LeagueDesk, line: str) -> list[EmailMessage]:
    arrived = desk.direct(f"league {line}")
    assert not [mail for mail in arrived if mail["X-PBEM-Kind"] == "refused"], (
        line,
        [text_of(each) for each in arrived],
    )
    return arrived


def at_the_command_line(desk: LeagueDesk, line: str) -> list[EmailMessage]:
    """`pbem league` in the desk's folder, at the desk's time, with the desk's dice."""
    (desk.folder / "config.toml").write_text(CONFIG, encoding="utf-8")
    words, _, reason = line.partition(" because ")
    asked = () if words.split()[0] in _NOT_ASKED else ("--yes",)
    because = ("--because", reason) if reason else ()
    with ExitStack() as patched:
        for module in (access, league_decide):
            patched.enter_context(patch.object(module, "make_server", lambda _: desk.server))
            patched.enter_context(
                patch.object(module, "open_store", lambda config: open_store(config, lambda: desk.now))
            )
        run = inside(desk.folder, "league", *words.split(), *because, *asked)
    assert run.code == 0, (line, run.err)
    return desk.deliver_outbox()


_NOT_ASKED = ("protests",)


def enter_many(desk: LeagueDesk, decide: Channel) -> None:
    """Two at once: in one line of a mail, or from a file."""
    two = [desk.new_player(name) for name in ("Zoë", "Yan")]
    if decide is by_mail:
        decide(desk, f"enter Nordic {', '.join(f'{each.name} <{each.address}>' for each in two)}")
    else:
        lines = "".join(f"{each.name},{each.address}\n" for each in two)
        (desk.folder / "people.csv").write_text(lines, encoding="utf-8")
        decide(desk, "enter Nordic --from people.csv")


BEFORE_THE_START = (
    "set Nordic free-hours 200",
    "set Nordic cap 30",
    "seed Nordic 1: Bne, Ane",
    "apart Nordic Cne, Dne",
    "postpone Nordic 2026-12-08",
    "rename Nordic Polar",
    "undo Polar",
    "directors Nordic add Rne",
    "directors Nordic add assistant Dne",
    "directors Nordic deputy Qne until 2027-03-01",
    "directors Nordic remove Rne",
    "tell Nordic Welcome to the league.",
    "admit Nordic Karl",
    "start Nordic",
)
WHILE_IT_IS_PLAYED = (
    "set Nordic bank-hours 1000 from 2026-12-24",
    "set Nordic scale 9-5-2-0 next",
    "pause Nordic until 2027-02-09",
    "resume Nordic",
    "penalty Nordic Ane 2 because of rudeness",
    "lift Nordic Ane because it was somebody else",
    "penalty Nordic Dne 1 because of rudeness",
    "undo Nordic",
    "protests Nordic",
    "ruling Nordic case 1 granted because the clock was wrong",
    "ruling Nordic case 2 refused because it was not",
    "ruling #2 void because it was agreed",
    "ruling #2 as played because it was not",
    "expel Nordic Bne forfeit because of cheating",
    "reinstate Nordic Bne because it was a mistake",
    "tell Nordic division 1 The server moves on Sunday.",
    "tell Nordic #1 Please finish.",
    "substitute Nordic Cne with Late inherits because Cne is ill",
)


@pytest.mark.parametrize("decide", [by_mail, at_the_command_line])
def test_everything_can_be_decided_and_the_league_is_what_its_log_says(tmp_path: Path, decide: Channel) -> None:
    with closing(LeagueDesk(tmp_path, *PEOPLE)) as desk:
        desk.found(RULES)
        desk.all_enter()
        desk.new_player("Karl")
        late = desk.new_player("Late")
        enter_many(desk, decide)
        for line in BEFORE_THE_START:
            decide(desk, line)
        assert [desk.season().phase, len(desk.members())] == [Phase.RUNNING, 21]
        someone = desk.people[desk.fixtures()[0].members[0] - 1]
        desk.write(someone, "protest #1 The clock was wrong.")
        desk.write(someone, "protest The table is wrong.")
        desk.end_games(4)
        for line in WHILE_IT_IS_PLAYED:
            decide(desk, line)
        desk.reply(late, "yes", to="league")
        assert _substitutes(desk) == {"Cne": "Late"}
        decide(desk, "reinstate Nordic Cne because Cne is well again")
        assert _substitutes(desk) == {}
        names = [desk.people[each - 1].name for each in desk.fixtures()[0].members]
        decide(desk, f"ruling #1 places {' '.join(reversed(names))} because of the protest")
        _to_the_end(desk)
        decide(desk, "sign-off Nordic next 2027-09-06 weeks 10")
        assert (desk.season().number, desk.season().rules.weeks, desk.season().rules.scale) == (2, 10, "9-5-2-0")
        decide(desk, "reopen Nordic")
        decide(desk, "ruling #3 void because of new facts")
        decide(desk, "cancel Nordic")
        _is_as_the_log_says(desk)


def _substitutes(desk: LeagueDesk) -> dict[str, str]:
    """Who has seats of a member's now."""
    with desk.store.look() as look:
        games = [game for each in desk.fixtures() if each.game_id and (game := look.game(each.game_id))]
        return {
            name_of(look, member): holder.name
            for fixture in desk.fixtures()
            for game in games
            if game.id == fixture.game_id and not fixture.result
            for member, holder in zip(fixture.members, game.holders, strict=True)
            if holder.player_id not in (None, member)
        }


def _to_the_end(desk: LeagueDesk) -> None:
    desk.end_games()
    desk.let_pass(hours=73)
    assert desk.season().phase == Phase.SIGN_OFF


def _is_as_the_log_says(desk: LeagueDesk) -> None:
    with desk.store.work() as work:
        decided = {each["event"] for each in entries(work.league_log(1)) if "by" in each}
    assert decided == set(BY_WORD)
    assert desk.check() == ()


@pytest.mark.parametrize("decide", [by_mail, at_the_command_line])
def test_a_sign_off_may_leave_the_next_season_open(league_desk: LeagueDesk, decide: Channel) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=336, bank_hours=3000)))
    _to_the_end(league_desk)
    decide(league_desk, "sign-off Nordic no next")
    assert len(league_desk.seasons()) == 1
    league_desk.let_pass(seconds=timedelta(weeks=3).total_seconds())
    assert len(league_desk.seasons()) == 1
    league_desk.direct("league new Nordic 4 start 2027-06-07")
    assert [each.phase for each in league_desk.seasons()] == [Phase.SIGNED_OFF, Phase.ENTRIES]
    assert league_desk.check() == ()
