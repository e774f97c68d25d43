"""One presenter a notice: what its mail says besides what all mails say, as values for its template, and its files."""

from functools import singledispatch
from typing import NamedTuple, TypeAlias

from pbem.commands.intents import answer
from pbem.commands.values import OrderCode
from pbem.mail.compose import Attachment
from pbem.model.leagues import slug
from pbem.notices import (
    AlertNotice,
    AnswerNotice,
    AskedDecisionNotice,
    BounceNotice,
    ConfirmNotice,
    DataNotice,
    DecisionNotice,
    DigestNotice,
    EndedNotice,
    GameView,
    HeardRemark,
    HelpNotice,
    HintNotice,
    Invited,
    InviteNotice,
    LeagueLogNotice,
    LeagueNotice,
    LessonNotice,
    LobbyNotice,
    MovedNotice,
    Notice,
    OutcomeNotice,
    RefusedNotice,
    RemarkNotice,
    ReminderNotice,
    ReportedNotice,
    ReportNotice,
    RulesNotice,
    SettingsNotice,
    StandingsNotice,
    StartedNotice,
    StatusNotice,
    TalkNotice,
    TimeoutNotice,
    TurnNotice,
    WelcomeNotice,
)
from pbem.render.alerts import alert_details, reported_details
from pbem.render.answers import answer_lines
from pbem.render.board import players
from pbem.render.decisions import decision_details, log_file
from pbem.render.digest import examples, games, is_brief
from pbem.render.ended import ended_details, ended_files
from pbem.render.help import chapters, manual, rules_at_length, rules_in_short
from pbem.render.hints import foretold, hinted
from pbem.render.leagues import is_large, league_details
from pbem.render.lesson import lesson_details
from pbem.render.lobby import card, is_seated, news
from pbem.render.nearest import nearest
from pbem.render.page import Page, standing
from pbem.render.people import away, done, in_time, last_mail, settings
from pbem.render.phrases import Phrases, PlacedPhrases
from pbem.render.proposals import outcome
from pbem.render.questions import asked
from pbem.render.refusals import why
from pbem.render.reports import report, report_steps
from pbem.render.standings import charts, standings_details
from pbem.render.story import deadline, time_to_come
from pbem.render.subjects import said
from pbem.render.welcome import first_rules, opponents, other_languages, splendor, welcome_details

Details: TypeAlias = dict[str, object]
Files: TypeAlias = tuple[Attachment, ...]

DATA_NAME = "pbem-data.json"
# What these codes come with is the writer's own text, not an order that was understood.
_UNREAD = ("unreadable", "unreadable_answer", "ambiguous")
# What was meant has left its place, so that nothing on the table is near to it.
_OF_BEFORE = (OrderCode.PLACE_EMPTY, OrderCode.PLACE_CHANGED, OrderCode.NOBLE_GONE)


@singledispatch
def details(_notice: Notice, _page: Page) -> Details:
    """The values that the template asks for; most find all in the page."""
    return {}


@singledispatch
def files(_notice: Notice, _page: Page) -> Files:
    """What is attached to the mail."""
    return ()


# At a table


@details.register
def _started(notice: StartedNotice, page: Page) -> Details:
    return {"rules": rules_in_short(page.language, notice.game_view.view.edition)} if notice.game_view else {}


@details.register
def _turn(notice: TurnNotice, page: Page) -> Details:
    return {"lines": first_rules(page.phrases, notice), "against": opponents(page.phrases, notice)}


@details.register
def _reminder(notice: ReminderNotice, page: Page) -> Details:
    return {"urgent": said(notice, page)[0]}


@details.register
def _timeout(notice: TimeoutNotice, page: Page) -> Details:
    return {"turns_have": time_to_come(page.phrases, *notice.turns_have) if notice.turns_have else ""}


@details.register
def _ended(notice: EndedNotice, page: Page) -> Details:
    return ended_details(page, notice)


@files.register
def _ended_files(notice: EndedNotice, page: Page) -> Files:
    return ended_files(page, notice)


