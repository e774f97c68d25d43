"""`pbem demo` in a real browser, as a newcomer meets it."""

import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize, expect

from benchmarks.pictures import Scheme
from tests.support.servers.tools import PATIENCE
from tests.support.web.running_demo import Newcomer, RunningDemo
from tests.support.web.screens import DESK, PHONE, TOO_WIDE, press

UNFOLD = "() => document.querySelectorAll('details').forEach(each => { each.open = true })"
PAGES = ("", "/1", "/1?show=text", "/1?show=source", "/1/reply", "/compose", "?after=0", "?after=9")


def is_complaint(message: ConsoleMessage) -> bool:
    """An error, unless it is about these tests, which look into a frame where no script may run."""
    return message.type == "error" and not message.text.startswith("Blocked script execution")


@contextmanager
def opened(browser: Browser, size: ViewportSize = DESK, script: bool = True) -> Iterator[Page]:
    """A page that must not complain."""
    complaints: list[str] = []
    context = browser.new_context(viewport=size, java_script_enabled=script)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[RunningDemo]:
    with RunningDemo(tmp_path) as running:
        yield running


@pytest.fixture(scope="module")
def shared_demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningDemo]:
    """For tests that don't mind what others did before."""
    with RunningDemo(tmp_path_factory.mktemp("demo")) as running:
        yield running


def test_a_newcomer_plays_a_whole_game_by_clicking_only(browser: Browser, demo: RunningDemo) -> None:
    with opened(browser, PHONE) as page:
        anna = Newcomer(page, demo)
        anna.go()
        while anna.kind != "ended":
            anna.tap(anna.choice())
            anna.wait_for_answer()
        race = anna.frame().locator("img")
        assert race.evaluate("image => image.naturalWidth") > 0
        with page.expect_download() as download:
            page.locator(".files a").click()
        assert "Secret: " in download.value.path().read_text("utf-8")


def test_a_mail_leads_to_the_page_of_the_seat_and_a_move_there_is_answered_by_mail(
    browser: Browser, demo: RunningDemo
) -> None:
    with opened(browser, PHONE) as page:
        anna = Newcomer(page, demo)
        anna.go()
        with page.context.expect_page() as opening:
            anna.frame().locator("a[href*='/play/']").click()
        seat = opening.value
        for gem in ("white", "blue", "red"):
            seat.locator("label", has=seat.locator(f"#take-{gem}")).click()
        seat.get_by_role("button", name="Take white, blue and red").click()
        expect(seat.locator(".done")).to_contain_text("Your move was played.")
        expect(seat).to_have_title("Your turn · #1")  # the bots have moved
        seat.get_by_role("link", name="Public page of this game").click()
        expect(seat.locator(".story")).to_be_visible()


def test_another_plays_by_typing_in_every_mail_program(browser: Browser, tmp_path: Path) -> None:
    with RunningDemo(tmp_path, "--players", "2") as demo, opened(browser) as page:
        anna = Newcomer(page, demo)
        anna.go()
        for client in ("gmail", "outlook", "apple", "plain") * 2:
            assert anna.kind == "turn"
            anna.type(anna.choice(), client)
            anna.wait_for_answer()
        anna.type("resign", "plain")
        anna.wait_for_answer()
        assert anna.kind == "confirm"
        anna.type("yes", "plain")
        anna.wait_for_answer()
        assert anna.kind == "ended"


def test_two_mailboxes_in_danish_and_hebrew_play_each_other(browser: Browser, tmp_path: Path) -> None:
    options = ("--players", "2", "--human", "2", "--languages", "da,he")
    with RunningDemo(tmp_path, *options) as demo, opened(browser) as page:
        mette = Newcomer(page, demo)
        mette.go()
        assert mette.frame().locator("html").get_attribute("lang") == "da"
        page.get_by_role("link", name="Side by side").click()
        expect(page.locator(".pane")).to_have_count(2)
        mette.tap(mette.choice())

        page.get_by_role("region", name="נועה").locator(".row", has_text="תורך").first.click()
        noa = Newcomer(page, demo)
        assert noa.frame().locator("html").get_attribute("dir") == "rtl"
        expect(page.locator(".pane")).to_have_count(2)
        noa.tap(noa.choice())
        turns = page.get_by_role("region", name="Mette").locator(".row.unread", has_text="Din tur")
        expect(turns.first).to_be_visible()


def test_a_mail_appears_without_reloading(browser: Browser, shared_demo: RunningDemo) -> None:
    with opened(browser) as page, opened(browser) as elsewhere:
        Newcomer(page, shared_demo).go("/mailbox/anna")
        page.evaluate("window.unchanged = true")
        before = page.locator(".row").count()
        anna = Newcomer(elsewhere, shared_demo)
        anna.go("/mailbox/anna/1")
        anna.type("help", "plain")
        anna.wait_for_answer()
        expect(page.locator(".row")).to_have_count(before + 2)
        expect(page.get_by_role("status")).to_contain_text("New mail for Anna")
        assert page.evaluate("window.unchanged")


