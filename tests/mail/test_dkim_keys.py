from threading import Event

import pytest

from pbem.mail import dkim_keys as module
from pbem.mail.dkim_keys import KEPT_SECONDS, MISSED_SECONDS, MOST, DkimKeys


class Dns:
    """Has a key for every name but those under `none`, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.now = 0.0

    def __call__(self, name: str) -> bytes | None:
        self.asked.append(name)
        if name == "broken":
            raise OSError("no route")
        return None if name.startswith("none") else name.encode()


@pytest.fixture
def dns() -> Dns:
    return Dns()


@pytest.fixture
def keys(dns: Dns) -> DkimKeys:
    return DkimKeys(dns, lambda: dns.now)


def test_a_key_is_there_once_it_was_fetched(keys: DkimKeys) -> None:
    assert (keys.get("a"), keys.missing(["a"])) == (b"", ["a"])
    keys.fetch(["a"])
    assert (keys.get("a"), keys.missing(["a", "b"])) == (b"a", ["b"])


def test_nobody_is_asked_by_a_look(keys: DkimKeys, dns: Dns) -> None:
    keys.get("a")
    keys.missing(["a"])
    assert dns.asked == []


@pytest.mark.parametrize(
    ("name", "seconds"), [("a", KEPT_SECONDS), ("none", MISSED_SECONDS), ("broken", MISSED_SECONDS)]
)
def test_an_answer_and_a_miss_are_remembered_for_a_while(keys: DkimKeys, dns: Dns, name: str, seconds: float) -> None:
    keys.fetch([name])
    dns.now = seconds
    assert keys.missing([name]) == []
    dns.now = seconds + 1
    assert keys.missing([name]) == [name]


def test_a_key_that_was_taken_back_is_gone() -> None:
    answers = iter([b"key", None])
    keys = DkimKeys(lambda _: next(answers))
    keys.fetch(["a"])
    keys.fetch(["a"])
    assert keys.get("a") == b""


def test_the_oldest_are_forgotten_where_there_are_too_many(keys: DkimKeys) -> None:
    names = [str(number) for number in range(MOST + 1)]
    keys.fetch(names)
    assert keys.missing(names) == ["0"]


def test_who_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 0.01)
    later = Event()

    def slow(name: str) -> bytes:
        later.wait()
        return name.encode()

    keys = DkimKeys(slow)
    keys.fetch(["a"])
    later.set()
    assert (keys.get("a"), keys.missing(["a"])) == (b"", [])


def test_one_name_that_is_wanted_twice_is_asked_for_once(keys: DkimKeys, dns: Dns) -> None:
    keys.fetch(["a", "a"])
    assert dns.asked == ["a"]
