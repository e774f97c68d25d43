"""News of a league: what has happened, what is to be done about it, and the season's facts."""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.league.pyramid import Fitting
from pbem.league.season import Phase
from pbem.notices import FixtureLine, LeagueFacts, LeagueNews, LeagueNotice, Notice, ReportNotice, StandingsNotice
from pbem.render.lobby import Row, pace
from pbem.render.voice import Voice

# Games of a season, each in a line: who plays, in which order, how it came out, or whose turn it is.


class Fixture(NamedTuple):
    """A game: its number, its players in the order of play, and what is to be said of it."""

    number: str
    players: str
    state: str


def own_games(voice: Voice, fixtures: Iterable[FixtureLine], name: str, timezone: str) -> list[Fixture]:
    """The reader's games, with the seat that the reader has in each."""
    return [_own(voice, each, name, timezone) for each in fixtures]


def running_games(voice: Voice, fixtures: Iterable[FixtureLine], name: str, timezone: str) -> list[Fixture]:
    """Games that are not over, the one with the next deadline first."""
    ordered = sorted(fixtures, key=lambda each: (each.until is None, each.until and each.until.timestamp()))
    return [_fixture(voice, each, state(voice, each, name, timezone)) for each in ordered]


def results(voice: Voice, fixtures: Iterable[FixtureLine]) -> list[Fixture]:
    """Games that are over; a star marks who won."""
    return [_result(voice, each) for each in fixtures]


def state(voice: Voice, fixture: FixtureLine, name: str, timezone: str) -> str:
    """Whose turn it is, and until when."""
    if fixture.game_id is None:
        return voice.say("starts later")
    if not fixture.on_turn:
        return ""
    if fixture.until is None:
        return _on_turn(voice, fixture.on_turn, name)
    moment = voice.language.moment(fixture.until, timezone)
    if fixture.on_turn == name:
        return voice.say("Your turn, until %(moment)s", moment=moment)
    return voice.say("%(name)s has until %(moment)s", name=voice.isolated(fixture.on_turn), moment=moment)


def _on_turn(voice: Voice, on_turn: str, name: str) -> str:
    if on_turn == name:
        return voice.say("Your turn")
    return voice.say("It is the turn of %(name)s.", name=voice.isolated(on_turn))


def _own(voice: Voice, fixture: FixtureLine, name: str, timezone: str) -> Fixture:
    if fixture.scores:
        return _result(voice, fixture)
    told = [state(voice, fixture, name, timezone)]
    if name in fixture.names:
        told.insert(0, voice.say("your seat: %(seat)d", seat=fixture.names.index(name) + 1))
    return _fixture(voice, fixture, voice.fill(" · ").join(filter(None, told)))


def _fixture(voice: Voice, fixture: FixtureLine, state: str) -> Fixture:
    return Fixture(_number(voice, fixture), voice.listed(fixture.names), state)


def _result(voice: Voice, fixture: FixtureLine) -> Fixture:
    scored = zip(fixture.names, fixture.scores, strict=True)
    scores = voice.fill(", ").join(
        voice.fill("%(name)s %(score)s", name=voice.isolated(name), score=f"{score}{'*' * (name in fixture.winners)}")
        for name, score in scored
    )
    return Fixture(_number(voice, fixture), scores, "")


def _number(voice: Voice, fixture: FixtureLine) -> str:
    return voice.isolated(f"#{fixture.game_id}") if fixture.game_id else ""


_BEFORE_THE_START = (Phase.ENTRIES, Phase.CHECK_IN)
_PLAYED = (Phase.RUNNING, Phase.OVERTIME, Phase.ADJUDICATION)
_WITH_A_TABLE = (*_PLAYED, Phase.PROVISIONAL, Phase.SIGN_OFF, Phase.SIGNED_OFF)
_COMMITTED = (LeagueNews.ANNOUNCED, LeagueNews.STARTED)
_OF_INTEREST = (None, *_COMMITTED, LeagueNews.ENTERED, LeagueNews.CHECK_IN, LeagueNews.CHECKED_IN)
"""The news, or none, with which somebody wants to know the facts of a season."""
_REVOCABLE = (None, LeagueNews.ENTERED, LeagueNews.CHECK_IN, LeagueNews.CHECKED_IN)


