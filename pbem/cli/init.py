"""`pbem init`: asks for the mailbox, tests it for real, writes config.toml."""

import asyncio
import os
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, get_args

import click

from pbem.cli.options import config_option, json_option, print_json
from pbem.cli.setup.draft import Draft, providers, save
from pbem.cli.setup.finding import Finding, Outcome, any_failed, waiting
from pbem.cli.setup.interview import Interview
from pbem.cli.setup.probes import probe_imap, probe_post, probe_smtp
from pbem.config_values import Tls
from pbem.errors import PbemError
from pbem.i18n.codes import LANGUAGES
from pbem.shipped_files import document
from pbem.unseen import escaped

_FILE = click.Path(path_type=Path, dir_okay=False, exists=True)
_PORT = click.IntRange(1, 65535)
_TLS = click.Choice(get_args(Tls))
_CHOICES = {"a": "try again", "c": "change the settings", "w": "write them as they are", "q": "quit"}


def _questions(function: Callable[..., None]) -> Callable[..., None]:
    """Every question as an option."""
    options = (
        click.option("--address", help="The mailbox that players write to."),
        click.option("--provider", metavar="NAME", help=f"Who runs it: {', '.join(providers())}."),
        click.option("--imap-host"),
        click.option("--imap-port", type=_PORT, help="Default: 993."),
        click.option("--imap-tls", type=_TLS, help="Default: ssl on port 993, else starttls."),
        click.option("--imap-user", help="Default: the address."),
        click.option("--password-file", type=_FILE, help="A file that holds the password; the configuration names it."),
        click.option("--oauth2", is_flag=True, default=None, help="Log in by OAuth2 even where a password would do."),
        click.option("--client-id", help="OAuth2: of your own registration."),
        click.option(
            "--client-secret-file", type=_FILE, help="OAuth2: a file that holds its secret, where it has one."
        ),
        click.option("--tenant", help="OAuth2 at Microsoft: your organisation's. Default: by the provider."),
        click.option("--smtp-host"),
        click.option("--smtp-port", type=_PORT, help="Default: 587."),
        click.option("--smtp-tls", type=_TLS, help="Default: ssl on port 465, else starttls."),
        click.option("--smtp-user", help="Default: as for IMAP; - for a relay that wants no log-in."),
        click.option("--smtp-password-file", type=_FILE, help="Default: as for IMAP."),
        click.option("--ca-file", type=_FILE, help="A certificate to trust beside the system's own."),
        click.option("--plus-addressing/--no-plus-addressing", default=None, help="Default: as the test shows."),
        click.option("--name", help="The name beside the address."),
        click.option("--language", type=click.Choice(LANGUAGES), help="Of players who have not chosen."),
        click.option("--timezone", help="Of players who have not chosen, such as Europe/Warsaw."),
        click.option("--web-listen", metavar="HOST:PORT", help="Where pages for a browser listen. Default: no pages."),
        click.option("--public-url", help="The address at which others reach them."),
        click.option("--admin", multiple=True, help="An address that hears of what needs a person; may be repeated."),
    )
    for option in reversed(options):
        function = option(function)
    return function


@click.command()
@_questions
@click.option("--yes", is_flag=True, help="Ask nothing: options and defaults count.")
@click.option("--no-test", is_flag=True, help="Do not try the settings out.")
@click.option("--force", is_flag=True, help="Replace a configuration that is there.")
@config_option
@json_option
def init(config_path: Path, as_json: bool, yes: bool, no_test: bool, force: bool, **options: Any) -> None:
    """Ask for the mailbox, test it for real, and write the configuration (for your eyes only)."""
    asks = sys.stdin.isatty() and not yes and not as_json
    force = _may_write(config_path, asks, force)
    folder = config_path.resolve().parent
    interview = Interview({**options, "admin": ",".join(options["admin"]) or None}, folder, asks, looks_up=not no_test)
    draft, findings = interview.draft(), list[Finding]()
    if not no_test:
        _log_in(draft, folder, as_json)
        draft, findings = _tested(interview, draft, quiet=as_json)
    draft.config(folder)
    save(draft.text(), config_path, force)
    if as_json:
        shown = {"config": str(config_path), "plus_addressing": draft.plus_addressing}
        print_json({**shown, "tests": [asdict(finding) for finding in findings]})
    else:
        _tell_what_next(draft, config_path)


