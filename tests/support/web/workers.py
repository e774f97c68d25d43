"""Servers that share a database, each put together from the configuration as a worker of its own."""

from pathlib import Path

from pbem.model.time import Clock, system_clock
from pbem.server.app import App
from pbem.store.store import SqlStore

_CONFIG = """
[server]
address = "splendor@example.org"
database = "{url}"

[smtp_in]
listen = "127.0.0.1:0"

[web]
listen = "127.0.0.1:8080"
public_url = "https://splendor.example.org/"
"""


def write_config(folder: Path, store: SqlStore) -> Path:
    """The configuration of a server on the database of this store."""
    path = folder / "config.toml"
    path.write_text(_CONFIG.format(url=store.engine.url.render_as_string(hide_password=False)), encoding="utf-8")
    return path


def worker(folder: Path, store: SqlStore, clock: Clock = system_clock) -> App:
    """One more server on that database."""
    return App(write_config(folder, store), clock)
