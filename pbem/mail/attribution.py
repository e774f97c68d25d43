"""Lines in which a mail client says whose words follow, in the languages that clients speak."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from pbem.mail.lines import Cut, Line
from pbem.mail.tables import table

MAX_WRAPPED = 4
MAX_JOINED = 500
MAX_CLOSING = 50
MAX_CANDIDATES = 200
COLONS = (":", "：")

Judge = Callable[[str, bool], bool]
"""Whether a text is an attribution; the flag says that quoted lines follow it."""


def words(*keys: str) -> str:
    """An alternation of every language's words under these keys, the longest first."""
    found = {word for language in table("quotes").values() for key in keys for word in language.get(key, ())}
    return "|".join(sorted(map(re.escape, found), key=len, reverse=True))


_DATE = re.compile(r"\d{4}|\d{1,2}[:.]\d{2}")
_OPENS = re.compile(
    rf"(?<!\w)(?:(?:{words('opens')})(?!\w)[^\d\n]{{0,30}}\d"
    rf"|(?i:{words('weekdays')})\w{{0,10}}[.,]{{0,2}} ?\d)"
)
_CLOSES = re.compile(rf"(?<!\w)(?:{words('closes')})[\W_]{{0,20}}$")
_INSIDE = re.compile(rf"(?<!\w)(?:{words('inside')})(?!\w)")
_LABEL = re.compile(rf"[*_]{{0,2}}(?:{words('from', 'date', 'to', 'subject')})\s?[:：]", re.IGNORECASE)
_ENDS_WITH_ADDRESS = re.compile(r"@[^\s@]{1,200}[>)\]]$")


def is_attribution(text: str, before_quote: bool) -> bool:
    """Whether the text says when or where from somebody wrote what follows."""
    dated, addressed, closes = bool(_DATE.search(text)), "@" in text, _closes(text)
    if text.endswith(COLONS):
        said = closes or bool(_INSIDE.search(text))
        return (dated and (addressed or before_quote)) or (said and (dated or addressed))
    if text.startswith("--") and text.endswith("--"):
        return closes
    opens = bool(_OPENS.match(text))
    if before_quote and dated and (opens or _ENDS_WITH_ADDRESS.search(text)):
        return True
    return opens and dated and addressed and closes


def introduces(text: str, *, signs: int) -> bool:
    """Whether a text that names who wrote the quoted mail looks as if a client had written it.

    The signs are a date, a verb of writing and a colon at the end; the label of a header field is enough alone.
    """
    said = _closes(text) or bool(_INSIDE.search(text))
    found = bool(_DATE.search(text)) + said + text.endswith(COLONS)
    return found >= signs or bool(_LABEL.match(text))


def attribution_ends(lines: Sequence[Line]) -> list[int]:
    """The lines that an attribution may end with; a reply has few of them above its quotation."""
    return list(islice((number for number, line in enumerate(lines) if _may_end(line)), MAX_CANDIDATES))


def find_attribution(lines: Sequence[Line], ends: Iterable[int], judge: Judge) -> Cut | None:
    """The first place where up to four lines, joined, are what the judge looks for."""
    for last in ends:
        before_quote = _quote_follows(lines, last)
        for first, text in _joined(lines, last):
            if judge(text, before_quote):
                return _opening(lines, first, last)
    return None


def _may_end(line: Line) -> bool:
    bare = line.bare
    if line.quoted or not bare:
        return False
    return "@" in bare or bare.endswith(COLONS) or bool(_DATE.search(bare)) or _closes(bare)


def _closes(text: str) -> bool:
    return bool(_CLOSES.search(text[-MAX_CLOSING:]))


def _quote_follows(lines: Sequence[Line], number: int) -> bool:
    following = (line.quoted for line in lines[number + 1 : number + 4] if line.bare or line.quoted)
    return next(following, False)


def _joined(lines: Sequence[Line], last: int) -> Iterator[tuple[int, str]]:
    """The line, then with the line before it, and so on, within one paragraph."""
    text = ""
    for number in _paragraph_above(lines, last):
        text = f"{lines[number].bare} {text}".rstrip()
        if len(text) > MAX_JOINED:
            return
        yield number, text


def _paragraph_above(lines: Sequence[Line], last: int) -> Iterator[int]:
    for number in range(last, max(last - MAX_WRAPPED, -1), -1):
        if lines[number].quoted or not lines[number].bare:
            return
        yield number


def _opening(lines: Sequence[Line], first: int, last: int) -> Cut:
    """Where it begins: at the nearest words that open one, else at the nearest date, else at `first`."""
    paragraph = list(_paragraph_above(lines, last))
    for number in paragraph:
        if found := _OPENS.search(lines[number].text):
            return Cut(number, _end_of_reply(lines[number].text[: found.start()]))
    dated = (number for number in paragraph if number <= first and _DATE.search(lines[number].bare))
    return Cut(next(dated, first))


def _end_of_reply(before: str) -> int:
    """What stands in the line before the date is the reply, unless it is the name of who wrote."""
    return 0 if "@" in before or _INSIDE.search(before) else len(before)
