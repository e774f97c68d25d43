"""How well an order is found wherever it stands in a reply: built replies around real turn mails, in five languages."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from random import Random

from benchmarks.quoting import OURS, Quotation, quotation
from pbem.commands.read import parse
from pbem.commands.reply import read_reply
from pbem.commands.text import command_text
from pbem.i18n.codes import LANGUAGES
from pbem.mail.letter import read_letter
from pbem.mail.quoted_mail import QuotedMail, read_quoted_mail
from pbem.ports import Delivery

MAILS = ((1, 40), (0, 9), (2, 3))
"""Game and turn: in the middle, early, at the start."""

ORDERS = {
    "en": ("buy 1g3", "reserve 23", "take u g r return w"),
    "da": ("køb 1g3", "reserver 23", "tag u g r aflever w"),
    "is": ("kaupa 1g3", "taka frá 23", "taka u g r skila w"),
    "pl": ("kup 1g3", "zarezerwuj 23", "weź u g r odłóż w"),
    "he": ("לקנות 1g3", "לשמור 23", "לקחת u g r להחזיר w"),
}
"""The second stands in every turn mail, the third in some, the first in none."""

TALK = {
    "en": "Thank you, that was a nice move!",
    "da": "Tak, det var et flot træk!",
    "is": "Takk, þetta var fallegur leikur!",
    "pl": "Dzięki, to był ładny ruch!",
    "he": "תודה, זה היה מהלך יפה!",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a program sends: a text, or HTML, or both; `behind` is written behind our subject."""

    text: str | None = None
    html: str | None = None
    behind: str = ""


_LONG_LINE = 30

Layout = Callable[[Quotation, str, Random], Reply]


def _joined(*parts: str | Iterable[str]) -> Reply:
    return Reply("\n".join(part if isinstance(part, str) else "\n".join(part) for part in parts))


def _marked(lines: Sequence[str], mark: str = "> ") -> list[str]:
    return [f"{mark}{line}" for line in lines]


def _spaced(lines: Sequence[str]) -> list[str]:
    return [row for line in lines for row in (line, "")]


def _wrapped(lines: Sequence[str], width: int = 40) -> list[str]:
    """Broken without care."""
    return [line[start : start + width].strip() for line in lines for start in range(0, max(len(line), 1), width)]


