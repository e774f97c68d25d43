"""Talk: what players say to the table or to one another, what they note, and whom they don't want to hear."""

from dataclasses import replace
from datetime import timedelta

from pbem.actions.find import find_player
from pbem.actions.games.announce import people
from pbem.actions.games.mailing import wants
from pbem.actions.games.play import seat_anew
from pbem.actions.games.views import game_view
from pbem.actions.lobby.answers import turn_down
from pbem.actions.names import matching, meant_by_form, plain_name, tidy
from pbem.actions.people.standing import settings_notice
from pbem.actions.request import Refused, Request, all_or_nothing, not_before, reader
from pbem.commands.options import means_all
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Command, Say, Tell
from pbem.model import Block, Blocked, Game, Invitation, Player, Remark
from pbem.notices import DirectorNotice, Notice, RemarkNotice, StatusNotice
from pbem.work import ReadWork

# Whose invitations a player wants no more: one host's, or anyone's.


@all_or_nothing
def block(request: Request, command: Command) -> list[Notice]:
    """No more invitations: from who is named, or else from who sent the one that is answered."""
    player = request.player
    whom = _named(request, command.argument) if command.argument else [_host(request, command)]
    for other_id in whom:
        request.work.block(Block(player.id, other_id, Blocked.BLOCK))
    unwanted = [each for each in request.work.invitations_to(player.id) if None in whom or each.host_id in whom]
    declined = [notice for invitation in unwanted for notice in turn_down(request, invitation)]
    to_others = [notice for notice in declined if notice.to.player_id != player.id]
    return [settings_notice(request, "block"), *to_others]


@all_or_nothing
def unblock(request: Request, command: Command) -> list[Notice]:
    """Let somebody, or everyone, invite one again."""
    for other_id in _named(request, command.argument):
        request.work.unblock(Block(request.player.id, other_id, Blocked.BLOCK))
    return [settings_notice(request, "unblock")]


def _named(request: Request, name: str) -> list[int | None]:
    """Those of this name whom the writer has met, else all of this name; None is everyone."""
    player = request.player
    if means_all(name, player.language):
        return [None]
    met = _met_or_invited(request, player)
    everyone = request.work.players_named(name.strip()) or _declined(request, name, met)
    named = [each for each in everyone if each.id != player.id]
    if not named:
        raise Refused("no_such_player", name=name)
    return [each.id for each in named if each.id in met] or [each.id for each in named]


def _declined(request: Request, name: str, met: set[int | None]) -> list[Player]:
    """Those, among them and whom the writer has blocked, whose name this is a form of; of several names nobody."""
    among = {*met, *request.work.barred_by(request.player.id)}
    known = [each for each in (request.work.player(one) for one in among if one) if each]
    meant = set(meant_by_form(name, [each.name for each in known]))
    return [each for each in known if each.name in meant] if len(meant) == 1 else []


def _met_or_invited(request: Request, player: Player) -> set[int | None]:
    """Who invited the writer or sits at a table with them."""
    work = request.work
    holders = [holder for game in work.games_of(player.id) for holder in game.holders]
    return {*(holder.player_id for holder in holders), *(each.host_id for each in work.invitations_to(player.id))}


def _host(request: Request, command: Command) -> int:
    number = request.game_meant(command.game)
    mine = [each for each in _invitations(request, number) if each.host_id is not None]
    if not mine:
        raise Refused("no_invitation")
    host_id = mine[-1].host_id
    assert host_id is not None
    return host_id


def _invitations(request: Request, number: int | None) -> list[Invitation]:
    """To the game that is meant, answered or not; else those that wait for an answer, if it is only one."""
    player = request.player
    if number:
        return [each for each in request.work.invitations(number) if each.player_id == player.id]
    waiting = request.work.invitations_to(player.id)
    return waiting if len(waiting) == 1 else []


# What is said at a table, and to whom.


LONGEST = 1000
_MOST_NAMES = 3
# Where `say` and a name in the dative means to tell that one.
_DECLINING = ("is", "pl", "he")
_DAY = timedelta(days=1)
# So long may the players of a finished game talk about it.
_AFTERWARDS = timedelta(days=7)