@details.register
def _digest(notice: DigestNotice, page: Page) -> Details:
    return {"games": games(page, notice), "brief": is_brief(notice), "examples": examples(page, notice)}


@details.register
def _hint(notice: HintNotice, page: Page) -> Details:
    return {"hints": hinted(page, notice.hints), "follows": foretold(page, notice.follows)}


@details.register
def _press(notice: RemarkNotice, page: Page) -> Details:
    return {"heading": _heading(notice, page)}


def _heading(press: RemarkNotice, page: Page) -> str:
    """Who speaks to whom."""
    if not press.own:
        return page.heading(HeardRemark(press.author, press.words, press.private))
    if press.private:
        return page.phrases.say("You to %(name)s alone:", name=page.phrases.isolated(press.whom))
    return page.phrases.say("You to the table:")


@details.register
def _moved(notice: MovedNotice, page: Page) -> Details:
    """When the order is played that can still be taken back, and how a correction begins."""
    if not notice.settles_at:
        return {}
    meant = page.phrases.say("No, I meant …")
    moment = page.language.moment(notice.settles_at, notice.to.timezone)
    return {"moment": moment, "meant": meant, "correction": str(meant).removesuffix("…")}


@details.register
def _settled(notice: OutcomeNotice, page: Page) -> Details:
    return {"line": outcome(page.phrases, notice)}


@details.register
def _talk(notice: TalkNotice, page: Page) -> Details:
    return {"names": page.phrases.joined(notice.whom), "words": notice.words.splitlines(), "asks": notice.asks}


# Tables that wait, and leagues


@details.register
def _invite(notice: InviteNotice, page: Page) -> Details:
    shown = card(page.phrases, notice.table, notice.to.timezone, running=notice.game_view is not None)
    code = page.language.code
    return {
        "card": shown,
        "why": _why(notice, page),
        "splendor": splendor(page.phrases),
        "cost": answer("cost", code),
        "languages": other_languages(code),
    }


def _why(notice: InviteNotice, page: Page) -> str:
    say = page.phrases.say
    match notice.why:
        case Invited.AGAIN:
            return say("You have not answered yet, so we ask once more. Either answer is fine.")
        case Invited.LATER:
            until = page.language.moment(notice.table.until, notice.to.timezone)
            return say("No hurry: the seat is kept for you until %(until)s. Say yes or no by then.", until=until)
        case Invited.UNCLEAR:
            return say("Was that a yes or a no? One tap tells us; and you may ask us anything.")
    return ""


@details.register
def _lobby(notice: LobbyNotice, page: Page) -> Details:
    phrases, timezone, table = page.phrases, notice.to.timezone, notice.table
    return {
        "news": news(phrases, notice),
        "card": card(phrases, table, timezone) if table else None,
        "cards": [card(phrases, each, timezone) for each in notice.tables],
        "seated": is_seated(notice),
        "hosting": table is not None and table.host == notice.to.name,
        "waits": table is not None and len(table.guests) < table.seats,
        "free": table.seats - len(table.guests) - table.invited if table else 0,
        "last_mail": last_mail(phrases, notice.last_mail, timezone),
    }


@details.register
def _league(notice: LeagueNotice, page: Page) -> Details:
    return league_details(page.phrases, notice, page.links.web)


@details.register
def _standings(notice: StandingsNotice, page: Page) -> Details:
    return standings_details(page.phrases, notice)


@files.register
def _standings_files(notice: StandingsNotice, _page: Page) -> Files:
    return charts(notice)


@details.register
def _report(notice: ReportNotice, page: Page) -> Details:
    return {"groups": report(page.phrases, notice.worries), "steps": report_steps(page.phrases, notice)}


@files.register
def _log_files(notice: LeagueLogNotice, _page: Page) -> Files:
    return log_file(notice)


@files.register
def _proof(notice: LeagueNotice, _page: Page) -> Files:
    league = notice.about_league
    if league is None or not notice.proof or is_large(notice.proof):
        return ()
    return (Attachment(f"{slug(league.name)}-{league.season}.zip", "application/zip", notice.proof),)


