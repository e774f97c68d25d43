"""The new text of a mail to commands; what can be read in no way, or in several, becomes a problem."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import TypeGuard

from pbem.orders.commands import AnyCommand, Choose, Command, Move
from pbem.orders.findings import Finding, Found, Lost, Retraction, findings
from pbem.orders.gems import MOST_READINGS
from pbem.orders.lines import lines
from pbem.orders.reading import Ambiguous, Problem, Reading, Unreadable
from pbem.orders.sentences import Doubtful
from pbem.orders.suggest import suggestions

_ANSWERS = frozenset(("yes", "no", "confirm"))
_MOST_LINES_QUOTED = 6
_MOST_HELPED = 3


def parse(text: str, language: str) -> Reading:
    """Read what a player wrote, in any language, their own first."""
    found = [*findings(text, language)]
    if not found:
        nothing = Unreadable((), _quoted([line.text for line in lines(text)]))
        return Reading(problems=(_with_help(nothing, language),))
    games = dict.fromkeys(finding.game for finding in found)
    about = {game: [finding for finding in found if finding.game == game] for game in games}
    problems = {game: problem for game in games if (problem := _problem(about[game]))}
    helped = (_with_help(problem, language) for problem in islice(problems.values(), _MOST_HELPED))
    return Reading(tuple(_kept(found, problems)), (*helped, *[*problems.values()][_MOST_HELPED:]))


def _acts(found: object) -> TypeGuard[Move | Choose]:
    """Whether it would move a token."""
    return isinstance(found, Choose) or (isinstance(found, Move) and not found.preview)


def _kept(found: Sequence[Finding], troubled: Iterable[int | None]) -> dict[AnyCommand, None]:
    """The commands in the order written, each once; `yes` beside a move is only talk."""
    acting = any(_acts(each) or isinstance(each, Doubtful) for each, _, _ in found)
    commands: dict[AnyCommand, None] = {}
    for each, _, game in found:
        if isinstance(each, Doubtful | Retraction | Lost) or (
            game in troubled and (_acts(each) or _is_command(each, "cancel"))
        ):
            continue
        if not (acting and isinstance(each, Command) and each.name in _ANSWERS):
            commands[each] = None
    return commands


def _problem(found: Sequence[Finding]) -> Problem | None:
    """What must be asked back before anything is done in this game."""
    acts = [*dict.fromkeys(each for each, _, _ in found if _acts(each))]
    doubts = [each for each, _, _ in found if isinstance(each, Doubtful)]
    if len(acts) == 1 and not _is_contested(found, acts[0]):
        return None
    if not acts and not any(doubt.firm for doubt in doubts) and any(_is_request(each) for each, _, _ in found):
        return None
    game, texts = found[0].game, [*dict.fromkeys(finding.text for finding in found)]
    ladders = [ladder for doubt in doubts if not _is_misspelt(doubt) for ladder in doubt.readings]
    readings: tuple[AnyCommand, ...] = tuple(dict.fromkeys([*acts, *(Move(ladder, game=game) for ladder in ladders)]))
    if len(readings) > 1:
        return Ambiguous(readings[:MOST_READINGS], _quoted(texts), game)
    return Unreadable(readings, _quoted(texts), game)


def _with_help(problem: Problem, language: str) -> Problem:
    """Where nothing at all could be offered, look for words that were misspelt."""
    if problem.readings:
        return problem
    return replace(problem, readings=suggestions(problem.text.splitlines(), language, problem.game))


def _is_misspelt(doubt: Doubtful) -> bool:
    """Perhaps the verb is among the unknown words, so what is left of the sentence misleads."""
    return doubt.garbled and not doubt.firm and not doubt.wavering


def _is_request(found: Found) -> bool:
    return not isinstance(found, Doubtful | Retraction | Lost)


def _is_contested(found: Sequence[Finding], act: Move | Choose) -> bool:
    """Whether anything else in the mail speaks against the one thing that it orders."""
    after = found[[finding.found for finding in found].index(act) + 1 :]
    taken_back = any(isinstance(each, Retraction) or _is_command(each, "cancel", "no") for each, _, _ in after)
    return taken_back or any(_speaks_against(each, act) for each, _, _ in found)


def _is_command(found: Found, *names: str) -> bool:
    return isinstance(found, Command) and found.name in names


def _speaks_against(found: Found, act: Move | Choose) -> bool:
    """A doubtful order does, unless it only repeats what is ordered."""
    if not isinstance(found, Doubtful) or not found.firm:
        return False
    repeats = isinstance(act, Move) and found.readings == (act.ladder,)
    return found.wavering or not repeats


def _quoted(texts: Sequence[str]) -> str:
    return "\n".join(texts[:_MOST_LINES_QUOTED])
