"""How mail comes and goes, as the operator chose: [imap], [smtp_in], [smtp] and [oauth2] of the configuration."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from pydantic import Field

from pbem.config_values import AtLeastOne, Count, HostAndPort, OptionalFile, Port, SomeTime, Tls
from pbem.errors import ConfigError


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthSettings:
    """A mailbox that takes no password: [imap] and [smtp] log in by OAuth2 where they have none."""

    provider: str = ""
    """microsoft | google; or the addresses below."""
    client_id: Annotated[str, Field(examples=["00000000-0000-0000-0000-000000000000"])]
    """Of your own registration, see docs/setup.md."""
    client_secret: str = field(default="", repr=False)
    """Or client_secret_file; where the registration has one."""
    tenant: str = "common"
    """Microsoft: your organisation's, or consumers for a private mailbox."""
    token_file: str = "tokens.json"  # noqa: S105
    """Written by pbem login, mode 0600."""
    authorize_url: str = ""
    """Default: the provider's, as for the three below."""
    token_url: str = ""
    """Gives tokens and renews them."""
    device_url: str = ""
    """Gives codes to enter on another device."""
    scope: str = ""
    """What consent is asked for."""
    ca_file: OptionalFile = None
    """A certificate to trust beside the system's own."""

    @property
    def tokens(self) -> Path:
        """Where they lie; the configuration has made it whole."""
        return Path(self.token_file)


HIDDEN = {"hidden": True}
"""A field that no organiser sets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImapSettings:
    """Mail in, from any mailbox: polled, and IDLE where the server has it."""

    host: Annotated[str, Field(examples=["imap.example.org"])]
    """Your mail provider's IMAP server."""
    port: Port = 993
    """Usually 993 with ssl, 143 without."""
    tls: Tls = "ssl"
    """ssl | starttls | none"""
    user: Annotated[str, Field(examples=["splendor@example.org"])]
    """The log-in."""
    password: Annotated[str, Field(examples=["secret"])] = field(default="", repr=False)
    """Or password_file; none where [oauth2] is used."""
    folder: str = "INBOX"
    """Where mail arrives."""
    done_folder: str = "Processed"
    """Where it goes once it was dealt with."""
    shunt_folder: str = "Shunt"
    """Where it goes if it could not be."""
    poll_seconds: AtLeastOne = 60
    """Look at least this often."""
    idle: bool = True
    """Be told at once, where the server can."""
    junk: bool = True
    """Look into the folder marked as junk, too: a player's answer with a good key is taken from there."""
    ca_file: OptionalFile = None
    """A certificate to trust beside the system's own."""
    oauth2: OAuthSettings | None = field(default=None, repr=False, metadata=HIDDEN)
    """How to log in without a password; from [oauth2]."""

    def __post_init__(self) -> None:
        if self.folder in (self.done_folder, self.shunt_folder):
            raise ConfigError(f"imap: mail from {self.folder} cannot be filed into {self.folder} itself")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverSettings:
    """Mail in, handed over directly by an MTA. Either, or both, of the two."""

    listen: HostAndPort = "127.0.0.1:8025"
    """Where the MTA delivers."""
    lmtp: bool = False
    """LMTP instead of SMTP."""
    tls_cert: OptionalFile = None
    """PEM files: STARTTLS is offered where they are given."""
    tls_key: OptionalFile = None
    """The key of the certificate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelaySettings:
    """Mail out."""

    host: Annotated[str, Field(examples=["smtp.example.org"])] = "localhost"
    """Default: localhost."""
    port: Port = 587
    """Usually 587 with starttls, 465 with ssl."""
    tls: Tls = "starttls"
    """ssl | starttls | none"""
    user: str = ""
    """Empty: no log-in."""
    password: str = field(default="", repr=False)
    """Or password_file."""
    rate_per_minute: Count = 0
    """0: no limit."""
    per_hour: Count = 0
    """As your provider allows; turn mails go first, and one that waits costs nobody time."""
    per_day: Count = 0
    """The same for a day."""
    retry_seconds: SomeTime = 60
    """The first wait after a temporary failure; it doubles, up to four hours."""
    timeout_seconds: SomeTime = 60
    """How long the relay may take to answer; ten times that after a whole mail."""
    ca_file: OptionalFile = None
    """A certificate to trust beside the system's own."""
    oauth2: OAuthSettings | None = field(default=None, repr=False, metadata=HIDDEN)
    """How to log in without a password; from [oauth2]."""
