"""What a director does to leagues by mail: all that `pbem league` does, in one line each."""

from collections.abc import Callable
from typing import TypeAlias

from pbem.model import League, Member, Season
from pbem.notices import DirectorNotice, Notice
from pbem.orders.commands import Command
from pbem.orders.lexicon import lexicon
from pbem.orders.wording import command_text
from pbem.service.directing import find_player
from pbem.service.errand import Errand
from pbem.service.leagues import directing
from pbem.service.leagues.bureau import Bureau
from pbem.service.leagues.finding import league_named, season_of
from pbem.service.leagues.founding import RULES, TERMS, found, rules_of, start_of
from pbem.service.leagues.roundup import standings_for
from pbem.service.refusal import Refused
from pbem.service.tidy import plain_name
from pbem.work import Work

_Directive: TypeAlias = Callable[[Errand, list[str]], list[Notice]]

_NO_TALK = "no-private-talk"
_USUAL_SEATS = 4


def direct(errand: Errand, command: Command, act: str, argument: str) -> list[Notice]:
    """Do it and say so; the tag of a game is worth that seat only (CONTRACT section 4)."""
    if errand.writer.game_id is not None:
        raise Refused("not_from_a_table")
    notices = DIRECTIVES[act](errand, argument.split())
    return [DirectorNotice(to=errand.reader, done=command_text(command), answers=errand.message_id), *notices]


def _new(errand: Errand, words: list[str]) -> list[Notice]:
    """`new Nordic League 4 start 2027-01-04 weeks 13 no-private-talk`."""
    talk = _NO_TALK not in words
    named, options = _options([word for word in words if word != _NO_TALK])
    seats = int(named.pop()) if len(named) > 1 and named[-1].isdecimal() else _USUAL_SEATS
    if "start" not in options:
        raise Refused("league_option", option="start", value="")
    rules = rules_of(errand.house, seats, options, private_talk=talk)
    start = start_of(options["start"], errand.writer.player.timezone)
    return found(errand.work, Bureau.of(errand), " ".join(named), rules, start)[1]


def _options(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The name before the first option, and each option with the word that follows it."""
    known = {"start", *RULES, *TERMS}
    first = next((index for index, word in enumerate(words) if word.lower() in known), len(words))
    rest = words[first:]
    pairs = dict(zip(map(str.lower, rest[::2]), rest[1::2], strict=False))
    if unknown := [*(option for option in pairs if option not in known), *rest[len(pairs) * 2 :]]:
        raise Refused("options_unread", words=unknown)
    return words[:first], pairs


def _start(errand: Errand, words: list[str]) -> list[Notice]:
    season = _season(errand, words)
    return directing.start(errand.work, Bureau.of(errand), season)


def _sign_off(errand: Errand, words: list[str]) -> list[Notice]:
    named = words[1:] if words[:1] == ["off"] else words
    return directing.sign_off(errand.work, Bureau.of(errand), _season(errand, named))


def _enter(errand: Errand, words: list[str]) -> list[Notice]:
    league, who = leading_league(errand.work, words)
    me = errand.writer.player
    player = directing.somebody(errand.work, " ".join(who), me.language, me.timezone) if who else me
    return directing.enter(errand.work, season_of(errand.work, league), player)


def _withdraw(errand: Errand, words: list[str]) -> list[Notice]:
    season, who = _season_and_rest(errand, words)
    return directing.withdraw(errand.work, errand.house, season, _member(errand, season, who))


def _substitute(errand: Errand, words: list[str]) -> list[Notice]:
    """`substitute Nordic Anna with Bo`: without such a word, the last one is the newcomer."""
    season, who = _season_and_rest(errand, words)
    between = lexicon().takeovers
    cut = next((index for index, word in enumerate(who) if plain_name(word) in between), len(who) - 1)
    newcomer = [word for word in who[cut:] if plain_name(word) not in between]
    member = _member(errand, season, who[: max(cut, 0)])
    player = find_player(errand.work, " ".join(newcomer))
    return directing.substitute(errand.work, season, member, player)


def _standings(errand: Errand, words: list[str]) -> list[Notice]:
    season = directing.season_with_table(errand.work, " ".join(words))
    return standings_for(errand.work, season, errand.writer.player, errand.message_id)


def _season(errand: Errand, words: list[str]) -> Season:
    return season_of(errand.work, league_named(errand.work, " ".join(words)))


def _season_and_rest(errand: Errand, words: list[str]) -> tuple[Season, list[str]]:
    league, rest = leading_league(errand.work, words)
    return season_of(errand.work, league), rest


def _member(errand: Errand, season: Season, who: list[str]) -> Member:
    return directing.member_called(errand.work, season, " ".join(who))


def leading_league(work: Work, words: list[str]) -> tuple[League, list[str]]:
    """The league that the first words name, as many of them as do; where there is only one, it need not be named."""
    leagues = work.leagues()
    for count in range(len(words), 0, -1):
        name = plain_name(" ".join(words[:count]))
        for league in leagues:
            if plain_name(league.name) == name:
                return league, words[count:]
    if len(leagues) == 1:
        return leagues[0], words
    return league_named(work, words[0] if words else ""), words[1:]


DIRECTIVES: dict[str, _Directive] = {
    "new": _new,
    "start": _start,
    "enter": _enter,
    "withdraw": _withdraw,
    "substitute": _substitute,
    "standings": _standings,
    "fixtures": _standings,
    "sign-off": _sign_off,
    "signoff": _sign_off,
    "sign": _sign_off,
}
