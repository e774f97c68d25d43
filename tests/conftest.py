"""What all tests share."""

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def _logs_as_they_were() -> Iterator[None]:
    """A command that is called in a test sets up the logs of the whole process."""
    yield
    structlog.reset_defaults()