def _log_in(draft: Draft, folder: Path, as_json: bool) -> None:
    """Consent comes before the test, where there is no password."""
    oauth2 = draft.config(folder).oauth2
    if oauth2 is None:
        return
    from pbem.cli.login import keep, log_in  # noqa: PLC0415

    keep(oauth2, log_in(oauth2, draft.address, browser=False, paste=False, as_json=as_json))


def _may_write(path: Path, asks: bool, force: bool) -> bool:
    """Whether the file that is there may be replaced; it is better to know before all the questions."""
    if not os.access(path.resolve().parent, os.W_OK):
        raise PbemError(f"{path.resolve().parent} is not a folder that can be written to")
    if not path.exists() or force:
        return force
    if asks and click.confirm(f"{path} is there already. Replace it in the end?"):
        return True
    raise PbemError(f"{path} stays as it is; --force replaces it")


def _tested(interview: Interview, draft: Draft, quiet: bool) -> tuple[Draft, list[Finding]]:
    """Try the settings out until all is well, or until the organiser has had enough."""
    while True:
        plus, findings = asyncio.run(_test(interview, draft, quiet))
        if not any_failed(findings):
            return replace(draft, plus_addressing=plus), findings
        if not interview.asks:
            told = next(finding.told for finding in findings if finding.state is Outcome.FAILED)
            raise PbemError(f"{told}. Nothing was written; --no-test writes without a test")
        match click.prompt(_menu(), type=click.Choice(list(_CHOICES)), show_choices=False, default="a"):
            case "c":
                wrong = {finding.check for finding in findings if finding.state is Outcome.FAILED}
                draft = interview.changed(draft, imap=wrong != {"smtp"}, smtp=wrong - {"imap", "folders"} != set())
            case "w":
                return draft, findings
            case "q":
                raise click.Abort


def _menu() -> str:
    return ", ".join(f"{key}: {words}" for key, words in _CHOICES.items())


async def _test(interview: Interview, draft: Draft, quiet: bool) -> tuple[bool, list[Finding]]:
    """Log in to both, then send ourselves a mail; whether plus addressing works, and what was found."""
    config = draft.config(interview.folder)
    findings: list[Finding] = []

    def show(*found: Finding) -> None:
        findings.extend(found)
        if not quiet:
            for each in found:
                click.echo(escaped(each.line))

    if not quiet:
        click.echo(f"\nTrying it out with {draft.imap.at} and {draft.smtp.at} …")
    show(*await probe_imap(config, make=True))
    show(*await probe_smtp(config))
    if any_failed(findings):
        return draft.plus_addressing, findings
    post = await probe_post(config, interview.options["plus_addressing"] is not False, waiting)
    waiting(None)
    show(*post.findings)
    return post.plus_addressing, findings


def _tell_what_next(draft: Draft, path: Path) -> None:
    option = "" if path == Path("config.toml") else f" --config {path}"
    click.echo(f"""
{path} is written; only you can read it.
{_plus_told(draft)}
{_first_log_in(draft, path)}  pbem doctor{option}    checks everything, now and at any time
  pbem serve{option}     runs the server; {document("docs/operate.md")} tells how systemd keeps it running
  pbem status{option}    tells how it is doing
  pbem game new{option} --seats "Anna <anna@example.org>, Jón <jon@example.org> is, bot:greedy"
                 starts a game

Once it runs, write to {draft.address} now, and send your friends this line:
  Play Splendor with me by email: write "hello" to {draft.address}, nothing to install.""")


def _plus_told(draft: Draft) -> str:
    """Nobody is to find out later that tags are in the subjects."""
    return "" if draft.plus_addressing else "plus_addressing = false: tags travel in the subject of every mail.\n"


def _first_log_in(draft: Draft, path: Path) -> str:
    """Where nobody has logged in yet."""
    oauth2 = draft.config(path.resolve().parent).oauth2
    option = "" if path == Path("config.toml") else f" --config {path}"
    if oauth2 is None or oauth2.tokens.exists():
        return ""
    return f"  pbem login{option}     comes first: it asks for consent\n"
