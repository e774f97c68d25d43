"""Calls by HTTP, for when no mail can leave: of trouble, and as a sign of life."""

import json
from http.client import HTTPException
from urllib.request import Request, urlopen

from pbem.errors import PbemError

_SECONDS = 10


def post(url: str, title: str, text: str, facts: dict[str, object]) -> None:
    """JSON with a `text`, as Slack, Mattermost and Matrix hooks read it; the title is a header, as ntfy reads it."""
    body = json.dumps({"text": f"{title}\n{text}", "title": title, **facts}).encode()
    headers = {"Content-Type": "application/json", "Title": title.encode("ascii", "replace").decode()}
    _call(Request(url, body, headers))  # noqa: S310 - from the configuration


def ping(url: str) -> None:
    """All is well; whoever does not hear that for a while raises the alarm (Healthchecks, Uptime Kuma)."""
    _call(Request(url))  # noqa: S310


def _call(request: Request) -> None:
    try:
        with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
            answer.read(1)
    except (OSError, HTTPException) as error:
        # The address is a secret of sorts: not even its host is logged.
        raise PbemError(f"not reached: {getattr(error, 'reason', None) or error}") from error
