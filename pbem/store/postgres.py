"""PostgreSQL as an SQLAlchemy engine: how many connections, and how soon one that is lost is noticed."""

from time import monotonic
from typing import Any

from sqlalchemy import URL, Engine, NullPool, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import InvalidatePoolError

# Connections that a process keeps, and those that it may open besides when much comes at once.
_KEPT, _BESIDES = 4, 6
_SECONDS_FOR_A_CONNECTION = 10
# Seconds until either end notices that the other is gone, and until a process that hangs loses its locks.
_PATIENCE = 15
_LONGEST_PAUSE = 120
# Seconds: a connection that was in use a moment ago is taken to be alive; to ask each time would cost too much.
_FRESH = 1.0


def open_postgres(url: str) -> Engine:
    """For all the work of a process."""
    engine = create_engine(
        url,
        connect_args=_lively(make_url(url), _PATIENCE),
        pool_size=_KEPT,
        max_overflow=_BESIDES,
        pool_timeout=_SECONDS_FOR_A_CONNECTION,
        hide_parameters=True,
    )
    _ask_after_a_rest(engine)
    return engine


def _ask_after_a_rest(engine: Engine) -> None:
    """Have connections that rested in the pool looked at before they are used: the server may have gone meanwhile."""

    @event.listens_for(engine, "checkin")
    def rest(_connection: Any, record: Any) -> None:
        record.info["rests_since"] = monotonic()

    @event.listens_for(engine, "checkout")
    def ask(connection: Any, record: Any, _proxy: Any) -> None:
        rested = monotonic() - record.info.get("rests_since", monotonic())
        if rested > _FRESH and not _answers(engine, connection):
            raise InvalidatePoolError("the connection was lost while it rested")


def _answers(engine: Engine, connection: Any) -> bool:
    try:
        return engine.dialect.do_ping(connection)
    except engine.dialect.loaded_dbapi.Error:
        return False


def open_alone(url: URL, patience: int, silence: int) -> Engine:
    """For one connection that nobody else uses and that never is in a transaction; who is silent for too long loses it.

    The machine of a process that is frozen answers keepalives for it: only the silence tells. 0 seconds: no limit.
    """
    lively = _lively(url, patience, idle_session_timeout=silence * 1000)
    return create_engine(
        url, connect_args=lively, poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True
    )


def _lively(url: URL, patience: int, **more: int) -> dict[str, Any]:
    """Have a lost connection noticed within `patience` seconds at both ends; what the URL says comes first."""
    third, most = patience // 3, patience * 1000
    probes = {"keepalives_idle": third, "keepalives_interval": third, "keepalives_count": 2}
    theirs = {
        **{f"tcp_{name}": value for name, value in probes.items()},
        "tcp_user_timeout": most,
        "idle_in_transaction_session_timeout": _LONGEST_PAUSE * 1000,
        **more,
    }
    told = " ".join(f"-c {name}={value}" for name, value in theirs.items())
    ours = {"connect_timeout": patience, "tcp_user_timeout": most, **probes, "options": told}
    return {name: value for name, value in ours.items() if name not in url.query}
