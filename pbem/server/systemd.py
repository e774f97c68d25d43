"""What systemd is told of a service of Type=notify: that it is ready, what it does, that it is alive (sd_notify(3))."""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from time import CLOCK_MONOTONIC, clock_gettime_ns


class Systemd:
    """Silent wherever nobody listens: on a terminal, in a container, under another supervisor."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        name = environment.get("NOTIFY_SOCKET", "")
        # unix(7): an abstract socket's name begins with a null byte, which is written as @.
        self._address = "\0" + name[1:] if name.startswith("@") else name
        self._watchdog = _watchdog(environment)

    @property
    def feeding_seconds(self) -> float | None:
        """How often to say that we are alive; None: nobody waits for it."""
        # sd_watchdog_enabled(3) advises half of the limit.
        return self._watchdog / 2 if self._watchdog and self._address else None

    def ready(self) -> None:
        self._say("READY=1")

    def reloading(self) -> None:
        """To be followed by `ready`."""
        self._say("RELOADING=1", f"MONOTONIC_USEC={clock_gettime_ns(CLOCK_MONOTONIC) // 1000}")

    def stopping(self) -> None:
        self._say("STOPPING=1")

    def alive(self) -> None:
        self._say("WATCHDOG=1")

    def status(self, line: str) -> None:
        """What `systemctl status` shows."""
        self._say(f"STATUS={line}")

    def _say(self, *lines: str) -> None:
        if not self._address:
            return
        # A supervisor that does not listen any more is no reason to stop playing.
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as speaker:
            speaker.setblocking(False)
            speaker.sendto("\n".join(lines).encode(), self._address)


def _watchdog(environment: Mapping[str, str]) -> float | None:
    """The limit in seconds, if it is meant for this process."""
    microseconds, process = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not microseconds.isdigit() or (process and process != str(os.getpid())):
        return None
    return int(microseconds) / 1e6 or None
