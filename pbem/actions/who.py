"""Who is writing, and what the mail may do for them: by the place of a key in it, and by whom From is proven to be."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import ClassVar, TypeAlias

from pbem.actions.crowd import MOST_HOURS, hours_to_wait
from pbem.actions.request import Rights, Server, Writer
from pbem.mail.address import answer_marks, mail_marks, subject_marks
from pbem.mail.authentication import proven_author
from pbem.mail.doubts import is_doubtful
from pbem.mail.letter import Letter
from pbem.mail.quoted_mail import QuotedMail, read_quoted_mail
from pbem.mail.screen import Verdict
from pbem.mail.tags import Claim, Mark, Purpose, Tags
from pbem.model import Cause, Player, StoredMail
from pbem.work import ReadWork

_OLD_TAGS_HOLD = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class Stranger:
    """An address that we don't know; `proven` if the mail is known to come from it."""

    address: str
    proven: bool = False
    verdict: ClassVar[str] = "stranger"


@dataclass(frozen=True, slots=True)
class Ignored:
    """Nobody to be answered: a machine, a list, our own mail, or somebody who writes more than anybody plays."""

    verdict: Verdict

    @property
    def left_over(self) -> bool:
        """Whether it waits for a person to look at it."""
        return self.verdict in (Verdict.DOUBTFUL, Verdict.CROWDED)


Author: TypeAlias = Writer | Stranger | Ignored


@dataclass(frozen=True, slots=True)
class _Credential:
    """A good tag that a mail carries, and whose it is."""

    owner: Player
    claim: Claim
    mail: str | None
    """The key of the mail that it stands in."""
    worth: Rights
    needs_owner: bool = False
    """Whether it is worth something only from its owner's own address."""


def identify(server: Server, work: ReadWork, letter: Letter, verdict: Verdict, stored: StoredMail) -> Author:
    """Whom the first key in the mail that counts is of; without one, whose address is in From."""
    if verdict is not Verdict.FOR_US:
        return Ignored(verdict)
    author = proven_author(stored.delivery, server.ours, server.trusted_authserv_id, server.dkim_keys)
    proven = letter.sender == author != ""
    writer = _by_key(server.tags, work, letter, proven)
    if writer and writer.proven:
        return writer
    author_known = writer or _by_address(work, letter, proven)
    if isinstance(author_known, Writer) and author_known.proven:
        return author_known
    # Counted by a name that anybody may have written: whoever proves to have it loses nothing by that.
    if work.letters_since(letter.sender, work.now - timedelta(hours=1)) > server.limits.letters_an_hour:
        return Ignored(Verdict.TOO_MANY)
    return _unwelcome(server, work, letter, author_known) or author_known


def _unwelcome(server: Server, work: ReadWork, letter: Letter, author: Writer | Stranger) -> Ignored | None:
    """Why somebody who has not yet shown that the address is theirs is not answered, if there is a reason."""
    player = work.player(author.player_id) if isinstance(author, Writer) else None
    if player and player.confirmed:
        return None
    if is_doubtful(letter, server.ours, server.trusted_authserv_id):
        return Ignored(Verdict.DOUBTFUL)
    cause = Cause.NEWCOMER if author.proven else Cause.STRANGER
    hours = hours_to_wait(work, server.limits, cause, letter.sender)
    return Ignored(Verdict.CROWDED) if hours >= MOST_HOURS else None


def _by_key(tags: Tags, work: ReadWork, letter: Letter, proven: bool) -> Writer | None:
    """Where another player writes, a key that is worth nothing by itself says nothing: they write for themselves."""
    sender = work.player_at(letter.sender)
    for key in _keys(tags, work, letter):
        is_owner = sender is not None and sender.id == key.owner.id
        worth = Rights.NONE if key.needs_owner and not (is_owner or _was_asked(work, key, letter)) else key.worth
        if worth is Rights.NONE and sender and not is_owner:
            continue
        if is_owner and proven and worth is not Rights.UNSUBSCRIBE:
            worth = Rights.ALL
        return _writer(work, key, worth)
    return None


def _was_asked(work: ReadWork, key: _Credential, letter: Letter) -> bool:
    """Whether the writer is at the address that was asked whether it is the owner's."""
    asked = work.sent_mail(key.mail) if key.mail and key.worth is Rights.CONSENT else None
    return asked is not None and asked.recipient == letter.sender


