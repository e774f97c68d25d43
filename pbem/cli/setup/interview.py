"""The questions of `pbem init`: each is answered by its option, by the organiser, or by its default."""

import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast, get_args

import click
from pydantic import TypeAdapter, ValidationError

from pbem.cli.setup.discovery import Sources, discovered, network
from pbem.cli.setup.draft import Draft, Endpoint, MailAccount, Provider, provider_of, providers
from pbem.cli.setup.surroundings import system_language, system_timezone
from pbem.config import ServerSettings, WebSettings
from pbem.config_values import Tls
from pbem.i18n.codes import LANGUAGES


def likely_host(domain: str, *prefixes: str) -> str:
    """The first of these names under the domain that exists, else the first."""
    names = [f"{prefix}.{domain}" for prefix in prefixes]
    return next(filter(_exists, names), names[0])


def _exists(host: str) -> bool:
    try:
        return bool(socket.getaddrinfo(host, None))
    except OSError:
        return False


_IMAPS, _SMTPS = 993, 465
_PORTS = {"imap": 993, "smtp": 587}
_NAMES = {"imap": ("imap", "mail"), "smtp": ("smtp", "mail")}
REGISTRATION = {
    "microsoft": """
Microsoft takes no passwords, so pbem needs a registration of your own
(free, once; docs/setup.md has it step by step):
  1. Open https://entra.microsoft.com, then App registrations, New registration.
  2. Name it, choose whose accounts may use it, and leave the redirect address empty.
  3. Under Authentication, allow public client flows.
  4. Under API permissions, add IMAP.AccessAsUser.All and SMTP.Send (Office 365 Exchange Online).
  5. Copy the Application (client) ID from its first page.""",
    "google": """
An app password is simpler, if your account can have one. For OAuth2 pbem needs a client of your own
(free, once; docs/setup.md has it step by step):
  1. Open https://console.cloud.google.com, make a project, and set up its consent screen.
  2. Put the app into production: while it is in testing, Google ends every log-in after 7 days.
  3. Under Credentials, make an OAuth client ID of the type Desktop app.
  4. Save its client secret into a file, and give that with --client-secret-file.
  5. Copy the client ID.""",
}
_NO_LOGIN = _NO_FILE = "-"
_Section = TypeVar("_Section")
_LIST = "?"


