"""An authorization server of our own on loopback: codes for devices, browsers with PKCE, rotating refresh tokens."""

import hashlib
import json
import ssl
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from secrets import token_urlsafe
from threading import Thread
from urllib.error import HTTPError
from urllib.parse import parse_qs, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, build_opener

from tests.support.servers.certificate import Certificate, self_signed

CLIENT = "pbem-tests"
USER = "splendor"


class Refused(Exception):
    """An answer of 400 with this error."""


class AuthorizationServer:
    """What it gave out, and how it behaves; a test may change either at any time."""

    def __init__(self, folder: Path) -> None:
        self.certificate: Certificate = self_signed(folder)
        self.approves = True
        """Whether a code was entered and agreed to."""
        self.down: int | None = None
        """Answers everything with this status."""
        self.life = 3600
        """Seconds that a token lasts."""
        self.padding = ""
        """Makes tokens longer."""
        self.good: set[str] = set()
        """Access tokens that mail servers may take."""
        self.refresh: set[str] = set()
        self.renewals = 0
        self._codes: dict[str, tuple[str, str]] = {}
        self._servers: list[ThreadingHTTPServer] = []
        self.https = self._serve(self.certificate.server_context())
        self.http = self._serve(None)

    @property
    def settings(self) -> dict[str, str]:
        """As [oauth2] has them."""
        base = f"https://127.0.0.1:{self.https}"
        return {
            "client_id": CLIENT,
            "authorize_url": f"{base}/authorize",
            "token_url": f"{base}/token",
            "device_url": f"{base}/device",
            "scope": "mail",
            "ca_file": str(self.certificate.chain),
        }

    def toml(self) -> str:
        return "[oauth2]\n" + "".join(f'{key} = "{value}"\n' for key, value in self.settings.items())

    def revoke(self) -> None:
        """Consent is taken back: nothing that was given out is good any more."""
        self.good.clear()
        self.refresh.clear()

    def expire(self) -> None:
        """Access tokens end early; refresh tokens stay."""
        self.good.clear()

    def give(self) -> dict[str, object]:
        """A new pair."""
        access, refresh = token_urlsafe(24) + self.padding, token_urlsafe(24)
        self.good.add(access)
        self.refresh.add(refresh)
        return {"access_token": access, "refresh_token": refresh, "expires_in": self.life, "token_type": "Bearer"}

    def close(self) -> None:
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def post(self, path: str, form: dict[str, str]) -> dict[str, object]:
        match path:
            case "/device":
                return self._device(form)
            case "/token":
                return self._token(form)
            case "/introspect":
                active = form.get("token", "") in self.good
                return {"active": active, **({"username": USER} if active else {})}
        raise Refused("invalid_request")

    def authorize(self, query: dict[str, str]) -> str:
        """Where the browser is led: everybody agrees at once."""
        if not self.approves:
            return f"{query['redirect_uri']}?{urlencode({'error': 'access_denied', 'state': query['state']})}"
        code = token_urlsafe(12)
        self._codes[code] = (query["code_challenge"], query["redirect_uri"])
        return f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"

    def _device(self, form: dict[str, str]) -> dict[str, object]:
        assert form["client_id"] == CLIENT
        url = f"https://127.0.0.1:{self.https}/enter"
        told = {"verification_uri": url, "verification_uri_complete": f"{url}?code=ABCD-EFGH", "user_code": "ABCD-EFGH"}
        return {**told, "device_code": "the-device", "interval": 0.01, "expires_in": 60}

    def _token(self, form: dict[str, str]) -> dict[str, object]:
        match form["grant_type"]:
            case "urn:ietf:params:oauth:grant-type:device_code":
                if not self.approves:
                    self.approves = True
                    raise Refused("authorization_pending")
            case "authorization_code":
                challenge, redirect = self._codes.pop(form["code"], ("", ""))
                digest = hashlib.sha256(form["code_verifier"].encode()).digest()
                proven = urlsafe_b64encode(digest).decode().rstrip("=") == challenge
                if not proven or redirect != form["redirect_uri"]:
                    raise Refused("invalid_grant")
            case "refresh_token":
                if form["refresh_token"] not in self.refresh:
                    raise Refused("invalid_grant")
                self.refresh.discard(form["refresh_token"])
                self.renewals += 1
            case _:
                raise Refused("unsupported_grant_type")
        return self.give()

    def _serve(self, tls: ssl.SSLContext | None) -> int:
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        if tls:
            server.socket = tls.wrap_socket(server.socket, server_side=True)
        Thread(target=server.serve_forever, daemon=True).start()
        self._servers.append(server)
        return server.server_port


@contextmanager
def authorization_server(folder: Path) -> Iterator[AuthorizationServer]:
    server = AuthorizationServer(folder)
    try:
        yield server
    finally:
        server.close()


def agreed(server: AuthorizationServer, url: str) -> str:
    """Where a browser ends in which somebody agrees."""

    class Stay(HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    opener = build_opener(Stay, HTTPSHandler(context=server.certificate.client_context()))
    try:
        opener.open(url)
    except HTTPError as answer:
        with answer:
            return str(answer.headers["Location"])
    raise AssertionError("no redirect")


def _handler(server: AuthorizationServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            self.send_response(302)
            self.send_header("Location", server.authorize(_flat(url.query)))
            self.end_headers()

        def do_POST(self) -> None:
            form = _flat(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
            if server.down:
                self._answer(server.down, {"error": "temporarily_unavailable"})
                return
            try:
                self._answer(200, server.post(urlsplit(self.path).path, form))
            except Refused as refusal:
                self._answer(400, {"error": str(refusal), "error_description": "as the test wants it"})

        def _answer(self, status: int, content: dict[str, object]) -> None:
            body = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Tests are quiet."""

    return Handler


def _flat(query: str) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(query).items()}
