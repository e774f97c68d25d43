"""`pbem restore`: put a backup back, or only look whether it is good."""

import asyncio
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import click

from pbem.actions.people.privacy import forget
from pbem.cli.options import config_option, json_option, print_json, print_lines
from pbem.config import Config, load_config
from pbem.errors import ConfigError, PbemError
from pbem.model.time import system_clock
from pbem.posting import send
from pbem.server.assemble import make_server, open_store
from pbem.store.backup import CONFIG, SECRET, TOKENS, Archive, Manifest, fill, is_unused, replace_file, unpacked
from pbem.store.carried_over import CarriedOver, Standing, carry_over, standing, void_all_tags
from pbem.store.database import make_private
from pbem.store.serving import alone
from pbem.store.store import SqlStore
from pbem.transports.imap.reread import reread as move_back


@dataclass(slots=True)
class _RestoreReport:
    """What was done, in lines."""

    manifest: Manifest
    lines: list[str] = field(default_factory=list)

    def tell(self, as_json: bool) -> None:
        if not self.lines:
            return
        if as_json:
            facts = {"made_at": self.manifest.made_at, "rows": self.manifest.rows, "faults": self.manifest.faults}
            print_json({**facts, "done": self.lines})
        else:
            print_lines(self.lines)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--check", is_flag=True, help="Only say whether the backup is good; nothing is changed.")
@click.option("--force", is_flag=True, help="Even if the SQLite database is not empty: it gets another name.")
@click.option("--reread", is_flag=True, help="Have mails that came since then read again (IMAP).")
@click.option("--moved", is_flag=True, help="The backup was made after the old server had stopped: all tags stay good.")
@config_option
@json_option
def restore(file: Path, check: bool, force: bool, reread: bool, moved: bool, config_path: Path, as_json: bool) -> None:
    """Put a backup into the database of the configuration, which must be empty.

    Secrets are put back only where the backup has them and there are none. Whoever stopped, was banned, was forgotten,
    refused invitations or asked for a new tag since then is taken from the database that is replaced; where there is
    none, every tag is made void.
    """
    with Archive.opened(file) as archive:
        report = _RestoreReport(archive.manifest)
        try:
            if check:
                _check(archive, report)
            else:
                _restore(archive, config_path, force, reread, moved, report)
        finally:
            report.tell(as_json)


def _restore(
    archive: Archive, config_path: Path, force: bool, reread: bool, moved: bool, report: _RestoreReport
) -> None:
    _write_once(archive, CONFIG, config_path, report)
    config = load_config(config_path)
    before = _standing_now(config)
    _put_back(archive, config, force, report)
    _write_once(archive, SECRET, config.path(config.server.secret_file), report)
    if config.oauth2 and archive.holds(TOKENS):
        _write_once(archive, TOKENS, config.oauth2.tokens, report)
    if not moved:
        _keep_what_grew(config, before, archive.manifest, report)
    _look_at_mails_since(config, archive.manifest, reread, report)


def _check(archive: Archive, report: _RestoreReport) -> None:
    with unpacked(archive) as (_, faults):
        report.lines += faults or [f"{archive.path} is good; {_contents(archive.manifest)}"]
    if faults:
        raise PbemError(f"{archive.path} is whole, but {len(faults)} things don't fit in it")


def _put_back(archive: Archive, config: Config, force: bool, report: _RestoreReport) -> None:
    now = system_clock()
    with closing(SqlStore(config.database_url, system_clock)) as store, alone(store.engine, now):
        _refuse_if_used(store, force)
        folder = None if store.shared else Path(str(store.engine.url.database)).parent
        with unpacked(archive, folder) as (copy, faults):
            aside = _install(store, copy, now)
    report.lines += [f"restored: {_contents(archive.manifest)}", *faults]
    if aside:
        report.lines.append(f"the old database is {aside}")


def _refuse_if_used(store: SqlStore, force: bool) -> None:
    if is_unused(store.engine):
        return
    if store.shared:
        raise PbemError("the database is not empty: make a new one and name it in the configuration")
    if not force:
        raise PbemError(f"{store.engine.url.database} is not empty: with --force it is renamed and kept")


def _install(store: SqlStore, copy: Path, now: datetime) -> Path | None:
    if store.shared:
        fill(store.engine, copy, now)
        return None
    store.close()
    return replace_file(copy, Path(str(store.engine.url.database)), now)


def _write_once(archive: Archive, name: str, path: Path, report: _RestoreReport) -> None:
    """A secret goes where there is none."""
    if not path.exists() and archive.holds(name):
        content = archive.read(name)
        make_private(path)
        path.write_bytes(content)
        report.lines.append(f"{path} is restored")
    elif not path.exists():
        report.lines.append(f"{path} is not there, and not in the backup")
    elif archive.holds(name) and archive.read(name) != path.read_bytes():
        report.lines.append(f"{path} was left alone; that of the backup is another")


def _standing_now(config: Config) -> Standing | None:
    with closing(SqlStore(config.database_url, system_clock)) as store:
        file = Path(str(store.engine.url.database))
        return standing(store.engine) if store.shared or file.exists() else None


def _keep_what_grew(config: Config, before: Standing | None, manifest: Manifest, report: _RestoreReport) -> None:
    """What people settled since the backup is carried over, or, where nobody knows it, made so that no harm comes."""
    with closing(SqlStore(config.database_url, system_clock)) as store:
        if before is None:
            void_all_tags(store.engine)
            since = f"{_moment(manifest):%Y-%m-%d %H:%M} UTC"
            report.lines += [
                "no database was replaced, so every tag is void: whoever answers an older mail confirms once",
                f"who stopped, was banned, was forgotten or refused invitations since {since} is unknown: see to it",
            ]
            return
        kept = carry_over(store.engine, before)
    counts = f"new tags: {kept.tags}, stops: {kept.stops}, bans: {kept.bans}, refusals: {kept.refusals}"
    report.lines.append(f"kept from the old database: {counts}, forgotten: {len(kept.forgotten)}")
    _forget_again(config, kept, report)


def _forget_again(config: Config, kept: CarriedOver, report: _RestoreReport) -> None:
    if not kept.forgotten:
        return
    try:
        with closing(open_store(config)) as store:
            server = make_server(config)
            for number in kept.forgotten:
                with store.work() as work:
                    player = work.player(number)
                    assert player
                    send(server, work, forget(work, server.house, player)[0 if player.stopped else 1 :])
    except ConfigError as error:
        numbers = ", ".join(map(str, kept.forgotten))
        report.lines.append(f"players {numbers} wanted to be forgotten, so `pbem player forget` them: {error}")


def _look_at_mails_since(config: Config, manifest: Manifest, reread: bool, report: _RestoreReport) -> None:
    """A mail that came after the backup was made is known to the mailbox only."""
    if config.imap is None:
        return
    made_at = _moment(manifest)
    if not reread:
        report.lines.append(
            f"mails since {made_at:%Y-%m-%d %H:%M} UTC that lie in {config.imap.done_folder} are unknown now"
        )
        return
    # A mailbox counts in days, by a clock of its own; mails that are known already do no harm.
    moved = asyncio.run(move_back(config.imap, (made_at - timedelta(days=1)).date()))
    report.lines.append(f"{moved} mails are read again")


def _contents(manifest: Manifest) -> str:
    mails = manifest.rows["inbox"] + manifest.rows["outbox"]
    return f"games: {manifest.rows['game']}, mails: {mails}, as of {_moment(manifest):%Y-%m-%d %H:%M} UTC"


def _moment(manifest: Manifest) -> datetime:
    return datetime.fromisoformat(manifest.made_at)
