"""News of a league: what has happened, what is to be done about it, and the season's facts."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import quote

from pbem.i18n.language import N_
from pbem.league.pyramid import Fitting
from pbem.league.season import Phase
from pbem.model.leagues import slug
from pbem.notices import LeagueFacts, LeagueNews, LeagueNotice
from pbem.render.fixtures import own_games
from pbem.render.lobby import TermsRow, pace
from pbem.render.phrases import Phrases
from pbem.render.seasons import member, own_story, rule_rows, story

_LARGEST_PROOF = 256 * 1024
_BEFORE_THE_START = (Phase.ENTRIES, Phase.CHECK_IN)
_PLAYED = (Phase.RUNNING, Phase.OVERTIME, Phase.ADJUDICATION)
_WITH_A_TABLE = (*_PLAYED, Phase.PROVISIONAL, Phase.SIGN_OFF, Phase.SIGNED_OFF)
_COMMITTED = (LeagueNews.ANNOUNCED, LeagueNews.STARTED)
_ASKING = (LeagueNews.CHECK_IN, LeagueNews.SILENT, LeagueNews.ASKED_BY)
_OF_INTEREST = (None, *_COMMITTED, *_ASKING, LeagueNews.ENTERED, LeagueNews.ENTERED_BY, LeagueNews.CHECKED_IN)
"""The news, or none, with which somebody wants to know the facts of a season."""
_REVOCABLE = (None, LeagueNews.ENTERED, LeagueNews.ENTERED_BY, LeagueNews.CHECKED_IN)


class SeasonStep(NamedTuple):
    """Something that the reader can do: what a button says, and the canonical line that it sends."""

    label: str
    line: str
    open_ended: bool = False
    """Whether the reader has to add words of their own."""


class LeagueCard(NamedTuple):
    """A league as a mail shows it; the first step is the one to take."""

    heading: str
    rows: list[TermsRow]
    steps: list[SeasonStep]


def league_details(phrases: Phrases, notice: LeagueNotice, web: str = "") -> dict[str, object]:
    """What the template asks for; `web` is where our pages begin."""
    timezone = notice.to.timezone
    return {
        "told": told(phrases, notice),
        "proof": _proof(phrases, notice, web),
        "proof_at": _proof_at(notice, web),
        "cards": [card(phrases, each, timezone, notice.news, in_full=bool(notice.members)) for each in notice.leagues],
        "fixtures": own_games(phrases, notice.fixtures, notice.to.name, timezone),
        "story": story(phrases, notice.story) if notice.story else [],
        "own_story": own_story(phrases, notice.story.mine) if notice.story and notice.story.mine else [],
        "members": [member(phrases, each) for each in notice.members],
        "commitment": notice.leagues[0].commitment if notice.news in _COMMITTED and notice.leagues else "",
    }


def topic(phrases: Phrases, league: LeagueFacts) -> str:
    """Which league and season."""
    return phrases.say("%(league)s, season %(season)d", league=phrases.isolated(league.name), season=league.season)


def card(
    phrases: Phrases, league: LeagueFacts, timezone: str, news: LeagueNews | None = None, *, in_full: bool = False
) -> LeagueCard:
    """All that somebody wants to know of a season; `in_full`: with its rules and its directors."""
    rows = _rows(phrases, league, timezone) if news in _OF_INTEREST else []
    more = rule_rows(phrases, league) if in_full else []
    return LeagueCard(topic(phrases, league), [*rows, *more], _steps(phrases, league, news))


def _rows(phrases: Phrases, league: LeagueFacts, timezone: str) -> list[TermsRow]:
    day = phrases.language.day
    entry = phrases.say("✓ yes") if league.mine else phrases.say("not yet")
    return [
        TermsRow(phrases.say("Status"), status(phrases, league)),
        *([] if league.format == "league" else [TermsRow(phrases.say("Format"), format_name(phrases, league))]),
        TermsRow(phrases.say("Tables of"), phrases.several("%(num)d player", "%(num)d players", league.seats)),
        TermsRow(phrases.say("Time"), pace(phrases, league.terms)),
        TermsRow(phrases.say("Edition"), phrases.isolated(league.edition)),
        TermsRow(phrases.say("Start"), day(league.start, timezone)),
        TermsRow(_end_label(phrases, league), day(league.end, timezone)),
        TermsRow(phrases.say("Entered"), phrases.several("%(num)d player", "%(num)d players", league.entrants)),
        *([] if league.mine is None else [TermsRow(phrases.say("Your entry"), entry)]),
    ]


def _end_label(phrases: Phrases, league: LeagueFacts) -> str:
    rounds = any(each.pairing in ("swiss", "knockout") for each in league.rules.stages) or len(league.rules.stages) > 1
    if rounds and league.phase in _BEFORE_THE_START:
        return phrases.say("First round until")
    return phrases.say("This round until") if rounds else phrases.say("Overtime from")


def format_name(phrases: Phrases, league: LeagueFacts) -> str:
    """What is played, in a word or two."""
    match league.format:
        case "open":
            return phrases.say("everyone in one group")
        case "swiss":
            return phrases.several("Swiss, %(num)d round", "Swiss, %(num)d rounds", league.rounds)
        case "cup":
            return phrases.say("a cup")
        case "groups+final":
            return phrases.say("groups and a final")
        case "ladder":
            return phrases.say("a ladder")
        case "teams":
            return phrases.say("teams")
    return phrases.say("a format of its own")


def status(phrases: Phrases, league: LeagueFacts) -> str:
    """The part that a season is in, and whether everything rests."""
    part = phase(phrases, league.phase)
    return phrases.say("%(phase)s (paused)", phase=part) if league.rests else part


def phase(phrases: Phrases, phase: str) -> str:
    """The part that a season is in."""
    match phase:
        case Phase.ENTRIES:
            return phrases.say("entries are open")
        case Phase.CHECK_IN:
            return phrases.say("check-in: everyone who entered confirms their place")
        case Phase.RUNNING:
            return phrases.say("the games are being played")
        case Phase.OVERTIME:
            return phrases.say("overtime: the games that are left have a shorter clock")
        case Phase.ADJUDICATION:
            return phrases.say("the last games are being decided")
        case Phase.PROVISIONAL:
            return phrases.say("the standings are provisional; protests are open")
    return _last_phase(phrases, phase)


def _last_phase(phrases: Phrases, phase: str) -> str:
    match phase:
        case Phase.SIGN_OFF:
            return phrases.say("waiting for a director to sign off")
        case Phase.SIGNED_OFF:
            return phrases.say("over; the standings are final")
    return phrases.say("called off")


def _steps(phrases: Phrases, league: LeagueFacts, news: LeagueNews | None) -> list[SeasonStep]:
    """What the reader can do now, by the part of the season."""
    steps = []
    if news in _ASKING:
        steps.append(SeasonStep(phrases.say("Yes, I'm in"), "yes"))
        steps.append(SeasonStep(phrases.say("No, not this season"), "no"))
    if news is LeagueNews.CHALLENGED:
        steps.append(SeasonStep(phrases.say("Yes, I'll play"), "yes"))
        steps.append(SeasonStep(phrases.say("No, they can have the rung"), "no"))
    if news is LeagueNews.PLAY_FOR:
        steps.append(SeasonStep(phrases.say("Yes, I'll play"), "yes"))
        steps.append(SeasonStep(phrases.say("No, thank you"), "no"))
    if league.phase == Phase.ENTRIES and not league.mine and news is not LeagueNews.WAITING:
        steps.append(SeasonStep(phrases.say("Enter"), f"enter {league.name}"))
    if league.phase in _WITH_A_TABLE:
        steps.append(SeasonStep(phrases.say("Standings"), f"standings {league.name}"))
    if news is LeagueNews.SIGNED_OFF:
        steps.append(SeasonStep(phrases.say("The log"), f"league log {league.name}"))
    if news is LeagueNews.PROVISIONAL:
        steps.append(SeasonStep(phrases.say("Protest"), "protest ", open_ended=True))
    if league.mine and league.phase in (*_BEFORE_THE_START, *_PLAYED) and news in _REVOCABLE:
        steps.append(SeasonStep(phrases.say("Withdraw"), f"withdraw {league.name}"))
    return steps


def told(phrases: Phrases, notice: LeagueNotice) -> list[str]:
    """What has happened, in sentences."""
    if notice.news is None or not notice.leagues:
        return []
    league, timezone = notice.leagues[0], notice.to.timezone
    about = [_about(phrases, notice.news, notice.other)] if notice.other else []
    lines = [*about, *_happened(phrases, notice, notice.news, phrases.language.day(league.start, timezone))]
    if notice.division:
        lines.append(_own_division(phrases, league, notice.division))
    if notice.until:
        lines.append(_by_when(phrases, notice.news, phrases.language.moment(notice.until, timezone)))
    return [*filter(None, lines), *(remark(phrases, each) for each in notice.remarks)]


def is_large(proof: bytes) -> bool:
    """Whether the log and all records are more than a mail should bring."""
    return len(proof) > _LARGEST_PROOF


def _proof(phrases: Phrases, notice: LeagueNotice, web: str) -> str:
    """Where the log and all records are."""
    if not notice.proof:
        return ""
    if not is_large(notice.proof):
        return phrases.say("The log and all records are in the attached file.")
    if web:
        return phrases.say("The log and all records are too large for an email; they are on our pages.")
    return phrases.say(
        "The log and all records are too large for an email. You can ask for the log; each record came when"
        " its game ended."
    )


def _proof_at(notice: LeagueNotice, web: str) -> str:
    league = notice.about_league
    if not (league and web and is_large(notice.proof)):
        return ""
    return f"{web}/leagues/{quote(slug(league.name))}/{league.season}/season.zip"


def _own_division(phrases: Phrases, league: LeagueFacts, name: str) -> str:
    """Nothing where there is only one group."""
    if league.format == "league":
        return phrases.say("Your division: %(division)s.", division=phrases.isolated(name))
    if name == "final":
        return phrases.say("You are in the final.")
    if league.format == "teams":
        return phrases.say("Your board: %(board)s.", board=phrases.isolated(name))
    return phrases.say("Your group: %(group)s.", group=phrases.isolated(name)) if name.isalpha() else ""


def _about(phrases: Phrases, news: LeagueNews, name: str) -> str:
    if news is LeagueNews.CHALLENGED:
        return phrases.say(
            "%(name)s is challenging you for your rung of the ladder. Will you play?", name=phrases.isolated(name)
        )
    if news is LeagueNews.PLAY_FOR:
        return phrases.say("Would you play for %(name)s from now on?", name=phrases.isolated(name))
    return phrases.say("%(name)s has your challenge.", name=phrases.isolated(name))


def _happened(phrases: Phrases, notice: LeagueNotice, news: LeagueNews, start: str) -> list[str]:
    say = phrases.say
    match news:
        case LeagueNews.ANNOUNCED:
            return [say("A new season begins on %(day)s. Entries are open.", day=start)]
        case LeagueNews.ENTERED:
            return [
                say("You have entered the season that begins on %(day)s.", day=start),
                say("A few days before it starts we'll ask whether you're still in. One tap is enough."),
            ]
        case LeagueNews.ENTERED_BY | LeagueNews.ASKED_BY:
            return _entered_by(phrases, notice, start)
        case LeagueNews.WAITING:
            return [
                say("This season is full or has already begun. Free seats go to whoever has waited longest."),
                *([say("You are entered for the next season, too.")] if notice.leagues[0].rules.again else []),
            ]
        case LeagueNews.CHECK_IN | LeagueNews.SILENT:
            return _asked(phrases, start, again=news is LeagueNews.SILENT)
        case LeagueNews.CHECKED_IN:
            return [say("Your place is safe. The season begins on %(day)s, and you'll get your games then.", day=start)]
        case LeagueNews.WITHDRAWN:
            return _withdrawn(phrases, notice.leagues[0])
    return _without(phrases, news) or _in_the_season(phrases, news, games=bool(notice.fixtures))


def _without(phrases: Phrases, news: LeagueNews) -> list[str]:
    """There is no season, or none for the reader."""
    say = phrases.say
    match news:
        case LeagueNews.MISSED:
            return [say("No answer came in time, so the season begins without you. The next one is open to you.")]
        case LeagueNews.CALLED_OFF:
            return [say("Too few players joined, so this season won't be played. We'll write before the next one.")]
    return []


def _entered_by(phrases: Phrases, notice: LeagueNotice, start: str) -> list[str]:
    say, name = phrases.say, phrases.isolated(notice.by)
    somebody = say("%(name)s has entered you for the season that begins on %(day)s.", name=name, day=start)
    director = say("A director has entered you for the season that begins on %(day)s.", day=start)
    if notice.news is LeagueNews.ASKED_BY:
        how = say("Answer yes, and you're in. If you don't answer, we won't ask again.")
    else:
        how = say("If you don't want that, withdraw: it takes one word.")
    return [somebody if notice.by else director, how]


def _asked(phrases: Phrases, start: str, *, again: bool) -> list[str]:
    say = phrases.say
    first = say("The season begins on %(day)s. Will you be playing?", day=start)
    once_more = say("The season begins on %(day)s, and we don't know yet whether you'll be playing.", day=start)
    how = say("To keep your place, tap the button and send the email, or just answer “yes”.")
    return [once_more if again else first, how]


def _withdrawn(phrases: Phrases, league: LeagueFacts) -> list[str]:
    if league.phase in _BEFORE_THE_START:
        return [phrases.say("You are no longer entered. As long as entries are open you can enter again.")]
    left = phrases.say("You have left the league. A substitute or the computer takes over your games.")
    if league.rules.stages:
        return [left]
    return [
        left,
        phrases.say("Your unfinished games score nothing for you, and you are the first to be relegated."),
    ]


_SENTENCES: Mapping[LeagueNews, str] = {
    LeagueNews.OUT: N_("Your games in this competition are over. Thank you for playing."),
    LeagueNews.CHALLENGED: N_(
        "If you say yes, the game begins. If you say no or do not answer, you give up your rung."
    ),
    LeagueNews.CHALLENGES: N_("If they say yes, your game begins; if they say no or do not answer, the rung is yours."),
    LeagueNews.RUNGS: N_("The ladder has changed."),
    LeagueNews.PLAY_FOR: N_(
        "If you say yes, you take over these games and all later ones. Until then nothing changes."
    ),
    LeagueNews.LINED_UP: N_("Your team will line up as you said."),
    LeagueNews.PROTESTED: N_("The directors have your protest. They will answer you."),
}


def _in_the_season(phrases: Phrases, news: LeagueNews, *, games: bool) -> list[str]:
    say = phrases.say
    match news:
        case LeagueNews.STARTED if not games:
            return [say("The season begins.")]
        case LeagueNews.STARTED:
            return [say("The season begins. These are your games; we'll email you whenever it is your turn.")]
        case LeagueNews.ROUND if not games:
            return [say("A new round begins.")]
        case LeagueNews.ROUND:
            return [say("A new round begins. These are your games; we'll email you whenever it is your turn.")]
        case LeagueNews.OVERTIME:
            return [say("The season's time is up. In the games that are left the clock is shorter from now on.")]
        case LeagueNews.ADJUDICATED:
            return [
                say("The final deadline has come. Unfinished games ended as they stood."),
                say("The most points won; in a tie, the fewest cards; if still tied, whoever had had one turn fewer."),
            ]
        case LeagueNews.PROVISIONAL:
            return [say("All games are over. The standings are provisional until a director signs off.")]
        case LeagueNews.SIGNED_OFF:
            return [
                say(
                    "A director has signed off. The standings are final, and the secret behind the draws is revealed in"
                    " them."
                )
            ]
    return [say(_SENTENCES[news])]


def _by_when(phrases: Phrases, news: LeagueNews, moment: str) -> str:
    match news:
        case LeagueNews.ANNOUNCED:
            return phrases.say("Entries close on %(moment)s.", moment=moment)
        case LeagueNews.CHECK_IN | LeagueNews.SILENT:
            return phrases.say("If you do not answer, you lose your place on %(moment)s.", moment=moment)
        case LeagueNews.OVERTIME:
            return phrases.say("Games still unfinished on %(moment)s end as they stand.", moment=moment)
        case LeagueNews.CHALLENGED | LeagueNews.CHALLENGES | LeagueNews.PLAY_FOR:
            return phrases.say("There is time to answer until %(moment)s.", moment=moment)
        case LeagueNews.PROVISIONAL:
            return phrases.say("Protests are open until %(moment)s.", moment=moment)
    return ""


def remark(phrases: Phrases, code: str) -> str:
    """A code with its facts, such as `place 5`, in words."""
    kind, _, fact = code.partition(" ")
    number, _, name = fact.partition(" ")
    match kind:
        case "bye":
            return phrases.say("You have a bye: you go through this round without a game.")
        case "podium" if not fact:
            return phrases.say("The podium:")
        case "podium":
            return phrases.fill("%(place)s. %(name)s", place=number, name=phrases.isolated(name))
        case "place":
            return phrases.say("Your place: %(place)s.", place=fact)
        case "rung":
            return phrases.say("Your rung is number %(rung)s now, counted from the top.", rung=fact)
        case "board":
            board = phrases.say("Board %(name)s", name=number)
            return phrases.fill("%(board)s: %(name)s", board=board, name=phrases.isolated(name))
        case "spare":
            return phrases.say("Substitute: %(name)s", name=phrases.isolated(fact))
    return _fitted(phrases, code)


def _fitted(phrases: Phrases, code: str) -> str:
    """What was done to make everyone fit, from `merged 2 3`: how, at which level from 0, and how many players."""
    fitting, level, players = code.split()
    if fitting == Fitting.MERGED:
        message = phrases.language.ngettext(
            "Only %(num)d player was left for level %(level)d and joined the level above.",
            "Only %(num)d players were left for level %(level)d and joined the level above.",
            int(players),
        )
    else:
        message = phrases.language.ngettext(
            "So few were left for level %(level)d that %(num)d player from the level above joined them.",
            "So few were left for level %(level)d that %(num)d players from the level above joined them.",
            int(players),
        )
    return phrases.fill(message, num=int(players), level=int(level) + 1)
