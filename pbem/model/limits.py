"""How much anybody may make us do: mails to one mailbox, games of one person, commands of one mail."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from pbem.config_values import AtLeastOne


class Cause(StrEnum):
    """Whose doing a mail of ours is: each is counted by itself, so that nobody's noise uses up what another needs."""

    OWN = "own"
    """It answers a mail that is known to be its reader's."""
    ORDER = "order"
    """The same, and that mail holds an order; what comes of one that is played is not counted."""
    CONVERSATION = "conversation"
    """The same, and that mail answered one of ours that was no turn."""
    UNPROVEN = "unproven"
    """It answers a mail that only says to be its reader's, who is a player."""
    STRANGER = "stranger"
    """The same, and its reader has not said yes to our mail."""
    NEWCOMER = "newcomer"
    """It answers a mail that is known to be its reader's, who has not said yes to our mail."""
    OTHERS = "others"
    """Somebody else's mail brought it about."""
    BOUNCE = "bounce"
    """It tells admins of mail that came back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much goes to one mailbox, and how much one person may begin; what comes out of moves is not counted."""

    answers_an_hour: AtLeastOne = 60
    """To one person, in answer to what they wrote."""
    refused_orders_an_hour: AtLeastOne = 60
    """To one person, in answer to orders that are not played; who plays is always answered."""
    mails_a_day: AtLeastOne = 300
    """To one person, in answer to what they wrote; as many to refused orders, and because of each other person."""
    unproven_an_hour: AtLeastOne = 10
    """To one player, in answer to mails that may be forged."""
    conversation_an_hour: AtLeastOne = 10
    """Answers to answers, to somebody who makes no move."""
    letters_an_hour: AtLeastOne = 120
    """That are read from one address without proof."""
    commands_a_mail: AtLeastOne = 10
    """More of them are not done."""
    stranger_mails_a_day: AtLeastOne = 3
    """To a mailbox that has not said yes."""
    welcomes_an_hour: AtLeastOne = 60
    """To all mailboxes that have not said yes, and as many where a mail is known to be theirs; what is more waits."""
    stranger_kb: AtLeastOne = 12
    """The largest mail to a mailbox that has not said yes."""
    stranger_domain_an_hour: AtLeastOne = 20
    """To all such mailboxes of one domain, known to have written or not; what is more waits. Not for providers."""
    table_news_minutes: AtLeastOne = 30
    """Between two mails to a host about a table that waits."""
    invitations_by_host_a_day: AtLeastOne = 3
    """From one host to one guest."""
    invitations_to_guest_a_day: AtLeastOne = 10
    """To one guest, from all hosts."""
    invitations_to_stranger_a_week: AtLeastOne = 3
    """To one mailbox that has not said yes."""
    running_games: AtLeastOne = 20
    """Of one person; a league's are not counted."""
    new_games_a_day: AtLeastOne = 10
    """That one person opens."""

    @property
    def table_news(self) -> timedelta:
        return timedelta(minutes=self.table_news_minutes)
