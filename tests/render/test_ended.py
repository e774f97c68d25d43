from io import BytesIO

from PIL import Image

from engine import parse_record
from pbem.notices import EndedNotice, Reader
from pbem.render import render
from pbem.render.chart import race_of
from tests.support.render.reading import document, links
from tests.support.render.scenes import LINKS, SECRET, finished_game

GAME_VIEW, RECORD = finished_game()
MAIL = render(EndedNotice(to=Reader("anna@example.org", "en"), game_view=GAME_VIEW, record=RECORD), LINKS)


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
    assert "greedy won with 15 points." in MAIL.text
    assert "rematch" in {link.body for link in links(MAIL.html)}


def test_a_record_that_can_not_be_read_costs_only_the_picture() -> None:
    mail = render(EndedNotice(to=Reader("anna@example.org", "en"), game_view=GAME_VIEW, record="no record"), LINKS)
    assert [each.name for each in mail.attachments] == ["splendor-42.txt"]
    assert "<img" not in mail.html
