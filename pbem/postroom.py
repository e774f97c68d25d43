"""The post room: makes mails of notices and puts them into the outbox, with the questions that they ask."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from pbem.mail.address import KEY_BYTES, Claim, Mark, Tags, new_key, reply_address
from pbem.mail.compose import Stamp, compose, tagged_subject
from pbem.mail.ours import Ours
from pbem.model import Kind, OutMail, Question
from pbem.notices import ConfirmNotice, Notice, RefusedNotice
from pbem.render import render
from pbem.render.links import Links
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
            mail = self._mail(work, notice, mail_id)
            work.post(mail)
            self._ask(work, notice, mail)
            mails.append(mail)
        return mails

    def _too_many(self, work: Work, address: str) -> bool:
        """Nobody is to be flooded in answer to rubbish, least of all someone whose address was forged."""
        since = work.now - timedelta(hours=1)
        return sum(work.sent_since(address, kind, since) for kind in _LIMITED) >= _REFUSALS_AN_HOUR

    def _mail(self, work: Work, notice: Notice, mail_id: int | None) -> OutMail:
        reader, sheet = notice.to, notice.sheet
        game_id = sheet.game_id if sheet else None
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
        )
        links = Links(reply_address(self.ours, stamp.mark), tagged_subject(self.ours, stamp, "Splendor"))
        composed = compose(self.ours, stamp, render(notice, links))
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
        )

    def _thread(self, work: Work, notice: Notice) -> tuple[str, ...]:
        """A game is one thread: its first mail to this reader, then the mail that is answered."""
        sheet, player_id = notice.sheet, notice.to.player_id
        first = work.first_message_id(sheet.game_id, player_id) if sheet and player_id else None
        return tuple(each for each in (first, notice.answers) if each)

    def _ask(self, work: Work, notice: Notice, mail: OutMail) -> None:
        options = notice.choices if isinstance(notice, RefusedNotice) else ()
        if mail.player_id and mail.mail_id and (options or isinstance(notice, ConfirmNotice)):
            expires = work.now + _QUESTION_HOLDS
            work.ask(Question(mail.key, mail.player_id, mail.mail_id, expires, options))
