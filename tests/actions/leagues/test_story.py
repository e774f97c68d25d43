"""What members read of a season: few mails, tables that say where a place leads to, and how it was at the end."""

from contextlib import closing
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest

from pbem.actions.leagues.check import check_files
from pbem.actions.leagues.founding import rules_of
from pbem.model import LeagueRules, Terms
from pbem.model.games import House
from tests.support.desk import kinds
from tests.support.league_desk import SEVEN, LeagueDesk
from tests.support.people import Person, text_of
from tests.support.web.asking import ask
from tests.support.web.showroom import Showroom

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=1000))


def table(desk: LeagueDesk, person: Person) -> str:
    return " ".join(text_of(desk.write(person, "standings Nordic")[0]).split())


def test_the_start_is_one_mail_with_all_games_and_a_turn_for_whoever_begins_one(league_desk: LeagueDesk) -> None:
    league_desk.found(LONG)
    league_desk.all_enter()
    arrived = league_desk.direct("league start Nordic")
    assert kinds(arrived).count("started") == 0
    for person in league_desk.people:
        (begun,) = [mail for mail in person.mails if "The season begins" in str(mail["Subject"])]
        mine = [each for each in league_desk.fixtures() if league_desk.number(person) in each.members]
        assert all(f"#{each.game_id}" in text_of(begun) for each in mine)
        assert all(league_desk.game(each.game_id or 0).start.commitment in text_of(begun) for each in mine)


def test_the_end_is_one_mail_with_the_champion_and_the_reader_s_own_season(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.end_games()
    league_desk.let_pass(hours=73)
    anna = league_desk.people[0]
    before = len(anna.mails)
    league_desk.direct("league sign-off Nordic")
    (mail,) = anna.mails[before:]
    told = " ".join(text_of(mail).split())
    champion = next(each.player_id for each in league_desk.members(1) if each.place == 1)
    assert f"The champion: {league_desk.people[champion - 1].name}." in told
    assert "Your season" in told
    assert "Entries are open." in told


def test_nothing_is_decided_by_lot_before_anybody_has_played(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    assert "decided by lot" not in table(league_desk, league_desk.people[0])


def test_the_table_names_whoever_plays_for_a_member(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    karl = league_desk.new_player("Karl")
    league_desk.substitute("Anna", karl)
    assert "played by Karl" in table(league_desk, league_desk.people[1])


def test_places_that_lead_up_and_down_are_marked(tmp_path: Path) -> None:
    with closing(LeagueDesk(tmp_path, *(f"Player {letter}" for letter in "ABCDEFGHIJ"))) as league_desk:
        league_desk.under_way(LeagueRules(size=5, widths=(1, 1), promoted=1, relegated=1, terms=LONG.terms))
        assert "↑" not in table(league_desk, league_desk.people[0])
        league_desk.end_games()
        told = table(league_desk, league_desk.people[0])
        assert "↑" in told
        assert "↓" in told


def test_the_end_of_a_cup_tells_the_path_to_the_title_and_everyones_place(tmp_path: Path) -> None:
    with closing(LeagueDesk(tmp_path, "Anna", "Björn", "Chaim")) as desk:
        desk.under_way(rules_of(House(), 2, {"format": "cup"}))
        for _ in range(2):
            desk.end_games()
            desk.let_pass(seconds=60)
        desk.let_pass(hours=80)
        arrived = desk.direct("league sign-off Nordic")
        ended = [" ".join(text_of(mail).split()) for mail in arrived if "The season is over" in str(mail["Subject"])]
        final = desk.fixtures()[-1]
        names = [desk.people[each - 1].name for each in final.members]
    assert len(ended) == 3
    champion = ended[0].partition("The champion: ")[2].partition(".")[0]
    loser = next(each for each in names if each != champion)
    assert all("The path to the title: Round 1: " in text and f"Round 2: {loser}." in text for text in ended)
    assert sorted(text.partition("Place ")[2].partition(" ")[0] for text in ended) == ["1", "2", "3"]
    assert not any("Division" in text for text in ended)


def test_the_end_brings_the_log_and_every_record_and_they_hold(league_desk: LeagueDesk) -> None:
    mail = _last_mail_of_a_season(league_desk)
    proof = next(part for part in mail.iter_attachments() if part.get_filename() == "nordic-1.zip")
    _holds(proof.get_content())


async def test_where_that_is_too_large_for_a_mail_the_mail_says_where_it_is(
    league_desk: LeagueDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.render.leagues._LARGEST_PROOF", 1000)
    mail = _last_mail_of_a_season(league_desk)
    assert "nordic-1.zip" not in names_of(mail)
    assert "You can ask for the log" in " ".join(text_of(mail).split())
    (tmp_path / "site").mkdir()
    with closing(Showroom(tmp_path / "site", *SEVEN)) as room:
        mail = _last_mail_of_a_season(room)
        assert "nordic-1.zip" not in names_of(mail)
        (address,) = [line.strip("\u200e") for line in text_of(mail).splitlines() if line.endswith(".zip")]
        assert f'href="{address}"' in text_of(mail, "html")
        answer = await ask(room.site, urlsplit(address).path)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/zip")


def _last_mail_of_a_season(desk: LeagueDesk) -> EmailMessage:
    desk.under_way(LONG)
    desk.end_games()
    desk.let_pass(hours=73)
    arrived = desk.direct("league sign-off")
    return next(mail for mail in arrived if "The season is over" in str(mail["Subject"]))


def _holds(proof: bytes) -> None:
    with ZipFile(BytesIO(proof)) as folder:
        files = {name: folder.read(name).decode() for name in folder.namelist()}
    records = {int(Path(name).stem): text for name, text in files.items() if name.startswith("records/")}
    assert len(records) == 7
    assert check_files(files["log.jsonl"].splitlines(), records).problems == ()


def names_of(mail: EmailMessage) -> list[str]:
    return [str(part.get_filename()) for part in mail.iter_attachments()]
