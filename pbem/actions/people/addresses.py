"""A player's addresses: another one, or a second beside it; each is asked whether it is theirs."""

import re
from dataclasses import replace
from datetime import timedelta

from pbem.actions.names import short_name, tidy
from pbem.actions.people.away import reached_again
from pbem.actions.people.settings import settings
from pbem.actions.people.standing import argument_of, change_setting, settings_notice
from pbem.actions.request import Refused, Request
from pbem.commands.lexicon import lexicon, plain
from pbem.commands.values import AnyCommand, Switch, name_of
from pbem.mail.address import is_mailable
from pbem.notices import ConfirmNotice, Notice, Reader, StatusNotice

_ADDRESS = re.compile(r"[^\s@<>()\[\],;:\"\\]{1,64}@[^\s@<>()\[\],;:\"\\]{1,190}\.[^\W_]{2,63}")
_ADDRESSES_A_DAY = 3


def is_address(text: str) -> bool:
    """Whether it looks like a mail address that we could write to."""
    return _ADDRESS.fullmatch(text) is not None and text.isascii() and is_mailable(text)


def address(request: Request, command: AnyCommand) -> list[Notice]:
    """Have a second address, to be tried when mail to the first comes back: it is asked first, and must say yes.

    With `main` the player moves there: the address of before is asked, too, and told.
    """
    if isinstance(command, Switch):
        return change_setting(request, "address", second_address=None)
    wanted, _, rest = tidy(argument_of(command)).lower().partition(" ")
    moves = lexicon().addresses.get(plain(rest)) == "main"
    wanted = wanted if moves else f"{wanted} {rest}".strip()
    if not wanted:
        return settings(request, command)
    answered = request.writer.in_reply_to
    says_yes = request.confirmed and answered is not None and answered.recipient == wanted
    _check_address(request, wanted, limited=not says_yes, moves=moves)
    if says_yes and not _is_anothers(request, wanted):
        return _move(request, wanted) if moves else change_setting(request, "address", second_address=wanted)
    text = f"address {wanted} main" if moves else f"address {wanted}"
    if moves and not request.confirmed:
        to, about = request.reader, name_of(command)
        return [ConfirmNotice(to=to, understood=(text,), asks=text, command=about, answers=request.message_id)]
    return [replace(settings_notice(request, "address"), about=wanted), *_question(request, wanted, text)]


def _move(request: Request, wanted: str) -> list[Notice]:
    """All mail goes there from now on; what was sent to the old address opens nothing any more, and it is told."""
    before = request.player
    here = replace(
        before,
        address=wanted,
        proved=wanted,
        generation=before.generation + 1,
        second_address=None if before.second_address == wanted else before.second_address,
        second_used=False,
        bounced_at=None,
        unreachable=False,
    )
    request.work.save_player(here)
    told = replace(settings_notice(request, "main"), about=wanted)
    # It has no key any more, so it is nobody's answer.
    old = Reader(before.address, before.language, before.timezone, before.name)
    return [told, StatusNotice(to=old, moved_to=wanted), *reached_again(request.work, here)]


def _check_address(request: Request, wanted: str, *, limited: bool, moves: bool) -> None:
    player, since = request.player, request.work.now - timedelta(days=1)
    own = (player.address,) if moves else (player.address, player.second_address)
    known = wanted in own or request.server.ours.owns(wanted)
    if known or not is_address(wanted):
        raise Refused("no_such_address", address=wanted)
    if limited and request.work.asked_since(player.id, since) >= _ADDRESSES_A_DAY:
        raise Refused("asked_enough", limit=_ADDRESSES_A_DAY)


def _is_anothers(request: Request, address: str) -> bool:
    """Whoever has the address of somebody would be taken for them."""
    return request.work.player_at(address) is not None or address in request.server.admins


def _question(request: Request, wanted: str, text: str) -> list[Notice]:
    """Whoever plays or directs here, or was forgotten, is not asked; nobody learns from that who they are."""
    if _is_anothers(request, wanted) or request.work.left_alone(wanted):
        return []
    to = replace(request.reader, address=wanted, name=short_name(request.player.name), proven=False)
    return [ConfirmNotice(to=to, understood=(text,), second=True, asks=text)]
