"""Who hears of a move: its player, the next one, followers and those who look on; and everyone of the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine import Entry, Event, Resign, as_seen, entry_text, view
from pbem.actions.games.analysis import analysed
from pbem.actions.games.at_page import is_at_page
from pbem.actions.games.last_move import can_take_back
from pbem.actions.games.mailing import wants
from pbem.actions.games.views import away, game_view, places_before, record, replayed, time_left, with_leavers
from pbem.actions.request import not_before, reader, wants_mail
from pbem.actions.results import never_moved, rating_news
from pbem.model import Game, Player
from pbem.notices import EndedNotice, GameView, MovedNotice, Notice, StatusNotice, TurnNotice
from pbem.notices.games import Analysis
from pbem.work import ReadWork, Work


@dataclass(frozen=True, slots=True)
class ByMail:
    """The mail that an order came in."""

    mail_id: int
    message_id: str
    completed: bool = False
    """Whether we filled in what could only be one way."""
    says_more: bool = False
    """Whether there was more in it than an order in our own words."""
    foreign: bool = False
    """Whether it is not from its player's address."""


def receipt(work: ReadWork, game: Game, seat: int, entry: Entry, by_mail: ByMail | None = None) -> list[MovedNotice]:
    """To the one who moved: what was played, if they want to hear of it; without a mail it came out of the queue.

    Who hears of it only when that is needed wrote more than an order, or left something open, or made a plan and is not
    at the page, where it is seen. Of a mail from an address that is not theirs everybody hears.
    """
    needed = by_mail.completed or by_mail.says_more if by_mail else not is_at_page(work, game.holders[seat])
    wanted = ("always", "needed") if needed else ("always",)
    return [
        MovedNotice(
            to=reader(player),
            game_view=game_view(work, game, seat),
            order=_said(entry),
            places=places_before(work, game, entry, seat),
            answers=by_mail.message_id if by_mail else None,
            completed=by_mail is not None and by_mail.completed,
            from_queue=by_mail is None,
            can_ask_back=not game.state.over and can_take_back(work, game, seat),
        )
        for each, player in people(work, game)
        if each == seat and (player.receipts in wanted or (by_mail and by_mail.foreign))
    ]


def _said(entry: Entry) -> str:
    """What was done, as its player would say it: whose seat it was is told by their name."""
    return "resign" if isinstance(entry, Resign) else entry_text(entry)


def without_needless_receipts(work: ReadWork, notices: Sequence[Notice]) -> list[Notice]:
    """The notices without receipts to those whose next turn, or the end, is told at once, unless they want them all."""
    told = {each.to.player_id for each in notices if isinstance(each, TurnNotice | EndedNotice)}
    return [each for each in notices if not (_is_receipt(each) and each.to.player_id in told and _spares(work, each))]


def _is_receipt(notice: Notice) -> bool:
    return isinstance(notice, MovedNotice) and not notice.who and not notice.settles_at


def _spares(work: ReadWork, notice: Notice) -> bool:
    player = work.player(notice.to.player_id) if notice.to.player_id else None
    return player is not None and player.receipts == "needed"


def to_followers(work: ReadWork, game: Game, seat: int, entry: Entry) -> list[Notice]:
    """To those who want to hear of every move at once, unless their own turn tells them anyway."""
    return [
        MovedNotice(
            to=reader(player),
            game_view=game_view(work, game, each),
            order=_said(entry),
            places=places_before(work, game, entry, None),
            who=game.holders[seat].called,
        )
        for each, player in people(work, game)
        if wants(game, player, "follow") and each not in (seat, game.state.turn) and not game.state.over
    ]


def turn_notice(work: ReadWork, game: Game, dropped: str | None = None) -> list[Notice]:
    """To the player on turn; `dropped` is the order that waited and is no longer possible."""
    return [
        TurnNotice(to=reader(player), game_view=game_view(work, game, seat), dropped=dropped, turns=player.turns)
        for seat, player in people(work, game)
        if seat == game.state.turn
    ]