class Step(NamedTuple):
    """Something that the reader can do: what a button says, and the canonical line that it sends."""

    label: str
    line: str
    open_ended: bool = False
    """Whether the reader has to add words of their own."""


class LeagueCard(NamedTuple):
    """A league as a mail shows it; the first step is the one to take."""

    heading: str
    rows: list[Row]
    steps: list[Step]


def league_of(notice: Notice) -> LeagueFacts | None:
    """The league that a mail is about, if it is about one."""
    match notice:
        case LeagueNotice(news=LeagueNews(), leagues=[league]):
            return league
        case StandingsNotice(league=league) | ReportNotice(league=league):
            return league
    return None


def league_details(voice: Voice, notice: LeagueNotice) -> dict[str, object]:
    """What the template asks for."""
    timezone = notice.to.timezone
    return {
        "told": told(voice, notice),
        "cards": [card(voice, each, timezone, notice.news) for each in notice.leagues],
        "fixtures": own_games(voice, notice.fixtures, notice.to.name, timezone),
        "commitment": notice.leagues[0].commitment if notice.news in _COMMITTED and notice.leagues else "",
    }


def topic(voice: Voice, league: LeagueFacts) -> str:
    """Which league and season."""
    return voice.say("%(league)s, season %(season)d", league=voice.isolated(league.name), season=league.season)


def card(voice: Voice, league: LeagueFacts, timezone: str, news: LeagueNews | None = None) -> LeagueCard:
    """All that somebody wants to know of a season."""
    rows = _rows(voice, league, timezone) if news in _OF_INTEREST else []
    return LeagueCard(topic(voice, league), rows, _steps(voice, league, news))


def _rows(voice: Voice, league: LeagueFacts, timezone: str) -> list[Row]:
    day = voice.language.day
    entry = voice.say("✓ yes") if league.mine else voice.say("not yet")
    return [
        Row(voice.say("State"), phase(voice, league.phase)),
        Row(voice.say("Tables of"), voice.several("%(num)d player", "%(num)d players", league.seats)),
        Row(voice.say("Time"), pace(voice, league.terms)),
        Row(voice.say("Edition"), voice.isolated(league.edition)),
        Row(voice.say("Start"), day(league.start, timezone)),
        Row(voice.say("Overtime from"), day(league.end, timezone)),
        Row(voice.say("Entered"), voice.several("%(num)d player", "%(num)d players", league.entrants)),
        *([] if league.mine is None else [Row(voice.say("Your entry"), entry)]),
    ]


def phase(voice: Voice, phase: str) -> str:
    """The part that a season is in."""
    match phase:
        case Phase.ENTRIES:
            return voice.say("entries are open")
        case Phase.CHECK_IN:
            return voice.say("check-in: who entered says that they are there")
        case Phase.RUNNING:
            return voice.say("the games are being played")
        case Phase.OVERTIME:
            return voice.say("overtime: the games that are left have a shorter clock")
        case Phase.ADJUDICATION:
            return voice.say("the last games are being decided")
        case Phase.PROVISIONAL:
            return voice.say("the table is provisional; protests are heard")
    return _last_phase(voice, phase)


def _last_phase(voice: Voice, phase: str) -> str:
    match phase:
        case Phase.SIGN_OFF:
            return voice.say("a director is to sign off")
        case Phase.SIGNED_OFF:
            return voice.say("over; the table is final")
    return voice.say("called off")


def _steps(voice: Voice, league: LeagueFacts, news: LeagueNews | None) -> list[Step]:
    """What the reader can do now, by the part of the season."""
    steps = []
    if news is LeagueNews.CHECK_IN:
        steps.append(Step(voice.say("Yes, I am there"), "yes"))
    if league.phase == Phase.ENTRIES and not league.mine:
        steps.append(Step(voice.say("Enter"), f"enter {league.name}"))
    if league.phase in _WITH_A_TABLE:
        steps.append(Step(voice.say("Standings"), f"standings {league.name}"))
    if news is LeagueNews.PROVISIONAL:
        steps.append(Step(voice.say("Protest"), "protest ", open_ended=True))
    if league.mine and league.phase in (*_BEFORE_THE_START, *_PLAYED) and news in _REVOCABLE:
        steps.append(Step(voice.say("Withdraw"), f"withdraw {league.name}"))
    return steps


