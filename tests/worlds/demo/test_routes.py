"""The pages of the mailbox, and who is turned away from them."""

from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette

from pbem.errors import SendError
from pbem.web.site import make_site
from pbem.worlds.demo.mailbox import Arrivals, WebMailbox, parse
from pbem.worlds.demo.reading import Post
from pbem.worlds.demo.routes import MailProgram
from tests.support.web.asking import Answer, ask
from tests.support.web.sent_mails import mail


async def _no_controls(_back: str) -> str:
    return ""


class Mailboxes:
    """Where mails from the mailboxes go; it takes those to demo.example."""

    def __init__(self, folder: Path) -> None:
        self.taken: list[bytes] = []
        self.anna = WebMailbox(folder / "anna", "Anna", "anna@demo.example")
        self.noa = WebMailbox(folder / "noa", "נועה", "noa@demo.example")
        post = Post(self._take, lambda: datetime(2026, 11, 16, 12, 0, tzinfo=UTC))
        program = MailProgram([self.anna, self.noa], Arrivals(), post, "splendor@demo.example", _no_controls)
        self.site: Starlette = make_site(program.routes(), ["127.0.0.1"])

    async def _take(self, _sender: str, recipient: str, raw: bytes) -> None:
        if not recipient.endswith("@demo.example"):
            raise SendError("550 no relaying")
        self.taken.append(raw)

    async def send(self, **fields: str) -> Answer:
        body = urlencode({"subject": "Splendor", "body": "buy 12", **fields})
        return await ask(self.site, "/mailbox/anna/send", "POST", body, sec_fetch_site="same-origin")


@pytest.fixture
def mailboxes(tmp_path: Path) -> Mailboxes:
    mailboxes = Mailboxes(tmp_path)
    mailboxes.anna.receive(mail())
    return mailboxes


async def test_the_first_page_opens_what_waits_also_the_second_time(mailboxes: Mailboxes) -> None:
    assert (await ask(mailboxes.site, "/")).headers["location"] == "/mailbox/anna/1"
    await ask(mailboxes.site, "/mailbox/anna/1")
    mailboxes.anna.receive(mail("moved", key="receipt"))
    assert (await ask(mailboxes.site, "/")).headers["location"] == "/mailbox/anna/1"


async def test_the_list_is_an_inbox_with_a_switch_for_threads(mailboxes: Mailboxes) -> None:
    inbox = (await ask(mailboxes.site, "/mailbox/anna")).text
    assert 'class="from">Splendor by mail<' in inbox
    assert 'class="about">Your turn' in inbox
    assert 'class="thread"' not in inbox
    threads = (await ask(mailboxes.site, "/mailbox/anna?list=threads")).text
    assert 'class="thread"' in threads
    assert 'class="thread"' in (await ask(mailboxes.site, "/mailbox/anna")).text


async def test_a_hint_says_what_to_do_until_something_was_sent(mailboxes: Mailboxes) -> None:
    assert 'class="hint"' in (await ask(mailboxes.site, "/mailbox/anna/1")).text
    await mailboxes.send(to="splendor+tag@demo.example")
    assert 'class="hint"' not in (await ask(mailboxes.site, "/mailbox/anna/1")).text


async def test_a_mail_can_be_read_as_text_and_as_source(mailboxes: Mailboxes) -> None:
    assert "Take gems" in (await ask(mailboxes.site, "/mailbox/anna/1?show=text")).text
    source = (await ask(mailboxes.site, "/mailbox/anna/1?show=source")).text
    assert "X-PBEM-Kind" in source
    assert "List-Unsubscribe" in source
    assert (await ask(mailboxes.site, "/mailbox/anna/1/source")).text.startswith("From: Splendor by mail")


