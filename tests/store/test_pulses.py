"""Pulses: what went well when, and what went wrong since, known to every process."""

from datetime import timedelta

from pbem.model import Pulse
from pbem.store.store import SqlStore
from tests.support.stores import START

LATER = START + timedelta(minutes=5)


def test_nothing_has_a_pulse_at_first(store: SqlStore) -> None:
    assert store.pulses.all() == {}


def test_the_last_beat_counts(store: SqlStore) -> None:
    store.pulses.beat("imap", START)
    store.pulses.beat("imap", LATER)
    store.pulses.beat("relay", START)
    assert store.pulses.all() == {"imap": Pulse("imap", LATER, ""), "relay": Pulse("relay", START, "")}


def test_trouble_leaves_the_last_beat_known(store: SqlStore) -> None:
    store.pulses.beat("imap", START)
    store.pulses.failed("imap", "log-in refused")
    assert store.pulses.all()["imap"] == Pulse("imap", START, "log-in refused")


def test_what_never_went_well_has_its_trouble_only(store: SqlStore) -> None:
    store.pulses.failed("imap", "no such host")
    assert store.pulses.all()["imap"] == Pulse("imap", None, "no such host")


def test_the_next_beat_ends_the_trouble(store: SqlStore) -> None:
    store.pulses.failed("imap", "no such host")
    store.pulses.beat("imap", LATER)
    assert store.pulses.all()["imap"] == Pulse("imap", LATER, "")
