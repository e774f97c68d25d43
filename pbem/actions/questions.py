"""Answers to what we asked: a number picks a reading, a clear yes does what was asked, a no ends it."""

from pbem.actions.request import Request
from pbem.commands.nods import Said, said
from pbem.commands.table import Topic, row_of
from pbem.commands.values import AnyCommand, Choose, Command, name_of
from pbem.model import Kind, Question, StoredMail
from pbem.notices import ASKING
from pbem.work import ReadWork

_MOST_ASKED = 2


def open_question(request: Request) -> Question | None:
    """The question in the mail that this one answers, if it still waits for an answer."""
    work, answered = request.work, request.writer.in_reply_to
    question = work.question(answered.key) if answered and answered.kind in ASKING else None
    if question is None or question.answered or question.expires_at < work.now:
        return None
    return question


def answer_to(request: Request) -> Said | None:
    """What the mail says, whole and clearly; its writer may have signed it."""
    letter = request.mail.letter
    names = (*letter.sender_name.split(), letter.sender.partition("@")[0])
    return said(request.mail.text, request.player.language, names)


def refuses(request: Request) -> bool:
    """Whether somebody whom we don't know says that they want none of it."""
    commands = request.mail.reading.commands
    says_no = any(isinstance(each, Command) and row_of(each.name).answers_with == "no" for each in commands)
    return says_no or (open_question(request) is not None and answer_to(request) == "no")


def chosen(request: Request, question: Question) -> tuple[str, ...]:
    """The reading that a number picks, where they were numbered; a yes means the first, or all that was shown."""
    if asks_for_yes(request):
        return question.options if answer_to(request) == "yes" else ()
    for command in request.mail.reading.commands:
        if isinstance(command, Choose) and 1 <= command.number <= len(question.options):
            return (question.options[command.number - 1],)
    answered = request.writer.in_reply_to
    is_clear = len(question.options) == 1 or (answered is not None and answered.kind is Kind.WELCOME)
    return question.options[:1] if is_clear and answer_to(request) == "yes" else ()


def held_back(work: ReadWork, question: Question) -> StoredMail | None:
    """The mail that waits for its sender's yes, where earlier releases asked: they kept nothing of what they showed."""
    return None if question.options else work.mail(question.mail_id)


def asks_for_yes(request: Request) -> bool:
    """Whether yes or no is what the mail that is answered asks for."""
    return request.writer.in_reply_to is not None and request.writer.in_reply_to.kind is Kind.CONFIRM


def is_about_talk(question: Question) -> bool:
    """Whether it asks if something is to be said: what else comes in answer is a mail like any other."""
    return any(option.startswith("say ") for option in question.options)


def is_unclear(request: Request) -> bool:
    """Whether a mail that should say yes or no says neither, nor gives an order of its own."""
    commands = request.mail.reading.commands
    return answer_to(request) is None and (not commands or any(map(_answers, commands)))


def left_beside_no(request: Request) -> tuple[AnyCommand, ...]:
    """What a mail that says no asks for as well; who denies a mail may name what it asked for, so only their rights."""
    orders = (each for each in request.mail.reading.commands if not _answers(each))
    return tuple(each for each in orders if not asks_for_yes(request) or row_of(name_of(each)).banned_may)


def may_ask_again(work: ReadWork, question: Question) -> bool:
    """Nobody is asked the same for ever: an answering machine never says yes."""
    return work.times_asked(question) < _MOST_ASKED


def _answers(command: AnyCommand) -> bool:
    return isinstance(command, Choose) or row_of(name_of(command)).topic is Topic.ANSWERS
