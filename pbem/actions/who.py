"""Who is writing: a tag proves it, an authenticated address proves it, a From header alone proves nothing."""

from dataclasses import dataclass
from typing import TypeAlias

from authres import AuthenticationResultsHeader
from authres.core import AuthenticationResult, AuthResError

from pbem.commands.lines import nods
from pbem.commands.values import AnyCommand, Choose, Command
from pbem.mail.address import Claim, Mark, Tags, find_marks
from pbem.mail.letter import Letter
from pbem.model import Kind, Player, Question, SentMail, StoredMail
from pbem.work import Work

# Which property of a result names the domain that was checked.
_IDENTITIES = {"dmarc": ("header", "from"), "dkim": ("header", "d"), "spf": ("smtp", "mailfrom")}


@dataclass(frozen=True, slots=True)
class Writer:
    """A player whom we know. `game_id` is the only game that a tag of one game opens."""

    player: Player
    proven: bool
    game_id: int | None = None
    answered: SentMail | None = None


@dataclass(frozen=True, slots=True)
class Stranger:
    """An address that we don't know; `proven` if the mail is known to come from it."""

    address: str
    proven: bool = False


Sender: TypeAlias = Writer | Stranger


def identify(work: Work, letter: Letter, tags: Tags, trusted_authserv_id: str) -> Sender:
    """The first genuine tag decides; without one, the address."""
    for mark in marks_of(letter):
        if writer := _tagged(work, mark, tags.read(mark.tag)):
            return writer
    player = work.player_at(letter.sender)
    proven = _authenticated(letter, trusted_authserv_id)
    return Writer(player, proven) if player else Stranger(letter.sender, proven)


def marks_of(letter: Letter) -> list[Mark]:
    """Everything in the mail that looks like a tag of ours."""
    return list(find_marks(letter.recipients, letter.references, letter.subject))


def player_of(work: Work, claim: Claim | None) -> Player | None:
    """Whose tag this is, if it is still good."""
    player = work.player(claim.player) if claim else None
    return player if claim and player and player.generation == claim.generation else None


def _tagged(work: Work, mark: Mark, claim: Claim | None) -> Writer | None:
    player = player_of(work, claim)
    if claim is None or player is None:
        return None
    answered = work.sent_mail(mark.key) if mark.key else None
    if answered and answered.player_id != player.id:
        answered = None
    return Writer(player, proven=True, game_id=claim.game or None, answered=answered)


def _authenticated(letter: Letter, trusted: str) -> bool:
    """Whether our own border server says that dmarc, dkim or spf passed for the domain in From (RFC 8601)."""
    domain = letter.sender.rpartition("@")[2]
    # A sender can write such headers too: only those with our server's name count, and it strips forged ones
    # (RFC 8601 section 5). The topmost is the one that it added last.
    for value in letter.headers.get("authentication-results", ())[:1]:
        header = _parsed(value)
        if trusted and header and str(header.authserv_id).lower() == trusted.lower():
            return any(_passes(result, domain) for result in header.results)
    return False


def _parsed(value: str) -> AuthenticationResultsHeader | None:
    try:
        return AuthenticationResultsHeader.parse(f"Authentication-Results: {value}")
    except AuthResError:
        return None


def _passes(result: AuthenticationResult, domain: str) -> bool:
    identity = _IDENTITIES.get(result.method)
    stated = [each.value for each in result.properties if (each.type, each.name) == identity]
    return result.result == "pass" and any(_aligned(value, domain) for value in stated)


def _aligned(identity: str, domain: str) -> bool:
    """The same domain or a parent of it, as relaxed alignment has it (RFC 7489 section 3.1)."""
    theirs = identity.rpartition("@")[2].lower()
    return "." in theirs and (domain == theirs or domain.endswith(f".{theirs}"))


# Answers to what we asked: a number picks a reading, a yes releases a mail that was held back.


_ASKING = (Kind.REFUSED, Kind.CONFIRM)
_YES = ("yes", "confirm", "accept")
_NO = ("no", "decline", "cancel")


def open_question(work: Work, writer: Writer) -> Question | None:
    """The question in the mail that this one answers, if it still waits for an answer."""
    asking = writer.answered if writer.answered and writer.answered.kind in _ASKING else None
    question = work.question(asking.key) if asking else None
    if question is None or question.answered or question.expires_at < work.now:
        return None
    return question


def chosen(question: Question, commands: tuple[AnyCommand, ...]) -> str | None:
    """The reading that a number picks; a yes picks the only one."""
    for command in commands:
        if isinstance(command, Choose) and 1 <= command.number <= len(question.options):
            return question.options[command.number - 1]
    return question.options[0] if len(question.options) == 1 and _says(commands, _YES) else None


def held_back(work: Work, question: Question) -> StoredMail | None:
    """The mail that waits for its sender's yes, if that is what was asked."""
    return None if question.options else work.mail(question.mail_id)


def agreed(commands: tuple[AnyCommand, ...], text: str, language: str) -> bool:
    """Whether it says yes: in a word, with a nod, or by sending the mail back empty."""
    return _says(commands, _YES) or not text.strip() or (not commands and nods(text, language))


def denied(commands: tuple[AnyCommand, ...]) -> bool:
    """Whether the answer is no."""
    return _says(commands, _NO)


def _says(commands: tuple[AnyCommand, ...], words: tuple[str, ...]) -> bool:
    return any(isinstance(command, Command) and command.name in words for command in commands)
