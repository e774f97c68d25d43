"""What an organiser has to say to all who play."""

from pbem.i18n import Language
from pbem.model import Kind
from pbem.notices.base import Notice, notice


@notice(Kind.PRESS, names_others=True, template="announcement", listed=True, unasked=True)
class AnnouncementNotice(Notice):
    """To all who play, in the organiser's own words."""

    words: str

    def title(self, language: Language) -> str:
        return language.gettext("To everyone who plays here")
