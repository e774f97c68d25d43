"""The servers of a mailbox are found where its domain tells them."""

from pbem.cli.setup.discovery import Sources, discovered, network
from pbem.cli.setup.draft import Endpoint

ADDRESS = "splendor@club.example"


def server(way: str, kind: str, host: str, port: int, socket: str, more: str = "") -> str:
    where = f"<hostname>{host}</hostname><port>{port}</port><socketType>{socket}</socketType>"
    return f'<{way}Server type="{kind}">{where}{more}</{way}Server>'


SERVERS = (
    server("incoming", "pop3", "pop.club.example", 995, "SSL"),
    server("incoming", "imap", "mail.%EMAILDOMAIN%", 993, "SSL", "<username>%EMAILLOCALPART%</username>"),
    server("outgoing", "smtp", "mail.club.example", 25, "plain"),
    server("outgoing", "smtp", "mail.club.example", 587, "STARTTLS"),
)
AUTOCONFIG = f"<clientConfig><emailProvider>{''.join(SERVERS)}</emailProvider></clientConfig>".encode()
RECORDS = {
    "_imaps._tcp.club.example": ("in.club.example", 993),
    "_submission._tcp.club.example": ("out.club.example", 587),
}


def told(pages: dict[str, bytes] | None = None, records: dict[str, tuple[str, int]] | None = None) -> Sources:
    return Sources((pages or {}).get, (records or {}).get)


def test_autoconfig_of_the_domain_comes_first_and_only_what_encrypts_is_taken() -> None:
    place = "https://club.example/.well-known/autoconfig/mail/config-v1.1.xml"
    found = discovered(ADDRESS, told({place: AUTOCONFIG}, RECORDS))
    assert found
    assert (found.imap, found.smtp) == (
        Endpoint("mail.club.example", 993, "ssl"),
        Endpoint("mail.club.example", 587, "starttls"),
    )
    assert found.user(ADDRESS) == "splendor"


def test_its_own_host_is_asked_by_https_with_the_address() -> None:
    asked: list[str] = []
    discovered(ADDRESS, Sources(asked.append, dict[str, tuple[str, int]]().get))
    assert "https://autoconfig.club.example/mail/config-v1.1.xml?emailaddress=splendor%40club.example" in asked
    assert all(url.startswith("https://") for url in asked)


def test_else_srv_records_tell() -> None:
    found = discovered(ADDRESS, told(records=RECORDS))
    assert found
    assert (found.imap, found.smtp) == (
        Endpoint("in.club.example", 993, "ssl"),
        Endpoint("out.club.example", 587, "starttls"),
    )
    assert not found.doubtful


def test_a_host_elsewhere_is_for_a_person_to_confirm() -> None:
    found = discovered(ADDRESS, told(records={**RECORDS, "_imaps._tcp.club.example": ("imap.elsewhere.example", 993)}))
    assert found
    assert found.doubtful


def test_half_an_answer_a_broken_one_and_none_are_none() -> None:
    half = AUTOCONFIG.replace(b"outgoingServer", b"otherServer")
    bomb = b'<!DOCTYPE x [<!ENTITY a "mail.evil.example">]><x><incomingServer type="imap">&a;</incomingServer></x>'
    for page in (half, bomb, b"<html>", b"", b"\xff"):
        place = "https://club.example/.well-known/autoconfig/mail/config-v1.1.xml"
        assert discovered(ADDRESS, told({place: page})) is None
    only_in = {"_imaps._tcp.club.example": ("in.club.example", 993)}
    assert discovered(ADDRESS, told(records=only_in)) is None


def test_a_domain_that_does_not_exist_tells_nothing() -> None:
    assert discovered("splendor@club.invalid", network()) is None
