"""What people settle among themselves: the question to all at a table, and what came of it."""

from collections.abc import Mapping

from engine.errors import Facts
from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model import Kind
from pbem.model.proposals import Wanted
from pbem.notices.base import Notice, Thread, notice

SETTLED: Mapping[str, str] = {
    "gave": N_("You gave %(name)s more time: %(hours)s."),
    "more time": N_("The players waiting for you gave you more time: %(hours)s."),
    "noted": N_("Thank you for answering. We're waiting for: %(names)s."),
    "withdrawn": N_("Your question is withdrawn. Nothing was changed."),
    "you refused": N_("You said no. Nothing was changed."),
    "overtaken": N_("The game has gone on meanwhile, so your move stands."),
    "agreed take back": N_("All agree, so the move is taken back."),
    "refused take back": N_("%(name)s does not agree, so your move stands."),
    "lapsed take back": N_("Not everybody answered within three days, so your move stands."),
    "agreed pause": N_("All agree, so the game is paused."),
    "refused pause": N_("%(name)s does not agree, so the game goes on."),
    "lapsed pause": N_("Not everybody answered within three days, so the game goes on."),
    "agreed resume": N_("All agree, so the game goes on."),
    "refused resume": N_("%(name)s does not agree, so the game stays paused for now."),
    "lapsed resume": N_("Not everybody answered within three days, so the game stays paused."),
    "agreed end": N_("All agree, so the game is over."),
    "refused end": N_("%(name)s does not want to end the game, so it goes on."),
    "lapsed end": N_("Not everybody answered within three days, so the game goes on."),
    "paused": N_("All agree, so the game is paused until somebody asks to resume it and all agree."),
    "paused until": N_("All agree, so the game is paused until %(until)s."),
    "resumed": N_("The game goes on."),
    "decided more": N_("There are two more days for this turn."),
    "decided bot": N_("The computer plays this seat until its player comes back."),
    "decided end": N_("The game is over. It does not count."),
    "follow on": N_("In this game you hear of every move at once."),
    "follow off": N_("In this game you'll hear of the others' moves in your own next email."),
    "talk on": N_("In this game you hear at once what others say."),
    "talk off": N_("In this game you'll hear what others say in your own next email."),
    "reminders on": N_("In this game you are reminded before your time is up."),
    "reminders off": N_("In this game you'll get no more reminders; we'll tell you once your time is up."),
    "digest on": N_("Your turns in this game will come in one email with those in your other games."),
    "digest off": N_("Your turns in this game will come at once, each in an email of its own."),
    "bell stopped": N_(
        "Your bell failed to answer five times in a row, so we've stopped calling it. Set it again once it works."
    ),
    "named": N_("This table is now called: %(name)s"),
    "unnamed": N_("This table has no name any more."),
    "reminded": N_("We'll remind you on %(moment)s. Your deadline stays the same: %(until)s."),
}
"""What came of something, by its code."""

_QUESTIONS: Mapping[Wanted, str] = {
    Wanted.TAKE_BACK: N_("Can a move be taken back?"),
    Wanted.PAUSE: N_("Shall we pause the game?"),
    Wanted.RESUME: N_("Shall we resume the game?"),
    Wanted.END: N_("Shall we end the game here?"),
    Wanted.LATE: N_("What should happen to this turn?"),
}


@notice(Kind.ASKED, names_others=False, thread=Thread.ALONE, unasked=True)
class ProposalNotice(Notice):
    """Something is asked of all at the table; `game view.asked` says what, and whether the reader asks it."""

    def title(self, language: Language) -> str:
        asked = self.game_view.asked if self.game_view else None
        if asked is None or asked.mine:
            return language.gettext("We have asked the others")
        return language.gettext(_QUESTIONS[asked.what])


@notice(Kind.STATUS, names_others=False, template="settled")
class OutcomeNotice(Notice):
    """What came of something that people settle among themselves: `code` and `facts`, as SETTLED has it."""

    code: str
    facts: Facts

    def title(self, language: Language) -> str:
        return language.gettext("At your table")
