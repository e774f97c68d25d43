"""What a flood makes the server do: bytes and mails out for each that comes in, and how long a player's turn waits."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.figures import Figure
from benchmarks.sizes import Club
from engine import CARDS
from pbem.logs import set_up_logs
from pbem.model import DueMail, Kind
from pbem.ports import Delivery

_US = "splendor@example.org"
_VICTIM = "victim@elsewhere.example"
_MINUTES = 20
"""Within which a flood comes."""


@dataclass(frozen=True, slots=True)
class Flood:
    """What one kind of flood made of what came in."""

    name: str
    mails_in: int
    bytes_in: int
    mails_out: int
    bytes_out: int
    stall: float
    """Seconds that a move which came behind the flood waited until the turn mail that it brings about left."""

    @property
    def mails(self) -> float:
        return self.mails_out / self.mails_in

    @property
    def bytes(self) -> float:
        return self.bytes_out / self.bytes_in


@dataclass(frozen=True, slots=True)
class Result:
    floods: tuple[Flood, ...]


def _letter(sender: str, body: str, to: str = _US, answered: str = "") -> bytes:
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"], mail["To"], mail["Subject"] = sender, to, "Re: Splendor" if answered else "Splendor"
    mail["Message-ID"] = make_msgid(domain="people.example")
    if answered:
        mail["In-Reply-To"] = answered
    mail.set_content(body)
    return mail.as_bytes()


def _read(mail: DueMail) -> EmailMessage:
    turn = message_from_bytes(mail.mime, policy=policy.default)
    assert isinstance(turn, EmailMessage)
    return turn


def _tagged(mail: DueMail, body: str) -> bytes:
    """An answer of the mail's reader, or of whoever has it."""
    letter = _read(mail)
    return _letter(mail.recipient, body, str(letter["Reply-To"].addresses[0].addr_spec), str(letter["Message-ID"]))


_BOUNCE = """\
From: mailer-daemon@elsewhere.example
To: {to}
Subject: Undelivered mail
Message-ID: {message_id}
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=part

--part
Content-Type: text/plain

This mail could not be delivered.
--part
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.elsewhere.example

Final-Recipient: rfc822; {recipient}
Action: failed
Status: 5.1.1
--part--
"""
"""What a server far away says of a mail that it does not take (RFC 3464), as anybody may forge it."""


def _bounce(of: DueMail) -> bytes:
    return _BOUNCE.format(to=of.sender, message_id=make_msgid(), recipient=of.recipient).encode()


Next = Callable[[int, DueMail, DueMail], bytes]
"""The mail of this number; the turn mail of the attacker or victim, and the last mail that they got, may be of use."""

_TOO_DEAR = tuple(card.id for card in CARDS.values() if card.level == 3)

FLOODS: Mapping[str, Next] = {
    "one forged stranger": lambda number, _, __: _letter(_VICTIM, ("help", "rules", "games", "open 3")[number % 4]),
    "strangers of one domain": lambda number, _, __: _letter(f"p{number}@victim.example", "help"),
    "strangers of one provider": lambda number, _, __: _letter(f"p{number}@gmail.com", "help"),
    "strangers of domains that don't exist": lambda number, _, __: _letter(f"p@nowhere{number}.example", "help"),
    "forged bounces": lambda _, turn, __: _bounce(turn),
    "a forged player": lambda _, __, last: _letter(last.recipient, "status\nrules\nhelp"),
    "a responder without marks": lambda _, __, last: _tagged(last, "I am away until Monday."),
    "a responder with a counter": lambda number, _, last: _tagged(last, f"Your request {'x' * number} was received."),
    "a player who asks without end": lambda number, _, last: _tagged(last, f"rules\nstatus\nhistory\nnote {number}"),
    "orders with a leaked key": lambda number, turn, _: _tagged(turn, f"buy {_TOO_DEAR[number % len(_TOO_DEAR)]}"),
    "tables opened and left": lambda number, _, last: _tagged(last, ("open 3", "yes", "leave 2", "yes")[number % 4]),
    "a guest invited again and again": lambda number, _, last: _tagged(
        last, (f"new 2 invite {_VICTIM}", "yes", "leave", "yes")[number % 4]
    ),
    "a hundred lines": lambda number, _, last: _tagged(last, "\n".join(f"note {number} {line}" for line in range(100))),
    "a hundred tables with bots": lambda _, __, last: _tagged(last, "\n".join(["new 2 bot strong"] * 100)),
}


def run(mails: int = 200) -> Result:
    """Each flood on a server of its own."""
    set_up_logs("critical")
    return Result(tuple(flood(name, mails) for name in FLOODS))


def flood(name: str, mails: int) -> Flood:
    """The first player of the only game is the attacker, or the one in whose name he writes; the second one moves."""
    letter = FLOODS[name]
    with TemporaryDirectory() as folder:
        club = Club(Path(folder), seats=2, games=1)
        with closing(club.store):
            turns = [mail for mail in _sent(club) if mail.kind is Kind.TURN]
            second = _moved(club, turns[0])
            club.now += timedelta(hours=2)
            last, bytes_in, out = turns[0], 0, list[DueMail]()
            for number in range(mails):
                club.now += timedelta(minutes=_MINUTES) / mails
                raw = letter(number, turns[0], last)
                bytes_in += len(raw)
                club.store.inbox.accept([Delivery(raw, last.recipient)])
                club.process()
                arrived = _sent(club)
                out += arrived
                last = next((each for each in reversed(arrived) if each.recipient == last.recipient), last)
            stall = _stalled(club, second, [letter(number, turns[0], last) for number in range(mails)])
            return Flood(name, mails, bytes_in, len(out), sum(len(each.mime) for each in out), stall)


def _moved(club: Club, turn: DueMail) -> DueMail:
    """The first player moves: the turn mail of the second."""
    club.store.inbox.accept([Delivery(club.answer(turn), turn.recipient)])
    club.process()
    return next(mail for mail in _sent(club) if mail.kind is Kind.TURN)


def _stalled(club: Club, turn: DueMail, flood: list[bytes]) -> float:
    """A move that comes behind all of them at once: others' mails may wait, its turn mail is to leave first."""
    club.store.inbox.accept([Delivery(raw, "attacker@elsewhere.example") for raw in flood])
    club.store.inbox.accept([Delivery(club.answer(turn), turn.recipient)])
    began = perf_counter()
    while club.process_some():
        mails = _sent(club)
        if any(mail.kind is Kind.TURN for mail in mails):
            assert mails[0].kind is Kind.TURN, "the turn goes first"
            return perf_counter() - began
    raise AssertionError("the turn was never told")


def _sent(club: Club) -> list[DueMail]:
    """All that leaves now, in its order."""
    mails = list[DueMail]()
    while some := club.store.outbox.claim(club.now, 1000):
        club.store.outbox.sent([mail.id for mail in some], club.now)
        mails += some
    return mails


def lines(result: Result) -> Iterator[str]:
    for each in result.floods:
        yield (
            f"{each.name}: {each.mails_in} mails in, {each.mails_out} out ({each.mails:.2f} each); "
            f"{each.bytes:.2f} bytes out for each in; a turn behind as many waits {each.stall:.2f} s"
        )


def figures(result: Result) -> list[Figure]:
    """For the table of all."""
    return [
        figure
        for each in result.floods
        for figure in (
            Figure(f"hostile, {each.name}: mails out for each in", each.mails, ""),
            Figure(f"hostile, {each.name}: bytes out for each in", each.bytes, ""),
            Figure(f"hostile, {each.name}: a turn behind {each.mails_in} of them", each.stall, "s"),
        )
    ]