def _by_address(work: ReadWork, letter: Letter, proven: bool) -> Writer | Stranger:
    player = work.player_at(letter.sender)
    if player is None:
        return Stranger(letter.sender, proven)
    return Writer(player.id, Rights.ALL if proven else Rights.NONE)


def mail_quoted_by(author: Author) -> QuotedMail:
    """The mail that is answered: no line of it can be an order."""
    answered = author.in_reply_to if isinstance(author, Writer) else None
    return read_quoted_mail(answered.mime if answered else None)


def marks_of(letter: Letter) -> list[Mark]:
    """Everything in the mail that looks like a tag of ours, the most telling place first."""
    return [*answer_marks(letter.recipients), *mail_marks(letter.references), *subject_marks(letter.subject)]


def lane_of(tags: Tags, letter: Letter) -> str:
    """Whose key a mail brings, and of which generation; nothing where it brings none of ours."""
    marks = (*answer_marks(letter.recipients), *subject_marks(letter.subject))
    claims = (tags.read(purpose, mark.tag) for mark in marks for purpose in (Purpose.ANSWER, Purpose.OLD))
    return next((f"{claim.player}.{claim.generation}" for claim in claims if claim), "")


def player_of(work: ReadWork, claim: Claim | None) -> Player | None:
    """Whose tag this is, if it is still good."""
    player = work.player(claim.player) if claim else None
    return player if claim and player and player.generation == claim.generation else None


def _keys(tags: Tags, work: ReadWork, letter: Letter) -> Iterator[_Credential]:
    """The most telling place first: the address, then the subject, then what the mail answers."""
    references = mail_marks(letter.references)
    for mark in answer_marks(letter.recipients):
        yield from _addressed(tags, work, mark)
    for mark in subject_marks(letter.subject):
        for key in _addressed(tags, work, mark):
            # What is in a subject is passed on with every answer to anybody.
            worth = Rights.NONE if key.worth is Rights.TURN else key.worth
            yield replace(key, worth=worth, needs_owner=True, mail=_mail_of(tags, key.claim, references))
    for mark in references:
        yield from _good(tags, work, mark, Purpose.MAIL, Rights.NONE)
        yield from _good(tags, work, mark, Purpose.OLD, Rights.NONE)


def _addressed(tags: Tags, work: ReadWork, mark: Mark) -> Iterator[_Credential]:
    """What an address of ours is worth that was written to."""
    for key in _good(tags, work, mark, Purpose.ANSWER, Rights.ALL):
        yield replace(key, worth=Rights.SEAT) if key.claim.game else key
    yield from _good(tags, work, mark, Purpose.CONSENT, Rights.CONSENT)
    yield from _good(tags, work, mark, Purpose.UNSUBSCRIBE, Rights.UNSUBSCRIBE)
    for key in _good(tags, work, mark, Purpose.OLD, Rights.NONE):
        yield replace(key, worth=Rights.TURN) if key.claim.game and key.mail and _are_old_tags_taken(work) else key


def _are_old_tags_taken(work: ReadWork) -> bool:
    """Mails that were out at the upgrade may be answered for a while."""
    since = work.purposes_since()
    return since is not None and work.now < since + _OLD_TAGS_HOLD


def _good(tags: Tags, work: ReadWork, mark: Mark, purpose: Purpose, worth: Rights) -> Iterator[_Credential]:
    """The key that this is, if it was made for the purpose and is not void."""
    claim = tags.read(purpose, mark.tag)
    owner = player_of(work, claim)
    if claim and owner:
        yield _Credential(owner, claim, mark.key, worth)


def _mail_of(tags: Tags, claim: Claim, references: Iterable[Mark]) -> str | None:
    """The key of the mail that is answered, where its address had no place for it."""
    purposes = (Purpose.MAIL, Purpose.OLD)
    found = (mark.key for mark in references if claim in [tags.read(each, mark.tag) for each in purposes])
    return next(found, None)


def _writer(work: ReadWork, key: _Credential, rights: Rights) -> Writer:
    """A mail that the key names but that we don't have, or not to this player about this game, is none of ours now."""
    claim, mail = key.claim, work.sent_mail(key.mail) if key.mail else None
    if mail and (mail.player_id, mail.game_id or 0) != (claim.player, claim.game):
        mail = None
    lost = key.mail if key.mail and mail is None else ""
    return Writer(claim.player, rights, claim.game or None, mail, lost)