@dataclass(frozen=True, slots=True)
class Interview:
    """Options come first; where `asks`, the rest is asked for, else the defaults count."""

    options: Mapping[str, Any]
    folder: Path
    """Where the configuration will lie: relative paths start there."""
    asks: bool
    looks_up: bool
    """Whether a server's name may be looked up."""
    sources: Sources = field(default_factory=network)
    """Who is asked for the servers of a domain."""

    def draft(self) -> Draft:
        """Ask for everything that is not known."""
        if self.asks:
            click.echo("A few questions, then a test with the real servers. Nothing is written before the end.\n")
        address = self._ask("address", "The mailbox that players write to", check=_our_address)
        provider = self._provider(address)
        if provider and provider.domains and self.asks:
            _introduce(provider)
        oauth2 = self._oauth2(provider)
        imap = self._imap(address, provider, has_password=oauth2 is None)
        smtp = self._smtp(address, provider, imap)
        plus = self.options["plus_addressing"]
        known = provider.plus if provider and plus is None else plus
        # What nobody knows is left as the default has it: a mailbox without plus addressing is said to be one.
        return self._about(Draft(address, "", "", "", (), imap, smtp, known is not False, oauth2))

    def changed(self, draft: Draft, imap: bool, smtp: bool) -> Draft:
        """Ask for these log-ins again; what stood there is the default."""
        anew = replace(self, options=dict.fromkeys(self.options))
        if imap:
            before, after = draft.imap, anew._account("imap", draft.imap)
            draft = replace(draft, imap=after)
            if draft.smtp.user and draft.smtp.password == before.password:
                shared = replace(draft.smtp, password=after.password, password_file=after.password_file)
                draft = replace(draft, smtp=shared)
        return replace(draft, smtp=anew._account("smtp", draft.smtp)) if smtp else draft

    # The mailbox

    def _provider(self, address: str) -> Provider | None:
        known = provider_of(address)
        if self.options["imap_host"] or (known and not self.options["provider"]):
            return known
        if not self.options["provider"] and (told := self._discovered(address)):
            return told
        domain = address.rpartition("@")[2]
        question = f"Who runs the mailboxes of {domain}? (? lists those known here, Enter: ask for the servers)"
        check = _provider_key if self.options["provider"] else _provider_key_or_list
        while (key := self._ask("provider", question, default="", check=check)) == _LIST:
            click.echo(_known())
        return providers()[key] if key else None

    def _discovered(self, address: str) -> Provider | None:
        """What the domain itself tells of its servers, if whoever is asked agrees."""
        found = discovered(address, self.sources) if self.looks_up else None
        if found is None or not self.asks:
            return found if found and not found.doubtful else None
        click.echo(f"\n{found.name}: {found.imap} for mail in, {found.smtp} for mail out.")
        return found if click.confirm("Are these its servers?", default=not found.doubtful) else None

    def _oauth2(self, provider: Provider | None) -> dict[str, str] | None:
        """What [oauth2] needs, where the mailbox takes no password or the organiser wants it so."""
        if provider is None or not provider.oauth2 or (provider.password and not self.options["oauth2"]):
            return None
        if self.asks:
            click.echo(REGISTRATION[provider.oauth2])
        client_id = self._ask("client_id", "Client id of your registration")
        tenant = self.options["tenant"] or provider.tenant
        secret = self._path("client_secret_file")
        return {
            "provider": provider.oauth2,
            "client_id": client_id,
            **({"client_secret_file": secret} if secret else {}),
            **({"tenant": tenant} if tenant else {}),
        }

    def _imap(self, address: str, provider: Provider | None, has_password: bool) -> MailAccount:
        at = self._endpoint("imap", address, provider.imap if provider else None)
        user = provider.user(address) if provider else self._ask("imap_user", "Log-in", default=address)
        user = self.options["imap_user"] or user
        password, file = "", ""
        if has_password:
            password, file = self._password("password_file", "Password (it is not shown)")
        return MailAccount(at, user, password, file, self._path("ca_file"))

    def _smtp(self, address: str, provider: Provider | None, imap: MailAccount) -> MailAccount:
        at = self._endpoint("smtp", address, provider.smtp if provider else None)
        given = self.options["smtp_user"]
        user = (address if provider else imap.user) if given is None else given
        if user in ("", _NO_LOGIN):
            return MailAccount(at, "", "", ca_file=imap.ca_file)
        if self.options["smtp_password_file"]:
            password, file = self._password("smtp_password_file", "")
            return MailAccount(at, user, password, file, imap.ca_file)
        return replace(imap, at=at, user=user)

    def _endpoint(self, way: str, address: str, known: Endpoint | None) -> Endpoint:
        host, port, tls = (self.options[f"{way}_{key}"] for key in ("host", "port", "tls"))
        if known:
            return Endpoint(host or known.host, port or known.port, tls or known.tls)
        host = host or self._ask(f"{way}_host", f"{way.upper()} server", default=self._likely(way, address))
        port = port or self._ask(f"{way}_port", f"{way.upper()} port", default=_PORTS[way], check=_port)
        question = f"{way.upper()} TLS (ssl, starttls, none)"
        return Endpoint(host, port, tls or self._ask(f"{way}_tls", question, default=_usual_tls(port), check=_tls))

    def _likely(self, way: str, address: str) -> str:
        domain = address.rpartition("@")[2]
        return likely_host(domain, *_NAMES[way]) if self.looks_up else f"{_NAMES[way][0]}.{domain}"

    def _account(self, way: str, old: MailAccount) -> MailAccount:
        """Every setting of a log-in, asked for once more."""
        name = way.upper()
        host = self._ask(f"{way}_host", f"{name} server", default=old.at.host)
        port = self._ask(f"{way}_port", f"{name} port", default=old.at.port, check=_port)
        tls = self._ask(f"{way}_tls", f"{name} TLS (ssl, starttls, none)", default=old.at.tls, check=_tls)
        at, ca_file = Endpoint(host, port, tls), "" if tls == "none" else self._certificate(old)
        none = f" ({_NO_LOGIN}: none)" if way == "smtp" else ""
        user = self._ask(f"{way}_user", f"{name} log-in{none}", default=old.user or _NO_LOGIN)
        if user == _NO_LOGIN:
            return MailAccount(at, "", "", ca_file=ca_file)
        password = click.prompt(f"{name} password (Enter keeps it)", hide_input=True, default="", show_default=False)
        kept = replace(old, at=at, user=user, ca_file=ca_file)
        return replace(kept, password=password, password_file="") if password else kept

    def _certificate(self, old: MailAccount) -> str:
        question = f"Certificate to trust beside the system's own ({_NO_FILE}: none)"
        given = self._ask("ca_file", question, default=old.ca_file or _NO_FILE, check=self._file)
        return "" if given == _NO_FILE else str(given)

    def _file(self, name: str) -> str:
        if name != _NO_FILE and not (self.folder / name).is_file():
            raise click.UsageError(f"there is no file {name}")
        return name

    def _password(self, option: str, question: str) -> tuple[str, str]:
        """The password, and the file that it came from."""
        if file := self._path(option):
            return (self.folder / file).read_text(encoding="utf-8").rstrip("\r\n"), file
        if not self.asks:
            raise click.UsageError(f"--{option.replace('_', '-')} is needed: nobody is asked")
        return str(click.prompt(question, hide_input=True)), ""

    # The rest

    def _about(self, draft: Draft) -> Draft:
        name = self._ask("name", "The name beside the address", default="Splendor by mail")
        languages = f"Language of players who have not chosen ({', '.join(LANGUAGES)})"
        language = self._ask("language", languages, default=system_language(), check=_language)
        zone = self._ask("timezone", "Time zone", default=system_timezone(), check=_timezone)
        who = "Your own address, for what needs a person (several with commas; Enter: none)"
        admins = self._ask("admin", who, default="", check=partial(_addresses, draft.address))
        return replace(draft, name=name, language=language, timezone=zone, admins=admins, web=self._web())

    def _web(self) -> dict[str, str] | None:
        """Pages, where they are wanted."""
        where = "Pages for a browser listen on (such as 127.0.0.1:8080; Enter: no pages)"
        listen = self._ask("web_listen", where, default="", check=_listen)
        if not listen:
            return None
        reached = "The address at which others reach them (such as https://play.example.org; Enter: none yet)"
        url = self._ask("public_url", reached, default="")
        return {"listen": listen, **({"public_url": url} if url else {})}

    def _ask(self, option: str, question: str, default: Any = None, check: Callable[[str], Any] = str) -> Any:
        given = self.options[option]
        if given is not None:
            return check(given)
        if self.asks:
            return click.prompt(question, default=default, value_proc=check, show_default=default not in (None, ""))
        if default is None:
            raise click.UsageError(f"--{option.replace('_', '-')} is needed: nobody is asked")
        return check(default)

    def _path(self, option: str) -> str:
        """A file that was named, as the configuration will name it."""
        given = self.options[option]
        if not given:
            return ""
        path = Path(given).resolve()
        return str(path.relative_to(self.folder) if path.is_relative_to(self.folder) else path)


