"""The mails of the people: what they see of ours, and the bytes that they send."""

import re
from dataclasses import dataclass
from datetime import datetime
from email.header import Header, decode_header, make_header
from email.utils import format_datetime

from pbem.model import DueMail, Kind

BORDER = "mx.example.org"
"""The server that the mails of the people come through."""
_REPLY_TO = re.compile(rb"^Reply-To:(?:[^\r\n]|\r\n )*<([^<>\s]+)>", re.MULTILINE)
_MESSAGE_ID = re.compile(rb"^Message-ID: <([^<>\s]+)>", re.MULTILINE)
_TURN = re.compile(rb"^X-PBEM-Turn: (\d+)", re.MULTILINE)
_LEAGUE = re.compile(rb"^X-PBEM-League: ((?:[^\r\n]|\r\n[ \t])*)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Received:
    """What somebody needs of a mail in order to answer it, or to return it."""

    kind: Kind
    recipient: str
    reply_to: str
    message_id: str
    return_path: str
    game_id: int | None
    turn: int | None
    league: str = ""
    """Which it is about, if about one."""


@dataclass(frozen=True, slots=True)
class Pen:
    """Who writes."""

    name: str
    address: str


def received(mail: DueMail) -> Received:
    """Read the head of a mail of ours, as far as it is needed."""
    head = mail.mime.partition(b"\r\n\r\n")[0]
    reply_to, message_id, turn = (pattern.search(head) for pattern in (_REPLY_TO, _MESSAGE_ID, _TURN))
    assert reply_to
    assert message_id
    return Received(
        kind=mail.kind,
        recipient=mail.recipient,
        reply_to=reply_to[1].decode(),
        message_id=message_id[1].decode(),
        return_path=mail.sender,
        game_id=mail.game_id,
        turn=int(turn[1]) if turn else None,
        league=_league(head) if mail.kind is Kind.LEAGUE else "",
    )


def _league(head: bytes) -> str:
    named = _LEAGUE.search(head)
    return str(make_header(decode_header(named[1].decode()))).partition(";")[0] if named else ""


def letter(pen: Pen, to: str, body: str, date: datetime, number: str, answers: str = "") -> bytes:
    """A mail as a mail program sends it."""
    fields = [
        f"From: {Header(pen.name, 'utf-8').encode()} <{pen.address}>",
        f"To: {to}",
        "Subject: Re: Splendor",
        f"Date: {format_datetime(date)}",
        f"Message-ID: <{number}@people.example>",
        *([*_proof(pen), f"In-Reply-To: <{answers}>", f"References: <{answers}>"] if answers else []),
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
    ]
    return ("\r\n".join(fields) + "\r\n\r\n" + body.replace("\n", "\r\n") + "\r\n").encode()


def _proof(pen: Pen) -> list[str]:
    """What the border server says of those whom we know."""
    return [f"Authentication-Results: {BORDER}; dmarc=pass header.from={pen.address.rpartition('@')[2]}"]


def returned(mail: Received, number: str, date: datetime) -> bytes:
    """The report of a mail server that there is no such address (RFC 3464)."""
    return (
        "From: Mail Delivery System <MAILER-DAEMON@people.example>\r\n"
        f"To: {mail.return_path}\r\n"
        "Subject: Undelivered Mail Returned to Sender\r\n"
        f"Date: {format_datetime(date)}\r\n"
        f"Message-ID: <{number}@people.example>\r\n"
        "Auto-Submitted: auto-replied\r\n"
        "MIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="parts"\r\n\r\n'
        "--parts\r\nContent-Type: text/plain\r\n\r\nNobody of that name lives here.\r\n"
        "--parts\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; people.example\r\n\r\n"
        f"Final-Recipient: rfc822; {mail.recipient}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        "--parts--\r\n"
    ).encode()
