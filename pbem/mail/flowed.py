"""Text with format=flowed (RFC 3676) into one line per paragraph."""

SIGNATURE = "-- "
MAX_LINES = 10_000


def unflow(text: str, *, delsp: bool) -> str:
    """Join the lines that the sender's client broke; quoted paragraphs keep their `>` marks."""
    paragraphs: list[str] = []
    open_depth: int | None = None
    pieces: list[str] = []
    for line in text.split("\n", MAX_LINES)[:MAX_LINES]:
        depth, content = _unquote(line)
        # RFC 3676 section 4.3: the signature separator is never part of a paragraph.
        flows = content.endswith(" ") and content != SIGNATURE
        if pieces and (depth != open_depth or content == SIGNATURE):
            paragraphs.append(_paragraph(open_depth or 0, pieces))
            pieces = []
        open_depth = depth
        pieces.append(content[:-1] if flows and delsp else content)
        if not flows:
            paragraphs.append(_paragraph(depth, pieces))
            pieces = []
    if pieces:
        paragraphs.append(_paragraph(open_depth or 0, pieces))
    return "\n".join(paragraphs)


def _unquote(line: str) -> tuple[int, str]:
    content = line.lstrip(">")
    # Section 4.4: one space may be stuffed after the quote marks.
    return len(line) - len(content), content.removeprefix(" ")


def _paragraph(depth: int, pieces: list[str]) -> str:
    content = "".join(pieces)
    return f"{'>' * depth} {content}" if depth else content
