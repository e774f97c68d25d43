"""The lesson: a small table with one thing to do, and what became of the move before."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from engine.errors import Facts
from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model import Kind
from pbem.model.lesson import FINISHED, SCENES
from pbem.notices.base import Asked, GameView, Notice, Thread, notice
from pbem.notices.games import Foreseen

AFTERWARDS = ("new 2 bot", "new invite ", "open 3")
"""What can be done next: the computer, friends, an open table."""


class Came(StrEnum):
    """What came of the mail that is answered."""

    BEGUN = "begun"
    """It asked for the lesson."""
    RIGHT = "right"
    PLAYED = "played"
    """A legal move, but not the one that is taught."""
    ILLEGAL = "illegal"
    SHOWN = "shown"
    """It asked to be shown how the game goes on."""
    ASKED = "asked"
    """It asked something."""
    LEFT = "left"
    """Its writer has to go, or has had enough."""
    UNCLEAR = "unclear"
    """Nothing was understood, or too much."""


_TITLES: Mapping[int, str] = {
    1: N_("Lesson 1 of 5: take gems"),
    2: N_("Lesson 2 of 5: buy a card"),
    3: N_("Lesson 3 of 5: reserve, and gold"),
    4: N_("Lesson 4 of 5: ten tokens, and nobles"),
    5: N_("Lesson 5 of 5: the end"),
    FINISHED: N_("You know the game now"),
}


@notice(Kind.LESSON, names_others=False, asking=True, thread=Thread.ALONE)
class LessonNotice(Notice):
    """A step of the lesson, from 1; the one after the last says goodbye.

    `order` is what was played, `code` and `facts` say why it can't be, `asked` is the intent that was asked about,
    `follows` what the move that is taught and those after it would likely be.
    """

    step: int
    came: Came = Came.BEGUN
    order: str = ""
    code: str = ""
    facts: Facts = field(default_factory=dict)
    asked: str = ""
    follows: tuple[Foreseen, ...] = ()

    def title(self, language: Language) -> str:
        return language.gettext(_TITLES[self.step])

    @property
    def game_id(self) -> int | None:
        """It is no game: nobody else sits there, and nothing of it counts."""
        return None

    @property
    def shown_games(self) -> tuple[GameView, ...]:
        return ()

    @property
    def question(self) -> Asked:
        return Asked(AFTERWARDS if self.step == FINISHED else (SCENES[self.step - 1].right,))
