"""The tokens of one mailbox: a new one is kept before it is used.

In a file for the owner's eyes only; where several servers share a database, sealed in there, for all of them.
"""

import fcntl
import json
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

from pbem.errors import ConfigError
from pbem.ports import Vault
from pbem.transports.oauth2.errors import ConsentLost
from pbem.transports.settings import OAuthSettings

EARLY = 300.0
"""Seconds before its end at which a token is renewed."""
LOG_IN = "pbem login asks for it anew"


@dataclass(frozen=True, slots=True)
class Tokens:
    """What an authorization server gave. Times are seconds since 1970."""

    access: str
    refresh: str
    expires_at: float
    issued_at: float
    lost: str = ""
    """Why it gives no more; empty while all is well."""

    def fresh(self, now: float) -> bool:
        return not self.lost and now < self.expires_at - EARLY

    def good(self, now: float) -> bool:
        """Whether a mail server would still take it."""
        return not self.lost and now < self.expires_at


class KeptTokens(ABC):
    """Where tokens are kept."""

    @abstractmethod
    def read(self) -> Tokens:
        """ConsentLost where nobody has logged in yet."""

    @abstractmethod
    def write(self, tokens: Tokens) -> None:
        """When this returns they are safe."""

    @abstractmethod
    def locked(self) -> AbstractContextManager[None]:
        """Of several processes one renews, and the others find what it got."""

    def spoil(self, access: str) -> None:
        """A mail server did not take this token: it is renewed before the next try."""
        with self.locked():
            tokens = self.read()
            if tokens.access == access and not tokens.lost:
                self.write(replace(tokens, expires_at=0.0))


class TokenFile(KeptTokens):
    """Written aside, synced and renamed, since refresh tokens rotate: one that is lost can't be had again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Tokens:
        try:
            return Tokens(**json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError as error:
            raise ConsentLost(f"nobody has logged in to the mailbox yet: {LOG_IN}") from error
        except OSError as error:
            raise ConfigError(f"oauth2.token_file: {self.path}: {error.strerror}") from error
        except (ValueError, TypeError) as error:
            raise ConfigError(f"oauth2.token_file: {self.path} is damaged; pbem login makes a new one") from error

    def write(self, tokens: Tokens) -> None:
        aside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                json.dump(asdict(tokens), file)
                file.flush()
                os.fsync(file.fileno())
            aside.replace(self.path)
            _sync_folder(self.path.parent)
        except OSError as error:
            raise ConfigError(f"oauth2.token_file: {self.path}: {error.strerror}") from error
        finally:
            aside.unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        try:
            lock = os.open(self.path.with_name(f"{self.path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise ConfigError(f"oauth2.token_file: {self.path}: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


class SharedTokens(KeptTokens):
    """In a vault; until somebody wrote there, those of the file that one of the servers has."""

    def __init__(self, vault: Vault, first: TokenFile) -> None:
        self._vault = vault
        self._first = first

    def read(self) -> Tokens:
        content = self._vault.read()
        return Tokens(**json.loads(content)) if content else self._first.read()

    def write(self, tokens: Tokens) -> None:
        self._vault.write(json.dumps(asdict(tokens)))

    def locked(self) -> AbstractContextManager[None]:
        return self._vault.locked()

    def take_over(self) -> None:
        """From the file, where the vault is still empty: the other servers have no such file."""
        with self.locked():
            if self._vault.read() is None and self._first.path.exists():
                self.write(self._first.read())


@dataclass(frozen=True, slots=True)
class SharedOAuth(OAuthSettings):
    """The same log-in for all who serve one database."""

    vault: Vault | None = None


def shared(settings: OAuthSettings, vault: Vault) -> SharedOAuth:
    """These settings, with tokens in the vault."""
    return SharedOAuth(**{each.name: getattr(settings, each.name) for each in fields(OAuthSettings)}, vault=vault)


def kept_tokens(settings: OAuthSettings) -> KeptTokens:
    """Where the tokens of this log-in are."""
    file = TokenFile(Path(settings.token_file))
    if isinstance(settings, SharedOAuth) and settings.vault:
        return SharedTokens(settings.vault, file)
    return file


def now() -> float:
    """Of the machine's own clock: tokens end at a time of day."""
    return time.time()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
