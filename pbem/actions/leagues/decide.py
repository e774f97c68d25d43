"""What a director decides: shown with its effect, asked once, done, logged, and told to all whom it concerns."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from pbem.actions.leagues.divisions import divisions, ranked
from pbem.actions.leagues.entries import league_named, member_of
from pbem.actions.leagues.season_facts import OPEN, drawn_since, facts, name_of
from pbem.actions.names import plain_name
from pbem.actions.request import Refused, Server, not_before, reader, wants_mail
from pbem.actions.results import entries, note
from pbem.commands.lexicon import lexicon
from pbem.league.points import shown
from pbem.league.season import Phase
from pbem.model import Fixture, League, Player, Season
from pbem.model.row_changes import RowChange, loaded, merged
from pbem.notices import Decided, DecisionNotice, Notice, Reader, TableChange
from pbem.work import ReadWork, Work

_BO = "Bo"
"""Somebody's name; without the capital it is a Polish because."""
LEAGUE_ALONE = "[LEAGUE]"
"""What a decision takes that needs no word but the league: any other was meant to say something."""
OPERATOR = "operator"
"""Who writes from the command line; nobody has to grant them anything."""


@dataclass(frozen=True, slots=True)
class Matter:
    """A decision that is being taken: by whom, why, and in which season; nobody is the operator."""

    work: Work
    server: Server
    actor: Player | None
    reason: str
    season: Season

    @property
    def league(self) -> League:
        return self.work.league(self.season.league_id)

    @property
    def by(self) -> int | str:
        return self.actor.id if self.actor else OPERATOR

    @property
    def timezone(self) -> str:
        return self.actor.timezone if self.actor else self.server.timezone


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was done: a sentence by its code and facts, what the log keeps of it, whom it concerns, further mails."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)
    logged: Mapping[str, object] = field(default_factory=dict)
    concerned: Collection[int] = ()
    notices: tuple[Notice, ...] = ()
    drawn: bool = False
    """Whether a round was drawn from what it changes, and stays as it is."""


Act: TypeAlias = Callable[[Matter, list[str]], Outcome]
Finds: TypeAlias = Callable[[ReadWork, list[str]], tuple[Season, list[str]]]


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that a director may decide. `word` follows `league`, in any language; `takes` is what follows it."""

    word: str
    takes: str
    about: str
    """What it does, for the command line."""
    act: Act
    finds: Finds
    reasoned: bool = False
    """Whether it needs a reason."""
    assists: bool = False
    """Whether an assistant may do it, too."""


T = TypeVar("T")


class _OnlyTried(Exception):
    """Nothing of it is to stay."""


def try_out(work: Work, act: Callable[[], T]) -> T:
    """What would come of it; nothing is changed. What can't be is refused."""
    found: list[T] = []
    try:
        with work.attempt():
            found.append(act())
            raise _OnlyTried
    except _OnlyTried:
        return found[0]


def split_reason(text: str) -> tuple[list[str], str]:
    """What is to be done, and what is said after `because`."""
    words = text.split()
    for index, word in enumerate(words[:-1]):
        if word != _BO and lexicon().rulings.get(plain_name(word)) == "because":
            # English goes on with `of` where a noun follows.
            return words[:index], " ".join(words[index + 1 :]).removeprefix("of ")
    return words, ""


def consider(work: Work, server: Server, actor: Player | None, decision: Decision, text: str) -> Decided:
    """What would come of it; nothing is changed."""
    return try_out(work, lambda: _done(work, server, actor, decision, text)[0])


def carry_out(
    work: Work, server: Server, actor: Player | None, decision: Decision, text: str, answers: str | None = None
) -> tuple[Decided, list[Notice]]:
    """Do it; told to those whom it concerns, to the other directors, and to whoever decided."""
    with work.attempt():
        decided, season, outcome = _done(work, server, actor, decision, text)
    told = [
        decision_told(work, season, player, decided, None) for player in _others(work, server, season, actor, outcome)
    ]
    mine = [decision_told(work, season, actor, decided, answers)] if actor else []
    return decided, [*mine, *told, *outcome.notices]


