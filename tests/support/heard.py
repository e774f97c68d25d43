"""What people write before they know any command, and what comes of it: `tests/heard`, a row for each mail."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from email.message import EmailMessage
from pathlib import Path
from random import Random

from pbem.commands.intents import INTENTS, OF_RULES, UNKNOWN, answer, guess_language, read_question
from pbem.commands.read import parse
from pbem.commands.values import name_of
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.model import Limits
from tests.support.desk import Desk, kinds
from tests.support.league_desk import READING, LeagueDesk
from tests.support.lobby import Lobby
from tests.support.people import Person, taps, text_of

HEARD = Path(__file__).parents[1] / "heard"
_SUBJECT = "Subject: "
_ADDRESS = re.compile(r"[^\s<>,;]+@[^\s<>,;]+")
_SPOKEN = re.compile(r'<html lang="(\w+)"')
_ACTIONS = {"computer", "lesson", "friends", "open"}
_LONGEST_LINE = 240
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


@dataclass(frozen=True, slots=True)
class Met:
    """What came of a first mail: what was told and what the buttons begin, the first of them and all."""

    kind: str
    language: str
    line: str
    told: set[str] = field(default_factory=set)
    first: set[str] = field(default_factory=set)
    buttons: set[str] = field(default_factory=set)
    addresses: tuple[str, ...] = ()
    people: int | None = None


def meet(folder: Path, mails: Sequence[tuple[str, str, str]]) -> Iterator[Met]:
    """First mails, each by a stranger of its own: from whom, subject and body."""
    lobby = Lobby(folder, "Zed")
    lobby.server = replace(lobby.server, limits=Limits(welcomes_an_hour=len(mails)))
    try:
        for sender, subject, body in mails:
            lobby.wait(hours=1)
            name, _, address = sender.rpartition(" <")
            yield _met(lobby.write(Person(name, address.rstrip(">"), Random(0)), body, subject))
    finally:
        lobby.close()


def _met(mails: list[EmailMessage]) -> Met:
    if len(mails) != 1:
        return Met(" ".join(kinds(mails)) or "silence", "", "")
    (mail,) = mails
    kind, plain = str(mail["X-PBEM-Kind"]), " ".join(text_of(mail).split())
    if mail.get_body(("html",)) is None:
        return Met(kind, guess_language((plain,), ""), first_line(mail))
    spoken = _SPOKEN.search(text_of(mail, "html"))
    code = spoken[1] if spoken else ""
    orders = [tap.body for tap in taps(mail)]
    buttons = [_choices(order) for order in orders]
    told = _told(plain, code)
    first = buttons[0] if buttons else set()
    if "unsubscribe" in told and not first & _ACTIONS:
        kind = "stop"
    return Met(
        kind,
        code,
        first_line(mail),
        told - _ACTIONS,
        first,
        {each for button in buttons for each in button},
        tuple(_ADDRESS.findall(orders[0])) if orders else (),
        next((int(word) for order in orders[:1] for word in order.split() if word.isdecimal()), None),
    )


def first_line(mail: EmailMessage) -> str:
    """What is said first, below the mark for answers and the title."""
    paragraphs = text_of(mail).replace("\r\n", "\n").strip().split("\n\n")
    return " ".join(" ".join(paragraphs[1:4]).split())[:_LONGEST_LINE]


def _first_mails(folder: Path, rows: Sequence[Said]) -> Iterator[tuple[Said, set[str]]]:
    mails = ((f"Guest{number} <guest{number}@people.example>", *parts(said.text)) for number, said in enumerate(rows))
    for said, met in zip(rows, meet(folder, list(mails)), strict=True):
        ours = said.language if said.language in LANGUAGES else "en"
        found = met.told | met.first | {"any"} if met.kind == "welcome" else {met.kind}
        is_foreign = met.kind == "welcome" and said.wanted != "any" and met.language != ours
        yield said, {"another language"} if is_foreign else found


def parts(text: str) -> tuple[str, str]:
    """Subject and body."""
    if not text.startswith(_SUBJECT):
        return "", text
    subject, _, body = text.removeprefix(_SUBJECT).partition("\n\n")
    return subject, body


def _told(plain: str, code: str) -> set[str]:
    """The intents whose answer stands in a text."""
    told = {each.name for each in (*INTENTS, *OF_RULES) if " ".join(answer(each.name, code).split()) in plain}
    told |= {name for name in ("league", "going") if answer(name, code, "none") in plain}
    told |= {"rules"} if any(each.name in told for each in OF_RULES) else set()
    return told | ({"how"} if told & {*_TELLS_HOW} else set())


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


@dataclass(frozen=True, slots=True)
class Told:
    """What a question was taken for, and what is said first."""

    asked: str
    line: str


def ask(folder: Path, questions: Sequence[tuple[str, str]]) -> Iterator[Told]:
    """Questions, each with its language, by one player in answer to the mail of the turn."""
    desk = Desk(folder)
    desk.new_game()
    try:
        for code, text in questions:
            yield _asked(desk, code, text)
    finally:
        desk.close()


def _questions(folder: Path, rows: Sequence[Said]) -> Iterator[tuple[Said, set[str]]]:
    for said, told in zip(rows, ask(folder, [(said.language, said.text) for said in rows]), strict=True):
        yield said, {told.asked}


def _asked(desk: Desk, code: str, text: str) -> Told:
    anna = desk.people[0]
    desk.wait(minutes=20)
    desk.set(anna, language=code)
    (mail,) = desk.reply(anna, text)
    return Told(_taken_for(mail, code, text), first_line(mail))


def _taken_for(mail: EmailMessage, code: str, text: str) -> str:
    say, kind = language(code).gettext, str(mail["X-PBEM-Kind"])
    if say("Is this for the table?") in mail["Subject"]:
        return UNKNOWN if say("We don't know the answer to that ourselves.") in text_of(mail) else "talk"
    if kind == "confirm":
        return next((ending for ending in ("resign", "stop") if f"{ending}\r\n" in text_of(mail)), kind)
    if say("Hints") in mail["Subject"]:
        return "game_advice"
    return (read_question(text, code) or UNKNOWN) if kind == "status" else kind


def invite(folder: Path, answers: Sequence[tuple[str, str]]) -> Iterator[tuple[set[str], str]]:
    """Answers to an invitation, each with its language, by a stranger whom somebody else has invited; what is said."""
    lobby = Lobby(folder, *(f"{who}{number}" for number in range(len(answers)) for who in ("Host", "Guest")))
    hosts, guests = lobby.people[::2], lobby.people[1::2]
    lobby.server = replace(lobby.server, limits=Limits(welcomes_an_hour=len(answers)))
    try:
        for number, (host, guest, (code, text)) in enumerate(zip(hosts, guests, answers, strict=True), start=1):
            lobby.wait(hours=1)
            lobby.meet(host)
            lobby.change(host, language=code)
            lobby.write(host, f"new 2 invite {guest.address}")
            lobby.reply(host, "yes", to="confirm")
            lobby.change(guest, language=code)
            yield _answered(lobby, guest, code, text, number)
    finally:
        lobby.close()


def _answers_to_invitations(folder: Path, rows: Sequence[Said]) -> Iterator[tuple[Said, set[str]]]:
    for said, (found, _) in zip(rows, invite(folder, [(said.language, said.text) for said in rows]), strict=True):
        yield said, found


def _answered(lobby: Lobby, guest: Person, code: str, text: str, number: int) -> tuple[set[str], str]:
    mails = [mail for mail in lobby.reply(guest, text, to="invite") if guest.address in str(mail["To"])]
    line = " | ".join(map(first_line, mails))
    if lobby.open_table(number) is None:
        return {"yes"}, line
    if any(language(code).gettext("You have unsubscribed") in mail["Subject"] for mail in mails):
        return {"stop"}, line
    if "decline" not in " ".join(tap.body for mail in mails for tap in taps(mail)) and kinds(mails) == ["lobby"]:
        return {"no"}, line
    if kinds(mails) == ["invite"]:
        later = language(code).gettext("No hurry: the seat is kept for you until %(until)s. Say yes or no by then.")
        return {"later" if later.partition("%")[0] in line else "ask:people"}, line
    told = {f"ask:{each}" for mail in mails for each in _told(" ".join(text_of(mail).split()), code)}
    offered = any(_choices(tap.body) & {"accept"} for mail in mails for tap in taps(mail))
    return (told if offered else {*kinds(mails)}), line


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
