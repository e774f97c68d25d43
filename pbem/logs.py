"""Logs: lines for people on a terminal, JSON everywhere else. No addresses and no tags at info level."""

import logging
import sys

import structlog


def set_up_logs(level: str, as_json: bool = False) -> None:
    """Write to stderr from `level` on."""
    for_people = sys.stderr.isatty() and not as_json
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer() if for_people else structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    # The libraries' own loggers name addresses at info level.
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