def _done(
    work: Work, server: Server, actor: Player | None, decision: Decision, text: str
) -> tuple[Decided, Season, Outcome]:
    words, reason = split_reason(text)
    season, rest = decision.finds(work, words)
    check_right(work, server, actor, season, decision)
    if decision.reasoned and not reason:
        raise Refused("reason_missing")
    first, before = work.log_head(season.league_id)[0] + 1, _standing(work, season)
    if decision.takes == LEAGUE_ALONE and rest:
        raise Refused("options_unread", words=rest)
    matter = Matter(work, server, actor, reason, season)
    outcome = decision.act(matter, rest)
    after = work.season(season.id)
    assert after
    note(work, after, decision.word, by=matter.by, because=reason, first=first, **outcome.logged)
    if actor:
        _check_not_own(work, after, actor, changed_by(entries(work.league_log(season.league_id)[first - 1 :])))
    changes = tuple(_changes(work, before, _standing(work, after)))
    name = actor.name if actor else ""
    drawn = "round" if outcome.drawn else "season" if changes and drawn_since(work, after) else ""
    return Decided(outcome.code, dict(outcome.facts), reason, name, changes, drawn), after, outcome


def changed_by(lines: Sequence[Mapping[str, Any]]) -> list[RowChange]:
    """What these lines of the log changed in the rows, taken together."""
    return merged(loaded(row) for each in lines for row in each["rows"])


def _check_not_own(work: ReadWork, season: Season, actor: Player, changes: Sequence[RowChange]) -> None:
    """Refused, by whatever word, for whoever decided about themselves or about a game of their own."""
    for each in changes:
        number, _, name = each.row.partition(".")
        match each.table:
            case "league" if "barred" in each.columns:
                before, after = each.columns["barred"]
                own = actor.id in {*before} ^ {*after}
            case "protest" if "granted" in each.columns:
                own = any(case.id == int(number) and case.player_id == actor.id for case in work.protests(season.id))
            case "member" if each.before and each.after and {"penalty", "left_at"} & each.columns.keys():
                about = work.seasons(season.league_id)[int(number) - 1]
                member = member_of(work, about, int(name))
                own = member is not None and actor.id in (member.player_id, member.substitute_id)
            case "fixture" if "ruling" in each.columns:
                about = work.seasons(season.league_id)[int(number) - 1]
                fixture = next(one for one in work.fixtures(about.id) if one.number == int(name))
                _check_not_own_game(work, fixture, actor)
                continue
            case _:
                continue
        if own:
            raise Refused("own_case")


def _check_not_own_game(work: ReadWork, fixture: Fixture, actor: Player) -> None:
    game = work.game(fixture.game_id) if fixture.game_id else None
    held = {each for holder in game.holders for each in (holder.player_id, holder.member_id)} if game else set()
    if actor.id in {*fixture.members, *held}:
        raise Refused("own_ruling", game=fixture.game_id) if fixture.game_id else Refused("own_case")


def check_right(work: ReadWork, server: Server, actor: Player | None, season: Season, decision: Decision) -> None:
    """Refused for whoever may not decide this here."""
    if actor:
        check_role(work, server, actor, work.league(season.league_id), assists=decision.assists)


def check_role(work: ReadWork, server: Server, who: Player, league: League, *, assists: bool = False) -> None:
    """Refused for whoever does not direct this league; `assists`: an assistant is enough."""
    role = league.directors.get(who.id)
    enough = role is not None and _has_role(work, league, who.id) and (role.name == "director" or assists)
    if not (enough or server.is_admin(who)):
        raise Refused("admins_only")


def directs(work: ReadWork, server: Server, player: Player) -> bool:
    """Whether somebody directs anything: the server's games, or a league."""
    return server.is_admin(player) or any(directed_by(work, server, player))


def directed_by(work: ReadWork, server: Server, player: Player) -> Iterator[League]:
    """The leagues that somebody directs or assists in."""
    admin = server.is_admin(player)
    return (each for each in work.leagues() if admin or _has_role(work, each, player.id))


def _has_role(work: ReadWork, league: League, player_id: int) -> bool:
    role = league.directors.get(player_id)
    return role is not None and (role.until is None or role.until > work.now)


def admins_of(work: ReadWork, server: Server) -> Iterator[Player | str]:
    """Those who run the server: as a player, or as an address that does not play here."""
    for address in server.admins:
        player = work.player_at(address)
        yield player if player and server.is_admin(player) else address


