"""Mails of every kind, from games that always go the same way."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from random import Random

import pytest

from engine import (
    COLOURS,
    Entry,
    Event,
    Record,
    Setup,
    State,
    advance,
    apply,
    as_seen,
    commitment,
    deal,
    missing,
    parse_order,
    parse_record,
    price,
    record_text,
    view,
)
from engine.bots import BOTS
from engine.events import GamePaused, TimeExtended
from pbem.actions.games.analysis import analysed
from pbem.actions.games.hints import continued, hints
from pbem.model import Player, Seating, Terms, Trouble, Vacation
from pbem.model.lesson import FINISHED, LAST, PUPIL, SCENES, position_of
from pbem.model.proposals import Wanted
from pbem.notices import (
    AlertNotice,
    AnnouncementNotice,
    AnswerNotice,
    Away,
    BounceNotice,
    Came,
    Choice,
    ConfirmNotice,
    DataNotice,
    DigestNotice,
    DirectorNotice,
    EndedNotice,
    GameView,
    Guest,
    HeardRemark,
    HelpNotice,
    HintNotice,
    HistoryNotice,
    Invited,
    InviteNotice,
    LessonNotice,
    LobbyNews,
    LobbyNotice,
    MovedNotice,
    Notice,
    Offer,
    OutcomeNotice,
    PreviewNotice,
    ProposalNotice,
    QueuedNotice,
    Reader,
    RefusedNotice,
    RemarkNotice,
    RematchNotice,
    ReminderNotice,
    ReportedNotice,
    RulesNotice,
    SettingsNotice,
    StartedNotice,
    StatusNotice,
    TableFacts,
    TalkNotice,
    TimeoutNotice,
    TurnNotice,
    WelcomeNotice,
)
from pbem.notices.base import AskedOfAll
from pbem.notices.games import Analysis
from pbem.render import Links
from tests.support.render.league_scenes import CHOSEN, league_mails

BELL = "https://example.org/bell"
"""The example of a bell that the help shows: no link."""
OPERATORS_PAGE = "https://splendor.example.org/admin/tag"
LINKS = Links("splendor+mfzwizltoq2gk3tdmf.abcdefgh@example.org")
NAMES = ("Anna", "Björn", "greedy", "Zofia")
SECRET = bytes(range(32))
BACK = datetime(2027, 1, 3, 23, tzinfo=UTC)
UNTIL = datetime(2026, 11, 19, 17, tzinfo=UTC)
ASKED = AskedOfAll(Wanted.PAUSE, "Björn", mine=False, lapses_at=UNTIL, until=BACK, waiting_for=("Anna", "Zofia"))
FREE_UNTIL = datetime(2026, 11, 15, 14, tzinfo=UTC)


def turns(seed: int, seats: int = 3, edition: str = "2019", bot: str = "greedy") -> Iterator[tuple[State, list[Event]]]:
    """Each position of a game of bots, and what the seat on turn has not heard of yet."""
    luck, news = Random(seed), [list[Event]() for _ in range(seats)]
    state = deal(Setup(seats=seats, edition=edition, seed=b"scene %d" % seed))
    while state.turn is not None:
        seat = state.turn
        yield state, news[seat]
        state, events = advance(state, BOTS[bot](view(state, seat), luck))
        news = [[] if other == seat else [*told, *events] for other, told in enumerate(news)]


def game_view(state: State, news: list[Event], seat: int | None, length: int = 0) -> GameView:
    """The game view of a seat, or of somebody who looks on."""
    told = tuple(as_seen(event, seat) for event in news)
    return GameView(
        *(42, seat, NAMES[: len(state.seats)], view(state, seat), told, length),
        until=UNTIL,
        free_until=FREE_UNTIL,
        reserve=UNTIL - FREE_UNTIL,
        at=FREE_UNTIL - timedelta(hours=24),
    )


@cache
def game_views(seed: int, seats: int = 3, edition: str = "2019", bot: str = "greedy") -> tuple[GameView, ...]:
    """The game view of the seat on turn, turn by turn."""
    positions = enumerate(turns(seed, seats, edition, bot))
    return tuple(game_view(state, news, state.turn, length) for length, (state, news) in positions)


def at_turn(number: int) -> GameView:
    """Anna's game view in the middle of a game, when it is her turn."""
    return next(each for each in game_views(5) if each.seat == 0 and each.length >= number)


