"""What a mail brings about: a stranger is met, a forged mail held, a question answered, a command carried out."""

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from pbem.actions.crowd import has_room_at_once
from pbem.actions.dispatch import ask_back, carry_out, may, with_its_game
from pbem.actions.games.sentences import is_plain
from pbem.actions.games.voting import as_vote
from pbem.actions.in_sentences import in_sentences
from pbem.actions.machines import NothingMoved, gist, moving, seems_automatic
from pbem.actions.people.asked_by_name import put_aside
from pbem.actions.people.away import note_bounce, note_sign_of_life, unsubscribe
from pbem.actions.people.first_contact import asks_to_play, enter, introduced, language_of, question_about, shown
from pbem.actions.people.remarks import said_besides
from pbem.actions.people.welcome import meet, no_seat_left, read_at_once, too_late, wants_silence
from pbem.actions.questions import (
    answer_to,
    asks_for_yes,
    chosen,
    held_back,
    is_about_talk,
    is_unclear,
    left_beside_no,
    may_ask_again,
    open_question,
    refuses,
)
from pbem.actions.request import ReadMail, Refused, Request, Rights, Server, Writer, reader
from pbem.actions.who import Author, Ignored, Stranger, identify
from pbem.commands.read import parse
from pbem.commands.reply import Reply, read_reply
from pbem.commands.table import Topic, row_of
from pbem.commands.text import command_text
from pbem.commands.values import AnyCommand, Move, Reading, name_of
from pbem.mail.letter import read_letter
from pbem.mail.screen import Verdict
from pbem.model import Kind, Question, StoredMail
from pbem.notices import ConfirmNotice, Notice
from pbem.work import Work

# The language of `command_text`, in which the options of a question are kept.
_CANONICAL = "en"


class Acted(NamedTuple):
    """What came of a mail."""

    author: Author
    """Who wrote it; a machine, where what it says shows only that."""
    notices: list[Notice]
    said: str = ""
    """What the mail says, to be known if it says it again; what a forger says is not the player's."""


def answer(server: Server, work: Work, author: Author, mail: ReadMail, stored: StoredMail) -> Acted:
    """Everything that the mail changes is in `work`; what is to be told of it comes back."""
    if isinstance(author, Ignored):
        return Acted(author, note_bounce(server, work, mail.letter) if author.verdict is Verdict.BOUNCE else [])
    machine = author if isinstance(author, Writer) and seems_automatic(work, author, mail, stored) else None
    try:
        with moving(work, machine) if machine else nullcontext():
            wanted = _take_up(server, work, author, mail)
            notices = carry_out_all(wanted) if isinstance(wanted, Request) else wanted
    except NothingMoved:
        return Acted(Ignored(Verdict.AUTO_REPLY), [], gist(mail))
    return Acted(author, notices, gist(mail) if isinstance(author, Writer) and author.proven else "")


def _take_up(server: Server, work: Work, author: Writer | Stranger, mail: ReadMail) -> Request | list[Notice]:
    """What is asked for by somebody whom we know from now on; or what they are told instead."""
    if isinstance(author, Stranger):
        if not author.address.isascii():
            # Most likely garbled on the way: an answer would reach nobody.
            return []
        if wants_silence(server, work, author.address, mail.text):
            return []
        language = language_of(server, work, author, mail.letter)
        has_room = author.proven and has_room_at_once(work, server.limits, author.address)
        rights = Rights.ALL if has_room and asks_to_play(mail.reading) else Rights.NONE
        player = enter(server, work, author.address, mail.letter, language, confirmed=rights is Rights.ALL)
        author = Writer(player.id, rights)
    request = Request(server, work, author, mail)
    if author.rights is Rights.UNSUBSCRIBE:
        # Whatever a mail program writes there (RFC 2369 section 3.2), it is pressed once and acts at once.
        return unsubscribe(request)
    if author.rights is Rights.SEAT and not request.player.confirmed:
        # Whoever answers the first mail that they got from us: the key in it is theirs, and there is nothing else yet.
        request = replace(request, writer=replace(author, rights=Rights.ALL))
    wanted = _resolve_question(request) if author.proven else _hold(request)
    if isinstance(wanted, Request) and author.rights is Rights.CONSENT and not wanted.confirmed:
        return []
    return wanted


