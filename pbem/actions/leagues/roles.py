"""What directors decide about people: who directs, who comes in, who begins where, who plays for whom, what is told."""

from dataclasses import replace
from hashlib import sha256

from pbem.actions.find import find_player
from pbem.actions.leagues.decide import Matter, Outcome, take_word
from pbem.actions.leagues.divisions import divisions
from pbem.actions.leagues.entries import admit_now, is_in, join_ladder, member_of, takes_newcomers
from pbem.actions.leagues.founding import start_of
from pbem.actions.leagues.games import people_of
from pbem.actions.leagues.leaving import ask
from pbem.actions.leagues.leaving import substitute as let_play
from pbem.actions.leagues.rulings import member_called
from pbem.actions.leagues.season_facts import OPEN, PLAYED, name_of, people_in
from pbem.actions.names import plain_name, tidy
from pbem.actions.request import Refused
from pbem.commands.lexicon import lexicon
from pbem.model import Player, Role

_LONGEST_MESSAGE = 2000


def directors(matter: Matter, words: list[str]) -> Outcome:
    """`add Bo`, `add assistant Bo`, `remove Bo`, `deputy Bo until 2027-03-01`."""
    act = take_word(words, "add", "remove", "deputy")
    if act is None:
        raise Refused("ruling_unread")
    role = take_word(words, "assistant", "director") or "director"
    until = None
    if len(words) > 2 and lexicon().bounds.get(words[-2].lower()) == "to":
        until, words = start_of(words[-1], matter.timezone), words[:-2]
    if act == "deputy" and until is None:
        raise Refused("league_option", option="until", value="")
    player, league = find_player(matter.work, " ".join(words)), matter.league
    others = {each: known for each, known in league.directors.items() if each != player.id}
    if act == "remove" and player.id not in league.directors:
        raise Refused("no_director", name=player.name)
    now = others if act == "remove" else {**others, player.id: Role(role, until)}
    matter.work.save_league(replace(league, directors=now))
    facts = {"name": player.name, "date": until.date().isoformat() if until else ""}
    code = "no director" if act == "remove" else "deputy" if until else role
    return Outcome(code, facts, {"player": player.id, "act": act}, [player.id])


def admit(matter: Matter, words: list[str]) -> Outcome:
    """Late: in before the start, else on a seat that was left (asked, unless they wait), else they wait."""
    work, season = matter.work, matter.season
    player = find_player(work, " ".join(words))
    if matter.actor and matter.actor.id == player.id:
        raise Refused("own_case")
    if player.id in matter.league.barred:
        raise Refused("expelled_here", name=player.name)
    known = member_of(work, season, player.id)
    if known and is_in(season, known):
        raise Refused("team_member", name=player.name)
    logged: dict[str, object] = {"member": player.id}
    if season.phase not in OPEN:
        return _admit_late(matter, player, logged)
    if known:
        work.save_member(replace(known, awaited=False))
    else:
        admit_now(work, matter.server, season, player)
    return Outcome("admitted", {"name": player.name}, logged, [player.id])


def _admit_late(matter: Matter, player: Player, logged: dict[str, object]) -> Outcome:
    work, season = matter.work, matter.season
    if takes_newcomers(work, season):
        told = join_ladder(work, matter.server, season, player)
        return Outcome("admitted", {"name": player.name}, logged, (), tuple(told))
    left = [each for each in work.members(season.id) if each.left_at and not each.substitute_id and each.plays]
    if season.phase in PLAYED and left:
        facts = {"name": name_of(work, left[0].player_id), "other": player.name}
        if player.id not in season.waiting:
            asked = ask(work, season, left[0], player, inherits=False)
            return Outcome("substitute asked", facts, logged, (), tuple(asked))
        notices = let_play(work, season, left[0], player)
        return Outcome("substituted", facts, logged, [player.id], tuple(notices))
    if player.id not in season.waiting:
        work.save_season(replace(season, waiting=(*season.waiting, player.id)))
    return Outcome("waits", {"name": player.name}, logged, [player.id])


