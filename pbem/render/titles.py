"""The first words of a mail: what it is about."""

from pbem.i18n import Language
from pbem.model import Kind
from pbem.notices import Notice, QueuedNotice, StatusNotice


def title(notice: Notice, language: Language) -> str:
    """What a mail of this kind is headed with."""
    say = language.gettext
    match notice:
        case QueuedNotice(order=None):
            return say("No order waits any more")
        case StatusNotice(stopped=True):
            return say("Goodbye for now")
        case StatusNotice(waiting_for=names) if names:
            return say("A rematch")
        case StatusNotice(sheet=None):
            return say("Your games")
    return _titles(language).get(notice.kind, say("Splendor by mail"))


def _titles(language: Language) -> dict[Kind, str]:
    say = language.gettext
    return {
        Kind.TURN: say("Your turn"),
        Kind.REMINDER: say("Still your turn"),
        Kind.TIMEOUT: say("Your time ran out"),
        Kind.MOVED: say("Your order was played"),
        Kind.QUEUED: say("Your order waits for your turn"),
        Kind.PREVIEW: say("A preview: nothing has happened"),
        Kind.STARTED: say("The game begins"),
        Kind.ENDED: say("The game is over"),
        Kind.REFUSED: say("Nothing was changed"),
        Kind.CONFIRM: say("Was this you?"),
        Kind.HELP: say("How to play by mail"),
        Kind.RULES: say("The rules"),
        Kind.STATUS: say("The board"),
        Kind.PRESS: say("A message"),
        Kind.INVITE: say("An invitation"),
        Kind.BOUNCE_NOTICE: say("A mail came back"),
    }
