"""News of a league: what has happened, what is to be done about it, and the season's facts."""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.league.pyramid import Fitting
from pbem.league.season import Phase
from pbem.notices import FixtureLine, LeagueFacts, LeagueNews, LeagueNotice
from pbem.render.lobby import TermsRow, pace
from pbem.render.phrases import Phrases

# Games of a season, each in a line: who plays, in which order, how it came out, or whose turn it is.


class ShownFixture(NamedTuple):
    """A game: its number, its players in the order of play, and what is to be said of it."""

    number: str
    players: str
    state: str


def own_games(phrases: Phrases, fixtures: Iterable[FixtureLine], name: str, timezone: str) -> list[ShownFixture]:
    """The reader's games, with the seat that the reader has in each."""
    return [_own(phrases, each, name, timezone) for each in fixtures]


def running_games(phrases: Phrases, fixtures: Iterable[FixtureLine], name: str, timezone: str) -> list[ShownFixture]:
    """Games that are not over, the one with the next deadline first."""
    ordered = sorted(fixtures, key=lambda each: (each.until is None, each.until and each.until.timestamp()))
    return [_fixture(phrases, each, state(phrases, each, name, timezone)) for each in ordered]


def results(phrases: Phrases, fixtures: Iterable[FixtureLine]) -> list[ShownFixture]:
    """Games that are over; a star marks who won."""
    return [_result(phrases, each) for each in fixtures]


def state(phrases: Phrases, fixture: FixtureLine, name: str, timezone: str) -> str:
    """Whose turn it is, and until when."""
    if fixture.game_id is None:
        return phrases.say("starts later")
    if not fixture.on_turn:
        return ""
    if fixture.until is None:
        return _on_turn(phrases, fixture.on_turn, name)
    moment = phrases.language.moment(fixture.until, timezone)
    if fixture.on_turn == name:
        return phrases.say("Your turn, until %(moment)s", moment=moment)
    return phrases.say("%(name)s has until %(moment)s", name=phrases.isolated(fixture.on_turn), moment=moment)


def _on_turn(phrases: Phrases, on_turn: str, name: str) -> str:
    if on_turn == name:
        return phrases.say("Your turn")
    return phrases.say("It is the turn of %(name)s.", name=phrases.isolated(on_turn))


def _own(phrases: Phrases, fixture: FixtureLine, name: str, timezone: str) -> ShownFixture:
    if fixture.scores:
        return _result(phrases, fixture)
    told = [state(phrases, fixture, name, timezone)]
    if name in fixture.names:
        told.insert(0, phrases.say("your seat: %(seat)d", seat=fixture.names.index(name) + 1))
    return _fixture(phrases, fixture, phrases.fill(" · ").join(filter(None, told)))


def _fixture(phrases: Phrases, fixture: FixtureLine, state: str) -> ShownFixture:
    return ShownFixture(_number(phrases, fixture), phrases.listed(fixture.names), state)


def _result(phrases: Phrases, fixture: FixtureLine) -> ShownFixture:
    scored = zip(fixture.names, fixture.scores, strict=True)
    scores = phrases.fill(", ").join(
        phrases.fill(
            "%(name)s %(score)s", name=phrases.isolated(name), score=f"{score}{'*' * (name in fixture.winners)}"
        )
        for name, score in scored
    )
    return ShownFixture(_number(phrases, fixture), scores, "")


def _number(phrases: Phrases, fixture: FixtureLine) -> str:
    return phrases.isolated(f"#{fixture.game_id}") if fixture.game_id else ""


_BEFORE_THE_START = (Phase.ENTRIES, Phase.CHECK_IN)
_PLAYED = (Phase.RUNNING, Phase.OVERTIME, Phase.ADJUDICATION)
_WITH_A_TABLE = (*_PLAYED, Phase.PROVISIONAL, Phase.SIGN_OFF, Phase.SIGNED_OFF)
_COMMITTED = (LeagueNews.ANNOUNCED, LeagueNews.STARTED)
_OF_INTEREST = (None, *_COMMITTED, LeagueNews.ENTERED, LeagueNews.CHECK_IN, LeagueNews.CHECKED_IN)
"""The news, or none, with which somebody wants to know the facts of a season."""
_REVOCABLE = (None, LeagueNews.ENTERED, LeagueNews.CHECKED_IN)


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


def league_details(phrases: Phrases, notice: LeagueNotice) -> dict[str, object]:
    """What the template asks for."""
    timezone = notice.to.timezone
    return {
        "told": told(phrases, notice),
        "cards": [card(phrases, each, timezone, notice.news) for each in notice.leagues],
        "fixtures": own_games(phrases, notice.fixtures, notice.to.name, timezone),
        "commitment": notice.leagues[0].commitment if notice.news in _COMMITTED and notice.leagues else "",
    }


