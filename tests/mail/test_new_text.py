from pathlib import Path
from time import process_time

import pytest

from pbem.mail.address import Ours
from pbem.mail.new_text import new_text, scattered_text
from pbem.mail.quoted_mail import QuotedMail
from pbem.mail.quotes import MARKER, MARKER_END, MAX_LENGTH
from tests.support.stored_mails import MAILS, OURS, answered_by, letter, read

REPLIES = sorted((MAILS / "replies").glob("*.eml"))
CLIENTS = (
    "gmail_web",
    "gmail_android",
    "outlook_desktop",
    "outlook_web",
    "outlook_ios",
    "apple_mail",
    "ios_mail",
    "thunderbird",
    "yahoo_web",
    "yahoo_android",
    "proton",
    "samsung",
    "k9",
    "roundcube",
    "mutt",
)
LANGUAGES = ("english", "danish", "icelandic", "polish", "hebrew")
BOARD = [
    f"{MARKER} Please write your reply above this line {MARKER_END}",
    "Game 42, turn 17: it is your turn, Anna.",
    "23  2r4 red 2 pts  cost w1 u4 g2",
    "24  2g3 green 2 pts  cost g5",
    "You can write",
    "buy 23",
    "take white blue green",
    "Write help for all words.",
]


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def text_of(body: str, sent: list[str] | None = None, ours: Ours = OURS) -> str:
    return new_text(letter(body=body), ours, QuotedMail(text="\n".join(sent or ())))


@pytest.mark.parametrize("reply", REPLIES, ids=lambda path: path.stem)
def test_a_reply_gives_its_new_text_and_nothing_else(reply: Path) -> None:
    expected = lines(reply.with_suffix(".txt").read_text("utf-8"))
    received = read(reply)
    assert lines(new_text(received, OURS)) == expected
    assert lines(new_text(received, OURS, answered_by(received))) == expected


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_client_is_shown_in_every_language(client: str, language: str) -> None:
    assert any(reply.stem.startswith(f"{client}_{language}") for reply in REPLIES)


def test_an_order_that_stands_in_our_mail_counts_above_the_quotation() -> None:
    quoted = "\n".join(f"> {line}" for line in BOARD)
    reply = f"buy 23\n\nOn 5 May 2026 at 10:11, Splendor by mail wrote:\n{quoted}\n"
    assert text_of(reply, BOARD) == "buy 23"


def test_an_order_that_stands_in_our_mail_counts_below_the_quotation() -> None:
    quoted = "\n".join(f"> {line}" for line in BOARD)
    reply = f"On 5 May 2026 at 10:11, Splendor by mail wrote:\n{quoted}\n\nbuy 23\n"
    assert text_of(reply, BOARD) == "buy 23"


def test_our_mail_is_known_by_its_lines_where_nothing_else_tells_it() -> None:
    board = "\n".join(BOARD[1:])
    assert text_of(f"reserve 31\n\n{board}\n", BOARD) == "reserve 31"


def test_without_quote_marks_what_stands_below_our_whole_mail_is_new() -> None:
    board = "\n".join(BOARD)
    reply = f"From: Splendor by mail <splendor@example.org>\nSent: 5 May 2026\n\n{board}\n\nbuy 23\n"
    assert text_of(reply, BOARD) == "buy 23"


def test_without_quote_marks_only_the_mail_itself_tells_what_is_new() -> None:
    board = "\n".join(BOARD[:-1])
    reply = f"From: Splendor by mail <splendor@example.org>\nSent: 5 May 2026\n\n{board}\n\nstop\n"
    assert text_of(reply, BOARD) == "stop"
    assert text_of(reply) == ""


def test_a_quotation_inside_our_own_unmarked_mail_gives_nothing_away() -> None:
    board = "\n".join([BOARD[0], "You wrote:", "> buy 41", *BOARD[1:]])
    assert text_of(f"From: Splendor by mail <splendor@example.org>\nSent: 5 May 2026\n\n{board}\n") == ""


