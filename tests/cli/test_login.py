"""`pbem login`: consent for a mailbox that takes no password, by a code on any device, in a browser, or pasted."""

import re
import stat
from pathlib import Path
from urllib.request import urlopen

import pytest

from pbem.config import load_config
from pbem.transports.oauth2.client import access_token
from tests.support.cli.runs import CONFIG, inside
from tests.support.cli.terminal import Terminal
from tests.support.servers.authorization import AuthorizationServer, agreed


@pytest.fixture(autouse=True)
def _configured(issuer: AuthorizationServer, tmp_path: Path) -> None:
    smtp = '[smtp]\nhost = "127.0.0.1"\nport = 9\nuser = "splendor"\n'
    (tmp_path / "config.toml").write_text(CONFIG + smtp + issuer.toml())


def test_a_code_is_shown_to_be_entered_on_any_device(issuer: AuthorizationServer, tmp_path: Path) -> None:
    with Terminal(tmp_path, "login") as terminal:
        told = terminal.until("Waiting until that is done")
        assert re.search(r"Open https://127\.0\.0\.1:\d+/enter on any device and enter ABCD-EFGH", told)
        assert "█" in told or "▄" in told, "a code to scan"
        terminal.until("Logged in")
        assert terminal.end() == 0
    assert stat.S_IMODE((tmp_path / "tokens.json").stat().st_mode) == 0o600
    settings = load_config(tmp_path / "config.toml").oauth2
    assert settings
    assert access_token(settings) in issuer.good


def test_a_pipe_gets_the_code_as_json(issuer: AuthorizationServer, tmp_path: Path) -> None:
    run = inside(tmp_path, "login", "--json")
    assert run.code == 0
    assert '"code": "ABCD-EFGH"' in run.out.splitlines()[0]
    assert len(issuer.good) == 1


def test_over_ssh_the_address_bar_is_pasted(issuer: AuthorizationServer, tmp_path: Path) -> None:
    with Terminal(tmp_path, "login", "--paste") as terminal:
        shown = terminal.until("It ends at a page")
        found = re.search(r"https://\S+/authorize\S+", shown)
        assert found
        terminal.answer("Paste the address", agreed(issuer, found[0]))
        terminal.until("Logged in")
        assert terminal.end() == 0
    assert len(issuer.good) == 1


def test_in_a_browser_the_way_back_leads_to_this_machine(issuer: AuthorizationServer, tmp_path: Path) -> None:
    with Terminal(tmp_path, "login", "--browser", DISPLAY=":99", BROWSER="true") as terminal:
        found = re.search(r"https://\S+/authorize\S+", terminal.until("\n\n") + terminal.until("\n\n"))
        assert found
        with urlopen(agreed(issuer, found[0])) as page:
            assert b"Thank you" in page.read()
        terminal.until("Logged in")
        assert terminal.end() == 0
    assert len(issuer.good) == 1


def test_a_mailbox_with_a_password_needs_no_log_in(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    assert "there is no [oauth2]" in inside(tmp_path, "login").complaint


def test_a_provider_that_says_no_is_heard(issuer: AuthorizationServer, tmp_path: Path) -> None:
    issuer.down = 400
    run = inside(tmp_path, "login")
    assert run.code == 1
    assert "temporarily_unavailable" in run.complaint
    assert not (tmp_path / "tokens.json").exists()


def test_doctor_says_whether_consent_stands(issuer: AuthorizationServer, tmp_path: Path) -> None:
    assert "nobody has logged in" in inside(tmp_path, "doctor").out
    inside(tmp_path, "login", "--json")
    assert "consent stands" in inside(tmp_path, "doctor").out
