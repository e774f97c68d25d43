"""The way of a mail: letter, screen, who, body, orders, service, notices, outbox. One function, one direction."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial

from pbem.house import House
from pbem.mail.body import new_text
from pbem.mail.letter import Letter, read_letter
from pbem.mail.parts import plain_text
from pbem.mail.screen import POLICY, Verdict, screen, too_many
from pbem.model import Kind, Player, Question, StoredMail
from pbem.notices import Notice, Reader, RefusedNotice
from pbem.orders.commands import Move
from pbem.orders.parse import parse
from pbem.orders.reading import Reading
from pbem.postroom import PostRoom
from pbem.reading import read_commands
from pbem.service.absence import within_reach
from pbem.service.bounces import note_bounce
from pbem.service.commands import asked, carry_out, sheet_in_question
from pbem.service.errand import Errand
from pbem.service.first_contact import (
    asks_to_play,
    display_name,
    guess_language,
    guess_timezone,
    introduced,
    stated_language,
)
from pbem.service.leagues.commands import implied
from pbem.service.questions import agreed, chosen, denied, held_back, open_question
from pbem.service.readers import reader
from pbem.service.welcome import FIRST_WORDS, question_about, welcome
from pbem.who import Stranger, Writer, identify, marks_of, player_of
from pbem.work import Work

# The language of `command_text`, in which the options of a question are kept.
_CANONICAL = "en"


@dataclass(frozen=True, slots=True)
class Office:
    """What the path needs besides the mail and the database."""

    postroom: PostRoom
    trusted_authserv_id: str = ""
    admins: tuple[str, ...] = ()
    language: str = "en"
    timezone: str = "UTC"
    house: House = field(default_factory=House)


@dataclass(frozen=True, slots=True)
class Handled:
    """What became of a mail, for the log."""

    verdict: str
    player_id: int | None = None
    game_id: int | None = None
    sent: int = 0


def handle(office: Office, work: Work, stored: StoredMail) -> Handled:
    """Take one mail all the way; everything it changes is in `work`, and what goes out is in the outbox."""
    letter = read_letter(stored.delivery)
    verdict: str = screen(letter, office.postroom.ours, (*POLICY, too_many(partial(_recent, office, work))))
    writer: Writer | None = None
    notices: list[Notice] = []
    if verdict == Verdict.BOUNCE:
        notices = note_bounce(work, office.house, letter, office.postroom.tags, office.admins)
    elif verdict == Verdict.ORDER:
        match identify(work, letter, office.postroom.tags, office.trusted_authserv_id):
            case Stranger() as stranger:
                verdict, notices = "stranger", _meet(office, work, stranger, letter, stored.id)
            case Writer() as writer:
                notices = _act(office, work, writer, letter, stored.id)
    mails = office.postroom.post(work, notices, stored.id)
    player_id, game_id = (writer.player.id, writer.game_id) if writer else (None, None)
    work.finish_mail(stored.id, verdict, player_id, game_id)
    return Handled(verdict, player_id, game_id, len(mails))


def _recent(office: Office, work: Work, letter: Letter) -> int:
    """How many mails its sender wrote in the last hour; a mail with a player's good tag is never one too many."""
    if any(player_of(work, office.postroom.tags.read(mark.tag)) for mark in marks_of(letter)):
        return 0
    return work.letters_since(letter.sender, work.now - timedelta(hours=1))


def _meet(office: Office, work: Work, stranger: Stranger, letter: Letter, mail_id: int) -> list[Notice]:
    """Somebody who asks for what strangers ask for is entered; they are told nothing else before they confirm."""
    text = new_text(letter, office.postroom.ours)
    language = guess_language((text, letter.subject), stated_language(letter, office.language))
    reading = read_commands(text, letter.subject, language)
    if not asks_to_play(reading) or not stranger.address.isascii():
        return _unknown_sender(Reader(letter.sender, language, name=letter.sender_name), letter)
    name = display_name(letter.sender_name, stranger.address)
    timezone = guess_timezone(letter, language, office.timezone)
    player = work.add_player(name, stranger.address, language, timezone, confirmed=stranger.proven)
    return _act(office, work, Writer(player, stranger.proven), letter, mail_id)


def _unknown_sender(to: Reader, letter: Letter) -> list[Notice]:
    """An address that is not plain ASCII was most likely garbled on the way: an answer would reach nobody."""
    if not letter.sender.isascii():
        return []
    return [
        RefusedNotice(
            to=to, code="unknown_sender", facts={"choices": [*FIRST_WORDS]}, answers=letter.message_id or None
        )
    ]