def test_the_keyboard_is_enough(browser: Browser, shared_demo: RunningDemo) -> None:
    with opened(browser) as page:
        anna = Newcomer(page, shared_demo)
        anna.go("/mailbox/anna/1")
        anna.type("help", "plain")
        anna.wait_for_answer()
        anna.go("/mailbox/anna")
        newest, second = (row.get_attribute("href") for row in page.locator(".row").all()[:2])
        press(page, "j")
        press(page, "j")
        press(page, "Enter")
        expect(page).to_have_url(f"{shared_demo.address}{second}")
        press(page, "k")
        expect(page).to_have_url(f"{shared_demo.address}{newest}")
        anna.frame().locator("h1").click()
        press(page, "r")
        expect(page.locator(".compose textarea")).to_be_focused()
        page.keyboard.type("rules")
        press(page, "Control+Enter")
        anna.wait_for_answer()
        assert anna.kind == "rules"


def test_all_of_it_works_without_script(browser: Browser, shared_demo: RunningDemo) -> None:
    with opened(browser, script=False) as page:
        anna = Newcomer(page, shared_demo)
        anna.go("/mailbox/anna")
        page.locator(".row:not(.sent)", has_text="Your turn").first.click()
        anna.tap(anna.choice())
        anna.wait_for_answer()
        assert anna.kind == "turn"


def test_time_passes_with_a_reminder_and_a_language_changes(browser: Browser, demo: RunningDemo) -> None:
    with opened(browser) as page:
        anna = Newcomer(page, demo)
        anna.go()
        before = page.locator(".menu time").get_attribute("datetime")
        page.locator(".menu summary").click()
        page.get_by_role("button", name="Three days").click()
        after = page.locator(".menu time").get_attribute("datetime")
        assert before
        assert after
        assert after[:10] > before[:10]
        expect(page.locator(".row", has_text="Still your turn")).to_be_visible()
        page.locator(".menu summary").click()
        page.locator(".menu select").select_option("da")
        page.get_by_role("button", name="Change").click()
        page.locator(".row", has_text="Dine indstillinger").click()
        expect(anna.frame().locator("body")).to_contain_text("Brættet")


def test_a_second_start_goes_on_with_the_game_even_if_the_port_is_busy(browser: Browser, tmp_path: Path) -> None:
    with RunningDemo(tmp_path) as first:
        with opened(browser) as page:
            anna = Newcomer(page, first)
            anna.go()
            anna.tap(anna.choice())
            anna.wait_for_answer()
            mails = page.locator(".row").count()
        assert first.stop(signal.SIGINT) == 0
        assert first.errors.read_text("utf-8") == ""
    with closing(socket.create_server(("127.0.0.1", 0))) as busy:
        port = busy.getsockname()[1]
        with RunningDemo(tmp_path, "--port", str(port)) as second:
            taken = int(second.address.rpartition(":")[2])
            assert second.errors.read_text("utf-8") == f"Port {port} is in use, {taken} is taken instead.\n"
            with opened(browser) as page:
                anna = Newcomer(page, second)
                anna.go("/mailbox/anna")
                expect(page.locator(".row")).to_have_count(mails)
                page.locator(".row").first.click()
                anna.tap(anna.choice())
                anna.wait_for_answer()
                assert anna.kind == "turn"
            assert second.stop(signal.SIGTERM) == 0


def test_a_game_among_bots_can_be_watched_to_the_end(browser: Browser, tmp_path: Path) -> None:
    with RunningDemo(tmp_path, "--bots-only") as demo, opened(browser) as page:
        onlooker = Newcomer(page, demo)
        onlooker.go()
        assert onlooker.kind == "ended"
        page.locator(".menu summary").click()
        page.get_by_role("link", name="Watch game 1").click()
        expect(page.locator(".story")).to_contain_text("The game is over")
        press(page, "ArrowLeft")
        expect(page.locator(".story")).not_to_contain_text("The game is over")
        page.get_by_role("link", name="First").click()
        expect(page.locator(".story")).to_contain_text("The cards are dealt")


def test_nothing_is_wider_than_a_phone(browser: Browser, shared_demo: RunningDemo) -> None:
    with opened(browser, PHONE) as page:
        for path in (*(f"/mailbox/anna{path}" for path in PAGES), "/watch/1"):
            page.goto(shared_demo.address + path)
            page.evaluate(UNFOLD)
            # A long text in a field scrolls there.
            wide = [each for each in page.evaluate(TOO_WIDE) if not each.startswith("<input")]
            assert wide == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_shut_out(browser: Browser, shared_demo: RunningDemo, axe: str, scheme: Scheme) -> None:
    with browser.new_context(viewport=PHONE if scheme == "light" else DESK, color_scheme=scheme) as context:
        page = context.new_page()
        for path in ("/mailbox/anna", "/mailbox/anna/1?show=source", "/mailbox/anna/1/reply", "/watch/1"):
            page.goto(shared_demo.address + path)
            page.evaluate(UNFOLD)
            page.evaluate(axe)
            found = page.evaluate("axe.run(document, { iframes: false })")
            grave = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
            assert [(each["id"], each["nodes"][0]["html"]) for each in grave] == [], path
