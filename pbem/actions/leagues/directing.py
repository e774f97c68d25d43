"""What a director does to leagues, in one line each: what is asked first is a decision, the rest happens at once."""

from collections.abc import Callable
from typing import TypeAlias

from pbem.actions.find import find_player
from pbem.actions.leagues import calendar, entries, roles, rulings
from pbem.actions.leagues.decide import (
    LEAGUE_ALONE,
    Decision,
    at_hand,
    carry_out,
    check_role,
    consider,
    current,
    directed_by,
    directs,
    leading_league,
    to_be_decided,
    to_be_signed_off,
)
from pbem.actions.leagues.entries import league_named, season_of
from pbem.actions.leagues.files import log_of
from pbem.actions.leagues.formats import OPTIONS
from pbem.actions.leagues.founding import RULES, TERMS, found, rules_of, start_of
from pbem.actions.leagues.leaving import leave
from pbem.actions.leagues.reports import cases_for, report_for, standings_for, warned_for
from pbem.actions.leagues.rulings import member_called, of_game
from pbem.actions.leagues.season_facts import OPEN, PLAYED, facts, timetable
from pbem.actions.leagues.telling import Details, season_told, tell
from pbem.actions.leagues.undo import undo
from pbem.actions.names import display_name
from pbem.actions.request import Refused, Request, Server
from pbem.commands.text import command_text
from pbem.commands.values import Command
from pbem.mail.headers import listed, mailboxes
from pbem.model import League, Member, Player, Season
from pbem.notices import AskedDecisionNotice, LeagueLogNotice, LeagueNews, Notice
from pbem.work import ReadWork, Work

DECISIONS = (
    Decision(
        "ruling",
        "#42 places NAME … | void | as played",
        "Rule how a game counts, or answer a case: case N granted|refused.",
        rulings.ruling,
        of_game,
        reasoned=True,
    ),
    Decision(
        "penalty",
        "[LEAGUE] NAME POINTS",
        "Take points away from a member.",
        rulings.penalty,
        to_be_decided,
        reasoned=True,
    ),
    Decision("lift", "[LEAGUE] NAME", "Take back a member's penalty.", rulings.lift, to_be_decided),
    Decision(
        "expel",
        "[LEAGUE] NAME [void|forfeit]",
        "Expel somebody from this league; the results stand, are void, or forfeit.",
        rulings.expel,
        current,
        reasoned=True,
    ),
    Decision(
        "reinstate",
        "[LEAGUE] NAME",
        "Let somebody back in who was expelled, left or was replaced.",
        rulings.reinstate,
        current,
    ),
    Decision(
        "apart",
        "[LEAGUE] NAME, NAME",
        "Put two people into different divisions from now on; once more: not any longer.",
        roles.keep_apart,
        current,
    ),
    Decision(
        "set",
        "[LEAGUE] OPTION VALUE [next | from DATE]",
        "Change a rule: of this season, of the next one, or from a day on.",
        calendar.set_rule,
        current,
    ),
    Decision("rename", "[LEAGUE] NAME", "Give the league another name.", calendar.rename, current),
    Decision("pause", "[LEAGUE] [until DATE]", "Let all games rest; all dates move.", calendar.pause, current),
    Decision("resume", LEAGUE_ALONE, "Let all games go on.", calendar.resume, current),
    Decision("cancel", LEAGUE_ALONE, "Call off a season that has not begun.", calendar.cancel, current),
    Decision("postpone", "[LEAGUE] DATE", "Let a season begin on another day.", calendar.postpone, current),
    Decision(
        "tell",
        "[LEAGUE] [division 2 | #42] TEXT",
        "Send a message to all, to a division, or to a game.",
        roles.tell,
        current,
        assists=True,
    ),
    Decision(
        "directors",
        "[LEAGUE] add|remove|deputy NAME [until DATE]",
        "Say who directs this league, or assists.",
        roles.directors,
        current,
    ),
    Decision("admit", "[LEAGUE] NAME", "Let somebody in who comes late.", roles.admit, current, assists=True),
    Decision("seed", "[LEAGUE] LEVEL: NAME, …", "Say who begins on which level.", roles.seed, current),
    Decision(
        "substitute",
        "[LEAGUE] NAME with NAME [inherits]",
        "Ask another player to play for a member from now on, and to have the member's points if you say so.",
        roles.substitute,
        current,
        assists=True,
    ),
    Decision(
        "start", LEAGUE_ALONE, "Begin the season now, with all who said that they are there.", calendar.start, current
    ),
    Decision(
        "sign-off",
        "[LEAGUE] [next DATE OPTION VALUE … | no next]",
        "Make the tables final, tell the secret, announce the next season.",
        calendar.sign_off,
        to_be_signed_off,
    ),
    Decision("reopen", LEAGUE_ALONE, "Open a season again that was signed off.", calendar.reopen, current),
    Decision("undo", LEAGUE_ALONE, "Undo the last decision, while nothing rests on it.", undo, current),
)
"""Each is declared once: by mail, from the command line and in the help."""

