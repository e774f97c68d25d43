"""Talks to an authorization server: asks for tokens, renews them, and begins log-ins. All of it blocks."""

import json
import ssl
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from http.client import HTTPException
from importlib.resources import files
from secrets import token_urlsafe
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

from oauthlib.oauth2 import OAuth2Error, WebApplicationClient
from oauthlib.oauth2.rfc8628.clients import DeviceClient

from pbem.errors import ConfigError
from pbem.transports.oauth2.errors import ConsentLost, OAuthError, Unreachable
from pbem.transports.oauth2.tokens import LOG_IN, Tokens, kept_tokens, now
from pbem.transports.settings import OAuthSettings

_SECONDS = 15
_MOST_BYTES = 2**20
# RFC 6749 section 5.2: these speak of the consent or of us, and no later try helps.
_FINAL = {"invalid_grant", "invalid_client", "unauthorized_client", "interaction_required", "consent_required"}
_USUAL_LIFE = 3600


@dataclass(frozen=True, slots=True)
class Endpoints:
    """Where an authorization server is asked for what."""

    authorize: str
    token: str
    device: str
    scope: str


@cache
def _providers() -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = tomllib.loads(files(__package__).joinpath("providers.toml").read_text("utf-8"))
    return table


def endpoints(settings: OAuthSettings) -> Endpoints:
    """The provider's, each of which the configuration may replace."""
    known = _providers().get(settings.provider, {})
    if settings.provider and not known:
        raise ConfigError(f"oauth2.provider: {settings.provider} is not known; known are {', '.join(_providers())}")
    found = Endpoints(
        settings.authorize_url or known.get("authorize", "").format(tenant=settings.tenant),
        settings.token_url or known.get("token", "").format(tenant=settings.tenant),
        settings.device_url or known.get("device", "").format(tenant=settings.tenant),
        settings.scope or known.get("scope", ""),
    )
    if not found.token:
        raise ConfigError(f"oauth2.provider is missing: {' or '.join(_providers())}, or a token_url of your own")
    return found


def access_token(settings: OAuthSettings) -> str:
    """One that mail servers take, renewed before it ends. ConsentLost and Unreachable say why there is none."""
    kept = kept_tokens(settings)
    tokens = _standing(kept.read())
    if tokens.fresh(now()):
        return tokens.access
    with kept.locked():
        tokens = _standing(kept.read())
        if tokens.fresh(now()):
            return tokens.access
        try:
            tokens = _renewed(settings, tokens)
        except Unreachable:
            if tokens.good(now()):
                return tokens.access
            raise
        except ConsentLost as error:
            kept.write(replace(tokens, lost=str(error)))
            raise
        kept.write(tokens)
        return tokens.access


def _standing(tokens: Tokens) -> Tokens:
    """Once consent is lost nobody is asked again: only a new log-in mends it."""
    if tokens.lost:
        raise ConsentLost(tokens.lost)
    return tokens


def _renewed(settings: OAuthSettings, tokens: Tokens) -> Tokens:
    if not tokens.refresh:
        raise ConsentLost(f"the log-in has run out and can't be renewed: {LOG_IN}")
    client = WebApplicationClient(settings.client_id)
    body = client.prepare_refresh_body(refresh_token=tokens.refresh, **_secret(settings), client_id=settings.client_id)
    # A server that does not rotate refresh tokens gives none: the old one stays.
    return _tokens(_asked(settings, body), tokens.refresh)


# Log-ins, by a code that is entered on any device (RFC 8628), or in a browser with PKCE (RFC 7636).


@dataclass(frozen=True, slots=True)
class DeviceLogin:
    """What somebody is to enter, and where."""

    url: str
    code: str
    direct_url: str
    """With the code in it, to be scanned."""
    device_code: str
    interval: float
    expires_in: float


def begin_device_login(settings: OAuthSettings) -> DeviceLogin:
    """Ask for a code."""
    where = endpoints(settings)
    if not where.device:
        raise OAuthError(f"{settings.provider or 'this provider'} has no codes for other devices: use --browser")
    client = DeviceClient(settings.client_id, scope=where.scope)
    body = urlsplit(client.prepare_request_uri(where.device, scope=where.scope)).query
    given = _post(where.device, body, settings)
    url = str(given.get("verification_uri") or given.get("verification_url") or "")
    try:
        return DeviceLogin(
            url,
            str(given["user_code"]),
            str(given.get("verification_uri_complete") or url),
            str(given["device_code"]),
            float(given.get("interval", 5)),
            float(given.get("expires_in", 900)),
        )
    except KeyError as error:
        raise OAuthError(f"the authorization server gave no {error.args[0]}") from error


