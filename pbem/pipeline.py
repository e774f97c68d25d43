"""The way of a mail: letter, screen, who, body, orders, service, notices, outbox. One function, one direction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial

from pbem.actions.context import Errand, display_name, reader
from pbem.actions.dispatch import asked, carry_out, sheet_in_question
from pbem.actions.leagues.commands import implied
from pbem.actions.people.away import note_bounce, within_reach
from pbem.actions.people.first_contact import (
    FIRST_WORDS,
    asks_to_play,
    guess_language,
    guess_timezone,
    introduced,
    question_about,
    stated_language,
    welcome,
)
from pbem.actions.people.talk import newly_heard
from pbem.actions.who import (
    Stranger,
    Writer,
    agreed,
    chosen,
    denied,
    held_back,
    identify,
    marks_of,
    open_question,
    player_of,
)
from pbem.commands.read import parse, read_commands
from pbem.commands.values import Move, Reading
from pbem.mail.address import KEY_BYTES, Claim, Mark, Ours, Tags, new_key, reply_address
from pbem.mail.compose import Stamp, compose, plain_text, tagged_subject
from pbem.mail.letter import Letter, read_letter
from pbem.mail.new_text import new_text
from pbem.mail.screen import POLICY, Verdict, screen, too_many
from pbem.model import Kind, OutMail, Player, Question, StoredMail
from pbem.model.games import House
from pbem.notices import ConfirmNotice, DigestNotice, Notice, Reader, RefusedNotice, StatusNotice
from pbem.render import render
from pbem.render.voice import Links
from pbem.work import Work

# The post room: makes mails of notices and puts them into the outbox, with the questions that they ask.


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
