"""Formats by one word, options that change their parts, and a file of parts; checked when a league is founded."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from typing import Any

from pbem.actions.names import plain_name
from pbem.actions.request import Refused
from pbem.league.fixtures import sizes
from pbem.league.standings import Decider
from pbem.model import EntryRules, LeagueRules, StageRules


@dataclass(frozen=True, slots=True)
class From:
    """A number between two bounds, both included."""

    least: int
    most: int

    def __call__(self, text: str) -> int:
        number = int(text)
        if not self.least <= number <= self.most:
            raise ValueError(text)
        return number


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of these words."""

    words: tuple[str, ...]

    def __call__(self, text: str) -> str:
        if text not in self.words:
            raise ValueError(text)
        return text


@dataclass(frozen=True, slots=True)
class SomeOf:
    """Any of these words, with commas between them, in the order in which they are here; `none`: none of them."""

    words: tuple[str, ...]

    def __call__(self, text: str) -> str:
        said = [] if text == "none" else text.split(",")
        if not set(said) <= set(self.words):
            raise ValueError(text)
        return ",".join(word for word in self.words if word in said)


def _is_yes(text: str) -> bool:
    return OneOf(("yes", "no"))(text) == "yes"


def word_hash(text: str) -> str:
    """What the rules know of a word that whoever enters must know."""
    return sha256(plain_name(text).encode()).hexdigest()


def _tie_breaks(text: str) -> tuple[str, ...]:
    """`opponents,wins,head to head`, also with dashes in place of spaces."""
    known = {each.value.replace(" ", "-"): each.value for each in _TIE_BREAKS}
    return tuple(known[OneOf(tuple(known))(part.strip().replace(" ", "-"))] for part in text.split(","))


_TIE_BREAKS = (
    *(Decider.OPPONENTS, Decider.WINS, Decider.SECONDS, Decider.THIRDS),
    *(Decider.SHARE, Decider.HEAD_TO_HEAD, Decider.CLOCK),
)
_STAGE: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "rounds": ("rounds", From(1, 20)),
    "go-on": ("go_on", From(1, 2)),
    "best-of": ("best_of", From(1, 9)),
    "groups": ("groups", From(0, 64)),
    "best": ("best", From(1, 8)),
    "fill": ("fill", From(0, 64)),
    "seeding": ("seeding", OneOf(("rating", "lot"))),
    "drop-outs": ("drop_outs", OneOf(("bye", "replaced", "waiting"))),
    "bye": ("bye", OneOf(("mean", "win", "nothing"))),
    "tie-breaks": ("tie_breaks", _tie_breaks),
    "reach": ("reach", From(1, 20)),
    "answer-days": ("answer_days", From(1, 60)),
    "idle-days": ("idle_days", From(7, 365)),
}
_ENTRY: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "entry": ("by", OneOf(("open", "invitation"))),
    "word": ("word", word_hash),
    "least-rating": ("least_rating", From(0, 5000)),
    "least-reliability": ("least_reliability", From(0, 100)),
    "least-games": ("least_games", From(0, 1000)),
    "opens-days": ("opens_days", From(0, 365)),
    "closes-days": ("closes_days", From(0, 365)),
}
_WHOLE: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "again": ("again", _is_yes),
    "boards": ("boards", From(1, 8)),
}
OPTIONS = ("format", *_STAGE, *_ENTRY, *_WHOLE)
"""What an organiser may say of a format, besides the rules that every league has."""
_FITS: Mapping[str, tuple[str, ...]] = {
    "rounds": ("swiss",),
    "bye": ("swiss",),
    "go-on": ("knockout",),
    "best-of": ("knockout",),
    "drop-outs": ("knockout", "swiss"),
    "reach": ("challenge",),
    "answer-days": ("challenge",),
    "idle-days": ("challenge",),
}
"""Options that mean something with these pairings alone."""


def _groups_and_final(seats: int) -> tuple[StageRules, ...]:
    return StageRules("groups", best=1, fill=max(seats, 3)), StageRules()


