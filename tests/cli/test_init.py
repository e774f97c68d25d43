"""`pbem init`, as somebody new to it meets it: at a terminal, and from a script."""

import stat
from pathlib import Path

import pytest

from pbem.config import load_config
from tests.support.cli.mailbox_settings import ADDRESS
from tests.support.cli.runs import inside, pbem
from tests.support.cli.terminal import Terminal
from tests.support.servers.delivering_relay import PostOffice, post_office
from tests.support.servers.dovecot import MAILBOX, PASSWORD, Dovecot

GMAIL = ("--yes", "--no-test", "--address", "klub@gmail.com", "--password-file", "pass")


@pytest.fixture
def password_folder(tmp_path: Path) -> Path:
    """Somewhere to be, with the password in a file."""
    (tmp_path / "pass").write_text(f"{PASSWORD}\n")
    return tmp_path


def servers(dovecot: Dovecot, office: PostOffice) -> list[str]:
    """The options that say where the test's own servers are."""
    imap = ["--imap-host", "127.0.0.1", "--imap-port", str(dovecot.port), "--imap-tls", "none", "--imap-user", MAILBOX]
    smtp = ["--smtp-host", "127.0.0.1", "--smtp-port", str(office.port), "--smtp-tls", "none"]
    return ["--address", ADDRESS, *imap, *smtp]


