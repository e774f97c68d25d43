"""Mails about leagues: what happens in them, their tables, and the directors' report."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from pbem.commands.read import parse
from pbem.commands.values import Command
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.league.season import Phase
from pbem.league.standings import Decider
from pbem.notices import (
    BracketMatch,
    Concern,
    LeagueNews,
    LeagueNotice,
    Reader,
    ReportNotice,
    Rival,
    StandingsNotice,
    TeamLine,
    Worry,
)
from pbem.render import Rendered, render
from pbem.render.brackets import shown_bracket, shown_teams
from pbem.render.leagues import phase
from pbem.render.phrases import Phrases
from pbem.render.standings import decider
from pbem.render.templates import WIDTH
from tests.support.render.league_scenes import (
    DIVISION,
    ENTRIES,
    LEAGUE,
    LINES,
    SECRET,
    WEEK,
    large_division,
    league_mails,
    news_of,
)
from tests.support.render.reading import document, links, visible_text
from tests.support.render.scenes import LINKS, every_kind
from tests.support.render.supported import ATTRIBUTES, TAGS
from tests.support.vocabulary import TRANSLATED, WORD, vocabulary

ANNA = Reader("anna@example.org", "en", "Europe/Copenhagen", "Anna", 1)
FOOTER = {"help", "rules", "games", "stop"}
WEEKLY = StandingsNotice(to=ANNA, league=LEAGUE, tables=(WEEK,), weekly=True)


def bodies(mail: Rendered) -> set[str]:
    return {link.body for link in links(mail.html)} - FOOTER


def report(*worries: Worry) -> Rendered:
    return render(ReportNotice(to=ANNA, league=LEAGUE, worries=worries), LINKS)


# The leagues, and what happens in them


def test_a_league_can_be_entered_looked_at_and_left_by_a_tap() -> None:
    mail = render(LeagueNotice(to=ANNA, leagues=(LEAGUE, replace(ENTRIES, name="Open"))), LINKS)
    assert bodies(mail) == {"standings Nordic", "withdraw Nordic", "enter Open"}
    assert "Tables of: 4 players" in mail.text
    assert "Time: 24 hours a turn, 5 days in reserve" in mail.text
    assert "Your entry: ✓ yes" in mail.text
    assert "Your entry: not yet" in mail.text


def test_check_in_takes_one_tap() -> None:
    mail = render(news_of(ANNA, LeagueNews.CHECK_IN), LINKS)
    first = next(link for link in links(mail.html))
    assert first.body == "yes"
    assert "If you do not answer, you lose your place on Thursday 19 November, 18:00" in " ".join(mail.text.split())


def test_a_season_begins_with_the_division_the_games_and_the_commitment() -> None:
    text = render(news_of(ANNA, LeagueNews.STARTED), LINKS).text
    assert "Your division: 2b." in text
    assert "#105 Chaim, Gísli, Ewa, Anna\n    Seat 4 · It is Ewa's turn." in text
    assert "Ewa, Björn, Anna, Zofia\n    Seat 3 · starts later" in text
    assert LEAGUE.commitment in text


def test_what_the_pyramid_did_is_told_with_levels_counted_from_one() -> None:
    text = " ".join(render(news_of(ANNA, LeagueNews.STARTED), LINKS).text.split())
    assert "Only 3 players were left for level 3 and joined the level above." in text
    assert "So few were left for level 4 that 1 player from the level above joined them." in text


def test_a_provisional_table_can_be_protested_against() -> None:
    mail = render(news_of(ANNA, LeagueNews.PROVISIONAL), LINKS)
    assert bodies(mail) == {"standings Nordic", "protest "}
    assert "Protests are open until Thursday 19 November, 18:00 (Copenhagen)." in mail.text
    assert "protest …" in mail.text


def test_whoever_withdraws_in_a_season_is_told_what_that_costs() -> None:
    during = render(news_of(ANNA, LeagueNews.WITHDRAWN), LINKS).text
    before = render(LeagueNotice(to=ANNA, leagues=(ENTRIES,), news=LeagueNews.WITHDRAWN), LINKS)
    assert "first to be relegated" in " ".join(during.split())
    assert "first to be relegated" not in before.text
    assert bodies(before) == {"enter Nordic"}


def test_a_season_that_is_called_off_offers_no_table() -> None:
    league = replace(LEAGUE, phase="called off")
    mail = render(LeagueNotice(to=ANNA, leagues=(league,), news=LeagueNews.CALLED_OFF), LINKS)
    assert bodies(mail) == set()
    assert bodies(render(LeagueNotice(to=ANNA, leagues=(league,)), LINKS)) == set()


@pytest.mark.parametrize("news", LeagueNews)
def test_every_news_names_the_league_and_has_a_title_of_its_own(news: LeagueNews) -> None:
    subjects = {each: render(news_of(ANNA, each), LINKS).subject for each in LeagueNews}
    assert subjects[news].endswith(" · Nordic")
    assert list(subjects.values()).count(subjects[news]) == 1


@pytest.mark.parametrize("code", LANGUAGES)
def test_all_parts_of_a_season_and_all_tie_breaks_have_words(code: str) -> None:
    phrases = Phrases(language(code))
    assert len({phase(phrases, each) for each in (*Phase, "called off")}) == len(Phase) + 1
    assert len({decider(phrases, each) for each in Decider}) == len(Decider)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_mail_tells_to_write_is_understood(code: str) -> None:
    wanted = {"enter", "withdraw", "standings", "league", "yes", "protest"}
    told = [line.strip() for each in league_mails(code).values() for line in render(each, LINKS).text.splitlines()]
    commands = [command for line in set(told) for command in parse(line.strip("\u200e\u200f"), code).commands]
    assert wanted <= {command.name for command in commands if isinstance(command, Command)}


# Tables


def test_the_readers_line_is_marked_by_more_than_colour() -> None:
    mail = render(WEEKLY, LINKS)
    assert "Anna (you)" in mail.text
    assert "▸ Anna (you)" in document(mail.html).text_content()


def test_the_table_tells_what_decided_and_the_lot_only_where_it_did() -> None:
    lines = render(WEEKLY, LINKS).text.splitlines()
    by_name = {line.name: " ".join(lines[at + 1 : at + 4]) for line in LINES for at in _rows(lines, line.name)[:1]}
    assert "decided by wins" in by_name["Björn"]
    assert "decided by lot" in by_name["Dagny"]
    assert [name for name, details in by_name.items() if " lot 00123456" in details] == ["Ewa", "Dagny"]


def _rows(lines: list[str], name: str) -> list[int]:
    ends = (f"  {name}", f"  {name} (you)", f"  {name} ↑", f"  {name} ↓")
    return [at for at, line in enumerate(lines) if line.endswith(ends)]


def test_at_tables_of_two_nobody_comes_third() -> None:
    two = replace(WEEKLY, league=replace(LEAGUE, seats=2))
    assert "3rd" in render(WEEKLY, LINKS).text
    assert "3rd" not in render(two, LINKS).text


def test_running_games_come_by_their_deadline_and_results_name_the_winners() -> None:
    text = render(WEEKLY, LINKS).text
    assert text.index("#103") < text.index("#104") < text.index("#105")
    assert "Your turn, until Thursday 19 November, 18:00 (Copenhagen)" in text
    assert "Björn has until Friday 20 November, 18:00 (Copenhagen)" in text
    assert "#102 Ewa 3, Björn 15*, Gísli 12, Zofia 15*" in text
    assert "Overtime begins on Monday 1 February." in text


def test_the_week_and_the_standings_have_their_own_titles() -> None:
    assert render(WEEKLY, LINKS).subject == "The week in your division · Nordic"
    assert render(replace(WEEKLY, weekly=False), LINKS).subject == "Standings · Nordic"


def test_the_secret_is_told_once_the_season_is_signed_off() -> None:
    assert SECRET.hex() not in render(WEEKLY, LINKS).text
    signed = render(replace(WEEKLY, secret=SECRET.hex()), LINKS)
    assert SECRET.hex() in signed.text
    assert SECRET.hex() in signed.html


def test_each_chart_is_inline_small_and_told_in_words() -> None:
    mail = render(replace(WEEKLY, tables=(WEEK, DIVISION)), LINKS)
    images = list(document(mail.html).iter("img"))
    assert [image.get("src") for image in images] == [f"cid:{each.content_id}" for each in mail.attachments]
    assert "Zofia 40, Chaim 23" in str(images[0].get("alt"))
    for each in mail.attachments:
        assert Image.open(BytesIO(each.content)).format == "PNG"
        assert len(each.content) < 20_000


def test_a_division_in_which_nothing_is_over_has_no_chart_and_no_crosstable() -> None:
    fresh = replace(WEEK, finished=(), growth=(), lines=tuple(replace(line, games=0) for line in LINES))
    mail = render(replace(WEEKLY, tables=(fresh,)), LINKS)
    assert mail.attachments == ()
    assert "Who beat whom" not in mail.text


def test_hebrew_does_not_turn_fractions_and_tallies_round() -> None:
    tree = document(render(replace(WEEKLY, to=replace(ANNA, language="he")), LINKS).html)
    assert "11½" in {each.text_content() for each in tree.xpath("//*[@dir='auto']")}
    assert [cell.get("dir") for cell in tree.iter("td") if cell.text_content() == "1=1-0"] == ["ltr"]


def test_hebrew_does_not_turn_the_fractions_of_a_decision_round() -> None:
    mail = render(every_kind("he")["decision"], LINKS)
    assert "\u200e18½\u200e ← \u200e16½\u200e" in mail.text
    assert {"18½", "16½"} <= {each.text_content() for each in document(mail.html).xpath("//*[@dir='auto']")}


def test_hebrew_does_not_turn_the_fractions_of_a_match_round() -> None:
    match = BracketMatch((Rival("Anna", "2½", goes_on=True), Rival("Bo", "½")), (1,))
    (final,) = shown_bracket(Phrases(language("he")), replace(DIVISION, bracket=((match,),)))
    assert final.matches[0].line == "Anna\u200f \u200e2½\u200e ✓ – Bo\u200f \u200e½\u200e"


def test_hebrew_does_not_turn_the_fractions_of_a_team_round() -> None:
    (dragons,) = shown_teams(Phrases(language("he")), [TeamLine(1, "Dragons", "4½", "2", (("Anna", "4½"),))])
    assert dragons.points == "\u200e4½\u200e"
    assert dragons.boards == "Anna\u200f \u200e4½\u200e"


@pytest.mark.parametrize(("code", "share"), [("en", "0.769"), ("da", "0,769"), ("pl", "0,769"), ("he", "0.769")])
def test_decimals_are_written_as_the_reader_writes_them(code: str, share: str) -> None:
    assert share in render(replace(WEEKLY, to=replace(ANNA, language=code)), LINKS).text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_mail_about_large_divisions_is_never_clipped(code: str, seats: int) -> None:
    mine = large_division(seats=seats)
    other = replace(mine, lines=tuple(replace(line, mine=False) for line in mine.lines))
    notice = replace(WEEKLY, to=replace(ANNA, language=code), league=replace(LEAGUE, seats=seats))
    ten = replace(other, lines=other.lines[:10], crosstable=tuple(row[:10] for row in other.crosstable[:10]), growth=())
    for tables in ((mine,), (mine, other, other), (ten,) * 15):
        mail = render(replace(notice, tables=tables), LINKS)
        assert len(mail.html.encode()) < 60_000
        assert max(map(len, mail.text.splitlines())) <= WIDTH
    assert "#1000" in mail.text


def test_five_divisions_of_seven_are_told_in_full() -> None:
    mail = render(replace(WEEKLY, to=replace(ANNA, language="he"), tables=(WEEK,) * 5), LINKS)
    assert len(mail.attachments) == 5
    assert len(mail.html.encode()) < 60_000


# The directors' report


def test_worries_are_told_with_their_figures_the_decisions_first() -> None:
    text = " ".join(
        report(
            Worry(Concern.LATE, ("Björn",), 42, "36"),
            Worry(Concern.GIFTS, ("Björn", "Zofia"), None, "61 98 4 12.4"),
            Worry(Concern.SAME_PAIR, ("Björn", "Zofia"), None, "10 9 8"),
            Worry(Concern.PROTEST, ("Ewa",), figure="1", words="Unfair!"),
            Worry(Concern.SIGN_OFF),
        ).text.split()
    )
    assert (
        text.index("The season is waiting to be signed off.")
        < text.index("Case 1, Ewa: Unfair!")
        < text.index("Game #42")
    )
    assert "Game #42: Björn is running late. Time left: 36 hours." in text
    assert "Björn finished behind Zofia in 9 of 10 games; 8 would be expected." in text
    assert "61 of 98 moves of Björn in 4 games were the best for Zofia; 12.4 would be expected." in text


def test_a_director_signs_off_by_a_tap_only_when_it_is_time() -> None:
    assert bodies(report(Worry(Concern.SIGN_OFF))) == {"league sign-off Nordic", "standings Nordic"}
    assert bodies(report()) == {"standings Nordic"}
    assert "Nothing needs your attention." in report().text


def test_a_worry_whose_figures_are_missing_is_still_told() -> None:
    assert "Game #42: Björn is running late. Time left: ?." in report(Worry(Concern.LATE, ("Björn",), 42)).text


@pytest.mark.parametrize("concern", Concern)
def test_every_concern_is_reported(concern: Concern) -> None:
    assert len(report(Worry(concern, ("Björn", "Zofia"), 42, "2 1")).text) > len(report().text)


# All of them


def test_what_people_call_themselves_is_shown_and_not_obeyed() -> None:
    harmful = "<b>x</b>&"
    lines = tuple(replace(line, name=harmful) for line in LINES)
    running = tuple(replace(game, names=(harmful,) * 4, on_turn=harmful) for game in WEEK.running)
    league = replace(LEAGUE, name=harmful)
    notices = (
        replace(WEEKLY, league=league, tables=(replace(WEEK, lines=lines, running=running),)),
        replace(news_of(ANNA, LeagueNews.STARTED), leagues=(league,), fixtures=running, division=harmful),
        ReportNotice(to=ANNA, league=league, worries=(Worry(Concern.PROTEST, (harmful,), words=harmful),)),
    )
    for notice in notices:
        source = render(notice, LINKS).html
        assert harmful not in source
        assert "&lt;b&gt;x&lt;/b&gt;&amp;" in source


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_english_leaks_into_a_league_mail(code: str) -> None:
    own = vocabulary(code)
    for kind, notice in league_mails(code).items():
        mail = render(notice, LINKS)
        for part in (mail.subject, mail.text, visible_text(mail.html)):
            assert not {word for word in WORD.findall(part.casefold()) if word not in own}, kind


@pytest.mark.parametrize("code", LANGUAGES)
def test_league_mails_keep_to_what_clients_show_and_to_72_columns(code: str) -> None:
    for kind, notice in league_mails(code).items():
        mail = render(notice, LINKS)
        assert max(map(len, mail.text.splitlines())) <= WIDTH, kind
        assert "\n\n\n" not in mail.text
        for element in document(mail.html).iter():
            assert element.tag in TAGS
            assert set(element.keys()) <= ATTRIBUTES
