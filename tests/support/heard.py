"""What people write before they know any command, and what comes of it: `tests/heard`, a row for each mail."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pbem.commands.intents import INTENTS, UNKNOWN, answer, read_question
from pbem.commands.read import parse
from pbem.commands.values import name_of
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.model import Limits
from pbem.render.welcome import other_languages
from tests.support.desk import Desk, kinds
from tests.support.league_desk import READING, LeagueDesk
from tests.support.lobby import Lobby
from tests.support.people import Person, taps, text_of

HEARD = Path(__file__).parents[1] / "heard"
_SUBJECT = "Subject: "
_TELLS_HOW = ("what", "how", "rules")
"""Any of these tells what this is and how it works."""


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody's words, and where they should lead: `a|b` is one of them, `a+b` both."""

    language: str
    wanted: str
    text: str

    def leads_to(self, found: set[str]) -> bool:
        return all(set(each.split("|")) & found for each in self.wanted.split("+"))


def heard(name: str) -> list[Said]:
    """The rows of one file."""
    lines = (HEARD / f"{name}.tsv").read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return [Said(language, wanted, text.replace("\\n", "\n")) for language, wanted, text in rows]


def led_astray(name: str, folder: Path) -> list[tuple[Said, set[str]]]:
    """The rows that lead elsewhere, each with where it led."""
    ways = {
        "first": _first_mails,
        "rules": _questions,
        "game": _questions,
        "invited": _answers_to_invitations,
        "there": _answers_to_check_in,
    }
    return [(said, found) for said, found in ways[name](folder, heard(name)) if not said.leads_to(found)]


def _first_mails(folder: Path, rows: Sequence[Said]) -> Iterator[tuple[Said, set[str]]]:
    """Each is written by a stranger of their own."""
    lobby = Lobby(folder, "Zed", *(f"Guest{number}" for number in range(len(rows))))
    lobby.server = replace(lobby.server, limits=Limits(welcomes_an_hour=len(rows)))
    try:
        for person, said in zip(lobby.people[1:], rows, strict=True):
            yield said, _met(lobby, person, said)
    finally:
        lobby.close()


def _met(lobby: Lobby, person: Person, said: Said) -> set[str]:
    lobby.wait(hours=1)
    subject, body = _parts(said.text)
    mails = lobby.write(person, body, subject)
    if kinds(mails) != ["welcome"]:
        return {*kinds(mails)}
    plain = " ".join(text_of(mails[0]).split())
    ours = said.language if said.language in LANGUAGES else "en"
    told = _told(plain, ours)
    first = {choice for tap in taps(mails[0])[:1] for choice in _choices(tap.body)}
    if "unsubscribe" in told and not first & {"computer", "lesson", "friends", "open"}:
        return {"stop"}
    if said.wanted != "any" and not _is_in(ours, plain):
        return {"another language"}
    return (told - {"computer", "lesson", "friends", "open"}) | first | {"any"}


def _parts(text: str) -> tuple[str, str]:
    if not text.startswith(_SUBJECT):
        return "", text
    subject, _, body = text.removeprefix(_SUBJECT).partition("\n\n")
    return subject, body


def _told(plain: str, code: str) -> set[str]:
    """The intents whose answer stands in a text."""
    told = {each.name for each in INTENTS if " ".join(answer(each.name, code).split()) in plain}
    return told | ({"how"} if told & {*_TELLS_HOW} else set())


def _is_in(own: str, welcome: str) -> bool:
    """Whether it leads to every other language, by its own name, and so is not in one of those."""
    return all((name in welcome) == (code != own) for code, name in other_languages(""))


def _choices(order: str) -> set[str]:
    """What a button begins, and against how many computers."""
    if "@" in order:
        return {"friends"}
    names = [name_of(command) for code in LANGUAGES for command in parse(order, code).commands[:1]]
    bots = sum(int(word) - 1 for word in order.split() if word.isdecimal() and names[:1] == ["new"])
    if names[:1] == ["new"] and not bots:
        return {"friends"}
    words = {"new": "computer", "join": "open", "enter": "league"}
    return {words.get(name, name) for name in names[:1]} | ({f"computer{bots}"} if bots else set())


def _questions(folder: Path, rows: Sequence[Said]) -> Iterator[tuple[Said, set[str]]]:
    """Asked by one player, in answer to the mail of the turn."""
    desk = Desk(folder)
    desk.new_game()
    try:
        for said in rows:
            yield said, _asked(desk, said)
    finally:
        desk.close()


def _asked(desk: Desk, said: Said) -> set[str]:
    anna = desk.people[0]
    desk.wait(minutes=20)
    desk.set(anna, language=said.language)
    (mail,) = desk.reply(anna, said.text)
    say = language(said.language).gettext
    if say("Is this for the table?") in mail["Subject"]:
        return {"talk"} | (
            {"unknown"} if say("We don't know the answer to that ourselves.") in text_of(mail) else set()
        )
    if mail["X-PBEM-Kind"] == "confirm":
        return {ending for ending in ("resign", "stop") if f"{ending}\r\n" in text_of(mail)}
    if say("Hints") in mail["Subject"]:
        return {"game_advice"}
    return {read_question(said.text, said.language) or UNKNOWN} if mail["X-PBEM-Kind"] == "status" else {*kinds([mail])}


def _answers_to_invitations(folder: Path, rows: Sequence[Said]) -> Iterator[tuple[Said, set[str]]]:
    """Each by a stranger whom somebody else has invited."""
    lobby = Lobby(folder, *(f"{who}{number}" for number in range(len(rows)) for who in ("Host", "Guest")))
    hosts, guests = lobby.people[::2], lobby.people[1::2]
    lobby.server = replace(lobby.server, limits=Limits(welcomes_an_hour=len(rows)))
    try:
        for number, (host, guest, said) in enumerate(zip(hosts, guests, rows, strict=True), start=1):
            lobby.wait(hours=1)
            lobby.meet(host)
            lobby.change(host, language=said.language)
            lobby.write(host, f"new 2 invite {guest.address}")
            lobby.reply(host, "yes", to="confirm")
            lobby.change(guest, language=said.language)
            yield said, _answered(lobby, guest, said, number)
    finally:
        lobby.close()


def _answered(lobby: Lobby, guest: Person, said: Said, number: int) -> set[str]:
    mails = [mail for mail in lobby.reply(guest, said.text, to="invite") if guest.address in str(mail["To"])]
    if lobby.open_table(number) is None:
        return {"yes"}
    if "decline" not in " ".join(tap.body for mail in mails for tap in taps(mail)) and kinds(mails) == ["lobby"]:
        return {"no"}
    if kinds(mails) == ["invite"]:
        return {"ask:people"}
    told = {f"ask:{each}" for mail in mails for each in _told(" ".join(text_of(mail).split()), said.language)}
    return told if any(_choices(tap.body) & {"accept"} for mail in mails for tap in taps(mail)) else {*kinds(mails)}


def _answers_to_check_in(folder: Path, rows: Sequence[Said]) -> Iterator[tuple[Said, set[str]]]:
    """Each by somebody who has entered, to the mail that asks whether they are there."""
    desk = LeagueDesk(folder, *(f"Guest{number}" for number in range(len(rows))))
    try:
        desk.found()
        desk.all_enter()
        desk.until(READING)
        for person, said in zip(desk.people, rows, strict=True):
            desk.set(person, language=said.language)
            desk.reply(person, said.text, to="league")
            member = next((each for each in desk.members() if each.player_id == desk.number(person)), None)
            yield said, {"no" if member is None else "waits" if member.awaited else "yes"}
    finally:
        desk.close()
