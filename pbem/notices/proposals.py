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
    "more time": N_("Those who wait for you gave you more time: %(hours)s."),
    "noted": N_("Your answer is noted. We wait for: %(names)s."),
    "withdrawn": N_("Your question is withdrawn. Nothing was changed."),
    "you refused": N_("Your no is noted. Nothing was changed."),
    "overtaken": N_("The game has gone on meanwhile, so your move stands."),
    "agreed take back": N_("All agree, so the move is taken back."),
    "refused take back": N_("%(name)s does not agree, so your move stands."),
    "lapsed take back": N_("Not everybody answered within three days, so your move stands."),
    "agreed pause": N_("All agree, so the game rests."),
    "refused pause": N_("%(name)s does not agree, so the game goes on."),
    "lapsed pause": N_("Not everybody answered within three days, so the game goes on."),
    "agreed resume": N_("All agree, so the game goes on."),
    "refused resume": N_("%(name)s does not agree, so the game rests for now."),
    "lapsed resume": N_("Not everybody answered within three days, so the game still rests."),
    "agreed end": N_("All agree, so the game is over."),
    "refused end": N_("%(name)s does not want to end the game, so it goes on."),
    "lapsed end": N_("Not everybody answered within three days, so the game goes on."),
    "paused": N_("All agree, so the game rests until somebody asks to go on and all agree."),
    "paused until": N_("All agree, so the game rests until %(until)s."),
    "resumed": N_("The game goes on."),
    "decided more": N_("There are two more days for this turn."),
    "decided bot": N_("The computer plays this seat until its player comes back."),
    "decided end": N_("The game is over. It does not count."),
    "follow on": N_("In this game you hear of every move at once."),
    "follow off": N_("In this game you hear of the others' moves with your own next mail."),
    "talk on": N_("In this game you hear at once what others say."),
    "talk off": N_("In this game you hear what others say with your own next mail."),
    "reminders on": N_("In this game you are reminded before your time is up."),
    "reminders off": N_("In this game you are reminded no more; you are told once your time is up."),
    "digest on": N_("Your turns in this game come in one mail with those in your other games."),
    "digest off": N_("Your turns in this game come at once, each in a mail of its own."),
    "bell stopped": N_(
        "Your bell did not answer five times in a row, so we call it no more. Name it again once it is mended."
    ),
    "named": N_("This table is now called: %(name)s"),
    "unnamed": N_("This table has no name any more."),
    "reminded": N_("We remind you on %(moment)s. The time of your turn stays as it is: until %(until)s."),
}
"""What came of something, by its code."""

_QUESTIONS: Mapping[Wanted, str] = {
    Wanted.TAKE_BACK: N_("May a move be taken back?"),
    Wanted.PAUSE: N_("Shall the game rest?"),
    Wanted.RESUME: N_("Shall the game go on?"),
    Wanted.END: N_("Shall the game end here?"),
    Wanted.LATE: N_("What shall become of this turn?"),
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
