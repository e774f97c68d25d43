"""Mail to who has not said yes is short: it may be to somebody who has never heard of us."""

from dataclasses import replace

from pbem.actions.request import Server
from pbem.mail.compose import Composed, Rendered, Stamp, compose

_KB = 1000


def shortened(server: Server, stamp: Stamp, content: Rendered, composed: Composed) -> Composed:
    """The mail, if it is short enough; else with less text beside the HTML, or with as much text alone as fits."""
    most = server.limits.stranger_kb * _KB
    lines = content.text.splitlines()
    brief = replace(content, text="\n".join([*lines[: len(lines) // 2], ""]))
    if len(composed.mime) > most and len((with_html := compose(server.ours, stamp, brief)).mime) <= most:
        return with_html
    while len(composed.mime) > most and lines:
        text = "\n".join([*lines, ""])
        composed = compose(server.ours, stamp, replace(content, text=text, html="", attachments=()))
        lines = lines[: len(lines) * 4 // 5]
    return composed
