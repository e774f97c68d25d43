"""Everything that pbem raises on purpose.

PbemError                  shown to an operator as one line
├── ConfigError            the configuration is unusable
├── NoDatabaseYet          there is none to look into before `pbem serve` has made it
├── OldDatabase            `pbem serve` brings it up to date
├── StoreUnavailable       the database is locked, full, read-only or down: nothing was stored, try again
│   └── Conflict           another process was faster: nothing was stored, try again at once
└── SendError              the relay did not take a mail
    ├── Deferred           try again later (4xx, broken connection, a 5xx that speaks of us)
    │   └── Doubtful       a 5xx that may speak of us as well as of the recipient or of the mail
    └── Rejected           never: nobody is there (5xx)
"""

NEEDS_PSYCOPG = "PostgreSQL needs one more package: pip install 'pbem[postgresql]'"


class PbemError(Exception):
    """An error whose text is one line that an operator can act on."""


class ConfigError(PbemError):
    """The configuration is unusable; the text names the key."""


class NoDatabaseYet(PbemError):
    """There is no database, or it is empty."""


class OldDatabase(PbemError):
    """The database is of an older version; `pbem serve` brings it up to date."""


class StoreUnavailable(PbemError):
    """Nothing was stored: the database is locked, full, read-only or down."""


class Conflict(StoreUnavailable):
    """Nothing was stored: another process changed the same things at the same moment."""


class SendError(PbemError):
    """The relay did not take a mail."""


class Deferred(SendError):
    """The relay may take the mail later."""


class Doubtful(Deferred):
    """The relay refuses the mail for good, and does not say clearly whether it means us."""

    def __init__(self, reason: str, of_content: bool = False) -> None:
        super().__init__(reason)
        self.of_content = of_content
        """Whether it has seen the mail: if it does not mean us, it means what the mail says."""


class Rejected(SendError):
    """The relay will never take a mail to this recipient."""
