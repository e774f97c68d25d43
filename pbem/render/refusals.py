"""Why something can't be done, in words: one message for each code, filled with the facts that come with it."""

from collections.abc import Mapping

from engine import CARDS, Code
from engine.errors import Facts
from pbem.render.voice import Voice


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for a message that is translated later
    """Mark a message for the catalogues."""
    return message


GENERAL = N_("This can't be done now.")

MESSAGES: Mapping[str, str] = {
    Code.GAME_OVER: N_("The game is over."),
    Code.NOT_A_GEM_SET: N_(
        "You may take up to three gems of different colours, or two of one colour, but not these: %(gems)s."
    ),
    Code.GOLD_NEVER_TAKEN: N_("Gold can't be taken; it comes only with a reserved card."),
    Code.BANK_HAS_TOO_FEW: N_("The bank has too few tokens of this colour: %(colour)s (%(has)s)."),
    Code.NEEDS_FOUR_FOR_TWO: N_(
        "Two of one colour may be taken only while the bank has at least four of it: %(colour)s (%(has)s)."
    ),
    Code.MUST_TAKE_MORE: N_("You named %(taken)s; in this edition you must take %(must)s different gems."),
    Code.HAND_FULL: N_("You hold %(reserved)s reserved cards already, and %(limit)s is the limit."),
    Code.NOT_ON_TABLE: N_("This card does not lie on the table: %(card)s."),
    Code.DECK_EMPTY: N_("The deck of level %(level)s is empty."),
    Code.CARD_NOT_FOR_SALE: N_("This card lies neither on the table nor among your reserved cards: %(card)s."),
    Code.CANNOT_AFFORD: N_(
        "You can't afford card %(card)s. You would pay: %(price)s. You lack: %(missing)s. Your gold: %(gold)s."
    ),
    Code.GOLD_CHOICE_NEEDED: N_(
        "Gold must stand for what you lack: %(missing)s. Name those colours, or leave gold out and we choose."
    ),
    Code.GOLD_NOT_HELD: N_("You have less gold than that: %(has)s, not %(wanted)s."),
    Code.GOLD_NOT_NEEDED: N_("Gold would stand for more than the price asks of this colour: %(colour)s (%(price)s)."),
    Code.MUST_RETURN: N_("You would hold %(tokens)s tokens, and 10 is the limit. To return: %(excess)s."),
    Code.RETURNS_TOO_MANY: N_(
        "You return more than you need to. You would hold %(tokens)s tokens; to return: %(excess)s."
    ),
    Code.RETURNS_NOT_HELD: N_("You would not have as many tokens of this colour to return: %(colour)s (%(has)s)."),
    Code.NOBLE_CHOICE_NEEDED: N_("Several nobles would come. Say which: %(nobles)s."),
    Code.NOBLE_NOT_A_CHOICE: N_("This noble would not come: %(noble)s."),
    Code.MUST_NOT_PASS: N_("You may pass only when nothing else is possible."),
    Code.NOT_CANONICAL: N_("These colours can't be read as an order: %(colours)s."),
    Code.SEAT_NOT_IN_PLAY: N_("This player is no longer in the game."),
    "gold_count": N_("This card can't be bought with so much gold. Gold needed: %(least)s, at most: %(most)s."),
    "place_empty": N_("No card lies at place %(place)s."),
    "place_changed": N_("Another card lies at place %(place)s now. You meant card %(then)s."),
    "noble_gone": N_("That noble is no longer on the table."),
    "no_such_place": N_("There is no place %(place)s."),
    "unreadable": N_("We could not read an order in this."),
    "ambiguous": N_("This can be read in more than one way."),
    "incomplete": N_("This can be done in more than one way. Which do you mean?"),
    "returns_needed": N_("You would hold more than ten tokens. Say which ones go back."),
    "stale": N_("You have moved since the mail that you answered, so this was left alone."),
    "not_your_turn": N_("It is not your turn."),
    "not_yours": N_("You don't play in this game."),
    "no_such_game": N_("There is no such game."),
    "game_running": N_("Game #%(game)s is still being played."),
    "no_game": N_("You play in no game at the moment."),
    "which_game": N_("You play in several games. Say which one, for example: %(example)s"),
    "other_game": N_(
        "You answered a mail of game #%(game)s and named game #%(named)s. Please answer a mail of the game you mean."
    ),
    "unknown_sender": N_(
        "We don't know this address, and the mail carried no tag of ours. Please reply to one of our mails."
    ),
    "not_supported": N_("We understood you, but this server can't do that yet."),
}


def why(voice: Voice, code: str, facts: Facts) -> str:
    """The reason, or a general one where the code is new or a fact is missing."""
    told = {name: _fact(voice, name, value) for name, value in facts.items()}
    told["example"] = voice.isolated(_example(facts))
    try:
        return voice.say(MESSAGES.get(code, GENERAL), **told)
    except KeyError:
        return voice.say(GENERAL)


def _fact(voice: Voice, name: str, value: object) -> str:
    match name, value:
        case ("card" | "then" | "now", str(card)) if card in CARDS:
            return voice.card(card)
        case "colour", str(colour):
            return voice.colour(colour)
        case ("gems" | "colours", [*colours]):
            return voice.colours(map(str, colours))
        case ("price" | "missing" | "tokens", {**counts}):
            return voice.counted(int(str(count)) for count in counts.values())
        case "nobles", [*nobles]:
            return voice.language.join([str(noble) for noble in nobles])
    return voice.isolated(value)


def _example(facts: Facts) -> str:
    match facts.get("games"):
        case [number, *_]:
            return f"#{number} help"
    return "#1 help"