def topic(phrases: Phrases, league: LeagueFacts) -> str:
    """Which league and season."""
    return phrases.say("%(league)s, season %(season)d", league=phrases.isolated(league.name), season=league.season)


def card(phrases: Phrases, league: LeagueFacts, timezone: str, news: LeagueNews | None = None) -> LeagueCard:
    """All that somebody wants to know of a season."""
    rows = _rows(phrases, league, timezone) if news in _OF_INTEREST else []
    return LeagueCard(topic(phrases, league), rows, _steps(phrases, league, news))


def _rows(phrases: Phrases, league: LeagueFacts, timezone: str) -> list[TermsRow]:
    day = phrases.language.day
    entry = phrases.say("✓ yes") if league.mine else phrases.say("not yet")
    return [
        TermsRow(phrases.say("State"), phase(phrases, league.phase)),
        TermsRow(phrases.say("Tables of"), phrases.several("%(num)d player", "%(num)d players", league.seats)),
        TermsRow(phrases.say("Time"), pace(phrases, league.terms)),
        TermsRow(phrases.say("Edition"), phrases.isolated(league.edition)),
        TermsRow(phrases.say("Start"), day(league.start, timezone)),
        TermsRow(phrases.say("Overtime from"), day(league.end, timezone)),
        TermsRow(phrases.say("Entered"), phrases.several("%(num)d player", "%(num)d players", league.entrants)),
        *([] if league.mine is None else [TermsRow(phrases.say("Your entry"), entry)]),
    ]


def phase(phrases: Phrases, phase: str) -> str:
    """The part that a season is in."""
    match phase:
        case Phase.ENTRIES:
            return phrases.say("entries are open")
        case Phase.CHECK_IN:
            return phrases.say("check-in: who entered says that they are there")
        case Phase.RUNNING:
            return phrases.say("the games are being played")
        case Phase.OVERTIME:
            return phrases.say("overtime: the games that are left have a shorter clock")
        case Phase.ADJUDICATION:
            return phrases.say("the last games are being decided")
        case Phase.PROVISIONAL:
            return phrases.say("the table is provisional; protests are heard")
    return _last_phase(phrases, phase)


def _last_phase(phrases: Phrases, phase: str) -> str:
    match phase:
        case Phase.SIGN_OFF:
            return phrases.say("a director is to sign off")
        case Phase.SIGNED_OFF:
            return phrases.say("over; the table is final")
    return phrases.say("called off")


def _steps(phrases: Phrases, league: LeagueFacts, news: LeagueNews | None) -> list[SeasonStep]:
    """What the reader can do now, by the part of the season."""
    steps = []
    if news is LeagueNews.CHECK_IN:
        steps.append(SeasonStep(phrases.say("Yes, I am there"), "yes"))
        steps.append(SeasonStep(phrases.say("No, not this season"), "no"))
    if league.phase == Phase.ENTRIES and not league.mine:
        steps.append(SeasonStep(phrases.say("Enter"), f"enter {league.name}"))
    if league.phase in _WITH_A_TABLE:
        steps.append(SeasonStep(phrases.say("Standings"), f"standings {league.name}"))
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
    lines = _happened(phrases, notice.news, league, phrases.language.day(league.start, timezone))
    if notice.division:
        lines.append(phrases.say("Your division: %(division)s.", division=phrases.isolated(notice.division)))
    if notice.until:
        lines.append(_by_when(phrases, notice.news, phrases.language.moment(notice.until, timezone)))
    return [*filter(None, lines), *(remark(phrases, each) for each in notice.remarks)]


def _happened(phrases: Phrases, news: LeagueNews, league: LeagueFacts, start: str) -> list[str]:
    say = phrases.say
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
            return _withdrawn(phrases, league)
    return _in_the_season(phrases, news)


def _withdrawn(phrases: Phrases, league: LeagueFacts) -> list[str]:
    if league.phase in _BEFORE_THE_START:
        return [phrases.say("You are no longer entered. As long as entries are open you can enter again.")]
    return [
        phrases.say("You have left the league. A substitute or a bot plays on in your games."),
        phrases.say("The games that were not over count nothing for you, and you are the first to be relegated."),
    ]


def _in_the_season(phrases: Phrases, news: LeagueNews) -> list[str]:
    say = phrases.say
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


def _by_when(phrases: Phrases, news: LeagueNews, moment: str) -> str:
    match news:
        case LeagueNews.ANNOUNCED:
            return phrases.say("Entries close on %(moment)s.", moment=moment)
        case LeagueNews.CHECK_IN:
            return phrases.say("Without an answer your place is given up on %(moment)s.", moment=moment)
        case LeagueNews.OVERTIME:
            return phrases.say("What is not over on %(moment)s ends in the position that it is in.", moment=moment)
        case LeagueNews.PROVISIONAL:
            return phrases.say("Protests are heard until %(moment)s.", moment=moment)
    return ""


def remark(phrases: Phrases, code: str) -> str:
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
