"""`pbem backup`: everything in one file, while the server runs; `pbem restore` puts it back."""

import shlex
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from time import monotonic

import click

from pbem.cli.options import config_option, json_option, print_json
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.model.time import system_clock
from pbem.store.backup import CONFIG, SECRET, TOKENS, Manifest, prune, tells_when, write_backup
from pbem.store.store import SqlStore, existing_store

_MOST_TOLD = 3


@click.command()
@click.argument("pattern", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--keep", type=click.IntRange(1), help="Delete all but this many of the backups with such a name.")
@click.option("--with-secrets", is_flag=True, help="Also the server's secret and the configuration, with passwords.")
@click.option("--quick", is_flag=True, help="Count the lines of every ledger, but don't replay the running games.")
@click.option("--then", metavar="COMMAND", help="Run this afterwards with the file for {}: a copy at a second place.")
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
@config_option
@json_option
def backup(  # noqa: PLR0913, PLR0917
    pattern: Path,
    keep: int | None,
    with_secrets: bool,
    quick: bool,
    then: str | None,
    force: bool,
    config_path: Path,
    as_json: bool,
) -> None:
    """Write the database into FILE, checked, while the server runs.

    FILE may have a date in its name, in UTC, as in pbem-%Y%m%d.zip; with --keep, old ones of that name go.
    """
    config, now, started = load_config(config_path), system_clock(), monotonic()
    target = pattern.with_name(now.strftime(pattern.name))
    if keep and not tells_when(pattern, now):
        raise click.UsageError("--keep needs a date in the name of FILE, such as pbem-%Y%m%d.zip")
    if target.exists() and not force:
        raise PbemError(f"{target} is there already: --force replaces it")
    secrets = {SECRET: config.path(config.server.secret_file), CONFIG: config_path} if with_secrets else {}
    if with_secrets and config.oauth2 and config.oauth2.tokens.exists():
        secrets[TOKENS] = config.oauth2.tokens
    # Not brought up to date: this may be the backup before an update.
    with closing(existing_store(config.database_url, system_clock)) as store, _pulse(store, now):
        manifest = write_backup(store.engine, target, now, secrets, replayed=not quick)
        _complain(target, manifest)
        if then:
            _carry_on(then, target)
    gone = prune(pattern, keep) if keep else []
    _tell(target, manifest, round(monotonic() - started, 1), gone, as_json)


@contextmanager
def _pulse(store: SqlStore, now: datetime) -> Iterator[None]:
    """The server, and who asks after it, hear how it went."""
    try:
        yield
    except (PbemError, OSError) as error:
        with suppress(Exception):
            store.pulses.failed("backup", str(error))
        raise
    with suppress(PbemError):
        store.pulses.beat("backup", now)


def _complain(target: Path, manifest: Manifest) -> None:
    """What does not fit is in the books themselves; the backup is good for as much as they are."""
    if manifest.faults:
        told = "; ".join(manifest.faults[:_MOST_TOLD])
        raise PbemError(f"{target} is written, but {len(manifest.faults)} things don't fit in the database: {told}")


def _carry_on(command: str, target: Path) -> None:
    """Hand the file on, without a shell; a backup that did not get to its second place counts as none."""
    words = [word.replace("{}", str(target)) for word in shlex.split(command)]
    try:
        done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        raise PbemError(f"{target} is written, but {words[0]} can't be run: {error.strerror}") from error
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).rpartition("\n")[2]
        raise PbemError(f"{target} is written, but {words[0]} ended with {done.returncode}: {said}")


def _tell(target: Path, manifest: Manifest, seconds: float, gone: list[Path], as_json: bool) -> None:
    size, games = target.stat().st_size, manifest.rows["game"]
    mails = manifest.rows["inbox"] + manifest.rows["outbox"]
    if as_json:
        facts = {"file": str(target), "bytes": size, "games": games, "mails": mails, "seconds": seconds}
        print_json({**facts, "deleted": [str(path) for path in gone]})
        return
    dropped = f", old ones deleted: {len(gone)}" if gone else ""
    click.echo(f"{target}: {size / 1e6:.2f} MB, games: {games}, mails: {mails}, seconds: {seconds}{dropped}")
