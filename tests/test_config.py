"""The configuration: every key is documented, every mistake is named in one line."""

import re
import tomllib
from dataclasses import MISSING, fields
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.setup.example import example
from pbem.config import SECTIONS, Config, ServerSettings, load_config
from pbem.errors import ConfigError
from pbem.model import Terms
from pbem.transports.settings import HIDDEN, RelaySettings
from tests.support.paths import ROOT

EXAMPLE = ROOT / "config.example.toml"
# In the example they show what to write, not what stands there if nothing is written.
EXAMPLES = {"smtp.host", "imap.password", "oauth2.token_file"}
MINIMAL = '[server]\naddress = "splendor@example.org"\n'


def load(folder: Path, text: str = MINIMAL, **environ: str) -> Config:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return load_config(path, environ)


def problem(folder: Path, text: str, **environ: str) -> str:
    with pytest.raises(ConfigError) as raised:
        load(folder, text, **environ)
    assert "\n" not in str(raised.value)
    return str(raised.value)


# The example


def test_the_example_is_what_the_sections_say() -> None:
    assert EXAMPLE.read_text(encoding="utf-8") == example(), "write it anew: python -m pbem.cli.setup.example"


@pytest.mark.parametrize("section", SECTIONS)
def test_the_example_lists_every_key_of_a_section_and_no_other(section: str) -> None:
    assert list(tomllib.loads(example())[section]) == [
        key.name for key in fields(SECTIONS[section]) if key.metadata != HIDDEN
    ]


@pytest.mark.parametrize("section", SECTIONS)
def test_the_example_shows_the_default_of_every_key(tmp_path: Path, section: str) -> None:
    shown = getattr(load(tmp_path, example()), section)
    for key in fields(shown):
        if key.default is not MISSING and key.metadata != HIDDEN and f"{section}.{key.name}" not in EXAMPLES:
            assert getattr(shown, key.name) == key.default


@pytest.mark.parametrize("line", [line for line in example().splitlines() if re.match(r"\w+ = |\[", line)])
def test_the_example_says_in_a_few_words_what_each_key_does(line: str) -> None:
    assert re.search(r"\S +# \S", line)


def test_the_example_can_be_used_as_it_is(tmp_path: Path) -> None:
    config = load(tmp_path, EXAMPLE.read_text())
    assert config.server.address == "splendor@example.org"
    assert config.imap


def test_all_that_is_needed_is_an_address(tmp_path: Path) -> None:
    config = load(tmp_path)
    assert config.server == ServerSettings(address="splendor@example.org")
    assert (config.imap, config.smtp_in, config.smtp) == (None, None, RelaySettings())


# Mistakes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[server]\nadress = "splendor@example.org"', "unknown key server.adress: did you mean server.address?"),
        (f"{MINIMAL}time_zone = 'UTC'", "unknown key server.time_zone: did you mean server.timezone?"),
        (f"{MINIMAL}[smpt]\nhost = 'x'", "unknown key smpt: did you mean smtp?"),
        (f"{MINIMAL}[imap]\nhots = 'x'", "unknown key imap.hots: did you mean imap.host?"),
        (f"{MINIMAL}[smtp]\nrate_per_hour = 3", "unknown key smtp.rate_per_hour: did you mean smtp.rate_per_minute?"),
        (f"{MINIMAL}[play]\nbank = 3", "unknown key play.bank: did you mean play.bank_hours?"),
        (f"folder = 'x'\n{MINIMAL}", "unknown key folder"),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest_known_one(tmp_path: Path, text: str, expected: str) -> None:
    assert problem(tmp_path, text).startswith(expected)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "server"),
        ("[server]", "server.address"),
        (f"{MINIMAL}[imap]\nhost = 'x'", "imap.user"),
        ("[server]\naddress = 'nobody'", "server.address"),
        ("[server]\naddress = 'splendor+tag@example.org'", "server.address"),
        ("[server]\naddress = 'a b@example.org'", "server.address"),
        ("[server]\naddress = 'a..b@example.org'", "server.address"),
        ("[server]\naddress = 'a\u200bb@example.org'", "server.address"),
        ("[server]\naddress = 'splendor@example..org'", "server.address"),
        ("[server]\naddress = 'Splendor <splendor@example.org>'", "server.address"),
        ("[server]\naddress = 7", "server.address"),
        ("server = 7", "server"),
        (f"smtp_in = 7\n{MINIMAL}", "smtp_in"),
        (f"{MINIMAL}language = 'sv'", "server.language"),
        (f"{MINIMAL}timezone = 'Mars/Olympus'", "server.timezone"),
        (f"{MINIMAL}plus_addressing = 'perhaps'", "server.plus_addressing"),
        (f"{MINIMAL}max_mail_mb = 0", "server.max_mail_mb"),
        (f"{MINIMAL}admins = [7]", "server.admins"),
        (f"{MINIMAL}admins = ['td@example.org', 'Eva <eva@example.org>']", "server.admins"),
        (f"{MINIMAL}[imap]\nhost = 'x'\nuser = 'x'\npassword = 'x'\nshunt_folder = 'INBOX'", "imap"),
        (f"{MINIMAL}[smtp]\nca_file = 7", "smtp.ca_file"),
        (f"{MINIMAL}[smtp_in]\nlisten = '8025'", "smtp_in.listen"),
        (f"{MINIMAL}[smtp_in]\nlisten = '127.0.0.1:65536'", "smtp_in.listen"),
        (f"{MINIMAL}[web]\nlisten = '127.0.0.1:99999'", "web.listen"),
        (f"{MINIMAL}[smtp]\nport = 'mail'", "smtp.port"),
        (f"{MINIMAL}[smtp]\nport = 65536", "smtp.port"),
        (f"{MINIMAL}[smtp]\ntls = 'yes'", "smtp.tls"),
        (f"{MINIMAL}[smtp]\nrate_per_minute = -1", "smtp.rate_per_minute"),
        (f"{MINIMAL}[play]\nedition = '2020'", "play.edition"),
        (f"{MINIMAL}[play]\non_timeout = 'shout'", "play.on_timeout"),
        (f"{MINIMAL}[play]\nstand_in = 'clever'", "play.stand_in"),
    ],
)
def test_a_wrong_value_is_told_by_its_key(tmp_path: Path, text: str, key: str) -> None:
    assert re.match(rf"{re.escape(key)}[ .:]", problem(tmp_path, text))