def _act(office: Office, work: Work, writer: Writer, letter: Letter, mail_id: int) -> list[Notice]:
    text = new_text(letter, office.postroom.ours, _lines_answered(writer))
    reading = read_commands(text, letter.subject, writer.player.language)
    if not writer.proven:
        return _held(office, work, writer.player, letter, reading)
    errand = Errand(
        work,
        writer,
        mail_id,
        letter.message_id,
        office.house,
        office.postroom.entropy,
        directors=office.admins,
        ours=office.postroom.ours,
    )
    question = open_question(work, writer)
    if question and (again := _asked_again(errand, office, question, reading, text)):
        return [again]
    if not writer.player.confirmed and not denied(reading.commands):
        errand = _confirmed(errand, writer.player if question else introduced(writer.player, letter, text))
    if question:
        return _answer(office, errand, question, text, reading)
    return _carry_out(errand, reading, text)


def _held(office: Office, work: Work, player: Player, letter: Letter, reading: Reading) -> list[Notice]:
    """Nothing is done before the one at this address says that the mail is theirs."""
    if player.confirmed:
        return [question_about(player, reading.commands, letter.message_id)]
    if not reading.commands:
        return _unknown_sender(reader(player), letter)
    return welcome(work, office.house, player, reading.commands, letter.message_id)


def _asked_again(errand: Errand, office: Office, question: Question, reading: Reading, text: str) -> Notice | None:
    """An answer that says neither yes nor no, nor anything else, answers nothing: the question stands."""
    work, player = errand.work, errand.writer.player
    held = held_back(work, question)
    if held is None or _says_something(reading) or agreed(reading.commands, text, player.language):
        return None
    work.close_question(question.key)
    commands = _read(office, read_letter(held.delivery), player.language)[0].commands
    return replace(question_about(player, commands, errand.message_id), held=held.id)


def _says_something(reading: Reading) -> bool:
    return bool(reading.commands) or any(problem.readings for problem in reading.problems)


def _confirmed(errand: Errand, player: Player) -> Errand:
    """Whoever has our tag has read our mail: the address is theirs."""
    player = replace(player, confirmed=True)
    errand.work.save_player(player)
    return replace(errand, writer=replace(errand.writer, player=player))


def _lines_answered(writer: Writer) -> list[str]:
    """The text of the mail that is answered: no line of it can be an order."""
    mime = writer.answered.mime if writer.answered else None
    return plain_text(mime).splitlines() if mime else []


def _answer(office: Office, errand: Errand, question: Question, text: str, reading: Reading) -> list[Notice]:
    """A mail that answers a question of ours; one that does not is an order like any other."""
    work = errand.work
    if order := chosen(question, reading.commands):
        work.close_question(question.key)
        answered = errand.writer.answered
        confirmed = answered is not None and answered.kind is Kind.CONFIRM
        return _carry_out(replace(errand, confirmed=confirmed), parse(order, _CANONICAL), order)
    if (held := held_back(work, question)) and agreed(reading.commands, text, errand.writer.player.language):
        work.close_question(question.key)
        freed = replace(errand, writer=replace(errand.writer, game_id=None, answered=None), confirmed=True)
        return _carry_out(freed, *_read(office, read_letter(held.delivery), errand.writer.player.language))
    if denied(reading.commands):
        work.close_question(question.key)
        return []
    return _carry_out(errand, reading, text)


def _read(office: Office, letter: Letter, language: str) -> tuple[Reading, str]:
    text = new_text(letter, office.postroom.ours)
    return read_commands(text, letter.subject, language), text


def _carry_out(errand: Errand, reading: Reading, text: str) -> list[Notice]:
    if not reading.commands and (command := implied(errand, text)):
        return carry_out(errand, command)
    if not reading.commands:
        errand = within_reach(errand)
    if not reading.commands and not reading.problems:
        return [errand.refused("unreadable", {}, text, sheet_in_question(errand, None))]
    errand = replace(errand, ordered=any(isinstance(command, Move) for command in reading.commands))
    notices = [notice for command in reading.commands for notice in carry_out(_up_to_date(errand), command)]
    return [*notices, *(asked(errand, problem) for problem in reading.problems)]


def _up_to_date(errand: Errand) -> Errand:
    """One command may have changed what the next one is to know of the writer."""
    player = errand.work.player(errand.writer.player.id)
    return replace(errand, writer=replace(errand.writer, player=player)) if player else errand
