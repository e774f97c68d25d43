"""Answers to what we asked: a number picks a reading, a yes releases a mail that was held back."""

from pbem.model import Kind, Question, StoredMail
from pbem.orders.commands import AnyCommand, Choose, Command
from pbem.orders.nods import nods
from pbem.who import Writer
from pbem.work import Work

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