def without_talk(notice: Notice) -> Notice:
    """What was said at the table is not in it, nor does it count as heard."""
    assert notice.game_view
    return replace(notice, game_view=replace(notice.game_view, talk=(), heard=0))


def ended(work: ReadWork, game: Game) -> list[Notice]:
    """To everyone at the table: the result and the record."""
    text = record(work, game)
    return [
        EndedNotice(
            to=reader(player),
            game_view=game_view(work, game, seat),
            record=text,
            analysis=analysis(work, game, player),
            rating=rating_news(work, player.id, game.id),
            never_moved=_absent(work, game),
        )
        for seat, player in people(work, game)
    ]


def _absent(work: ReadWork, game: Game) -> tuple[str, ...]:
    return tuple(game.names[seat] for seat in never_moved(work, game))


def analysis(work: ReadWork, game: Game, player: Player) -> Analysis | None:
    """The game looked back on, for those who want that."""
    if not player.analysis:
        return None
    return analysed(game.start.setup, tuple(line.entry for line in work.ledger(game.id)))


def people(work: ReadWork, game: Game) -> Iterator[tuple[int, Player]]:
    """The people at the table who want mail, by seat."""
    for seat, holder in enumerate(game.holders):
        player = work.player(holder.player_id) if holder.player_id is not None else None
        if player and not player.stopped:
            yield seat, player


# Those who look on: they see what everyone may see, and hear when a round begins and when the game ends.


MOST_WATCHERS = 20


def tell_spectators(work: Work, before: Game, game: Game) -> list[Notice]:
    """What the spectators hear of what happened between two positions."""
    if game.state.over:
        return [] if before.state.over else _tell_end(work, game)
    if game.state.round == before.state.round:
        return []
    return [
        StatusNotice(to=reader(player), game_view=spectator_game_view(work, game), not_before=not_before(work, player))
        for player in _spectators(work, game)
    ]


def spectator_game_view(work: ReadWork, game: Game) -> GameView:
    """The board as everyone may see it, with the news of this round and the one before."""
    until, grace = time_left(work, game)
    return GameView(
        game_id=game.id,
        seat=None,
        names=game.names,
        computers=game.computers,
        view=view(game.state, None),
        news=tuple(as_seen(event, None) for event in events_since(work, game, game.state.round - 1)),
        length=game.length,
        until=until,
        grace=grace,
        paused=game.paused,
        away=away(work, game),
    )


def events_since(work: ReadWork, game: Game, first_round: int = 0) -> tuple[Event, ...]:
    """All that happened from a round on, as a referee sees it."""
    return with_leavers(work, game, _events_since(work, game, first_round))


def _events_since(work: ReadWork, game: Game, first_round: int) -> Iterator[Event]:
    round_played = 1
    for step in replayed(game.start.setup, [line.entry for line in work.ledger(game.id)]):
        if round_played >= first_round:
            yield from step.events
        round_played = step.state.round


def _tell_end(work: Work, game: Game) -> list[Notice]:
    """The last that they hear of it."""
    shown, text = spectator_game_view(work, game), record(work, game)
    notices: list[Notice] = []
    for player in _spectators(work, game):
        notices.append(
            EndedNotice(
                to=reader(player),
                game_view=shown,
                record=text,
                analysis=analysis(work, game, player),
                never_moved=_absent(work, game),
                not_before=not_before(work, player),
            )
        )
        work.unwatch(game.id, player.id)
    return notices


def _spectators(work: ReadWork, game: Game) -> list[Player]:
    """Those who want to hear of it; whoever took a seat meanwhile hears of it anyway."""
    people = [work.player(player_id) for player_id in work.watchers(game.id)]
    return [player for player in people if player and wants_mail(player) and game.seat_of(player.id) is None]
