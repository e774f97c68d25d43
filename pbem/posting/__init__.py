"""Posting: makes a mail of a notice and puts it into the outbox, with the question that it asks."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from pbem.actions.people.talk import told_once
from pbem.actions.request import Server
from pbem.mail.address import reply_address
from pbem.mail.compose import Stamp, compose, tagged_subject
from pbem.mail.tags import KEY_BYTES, Claim, Keyring, Purpose, new_key
from pbem.model import Cause, OutMail, Question
from pbem.notices import GameView, Notice, Reader
from pbem.notices.base import Thread
from pbem.posting.budget import Source, allowed
from pbem.render import render
from pbem.render.phrases import Links
from pbem.work import Reading, Work

_QUESTION_HOLDS = timedelta(days=7)


def send(server: Server, work: Work, notices: Iterable[Notice], source: Source | None = None) -> list[OutMail]:
    """Put a mail for each notice into the outbox, as far as its reader's budget allows it."""
    mails = (_sent(server, work, notice, source) for notice in notices)
    return [mail for mail in mails if mail]


def _sent(server: Server, work: Work, notice: Notice, source: Source | None) -> OutMail | None:
    found = allowed(server, work, notice, source)
    if found is None:
        return None
    notice, cause = found
    return _post(server, work, told_once(work, notice), source.mail_id if source else None, cause)


def _post(server: Server, work: Work, notice: Notice, mail_id: int | None, cause: Cause | None) -> OutMail:
    """Render it, compose it, put it out; `mail_id` is the mail that brought it about."""
    mail = replace(_mail(server, work, notice, mail_id), cause=cause)
    work.post(mail, notice.not_before)
    _ask(work, notice, mail)
    return mail


def _mail(server: Server, work: Reading, notice: Notice, mail_id: int | None) -> OutMail:
    reader, game_view, game_id = notice.to, notice.game_view, notice.game_id
    stamp = Stamp(
        kind=notice.kind,
        to_name=reader.name,
        to_address=reader.address,
        keyring=_keyring(server, reader, game_id),
        date=work.now,
        game_id=game_id,
        turn=game_view.length if game_view else None,
        root=_root(work, notice),
        opens_thread=notice.thread is not Thread.BELOW,
        answers=notice.answers,
        league=notice.about_league.name if notice.about_league else "",
    )
    composed = compose(server.ours, stamp, render(notice, _links(server, stamp, notice)))
    return OutMail(
        key=stamp.keyring.key,
        message_id=composed.message_id,
        kind=notice.kind,
        sender=composed.sender,
        recipient=reader.address,
        mime=composed.mime,
        player_id=reader.player_id,
        game_id=game_id,
        turn=stamp.turn,
        mail_id=mail_id,
        forgettable=notice.forgettable,
    )


def _keyring(server: Server, reader: Reader, game_id: int | None) -> Keyring:
    """Whoever is only asked whether an address is theirs can say yes or no, and nothing else for the player."""
    claim = Claim(reader.player_id or 0, game_id or 0, reader.generation)
    answers = Purpose.ANSWER if reader.proven else Purpose.CONSENT
    return Keyring(server.tags, claim, new_key(server.entropy(KEY_BYTES)), answers)


def _links(server: Server, stamp: Stamp, notice: Notice) -> Links:
    """How this reader answers, and where their pages are; a stranger has none."""
    ours, keyring, reader = server.ours, stamp.keyring, notice.to
    answers = Links(reply_address(ours, keyring), mark=tagged_subject(ours, stamp, ""))
    if not (ours.web and reader.player_id and reader.proven):
        return answers
    return replace(
        answers,
        settings=f"{ours.web}/settings/{keyring.tag(Purpose.SETTINGS)}",
        pages={each.game_id: _page(server, reader, each) for each in notice.shown_games if each.seat is not None},
    )


def _page(server: Server, reader: Reader, game_view: GameView) -> str:
    """Where the reader plays this game: good for this seat, and for nothing else."""
    claim = Claim(reader.player_id or 0, game_view.game_id, reader.generation)
    return f"{server.ours.web}/play/{server.tags.make(Purpose.PLAY, claim)}"


def _root(work: Reading, notice: Notice) -> str:
    """What all mails of a thread refer to: for each reader a turn, or the start or the end of a game."""
    game_view, player_id = notice.game_view, notice.to.player_id
    if game_view is None or player_id is None or notice.thread is Thread.ALONE:
        return ""
    return f"{game_view.game_id}.{player_id}.{_part_of_game(work, notice.thread, game_view, player_id)}"


def _part_of_game(work: Reading, thread: Thread, game_view: GameView, player_id: int) -> str:
    if thread is Thread.TURN:
        return f"turn{game_view.length}"
    if thread is not Thread.BELOW or game_view.view.turn is None:
        return Thread.END if game_view.view.turn is None else Thread.START
    told = work.last_turn_mail(game_view.game_id, player_id)
    return f"turn{told.turn}" if told else Thread.START


def _ask(work: Work, notice: Notice, mail: OutMail) -> None:
    asked = notice.question
    if asked and mail.player_id and mail.mail_id:
        about, until = asked.held or mail.mail_id, work.now + _QUESTION_HOLDS
        work.ask(Question(mail.key, mail.player_id, about, until, asked.options))
