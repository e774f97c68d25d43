"""The table of mail providers: complete, without contradictions, and told as it is in the handbook."""

from itertools import chain

import pytest

from pbem.cli.setup.draft import Endpoint, Provider, provider_of, providers
from pbem.cli.setup.interview import REGISTRATION
from tests.support.paths import ROOT

USABLE = [*providers().values()]
USUAL = {("ssl", 993), ("ssl", 465), ("starttls", 587)}


@pytest.mark.parametrize("provider", USABLE, ids=lambda each: each.key)
def test_whoever_can_be_used_has_both_servers_on_their_usual_ports(provider: Provider) -> None:
    for endpoint in (provider.imap, provider.smtp):
        assert endpoint
        assert (endpoint.tls, endpoint.port) in USUAL or endpoint.host == "127.0.0.1"
        assert endpoint.tls != "none"


def test_no_domain_belongs_to_two() -> None:
    domains = list(chain.from_iterable(each.domains for each in providers().values()))
    assert len(domains) == len(set(domains))
    assert all(domain == domain.lower() for domain in domains)


def test_the_domain_tells_whose_a_mailbox_is() -> None:
    found = provider_of("Splendor@GMail.com")
    assert found
    assert (found.key, found.imap) == ("gmail", Endpoint("imap.gmail.com", 993, "ssl"))
    assert provider_of("splendor@club.example") is None
    assert provider_of("splendor@notgmail.com") is None


def test_where_the_log_in_is_a_name_it_is_only_that() -> None:
    assert providers()["icloud"].user("klub@icloud.com") == "klub"
    assert providers()["gmail"].user("klub@gmail.com") == "klub@gmail.com"


def test_where_there_is_no_password_there_is_a_way_to_register() -> None:
    by_oauth2 = {each.oauth2 for each in providers().values() if each.oauth2}
    assert by_oauth2 == set(REGISTRATION)
    assert not providers()["outlook"].password


@pytest.mark.parametrize("provider", USABLE, ids=lambda each: each.key)
def test_the_handbook_lists_every_provider(provider: Provider) -> None:
    plus = {True: "yes", None: "the test tells", False: "no"}[provider.plus]
    row = f"| `{provider.key}` | {provider.name} | {provider.imap} | {provider.smtp} | {plus} |"
    assert row in (ROOT / "docs" / "setup.md").read_text(encoding="utf-8")
