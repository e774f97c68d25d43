"""Mail that came back: the clocks stand, a second address is tried, and the admins hear of what is final."""

from dataclasses import replace

from pbem.house import House
from pbem.mail.address import Claim, Tags, find_marks
from pbem.mail.bounce import Bounce, Failure, read_bounce
from pbem.mail.letter import Letter
from pbem.model import Player, SentMail
from pbem.notices import BounceNotice, Notice, Reader
from pbem.service.absence import reached_again
from pbem.service.clocks import player_on_turn, release, stand, unheld
from pbem.work import Work


def note_bounce(work: Work, house: House, letter: Letter, tags: Tags, admins: tuple[str, ...]) -> list[Notice]:
    """Remember a hard bounce of a mail that we really sent; a soft or delayed one may yet arrive."""
    bounce = read_bounce(letter)
    mail = _returned(work, letter, bounce, tags) if bounce else None
    if bounce is None or mail is None or bounce.failure is not Failure.HARD:
        return []
    work.mail_bounced(mail.key, f"bounced {bounce.status}".strip())
    player = work.player(mail.player_id) if mail.player_id else None
    if player is None or mail.recipient != player.address:
        return []
    return out_of_reach(work, house, player, mail.game_id, bounce.status or bounce.failure.value, admins)


def out_of_reach(
    work: Work, house: House, player: Player, game_id: int | None, reason: str, admins: tuple[str, ...]
) -> list[Notice]:
    """Mail to this player can't be delivered: try the second address, else let the clocks stand and tell the admins."""
    told = [] if player.unreachable else undelivered(player.name, game_id, reason, admins)
    if player.second_address:
        moved = replace(player, address=player.second_address, second_address=None)
        work.save_player(moved)
        _stop_clocks(work, house, moved)
        return [*told, *reached_again(work, moved)]
    lost = replace(player, unreachable=True)
    work.save_player(lost)
    _stop_clocks(work, house, lost)
    return told


def undelivered(name: str, game_id: int | None, reason: str, admins: tuple[str, ...]) -> list[Notice]:
    """To the admins: a mail did not arrive."""
    return [
        BounceNotice(to=Reader(address=admin, language="en"), player=name, game_id=game_id, reason=reason)
        for admin in admins
    ]


def _stop_clocks(work: Work, house: House, player: Player) -> None:
    for game in work.games_of(player.id):
        clock = game.clock
        if player_on_turn(work, game) != player:
            continue
        if game.paused:
            # The clock stands anyway; but no question may set it going again after the pause.
            release(work, game)
        elif clock.since or clock.held_at:
            stand(work, replace(game, clock=unheld(clock, work.now)), work.now + house.unreachable)


def _returned(work: Work, letter: Letter, bounce: Bounce, tags: Tags) -> SentMail | None:
    """Our mail, by the envelope sender that we gave it, else by its Message-ID; a forged or void tag finds nothing."""
    for mark in find_marks(letter.recipients, [bounce.message_id, *letter.references], ""):
        claim = tags.read(mark.tag)
        mail = work.sent_mail(mark.key) if claim and mark.key else None
        if claim and mail and _is_good_for(work, claim, mail):
            return mail
    return None


def _is_good_for(work: Work, claim: Claim, mail: SentMail) -> bool:
    """A mail carries the tag of its reader; whoever is no player has one that is never void."""
    player = work.player(claim.player)
    return claim.player == (mail.player_id or 0) and (player is None or player.generation == claim.generation)
