"""A server with something to look at: a league under way, an open table, a game in progress and one that is over."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random
from threading import Thread

from engine import Entry, State, advance, parse_order, view
from engine.bots import BOTS
from pbem.mail.tags import Claim, Purpose
from pbem.model import Game, Holder, LeagueRules, LedgerLine, NewGame, Terms
from pbem.server.app import App
from pbem.web.routes import public_site
from pbem.web.site import WebServer, listen
from tests.support.league_desk import LeagueDesk

CONFIG = """
[server]
address = "splendor@example.org"
name = "Splendor by mail"

[smtp_in]
listen = "127.0.0.1:0"

[web]
listen = "127.0.0.1:{port}"
public_url = "https://splendor.example.org/"
"""
RULES = LeagueRules(seats=3, weeks=4, size=7)


class Showroom(LeagueDesk):
    """`site` serves what happened here."""

    def __init__(self, folder: Path, *names: str, port: int = 8080) -> None:
        super().__init__(folder, *names)
        (folder / "secret").write_bytes(b"s" * 32)
        (folder / "config.toml").write_text(CONFIG.format(port=port), encoding="utf-8")
        self.app = App(folder / "config.toml", lambda: self.now)
        self.site = public_site(self.app)
        # The mails link to the pages.
        self.server = replace(self.server, ours=replace(self.ours, web=self.app.server.ours.web))

    def close(self) -> None:
        self.app.store.close()
        super().close()

    def fill(self) -> None:
        """Let all of it happen."""
        self.under_way(RULES)
        self.end_games(5)
        self.let_pass(hours=20)
        self.end_games(4)
        self.write(self.people[0], "open 3")
        self.running = self.play(("reserve deck 3", "reserve deck 2", "take white blue green"), moves=12)
        self.over = self.play((), moves=500)

    def play(self, opening: Sequence[str], moves: int, seats: int = 3) -> Game:
        """A game among the first people, who play like a bot after the opening."""
        with self.store.work() as work:
            players = [work.player(number) for number in range(1, seats + 1)]
            holders = tuple(Holder(each.name, each.id, member_id=each.id) for each in players if each)
            start = NewGame("2019", b"%d" % moves * 16, ("",) * seats, tuple(range(seats)), holders)
            game = work.add_game(start, Terms())
            lines, state = _played(game.state, [parse_order(text) for text in opening], moves)
            dated = [LedgerLine(n, entry, seat, self.now - timedelta(hours=1)) for n, (entry, seat) in enumerate(lines)]
            return work.append(game, dated, state)

    def tag(self, player_id: int, purpose: Purpose = Purpose.SETTINGS) -> str:
        return self.tags.make(purpose, Claim(player_id, 0, 0))


def _played(state: State, opening: list[Entry], moves: int) -> tuple[list[tuple[Entry, int]], State]:
    lines, luck = list[tuple[Entry, int]](), Random(5)
    while state.turn is not None and len(lines) < moves:
        entry = opening[len(lines)] if len(lines) < len(opening) else BOTS["greedy"](view(state, state.turn), luck)
        lines.append((entry, state.turn))
        state = advance(state, entry).state
    return lines, state


@contextmanager
def opened(folder: Path, *names: str) -> Iterator[tuple[Showroom, str]]:
    """A showroom that a browser can visit, and its address; with names, there are these people and nothing else."""
    room = Showroom(folder, *names)
    if not names:
        room.fill()
    door = listen(0)
    server = WebServer(room.site)
    thread = Thread(target=lambda: asyncio.run(server.serve([door])))
    thread.start()
    try:
        yield room, f"http://127.0.0.1:{door.getsockname()[1]}"
    finally:
        server.stop()
        thread.join()
        room.close()