def _resolve_question(request: Request) -> Request | list[Notice]:
    """What is asked for, once it is known whether the mail answers a question of ours; or what to say instead."""
    question = open_question(request)
    if question and asks_for_yes(request) and is_unclear(request) and not is_about_talk(question):
        return [_ask_again(request, question)]
    if not request.player.confirmed and not refuses(request):
        _confirm(request, introduce=question is None)
    return _take_answer(request, question) if question else as_vote(request)


def _hold(request: Request) -> list[Notice]:
    """Nothing is done before the one at this address says that the mail is theirs."""
    player = request.player
    commands = tuple(with_its_game(request, each) for each in request.mail.reading.commands)
    if (question := open_question(request)) and asks_for_yes(request):
        return [_ask_again(request, question)]
    if player.confirmed:
        return read_at_once(request) or [question_about(player, commands, request.message_id)]
    return meet(request)


def _ask_again(request: Request, question: Question) -> Notice:
    """An answer that says neither yes nor no is answered with the question, once; the next one ends it."""
    again = may_ask_again(request.work, question)
    request.work.close_question(question.key)
    return _same_question(request, question) if again else request.refused(Refused("question_over", None, ""))


def _same_question(request: Request, question: Question) -> Notice:
    player, answered = request.player, request.writer.in_reply_to
    if held := held_back(request.work, question):
        asked_before = question_about(player, _read(request, held).reading.commands, request.message_id)
        return replace(asked_before, held=held.id)
    assert answered
    second = answered.recipient != player.address
    asked_first = _asked_first(question)
    return ConfirmNotice(
        to=replace(reader(player), address=answered.recipient, proven=not second),
        understood=tuple(filter(None, question.options)),
        second=second,
        asks=question.options[0] if asked_first else "",
        command=asked_first,
        held=question.mail_id,
        answers=request.message_id,
    )


def _asked_first(question: Question) -> str:
    """The command that was asked about for its own sake, if not who wrote it was asked."""
    commands = _shown_before(question.options).commands
    rows = [row_of(name_of(each)) for each in commands]
    return rows[0].name if len(rows) == 1 and rows[0].asked_first else ""


def _confirm(request: Request, introduce: bool) -> None:
    """Whoever has our tag has read our mail: the address is theirs."""
    player, mail = request.player, request.mail
    known = introduced(request.server, player, mail.letter, _own_words(request)) if introduce else player
    request.work.save_player(replace(known, confirmed=True, proved=known.address))


def _own_words(request: Request) -> str:
    """What the mail says, without the names of those who invited its writer: they are in no language."""
    work = request.work
    hosts = [work.player(each.host_id) for each in work.invitations_to(request.player.id) if each.host_id]
    names = {name for host in hosts if host for name in host.name.lower().split()}
    return " ".join(word for word in request.mail.text.split() if word.strip(".,;:!?").lower() not in names)


def _take_answer(request: Request, question: Question) -> Request | list[Notice]:
    """What a mail that answers a question of ours asks for; one that does not is an order like any other."""
    work, mail = request.work, request.mail
    if orders := chosen(request, question):
        work.close_question(question.key)
        meant = replace(mail, text="\n".join(orders), reading=_shown_before(orders))
        request = replace(request, mail=meant)
        return _confirmed(request, question) if asks_for_yes(request) else request
    match answer_to(request), held_back(work, question):
        case "yes", StoredMail() as held:
            work.close_question(question.key)
            return _released(request, held)
        case "no", _:
            work.close_question(question.key)
            left = left_beside_no(request)
            return replace(request, mail=replace(mail, reading=Reading(left))) if left else _kept(request, question)
    return request


