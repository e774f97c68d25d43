"""Tells of trouble by HTTP, since a server whose mailbox is closed to it can't write."""

import structlog

from pbem.config import Config
from pbem.errors import PbemError
from pbem.i18n import language
from pbem.notices import AlertNotice
from pbem.server.alerts import Look
from pbem.transports import webhook

_log = structlog.get_logger()
# Of what could not be told: more would only be older.
_MOST_KEPT = 20


class SecondChannel:
    """What could not be told is told with the next look."""

    def __init__(self) -> None:
        self._untold: list[AlertNotice] = []

    def tell(self, look: Look, config: Config) -> None:
        """The news, and while all is well that it is."""
        self._untold = [*self._untold, *look.news][-_MOST_KEPT:] if config.alerts.webhook_url else []
        try:
            while self._untold:
                _post(self._untold[0], config)
                self._untold.pop(0)
            if look.well and config.alerts.ping_url:
                webhook.ping(config.alerts.ping_url)
        except (PbemError, ValueError) as error:
            _log.warning("second channel", error=str(error))


def _post(notice: AlertNotice, config: Config) -> None:
    words, spoken = notice.words, language(config.server.language)
    sentences = [] if notice.over else [spoken.gettext(words.meaning), spoken.gettext(words.advice), *words.commands]
    facts: dict[str, object] = {
        "server": config.server.address,
        "trouble": notice.trouble.value,
        "over": notice.over,
        "since": notice.since.isoformat() if notice.since else None,
        "error": notice.error,
    }
    webhook.post(config.alerts.webhook_url, notice.title(spoken), "\n".join(sentences), facts)
