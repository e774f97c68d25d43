"""The tables as statements name them: SQLAlchemy's Core, without the row classes."""

from pbem.store.tables import metadata

_TABLES = metadata.tables

ALERT = _TABLES["alert"]
FIXTURE = _TABLES["fixture"]
GAME = _TABLES["game"]
IMAP_CURSOR = _TABLES["imap_cursor"]
IMAP_DELIVERY = _TABLES["imap_delivery"]
INBOX = _TABLES["inbox"]
INVITATION = _TABLES["invitation"]
LEAGUE = _TABLES["league"]
LEAGUE_READER = _TABLES["league_reader"]
LEDGER = _TABLES["ledger"]
MEMBER = _TABLES["member"]
OUTBOX = _TABLES["outbox"]
PLAYER = _TABLES["player"]
PROTEST = _TABLES["protest"]
PULSE = _TABLES["pulse"]
QUESTION = _TABLES["question"]
RATING_CHANGE = _TABLES["rating_change"]
REMARK = _TABLES["remark"]
SEASON = _TABLES["season"]
SEASON_LOG = _TABLES["season_log"]
SEAT = _TABLES["seat"]
SHUN = _TABLES["shun"]
VACATION = _TABLES["vacation"]
WATCHER = _TABLES["watcher"]
WORKER = _TABLES["worker"]
