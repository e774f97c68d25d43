"""What a mail of one kind says besides what all of them say: values for its template."""

from typing import NamedTuple, TypeAlias

from pbem.notices import (
    AlertNotice,
    BounceNotice,
    ConfirmNotice,
    DataNotice,
    DigestNotice,
    DirectorNotice,
    EndedNotice,
    HelpNotice,
    HintNotice,
    HistoryNotice,
    InviteNotice,
    LeagueNotice,
    LobbyNotice,
    Notice,
    PressNotice,
    RefusedNotice,
    ReportNotice,
    RulesNotice,
    Said,
    SettingsNotice,
    Sheet,
    StandingsNotice,
    StartedNotice,
    StatusNotice,
)
from pbem.render.alerts import alert_details
from pbem.render.board import Player, players
from pbem.render.chart import race_of
from pbem.render.games import examples, games, hinted, is_brief, looked_back
from pbem.render.help import manual, rules_at_length, rules_in_short
from pbem.render.leagues import league_details
from pbem.render.lobby import card, is_seated, news
from pbem.render.page import Page, standing
from pbem.render.people import asked, away, done, in_time, settings
from pbem.render.refusals import why
from pbem.render.standings import report, report_steps, standings_details
from pbem.render.story import deadline
from pbem.render.voice import Voice

Details: TypeAlias = dict[str, object]

RACE_ID = "race@pbem"
DATA_NAME = "pbem-data.json"
# What these codes come with is the writer's own text, not an order that was understood.
_UNREAD = ("unreadable", "unreadable_answer", "ambiguous")


class Summary(NamedTuple):
    """One of the reader's games, in a line or two."""

    number: str
    score: str
    state: str


def template_of(notice: Notice) -> str:
    """The name of the template; most kinds have their own, and some share a kind."""
    match notice:
        case SettingsNotice():
            return "settings"
        case HistoryNotice():
            return "history"
        case HintNotice():
            return "hint"
        case DataNotice():
            return "data"
        case DirectorNotice():
            return "director"
        case ReportNotice():
            return "report"
        case AlertNotice():
            return "alert"
    return notice.kind


def details(page: Page) -> Details:
    """The values that this kind's template asks for."""
    voice, language = page.voice, page.language
    match page.notice:
        case StartedNotice(sheet=Sheet() as sheet):
            return {"rules": rules_in_short(language, sheet.view.edition)}
        case RulesNotice(edition=edition):
            return {"chapters": rules_at_length(language, edition)}
        case HelpNotice():
            return {"sections": manual(language)}
        case RefusedNotice() as refused:
            return _refused(page, refused)
        case EndedNotice() as ended:
            return {**_ended(page, ended.record), "analysis": looked_back(page, ended.analysis)}
        case PressNotice() as press:
            return {"heading": _heading(page, press)}
        case BounceNotice(player=name):
            return {"name": voice.isolated(name)}
        case AlertNotice() as alert:
            return alert_details(voice, alert)
    return _of_the_lobby(page) or _of_a_league(page) or _of_a_player(page)


def _of_the_lobby(page: Page) -> Details:
    voice, timezone = page.voice, page.notice.to.timezone
    match page.notice:
        case InviteNotice(table=table):
            return {"card": card(voice, table, timezone, running=page.sheet is not None)}
        case LobbyNotice(table=table, tables=tables) as lobby:
            return {
                "news": news(voice, lobby),
                "card": card(voice, table, timezone) if table else None,
                "cards": [card(voice, each, timezone) for each in tables],
                "seated": is_seated(lobby),
                "hosting": table is not None and table.host == lobby.to.name,
            }
    return {}


def _of_a_league(page: Page) -> Details:
    voice = page.voice
    match page.notice:
        case LeagueNotice() as notice:
            return league_details(voice, notice)
        case StandingsNotice() as notice:
            return standings_details(voice, notice)
        case ReportNotice() as notice:
            return {"groups": report(voice, notice.worries), "steps": report_steps(voice, notice)}
    return {}


