"""The subject of a mail: what to do or what happened, who is concerned, which game it is; short enough for a phone."""

from collections.abc import Iterable
from functools import singledispatch
from typing import TypeAlias

from engine import InvalidOrder, parse_order
from engine.errors import Code
from pbem.model.players import first_name
from pbem.notices import (
    DigestNotice,
    EndedNotice,
    HintNotice,
    Invited,
    InviteNotice,
    MovedNotice,
    Notice,
    PreviewNotice,
    QueuedNotice,
    RefusedNotice,
    RemarkNotice,
    RematchNotice,
    ReminderNotice,
    StartedNotice,
    TurnNotice,
    WelcomeNotice,
)
from pbem.render.page import Page, short_names
from pbem.render.phrases import shortened
from pbem.render.words import by_ids

Parts: TypeAlias = tuple[str, ...]

_BETWEEN = " · "
_NOWHERE = "Splendor"
_MOST_NUMBERS = 4
_LONGEST_NAME, _LONGEST_SPEECH = 24, 32


def subject(page: Page) -> str:
    """The subject of a mail, from its page as plain text."""
    return _BETWEEN.join((*said(page.notice, page), *_where(page.notice)))


def subject_of_answers(notice: Notice, subject: str) -> str:
    """What each of the mail's links carries: its own subject, and to a stranger, whose mail is short, one word."""
    return _NOWHERE if isinstance(notice, WelcomeNotice) else subject


def _where(notice: Notice) -> Parts:
    """What the mail is about; an invitation tells it itself."""
    if isinstance(notice, InviteNotice | WelcomeNotice) and not notice.game_view:
        return ()
    if notice.game_id is not None:
        title = notice.game_view.title if notice.game_view else ""
        return (*filter(None, [shortened(title, _LONGEST_NAME)]), f"#{notice.game_id}")
    if isinstance(notice, DigestNotice):
        return (_numbers(each.game_id for each in notice.games),)
    return (notice.about_league.name if notice.about_league else _NOWHERE,)


def _numbers(games: Iterable[int]) -> str:
    numbers = [f"#{number}" for number in games]
    return ", ".join(numbers if len(numbers) <= _MOST_NUMBERS else [*numbers[:_MOST_NUMBERS], "…"])


@singledispatch
def said(_notice: Notice, page: Page) -> Parts:
    """What stands before that."""
    return (page.title,)


@said.register
def _turn(_notice: TurnNotice, page: Page) -> Parts:
    assert page.game_view
    return page.phrases.say("Your turn %(round)d", round=page.game_view.view.round), _others(page)


@said.register
def _reminder(notice: ReminderNotice, page: Page) -> Parts:
    phrases = page.phrases
    urgent = page.title if notice.last_call else _time_left(notice, page)
    waiting = phrases.language.ngettext("%(names)s is waiting", "%(names)s are waiting", len(page.others))
    return urgent, phrases.fill(waiting, names=page.language.join(short_names(page.others)))


def _time_left(notice: ReminderNotice, page: Page) -> str:
    """What is left of the free time, then that the reserve runs, and what is left of all when that is little."""
    phrases, game_view = page.phrases, page.game_view
    assert game_view
    if game_view.free_until and game_view.at and game_view.reserve:
        return phrases.say(
            "%(span)s left before your reserve", span=phrases.roughly(game_view.free_until - game_view.at)
        )
    if notice.reserve_begins:
        return phrases.say("Your reserve is running")
    return phrases.say("%(span)s left", span=phrases.roughly(notice.left))


@said.register
def _started(_notice: StartedNotice, page: Page) -> Parts:
    return page.title, _others(page)


@said.register
def _moved(notice: MovedNotice, page: Page) -> Parts:
    if notice.who:
        return (page.phrases.say("%(name)s moved", name=shortened(notice.who, _LONGEST_NAME)),)
    if notice.settles_at:
        return (page.phrases.say("Understood: %(order)s", order=page.understood(notice.order)),)
    return (page.phrases.say("Played: %(order)s", order=page.understood(notice.order)),)


