"""Mail that came back: it is tied to the mail that bounced, and the admins hear of what is final."""

from dataclasses import replace

from pbem.mail.address import Tags, find_marks
from pbem.mail.bounce import Bounce, Failure, read_bounce
from pbem.mail.letter import Letter
from pbem.model import SentMail
from pbem.notices import BounceNotice, Notice, Reader
from pbem.work import Work


def note_bounce(work: Work, letter: Letter, tags: Tags, admins: tuple[str, ...]) -> list[Notice]:
    """Remember a hard bounce of a mail that we really sent; a soft or delayed one may yet arrive."""
    bounce = read_bounce(letter)
    mail = _returned(work, letter, bounce, tags) if bounce else None
    if bounce is None or mail is None or bounce.failure is not Failure.HARD:
        return []
    work.mail_bounced(mail.key, f"bounced {bounce.status}".strip())
    player = work.player(mail.player_id) if mail.player_id else None
    if player is None or player.unreachable:
        return []
    work.save_player(replace(player, unreachable=True))
    reason = bounce.status or bounce.failure.value
    return [
        BounceNotice(to=Reader(address=admin, language="en"), player=player.name, game_id=mail.game_id, reason=reason)
        for admin in admins
    ]


def _returned(work: Work, letter: Letter, bounce: Bounce, tags: Tags) -> SentMail | None:
    """Our mail, by the envelope sender that we gave it, else by its Message-ID; a forged tag finds nothing."""
    for mark in find_marks(letter.recipients, [bounce.message_id, *letter.references], ""):
        if mark.key and tags.read(mark.tag) and (mail := work.sent_mail(mark.key)):
            return mail
    return None
