"""What can go wrong between us and an authorization server.

OAuthError            shown as one line
├── ConsentLost       nobody is logged in, or no longer: only a person can mend it
└── Unreachable       the server is down, busy or out of reach: it is waited for
"""

from pbem.errors import PbemError


class OAuthError(PbemError):
    """The authorization server said no."""


class ConsentLost(OAuthError):
    """The log-in is over: it was taken back, has run out, or never was."""


class Unreachable(OAuthError):
    """The authorization server does not answer now; later it may."""