@pytest.mark.parametrize(
    "content", [b"server = ", b"[server\n", b"\xff\xfe", b"[server]\naddress = 'a'\naddress = 'b'"]
)
def test_a_file_that_is_no_toml_is_told_by_its_name(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"config\.toml: ") as raised:
        load_config(path, {})
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_there_is_told_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: No such file"):
        load_config(tmp_path / "none.toml", {})


# From the environment and from files


@pytest.mark.parametrize(
    ("name", "value", "section", "key", "expected"),
    [
        ("PBEM_SMTP__PASSWORD", "geheim", "smtp", "password", "geheim"),
        ("PBEM_SMTP__PASSWORD", "a,b", "smtp", "password", "a,b"),
        ("PBEM_SMTP__PORT", "25", "smtp", "port", 25),
        ("PBEM_SERVER__PLUS_ADDRESSING", "false", "server", "plus_addressing", False),
        (
            "PBEM_SERVER__ADMINS",
            "td@example.org, eva@example.org",
            "server",
            "admins",
            ("td@example.org", "eva@example.org"),
        ),
        ("PBEM_SERVER__ADMINS", "", "server", "admins", ()),
        ("PBEM_PLAY__REMINDERS", "50%", "play", "reminders", ("50%",)),
        ("PBEM_SERVER__ADDRESS", "other@example.org", "server", "address", "other@example.org"),
    ],
)
def test_the_environment_overrides_the_file(
    tmp_path: Path, name: str, value: str, section: str, key: str, expected: object
) -> None:
    for text in (MINIMAL, f'{MINIMAL}admins = ["first@example.org"]\n[smtp]\npassword = "old"\nport = 587\n'):
        config = load(tmp_path, text, **{name: value})
        assert getattr(getattr(config, section), key) == expected


def test_other_variables_do_not_matter(tmp_path: Path) -> None:
    assert load(tmp_path, SMTP__PASSWORD="x", PBEM_REQUIRE_SERVICES="1", pbem_smtp__password="x") == load(tmp_path)


def test_a_wrong_value_in_the_environment_is_told_by_its_key(tmp_path: Path) -> None:
    assert problem(tmp_path, MINIMAL, PBEM_SMTP__PORT="mail").startswith("smtp.port")
    assert problem(tmp_path, "server = 7", PBEM_SERVER__ADDRESS="a@example.org").startswith("server")


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("PBEM_SMTP__PROT", "PBEM_SMTP__PORT"),
        ("PBEM_SMPT__PORT", "PBEM_SMTP__PORT"),
        ("PBEM_SMTP_PASSWORD_FILE", "PBEM_SMTP__PASSWORD_FILE"),
        ("PBEM_CONIFG", "PBEM_CONFIG"),
    ],
)
def test_a_misspelled_variable_is_told_with_the_one_that_was_meant(tmp_path: Path, variable: str, meant: str) -> None:
    assert problem(tmp_path, MINIMAL, **{variable: "25"}) == f"unknown variable {variable}: did you mean {meant}?"


