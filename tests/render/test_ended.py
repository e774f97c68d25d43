import re
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from engine import parse_record
from engine.events import CardReserved, TokensTaken
from pbem.notices import EndedNotice, Reader
from pbem.notices.games import Analysis, Lead, RatingNews, Reason, TurningPoint, Why
from pbem.render import Rendered, render
from pbem.render.chart import race_of
from tests.support.render.reading import document, links
from tests.support.render.scenes import LINKS, SECRET, finished_game

GAME_VIEW, RECORD = finished_game()
TO = Reader("anna@example.org", "en")
MAIL = render(EndedNotice(to=TO, game_view=GAME_VIEW, record=RECORD), LINKS)


def test_the_race_ends_with_the_final_points() -> None:
    race = race_of(RECORD)
    assert race
    assert [runner.points[-1] for runner in race.runners] == [seat.points for seat in GAME_VIEW.view.seats]
    assert all(list(runner.points) == sorted(runner.points) for runner in race.runners)


def test_the_picture_is_inline_and_small() -> None:
    (picture,) = [each for each in MAIL.attachments if each.content_id]
    (image,) = document(MAIL.html).iter("img")
    assert image.get("src") == f"cid:{picture.content_id}"
    assert Image.open(BytesIO(picture.content)).format == "PNG"
    assert len(picture.content) < 20_000


def test_the_record_is_attached_and_can_be_verified() -> None:
    (record,) = [each for each in MAIL.attachments if not each.content_id]
    assert record.name == "splendor-42.txt"
    assert parse_record(record.content.decode()).secret == SECRET


def test_the_mail_tells_the_secret_the_winner_and_a_way_to_play_again() -> None:
    for part in (MAIL.text, MAIL.html):
        assert SECRET.hex() in part
    assert MAIL.text.splitlines()[2:4] == ["greedy won with 15 points", "6 points ahead of Björn, in round 24."]
    assert "rematch" in {link.body for link in links(MAIL.html)}


def test_a_record_that_can_not_be_read_costs_only_the_picture() -> None:
    mail = render(EndedNotice(to=Reader("anna@example.org", "en"), game_view=GAME_VIEW, record="no record"), LINKS)
    assert [each.name for each in mail.attachments] == ["splendor-42.txt"]
    assert "<img" not in mail.html


def ended(analysis: Analysis | None = None, rating: RatingNews | None = None, to: Reader = TO) -> Rendered:
    notice = EndedNotice(to=to, game_view=GAME_VIEW, record=RECORD, analysis=analysis, rating=rating)
    return render(notice, LINKS)


def test_the_reader_s_own_turning_points_come_before_those_of_others() -> None:
    points = tuple(
        TurningPoint(seat, round_played, (TokensTaken(seat, ("white",)),), "take blue", 50, 30)
        for seat, round_played in ((1, 3), (2, 4), (0, 9), (0, 7))
    )
    text = ended(analysis=Analysis(Lead(0), points)).text
    assert re.findall(r"Round (\d+)", text) == ["7", "9", "3"]


def test_what_spoke_for_the_better_order_is_told_to_whom_it_would_have_helped() -> None:
    why = (Reason(Why.AFFORDABLE, {"places": ["2u6", "1g4"]}), Reason(Why.BLOCKS, {"seat": 1, "place": "2u6"}))
    points = tuple(
        TurningPoint(seat, 3, (TokensTaken(seat, ("white",)),), "reserve 2u6", 50, 30, why, {"2u6": 23, "1g4": 11})
        for seat in (0, 1)
    )
    text = " ".join(ended(analysis=Analysis(Lead(0), points)).text.split())
    assert text.count("In its favour:") == 1
    assert "Better: reserve 23. Card 23 (level 2, blue bonus, 3 points)." in text
    assert "Next turn you can afford: 23 (level 2, blue bonus, 3 points), 11 (level 1" in text
    assert "Otherwise Björn could buy card 23." in text


def test_who_wants_ids_reads_them_beside_the_places() -> None:
    point = TurningPoint(0, 3, (CardReserved(0, "2u6", 2, False, False),), "take blue", 50, 30, (), {"2u6": 23})
    analysis = Analysis(Lead(0), (point,))
    assert "reserved card 23 (level 2" in " ".join(ended(analysis=analysis).text.split())
    assert "reserved card 23 2u6 (level 2" in " ".join(ended(analysis=analysis, to=replace(TO, ids=True)).text.split())


@pytest.mark.parametrize(
    ("rating", "told"),
    [
        (RatingNews(12, 10, 1512, 14, computers=False), "Your rating: 1512 (+14)."),
        (RatingNews(12, 10, 1498, -7, computers=True), "Your rating against computers: 1498 (-7)."),
        (RatingNews(4, 10, 1510, 10, computers=False), "Rated games so far: 4; you get a rating after 10."),
    ],
)
def test_what_the_game_did_to_the_rating_is_told(rating: RatingNews, told: str) -> None:
    mail = ended(rating=rating)
    assert told in mail.text
    assert told in document(mail.html).text_content()


def test_who_won_is_you_if_you_did() -> None:
    winner = replace(GAME_VIEW, seat=2)
    assert (
        render(EndedNotice(to=TO, game_view=winner, record=RECORD), LINKS)
        .text.splitlines()[2]
        .startswith("You won with")
    )
