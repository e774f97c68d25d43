"""What a simulated league came to: how strength and place went together, season by season."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean


@dataclass(frozen=True, slots=True)
class SeasonFigures:
    """One season, from its log and its tables."""

    number: int
    players: int
    games: int
    days: int
    """From the start to the last game's end."""
    strength_by_level: tuple[float, ...]
    """The mean strength of those who play on each level, from the top."""
    correlation: float
    """Between strength and place in the whole pyramid: 1 is a perfect order."""
    top: float
    """The mean level, from 1, of the strongest quarter."""
    bottom: float
    """The mean level of the weakest quarter."""
    left: int
    substituted: int
    adjudicated: int
    problems: tuple[str, ...]


@dataclass(slots=True)
class LeagueReport:
    seasons: list[SeasonFigures] = field(default_factory=list)
    mails_in: int = 0
    mails_out: int = 0
    commands: int = 0
    """Of the director's."""
    failures: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        yield f"{'season':>6} {'players':>7} {'games':>5} {'days':>4} {'left':>4} {'subst.':>6} {'adjud.':>6} " + (
            f"{'order':>6} {'top':>5} {'bottom':>6}  strength by level"
        )
        for each in self.seasons:
            levels = " ".join(f"{strength:.2f}" for strength in each.strength_by_level)
            yield (
                f"{each.number:6} {each.players:7} {each.games:5} {each.days:4} {each.left:4} {each.substituted:6} "
                f"{each.adjudicated:6} {each.correlation:6.2f} {each.top:5.2f} {each.bottom:6.2f}  {levels}"
            )
        yield f"mails in {self.mails_in}, out {self.mails_out}; commands of the director: {self.commands}"
        yield from self.failures
        yield f"failures {len(self.failures)}"

    def as_dict(self) -> dict[str, object]:
        return asdict(self)

    def judge(self) -> None:
        """Everything recomputes, and the strong are further up at the end than at the beginning."""
        self.failures += [f"season {each.number}: {problem}" for each in self.seasons for problem in each.problems]
        if len(self.seasons) < 2:
            return
        first, last = self.seasons[0], self.seasons[-1]
        if last.top >= first.top:
            self.failures.append(f"the strongest did not rise: from level {first.top:.2f} to {last.top:.2f}")
        if last.bottom <= first.bottom:
            self.failures.append(f"the weakest did not fall: from level {first.bottom:.2f} to {last.bottom:.2f}")


def correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: of the ranks, those that are equal sharing theirs."""
    a, b = _ranks(one), _ranks(other)
    mean_a, mean_b = fmean(a), fmean(b)
    covariance = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    spread = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return covariance / spread if spread else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]