def seed(matter: Matter, words: list[str]) -> Outcome:
    """`1: Anna, Ewa`: who begins on a level, the strongest first; nobody: by table and rating as ever."""
    if matter.season.phase not in OPEN:
        raise Refused("season_started", league=matter.league.name)
    level, _, named = " ".join(words).partition(":")
    if not level.strip().isdecimal() or not 1 <= int(level) <= len(matter.season.rules.widths):
        most = len(matter.season.rules.widths)
        raise Refused("league_range", option="seed", value=level.strip(), least=1, most=most)
    members = [member_called(matter.work, matter.season, each.strip()) for each in named.split(",") if each.strip()]
    chosen = tuple(each.player_id for each in members)
    seeds = [tuple(each for each in known if each not in chosen) for known in matter.season.seeds]
    seeds += [()] * (int(level) - len(seeds))
    seeds[int(level) - 1] = chosen
    matter.work.save_season(replace(matter.season, seeds=tuple(seeds)))
    names = [name_of(matter.work, each) for each in chosen] or ["–"]
    code = "first seeds" if matter.season.rules.stages else "seeded"
    return Outcome(code, {"level": int(level), "names": names}, {"level": int(level)}, chosen)


def keep_apart(matter: Matter, words: list[str]) -> Outcome:
    """`Anna, Bo` or `Anna and Bo`: not in one division, nor at one table of a round; once more: again."""
    named = [part.strip() for part in " ".join(words).split(",") if part.strip()]
    if len(named) != 2:
        raise Refused("name_two")
    one, other = (find_player(matter.work, each) for each in named)
    pair, league = (min(one.id, other.id), max(one.id, other.id)), matter.league
    known = pair in league.apart
    pairs = [each for each in league.apart if each != pair] if known else [*league.apart, pair]
    matter.work.save_league(replace(league, apart=tuple(sorted(pairs))))
    facts = {"name": one.name, "other": other.name}
    code = ("together" if known else "apart") + " in draws" * bool(matter.season.rules.stages)
    return Outcome(code, facts, {"pair": list(pair)})


def substitute(matter: Matter, words: list[str]) -> Outcome:
    """`Anna with Bo`, `Anna with Bo inherits`: without `with`, the last word is the newcomer, who is asked."""
    between, inherits = lexicon().takeovers, take_word(words[-1:], "inherits") is not None
    words = words[:-1] if inherits else words
    cut = next((index for index, word in enumerate(words) if plain_name(word) in between), len(words) - 1)
    newcomer = find_player(matter.work, " ".join(word for word in words[cut:] if plain_name(word) not in between))
    member = member_called(matter.work, matter.season, " ".join(words[: max(cut, 0)]))
    if matter.season.phase not in PLAYED or not member.plays:
        raise Refused("not_a_member")
    asked = ask(matter.work, matter.season, member, newcomer, inherits=inherits)
    facts = {"name": name_of(matter.work, member.player_id), "other": newcomer.name}
    logged = {"member": member.player_id, "substitute": newcomer.id, "inherits": inherits}
    code = "heir asked" if inherits or matter.season.rules.stages else "substitute asked"
    return Outcome(code, facts, logged, (), tuple(asked))


def tell(matter: Matter, words: list[str]) -> Outcome:
    """`TEXT`, `division 2b TEXT`, `#18 TEXT`: a message to all, to a division or to a game; the log has its hash."""
    people = _addressed(matter, words)
    text = tidy(" ".join(words))
    if not text:
        raise Refused("nothing_said")
    if len(text) > _LONGEST_MESSAGE:
        raise Refused("too_long", length=len(text), limit=_LONGEST_MESSAGE)
    logged = {"sha256": sha256(text.encode()).hexdigest()}
    return Outcome("told", {"text": text, "count": len(people)}, logged, people)


def _addressed(matter: Matter, words: list[str]) -> list[int]:
    """Whom the first words name; they are taken off."""
    work, season = matter.work, matter.season
    if words and words[0].startswith("#") and words[0][1:].isdecimal():
        game = work.game(int(words[0][1:]))
        fixture = work.fixture_of(int(words.pop(0)[1:]))
        if game is None or fixture is None or fixture.season_id != season.id:
            raise Refused("name_the_game")
        return sorted(people_of(game))
    if take_word(words, "division"):
        named = {each.name: each for each in divisions(work, season)}
        found = named.get(words.pop(0).lower() if words else "")
        if found is None:
            raise Refused("league_choice", option="division", names=list(named))
        return [each for each in people_in(work, season) if each in {one.played_by for one in found.members}]
    return people_in(work, season)