def _of_a_player(page: Page) -> Details:
    voice = page.voice
    match page.notice:
        case StatusNotice(games=sheets, waiting_for=names):
            summaries = [_summary(voice, sheet, page.notice.to.timezone) for sheet in sheets]
            return {"games": summaries, "waiting_for": voice.listed(names)}
        case DigestNotice() as digest:
            return {"games": games(page, digest), "brief": is_brief(digest), "examples": examples(page, digest)}
        case HintNotice(hints=hints):
            return {"hints": hinted(page, hints)}
        case ConfirmNotice() as question:
            return {"asked": asked(voice, question)}
        case DataNotice():
            return {"data_name": DATA_NAME}
        case SettingsNotice(player=player) as notice:
            return {
                "done": done(voice, notice),
                "settings": settings(voice, notice),
                "away": away(voice, notice),
                "in_time": in_time(voice, player),
            }
    return {}


def _heading(page: Page, press: PressNotice) -> str:
    """Who speaks to whom."""
    if not press.own:
        return page.heading(Said(press.author, press.words, press.private))
    if press.private:
        return page.voice.say("You to %(name)s alone:", name=page.voice.isolated(press.whom))
    return page.voice.say("You to the table:")


def _refused(page: Page, refused: RefusedNotice) -> Details:
    read = refused.code not in _UNREAD
    return {
        "read": read,
        "understood": page.spoken(refused.understood) if read else refused.understood,
        "reason": why(page.voice, refused.code, refused.facts),
    }


def _summary(voice: Voice, sheet: Sheet, timezone: str) -> Summary:
    number, time = voice.isolated(f"#{sheet.game_id}"), deadline(voice, sheet, timezone)
    state = _state(voice, sheet)
    if time:
        state = voice.fill("%(state)s · %(time)s", state=state, time=time) if sheet.my_turn else time
    return Summary(number, standing(voice, players(sheet)), state)


def _state(voice: Voice, sheet: Sheet) -> str:
    if sheet.view.turn is None:
        return voice.say("The game is over")
    if sheet.my_turn:
        return voice.say("Your turn")
    return voice.say("It is the turn of %(name)s.", name=voice.isolated(sheet.names[sheet.view.turn]))


def _ended(page: Page, record: str) -> Details:
    assert page.board
    headers = dict(line.partition(": ")[::2] for line in record.partition("\n\n")[0].splitlines())
    race = race_of(record)
    return {
        "verdict": _verdict(page),
        "final": sorted(page.board.players, key=lambda player: player.rank),
        "race": race,
        "race_id": RACE_ID,
        "race_in_words": page.voice.say(
            "How the points grew, round by round. At the end: %(points)s.", points=page.score
        ),
        "secret": headers.get("Secret", ""),
        "record_name": record_name(page),
    }


def record_name(page: Page) -> str:
    """The file name of the record."""
    assert page.sheet
    return f"splendor-{page.sheet.game_id}.txt"


def _verdict(page: Page) -> str:
    """Who won, and how."""
    assert page.board
    voice, view = page.voice, page.board.view
    best = [player for player in page.board.players if player.rank == 1]
    names = voice.listed(player.name for player in best)
    points = voice.points(best[0].seat.points)
    if view.awarded:
        return voice.say("The director gave the game to %(names)s.", names=names)
    if len(best) > 1:
        return voice.say("%(names)s share the victory with %(points)s each.", names=names, points=points)
    if rival := _beaten_by_cards(page.board.players, best[0]):
        return voice.say(
            "%(names)s won with %(points)s, as many as %(rival)s but with fewer cards.",
            names=names,
            points=points,
            rival=voice.isolated(rival.name),
        )
    return voice.say("%(names)s won with %(points)s.", names=names, points=points)


def _beaten_by_cards(players: tuple[Player, ...], best: Player) -> Player | None:
    same = [each for each in players if each.rank > 1 and not each.seat.resigned]
    return next((each for each in same if each.seat.points == best.seat.points), None)