_PRESETS: Mapping[str, Callable[[LeagueRules], LeagueRules]] = {
    "league": lambda rules: rules,
    "open": lambda rules: replace(rules, stages=(StageRules(),), again=False, cap=max(sizes(rules.seats))),
    "swiss": lambda rules: replace(rules, stages=(StageRules(pairing="swiss"),), again=False, weeks=6),
    "cup": lambda rules: replace(
        rules, stages=(StageRules(pairing="knockout", go_on=rules.seats // 2),), again=False, weeks=6
    ),
    "groups+final": lambda rules: replace(rules, stages=_groups_and_final(rules.seats), again=False, weeks=8),
    "ladder": lambda rules: replace(rules, seats=2, stages=(StageRules(pairing="challenge"),), again=True, weeks=26),
    "teams": lambda rules: replace(rules, stages=(StageRules("boards"),), again=False, boards=2),
}
FORMATS = tuple(_PRESETS)


def with_format(rules: LeagueRules, options: Mapping[str, str]) -> LeagueRules:
    """The rules as the format has them; `swiss 5` is five rounds."""
    name, _, number = options.get("format", "league").lower().partition(" ")
    if name not in _PRESETS:
        raise Refused("league_choice", option="format", names=list(FORMATS))
    rules = _PRESETS[name](replace(rules, format=name))
    return with_options(rules, {**({"rounds": number} if number else {}), **options})


def with_options(rules: LeagueRules, options: Mapping[str, str]) -> LeagueRules:
    """Each option in the stages that it fits; an option that fits none is named."""
    of_stages = {each: options[each] for each in _STAGE if each in options}
    for option in of_stages:
        if not any(_fits(option, stage) for stage in rules.stages):
            raise Refused("format_unfit", option=option, format=rules.format)
    stages = tuple(_changed(stage, of_stages) for stage in rules.stages)
    entry = replace(rules.entry, **read(_ENTRY, options))
    return replace(rules, stages=stages, entry=entry, **read(_WHOLE, options))


def _fits(option: str, stage: StageRules) -> bool:
    return stage.pairing in _FITS.get(option, (stage.pairing,))


def _changed(stage: StageRules, options: Mapping[str, str]) -> StageRules:
    return replace(stage, **read(_STAGE, {each: value for each, value in options.items() if _fits(each, stage)}))


def check_format(rules: LeagueRules) -> None:
    """What each part allows by itself may not go with the others; whatever does not fit is named."""
    for option, why in _troubles(rules):
        raise Refused("format_part", option=option, format=rules.format, words=[why])


def _troubles(rules: LeagueRules) -> Iterable[tuple[str, str]]:
    """The option, and what it would have to be."""
    pairings = [each.pairing for each in rules.stages]
    if "challenge" in pairings and (rules.seats != 2 or len(pairings) > 1):
        yield "seats", "2"
    if bool(rules.boards) != any(each.grouping == "boards" for each in rules.stages):
        yield "boards", "grouping = boards"
    if rules.boards and len(pairings) > 1:
        yield "stage", "1"
    for stage in rules.stages:
        if stage.pairing == "knockout" and (stage.go_on >= rules.seats or rules.seats % stage.go_on):
            yield "go-on", "1"
        if stage.grouping == "boards" and stage.pairing != "design":
            yield "pairing", "design"
        if stage.fill and stage is rules.stages[-1]:
            yield "fill", "0"


def read(known: Mapping[str, tuple[str, Callable[[str], Any]]], options: Mapping[str, str]) -> dict[str, Any]:
    """The values of options by the names of their fields."""
    values = {}
    for option, text in options.items():
        if option in known:
            name, reads = known[option]
            try:
                values[name] = reads(text)
            except ValueError as error:
                raise unfit(option, text, reads) from error
    return values


def unfit(option: str, text: str, reads: Callable[[str], Any]) -> Refused:
    """Why a value can't be, with what can."""
    match reads:
        case From(least, most):
            return Refused("league_range", option=option, value=text, least=least, most=most)
        case OneOf(words):
            return Refused("league_choice", option=option, names=list(words))
    return Refused("league_option", option=option, value=text)


# A file of parts


_GROUPINGS, _PAIRINGS = ("one", "groups", "boards"), ("design", "swiss", "knockout", "challenge")
_NAMED: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "grouping": ("grouping", OneOf(_GROUPINGS)),
    "pairing": ("pairing", OneOf(_PAIRINGS)),
    **_STAGE,
}


def parts_of(rules: LeagueRules, text: str) -> LeagueRules:
    """The rules as a file of parts has them: `[[stage]]` tables, `[entry]`, and what holds for the whole."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Refused("parts_unread", words=[str(error)]) from error
    stages = data.pop("stage", [])
    if not isinstance(stages, list) or not stages:
        raise Refused("parts_missing", option="[[stage]]")
    made = tuple(StageRules(**_part(_NAMED, each)) for each in stages)
    entry = EntryRules(
        **_part(_ENTRY, {_ENTRY_NAMES.get(key, key): each for key, each in data.pop("entry", {}).items()})
    )
    whole = _part(_WHOLE, data)
    return replace(rules, format="parts", stages=made, entry=entry, **{"again": False, **whole})


_ENTRY_NAMES = {"by": "entry"}


def _part(known: Mapping[str, tuple[str, Callable[[str], Any]]], data: Mapping[str, Any]) -> dict[str, Any]:
    options = {key.replace("_", "-"): _text(value) for key, value in data.items()}
    if unknown := [key for key in options if key not in known]:
        raise Refused("parts_unknown", words=unknown, names=list(known))
    return read(known, options)


def _text(value: Any) -> str:
    """As an organiser would have written it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def told(rules: LeagueRules) -> dict[str, object]:
    """What is not usual in the stages of a format, for the command line."""
    usual = StageRules()
    return {
        f"stage {number} {each.name}": getattr(stage, each.name)
        for number, stage in enumerate(rules.stages, 1)
        for each in fields(StageRules)
        if each.name in ("grouping", "pairing") or getattr(stage, each.name) != getattr(usual, each.name)
    }