def directors_of(work: ReadWork, server: Server, league: League) -> Iterator[Player | str]:
    """Everyone who directs a league: as a player, or as the address of an admin who does not play here."""
    admins = list(admins_of(work, server))
    yield from admins
    known = {admin.id for admin in admins if isinstance(admin, Player)}
    for player_id in league.directors:
        player = work.player(player_id)
        if player and player_id not in known and _has_role(work, league, player_id):
            yield player


def _others(
    work: ReadWork, server: Server, season: Season, actor: Player | None, outcome: Outcome
) -> Iterator[Player | str]:
    """Whoever else is to hear of it, once each."""
    told = {actor.id} if actor else set()
    for director in directors_of(work, server, work.league(season.league_id)):
        if isinstance(director, str) or director.id not in told:
            told |= set() if isinstance(director, str) else {director.id}
            yield director
    for player_id in outcome.concerned:
        player = work.player(player_id)
        if player and player_id not in told and wants_mail(player):
            told.add(player_id)
            yield player


def tell_directors(work: Work, server: Server, season: Season, decided: Decided) -> list[Notice]:
    """What somebody answered, to everyone who directs the league."""
    directing = directors_of(work, server, work.league(season.league_id))
    return [decision_told(work, season, who, decided, None) for who in directing]


def decision_told(work: Work, season: Season, who: Player | str, decided: Decided, answers: str | None) -> Notice:
    """One mail to one reader: a player, or an admin who does not play here."""
    player = who if isinstance(who, Player) else None
    return DecisionNotice(
        to=reader(player) if player else Reader(address=str(who), language="en"),
        league=facts(work, season, player.id if player else None),
        decided=decided,
        answers=answers,
        not_before=not_before(work, player, answers) if player else None,
    )


# What a decision does to the tables


_Standing: TypeAlias = dict[int, tuple[int, str]]


def _standing(work: ReadWork, season: Season) -> _Standing:
    """Everyone's place and points."""
    rows = [row for division in divisions(work, season) for row in ranked(season, division)]
    return {row.member: (row.place, shown(row.points)) for row in rows}


def _changes(work: ReadWork, before: _Standing, after: _Standing) -> Iterator[TableChange]:
    for member, (place, points) in after.items():
        was = before.get(member)
        if was is not None and was != (place, points):
            yield TableChange(name_of(work, member), was[0], place, was[1], points)


# Which league, game or member the words name


def word_meant(word: str) -> str:
    """A word of ours in any language, as the log has it; anything else as it is."""
    return lexicon().rulings.get(plain_name(word), plain_name(word))


def take_word(words: list[str], *wanted: str) -> str | None:
    """Take the first word off if it is one of these."""
    if words and (meant := word_meant(words[0])) in wanted:
        del words[0]
        return meant
    return None


def leading_league(work: ReadWork, words: list[str]) -> tuple[League, list[str]]:
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


def current(work: ReadWork, words: list[str]) -> tuple[Season, list[str]]:
    """The season that the named league is in."""
    league, rest = leading_league(work, words)
    season = work.season(work.seasons(league.id)[-1].id)
    assert season
    return season, rest


def reopened(work: ReadWork, league: League) -> Season | None:
    """The season that was opened again after the next one was announced, until it is signed off once more."""
    before = work.seasons(league.id)[:-1]
    return next((each for each in reversed(before) if each.phase == Phase.SIGN_OFF), None)


def at_hand(work: ReadWork, league: League) -> list[Season]:
    """What a report is about: the season that the league is in, and before it one that was opened again."""
    return [*filter(None, [reopened(work, league)]), work.seasons(league.id)[-1]]


def to_be_decided(work: ReadWork, words: list[str]) -> tuple[Season, list[str]]:
    """The season whose table waits for directors: one that was opened again, as long as the next is not played."""
    season, rest = current(work, words)
    again = reopened(work, work.league(season.league_id))
    found = work.season(again.id) if again and season.phase in OPEN else None
    return found or season, rest


def to_be_signed_off(work: ReadWork, words: list[str]) -> tuple[Season, list[str]]:
    """The same, also while the next is played; its number may be said."""
    season, rest = current(work, words)
    again = reopened(work, work.league(season.league_id))
    found = (work.season(again.id) if again and season.phase != Phase.SIGN_OFF else None) or season
    return found, rest[1:] if rest[:1] == [str(found.number)] else rest
