"""What a mail server is shown instead of a password: XOAUTH2, as Google and Microsoft have it, and OAUTHBEARER."""

from base64 import b64encode
from collections.abc import Collection
from dataclasses import dataclass

from pbem.transports.oauth2.errors import OAuthError


@dataclass(frozen=True, slots=True)
class Proof:
    """A SASL mechanism, our one message, and what is said to a server that answers it with its error."""

    mechanism: str
    message: str
    after_error: str


def proof(offered: Collection[str], user: str, token: str, host: str, port: int) -> Proof:
    """By the mechanism that the server offers; OAuthError where it offers none of the two."""
    known = {each.upper() for each in offered}
    if "XOAUTH2" in known:
        return Proof("XOAUTH2", _encoded(f"user={user}\1auth=Bearer {token}\1\1"), "")
    if "OAUTHBEARER" in known:
        # RFC 7628 section 3.1; a name is written as RFC 5801 section 4 says.
        name = user.replace("=", "=3D").replace(",", "=2C")
        told = f"n,a={name},\1host={host}\1port={port}\1auth=Bearer {token}\1\1"
        # Section 3.2.3: a dummy answer, so that the server can end the exchange.
        return Proof("OAUTHBEARER", _encoded(told), _encoded("\1"))
    raise OAuthError(f"{host}:{port} takes no OAuth2 log-in (neither XOAUTH2 nor OAUTHBEARER)")


def _encoded(text: str) -> str:
    return b64encode(text.encode()).decode("ascii")
