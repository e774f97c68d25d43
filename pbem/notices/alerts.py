"""What the admins are told of the server: each trouble with its words, and which commands come next."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model import Kind, Trouble
from pbem.notices.base import Notice, notice


class Words(NamedTuple):
    """All that is said of one kind of trouble."""

    title: str
    meaning: str
    advice: str
    commands: tuple[str, ...]
    over: str


_LOG = "journalctl -u pbem -p warning"

WORDS: Mapping[Trouble, Words] = {
    Trouble.CONSENT: Words(
        N_("The mailbox no longer lets us in"),
        N_("Consent was withdrawn or has expired. Emails are waiting at both ends; none is lost."),
        N_("Log in again; the server then carries on by itself:"),
        ("pbem login", "pbem doctor"),
        N_("The mailbox lets us in again"),
    ),
    Trouble.MAILBOX: Words(
        N_("The mailbox can't be read"),
        N_("Emails from players are waiting there. None is lost, but nobody can move, and the clocks are running."),
        N_("Check the password and your mail provider. The first command says what is wrong:"),
        ("pbem doctor", _LOG),
        N_("The mailbox can be read again"),
    ),
    Trouble.MAIL_IN: Words(
        N_("Emails are not being read"),
        N_("Emails from players are stored but not being handled. None is lost; the clocks are running."),
        N_("Check the log, then restart the server:"),
        (_LOG, "systemctl restart pbem", "pbem status"),
        N_("Emails are being read again"),
    ),
    Trouble.MAIL_OUT: Words(
        N_("Emails are not being sent"),
        N_("The relay accepts no email. Emails wait, and are tried again for five days."),
        N_("Check the relay's password and its limits. The first command says what is wrong:"),
        ("pbem doctor", "pbem mail list --box out --status waiting"),
        N_("Emails are being sent again"),
    ),
    Trouble.DISK: Words(
        N_("The disk is almost full"),
        N_("Once it is full, no email is taken in and no game goes on. What is stored stays."),
        N_("Make room. This shows where it went:"),
        ("df -h", "journalctl --disk-usage"),
        N_("There is room on the disk again"),
    ),
    Trouble.SHUNT: Words(
        N_("Some emails could not be handled"),
        N_("They are in the shunt. Nothing has been done about them, and whoever wrote them has had no answer yet."),
        N_("Look at each, and after an update have it tried again:"),
        ("pbem mail list --status shunted", "pbem mail show N", "pbem mail retry N"),
        N_("The shunt is empty again"),
    ),
    Trouble.BACKUP: Words(
        N_("The last backup is old"),
        N_("If the disk breaks, all that happened since then is lost."),
        N_("See why there is no newer one, and make one:"),
        ("systemctl status pbem-backup.timer pbem-backup.service", "pbem backup FILE"),
        N_("There is a new backup"),
    ),
    Trouble.UNANSWERED: Words(
        N_("Strangers are waiting for an answer"),
        N_(
            "These first emails looked like spam, were not addressed to us, or came at a busy time. None has been "
            "answered."
        ),
        N_("Look through them, and reply yourself to anyone who should have had an answer:"),
        ("pbem mail list --status unanswered", "pbem mail show N"),
        N_("No stranger is waiting for an answer"),
    ),
}


@notice(Kind.STATUS, names_others=False, template="alert", to_admins=True)
class AlertNotice(Notice):
    """To the admins: something about the server needs a person, or no longer does."""

    trouble: Trouble
    since: datetime | None = None
    figure: int = 0
    """How many mails, or how many megabytes."""
    error: str = ""
    """What went wrong, in the words of whatever said so."""
    over: bool = False
    operators_page: str = ""
    """Its address, where the admins can open it."""

    @property
    def words(self) -> Words:
        return WORDS[self.trouble]

    def title(self, language: Language) -> str:
        return language.gettext(self.words.over if self.over else self.words.title)
