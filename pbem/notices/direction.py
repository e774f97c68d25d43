"""What those are told who run the server or direct a game: a mail came back, talk is reported, an order was done."""

from pbem.i18n import Language
from pbem.model import Kind
from pbem.notices.base import Notice, notice


@notice(Kind.BOUNCE_NOTICE, names_others=True, to_admins=True)
class BounceNotice(Notice):
    """To the admins: a player's mail came back, or could not be sent."""

    player: str
    game_id: int | None
    reason: str
    more: tuple[tuple[str, int | None, str], ...] = ()
    """The others that did not arrive since the admins were last told, in the same form."""

    def title(self, language: Language) -> str:
        return language.gettext("An email bounced")


@notice(Kind.PRESS, names_others=True, template="reported", listed=True, unasked=True)
class ReportedNotice(Notice):
    """Somebody at a table reports what another said there; `own` is the copy of who reports it."""

    game_id: int
    by: str
    author: str
    words: str
    text: str = ""
    own: bool = False

    def title(self, language: Language) -> str:
        return language.gettext("Your report has reached the organiser") if self.own else language.gettext("A report")

    @property
    def spoken(self) -> str:
        return self.words


@notice(Kind.STATUS, names_others=False, template="director")
class DirectorNotice(Notice):
    """A director did something to the game: `game view.news` says what. To the director: it is `done`, or a link."""

    done: str = ""
    operators_page: str = ""
    """The address of that page, where they asked for it."""

    def title(self, language: Language) -> str:
        if self.operators_page:
            return language.gettext("The operator's page")
        return language.gettext("Done") if self.done else language.gettext("From the director")
