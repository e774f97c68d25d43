"""Talk: what players say to the table or to one another, what they note, and whom they don't want to hear."""

from dataclasses import replace
from datetime import timedelta

from pbem.actions.context import Errand, Refused, matching, not_before, reader, refusing, tidy
from pbem.actions.games.announce import people
from pbem.actions.games.play import seat_anew
from pbem.actions.games.sheets import sheet
from pbem.actions.lobby.answers import turn_down
from pbem.actions.people.settings import settings_notice
from pbem.commands.options import means_all
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command, Say, Tell
from pbem.model import Game, Invitation, Player, Remark, Shun, Shunned
from pbem.notices import Notice, PressNotice, Sheet, StatusNotice
from pbem.work import Work

# Whose invitations a player wants no more: one host's, or anyone's.


@refusing
def block(errand: Errand, command: Command) -> list[Notice]:
    """No more invitations: from who is named, or else from who sent the one that is answered."""
    player = errand.writer.player
    whom = _named(errand, command.argument) if command.argument else [_host(errand, command)]
    for other_id in whom:
        errand.work.shun(Shun(player.id, other_id, Shunned.BLOCK))
    unwanted = [each for each in errand.work.invitations_to(player.id) if None in whom or each.host_id in whom]
    declined = [notice for invitation in unwanted for notice in turn_down(errand, invitation)]
    to_others = [notice for notice in declined if notice.to.player_id != player.id]
    return [settings_notice(errand, "block"), *to_others]


@refusing
def unblock(errand: Errand, command: Command) -> list[Notice]:
    """Let somebody, or everyone, invite one again."""
    for other_id in _named(errand, command.argument):
        errand.work.unshun(Shun(errand.writer.player.id, other_id, Shunned.BLOCK))
    return [settings_notice(errand, "unblock")]


def _named(errand: Errand, name: str) -> list[int | None]:
    """Those of this name whom the writer has met, else all of this name; None is everyone."""
    player = errand.writer.player
    if means_all(name, player.language):
        return [None]
    named = [each for each in errand.work.players_named(name.strip()) if each.id != player.id]
    if not named:
        raise Refused("no_such_player", name=name)
    met = _met_or_invited(errand, player)
    return [each.id for each in named if each.id in met] or [each.id for each in named]


def _met_or_invited(errand: Errand, player: Player) -> set[int | None]:
    """Who invited the writer or sits at a table with them."""
    work = errand.work
    holders = [holder for game in work.games_of(player.id) for holder in game.holders]
    return {*(holder.player_id for holder in holders), *(each.host_id for each in work.invitations_to(player.id))}


def _host(errand: Errand, command: Command) -> int:
    number = errand.game_meant(command.game)
    mine = [each for each in _invitations(errand, number) if each.host_id is not None]
    if not mine:
        raise Refused("no_invitation")
    host_id = mine[-1].host_id
    assert host_id is not None
    return host_id


def _invitations(errand: Errand, number: int | None) -> list[Invitation]:
    """To the game that is meant, answered or not; else those that wait for an answer, if it is only one."""
    player = errand.writer.player
    if number:
        return [each for each in errand.work.invitations(number) if each.player_id == player.id]
    waiting = errand.work.invitations_to(player.id)
    return waiting if len(waiting) == 1 else []


LONGEST = 1000
_DAY = timedelta(days=1)
# So long may the players of a finished game talk about it.
_AFTERWARDS = timedelta(days=7)