def say(request: Request, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Speak to the whole table; `say to Anna` in a language that declines her name is for her alone."""
    assert isinstance(command, Say)
    if addressed := _addressed(command, list(_others(game, seat)), request.player.language):
        return tell(request, game, seat, addressed)
    return _speak(request, game, seat, None, command)


def tell(request: Request, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Speak to one player."""
    assert isinstance(command, Tell)
    if not game.terms.private_talk:
        raise Refused("private_talk_off", game=game.id)
    others = _others(game, seat)
    found, command = _meant(command, list(others))
    if len(found) != 1:
        raise _who(command.name, found, list(others))
    return _speak(request, game, seat, others[found[0]], command)


def _others(game: Game, seat: int) -> dict[str, int]:
    """The people at the table but for the one who speaks."""
    return {holder.name: each for each, holder in enumerate(game.holders) if holder.player_id and each != seat}


def _meant(command: Tell, names: list[str]) -> tuple[list[str], Tell]:
    """Who may be meant, and what is told then: of a name that was not set apart the text has the other words."""
    found = matching(command.name, names)
    words = [] if command.whole else command.text.split(maxsplit=_MOST_NAMES)
    for more in range(len(words) - 1, 0, -1):
        name = " ".join([command.name, *words[:more]])
        if longer := [each for each in names if len(each.split()) > more and matching(name, [each])]:
            # `Anna Maria …` may be told to Anna as well.
            shorter = [each for each in found if plain_name(each) == plain_name(command.name)]
            return [*longer, *shorter], replace(command, name=name, text=command.text.split(maxsplit=more)[more])
    return found, command


def _addressed(command: Say, others: list[str], language: str) -> Tell | None:
    """Whom a remark is for that begins with a name and a colon, or with a declined name: nobody else is to hear it."""
    name, colon, text = command.text.partition(": ")
    if colon and len(name.split()) <= _MOST_NAMES and text.strip():
        meant = meant_by_form(name, others) or (language in _DECLINING and name.istitle())
        return Tell(name, text, command.game, whole=True) if meant else None
    first, _, rest = command.text.partition(" ")
    if rest and language in _DECLINING and _is_declined(first, others):
        return Tell(first, rest, command.game)
    return None


def _is_declined(word: str, names: list[str]) -> bool:
    """Whether it is a name in another form than its first."""
    spelled = {plain_name(part) for name in names for part in name.split()}
    stands_out = word[:1].isupper() or not (word.isupper() or word.islower())
    return stands_out and plain_name(word) not in spelled and bool(meant_by_form(word, names))


def note(request: Request, game: Game, seat: int, command: AnyCommand) -> list[Notice]:
    """Keep a line for the player's next mails; an empty one is kept no more."""
    assert isinstance(command, Command)
    words = tidy(command.argument)
    if len(words) > LONGEST:
        raise Refused("too_long", None, "", length=len(words), limit=LONGEST)
    game = seat_anew(request.work, game, seat, replace(game.holders[seat], note=words))
    return [StatusNotice(to=request.reader, game_view=game_view(request.work, game, seat), answers=request.message_id)]


def mute(request: Request, command: AnyCommand) -> list[Notice]:
    """Hear no more of what another player says; an organiser who has never met them lets nobody hear them."""
    return _set_mute(request, command, muted=True)


def unmute(request: Request, command: AnyCommand) -> list[Notice]:
    """Hear another player again, from now on."""
    return _set_mute(request, command, muted=False)


def _speak(request: Request, game: Game, seat: int, to_seat: int | None, command: Say | Tell) -> list[Notice]:
    words = tidy(command.text)
    _check_speech(request, game, words)
    work, author = request.work, request.player
    # Taken before the remark is made: what the notice itself tells is not told in its game view as well.
    shown = {each: game_view(work, game, each) for each, _ in people(work, game)}
    remark = work.remark(Remark(0, game.id, author.id, seat, to_seat, words, work.now))
    press = RemarkNotice(to=request.reader, author=author.name, words=words, private=to_seat is not None)
    told: list[Notice] = [
        replace(
            press,
            to=reader(player),
            game_view=replace(shown[each], heard=remark.id),
            not_before=not_before(work, player),
        )
        for each, player in people(work, game)
        if each != seat and to_seat in (None, each) and _hears_at_once(work, game, player, author)
    ]
    if author.receipts != "never" and not request.ordered:
        whom = "" if to_seat is None else game.holders[to_seat].name
        told.append(replace(press, game_view=shown.get(seat), own=True, whom=whom, answers=request.message_id))
    return told


def _check_speech(request: Request, game: Game, words: str) -> None:
    """Whether this can be said, here and now."""
    work, limit = request.work, request.server.house.remarks_a_day
    if not words:
        raise Refused("nothing_said", None, "")
    if is_silenced(work, request.player):
        raise Refused("silenced", None, "")
    if len(words) > LONGEST:
        raise Refused("too_long", None, "", length=len(words), limit=LONGEST)
    if game.state.over and work.now > work.ledger(game.id)[-1].at + _AFTERWARDS:
        raise Refused("talk_over", None, "", game=game.id, days=_AFTERWARDS.days)
    if work.remarks_since(request.player.id, work.now - _DAY) >= limit:
        raise Refused("said_enough", None, "", limit=limit)


def _hears_at_once(work: ReadWork, game: Game, player: Player, author: Player) -> bool:
    return wants(game, player, "talk") and not work.blocked(player.id, author.id, Blocked.MUTE)


def is_silenced(work: ReadWork, author: Player) -> bool:
    """Whether the organiser lets nobody hear them."""
    return work.blocked(author.id, author.id, Blocked.SILENCE)


def _silence(request: Request, command: Command, muted: bool) -> list[Notice]:
    author = find_player(request.work, command.argument)
    (request.work.block if muted else request.work.unblock)(Block(author.id, author.id, Blocked.SILENCE))
    request.work.note_deed(f"mail of player {request.player.id}", f"{command.name} player {author.id}")
    return [DirectorNotice(to=request.reader, done=command_text(command), answers=request.message_id)]


def _set_mute(request: Request, command: AnyCommand, muted: bool) -> list[Notice]:
    assert isinstance(command, Command)
    others = _met(request)
    found = matching(command.argument, others)
    if not found and request.is_director:
        return _silence(request, command, muted)
    if len(found) != 1:
        raise _who(command.argument, found, list(others))
    block = Block(request.player.id, others[found[0]], Blocked.MUTE)
    (request.work.block if muted else request.work.unblock)(block)
    return [replace(settings_notice(request, command.name), about=found[0])]


def _met(request: Request) -> dict[str, int]:
    """Everyone with whom the writer sits at a table, and at the one that the mail is about."""
    work, me = request.work, request.player.id
    answered = work.game(request.writer.game_id) if request.writer.game_id else None
    # Who runs the server and looks at a table where they don't sit mutes for everyone.
    sits = answered is not None and answered.seat_of(me) is not None
    games = [*work.games_of(me), *([answered] if answered and (sits or not request.is_director) else [])]
    holders = [holder for game in games for holder in game.holders]
    return {holder.name: holder.player_id for holder in holders if holder.player_id and holder.player_id != me}


def _who(name: str, found: list[str], known: list[str]) -> Refused:
    """Nobody is called so, or several are."""
    return Refused("which_name" if found else "no_such_name", name=name, names=found or known)
