"""A mail's content, ready to be put into an envelope."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a mail; with a `content_id` it is a picture inside the HTML, shown by `cid:`."""

    name: str
    content_type: str
    content: bytes
    content_id: str | None = None


@dataclass(frozen=True, slots=True)
class Rendered:
    """What a mail says, twice: as plain text and as HTML."""

    subject: str
    text: str
    html: str
    attachments: tuple[Attachment, ...] = ()
