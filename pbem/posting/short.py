"""Mail to who has not said yes is short: it may be to somebody who has never heard of us."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pbem.actions.request import Server
from pbem.mail.compose import Composed, Rendered, Stamp, compose

_KB = 1000
_STYLE = re.compile(r"<style>[^<]*+</style>\n?")
"""What only tells of dark screens: every element has its own style beside."""


def shortened(server: Server, stamp: Stamp, content: Rendered, composed: Composed) -> Composed:
    """The mail as it is, if it is short enough; else as much of it as fits, and of the text all that can be."""
    most = server.limits.stranger_kb * _KB
    for each in _shorter(content):
        if len(composed.mime) <= most:
            break
        composed = compose(server.ours, stamp, each)
    return composed


def _shorter(content: Rendered) -> Iterator[Rendered]:
    """The same in ever fewer bytes: whoever reads the text alone is to know all that the others know."""
    yield replace(content, html=_STYLE.sub("", content.html))
    lines = content.text.splitlines()
    while lines:
        yield replace(content, text="\n".join([*lines, ""]), html="", attachments=())
        lines = lines[: len(lines) * 4 // 5]