def seen_from_outside(number: int) -> GameView:
    """The same game as somebody sees it who looks on."""
    length, (state, news) = next(each for each in enumerate(turns(5)) if each[0] == number)
    return replace(game_view(state, news, None, length), names=("Björn", "greedy", "Zofia"))


def with_names(notice: Notice, names: tuple[str, ...]) -> Notice:
    """The same mail in a game of other people."""
    notice = replace(notice, game_view=notice.game_view and replace(notice.game_view, names=names))
    match notice:
        case InviteNotice(table=table) | LobbyNotice(table=TableFacts() as table):
            return replace(notice, table=replace(table, host=names[0], guests=tuple(map(Guest, names))))
        case DigestNotice(games=games):
            talk = tuple(HeardRemark(name, name) for name in names)
            return replace(notice, games=tuple(replace(game, names=names, talk=talk) for game in games))
    return notice


@cache
def finished_game() -> tuple[GameView, str]:
    """A game that is over, as Anna sees it, and its record."""
    luck, entries, news = Random(3), list[Entry](), list[Event]()
    record = Record("42", "2019", SECRET, NAMES[:3], ("", "", ""), (0, 1, 2))
    state = deal(record.setup)
    while state.turn is not None:
        seat = state.turn
        entries.append(BOTS["greedy"](view(state, seat), luck))
        state, events = advance(state, entries[-1])
        news = [] if seat == 0 else [*news, *events]
    text = record_text(replace(record, entries=tuple(entries)))
    return replace(game_view(state, news, 0, len(entries)), until=None), text


def too_dear(to: Reader, turn: GameView) -> RefusedNotice:
    """Anna wanted the third card of the second row, and has not got enough for it."""
    card, mine = turn.view.table[1][2], turn.view.seats[0]
    assert card
    amounts = {"price": price(card, mine.bonuses), "tokens": mine.tokens, "missing": missing(card, mine)}
    facts = {name: dict(zip(COLOURS, counts, strict=False)) for name, counts in amounts.items()}
    return RefusedNotice(
        to=to,
        game_view=turn,
        code="cannot_afford",
        facts={"card": card.id, "gold": mine.tokens[-1], **facts},
        understood=f"buy {card.id}",
    )


def look_back(record: str) -> Analysis:
    """What there is to say of a game by its record."""
    game = parse_record(record)
    return analysed(game.setup, game.entries)