@said.register
def _queued(notice: QueuedNotice, page: Page) -> Parts:
    if notice.order is None:
        return (page.title,)
    return (page.phrases.say("Waiting for your turn: %(order)s", order=page.understood(notice.order)),)


@said.register
def _preview(notice: PreviewNotice, page: Page) -> Parts:
    return (page.phrases.say("Preview: %(order)s", order=page.understood(notice.order)),)


@said.register
def _hint(_notice: HintNotice, page: Page) -> Parts:
    assert page.game_view
    return (page.phrases.say("Hints for turn %(round)d", round=page.game_view.view.round),)


@said.register
def _refused(notice: RefusedNotice, page: Page) -> Parts:
    say = page.phrases.say
    if notice.choices:
        return (say("Which one did you mean?"),)
    if notice.code == Code.CANNOT_AFFORD:
        return (say("Not played: %(missing)s short", missing=_short_of(notice, page)),)
    if page.board and _is_order(by_ids(page.board, notice.understood)):
        return (say("Not played: %(order)s", order=page.understood(notice.understood)),)
    return (page.title,)


def _short_of(notice: RefusedNotice, page: Page) -> str:
    """2 white and 1 red; where gold would stand for some of them, only how many."""
    match notice.facts:
        case {"missing": {**missing}, "gold": int(gold)}:
            counts = [int(str(count)) for count in missing.values()]
            return page.phrases.tokens(sum(counts) - gold) if gold else page.phrases.counted(counts)
    raise AssertionError(notice.facts)


def _is_order(text: str) -> bool:
    try:
        parse_order(text)
    except InvalidOrder:
        return False
    return True


@said.register
def _press(notice: RemarkNotice, page: Page) -> Parts:
    phrases, words = page.phrases, shortened(" ".join(notice.words.split()), _LONGEST_SPEECH)
    if notice.own:
        return (phrases.say("You said: “%(words)s”", words=words),)
    name = shortened(notice.author, _LONGEST_NAME)
    return (phrases.say("%(name)s: “%(words)s”", name=name, words=words),)


@said.register
def _ended(_notice: EndedNotice, page: Page) -> Parts:
    assert page.board
    phrases, best = page.phrases, [player for player in page.board.players if player.rank == 1]
    points = phrases.points(best[0].seat.points)
    if len(best) > 1:
        return page.title, _names(player.name for player in best)
    if best[0].mine:
        return (phrases.say("You won with %(points)s", points=points),)
    name = shortened(best[0].name, _LONGEST_NAME)
    return (phrases.say("%(name)s won with %(points)s", name=name, points=points),)


@said.register
def _rematch(notice: RematchNotice, page: Page) -> Parts:
    return (page.phrases.say("%(name)s asks for a rematch", name=shortened(notice.asker, _LONGEST_NAME)),)


@said.register
def _welcome(notice: WelcomeNotice, page: Page) -> Parts:
    if not notice.offers:
        return (page.title,)
    name = shortened(first_name(notice.to.name), _LONGEST_NAME) if notice.named else ""
    if name:
        return (page.phrases.say("Welcome to Splendor by email, %(name)s", name=name),)
    return (page.phrases.say("Welcome to Splendor by email"),)


@said.register
def _invite(notice: InviteNotice, page: Page) -> Parts:
    if notice.game_view:
        return page.title, _others(page)
    name = shortened(notice.table.host, _LONGEST_NAME)
    if notice.why is Invited.AGAIN:
        return (page.phrases.say("%(name)s is still waiting for your answer: Splendor", name=name),)
    return (page.phrases.say("%(name)s invites you to play Splendor by email", name=name),)


def _others(page: Page) -> str:
    return _names(page.others)


def _names(names: Iterable[str]) -> str:
    return ", ".join(short_names(names))
