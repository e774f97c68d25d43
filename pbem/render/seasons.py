"""A season in words: its rules, who is in it, and what it was once it is over."""

from dataclasses import fields
from datetime import timedelta

from pbem.i18n.language import N_
from pbem.league.points import SCALES
from pbem.model import StageRules
from pbem.notices import LeagueFacts, MemberLine, OwnSeason, SeasonStory
from pbem.render.lobby import TermsRow
from pbem.render.phrases import Phrases

_AGREEMENTS = {"take-back": N_("taking a move back"), "give": N_("giving each other time"), "pause": N_("a pause")}


def _stand_in(phrases: Phrases, level: str) -> TermsRow:
    if level.isdecimal():
        return TermsRow(phrases.say("Computer stand-ins play at level"), phrases.isolated(level))
    return TermsRow(phrases.say("Computer stand-ins play"), phrases.say("as well as whoever is gone is rated"))


def rule_rows(phrases: Phrases, league: LeagueFacts) -> list[TermsRow]:
    """What the organiser settled, and who directs."""
    say, rules = phrases.say, league.rules
    usual = "-".join(map(str, SCALES[rules.seats].places))
    levels = "-".join(map(str, rules.widths))
    newcomers = say("by their rating") if rules.newcomers == "rating" else say("at the bottom")
    directors = [TermsRow(say("Directors"), phrases.listed(league.directors))] if league.directors else []
    cap = (
        [TermsRow(say("At most"), phrases.several("%(num)d player", "%(num)d players", rules.cap))] if rules.cap else []
    )
    level = rules.terms.stand_in_level
    stand_in = [_stand_in(phrases, level)] if level else []
    settled = [_AGREEMENTS[each] for each in filter(None, rules.terms.agreements.split(","))]
    agreements = [TermsRow(say("Tables may agree on"), phrases.listed(map(say, settled)))] if settled else []
    minutes = rules.terms.second_thoughts_minutes
    waits = phrases.roughly(timedelta(minutes=minutes)) if minutes else say("none")
    thoughts = [TermsRow(say("Time for second thoughts"), waits)] if minutes is not None else []
    levelled = [
        TermsRow(say("Divisions of"), phrases.several("%(num)d player", "%(num)d players", rules.size)),
        TermsRow(say("Divisions by level"), phrases.isolated(levels)),
        TermsRow(say("Promoted and relegated"), phrases.isolated(f"{rules.promoted} ↑ {rules.relegated} ↓")),
        TermsRow(say("Newcomers start"), newcomers),
    ]
    by_points = [TermsRow(say("Points for places"), phrases.isolated(rules.scale or usual))]
    return [
        *(
            []
            if rules.stages and all(each.pairing in ("knockout", "challenge") for each in rules.stages)
            else by_points
        ),
        *([] if rules.stages else levelled),
        *_options(phrases, league),
        *cap,
        *stand_in,
        *agreements,
        *thoughts,
        *directors,
    ]


def _options(phrases: Phrases, league: LeagueFacts) -> list[TermsRow]:
    """What is not usual in a format, by the words that an organiser writes."""
    usual, told = StageRules(), list[str]()
    for stage in league.rules.stages:
        named = [each.name for each in fields(StageRules) if each.name not in ("grouping", "pairing")]
        changed = [(name, getattr(stage, name)) for name in named if getattr(stage, name) != getattr(usual, name)]
        told += [f"{name.replace('_', '-')} {_value(value)}" for name, value in changed]
    return [TermsRow(phrases.say("Options"), phrases.listed(dict.fromkeys(told)))] if told else []


def _value(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def member(phrases: Phrases, line: MemberLine) -> str:
    """Somebody in a season and how they stand."""
    name, detail = phrases.isolated(line.name), phrases.isolated(line.detail)
    match line.state:
        case "awaited":
            stands = phrases.say("not checked in yet")
        case "here":
            stands = phrases.say("checked in")
        case "plays":
            stands = phrases.say("division %(name)s", name=detail) if line.detail else phrases.say("plays")
        case "absent":
            stands = phrases.say("did not check in")
        case "asked":
            stands = phrases.say("%(name)s is asked to play for them", name=detail)
        case "replaced":
            stands = phrases.say("left; %(name)s plays", name=detail)
        case "left":
            stands = phrases.say("left; the computer plays")
        case "waits":
            stands = phrases.say("on the waiting list")
        case _:
            stands = phrases.say("entered")
    return phrases.fill("%(name)s: %(state)s", name=name, state=stands)


# A season that is over


def story(phrases: Phrases, told: SeasonStory) -> list[str]:
    """Who won, who goes up and down."""
    lines = [phrases.say("The champion: %(name)s.", name=phrases.isolated(told.champion))]
    if told.up:
        lines.append(phrases.say("Up ↑: %(names)s.", names=phrases.listed(told.up)))
    if told.down:
        lines.append(phrases.say("Down ↓: %(names)s.", names=phrases.listed(told.down)))
    if told.path:
        lines.append(phrases.say("The path to the title:"))
    for number, names in enumerate(told.path, 1):
        met = phrases.listed(names) if names else phrases.say("a bye")
        lines.append(phrases.say("Round %(number)s: %(names)s.", number=phrases.number(str(number)), names=met))
    return lines


def _own_place(phrases: Phrases, mine: OwnSeason) -> str:
    place, members = phrases.number(str(mine.place)), phrases.number(str(mine.members))
    if not mine.division:
        return phrases.say("Place %(place)s of %(members)s.", place=place, members=members)
    division = phrases.isolated(mine.division)
    told = phrases.say(
        "Division %(division)s: place %(place)s of %(members)s.", division=division, place=place, members=members
    )
    return told + phrases.fill(" ") + _leads_to(phrases, mine.zone)


def own_story(phrases: Phrases, mine: OwnSeason) -> list[str]:
    """The reader's season in five lines at most."""
    say, number = phrases.say, phrases.number
    lines = [
        _own_place(phrases, mine),
        say(
            "Points: %(points)s. Games: %(games)s. Won: %(wins)s.",
            points=number(mine.points),
            games=number(str(mine.games)),
            wins=number(mine.wins),
        ),
    ]
    if mine.best_game:
        game = phrases.isolated(f"#{mine.best_game}")
        lines.append(
            say("Your best game: %(game)s, with %(score)s points.", game=game, score=number(str(mine.best_score)))
        )
    lines += _rivals(phrases, mine)
    if mine.rating:
        before = number(mine.rating_before) if mine.rating_before else "–"
        lines.append(say("Your rating: %(before)s → %(now)s.", before=before, now=number(mine.rating)))
    return lines


def _leads_to(phrases: Phrases, zone: str) -> str:
    match zone:
        case "up":
            return phrases.say("You go up.")
        case "down":
            return phrases.say("You go down.")
    return phrases.say("You stay.")


def _rivals(phrases: Phrases, mine: OwnSeason) -> list[str]:
    """Whom the reader beat and who beat them, in one line."""
    parts = []
    if mine.ahead[0]:
        name, score = (phrases.isolated(each) for each in mine.ahead)
        parts.append(phrases.say("Most clearly ahead of %(name)s: %(score)s.", name=name, score=score))
    if mine.behind[0]:
        name, score = (phrases.isolated(each) for each in mine.behind)
        parts.append(phrases.say("Most clearly behind %(name)s: %(score)s.", name=name, score=score))
    return [phrases.fill(" ").join(parts)] if parts else []
