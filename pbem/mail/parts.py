"""MIME bodies as bytes: text, files, and multiparts of them. Written straight out: a mail has few, fixed parts."""

import base64
import binascii
import re
from collections.abc import Iterable
from urllib.parse import quote

from pbem.render import Attachment, Rendered

_LINE = b"\r\n"
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_LONGEST_NAME = 60


def body(content: Rendered, key: str) -> bytes:
    """mixed(alternative(text, related(html, pictures)), files), each layer only where it is needed."""
    pictures = [_file(each) for each in content.attachments if each.content_id]
    files = [_file(each) for each in content.attachments if not each.content_id]
    html = _multipart("related", key, [_text(content.html, "html"), *pictures])
    words = _multipart("alternative", key, [_text(content.text, "plain"), html])
    return _multipart("mixed", key, [words, *files])


def plain_text(mime: bytes) -> str:
    """The text part of a mail that was made here."""
    _, _, rest = mime.partition(b'Content-Type: text/plain; charset="utf-8"')
    text = rest.partition(_LINE + _LINE)[2].partition(_LINE + b"--=_")[0]
    return binascii.a2b_qp(text).decode("utf-8", "replace")


def _multipart(subtype: str, key: str, parts: list[bytes]) -> bytes:
    if len(parts) == 1:
        return parts[0]
    # Neither quoted-printable nor base64 can ever contain "=_" (RFC 2045 section 6.7).
    boundary = f"=_{subtype}_{key}".encode()
    delimited = [_LINE.join([b"--" + boundary, part]) for part in parts]
    header = f'Content-Type: multipart/{subtype}; boundary="{boundary.decode()}"'
    return _part([header], [*delimited, b"--" + boundary + b"--"])


def _text(text: str, subtype: str) -> bytes:
    # It ends with a line break: b2a_qp breaks lines as it finds them broken.
    lines = "\r\n".join([*text.replace("\r\n", "\n").removesuffix("\n").split("\n"), ""])
    headers = [f'Content-Type: text/{subtype}; charset="utf-8"', "Content-Transfer-Encoding: quoted-printable"]
    return _part(headers, [_LONE_RETURN.sub(b"=0D", binascii.b2a_qp(lines.encode(), istext=True))])


def _file(attachment: Attachment) -> bytes:
    disposition = "inline" if attachment.content_id else "attachment"
    headers = [
        f"Content-Type: {attachment.content_type}",
        "Content-Transfer-Encoding: base64",
        f"Content-Disposition: {disposition}; filename*=utf-8''{quote(attachment.name[:_LONGEST_NAME])}",
    ]
    if attachment.content_id:
        headers.append(f"Content-ID: <{attachment.content_id}>")
    return _part(headers, base64.encodebytes(attachment.content).splitlines())


def _part(headers: Iterable[str], lines: Iterable[bytes]) -> bytes:
    return _LINE.join([*(header.encode() for header in headers), b"", *lines])
