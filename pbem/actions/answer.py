"""What a mail brings about: a stranger is met, a forged mail held, a question answered, a command carried out."""

from dataclasses import replace

from pbem.actions.dispatch import asked, carry_out, game_view_in_question
from pbem.actions.games.sentences import grounded
from pbem.actions.names import short_name
from pbem.actions.people.away import within_reach
from pbem.actions.people.first_contact import (
    asks_to_play,
    enter,
    introduced,
    question_about,
    shown,
    unknown_sender,
    welcome,
)
from pbem.actions.questions import (
    answer_to,
    asks_for_yes,
    chosen,
    held_back,
    is_unclear,
    left_beside_no,
    may_ask_again,
    open_question,
    refuses,
)
from pbem.actions.request import ReadMail, Refused, Request, Rights, Server, Writer, reader
from pbem.actions.who import Stranger, identify
from pbem.commands.read import parse
from pbem.commands.reply import Reply, read_reply
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Move, Reading
from pbem.mail.letter import read_letter
from pbem.mail.screen import Verdict
from pbem.model import Kind, Question, StoredMail
from pbem.notices import ConfirmNotice, Notice, Reader
from pbem.work import Work

# The language of `command_text`, in which the options of a question are kept.
_CANONICAL = "en"


def answer(server: Server, work: Work, sender: Writer | Stranger, mail: ReadMail, language: str) -> list[Notice]:
    """Everything that the mail changes is in `work`; what is to be told of it comes back."""
    if isinstance(sender, Stranger):
        if not asks_to_play(mail.reading) or not sender.address.isascii():
            return unknown_sender(
                Reader(sender.address, language, name=short_name(mail.letter.sender_name)), mail.letter
            )
        # They are told nothing else before they confirm.
        sender = Writer(
            enter(server, work, sender, mail.letter, language).id, Rights.ALL if sender.proven else Rights.NONE
        )
    request = Request(server, work, sender, mail)
    settled = _settle(request) if sender.proven else _hold(request)
    if isinstance(settled, Request) and sender.rights is Rights.CONSENT and not settled.confirmed:
        return []
    return carry_out_all(settled) if isinstance(settled, Request) else settled


def _settle(request: Request) -> Request | list[Notice]:
    """What is asked for, once it is known whether the mail answers a question of ours; or what to say instead."""
    question = open_question(request)
    if question and asks_for_yes(request) and is_unclear(request):
        return [_asked_again(request, question)]
    if not request.player.confirmed and not refuses(request):
        _confirm(request, introduce=question is None)
    return _answered(request, question) if question else request


def _hold(request: Request) -> list[Notice]:
    """Nothing is done before the one at this address says that the mail is theirs."""
    player, commands = request.player, request.mail.reading.commands
    if (question := open_question(request)) and asks_for_yes(request):
        return [_asked_again(request, question)]
    if player.confirmed:
        return [question_about(player, commands, request.message_id)]
    if not commands:
        return unknown_sender(reader(player), request.mail.letter)
    return welcome(request.server.house, player, commands, request.message_id)


def _asked_again(request: Request, question: Question) -> Notice:
    """An answer that says neither yes nor no is answered with the question, once; the next one ends it."""
    again = may_ask_again(request.work, question)
    request.work.close_question(question.key)
    return _same_question(request, question) if again else request.refused(Refused("question_over", None, ""))


def _same_question(request: Request, question: Question) -> Notice:
    player, answered = request.player, request.writer.answered
    if held := held_back(request.work, question):
        asked_before = question_about(player, _read(request, held).reading.commands, request.message_id)
        return replace(asked_before, held=held.id)
    assert answered
    (order,) = question.options
    second = answered.recipient != player.address
    return ConfirmNotice(
        to=replace(reader(player), address=answered.recipient, proven=not second),
        understood=question.options,
        second=second,
        asks=order,
        held=question.mail_id,
        answers=request.message_id,
    )


def _confirm(request: Request, introduce: bool) -> None:
    """Whoever has our tag has read our mail: the address is theirs."""
    player, mail = request.player, request.mail
    known = introduced(request.server, player, mail.letter, mail.text) if introduce else player
    request.work.save_player(replace(known, confirmed=True))


def _answered(request: Request, question: Question) -> Request | list[Notice]:
    """What a mail that answers a question of ours asks for; one that does not is an order like any other."""
    work, mail = request.work, request.mail
    if order := chosen(request, question):
        work.close_question(question.key)
        meant = replace(mail, text=order, reading=parse(order, _CANONICAL))
        return replace(request, mail=meant, confirmed=asks_for_yes(request))
    match answer_to(request), held_back(work, question):
        case "yes", StoredMail() as held:
            work.close_question(question.key)
            return _released(request, held)
        case "no", _:
            work.close_question(question.key)
            left = left_beside_no(request)
            return replace(request, mail=replace(mail, reading=Reading(left))) if left else []
    return request


def _released(request: Request, held: StoredMail) -> Request:
    """The mail that was held back, as far as the question showed what it asks for."""
    reading = _read(request, held).reading
    shown_of_it = Reading(tuple(shown(reading.commands)), tuple(replace(each, text="") for each in reading.problems))
    freed = replace(request.writer, game_id=_game_of(request, held), answered=None)
    mail = replace(request.mail, text="", reading=shown_of_it)
    return replace(request, writer=freed, mail=mail, confirmed=True, held=held)


def _game_of(request: Request, held: StoredMail) -> int | None:
    """The game of the mail that the held one answers, as far as it says so."""
    letter = read_letter(held.delivery)
    author = identify(request.server, request.work, letter, Verdict.ORDER, held)
    return author.game_id if isinstance(author, Writer) else None


def _read(request: Request, held: StoredMail) -> Reply:
    """What a mail asks for that was held back."""
    return read_reply(read_letter(held.delivery), request.server.ours, request.player.language)


def carry_out_all(request: Request) -> list[Notice]:
    """Do what the mail asks for, one command after the other."""
    request = grounded(request)
    text, reading = request.mail.text, request.mail.reading
    if not reading.commands:
        within_reach(request)
    if not reading.commands and not reading.problems:
        return [request.refused(Refused("unreadable", game_view_in_question(request, None), text))]
    request = replace(request, ordered=any(isinstance(command, Move) for command in reading.commands))
    commands, left = _as_many_as_allowed(request)
    notices = [notice for command in commands for notice in carry_out(request, command)]
    problems = reading.problems[: request.server.limits.commands_a_mail]
    return [*notices, *(asked(request, problem) for problem in problems), *_not_done(request, left)]


def _as_many_as_allowed(request: Request) -> tuple[list[AnyCommand], list[AnyCommand]]:
    """What is done, and what is too much for one mail; a digest is answered with a move for each game."""
    done: list[AnyCommand] = []
    left: list[AnyCommand] = []
    moved_in, room = set[int | None](), request.server.limits.commands_a_mail
    answered = request.writer.answered
    to_digest = answered is not None and answered.kind is Kind.DIGEST
    for command in request.mail.reading.commands:
        is_move = to_digest and isinstance(command, Move) and command.game not in moved_in
        moved_in.add(command.game if is_move else None)
        room -= 0 if is_move or request.is_director else 1
        (done if room >= 0 else left).append(command)
    return done, left


def _not_done(request: Request, left: list[AnyCommand]) -> list[Notice]:
    if not left:
        return []
    limit = request.server.limits.commands_a_mail
    named = [command_text(command) for command in left[:limit]]
    return [request.refused(Refused("too_many_commands", None, "", limit=limit, count=len(left), choices=named))]
