"""`pbem login`: gets consent for a mailbox that takes no password, by a code on any device or in a browser."""

import os
import sys
import time
import webbrowser
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread

import click

from pbem.cli.options import config_option, json_option, print_json
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.server.tokens import tokens_shared
from pbem.transports.oauth2.client import (
    DeviceLogin,
    begin_browser_login,
    begin_device_login,
    endpoints,
    finish_browser_login,
    finish_device_login,
)
from pbem.transports.oauth2.tokens import Tokens, kept_tokens
from pbem.transports.settings import OAuthSettings

_PATIENCE = 900.0
_THANKS = b"<!doctype html><title>pbem</title><p>Thank you. This page may be closed; pbem goes on in its terminal."


@click.command()
@click.option("--browser", is_flag=True, help="In a browser on this machine, even where a code on any device would do.")
@click.option("--paste", is_flag=True, help="In a browser on another machine: its last address is pasted here.")
@config_option
@json_option
def login(browser: bool, paste: bool, config_path: Path, as_json: bool) -> None:
    """Log in to a mailbox that takes no password (OAuth2): once, and again if consent was taken back."""
    config = load_config(config_path)
    if config.oauth2 is None:
        raise PbemError("there is no [oauth2] in the configuration: this mailbox has a password")
    tokens = log_in(config.oauth2, config.server.address, browser, paste, as_json)
    with tokens_shared(config) as shared:
        assert shared.oauth2
        keep(shared.oauth2, tokens)
    in_file = shared is config
    if as_json:
        print_json({"token_file": config.oauth2.token_file if in_file else None})
    elif in_file:
        click.echo(f"Logged in; {config.oauth2.token_file} is written, only you can read it.")
    else:
        click.echo("Logged in; the tokens are in the database, sealed, for every server that shares it.")


def keep(settings: OAuthSettings, tokens: Tokens) -> None:
    """A server that runs takes them from there."""
    kept = kept_tokens(settings)
    with kept.locked():
        kept.write(tokens)


def log_in(settings: OAuthSettings, address: str, browser: bool, paste: bool, as_json: bool = False) -> Tokens:
    """By a code where the provider has codes, else in a browser; what is to be done is printed."""
    if endpoints(settings).device and not browser and not paste:
        begun = begin_device_login(settings)
        _show_code(begun, as_json)
        return finish_device_login(settings, begun, time.sleep)
    if paste or _is_far_away():
        return _pasted(settings, address)
    return _in_browser(settings, address)


def _show_code(login: DeviceLogin, as_json: bool) -> None:
    if as_json:
        print_json({"url": login.url, "code": login.code, "direct_url": login.direct_url})
        return
    click.echo(f"Open {login.url} on any device and enter {login.code}")
    if sys.stdout.isatty():
        import segno  # noqa: PLC0415

        segno.make(login.direct_url, micro=False).terminal(compact=True)
    click.echo("Waiting until that is done (Ctrl-C ends) …")


def _is_far_away() -> bool:
    """Over SSH the browser is on another machine, and the way back to this one is not open."""
    has_screen = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")) or sys.platform == "darwin"
    return "SSH_CONNECTION" in os.environ or not has_screen


def _pasted(settings: OAuthSettings, address: str) -> Tokens:
    begun = begin_browser_login(settings, "http://127.0.0.1:8765/", address)
    click.echo(f"Open this in a browser, on any machine, and agree:\n\n{begun.url}\n")
    click.echo("It ends at a page that can't be reached; that is as it should be.")
    answered = click.prompt("Paste the address of that page")
    return finish_browser_login(settings, begun, answered.strip())


def _in_browser(settings: OAuthSettings, address: str) -> Tokens:
    """The browser is led back to a port of this machine (RFC 8252 section 7.3)."""
    with _Listening() as listening:
        begun = begin_browser_login(settings, listening.address, address)
        click.echo(f"Your browser opens; if it does not, open this there:\n\n{begun.url}\n")
        webbrowser.open(begun.url)
        return finish_browser_login(settings, begun, listening.answer())


class _Listening:
    """Waits on loopback for the one answer."""

    def __init__(self) -> None:
        self._came = Event()
        self._answered = ""
        self._server = HTTPServer(("127.0.0.1", 0), _handler(self._take))
        self.address = f"http://127.0.0.1:{self._server.server_port}/"

    def __enter__(self) -> "_Listening":
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self) -> str:
        """The whole address that the browser was led to."""
        if not self._came.wait(_PATIENCE):
            raise PbemError("nobody agreed in time: begin again")
        return self._answered

    def _take(self, path: str) -> None:
        self._answered = f"{self.address.rstrip('/')}{path}"
        self._came.set()


def _handler(take: Callable[[str], None]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            expected = "code=" in self.path or "error=" in self.path
            self.send_response(200 if expected else 404)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            if expected:
                self.wfile.write(_THANKS)
                take(self.path)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Nothing: the address has the code in it."""

    return Handler
