"""The post room: makes mails of notices and puts them into the outbox, with the questions that they ask."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from pbem.mail.address import KEY_BYTES, Claim, Mark, Tags, new_key, reply_address
from pbem.mail.compose import Stamp, compose, tagged_subject
from pbem.mail.ours import Ours
from pbem.model import Kind, OutMail, Question
from pbem.notices import ConfirmNotice, DigestNotice, Notice, Reader, RefusedNotice, StatusNotice
from pbem.render import render
from pbem.render.links import Links
from pbem.service.talk import newly_heard
from pbem.work import Work

_REFUSALS_AN_HOUR = 10
_QUESTION_HOLDS = timedelta(days=7)
_LIMITED = (Kind.REFUSED, Kind.CONFIRM)


@dataclass(frozen=True, slots=True)
class PostRoom:
    """Knows our address, seals tags, and draws the random key of each mail."""

    ours: Ours
    tags: Tags
    entropy: Callable[[int], bytes]

    def post(self, work: Work, notices: Sequence[Notice], mail_id: int | None = None) -> list[OutMail]:
        """Put a mail for each notice into the outbox; `mail_id` is the mail that brought them about."""
        mails = []
        for notice in notices:
            if notice.kind in _LIMITED and self._too_many(work, notice.to.address):
                continue
            mail = self._mail(work, _newly_heard(work, notice), mail_id)
            work.post(mail, notice.not_before)
            self._ask(work, notice, mail)
            mails.append(mail)
        return mails

    def _too_many(self, work: Work, address: str) -> bool:
        """Nobody is to be flooded in answer to rubbish, least of all someone whose address was forged."""
        since = work.now - timedelta(hours=1)
        return sum(work.sent_since(address, kind, since) for kind in _LIMITED) >= _REFUSALS_AN_HOUR

    def _mail(self, work: Work, notice: Notice, mail_id: int | None) -> OutMail:
        reader, sheet, game_id = notice.to, notice.sheet, notice.game_id
        claim = Claim(reader.player_id or 0, game_id or 0, reader.generation)
        stamp = Stamp(
            kind=notice.kind,
            to_name=reader.name,
            to_address=reader.address,
            mark=Mark(self.tags.make(claim), new_key(self.entropy(KEY_BYTES))),
            date=work.now,
            game_id=game_id,
            turn=sheet.length if sheet else None,
            thread=self._thread(work, notice),
            is_answer=notice.answers is not None,
        )
        composed = compose(self.ours, stamp, render(notice, self._links(stamp, reader)))
        assert stamp.mark.key
        return OutMail(
            key=stamp.mark.key,
            message_id=composed.message_id,
            kind=notice.kind,
            sender=composed.sender,
            recipient=reader.address,
            mime=composed.mime,
            player_id=reader.player_id,
            game_id=game_id,
            turn=stamp.turn,
            mail_id=mail_id,
            forgettable=isinstance(notice, StatusNotice) and notice.forgotten,
        )

    def _links(self, stamp: Stamp, reader: Reader) -> Links:
        """How this reader answers; a stranger has no settings."""
        settings = f"{self.ours.web}/settings/{stamp.mark.tag}" if self.ours.web and reader.player_id else ""
        subject = tagged_subject(self.ours, stamp, "Splendor")
        return Links(reply_address(self.ours, stamp.mark), subject, settings=settings)

    def _thread(self, work: Work, notice: Notice) -> tuple[str, ...]:
        """A game is one thread: its first mail to this reader, then the mail that is answered."""
        game_id, player_id = notice.game_id, notice.to.player_id
        first = work.first_message_id(game_id, player_id) if game_id and player_id else None
        return tuple(each for each in (first, notice.answers) if each)

    def _ask(self, work: Work, notice: Notice, mail: OutMail) -> None:
        if not mail.player_id or not mail.mail_id:
            return
        about = mail.mail_id
        match notice:
            case RefusedNotice(choices=choices) if choices:
                options = choices
            case ConfirmNotice(asks=command, held=held):
                options, about = (command,) if command else (), held or about
            case _:
                return
        work.ask(Question(mail.key, mail.player_id, about, work.now + _QUESTION_HOLDS, options))


def _newly_heard(work: Work, notice: Notice) -> Notice:
    """What was said is told once, in the first mail about the game that its reader gets."""
    if isinstance(notice, DigestNotice):
        return replace(notice, games=tuple(newly_heard(work, sheet) for sheet in notice.games))
    return replace(notice, sheet=newly_heard(work, notice.sheet)) if notice.sheet else notice
