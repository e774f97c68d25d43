"""Tokens: had by a code or in a browser, renewed before they end, on the disk before they are used."""

import stat
from dataclasses import replace

import pytest

from pbem.transports.oauth2.client import (
    access_token,
    begin_browser_login,
    begin_device_login,
    endpoints,
    finish_browser_login,
    finish_device_login,
)
from pbem.transports.oauth2.errors import ConsentLost, OAuthError, Unreachable
from pbem.transports.oauth2.tokens import TokenFile, Tokens, now
from pbem.transports.settings import OAuthSettings
from tests.support.servers.authorization import AuthorizationServer, agreed


@pytest.fixture
def logged_in(oauth2: OAuthSettings) -> TokenFile:
    file = TokenFile(oauth2.tokens)
    file.write(finish_device_login(oauth2, begin_device_login(oauth2), lambda _: None))
    return file


def aged(file: TokenFile) -> Tokens:
    """As the file is some time later: the token is at its end."""
    file.write(replace(file.read(), expires_at=now() - 1))
    return file.read()


def test_a_code_is_entered_on_another_device(oauth2: OAuthSettings, issuer: AuthorizationServer) -> None:
    issuer.approves = False
    begun = begin_device_login(oauth2)
    assert begun.code == "ABCD-EFGH"
    waits: list[float] = []
    tokens = finish_device_login(oauth2, begun, waits.append)
    assert tokens.access in issuer.good
    assert len(waits) == 2


def test_a_browser_agrees_and_proves_whose_question_it_was(oauth2: OAuthSettings, issuer: AuthorizationServer) -> None:
    begun = begin_browser_login(oauth2, "http://127.0.0.1:5/", "splendor@example.org")
    tokens = finish_browser_login(oauth2, begun, agreed(issuer, begun.url))
    assert tokens.access in issuer.good


def test_an_answer_to_another_question_is_not_taken(oauth2: OAuthSettings, issuer: AuthorizationServer) -> None:
    begun = begin_browser_login(oauth2, "http://127.0.0.1:5/", "splendor@example.org")
    other = begin_browser_login(oauth2, "http://127.0.0.1:5/", "splendor@example.org")
    with pytest.raises(OAuthError):
        finish_browser_login(oauth2, begun, agreed(issuer, other.url))
    with pytest.raises(ConsentLost):
        finish_browser_login(oauth2, replace(begun, verifier="x" * 64), agreed(issuer, begun.url))


def test_who_says_no_is_heard(oauth2: OAuthSettings, issuer: AuthorizationServer) -> None:
    issuer.approves = False
    begun = begin_browser_login(oauth2, "http://127.0.0.1:5/", "splendor@example.org")
    with pytest.raises(OAuthError, match="no consent was given"):
        finish_browser_login(oauth2, begun, agreed(issuer, begun.url))


def test_before_anybody_logged_in_it_is_said_what_to_do(oauth2: OAuthSettings) -> None:
    with pytest.raises(ConsentLost, match="pbem login"):
        access_token(oauth2)


def test_a_token_is_used_until_shortly_before_its_end(
    oauth2: OAuthSettings, issuer: AuthorizationServer, logged_in: TokenFile
) -> None:
    first = access_token(oauth2)
    assert access_token(oauth2) == first
    logged_in.write(replace(logged_in.read(), expires_at=now() + 200))
    second = access_token(oauth2)
    assert second != first
    assert issuer.renewals == 1


def test_a_new_refresh_token_is_kept_before_it_is_needed(
    oauth2: OAuthSettings, issuer: AuthorizationServer, logged_in: TokenFile
) -> None:
    before = aged(logged_in).refresh
    access_token(oauth2)
    assert logged_in.read().refresh != before
    assert logged_in.read().refresh in issuer.refresh
    aged(logged_in)
    assert access_token(oauth2) in issuer.good
    assert issuer.renewals == 2


def test_only_the_owner_can_read_them(logged_in: TokenFile) -> None:
    assert stat.S_IMODE(logged_in.path.stat().st_mode) == 0o600
    assert not [each for each in logged_in.path.parent.iterdir() if each.name.startswith(".tokens")]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_is_down_is_waited_for(
    oauth2: OAuthSettings, issuer: AuthorizationServer, logged_in: TokenFile, status: int
) -> None:
    aged(logged_in)
    issuer.down = status
    with pytest.raises(Unreachable, match=str(status)):
        access_token(oauth2)
    issuer.down = None
    assert access_token(oauth2) in issuer.good


def test_a_token_near_its_end_serves_while_the_server_is_down(
    oauth2: OAuthSettings, issuer: AuthorizationServer, logged_in: TokenFile
) -> None:
    logged_in.write(replace(logged_in.read(), expires_at=now() + 200))
    issuer.down = 503
    assert access_token(oauth2) in issuer.good


def test_a_dead_network_is_waited_for(oauth2: OAuthSettings, logged_in: TokenFile) -> None:
    aged(logged_in)
    with pytest.raises(Unreachable, match="out of reach"):
        access_token(replace(oauth2, token_url="https://127.0.0.1:1/token"))


def test_lost_consent_is_said_with_what_to_do_and_asked_for_once(
    oauth2: OAuthSettings, issuer: AuthorizationServer, logged_in: TokenFile
) -> None:
    aged(logged_in)
    issuer.revoke()
    with pytest.raises(ConsentLost, match="pbem login"):
        access_token(oauth2)
    issuer.down = 500
    with pytest.raises(ConsentLost, match="pbem login"):
        access_token(oauth2)
    issuer.down = None
    logged_in.write(finish_device_login(oauth2, begin_device_login(oauth2), lambda _: None))
    assert access_token(oauth2) in issuer.good


def test_a_damaged_file_is_told_by_its_key(oauth2: OAuthSettings) -> None:
    oauth2.tokens.write_text("{")
    with pytest.raises(Exception, match=r"oauth2\.token_file"):
        access_token(oauth2)


def test_tokens_never_go_in_the_clear(oauth2: OAuthSettings, logged_in: TokenFile) -> None:
    aged(logged_in)
    with pytest.raises(Exception, match="no https address"):
        access_token(replace(oauth2, token_url="http://127.0.0.1:1/token"))


@pytest.mark.parametrize("provider", ["microsoft", "google"])
def test_the_providers_are_known(provider: str) -> None:
    found = endpoints(OAuthSettings(provider=provider, client_id="x", tenant="consumers"))
    assert found.token.startswith("https://")
    assert found.scope
    assert "{" not in found.authorize + found.token + found.device


def test_a_provider_that_is_not_known_is_told() -> None:
    with pytest.raises(Exception, match="known are microsoft, google"):
        endpoints(OAuthSettings(provider="mycorp", client_id="x"))
