"""Logs: lines for people on a terminal, JSON everywhere else. No addresses and no tags at info level."""

import logging
import os
import re
import sys
from contextlib import suppress

import structlog
from structlog.typing import EventDict, WrappedLogger

from pbem.unseen import escaped

# sd-daemon(3): how a line tells the journal what it weighs.
_PRIORITIES = {"debug": 7, "info": 6, "warning": 4, "error": 3, "critical": 2}
# Only from where a word begins: else a long word without an @ would be read anew from each of its letters.
_ADDRESS = re.compile(r"(?<![^\s<>@])[^\s<>@]+@[^\s<>@]+")


def set_up_logs(level: str, as_json: bool = False) -> None:
    """Write to stderr from `level` on."""
    for_people = sys.stderr.isatty() and not as_json
    to_json = _to_journal if _is_journal() else _to_json
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            _keep_addresses_out,
            *([_escape, structlog.dev.ConsoleRenderer()] if for_people else [to_json]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=lambda *_: _Lines(sys.stderr),
    )
    # The libraries' own loggers name addresses at info level.
    logging.basicConfig(level=logging.WARNING, handlers=[_Libraries()])


def without_addresses(text: str) -> str:
    """Servers repeat addresses in their answers; logs name none."""
    return _ADDRESS.sub("…", text)


_render_json = structlog.processors.JSONRenderer(ensure_ascii=False)


def _to_json(logger: WrappedLogger, method: str, event: EventDict) -> str:
    """JSON itself lets pass what turns a line around, and some of what steers a terminal."""
    return escaped(str(_render_json(logger, method, event)))


def _to_journal(logger: WrappedLogger, method: str, event: EventDict) -> str:
    """So that `journalctl -p warning` finds it."""
    return f"<{_PRIORITIES.get(event['level'], 6)}>{_to_json(logger, method, event)}"


def _is_journal() -> bool:
    """Whether systemd's journal reads what we write: systemd.exec(5), $JOURNAL_STREAM."""
    with suppress(OSError, ValueError):
        stream = os.fstat(sys.stderr.fileno())
        return os.environ.get("JOURNAL_STREAM") == f"{stream.st_dev}:{stream.st_ino}"
    return False


def _keep_addresses_out(_logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Whatever a server or an exception said; only who debugs sees it all."""
    if method == "debug":
        return event
    return {key: without_addresses(value) if isinstance(value, str) else value for key, value in event.items()}


def _escape(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """For a terminal: a stranger's words neither steer it nor look like a line of ours; a traceback keeps its lines."""
    return {key: _escaped_value(key, value) if isinstance(value, str) else value for key, value in event.items()}


def _escaped_value(key: str, value: str) -> str:
    return "\n".join(map(escaped, value.split("\n"))) if key == "exception" else escaped(value)


class _Lines(structlog.PrintLogger):
    """Whoever logs has something to do: a line that can't be written, on a full disk, is lost."""

    def msg(self, message: str) -> None:
        with suppress(OSError):
            super().msg(message)

    log = debug = info = warn = warning = fatal = failure = err = error = critical = exception = msg


class _Libraries(logging.Handler):
    """What libraries log by the standard way comes out as our own lines do."""

    def emit(self, record: logging.LogRecord) -> None:
        structlog.get_logger().log(
            record.levelno, record.getMessage(), logger=record.name, exc_info=record.exc_info or None
        )
