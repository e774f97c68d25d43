"""The answer to a first mail: what was asked, what this is, what can be done at a tap, and what it costs."""

from collections.abc import Container, Mapping
from typing import NamedTuple, cast

from babel import Locale
from markupsafe import Markup

from engine import Colour
from pbem.commands.intents import answer
from pbem.commands.languages import speakers
from pbem.i18n.codes import LANGUAGES
from pbem.i18n.language import N_
from pbem.model.characters import colour_of, manner_of
from pbem.notices import Choice, Offer, TurnNotice, WelcomeNotice
from pbem.render.chips import face
from pbem.render.lobby import TermsRow
from pbem.render.phrases import Phrases
from pbem.render.words import spoken


class Button(NamedTuple):
    """What a button says, and the order that it writes."""

    label: str
    order: str


def welcome_details(phrases: Phrases, notice: WelcomeNotice) -> dict[str, object]:
    """What the template asks for."""
    code, told = phrases.language.code, {intent for intent, _ in notice.told}
    return {
        "told": [*_host(phrases, notice.host), *(answer(intent, code, form) for intent, form in notice.told)],
        "buttons": [Button(_label(phrases, offer), offer.order) for offer in notice.offers],
        "splendor": splendor(phrases, told),
        "languages": other_languages(code),
        "about": _facts(phrases, notice, told),
    }


def _host(phrases: Phrases, host: str) -> list[str]:
    """Why somebody heard of us who never wrote."""
    name = phrases.isolated(host)
    return (
        [phrases.say("%(name)s has invited you to a game, and gave us your address for that.", name=name)]
        if host
        else []
    )


_SPLENDOR: Mapping[str, str] = {
    "what": N_(
        "Splendor is a board game about collecting gems and buying cards, for two to four players; the first to reach "
        "15 points ends the game."
    ),
    "how": N_("Here you play it by email: an email shows you the table, you tap a move and press send."),
    "long": N_("A turn takes a minute; a game takes a week or two, or half an hour against the computer."),
}
"""What this is, by what is asked about it."""


def splendor(phrases: Phrases, told: Container[str] = ()) -> list[str]:
    """What this is, in three sentences; those that were told already are left out."""
    return [phrases.say(line) for asked, line in _SPLENDOR.items() if asked not in told]


def other_languages(code: str) -> list[tuple[str, str]]:
    """The languages besides this one, each in its own words."""
    return [(each, str(Locale.parse(each).get_display_name(each))) for each in LANGUAGES if each != code]


_LABELS: Mapping[Choice, str] = {
    Choice.ORDERS: N_("Yes, do this: %(names)s"),
    Choice.ACCEPT: N_("Accept the invitation from %(names)s"),
    Choice.DECLINE: N_("No thanks"),
    Choice.INVITE: N_("Yes: invite %(names)s"),
    Choice.COMPUTER: N_("Play now against the computer"),
    Choice.LESSON: N_("Teach me: five short emails"),
    Choice.FRIENDS: N_("Play with friends: I'll give you their addresses"),
    Choice.JOIN: N_("Join %(names)s (%(free)s)"),
    Choice.OPEN: N_("Open a table that anyone may join"),
    Choice.ENTER: N_("Enter the league %(names)s"),
    Choice.LEAGUES: N_("Show me the leagues"),
    Choice.STOP: N_("Don't write to me again"),
}


def _label(phrases: Phrases, offer: Offer) -> str:
    if offer.choice is Choice.COMPUTER and offer.count > 1:
        return phrases.several("Play now against %(num)d computer", "Play now against %(num)d computers", offer.count)
    ordered = offer.choice is Choice.ORDERS
    names = [spoken(phrases.language, name) if ordered else name for name in offer.names]
    if offer.choice is Choice.INVITE and offer.count:
        names.append(phrases.several("%(num)d computer", "%(num)d computers", offer.count))
    free = phrases.several("%(num)d seat free", "%(num)d seats free", offer.count)
    return phrases.say(_LABELS[offer.choice], names=(phrases.listed if ordered else phrases.joined)(names), free=free)


# What a newcomer reads above the board, by how many turns they have played.
_FIRST_RULES: Mapping[int, tuple[str, ...]] = {
    0: (
        N_("Each turn is one thing: take three gems of different colours or two of one, buy a card, or reserve one."),
        N_("A card that you own makes every later one cheaper, and some bring points: 15 of them end the game."),
    ),
    1: (
        N_("A card with a button can be bought now; what is missing for the others stands beside them."),
        N_("Reserving keeps a card for you and brings a gold token, which stands for any colour."),
    ),
    2: (N_("With more than ten tokens at the end of a turn, you give some back."),),
    4: (N_("Once somebody has 15 points, the round is played to the end; then the most points win."),),
    3: (N_("Nobles come by themselves to whoever owns the cards that they ask for: 3 points each."),),
}


def first_rules(phrases: Phrases, notice: TurnNotice) -> list[str]:
    """Two lines of rules in the first turns, then one, then none."""
    return [phrases.say(line) for line in _FIRST_RULES.get(-1 if notice.turns is None else notice.turns, ())]


def opponents(phrases: Phrases, notice: TurnNotice) -> list[str]:
    """At the start, how each computer at the table plays."""
    view, code = notice.game_view, phrases.language.code
    if view is None or not notice.commitment:
        return []
    manners = {view.names[seat]: manner_of(view.names[seat], code) for seat in sorted(view.computers)}
    return [
        phrases.fill("%(face)s%(name)s %(manner)s.", face=_face(phrases, name), name=phrases.isolated(name), manner=how)
        for name, how in manners.items()
        if how
    ]


def _face(phrases: Phrases, name: str) -> str:
    """What a computer looks like, where there are colours."""
    return Markup("%s ") % face(name, cast("Colour", colour_of(name))) if phrases.html else ""


def _facts(phrases: Phrases, notice: WelcomeNotice, told: Container[str]) -> list[TermsRow]:
    """What everybody wants to know; what was asked is told above."""
    say = phrases.say
    rows = {
        "cost": TermsRow(say("Cost"), say("Nothing, and no adverts.")),
        "privacy": TermsRow(say("Your address"), _address(phrases, notice)),
        "zone": TermsRow(say("Time"), _zone(phrases, notice.to.timezone)),
        "mail": TermsRow(say("Email"), say("You'll get none until you tap something above or reply.")),
        "forgery": TermsRow(say("If this wasn't you"), say("Do nothing: we forget this address in a week.")),
    }
    return [row for asked, row in rows.items() if asked not in told]


def _address(phrases: Phrases, notice: WelcomeNotice) -> str:
    name, words = phrases.isolated(notice.to.name), _begun(phrases, "name")
    if notice.named:
        return phrases.say(
            "Only this server and its organiser see it; other players see the name %(name)s. To be called something "
            "else, write: %(words)s",
            name=name,
            words=words,
        )
    return phrases.say(
        "Only this server and its organiser see it. Other players would see its first part, %(name)s, unless you "
        "tell us your name: %(words)s",
        name=name,
        words=words,
    )


def _zone(phrases: Phrases, timezone: str) -> str:
    """The reader's time, and how to have that of their own country, or another."""
    home = speakers(phrases.language.code).home
    zone = home if home != timezone else "…"
    return phrases.say(
        "As in %(city)s; to change it, write: %(words)s",
        city=phrases.language.city(timezone),
        words=phrases.isolated(f"{spoken(phrases.language, 'timezone')} {zone}"),
    )


def _begun(phrases: Phrases, command: str) -> str:
    """A command of which the rest is the writer's."""
    return phrases.isolated(f"{spoken(phrases.language, command)} …")