def told(voice: Voice, notice: LeagueNotice) -> list[str]:
    """What has happened, in sentences."""
    if notice.news is None or not notice.leagues:
        return []
    league, timezone = notice.leagues[0], notice.to.timezone
    lines = _happened(voice, notice.news, league, voice.language.day(league.start, timezone))
    if notice.division:
        lines.append(voice.say("Your division: %(division)s.", division=voice.isolated(notice.division)))
    if notice.until:
        lines.append(_by_when(voice, notice.news, voice.language.moment(notice.until, timezone)))
    return [*filter(None, lines), *(remark(voice, each) for each in notice.remarks)]


def _happened(voice: Voice, news: LeagueNews, league: LeagueFacts, start: str) -> list[str]:
    say = voice.say
    match news:
        case LeagueNews.ANNOUNCED:
            return [say("A new season begins on %(day)s. Entries are open.", day=start)]
        case LeagueNews.ENTERED:
            return [
                say("You have entered the season that begins on %(day)s.", day=start),
                say("A few days before we ask whether you are there. One tap answers."),
            ]
        case LeagueNews.CHECK_IN:
            return [
                say("The season begins on %(day)s. Are you there?", day=start),
                say("Tap the button and send the mail, or answer with the one word, and your place is yours."),
            ]
        case LeagueNews.CHECKED_IN:
            return [say("Your place is yours. On %(day)s the season begins, and you get your games.", day=start)]
        case LeagueNews.MISSED:
            return [say("No answer came in time, so the season begins without you. The next one is open to you.")]
        case LeagueNews.CALLED_OFF:
            return [say("Too few players came, so this season is not played. You hear from us before the next one.")]
        case LeagueNews.WITHDRAWN:
            return _withdrawn(voice, league)
    return _in_the_season(voice, news)


def _withdrawn(voice: Voice, league: LeagueFacts) -> list[str]:
    if league.phase in _BEFORE_THE_START:
        return [voice.say("You are no longer entered. As long as entries are open you can enter again.")]
    return [
        voice.say("You have left the league. A substitute or a bot plays on in your games."),
        voice.say("The games that were not over count nothing for you, and you are the first to be relegated."),
    ]


def _in_the_season(voice: Voice, news: LeagueNews) -> list[str]:
    say = voice.say
    match news:
        case LeagueNews.STARTED:
            return [say("The season begins. Each of your games has a mail of its own.")]
        case LeagueNews.OVERTIME:
            return [say("The season's time is up. In the games that are left the clock is shorter from now on.")]
        case LeagueNews.ADJUDICATED:
            return [
                say("The hard date has come. Games that were not over ended in the position that they were in."),
                say("The most points won; of those the fewest cards; of those whoever had a turn less."),
            ]
        case LeagueNews.PROVISIONAL:
            return [say("All games are over. The table is provisional until a director signs off.")]
        case LeagueNews.SIGNED_OFF:
            return [say("A director has signed off. The table is final, and the secret of the lots is told in it.")]
    return [say("The directors have your protest. They will answer you.")]


def _by_when(voice: Voice, news: LeagueNews, moment: str) -> str:
    match news:
        case LeagueNews.ANNOUNCED:
            return voice.say("Entries close on %(moment)s.", moment=moment)
        case LeagueNews.CHECK_IN:
            return voice.say("Without an answer your place is given up on %(moment)s.", moment=moment)
        case LeagueNews.OVERTIME:
            return voice.say("What is not over on %(moment)s ends in the position that it is in.", moment=moment)
        case LeagueNews.PROVISIONAL:
            return voice.say("Protests are heard until %(moment)s.", moment=moment)
    return ""


def remark(voice: Voice, code: str) -> str:
    """What was done to make everyone fit, from `merged 2 3`: how, at which level from 0, and how many players."""
    fitting, level, players = code.split()
    if fitting == Fitting.MERGED:
        message = voice.language.ngettext(
            "Only %(num)d player was left for level %(level)d and joined the level above.",
            "Only %(num)d players were left for level %(level)d and joined the level above.",
            int(players),
        )
    else:
        message = voice.language.ngettext(
            "So few were left for level %(level)d that %(num)d player from the level above joined them.",
            "So few were left for level %(level)d that %(num)d players from the level above joined them.",
            int(players),
        )
    return voice.fill(message, num=int(players), level=int(level) + 1)
