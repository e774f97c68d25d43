"""All of it, one after the other: what `pbem bench` runs."""

import asyncio
from collections.abc import Callable, Mapping

from benchmarks import engine, growth, load, mail, mailbox, memory, render, sizes, web, workers
from benchmarks.figures import Figure

_SMALL = growth.SIZES[:-1]

SHORT: Mapping[str, Callable[[], list[Figure]]] = {
    "engine": lambda: engine.figures(engine.run(600)),
    "render": lambda: render.figures(render.run()),
    "web": lambda: web.figures(web.run()),
    "mail": lambda: mail.figures(asyncio.run(mail.run(seconds=8))),
    "growth, SQLite": lambda: growth.figures(growth.run(_SMALL, rounds=60)),
    "growth, PostgreSQL": lambda: growth.figures(growth.run(_SMALL, rounds=60, database="postgresql")),
    "mailbox": lambda: mailbox.figures(mailbox.run(rounds=30)),
    "memory": lambda: memory.figures(memory.run(mails=10_000, minutes=3)),
    "workers": lambda: workers.figures(workers.run(turns=800)),
    "load": lambda: load.figures(load.run(rate=20, seconds=30)),
    "climb": lambda: load.figures(load.climb(seconds=10)),
}
"""Some ten minutes on two quiet cores."""

FULL: Mapping[str, Callable[[], list[Figure]]] = {
    **SHORT,
    "growth, SQLite": lambda: growth.figures(growth.run()),
    "growth, PostgreSQL": lambda: growth.figures(growth.run(database="postgresql")),
    "memory": lambda: memory.figures(memory.run()),
    "workers": lambda: workers.figures(workers.run(turns=3000)),
    "load": lambda: load.figures(load.run()),
    "climb": lambda: load.figures(load.climb()),
    "sizes": lambda: sizes.figures(sizes.run()),
}
"""With a hundred thousand games, as many mails, and ten minutes of load: an hour."""
