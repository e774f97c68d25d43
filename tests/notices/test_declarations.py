"""What the class of a notice declares: nothing forgotten, and all of it true."""

from collections.abc import Iterator
from typing import get_args, get_type_hints

import pytest

from engine import Setup, State, View
from pbem.model import Game, Kind
from pbem.notices import ASKING, NAMING, NOTICES, TO_ADMINS, Notice, notice
from pbem.render.style import templates
from tests.support.render.scenes import every_kind

SCENES = every_kind("en").values()


def test_every_class_of_a_notice_is_declared() -> None:
    assert {each.__name__ for each in Notice.__subclasses__()} == {each.__name__ for each in NOTICES}


def test_none_is_declared_without_saying_whether_it_names_others() -> None:
    with pytest.raises(TypeError, match="names_others"):
        notice(Kind.STATUS)  # type: ignore[call-arg]


def test_the_lists_that_ask_for_a_kind_follow() -> None:
    assert (
        *(Kind.BOUNCE_NOTICE, Kind.CONFIRM, Kind.LEAGUE, Kind.LOBBY, Kind.PRESS, Kind.STANDINGS, Kind.WELCOME),
    ) == NAMING
    assert TO_ADMINS == (Kind.BOUNCE_NOTICE, Kind.STATUS)


@pytest.mark.parametrize("trait", ["listed", "unasked"])
def test_all_mails_of_a_kind_are_sorted_and_timed_alike(trait: str) -> None:
    with_it, without = ({each.kind for each in NOTICES if getattr(each, trait) is so} for so in (True, False))
    assert with_it
    assert with_it & without == set()
    assert ASKING == (Kind.CONFIRM, Kind.LESSON, Kind.REFUSED, Kind.WELCOME)


@pytest.mark.parametrize("declared", NOTICES)
def test_each_has_its_two_templates(declared: type[Notice]) -> None:
    for ending in ("html", "txt"):
        assert (templates("email") / f"{declared.template}.{ending}").is_file()


def test_every_mail_is_looked_at() -> None:
    assert {type(each) for each in SCENES} == set(NOTICES)


def test_those_ask_that_say_so() -> None:
    assert {type(each) for each in SCENES if each.question} == {each for each in NOTICES if each.asking}


@pytest.mark.parametrize("declared", NOTICES)
def test_none_holds_more_of_a_game_than_a_view(declared: type[Notice]) -> None:
    assert not {State, Setup, Game} & set(held_by(declared))


def test_what_a_notice_holds_is_followed_to_its_end() -> None:
    assert View in held_by(next(each for each in NOTICES if each.kind is Kind.DIGEST))


def held_by(kind: object, seen: frozenset[object] = frozenset()) -> Iterator[object]:
    """The types of all values that a value of this type may hold, however deep."""
    if kind in seen:
        return
    yield kind
    inner = (*get_args(kind), *(get_type_hints(kind).values() if isinstance(kind, type) else ()))
    for each in inner:
        yield from held_by(each, seen | {kind})