BY_WORD = {each.word: each for each in DECISIONS}


def enter(work: Work, server: Server, season: Season, player: Player, by: str = "") -> list[Notice]:
    """Put somebody on the list; check-in will ask whether they come."""
    if player.banned:
        raise Refused("cannot_play", name=player.name)
    return entries.enter_by(work, server, season, player, by)


def withdraw(work: Work, server: Server, season: Season, member: Member) -> list[Notice]:
    """Take somebody out of a season."""
    if season.phase in OPEN:
        return entries.step_back(work, server, season, member)
    if season.phase not in PLAYED:
        raise Refused("not_a_member")
    return leave(work, server.house, season, member)


def somebody(work: Work, who: str, language: str, timezone: str) -> Player:
    """A player, or a newcomer whose address the director knows: `cy@example.org` or `Cy <cy@example.org>`."""
    return people(work, who, language, timezone)[0]


def people(work: Work, who: str, language: str, timezone: str) -> list[Player]:
    """The same for several, with commas between them: `Anna, Bo <bo@example.org>, cy@example.org`."""
    boxes = mailboxes(who)
    if not boxes and "," not in who:
        return [find_player(work, who)]
    found = [find_player(work, each.strip()) for each in listed(who) if each.strip() and "@" not in each]
    return [
        *found,
        *(
            work.player_at(address) or work.add_player(display_name(name, address), address, language, timezone)
            for name, address in boxes
        ),
    ]


def season_with_table(work: ReadWork, name: str) -> Season:
    """The last season of a league that was drawn."""
    league = league_named(work, name)
    drawn = [each for each in work.seasons(league.id) if work.fixtures(each.id)]
    if not drawn:
        raise Refused("no_table_yet", league=league.name)
    return drawn[-1]


_Directive: TypeAlias = Callable[[Request, list[str]], list[Notice]]

_NO_TALK = "no-private-talk"
_USUAL_SEATS = 4


def direct(request: Request, act: str, argument: str) -> list[Notice]:
    """Do it and say so, or ask first."""
    if act in BY_WORD:
        return _decide(request, BY_WORD[act], argument)
    return DIRECTIVES[act](request, argument.split())


def _decide(request: Request, decision: Decision, argument: str) -> list[Notice]:
    """Shown with its effect and asked once; a sign-off is asked only where a case is open."""
    work, server, player = request.work, request.server, request.player
    if decision.word == "sign-off":
        argument = argument.removeprefix("off").strip()
    decided = consider(work, server, player, decision, argument)
    if request.confirmed or decided.code == "signed off":
        return carry_out(work, server, player, decision, argument, request.message_id)[1]
    season, _ = decision.finds(work, argument.split())
    asks = command_text(Command("league", f"{decision.word} {argument}".strip()))
    league = facts(work, season, player.id)
    return [
        AskedDecisionNotice(to=request.reader, league=league, decided=decided, asks=asks, answers=request.message_id)
    ]


def _new(request: Request, words: list[str]) -> list[Notice]:
    """`new Nordic League 4 start 2027-01-04 weeks 13 no-private-talk`."""
    if not request.is_director:
        raise Refused("admins_only")
    talk = _NO_TALK not in words
    named, options = _options([word for word in words if word != _NO_TALK])
    seats = int(named.pop()) if len(named) > 1 and named[-1].isdecimal() else _USUAL_SEATS
    if "start" not in options:
        raise Refused("league_option", option="start", value="")
    rules = rules_of(request.server.house, seats, options, private_talk=talk)
    start = start_of(options["start"], request.player.timezone)
    season, told = found(request.work, request.server, " ".join(named), rules, start)
    details = Details(timetable(season).check_in_opens)
    mine = tell(request.work, season, request.player, LeagueNews.ANNOUNCED, details, request.message_id)
    return [*mine, *(each for each in told if each.to.player_id != request.player.id)]


