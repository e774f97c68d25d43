"""How well the bots play: each level against the two below it, the higher ones at tables with three greedy ones.

Each style plays against the level that it is as strong as.
"""

import json
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from math import log10, sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from tqdm import tqdm

from engine import EDITIONS, Setup, apply, deal, view, winners
from engine.bots import BOTS, LEVELS, STYLES

LADDER = ("greedy", *map(str, LEVELS))
COMPANY = "greedy"
_BELOW = 2
_CERTAINTY = 1.96
_EVEN = 1500.0
_POINTS_A_DECADE = 400.0


@dataclass(frozen=True, slots=True)
class Game:
    """Who sits where, and the number that all chance in it comes from."""

    bots: tuple[str, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a game; `moves`, `seconds` and `slowest` are by seat."""

    bots: tuple[str, ...]
    winners: tuple[int, ...]
    turns: int
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    slowest: tuple[float, ...]

    def share(self, bot: str) -> float:
        """1 if it won, its part of 1 if the win was shared."""
        return sum(self.bots[seat] == bot for seat in self.winners) / len(self.winners)


@dataclass(frozen=True, slots=True)
class Score:
    """How often a bot won in this company, and between which rates the truth lies (Wilson, 95 %)."""

    bot: str
    company: tuple[str, ...]
    games: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Level:
    """What a bot is like: rating and turns in its games of two, time in all games."""

    bot: str
    rating: float
    turns_to_win: float
    milliseconds_a_move: float
    slowest_milliseconds: float


@dataclass(frozen=True, slots=True)
class Result:
    """The figures of one tournament."""

    levels: tuple[Level, ...]
    pairings: tuple[Score, ...]
    fours: tuple[Score, ...]
    styles: tuple[Score, ...]
    games: int
    most_turns: int
    """A player, in the longest game."""


def run(games: int = 400, bots: Sequence[str] = LADDER, processes: int = 2, kept: Path | None = None) -> Result:
    """So many games for each pairing of two and each table of four; the same games in every run.

    Each game is added to the file `kept` once it is over, and those that are there are not played again.
    """
    companies = (*_pairs(bots), *_tables(bots), *_styles(bots))
    wanted = [game for each in companies for game in _balanced(each, games)]
    before = _kept(kept) if kept else {}
    left = [game for game in wanted if game not in before]
    played = before | dict(zip(left, _play_all(left, processes, kept), strict=True))
    return tally([played[game] for game in wanted], bots)


def _kept(file: Path) -> dict[Game, Played]:
    """The games of earlier runs: a line of JSON each."""
    rows = map(json.loads, file.read_text("utf-8").splitlines()) if file.exists() else ()
    made = [(row["number"], Played(**{name: _as_kept(value) for name, value in row["played"].items()})) for row in rows]
    return {Game(played.bots, number): played for number, played in made}


def _as_kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _keep(file: Path, game: Game, played: Played) -> None:
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps({"number": game.number, "played": asdict(played)}) + "\n")


def tally(played: list[Played], bots: Sequence[str]) -> Result:
    """What these games say of the bots."""
    pairings = tuple(_score(pair, played) for pair in _pairs(bots))
    ratings = _ratings(bots, pairings)
    return Result(
        levels=tuple(_level(bot, ratings[bot], played) for bot in bots),
        pairings=pairings,
        fours=tuple(_score(table, played) for table in _tables(bots)),
        styles=tuple(_score(pair, played) for pair in _styles(bots)),
        games=len(played),
        most_turns=max(game.turns for game in played),
    )


def _pairs(bots: Sequence[str]) -> list[tuple[str, ...]]:
    return [(bot, lower) for place, bot in enumerate(bots) for lower in bots[max(0, place - _BELOW) : place]]


def _tables(bots: Sequence[str]) -> list[tuple[str, ...]]:
    return [(bot, *[COMPANY] * 3) for bot in bots[bots.index(COMPANY) + 1 :]]


def _styles(bots: Sequence[str]) -> list[tuple[str, ...]]:
    """Each against its level, where that plays, too."""
    return [(name, str(style.level)) for name, style in STYLES.items() if str(style.level) in bots]


def _balanced(company: tuple[str, ...], games: int) -> list[Game]:
    """Each deal is played once from every seat: the company moves round the table."""
    seats = len(company)
    turned = [company[shift:] + company[:shift] for shift in range(seats)]
    return [Game(turned[number % seats], number // seats) for number in range(games)]


def _play_all(games: list[Game], processes: int, kept: Path | None) -> list[Played]:
    played: list[Played] = []
    with ProcessPoolExecutor(processes) as pool:
        shown = tqdm(pool.map(_play, games), total=len(games), disable=None, leave=False)
        for game, each in zip(games, shown, strict=True):
            played.append(each)
            if kept:
                _keep(kept, game, each)
    return played


def _play(game: Game) -> Played:
    rng = Random(game.number)
    edition = EDITIONS[game.number % len(EDITIONS)]
    state = deal(Setup(len(game.bots), edition, seed=game.number.to_bytes(8, "big")))
    times: list[list[float]] = [[] for _ in game.bots]
    while state.turn is not None:
        seat = state.turn
        start = process_time()
        order = BOTS[game.bots[seat]](view(state, seat), rng)
        times[seat].append(process_time() - start)
        state = apply(state, order).state
    return Played(
        bots=game.bots,
        winners=winners(state),
        turns=max(map(len, times)),
        moves=tuple(map(len, times)),
        seconds=tuple(map(sum, times)),
        slowest=tuple(map(max, times)),
    )


def _score(company: tuple[str, ...], played: Iterable[Played]) -> Score:
    bot, *others = company
    shares = [game.share(bot) for game in played if sorted(game.bots) == sorted(company)]
    rate = sum(shares) / len(shares)
    return Score(bot, tuple(others), len(shares), rate, *_wilson(rate, len(shares)))


def _wilson(rate: float, games: int) -> tuple[float, float]:
    z = _CERTAINTY
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    margin = z / (1 + z * z / games) * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, middle - margin), min(1.0, middle + margin)


def _ratings(bots: Sequence[str], pairings: Iterable[Score]) -> dict[str, float]:
    """Bradley and Terry's strengths as Elo numbers, the company's 1500; half a game won by each keeps them finite."""
    wins = {(a, b): 0.0 for a in bots for b in bots}
    for score in pairings:
        wins[score.bot, score.company[0]] = score.rate * score.games + 0.5
        wins[score.company[0], score.bot] = (1 - score.rate) * score.games + 0.5
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(1000):
        strength = {bot: _fitted(bot, strength, wins) for bot in bots}
    anchor = strength.get(COMPANY, 1.0)
    return {bot: _EVEN + _POINTS_A_DECADE * log10(strength[bot] / anchor) for bot in bots}


def _fitted(bot: str, strength: dict[str, float], wins: dict[tuple[str, str], float]) -> float:
    others = [other for other in strength if other != bot]
    won = sum(wins[bot, other] for other in others)
    met = sum((wins[bot, other] + wins[other, bot]) / (strength[bot] + strength[other]) for other in others)
    return won / met


def _level(bot: str, rating: float, played: list[Played]) -> Level:
    turns = [game.turns for game in played if len(game.bots) == 2 and game.share(bot)]
    seats = [(game, seat) for game in played for seat, name in enumerate(game.bots) if name == bot]
    moves = sum(game.moves[seat] for game, seat in seats)
    return Level(
        bot=bot,
        rating=rating,
        turns_to_win=sum(turns) / max(1, len(turns)),
        milliseconds_a_move=1000 * sum(game.seconds[seat] for game, seat in seats) / moves,
        slowest_milliseconds=1000 * max(game.slowest[seat] for game, seat in seats),
    )


def lines(result: Result) -> list[str]:
    """The figures as tables that a document can hold."""
    return [
        "| bot | rating | turns of a won game | ms a move | slowest move, ms |",
        "|---|---|---|---|---|",
        *map(_level_line, result.levels),
        "",
        "| games of two | games | won | 95 % |",
        "|---|---|---|---|",
        *map(_score_line, result.pairings),
        "",
        "| tables of four | games | won | 95 % |",
        "|---|---|---|---|",
        *map(_score_line, result.fours),
        "",
        "| styles | games | won | 95 % |",
        "|---|---|---|---|",
        *map(_score_line, result.styles),
        "",
        f"{result.games:,} games, none over {result.most_turns} turns a player, no illegal order",
    ]


def _level_line(level: Level) -> str:
    time = f"{level.milliseconds_a_move:.1f} | {level.slowest_milliseconds:.0f}"
    turns = f"{level.turns_to_win:.1f}" if level.turns_to_win else "none won"
    return f"| `{level.bot}` | {level.rating:.0f} | {turns} | {time} |"


def _score_line(score: Score) -> str:
    among = f"three `{COMPANY}`" if len(score.company) > 1 else f"`{score.company[0]}`"
    preposition = "among" if len(score.company) > 1 else "against"
    rates = f"{score.rate:.1%} | {score.low:.1%} to {score.high:.1%}"
    return f"| `{score.bot}` {preposition} {among} | {score.games} | {rates} |"