def test_what_kubernetes_sets_for_a_service_called_pbem_does_not_matter(tmp_path: Path) -> None:
    theirs = {"PBEM_PORT": "tcp://10.0.0.1:80", "PBEM_SERVICE_HOST": "10.0.0.1", "PBEM_PORT_8080_TCP_PORT": "8080"}
    assert load(tmp_path, **theirs) == load(tmp_path)


def test_the_compose_file_is_a_configuration(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("geheim\n")
    said = re.findall(r"^      (PBEM_\w+): (.+)$", (ROOT / "compose.yaml").read_text("utf-8"), re.MULTILINE)
    files = {name: str(tmp_path / "password") for name, _ in said if name.endswith("_FILE")}
    config = load_config(tmp_path / "none.toml", {**dict(said), **files})
    assert config.database_url == "postgresql+psycopg://pbem:geheim@db/pbem"
    assert config.imap
    assert (config.imap.password, config.smtp.password) == ("geheim", "geheim")


def test_the_database_has_its_password_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "db-password").write_text("p@ss/wörd\n")
    database = 'database = "postgresql+psycopg://pbem:old@db:5433/pbem?sslmode=require"\n'
    config = load(tmp_path, f'{MINIMAL}{database}database_password_file = "db-password"\n')
    assert config.database_url == "postgresql+psycopg://pbem:p%40ss%2Fw%C3%B6rd@db:5433/pbem?sslmode=require"
    assert "p@ss" not in repr(config)


@pytest.mark.parametrize("section", ["imap", "smtp"])
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_a_password_may_stand_in_a_file_of_its_own(tmp_path: Path, section: str, end: str) -> None:
    (tmp_path / "password").write_bytes(f" ge hé'im\" {end}".encode())
    text = f'{MINIMAL}[{section}]\nhost = "x"\nuser = "anna"\npassword_file = "password"\n'
    config: Any = getattr(load(tmp_path, text), section)
    assert config.password == " ge hé'im\" "


def test_a_password_from_the_environment_wins_over_one_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("old")
    text = f'{MINIMAL}[smtp]\npassword_file = "password"\n'
    assert load(tmp_path, text, PBEM_SMTP__PASSWORD="new").smtp.password == "new"


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_a_password_file_that_can_not_be_read_is_told_by_its_key(tmp_path: Path, content: bytes | None) -> None:
    if content:
        (tmp_path / "password").write_bytes(content)
    assert problem(tmp_path, f'{MINIMAL}[smtp]\npassword_file = "password"\n').startswith(
        "smtp.password_file: password"
    )


# Files beside the configuration


def test_relative_paths_start_at_the_configuration_s_folder(tmp_path: Path) -> None:
    config = load(tmp_path)
    assert config.path("secret") == tmp_path / "secret"
    assert config.database_url == f"sqlite:///{tmp_path / 'pbem.db'}"


def test_files_that_may_be_missing_start_there_as_well(tmp_path: Path) -> None:
    config = load(
        tmp_path, f'{MINIMAL}[smtp]\nca_file = "ca.pem"\n[smtp_in]\ntls_cert = "/etc/cert.pem"\ntls_key = ""\n'
    )
    assert config.smtp_in
    assert config.smtp.ca_file == tmp_path / "ca.pem"
    assert (config.smtp_in.tls_cert, config.smtp_in.tls_key) == (Path("/etc/cert.pem"), None)


def test_a_table_is_opened_on_the_terms_of_the_configuration(tmp_path: Path) -> None:
    config = load(tmp_path, f"{MINIMAL}[play]\nfree_hours = 6\non_timeout = 'pass'\nunreachable_hours = 1\n")
    assert config.play.terms == Terms(free_hours=6, on_timeout="pass")
    assert config.play.unreachable == timedelta(hours=1)


@pytest.mark.parametrize(
    ("database", "url"),
    [
        ("sqlite:////var/lib/pbem.db", "sqlite:////var/lib/pbem.db"),
        ("postgresql+psycopg://pbem@localhost/pbem", "postgresql+psycopg://pbem@localhost/pbem"),
    ],
)
def test_a_database_elsewhere_stays_where_it_is(tmp_path: Path, database: str, url: str) -> None:
    assert load(tmp_path, f'{MINIMAL}database = "{database}"').database_url == url


def test_the_domain_of_our_address_is_read_in_any_case(tmp_path: Path) -> None:
    assert load(tmp_path, '[server]\naddress = "Splendor@Example.ORG"').server.address == "Splendor@example.org"