@details.register
def _decision(notice: DecisionNotice, page: Page) -> Details:
    return decision_details(page.phrases, notice)


@details.register
def _asked_decision(notice: AskedDecisionNotice, page: Page) -> Details:
    return decision_details(page.phrases, notice)


# Answers


@details.register
def _refused(notice: RefusedNotice, page: Page) -> Details:
    read = notice.code not in _UNREAD
    by_the_board = read and notice.code not in _OF_BEFORE
    phrases = page.phrases
    if page.board:
        phrases = PlacedPhrases(phrases.language, phrases.html, page.place_names)
    return {
        "read": read,
        "understood": page.understood(notice.understood) if read else notice.understood,
        "reason": why(phrases, notice.code, notice.facts),
        "instead": nearest(page.board, notice.understood) if page.board and page.can_move and by_the_board else [],
    }


@details.register
def _confirm(notice: ConfirmNotice, page: Page) -> Details:
    return {"asked": asked(page.phrases, notice)}


@details.register
def _welcome(notice: WelcomeNotice, page: Page) -> Details:
    return welcome_details(page.phrases, notice)


@details.register
def _lesson(notice: LessonNotice, page: Page) -> Details:
    return lesson_details(page, notice)


@details.register
def _answer(notice: AnswerNotice, page: Page) -> Details:
    return {"lines": answer_lines(page, notice)}


@details.register
def _help(notice: HelpNotice, page: Page) -> Details:
    return {"sections": manual(page.language, notice.chapter), "chapters": chapters(page.language, notice.chapter)}


@details.register
def _rules(notice: RulesNotice, page: Page) -> Details:
    if notice.whole:
        return {"chapters": rules_at_length(page.language, notice.edition)}
    return {"chapters": (), "short": rules_in_short(page.language, notice.edition)}


@details.register
def _status(notice: StatusNotice, page: Page) -> Details:
    summaries = [_summary(page.phrases, game_view, notice.to.timezone) for game_view in notice.games]
    return {"games": summaries, "waiting_for": page.phrases.listed(notice.waiting_for)}


class Summary(NamedTuple):
    """One of the reader's games, in a line or two."""

    number: str
    score: str
    state: str


def _summary(phrases: Phrases, game_view: GameView, timezone: str) -> Summary:
    number, time = phrases.game(game_view.game_id, game_view.title), deadline(phrases, game_view, timezone)
    state = _state(phrases, game_view)
    if time:
        state = phrases.fill("%(state)s · %(time)s", state=state, time=time) if game_view.my_turn else time
    return Summary(number, standing(phrases, players(game_view)), state)


def _state(phrases: Phrases, game_view: GameView) -> str:
    if game_view.view.turn is None:
        return phrases.say("The game is over")
    if game_view.my_turn:
        return phrases.say("Your turn")
    return phrases.say("It is %(name)s's turn.", name=phrases.isolated(game_view.names[game_view.view.turn]))


@details.register
def _settings(notice: SettingsNotice, page: Page) -> Details:
    return {
        "done": done(page.phrases, notice),
        "settings": settings(page.phrases, notice),
        "away": away(page.phrases, notice),
        "in_time": in_time(page.phrases, notice.player),
    }


@details.register
def _data(_notice: DataNotice, _page: Page) -> Details:
    return {"data_name": DATA_NAME}


@files.register
def _data_files(notice: DataNotice, _page: Page) -> Files:
    return (Attachment(DATA_NAME, "application/json", notice.data.encode()),)


# To the admins


@details.register
def _bounce(notice: BounceNotice, page: Page) -> Details:
    rows = ((notice.player, notice.game_id, notice.reason), *notice.more)
    return {"mails": [(page.phrases.isolated(name), game_id, reason) for name, game_id, reason in rows]}


@details.register
def _reported(notice: ReportedNotice, page: Page) -> Details:
    return reported_details(page.phrases, notice)


@details.register
def _alert(notice: AlertNotice, page: Page) -> Details:
    return alert_details(page.phrases, notice)