def test_a_line_torn_off_our_mail_is_no_order() -> None:
    sent = ["You may write buy 23 else reserve 23"]
    reply = "On 5 May 2026 at 10:11, Splendor by mail wrote:\n> You may write buy 23 else\nreserve 23\n\ntake r u g\n"
    assert text_of(reply, sent) == "take r u g"


def test_an_answer_right_below_a_quoted_line_is_new() -> None:
    reply = "On 5 May 2026 at 10:11, Splendor by mail wrote:\n> 23  2r4 red 2 pts\nbuy 23\n> 24  2g3 green 2 pts\n"
    assert text_of(reply, BOARD) == "buy 23"


@pytest.mark.parametrize(
    "line",
    [
        "Dear Splendor by mail,",
        "I love Splendor by mail in the 2019 edition!",
        "Yesterday splendor@example.org was slow.",
        "On my honour, I have 2 gold.",
        "Regards to everyone!",
        "Kind regards to Ole",
        "From the deck, please:",
        "The time here is 10:30.",
    ],
)
def test_prose_above_an_order_is_no_quotation(line: str) -> None:
    assert lines(text_of(f"{line}\nbuy 23\n")) == [line, "buy 23"]


def test_a_signature_above_the_quotation_does_not_hide_the_order_below_it() -> None:
    reply = "-- \nAnna\n\nOn 5 May 2026 at 10:11, Splendor by mail wrote:\n> board\n\nbuy 23\n"
    assert text_of(reply) == "buy 23"


def test_a_closing_above_the_quotation_does_not_hide_the_order_below_it() -> None:
    reply = "Mvh\nMette\n\nDen 5. maj 2026 kl. 10.11 skrev Splendor by mail:\n> board\n\nkøb 23\n"
    assert text_of(reply) == "køb 23"


def test_a_server_without_a_name_is_still_told_by_its_address() -> None:
    reply = "buy 23\n\nsplendor+abc@example.org, 10:11\n\nbuy 41\n"
    assert text_of(reply, ours=Ours("splendor@example.org")) == "buy 23"


def test_a_mail_without_text_has_no_new_text() -> None:
    assert new_text(letter(content_type="image/png"), OURS) == ""
    assert text_of("   \n\n") == ""


def test_a_line_beyond_measure_is_cut() -> None:
    assert len(text_of("x" * 70_000)) == MAX_LENGTH


HOSTILE = {
    "openings": "On ",
    "attribution lines": "On Tue, 5 May 2026 at 10:11\n",
    "dashes": "-",
    "quote marks": ">",
    "quote mark lines": ">\n",
    "one letter": "x",
    "blanks": " ",
    "line breaks": "\n",
    "our address": "splendor@example.org\n",
    "labels": "From: To: ",
    "label lines": "From:\n",
    "verbs": "wrote ",
    "closings": "regards \n",
    "torn quotations": "> a\nb\n",
    "nested elements": "<div>",
    "nested quotations": "<blockquote type=cite>x<br>",
    "unclosed brackets": "<",
    "links": "mailto:",
    "links without end": "<https://",
    "words of ours": "take white blue green ",
}


@pytest.mark.parametrize("shape", HOSTILE, ids=str)
@pytest.mark.parametrize("kind", ["text/plain", "text/plain; format=flowed", "text/html"])
def test_the_work_grows_no_faster_than_the_mail(shape: str, kind: str) -> None:
    # Four times the size: linear work costs four times as much, quadratic sixteen times.
    small, large = (_seconds(HOSTILE[shape], size, kind) for size in (16_000, 64_000))
    assert large < 12 * small


def _seconds(shape: str, size: int, kind: str) -> float:
    body = (shape * size)[:size]
    return min(_timed(body, kind) for _ in range(4))


def _timed(body: str, kind: str) -> float:
    start = process_time()
    received, answered = letter(body=body, content_type=kind), QuotedMail(text="\n".join(BOARD))
    new_text(received, OURS, answered)
    scattered_text(received, OURS, answered)
    return process_time() - start
