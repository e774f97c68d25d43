"""Text with format=flowed (RFC 3676) into one line per paragraph."""

SIGNATURE = "-- "
MAX_LINES = 10_000


def unflow(text: str, *, delsp: bool) -> str:
    """Join the lines that the sender's client broke; quoted paragraphs keep their `>` marks."""
    paragraphs: list[list[str]] = []
    open_depth = None
    for line in text.split("\n", MAX_LINES)[:MAX_LINES]:
        content = line.lstrip(">")
        depth = len(line) - len(content)
        # Section 4.4: one space may be stuffed after the quote marks.
        content = content.removeprefix(" ")
        # Section 4.3: the line above a signature is never part of a paragraph.
        flows = content.endswith(" ") and content != SIGNATURE
        if depth != open_depth or content == SIGNATURE:
            paragraphs.append([f"{'>' * depth} " if depth else ""])
        paragraphs[-1].append(content[:-1] if flows and delsp else content)
        open_depth = depth if flows else None
    return "\n".join(map("".join, paragraphs))