def finish_device_login(settings: OAuthSettings, login: DeviceLogin, wait: Callable[[float], None]) -> Tokens:
    """Wait until the code was entered; `wait` sleeps for so many seconds."""
    client = DeviceClient(settings.client_id)
    body = client.prepare_request_body(device_code=login.device_code, **_secret(settings))
    interval, left = login.interval, login.expires_in
    while left > 0:
        wait(interval)
        left -= interval
        try:
            return _tokens(_asked(settings, body))
        except OAuthError as error:
            match str(error).partition(":")[0]:
                case "authorization_pending":
                    continue
                case "slow_down":
                    interval += 5
                case _ if isinstance(error, Unreachable):
                    continue
                case _:
                    raise
    raise OAuthError("the code was not entered in time: begin again")


@dataclass(frozen=True, slots=True)
class BrowserLogin:
    """A page to open, and what proves that its answer is ours."""

    url: str
    redirect: str
    state: str
    verifier: str


def begin_browser_login(settings: OAuthSettings, redirect: str, address: str) -> BrowserLogin:
    """The page at which consent is given; it leads back to `redirect`."""
    where = endpoints(settings)
    if not where.authorize:
        raise ConfigError("oauth2.authorize_url is missing")
    client = WebApplicationClient(settings.client_id)
    verifier, state = client.create_code_verifier(64), token_urlsafe(24)
    challenge = client.create_code_challenge(verifier, "S256")
    url = client.prepare_request_uri(
        where.authorize,
        redirect_uri=redirect,
        scope=where.scope,
        state=state,
        code_challenge=challenge,
        code_challenge_method="S256",
        # Google gives a refresh token only where it is asked for one, and only with a new consent.
        access_type="offline",
        prompt="consent",
        login_hint=address,
    )
    return BrowserLogin(url, redirect, state, verifier)


def finish_browser_login(settings: OAuthSettings, login: BrowserLogin, answered: str) -> Tokens:
    """`answered`: the address that the browser was led back to."""
    client = WebApplicationClient(settings.client_id)
    try:
        # oauthlib wants https everywhere; the address of this very machine is as good (RFC 8252 section 8.3).
        found = client.parse_request_uri_response(answered.replace("http://", "https://", 1), state=login.state)
    except OAuth2Error as error:
        told = parse_qs(urlsplit(answered).query).get("error_description", [error.description or error.error])[0]
        raise OAuthError(f"no consent was given: {told}") from error
    body = client.prepare_request_body(
        code=found["code"], redirect_uri=login.redirect, code_verifier=login.verifier, **_secret(settings)
    )
    return _tokens(_asked(settings, body))


def _secret(settings: OAuthSettings) -> dict[str, Any]:
    return {"client_secret": settings.client_secret} if settings.client_secret else {}


def _tokens(given: dict[str, Any], refresh: str = "") -> Tokens:
    moment = now()
    return Tokens(
        str(given["access_token"]),
        str(given.get("refresh_token") or refresh),
        moment + float(given.get("expires_in", _USUAL_LIFE)),
        moment,
    )


def _asked(settings: OAuthSettings, body: str) -> dict[str, Any]:
    """What the server of tokens gives; what it refuses for good is a lost consent."""
    given = _post(endpoints(settings).token, body, settings)
    if "access_token" not in given:
        raise OAuthError("the authorization server gave no token")
    return given


def _post(url: str, body: str, settings: OAuthSettings) -> dict[str, Any]:
    request = Request(url, body.encode(), {"Accept": "application/json"})  # noqa: S310 - from the configuration
    if urlsplit(url).scheme != "https":
        raise ConfigError(f"oauth2: {url} is no https address: whoever listens would have the tokens")
    context = ssl.create_default_context(cafile=str(settings.ca_file) if settings.ca_file else None)
    if settings.ca_file:
        context.load_default_certs()
    host = urlsplit(url).hostname
    try:
        with urlopen(request, timeout=_SECONDS, context=context) as answer:  # noqa: S310
            return _json(answer.read(_MOST_BYTES))
    except HTTPError as error:
        raise _refusal(error, host) from error
    except (OSError, HTTPException) as error:
        raise Unreachable(f"{host} is out of reach: {getattr(error, 'reason', error)}") from error


def _refusal(error: HTTPError, host: str | None) -> OAuthError:
    if error.code == 429 or error.code >= 500:
        return Unreachable(f"{host} answers {error.code}")
    with error:
        said = _json(error.read(_MOST_BYTES))
    code, why = str(said.get("error", error.code)), " ".join(str(said.get("error_description", "")).split())[:300]
    if code in _FINAL:
        return ConsentLost(f"{host} no longer lets us in ({code}{': ' + why if why else ''}): {LOG_IN}")
    return OAuthError(f"{code}: {why or host}")


def _json(content: bytes) -> dict[str, Any]:
    try:
        said = json.loads(content)
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}