def test_a_newcomer_answers_gets_a_setting_wrong_mends_it_and_has_a_server(tmp_path: Path, dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office, Terminal(tmp_path, "init") as terminal:
        terminal.answer("players write to", ADDRESS)
        terminal.answer("Who runs the mailboxes of example.org?", "?")
        assert "Error" not in terminal.until("known are gmail, outlook, microsoft-365, fastmail")
        terminal.answer("Who runs the mailboxes of example.org?")
        terminal.answer("IMAP server [imap.example.org]", "127.0.0.1")
        terminal.answer("IMAP port [993]", str(dovecot.port))
        terminal.answer("IMAP TLS (ssl, starttls, none) [starttls]")
        terminal.answer(f"Log-in [{ADDRESS}]", MAILBOX)
        terminal.answer("Password", "mistyped")
        terminal.answer("SMTP server", "127.0.0.1")
        terminal.answer("SMTP port", str(office.port))
        terminal.answer("SMTP TLS (ssl, starttls, none) [starttls]")
        terminal.answer("The name beside the address [Splendor by mail]", "Klub Perła")
        terminal.answer("Language", "pl")
        terminal.answer("Time zone [Europe/Warsaw]")
        terminal.answer("Your own address", "td@example.org")
        terminal.answer("Pages for a browser listen on", "127.0.0.1:8080")
        terminal.answer("The address at which others reach them", "https://play.example.org")
        assert "certificate verify failed" in terminal.until("look at imap.host and imap.ca_file")
        terminal.answer("c: change the settings", "c")
        terminal.answer("IMAP server [127.0.0.1]")
        terminal.answer("IMAP port")
        terminal.answer("IMAP TLS", "none")
        terminal.answer("IMAP log-in")
        terminal.answer("IMAP password (Enter keeps it)", PASSWORD)
        terminal.answer("SMTP server")
        terminal.answer("SMTP port")
        terminal.answer("SMTP TLS", "none")
        terminal.answer("SMTP log-in")
        terminal.answer("SMTP password (Enter keeps it)")
        assert "came back within" in terminal.until("config.toml is written")
        assert terminal.end() == 0
        assert inside(tmp_path, "doctor").code == 0
    assert PASSWORD not in terminal.seen
    assert "mistyped" not in terminal.seen
    config = load_config(tmp_path / "config.toml", {})
    assert (config.server.name, config.server.language) == ("Klub Perła", "pl")
    assert config.server.plus_addressing
    assert (config.web.listen, config.web.public_url) == ("127.0.0.1:8080", "https://play.example.org")
    assert config.imap
    assert (config.imap.password, config.smtp.password) == (PASSWORD, PASSWORD)
    assert (dovecot.count(MAILBOX), dovecot.folders(MAILBOX)) == (0, ["INBOX", "Processed", "Shunt"])


def test_a_script_gives_every_answer_as_an_option(password_folder: Path, dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        more = ["--admin", "a@example.org", "--admin", "b@example.org", "--timezone", "Europe/Copenhagen"]
        run = pbem(
            password_folder, "init", "--yes", *servers(dovecot, office), *more, "--password-file", "pass", "--json"
        )
    assert run.json["plus_addressing"]
    assert {each["state"] for each in run.json["tests"]} == {"ok"}
    config = load_config(password_folder / "config.toml", {})
    assert config.server.admins == ("a@example.org", "b@example.org")
    assert PASSWORD not in (password_folder / "config.toml").read_text()


def test_plus_addressing_that_does_not_work_is_switched_off_and_said(password_folder: Path, dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX, "refused") as office:
        run = inside(password_folder, "init", "--yes", *servers(dovecot, office), "--password-file", "pass")
    assert run.code == 0
    assert "plus_addressing = false" in run.out
    assert not load_config(password_folder / "config.toml", {}).server.plus_addressing


def test_nothing_is_written_where_the_test_fails_and_nobody_can_be_asked(
    password_folder: Path, dovecot: Dovecot
) -> None:
    (password_folder / "pass").write_text("wrong")
    with post_office(dovecot, MAILBOX) as office:
        run = inside(password_folder, "init", "--yes", *servers(dovecot, office), "--password-file", "pass")
    assert run.code == 1
    assert "look at imap.user and imap.password" in run.complaint
    assert not (password_folder / "config.toml").exists()


def test_only_what_is_wrong_is_asked_for_again(password_folder: Path, dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        options = [*servers(dovecot, office), "--smtp-tls", "ssl", "--password-file", "pass", "--name", "K"]
        rest = ["--language", "da", "--timezone", "UTC", "--web-listen", "", "--admin", "td@example.org"]
        with Terminal(password_folder, "init", *options, *rest) as terminal:
            terminal.answer("c: change the settings", "c")
            terminal.answer("SMTP server")
            terminal.answer("SMTP port")
            terminal.answer("SMTP TLS", "none")
            terminal.answer("SMTP log-in")
            terminal.answer("SMTP password (Enter keeps it)")
            assert terminal.end() == 0
    assert "IMAP server" not in terminal.seen
    assert load_config(password_folder / "config.toml", {}).smtp.tls == "none"


def test_a_certificate_of_one_s_own_can_be_named_when_it_is_not_trusted(
    password_folder: Path, dovecot: Dovecot
) -> None:
    chain = str(dovecot.certificate.chain)
    with post_office(dovecot, MAILBOX) as office:
        options = [*servers(dovecot, office), "--imap-tls", "starttls", "--password-file", "pass", "--name", "K"]
        rest = ["--language", "da", "--timezone", "UTC", "--web-listen", "", "--admin", "td@example.org"]
        with Terminal(password_folder, "init", *options, *rest) as terminal:
            terminal.until("certificate verify failed")
            terminal.answer("c: change the settings", "c")
            terminal.answer("IMAP server")
            terminal.answer("IMAP port")
            terminal.answer("IMAP TLS")
            terminal.answer("Certificate to trust", "nowhere.pem")
            terminal.answer("there is no file nowhere.pem\nCertificate to trust", chain)
            terminal.answer("IMAP log-in")
            terminal.answer("IMAP password")
            assert terminal.end() == 0
    config = load_config(password_folder / "config.toml", {})
    assert config.imap
    assert (config.imap.tls, config.imap.ca_file) == ("starttls", dovecot.certificate.chain)


def test_what_does_not_work_yet_may_be_written_anyway(password_folder: Path, dovecot: Dovecot) -> None:
    (password_folder / "pass").write_text("wrong")
    with post_office(dovecot, MAILBOX) as office:
        arguments = [*servers(dovecot, office), "--password-file", "pass", "--name", "K", "--language", "da"]
        with Terminal(
            password_folder, "init", *arguments, "--timezone", "UTC", "--web-listen", "", "--admin", "td@example.org"
        ) as terminal:
            terminal.answer("w: write them as they are", "w")
            assert terminal.end() == 0
    assert load_config(password_folder / "config.toml", {}).server.language == "da"


def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    with Terminal(tmp_path, "init", "--no-test") as terminal:
        terminal.answer("players write to", "klub@gmail.com")
        terminal.until("app password")
        terminal.until("Password")
        assert terminal.press_ctrl_c() == 1
    assert "interrupted" in terminal.seen
    assert list(tmp_path.iterdir()) == []


def test_microsoft_is_registered_with_and_no_password_is_asked_for(tmp_path: Path) -> None:
    with Terminal(tmp_path, "init", "--no-test") as terminal:
        terminal.answer("players write to", "klub@hotmail.com")
        assert "allow public client flows" in terminal.until("Client id")
        terminal.answer("of your registration", "1234-abcd")
        terminal.answer("The name beside the address")
        terminal.answer("Language")
        terminal.answer("Time zone")
        terminal.answer("Your own address", "td@example.org")
        terminal.answer("Pages for a browser listen on")
        assert "pbem login     comes first" in terminal.until("checks everything")
        assert terminal.end() == 0
    assert "Password" not in terminal.seen
    config = load_config(tmp_path / "config.toml", {})
    assert config.oauth2
    assert (config.oauth2.provider, config.oauth2.client_id, config.oauth2.tenant) == (
        "microsoft",
        "1234-abcd",
        "consumers",
    )
    assert config.imap
    assert config.imap.oauth2 == config.smtp.oauth2 == config.oauth2


def test_google_may_be_logged_in_to_by_oauth2_too(tmp_path: Path) -> None:
    (tmp_path / "client").write_text("hush\n")
    options = ("--oauth2", "--client-id", "me.apps", "--client-secret-file", "client")
    run = inside(tmp_path, "init", "--yes", "--no-test", "--address", "klub@gmail.com", *options)
    assert run.code == 0
    config = load_config(tmp_path / "config.toml", {})
    assert config.oauth2
    assert (config.oauth2.provider, config.oauth2.client_secret) == ("google", "hush")
    assert "hush" not in (tmp_path / "config.toml").read_text()


def test_a_domain_of_one_s_own_may_be_run_by_a_provider(password_folder: Path) -> None:
    arguments = ("--address", "klub@club.example", "--provider", "gmail", "--password-file", "pass")
    run = inside(password_folder, "init", "--yes", "--no-test", *arguments)
    assert run.code == 0
    config = load_config(password_folder / "config.toml", {})
    assert config.imap
    assert (config.imap.host, config.imap.user) == ("imap.gmail.com", "klub@club.example")
    assert config.server.plus_addressing


def test_the_file_is_for_the_owner_and_is_not_overwritten(password_folder: Path) -> None:
    assert inside(password_folder, "init", *GMAIL).code == 0
    path = password_folder / "config.toml"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    before = path.read_text()
    run = inside(password_folder, "init", *GMAIL, "--name", "Other")
    assert (run.code, path.read_text()) == (1, before)
    assert "--force" in run.complaint
    assert inside(password_folder, "init", *GMAIL, "--name", "Other", "--force").code == 0
    assert load_config(path, {}).server.name == "Other"


def test_whoever_is_asked_may_keep_the_file_that_is_there(password_folder: Path) -> None:
    (password_folder / "config.toml").write_text("mine")
    with Terminal(password_folder, "init") as terminal:
        terminal.answer("Replace it in the end?", "n")
        assert terminal.end() == 1
    assert (password_folder / "config.toml").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "--address"),
        (["--address", "klub@gmail.com"], "--password-file"),
        (["--address", "klub+tag@gmail.com"], "without a plus"),
        (["--address", "klub@club.example", "--provider", "nobody"], "gmail"),
        ([*GMAIL, "--timezone", "Mars"], "Europe/Warsaw"),
        ([*GMAIL, "--admin", "klub@gmail.com"], "the server's own mailbox"),
        ([*GMAIL, "--config", "no/such/folder/config.toml"], "folder"),
    ],
)
def test_what_is_missing_or_wrong_is_said_in_one_line(password_folder: Path, arguments: list[str], told: str) -> None:
    run = inside(password_folder, "init", "--yes", "--no-test", *arguments)
    assert run.code in (1, 2)
    assert told in run.complaint
    assert not (password_folder / "config.toml").exists()