def _part(lines: Sequence[str], luck: Random) -> Sequence[str]:
    """What somebody left of a quotation who cut it by hand."""
    start = luck.randrange(len(lines) // 2)
    return lines[start : start + luck.randint(12, 40)]


def _between(lines: Sequence[str], said: str, luck: Random) -> list[str]:
    place = luck.randrange(5, len(lines) - 5)
    return [*lines[:place], "", said, "", *lines[place:]]


def _without_accents(lines: Sequence[str]) -> list[str]:
    """As in a charset that knows few letters."""
    return [line.encode("ascii", "replace").decode() for line in lines]


def _behind_a_line(lines: Sequence[str], said: str, luck: Random) -> list[str]:
    place = luck.choice([number for number, line in enumerate(lines) if len(line) > _LONG_LINE])
    return [*lines[:place], f"{lines[place]}   {said}", *lines[place + 1 :]]


def _in_a_cell(html: str, said: str, luck: Random) -> str:
    """Below what stands in one of our tables."""
    cells = html.split("</td>")
    place = luck.randrange(5, len(cells) - 5)
    return "</td>".join(
        [*cells[:place], f'{cells[place]}<br><span style="color: blue">{said}</span>', *cells[place + 1 :]]
    )


def _quoted_html(mail: Quotation) -> str:
    return f'<blockquote type="cite">{mail.html}</blockquote>'


def _inside_html(mail: Quotation, said: str) -> str:
    """As when one types inside a quotation: it is cut in two."""
    head, marker, tail = mail.html.partition('<table role="presentation"')
    return f'<blockquote type="cite">{head}</div></blockquote>{said}<blockquote type="cite">{marker}{tail}</blockquote>'


LAYOUTS: dict[str, Layout] = {
    "above, Gmail": lambda mail, said, _: _joined(said, "", mail.attribution("gmail"), "", _marked(mail.bare)),
    "above, Apple Mail": lambda mail, said, _: _joined(said, "", mail.attribution("apple"), "", _marked(mail.text)),
    "above, Outlook": lambda mail, said, _: _joined(said, "", mail.header(), "", _spaced(mail.linked)),
    "below, plain": lambda mail, said, _: _joined(mail.attribution("plain"), _marked(mail.text), said),
    "below, Gmail": lambda mail, said, _: _joined(mail.attribution("gmail"), "", _marked(mail.linked), "", said),
    "below, unmarked HTML": lambda mail, said, _: _joined("", mail.header(), "", _spaced(mail.linked), "", said),
    "below, unmarked text": lambda mail, said, _: _joined("", mail.header(), "", mail.text, "", said),
    "below, wrapped": lambda mail, said, _: _joined(mail.header(), "", _wrapped(_words_only(mail.bare)), "", said),
    "below, colons": lambda mail, said, _: _joined(mail.attribution("plain"), _marked(mail.bare, ": "), "", said),
    "below, names": lambda mail, said, _: _joined(mail.attribution("plain"), _marked(mail.text, "SBM> "), "", said),
    "below a signature": lambda mail, said, _: _joined(
        "-- ", "Anna Holm", "tel. 23 45 67 89", "", mail.header(), "", _spaced(mail.bare), "", said
    ),
    "inline, marked": lambda mail, said, luck: _joined(
        mail.attribution("gmail"), "", _between(_marked(mail.linked), said, luck)
    ),
    "inline, unmarked": lambda mail, said, luck: _joined(mail.header(), "", _between(_spaced(mail.linked), said, luck)),
    "inline, bars": lambda mail, said, luck: _joined(
        mail.attribution("plain"), _between(_marked(mail.text, "| "), said, luck)
    ),
    "inline below a greeting": lambda mail, said, luck: _joined(
        TALK[mail.language], "", mail.attribution("apple"), "", _between(_marked(mail.bare), said, luck)
    ),
    "trimmed, above": lambda mail, said, luck: _joined(said, "", _spaced(_part(mail.linked, luck))),
    "trimmed, below": lambda mail, said, luck: _joined(_part(mail.text, luck), "", said),
    "trimmed, below the marked": lambda mail, said, luck: _joined(_marked(_part(mail.bare, luck)), "", said),
    "trimmed, between": lambda mail, said, luck: _joined(
        mail.header(), "", _part(mail.bare, luck), "", said, "", _part(mail.bare, luck)
    ),
    "HTML above": lambda mail, said, _: Reply(html=f'<div>{said}</div><div class="gmail_quote">{mail.html}</div>'),
    "HTML below": lambda mail, said, _: Reply(html=f"{_quoted_html(mail)}<p>{said}</p>"),
    "HTML below, unmarked": lambda mail, said, _: Reply(html=f"{'<br>'.join(mail.header())}{mail.html}<p>{said}</p>"),
    "HTML inside": lambda mail, said, _: Reply(html=_inside_html(mail, said)),
    "HTML beside a stub": lambda mail, said, _: Reply(
        "This message is in HTML format.", f"<p>{said}</p>{_quoted_html(mail)}"
    ),
    "below, without accents": lambda mail, said, _: _joined(mail.header(), "", _without_accents(mail.text), "", said),
    "below, broken links": lambda mail, said, _: _joined(_wrapped(mail.linked, 72), "", said),
    "below, written as HTML": lambda mail, said, _: _joined(mail.header(), "", map(escape, mail.linked), "", said),
    "below, one long line": lambda mail, said, _: _joined(mail.header(), "", " ".join(mail.text), "", said),
    "inline, guillemets": lambda mail, said, luck: _joined(
        mail.attribution("gmail"), "", _between(_marked(mail.text, "» "), said, luck)
    ),
    "behind one of our lines": lambda mail, said, luck: _joined(_behind_a_line(_marked(mail.text), said, luck)),
    "below what introduces us": lambda mail, said, _: _joined(mail.header(), "", said),
    "HTML in a quoted table": lambda mail, said, luck: Reply(html=_in_a_cell(_quoted_html(mail), said, luck)),
    "HTML in a table": lambda mail, said, luck: Reply(html=_in_a_cell(mail.html, said, luck)),
    "behind our subject": lambda mail, said, _: Reply(
        "\n".join(["", mail.attribution("gmail"), *_marked(mail.bare)]), behind=said
    ),
}


def _words_only(lines: Sequence[str]) -> list[str]:
    """One long line of each ten: what a program makes of a table that it knows nothing of."""
    return [" ".join(lines[start : start + 10]) for start in range(0, len(lines), 10)]


@dataclass(frozen=True, slots=True)
class Case:
    """A reply, and the order in it; nothing where there is none."""

    layout: str
    language: str
    mime: bytes
    answered: QuotedMail
    said: str

    def outcome(self) -> str:
        """`right`, `wrong` (something is done that was not ordered) or `unread`."""
        letter = read_letter(Delivery(self.mime))
        found = read_reply(letter, OURS, self.language, self.answered).reading.commands
        meant = parse(self.said, self.language).commands if self.said else ()
        return "right" if found == meant else "wrong" if found else "unread"


def cases(mails: Sequence[tuple[int, int]] = MAILS, languages: Sequence[str] = LANGUAGES) -> Iterator[Case]:
    """Every layout in these languages with every order; and with talk or nothing in its place."""
    for number, (game, turn) in enumerate(mails):
        for language in languages:
            mail = quotation(language, game, turn)
            answered = read_quoted_mail(mail.mime)
            for name, layout in LAYOUTS.items():
                luck = Random(f"{name} {language} {number}")
                for said in ORDERS[language]:
                    yield Case(name, language, _mime(mail, layout(mail, said, luck)), answered, said)
                for said in ("", TALK[language]):
                    yield Case("no order", language, _mime(mail, layout(mail, said, luck)), answered, "")


def _mime(mail: Quotation, reply: Reply) -> bytes:
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"] = "Anna <anna@example.org>", OURS.address
    message["Subject"] = f"Re: {mail.subject} {reply.behind}".rstrip()
    if reply.text is not None:
        message.set_content(reply.text)
    if reply.html is not None and reply.text is None:
        message.set_content(reply.html, subtype="html")
    elif reply.html is not None:
        message.add_alternative(reply.html, subtype="html")
    return message.as_bytes()


@dataclass(frozen=True, slots=True)
class Score:
    """How many replies of each layout were read right, wrong or not at all."""

    layouts: dict[str, dict[str, int]]

    def total(self, outcome: str) -> int:
        """Over all layouts."""
        return sum(counted.get(outcome, 0) for counted in self.layouts.values())


def measure() -> Score:
    """Read all of them."""
    counted: dict[str, Counter[str]] = {}
    for case in cases():
        counted.setdefault(case.layout, Counter())[case.outcome()] += 1
    return Score({name: dict(counts) for name, counts in counted.items()})


def lines(score: Score) -> list[str]:
    """The score, one line a layout, the sum below."""
    rows = [f"{name}: {_outcomes(counts)}" for name, counts in score.layouts.items()]
    return [*rows, f"all: {_outcomes({each: score.total(each) for each in ('right', 'wrong', 'unread')})}"]


def _outcomes(counts: dict[str, int]) -> str:
    of = sum(counts.values())
    return f"{counts.get('right', 0)} of {of} right, {counts.get('wrong', 0)} wrong"


def described(case: Case) -> str:
    """For whoever looks for what went wrong."""
    reply = read_reply(read_letter(Delivery(case.mime)), OURS, case.language, case.answered)
    found = ", ".join(map(command_text, reply.reading.commands))
    return f"{case.layout} ({case.language}): {case.said!r} became {found!r} out of {reply.text[:200]!r}"
