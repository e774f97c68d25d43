"""The first words of a mail: what it is about."""

from pbem.i18n import Language
from pbem.model import Kind
from pbem.notices import (
    AlertNotice,
    ConfirmNotice,
    DataNotice,
    DigestNotice,
    DirectorNotice,
    HintNotice,
    HistoryNotice,
    InviteNotice,
    LeagueNews,
    LeagueNotice,
    LobbyNews,
    LobbyNotice,
    MovedNotice,
    Notice,
    QueuedNotice,
    ReminderNotice,
    ReportNotice,
    SettingsNotice,
    Sheet,
    StandingsNotice,
    StatusNotice,
    TimeoutNotice,
)
from pbem.render.alerts import alert_title


def title(notice: Notice, language: Language) -> str:
    """What a mail is headed with."""
    say = language.gettext
    match notice:
        case LobbyNotice():
            return _of_a_table(notice, language)
        case StatusNotice():
            return _of_status(notice, language)
        case DigestNotice(games=games):
            count = len(games)
            return language.ngettext("Your turn in %(num)d game", "Your turn in %(num)d games", count) % {"num": count}
        case MovedNotice(who=name) if name:
            return say("%(name)s moved") % {"name": name}
    return _variants(notice, language) or _titles(language).get(notice.kind, say("Splendor by mail"))


def _variants(notice: Notice, language: Language) -> str:
    """The titles of those that say something else than their kind usually does."""
    say = language.gettext
    match notice:
        case QueuedNotice(order=None):
            return say("No order waits any more")
        case ReminderNotice(last_call=True):
            return say("Last call")
        case TimeoutNotice(resigned=True):
            return say("You are out of the game")
        case TimeoutNotice(left=True):
            return say("A bot plays for you now")
        case ConfirmNotice(welcome=True):
            return say("Welcome!")
        case ConfirmNotice(second=True):
            return say("Is this your address?")
        case ConfirmNotice(asks=command) if command:
            return say("Are you sure?")
        case InviteNotice(sheet=Sheet()):
            return say("A seat is free")
    return _of_answers(notice, language)


def _of_answers(notice: Notice, language: Language) -> str:
    """The titles of the answers that are no board."""
    say = language.gettext
    match notice:
        case SettingsNotice():
            return say("Your settings")
        case HistoryNotice():
            return say("The game so far")
        case HintNotice():
            return say("Hints")
        case DataNotice():
            return say("Your data")
        case DirectorNotice(done=done):
            return say("Done") if done else say("From the director")
        case AlertNotice():
            return alert_title(notice, language)
    return _of_leagues(notice, language)


def _of_leagues(notice: Notice, language: Language) -> str:
    say = language.gettext
    match notice:
        case LeagueNotice(news=None):
            return say("Leagues")
        case LeagueNotice(news=LeagueNews() as news):
            return _league_news(language)[news]
        case StandingsNotice(weekly=weekly):
            return say("The week in your division") if weekly else say("Standings")
        case ReportNotice():
            return say("Report to the directors")
    return ""


def _league_news(language: Language) -> dict[LeagueNews, str]:
    say = language.gettext
    return {
        LeagueNews.ANNOUNCED: say("A new season"),
        LeagueNews.ENTERED: say("You have entered"),
        LeagueNews.WITHDRAWN: say("You have withdrawn"),
        LeagueNews.CHECK_IN: say("Are you there?"),
        LeagueNews.CHECKED_IN: say("You are in"),
        LeagueNews.MISSED: say("A season without you"),
        LeagueNews.CALLED_OFF: say("The season is called off"),
        LeagueNews.STARTED: say("The season begins"),
        LeagueNews.OVERTIME: say("Overtime"),
        LeagueNews.ADJUDICATED: say("The last games are decided"),
        LeagueNews.PROVISIONAL: say("All games are over"),
        LeagueNews.SIGNED_OFF: say("The season is over"),
        LeagueNews.PROTESTED: say("Your protest has arrived"),
    }


def _of_status(notice: StatusNotice, language: Language) -> str:
    say = language.gettext
    match notice:
        case StatusNotice(stopped=True):
            return say("Goodbye for now")
        case StatusNotice(forgotten=True):
            return say("Goodbye")
        case StatusNotice(waiting_for=names) if names:
            return say("A rematch")
        case StatusNotice(watching=False):
            return say("You no longer watch")
        case StatusNotice(watching=True) | StatusNotice(sheet=Sheet(seat=None)):
            return say("You are watching")
        case StatusNotice(sheet=None):
            return say("Your games")
    return say("The board")


def _of_a_table(notice: LobbyNotice, language: Language) -> str:
    say = language.gettext
    match notice.news:
        case None:
            return say("Open tables")
        case LobbyNews.CALLED_OFF:
            return say("The game is called off")
        case _ if notice.who:
            return say("News of your table")
    return _own_doings(language)[notice.news]


def _own_doings(language: Language) -> dict[LobbyNews, str]:
    say = language.gettext
    return {
        LobbyNews.OPENED: say("Your table is open"),
        LobbyNews.JOINED: say("You sit at the table"),
        LobbyNews.LEFT: say("You left the table"),
        LobbyNews.INVITED: say("The invitations are sent"),
        LobbyNews.DECLINED: say("You declined"),
    }


def _titles(language: Language) -> dict[Kind, str]:
    say = language.gettext
    return {
        Kind.TURN: say("Your turn"),
        Kind.REMINDER: say("Still your turn"),
        Kind.TIMEOUT: say("Your time ran out"),
        Kind.MOVED: say("Your order was played"),
        Kind.QUEUED: say("Your order waits for your turn"),
        Kind.PREVIEW: say("A preview: nothing has happened"),
        Kind.STARTED: say("The game begins"),
        Kind.ENDED: say("The game is over"),
        Kind.REFUSED: say("Nothing was changed"),
        Kind.CONFIRM: say("Was this you?"),
        Kind.HELP: say("How to play by mail"),
        Kind.RULES: say("The rules"),
        Kind.PRESS: say("A message"),
        Kind.INVITE: say("An invitation"),
        Kind.BOUNCE_NOTICE: say("A mail came back"),
    }