def say(errand: Errand, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Speak to the whole table."""
    assert isinstance(command, Say)
    return _speak(errand, game, seat, None, command)


def tell(errand: Errand, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Speak to one player."""
    assert isinstance(command, Tell)
    if not game.terms.private_talk:
        return [errand.refused("private_talk_off", {"game": game.id}, command_text(command))]
    others = {holder.name: each for each, holder in enumerate(game.holders) if holder.player_id and each != seat}
    found = matching(command.name, others)
    if len(found) != 1:
        return [_who(errand, command, command.name, found, list(others))]
    return _speak(errand, game, seat, others[found[0]], command)


def note(errand: Errand, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Keep a line for the player's next mails; an empty one is kept no more."""
    assert isinstance(command, Command)
    words = tidy(command.argument)
    if len(words) > LONGEST:
        return [errand.refused("too_long", {"length": len(words), "limit": LONGEST})]
    game = seat_anew(errand.work, game, seat, replace(game.holders[seat], note=words))
    return [StatusNotice(to=errand.reader, sheet=sheet(errand.work, game, seat), answers=errand.message_id)]


def mute(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Hear no more of what another player says."""
    return _shun(errand, command, muted=True)


def unmute(errand: Errand, command: AnyCommand) -> list[Notice]:
    """Hear another player again, from now on."""
    return _shun(errand, command, muted=False)


def newly_heard(work: Work, shown: Sheet) -> Sheet:
    """The sheet with only what its reader has not heard yet; from now on they have."""
    game = work.game(shown.game_id) if shown.heard and shown.seat is not None else None
    if game is None or shown.seat is None:
        return shown
    holder = game.holders[shown.seat]
    if shown.heard > holder.heard:
        seat_anew(work, game, shown.seat, replace(holder, heard=shown.heard))
    return replace(shown, talk=tuple(said for said in shown.talk if said.number > holder.heard))


def _speak(errand: Errand, game: Game, seat: int, to_seat: int | None, command: Say | Tell) -> list[Notice]:
    words = tidy(command.text)
    if refusal := _unspeakable(errand, game, words):
        return [errand.refused(*refusal)]
    work, author = errand.work, errand.writer.player
    # Taken before the remark is made: what the notice itself tells is not told in its sheet as well.
    shown = {each: sheet(work, game, each) for each, _ in people(work, game)}
    remark = work.remark(Remark(0, game.id, author.id, seat, to_seat, words, work.now))
    press = PressNotice(to=errand.reader, author=author.name, words=words, private=to_seat is not None)
    told: list[Notice] = [
        replace(
            press,
            to=reader(player),
            sheet=replace(shown[each], heard=remark.id),
            not_before=not_before(work, player),
        )
        for each, player in people(work, game)
        if each != seat and to_seat in (None, each) and _hears_at_once(work, player, author)
    ]
    if author.receipts and not errand.ordered:
        whom = "" if to_seat is None else game.holders[to_seat].name
        told.append(replace(press, sheet=shown.get(seat), own=True, whom=whom, answers=errand.message_id))
    return told


def _unspeakable(errand: Errand, game: Game, words: str) -> tuple[str, dict[str, object]] | None:
    """Why this can't be said, if it can't."""
    work, limit = errand.work, errand.house.remarks_a_day
    if not words:
        return "nothing_said", {}
    if len(words) > LONGEST:
        return "too_long", {"length": len(words), "limit": LONGEST}
    if game.state.over and work.now > work.ledger(game.id)[-1].at + _AFTERWARDS:
        return "talk_over", {"game": game.id, "days": _AFTERWARDS.days}
    if work.remarks_since(errand.writer.player.id, work.now - _DAY) >= limit:
        return "said_enough", {"limit": limit}
    return None


def _hears_at_once(work: Work, player: Player, author: Player) -> bool:
    return player.talk and not work.shunned(player.id, author.id, Shunned.MUTE)


def _shun(errand: Errand, command: AnyCommand, muted: bool) -> list[Notice]:
    assert isinstance(command, Command)
    others = _met(errand)
    found = matching(command.argument, others)
    if len(found) != 1:
        return [_who(errand, command, command.argument, found, list(others))]
    shun = Shun(errand.writer.player.id, others[found[0]], Shunned.MUTE)
    (errand.work.shun if muted else errand.work.unshun)(shun)
    return [replace(settings_notice(errand, command.name), about=found[0])]


def _met(errand: Errand) -> dict[str, int]:
    """Everyone with whom the writer sits at a table, and at the one that the mail is about."""
    work, me = errand.work, errand.writer.player.id
    answered = work.game(errand.writer.game_id) if errand.writer.game_id else None
    games = [*work.games_of(me), *([answered] if answered else [])]
    holders = [holder for game in games for holder in game.holders]
    return {holder.name: holder.player_id for holder in holders if holder.player_id and holder.player_id != me}


def _who(errand: Errand, command: AnyCommand, name: str, found: list[str], known: list[str]) -> Notice:
    """Nobody is called so, or several are."""
    code = "which_name" if found else "no_such_name"
    return errand.refused(code, {"name": name, "names": found or known}, command_text(command))
