"""From notices to mails in the outbox: what goes together, what the budget allows, keys, links and questions."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import timedelta

from pbem.actions.board_shown import board_text
from pbem.actions.people.bell import ring_bell
from pbem.actions.request import Server
from pbem.mail.address import reply_address
from pbem.mail.compose import Stamp, compose, tagged_subject
from pbem.mail.tags import KEY_BYTES, Claim, Keyring, Purpose, new_key
from pbem.model import Cause, League, OutMail, Question
from pbem.notices import GameView, Notice, Reader, ReportNotice, TurnNotice
from pbem.notices.base import Thread
from pbem.posting.budget import STRANGERS, Source, allowed, spaced
from pbem.posting.short import shortened
from pbem.posting.together import about_one_game, all_games, together, told_once
from pbem.render import render
from pbem.render.phrases import Links
from pbem.work import ReadWork, Work

_OWN_PAGES = (Purpose.SETTINGS, Purpose.GAMES)
_QUESTION_HOLDS = timedelta(days=7)


def send(server: Server, work: Work, notices: Iterable[Notice], source: Source | None = None) -> list[OutMail]:
    """Put a mail for each reader into the outbox, as far as their budget allows it."""
    mails = (_send_one(server, work, notice, source) for notice in together(notices))
    return [mail for mail in mails if mail]


def _send_one(server: Server, work: Work, notice: Notice, source: Source | None) -> OutMail | None:
    found = allowed(server, work, spaced(server, work, notice), source)
    if found is None:
        return None
    notice, cause = found
    mail_id = source.mail_id if source else None
    if isinstance(notice, TurnNotice):
        ring_bell(work, notice)
    once, heard = told_once(work, notice)
    mail = _post(server, work, once, mail_id, cause, heard)
    if also := notice.to.second_address:
        # The last that told of a turn is the one by which its clock begins: this one arrives.
        _post(server, work, replace(notice, to=replace(notice.to, address=also)), mail_id, cause)
    return mail


def _post(
    server: Server,
    work: Work,
    notice: Notice,
    mail_id: int | None,
    cause: Cause | None,
    heard: Mapping[int, int] | None = None,
) -> OutMail:
    """Render it, compose it, put it out; `mail_id` is the mail that brought it about."""
    mail = _mail(server, work, notice, mail_id, cause)
    work.post(mail, notice.not_before, heard)
    _ask(work, notice, mail)
    return mail


def _mail(server: Server, work: Work, notice: Notice, mail_id: int | None, cause: Cause | None) -> OutMail:
    reader, one_game = notice.to, about_one_game(notice)
    game_view, game_id = (notice.game_view, notice.game_id) if one_game else (None, None)
    stamp = Stamp(
        kind=notice.kind,
        to_name=reader.name,
        to_address=reader.address,
        keyring=_keyring(server, reader, game_id, board_text(game_view.view) if game_view else ""),
        date=work.now,
        game_id=game_id,
        turn=game_view.length if game_view else None,
        root=_root(work, notice),
        opens_thread=notice.thread is not Thread.BELOW,
        answers=notice.answers,
        league=_anchor(work, notice),
        listed=notice.listed,
    )
    content = render(notice, _links(server, stamp, notice))
    composed = compose(server.ours, stamp, content)
    if cause in STRANGERS:
        composed = shortened(server, stamp, content, composed)
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
        cause=cause,
        forgettable=any(each.forgettable for each in (notice, *notice.also)),
    )


def _anchor(work: Work, notice: Notice) -> str:
    """Which league a mail is about, and where its log ends: whoever keeps the mail can tell whether it still does."""
    league = _league_of(work, notice)
    if league is None:
        return ""
    line, head = work.log_head(league.id)
    return f"{league.slug}; line={line}; head={head}"


def _league_of(work: ReadWork, notice: Notice) -> League | None:
    if told := notice.about_league:
        return next((each for each in work.leagues() if each.name == told.name), None)
    fixture = work.fixture_of(notice.game_id) if notice.game_id else None
    season = work.season(fixture.season_id) if fixture else None
    return work.league(season.league_id) if season else None


def _keyring(server: Server, reader: Reader, game_id: int | None, board: str) -> Keyring:
    """Whoever is only asked whether an address is theirs can say yes or no, and nothing else for the player."""
    claim = Claim(reader.player_id or 0, game_id or 0, reader.generation)
    answers = Purpose.ANSWER if reader.proven else Purpose.CONSENT
    return Keyring(server.tags, claim, new_key(server.entropy(KEY_BYTES), board), answers)


def _links(server: Server, stamp: Stamp, notice: Notice) -> Links:
    """How this reader answers, and where their pages are; a stranger has none."""
    ours, keyring, reader = server.ours, stamp.keyring, notice.to
    answers = Links(reply_address(ours, keyring), mark=tagged_subject(ours, stamp, ""), web=ours.web)
    if not (ours.web and reader.player_id and reader.proven):
        return answers
    # Whoever hands on a mail of a game gives away that seat, and nothing else of its owner.
    settings, games = ("" if stamp.game_id else f"{ours.web}/{each.value}/{keyring.tag(each)}" for each in _OWN_PAGES)
    return replace(
        answers,
        settings=settings,
        games=games,
        directs=f"{ours.web}/direct/{keyring.tag(Purpose.DIRECT)}" if _reports(notice) else "",
        pages={each.game_id: _page(server, reader, each) for each in all_games(notice) if each.seat is not None},
    )


def _reports(notice: Notice) -> bool:
    """Whether a mail is for somebody who directs."""
    return any(isinstance(each, ReportNotice) for each in (notice, *notice.also))


def _page(server: Server, reader: Reader, game_view: GameView) -> str:
    """Where the reader plays this game: good for this seat, and for nothing else."""
    claim = Claim(reader.player_id or 0, game_view.game_id, reader.generation)
    return f"{server.ours.web}/play/{server.tags.make(Purpose.PLAY, claim)}"


def _root(work: ReadWork, notice: Notice) -> str:
    """What all mails of a thread refer to: for each reader a turn, or the start or the end of a game."""
    game_view, player_id = notice.game_view, notice.to.player_id
    if game_view is None or player_id is None or notice.thread is Thread.ALONE:
        return ""
    return f"{game_view.game_id}.{player_id}.{_part_of_game(work, notice.thread, game_view, player_id)}"


def _part_of_game(work: ReadWork, thread: Thread, game_view: GameView, player_id: int) -> str:
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
