"""What directors decide, each in a sentence with the facts that it needs."""

import re
from collections.abc import Mapping

from engine.errors import Facts
from pbem.i18n.language import N_

_FACT = re.compile(r"%\((\w+)\)s")

DECISIONS: Mapping[str, str] = {
    "places": N_("Game %(game)s counts with these places: %(names)s."),
    "void": N_("Game %(game)s does not count."),
    "as played": N_("Game %(game)s counts as it was played."),
    "granted": N_("Protest %(case)s by %(name)s is upheld."),
    "refused": N_("Protest %(case)s by %(name)s is rejected."),
    "penalty": N_("Points taken from %(name)s: %(points)s."),
    "lifted": N_("The penalty of %(name)s is lifted."),
    "expelled": N_("%(name)s is expelled from this league. The results stand."),
    "expelled void": N_("%(name)s is expelled from this league. The games of %(name)s do not count."),
    "expelled forfeit": N_("%(name)s is expelled from this league, and comes last in every game."),
    "reinstated": N_("%(name)s is back in this league."),
    "apart": N_("From now on %(name)s and %(other)s will be in different divisions."),
    "together": N_("%(name)s and %(other)s may be put into one division again."),
    "apart in draws": N_("From now on %(name)s and %(other)s are kept apart when games are drawn."),
    "together in draws": N_("%(name)s and %(other)s may be drawn against each other again."),
    "set": N_("A rule of this season is changed: %(option)s %(value)s."),
    "set from": N_("A rule of this season is changed: %(option)s %(before)s → %(value)s."),
    "set dates": N_(
        "A rule of this season is changed: %(option)s %(before)s → %(value)s. Overtime begins on %(date)s, and what "
        "is not over by %(until)s ends as it stands."
    ),
    "set next": N_("A rule of the next season is changed: %(option)s %(value)s."),
    "set later": N_("A rule is changed on %(date)s: %(option)s %(value)s."),
    "not set": N_("A rule could not be changed as planned, and stays as it was: %(option)s %(value)s."),
    "renamed": N_("The league is now called %(league)s."),
    "paused": N_("All games are paused. All dates move with them."),
    "paused until": N_("All games are paused until %(date)s. All dates move with them."),
    "resumed": N_("All games go on. Days by which all dates have moved: %(days)s."),
    "cancelled": N_("The season is called off."),
    "postponed": N_("The season begins on %(date)s."),
    "told": N_("A message from the directors, readers: %(count)s:"),
    "director": N_("%(name)s directs this league from now on."),
    "assistant": N_("%(name)s assists the directors of this league from now on."),
    "deputy": N_("%(name)s directs this league until %(date)s."),
    "no director": N_("%(name)s does not direct this league any more."),
    "admitted": N_("%(name)s is admitted to this season."),
    "waits": N_(
        "%(name)s is on the waiting list: they get a seat when it is their turn for one, and a place in the next "
        "season."
    ),
    "seeded": N_("These begin on level %(level)s: %(names)s."),
    "first seeds": N_("These are the first seeds: %(names)s."),
    "started": N_("The season begins now. Who plays: %(names)s. Who does not: %(missing)s."),
    "signed off": N_("The standings are final."),
    "signed off open": N_("The standings are final, although cases are still open: %(count)s."),
    "reopened": N_("Season %(season)s is open again for rulings."),
    "substituted": N_("%(other)s plays for %(name)s from now on."),
    "substitute asked": N_(
        "%(other)s has been asked to play for %(name)s from now on. Nothing changes before they say yes."
    ),
    "heir asked": N_("%(other)s is asked to play for %(name)s from now on, and to have the place with all its points."),
    "not substituted": N_("%(other)s does not play for %(name)s."),
    "undone about": N_("This is undone: %(word)s (%(about)s), line %(line)s of the log."),
    "undone": N_("This is undone: %(word)s, line %(line)s of the log."),
}


def check_decision(code: str, facts: Facts) -> None:
    """A fact that is missing is a mistake of ours: it is found when the decision is made, not when it is read."""
    if missing := frozenset(_FACT.findall(DECISIONS[code])) - facts.keys():
        raise ValueError(f"the decision {code} lacks {', '.join(sorted(missing))}")