async def test_what_is_sent_goes_out_and_is_kept(mailboxes: Mailboxes) -> None:
    sent = await mailboxes.send(to="splendor+tag@demo.example")
    assert sent.headers["location"] == "/mailbox/anna?after=1"
    assert [str(parse(raw)["To"]) for raw in mailboxes.taken] == ["splendor+tag@demo.example"]
    assert "went out by SMTP" in (await ask(mailboxes.site, "/mailbox/anna?after=1")).text
    mailboxes.anna.receive(mail("moved", key="receipt"))
    assert "went out by SMTP" in (await ask(mailboxes.site, "/mailbox/anna?after=1")).text
    mailboxes.anna.receive(mail(key="answer"))
    assert 'data-kind="turn"' in (await ask(mailboxes.site, "/mailbox/anna?after=1")).text


async def test_a_reply_that_is_not_taken_stays_in_its_form(mailboxes: Mailboxes) -> None:
    for address in ("x@elsewhere.example", "nonsense"):
        refused = await mailboxes.send(to=address, answers="1", client="apple", language="he")
        assert refused.status == 422
        assert "buy 12" in refused.text
        assert 'role="alert"' in refused.text
    assert mailboxes.taken == []


async def test_two_mailboxes_stay_where_they_are_beside_each_other(mailboxes: Mailboxes) -> None:
    mailboxes.noa.receive(mail(language="he"))
    page = (await ask(mailboxes.site, "/mailbox/noa/1?beside=anna/1")).text
    assert page.index("list-anna") < page.index("list-noa")
    assert 'href="/mailbox/anna/1/reply?beside=noa%2F1"' in page
    assert 'src="/mailbox/noa/1/frame?beside=anna%2F1"' in page


@pytest.mark.parametrize("path", ["/mailbox/bo", "/mailbox/anna/7", "/mailbox/anna/1/file/0", "/nothing"])
async def test_what_is_not_there_is_said_in_a_sentence(mailboxes: Mailboxes, path: str) -> None:
    answer = await ask(mailboxes.site, path)
    assert answer.status == 404
    assert "<h1>" in answer.text


async def test_strange_parameters_do_no_harm(mailboxes: Mailboxes) -> None:
    for path in ("?after=x", "?beside=bo/3", "/1?beside=anna/1", "/1?show=x", "/1/reply?client=x&language=x"):
        assert (await ask(mailboxes.site, f"/mailbox/anna{path}")).status == 200
    assert (await ask(mailboxes.site, "/mailbox/anna/compose?link=javascript:x&mail=99")).status == 200


async def test_a_form_from_another_site_is_turned_away(mailboxes: Mailboxes) -> None:
    for headers in (
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "none"},
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {},
    ):
        refused = await ask(mailboxes.site, "/mailbox/anna/send", "POST", "to=splendor@demo.example", **headers)
        assert refused.status == 403
    taken = await ask(
        mailboxes.site, "/mailbox/anna/send", "POST", "to=splendor@demo.example", origin="http://127.0.0.1"
    )
    assert taken.status == 303


async def test_a_page_for_another_host_is_not_served(mailboxes: Mailboxes) -> None:
    assert (await ask(mailboxes.site, "/mailbox/anna", host="elsewhere.example")).status == 400


async def test_every_answer_forbids_what_it_does_not_need(mailboxes: Mailboxes) -> None:
    page = (await ask(mailboxes.site, "/mailbox/anna/1")).headers["content-security-policy"]
    assert "default-src 'none'" in page
    assert "unsafe-inline" not in page
    frame = (await ask(mailboxes.site, "/mailbox/anna/1/frame")).headers["content-security-policy"]
    assert "sandbox" in frame
    assert "script" not in frame.replace("allow-scripts", "script")
    assert (await ask(mailboxes.site, "/static/mailbox.js")).headers["x-content-type-options"] == "nosniff"


async def test_a_form_without_end_is_not_read(mailboxes: Mailboxes) -> None:
    body = "to=" + "x" * (1 << 21)
    assert (await ask(mailboxes.site, "/mailbox/anna/send", "POST", body, sec_fetch_site="same-origin")).status == 413