def _options(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The name before the first option, and each option with the word that follows it."""
    known = {"start", *RULES, *TERMS, *OPTIONS}
    words = _with_rounds(words)
    first = next((index for index, word in enumerate(words) if word.lower() in known), len(words))
    rest = words[first:]
    pairs = dict(zip(map(str.lower, rest[::2]), rest[1::2], strict=False))
    if unknown := [*(option for option in pairs if option not in known), *rest[len(pairs) * 2 :]]:
        raise Refused("options_unread", words=unknown)
    return words[:first], pairs


def _with_rounds(words: list[str]) -> list[str]:
    """`format swiss 5` is `format swiss rounds 5`."""
    plain = [word.lower() for word in words]
    at = plain.index("format") + 2 if "format" in plain else len(words)
    return [*words[:at], "rounds", *words[at:]] if at < len(words) and words[at].isdecimal() else words


def _enter(request: Request, words: list[str]) -> list[Notice]:
    league, who = leading_league(request.work, words)
    work, me = request.work, request.player
    if not who:
        return entries.enter(work, request.server, season_of(work, league), me, request.message_id)
    check_role(work, request.server, me, league, assists=True)
    notices: list[Notice] = []
    for player in people(work, " ".join(who), me.language, me.timezone):
        notices += enter(work, request.server, season_of(work, league), player, me.name)
    season = season_of(work, league)
    warned = warned_for(work, season, me, request.message_id)
    return [season_told(work, season, me, request.message_id), *notices, *warned]


def _withdraw(request: Request, words: list[str]) -> list[Notice]:
    work, me = request.work, request.player
    league, who = leading_league(work, words)
    check_role(work, request.server, me, league)
    season = season_of(work, league)
    told = withdraw(work, request.server, season, member_called(work, season, " ".join(who)))
    return [season_told(work, season_of(work, league), me, request.message_id), *told]


def _standings(request: Request, words: list[str]) -> list[Notice]:
    season = season_with_table(request.work, " ".join(words))
    return standings_for(request.work, season, request.player, request.message_id)


def _log(request: Request, words: list[str]) -> list[Notice]:
    """`log Nordic 2`: all lines up to the end of a season, as a file."""
    league, rest = leading_league(request.work, words)
    seasons = request.work.seasons(league.id)
    number = int(rest[0]) if rest and rest[0].isdecimal() else len(seasons)
    if not 1 <= number <= len(seasons):
        raise Refused("no_table_yet", league=league.name)
    season = seasons[number - 1]
    told = facts(request.work, season, request.player.id)
    lines = tuple(log_of(request.work, season))
    return [LeagueLogNotice(to=request.reader, league=told, lines=lines, answers=request.message_id)]


def _report(request: Request, words: list[str]) -> list[Notice]:
    """Of the season that the league is in, and before it of one that was opened again; `report Nordic 1` of any."""
    work, player = request.work, request.player
    season, rest = current(work, words)
    league = work.league(season.league_id)
    check_role(work, request.server, player, league, assists=True)
    seasons = [_numbered(work, league, rest[0])] if rest else at_hand(work, league)
    return [told for each in seasons for told in report_for(work, each, player, request.message_id)]


def _numbered(work: ReadWork, league: League, number: str) -> Season:
    found = [each for each in work.seasons(league.id) if str(each.number) == number]
    if not found:
        raise Refused("options_unread", words=[number])
    return found[0]


def _protests(request: Request, words: list[str]) -> list[Notice]:
    """The cases that wait for an answer."""
    season, _ = to_be_decided(request.work, words)
    check_role(request.work, request.server, request.player, request.work.league(season.league_id), assists=True)
    return cases_for(request.work, season, request.player, request.message_id)


DIRECTIVES: dict[str, _Directive] = {
    "new": _new,
    "enter": _enter,
    "withdraw": _withdraw,
    "standings": _standings,
    "log": _log,
    "report": _report,
    "protests": _protests,
}


_EXAMPLES = (
    "league report {}",
    "league set {} free-hours 48",
    "league admit {} Anna",
    "league tell {} …",
    "league penalty {} Anna 2 because …",
)


def unread(request: Request) -> list[Notice]:
    """To whoever names a league that they direct, in words that are none of ours: what an order looks like."""
    names = [league.name for league in directed_by(request.work, request.server, request.player)]
    named = entries.named_in(request.mail.text, names)
    if not named:
        return []
    choices = [each.format(named[0]) for each in _EXAMPLES]
    return [request.refused(Refused("directors_unread", None, request.mail.text, choices=choices))]


def may_direct(request: Request) -> bool:
    """Whether the writer directs the server's games or any league."""
    return directs(request.work, request.server, request.player)