@cache
def every_kind(language: str) -> dict[str, Notice]:
    """One notice of each kind, and of the kinds that can say different things, several.

    What they think of positions is the same whether numpy is installed or not.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(import_module("engine.bots.considered"), "has_net", lambda: False)
        return _every_kind(language)


def _every_kind(language: str) -> dict[str, Notice]:
    to = Reader("anna@example.org", language, "Europe/Copenhagen", "Anna", 1)
    turn, start = at_turn(42), game_views(5)[0]
    waiting = next(each for each in game_views(5) if each.length == turn.length)
    waiting = replace(waiting, seat=1, view=waiting.view._replace(viewer=1), news=(), queued=QUEUED)
    over, record = finished_game()
    return {
        "turn": TurnNotice(to=to, game_view=turn),
        "turn-first": TurnNotice(
            to=to,
            game_view=replace(waiting, news=(), names=("Anna", "Gusto", "Pip"), computers=frozenset((1, 2))),
            commitment=commitment(SECRET),
            turns=0,
        ),
        "reminder": ReminderNotice(to=to, game_view=in_reserve(turn), left=timedelta(hours=6)),
        "moved": MovedNotice(
            to=to,
            game_view=waiting,
            order="buy 2r4 gold white blue",
            places={"2r4": 23},
            completed=True,
            from_queue=True,
            can_ask_back=True,
        ),
        "queued": QueuedNotice(to=to, game_view=waiting, order=QUEUED),
        "queued-nothing": QueuedNotice(to=to, game_view=waiting, order=None),
        "preview": PreviewNotice(to=to, game_view=waiting, order="take white blue green"),
        "hint": HintNotice(to=to, game_view=turn, hints=hints(turn.view, "1")),
        "show-me": HintNotice(
            to=to,
            game_view=turn,
            hints=hints(turn.view, "1")[:1],
            follows=continued(turn.view, parse_order(hints(turn.view, "1")[0].order)),
        ),
        "hint-early": HintNotice(to=to, game_view=waiting, hints=hints(waiting.view._replace(turn=1), "1")),
        "started": StartedNotice(to=to, game_view=start, commitment=commitment(SECRET)),
        "ended": EndedNotice(to=to, game_view=over, record=record, analysis=look_back(record)),
        "refused": too_dear(to, turn),
        "refused-unreadable": RefusedNotice(
            to=to, code="unreadable", facts={}, understood="r2d2 c3po", choices=("take red blue green", "buy 23")
        ),
        "timeout": TimeoutNotice(
            to=to, game_view=waiting, order="reserve 2r4", places={"2r4": 23}, turns_have=(72, timedelta())
        ),
        "timeout-lost": TimeoutNotice(
            to=to, game_view=waiting, skipped=True, turns_have=(72, timedelta(days=1, hours=3))
        ),
        "confirm": ConfirmNotice(to=to, understood=("buy 2r4", "take white blue green")),
        "help": HelpNotice(to=to),
        "help-tables": HelpNotice(to=to, chapter="tables"),
        "help-all": HelpNotice(to=to, chapter="all"),
        "rules": RulesNotice(to=to, edition="2021", whole=True),
        "rules-short": RulesNotice(to=to, edition="2019"),
        "status-board": StatusNotice(to=to, game_view=waiting),
        "status-games": StatusNotice(to=to, games=(turn, waiting, over)),
        "status-nothing": StatusNotice(to=to),
        "status-stopped": StatusNotice(to=to, stopped=True),
        "status-came-back": StatusNotice(to=to, came_back="anna@people.example"),
        "invite-rematch": RematchNotice(to=to, game_view=finished_game()[0], asker="Björn"),
        "status-rematch": StatusNotice(to=to, waiting_for=("Björn",)),
        "press": RemarkNotice(to=to, game_view=turn, author="Björn", words="42!\n\n:-)"),
        "press-own": RemarkNotice(to=to, game_view=turn, author="Anna", words="Hæ!", own=True),
        "invite": InviteNotice(to=to, table=TABLE),
        "invite-later": InviteNotice(to=to, table=TABLE, why=Invited.LATER),
        "invite-unclear": InviteNotice(to=to, table=TABLE, why=Invited.UNCLEAR),
        "invite-seat": InviteNotice(
            to=to, table=replace(TABLE, commitment=""), game_view=seen_from_outside(42), why=Invited.AGAIN
        ),
        "bounce-notice": BounceNotice(to=to, player="Björn", game_id=42, reason="550 5.1.1"),
        "announcement": AnnouncementNotice(to=to, words="22.11., 8–10!\n\n:-)"),
        "alert": AlertNotice(to=to, trouble=Trouble.MAILBOX, since=UNTIL, error="535 5.7.8"),
        "alert-shunt": AlertNotice(to=to, trouble=Trouble.SHUNT, since=UNTIL, figure=2, operators_page=OPERATORS_PAGE),
        "reported": ReportedNotice(to=to, game_id=42, by="Zofia", author="Björn", words="Hæ!", text="Hæ?"),
        "reported-own": ReportedNotice(to=to, game_id=42, by="Zofia", author="Björn", words="Hæ!", own=True),
        "alert-unanswered": AlertNotice(to=to, trouble=Trouble.UNANSWERED, since=UNTIL, figure=3),
        "alert-over": AlertNotice(to=to, trouble=Trouble.MAILBOX, over=True),
        **around_the_game(to, turn, waiting),
        **{kind: league_mails(language)[kind] for kind in CHOSEN},
    }


FRIENDS = ("kasia@example.org", "ole@example.org")


def around_the_game(to: Reader, turn: GameView, waiting: GameView) -> dict[str, Notice]:
    """The lobby, the clock, and what a player asks for."""
    own = replace(TABLE, host=to.name, guests=(Guest(to.name), Guest("greedy", bot=True)), invited=2)
    strict = replace(TABLE, game_id=44, edition="2021", terms=STRICT, seating=Seating.YOUNGEST, invited=0)
    return {
        "lobby": LobbyNotice(to=to, tables=(TABLE, strict)),
        "lobby-none": LobbyNotice(to=to),
        "lobby-opened": LobbyNotice(to=to, table=own, news=LobbyNews.OPENED),
        "lobby-joined": LobbyNotice(to=to, table=TABLE, news=LobbyNews.JOINED, who="Zofia"),
        "answer-time": AnswerNotice(to=to, game_view=turn, asked="game_time"),
        "answer-score": AnswerNotice(to=to, game_view=turn, asked="game_score"),
        "answer-worked": AnswerNotice(to=to, game_view=waiting, asked="game_worked", last="take white blue green"),
        "answer-back": AnswerNotice(to=to, game_view=turn, asked="game_back"),
        "answer-rule": AnswerNotice(to=to, game_view=turn, asked="rule_tokens"),
        "welcome": WelcomeNotice(
            to=to,
            told=(("cost", "answer"),),
            offers=(
                Offer(Choice.INVITE, f"new 3 invite {' '.join(FRIENDS)}", FRIENDS),
                Offer(Choice.COMPUTER, "new 2 bot", count=1),
                Offer(Choice.LESSON, "lesson"),
                Offer(Choice.JOIN, "join 43", ("Rita", "Sam"), 1),
            ),
        ),
        "welcome-named": WelcomeNotice(
            to=to,
            told=(("computer", "answer"),),
            offers=(
                Offer(Choice.ORDERS, "open 4", ("open 4",)),
                Offer(Choice.COMPUTER, "new 4 bot bot bot", count=3),
                Offer(Choice.FRIENDS, "new invite "),
                Offer(Choice.OPEN, "open 3"),
            ),
            named=False,
        ),
        **lessons(to),
        "welcome-goodbye": WelcomeNotice(to=to, told=(("unsubscribe", "answer"),)),
        "confirm-forget": ConfirmNotice(to=to, understood=("forget me",), asks="forget me", command="forget me"),
        "confirm-second": ConfirmNotice(to=to, understood=(), second=True),
        "digest": DigestNotice(to=to, games=(busy(turn), replace(turn, game_id=43))),
        "reminder-last": ReminderNotice(to=to, game_view=busy(turn), last_call=True),
        "timeout-left": TimeoutNotice(
            to=to, game_view=replace(waiting, paused=True), order="reserve 2r4", places={"2r4": 23}, left=True
        ),
        "timeout-out": TimeoutNotice(to=to, game_view=waiting, resigned=True),
        "status-moved": StatusNotice(to=to, moved_to="anna@example.net"),
        "status-unsubscribed": StatusNotice(to=to, stopped=True, seats=2),
        "status-forgotten": StatusNotice(to=to, forgotten=True),
        "status-watching": StatusNotice(to=to, game_view=seen_from_outside(42), watching=True),
        "moved-other": MovedNotice(to=to, game_view=waiting, order="buy 2r4", places={"2r4": 23}, who="Zofia"),
        "moved-understood": MovedNotice(
            to=to, game_view=turn, order="buy 1g4", settles_at=UNTIL, talk="Hæ!", plans="Hæ! 34?"
        ),
        "confirm-talk": TalkNotice(to=to, game_view=turn, words="Hæ!", whom=("Björn", "Zofia")),
        "settings": SettingsNotice(to=to, player=ANNA, vacations=(VACATION,), vacation_days_left=27),
        "settings-changed": SettingsNotice(to=to, player=ANNA, vacation_days_left=27, changed=("quiet",)),
        "settings-vacation": SettingsNotice(
            to=to, player=ANNA, vacations=(VACATION,), vacation_days_left=27, changed=("vacation",)
        ),
        "history": HistoryNotice(to=to, game_view=turn),
        "data": DataNotice(to=to, data='{"name": "Anna"}'),
        "asked": ProposalNotice(to=to, game_view=replace(turn, asked=ASKED)),
        "asked-late": ProposalNotice(to=to, game_view=replace(turn, asked=replace(ASKED, what=Wanted.LATE))),
        "settled": OutcomeNotice(
            to=to,
            game_view=replace(turn, paused=True, rests_until=BACK),
            code="paused until",
            facts={"until": BACK},
        ),
        "operators-page": DirectorNotice(to=to, operators_page=OPERATORS_PAGE),
        "director": DirectorNotice(
            to=to, game_view=replace(turn, paused=True, news=(GamePaused(), TimeExtended(0, 48)))
        ),
    }


def lessons(to: Reader) -> dict[str, Notice]:
    """The lesson: its beginning, other moves than the one that is taught, a question, and its end."""
    played = "take white blue green return red red black"
    return {
        "lesson": LessonNotice(to=to, game_view=_taught(1), step=1),
        "lesson-right": LessonNotice(
            to=to, game_view=_taught(3, 2, SCENES[1].right), step=3, came=Came.RIGHT, order=SCENES[1].right
        ),
        "lesson-played": LessonNotice(to=to, game_view=_taught(4, 4, played), step=4, came=Came.PLAYED, order=played),
        "lesson-illegal": LessonNotice(
            to=to, game_view=_taught(5), step=5, came=Came.ILLEGAL, code="cannot_afford", facts=TOO_DEAR
        ),
        "lesson-asked": LessonNotice(to=to, game_view=_taught(2), step=2, came=Came.ASKED, asked="rule_gold"),
        "lesson-end": LessonNotice(
            to=to,
            game_view=_taught(FINISHED, 5, SCENES[4].right),
            step=FINISHED,
            came=Came.RIGHT,
            order=SCENES[4].right,
        ),
    }


def _taught(step: int, before: int = 0, order: str = "") -> GameView:
    """A table of the lesson, with what came of an order at the one before."""
    news = apply(position_of(before), parse_order(order)).events if order else ()
    seen = view(position_of(min(step, LAST)), PUPIL)
    return GameView(0, PUPIL, ("Anna", "Pip"), seen, news, step, computers=frozenset((1,)))


def in_reserve(game_view: GameView) -> GameView:
    """The same game when the free time of the turn is used up."""
    return replace(game_view, free_until=None, reserve=timedelta(hours=6))


def busy(game_view: GameView) -> GameView:
    """The same game with people around it: talk, a note, somebody away, a deadline that has passed."""
    talk = (HeardRemark("Björn", "42!\n:-)"), HeardRemark("Zofia", "<3", private=True))
    return replace(game_view, talk=talk, note="2r4?", away=(Away("Björn", BACK),), grace=UNTIL + timedelta(hours=12))


ANNA = Player(
    1, "Anna", "anna@example.org", "en", "Europe/Copenhagen", quiet="22:00-08:00", follow=True, turns=96, timeouts=4
)
VACATION = Vacation(1, 1, datetime(2026, 12, 19, 23, tzinfo=UTC), datetime(2027, 1, 3, 23, tzinfo=UTC))
STRICT = Terms(free_hours=48, bank_hours=0, weekends_off=True, on_timeout="resign", private_talk=False)
TABLE = TableFacts(
    game_id=43,
    host="Björn",
    guests=(Guest("Björn", 96), Guest("Zofia")),
    seats=4,
    invited=1,
    edition="2019",
    terms=Terms(),
    seating=Seating.RANDOM,
    public=True,
    until=UNTIL,
    commitment=commitment(SECRET),
)

QUEUED = "buy 2k5 else take white blue green"
TOO_DEAR = {
    "card": "2r4",
    "price": {"white": 1, "blue": 4, "green": 2, "red": 0, "black": 0},
    "tokens": {"white": 1, "blue": 1, "green": 0, "red": 2, "black": 0, "gold": 1},
    "missing": {"white": 0, "blue": 3, "green": 2, "red": 0, "black": 0},
    "gold": 1,
}