def _introduce(provider: Provider) -> None:
    click.echo(f"\n{provider.name}: {provider.imap} for mail in, {provider.smtp} for mail out.")
    if provider.password:
        click.echo(f"{provider.password}.")


def _checked_by_config(key: str, value: str) -> str:
    return str(getattr(_made(ServerSettings, {"address": "a@example.org", key: value}), key))


def _listen(value: str) -> str:
    return _made(WebSettings, {"listen": value}).listen


def _made(section: type[_Section], values: dict[str, str]) -> _Section:
    """A section of the configuration; a value that it does not take is said."""
    try:
        return TypeAdapter(section).validate_python(values)
    except ValidationError as error:
        raise click.UsageError(error.errors()[0]["msg"].removeprefix("Value error, ")) from error


def _our_address(value: str) -> str:
    return _checked_by_config("address", value)


def _timezone(value: str) -> str:
    return _checked_by_config("timezone", value)


def _language(value: str) -> str:
    return _checked_by_config("language", value)


def _addresses(ours: str, value: str) -> tuple[str, ...]:
    """Of people; whoever gives the server's own would have it write to itself."""
    addresses = tuple(_checked_by_config("address", each.strip()) for each in value.split(",") if each.strip())
    if ours in addresses:
        raise click.UsageError(f"{ours} is the server's own mailbox: expected one that a person reads")
    return addresses


def _port(value: str | int) -> int:
    if not str(value).isdecimal() or not 0 < int(value) < 65536:
        raise click.UsageError("expected a port, such as 993")
    return int(value)


def _tls(value: str) -> Tls:
    if value not in get_args(Tls):
        raise click.UsageError("expected ssl, starttls or none")
    return cast(Tls, value)


def _usual_tls(port: int) -> Tls:
    return "ssl" if port in (_IMAPS, _SMTPS) else "starttls"


def _provider_key(value: str) -> str:
    key = value.strip().lower()
    if key and key not in providers():
        raise click.UsageError(f"{value} is not known; {_known()}")
    return key


def _provider_key_or_list(value: str) -> str:
    return _LIST if value.strip() == _LIST else _provider_key(value)


def _known() -> str:
    return f"known are {', '.join(providers())}"