def _kept(request: Request, question: Question) -> list[Notice]:
    """To whoever decides something for others it is said that nothing happened; who is asked about a mail of their own
    hears nothing: it may be none of theirs."""
    rows = [row_of(name_of(each)) for each in _shown_before(question.options).commands]
    decides = bool(rows) and all(each.topic is Topic.DIRECTORS or each.name == "league" for each in rows)
    if not decides:
        return []
    return [request.refused(Refused("decided_against", None, "", choices=list(question.options)))]


def _confirmed(request: Request, question: Question) -> Request:
    """A yes was said to all that the question showed: it is done as in answer to what the mail answers that waited."""
    held, answered = request.work.mail(question.mail_id), request.writer.in_reply_to
    if held is None or (answered and answered.recipient != request.player.address):
        return replace(request, confirmed=True)
    return replace(request, writer=_as_written(request, held), confirmed=True, held=held)


def _released(request: Request, held: StoredMail) -> Request:
    """The mail that was held back, as far as the question showed what it asks for."""
    reading = _read(request, held).reading
    shown_of_it = Reading(tuple(shown(reading.commands)), tuple(replace(each, text="") for each in reading.problems))
    mail = replace(request.mail, text="", reading=shown_of_it)
    return replace(request, writer=_as_written(request, held), mail=mail, confirmed=True, held=held)


def _as_written(request: Request, held: StoredMail) -> Writer:
    """The writer, with the game and the mail that the held one answers, as far as it says so."""
    letter = read_letter(held.delivery)
    author = identify(request.server, request.work, letter, Verdict.FOR_US, held)
    if not isinstance(author, Writer) or author.player_id != request.writer.player_id:
        return replace(request.writer, game_id=None, in_reply_to=None)
    return replace(request.writer, game_id=author.game_id, in_reply_to=author.in_reply_to, lost=author.lost)


def _shown_before(lines: Iterable[str]) -> Reading:
    """What a question showed, line by line: one can't be read as a part of another."""
    found = [parse(line, _CANONICAL) for line in lines]
    return Reading(
        tuple(command for each in found for command in each.commands),
        tuple(problem for each in found for problem in each.problems),
    )


def _read(request: Request, held: StoredMail) -> Reply:
    """What a mail asks for that was held back."""
    return read_reply(read_letter(held.delivery), request.server.ours, request.player.language)


def carry_out_all(request: Request) -> list[Notice]:
    """Do what the mail asks for, one command after the other; what it says in sentences is understood first."""
    note_sign_of_life(request)
    if late := too_late(request) or no_seat_left(request):
        return [late]
    if not is_plain(request):
        understood = in_sentences(request)
        if not isinstance(understood, Request):
            return understood
        request = understood
    reading = request.mail.reading
    request = replace(request, ordered=any(isinstance(command, Move) for command in reading.commands))
    commands, left = _as_many_as_allowed(request)
    done: list[Notice] = []
    for each in chain.from_iterable((command, *said_besides(request, command)) for command in commands):
        done += carry_out(request, each) if may(request, each) else []
    doubts = [ask_back(request, each) for each in reading.problems[: request.server.limits.commands_a_mail]]
    told = [*done, *_asked_of_owner(request, commands), *doubts, *_not_done(request, left)]
    return [*told, *put_aside(request)] if request.aside else told


def _asked_of_owner(request: Request, commands: Iterable[AnyCommand]) -> list[Notice]:
    """One question about all that the key in the mail is not enough for."""
    left = tuple(with_its_game(request, each) for each in commands if not may(request, each))
    asked = question_about(request.player, left, request.message_id)
    return [replace(asked, replied=request.writer.in_reply_to is not None)] if left else []


def _as_many_as_allowed(request: Request) -> tuple[list[AnyCommand], list[AnyCommand]]:
    """What is done, and what is too much for one mail; a digest is answered with a move for each game."""
    done: list[AnyCommand] = []
    left: list[AnyCommand] = []
    moved_in, room = set[int | None](), request.server.limits.commands_a_mail
    answered = request.writer.in_reply_to
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
