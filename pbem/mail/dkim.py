"""The DKIM signatures of a mail, and whether one is genuine (RFC 6376, RFC 8463); in linear time."""

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key

from pbem.mail.head import Head, plain_address, plain_domain, values

# Bits. Section 3.3.3; above it, one forged mail would be much work.
_RSA = range(1024, 4097)
_TAG = re.compile(rb"\s*+([a-z][a-z0-9_]*+)\s*+=([^;]*+)", re.IGNORECASE)
_SELECTOR = re.compile(rb"[a-z0-9_-]++(?:\.[a-z0-9_-]++)*+", re.IGNORECASE)
_OWN_VALUE = re.compile(rb"((?:\A|;)\s*+b\s*+=)[^;]*+")
_BLANKS = re.compile(rb"[ \t]++")
_BODY = re.compile(rb"\r?\n\r?\n")
# Of a key's record: the hashes and services that it is for, and its flags.
_DEFAULTS = {"h": b"sha256", "s": b"*", "t": b""}


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signs (d=), with which key (s=), and for whom (i=): an address, or nothing where it is for all the domain."""

    domain: str
    selector: str
    identity: str
    covers: tuple[str, ...]
    """The names of the fields that it signs, in order."""
    tags: dict[str, bytes]
    field: bytes
    """As it stands in the mail."""

    @property
    def leaves_the_end_open(self) -> bool:
        """With l= anyone may add to the body (section 8.2)."""
        return "l" in self.tags

    @property
    def key_name(self) -> str:
        """Where in DNS its key is (section 3.6.2.1)."""
        return f"{self.selector}._domainkey.{self.domain}"


def read_signatures(head: Head) -> tuple[Signature, ...] | None:
    """All of them, from the top; None where one holds anything that a checker could be led astray by."""
    found = [_read(value) for value in values(head, "dkim-signature")]
    signatures = tuple(each for each in found if each)
    return signatures if len(signatures) == len(found) else None


def _read(field: bytes) -> Signature | None:
    tags = _tags(field) or {}
    domain, selector, identity = (tags.get(name, b"") for name in "dsi")
    if not plain_domain(domain) or not _SELECTOR.fullmatch(selector) or (identity and not _is_plain(identity)):
        return None
    covers = _BLANKS.sub(b"", tags.get("h", b"")).decode("latin-1").lower().split(":")
    return Signature(
        plain_domain(domain),
        selector.decode("ascii").lower(),
        plain_address(identity),
        tuple(covers),
        tags,
        field,
    )


def _is_plain(identity: bytes) -> bool:
    """Any byte may be written as `=3B` in it (section 2.11): a plain one needs none."""
    return b"=" not in identity and bool(plain_address(identity) or plain_domain(identity.removeprefix(b"@")))


def _tags(value: bytes) -> dict[str, bytes] | None:
    """A list of tags (section 3.2); None where it is none, or has one twice."""
    tags: dict[str, bytes] = {}
    for text in value.strip().removesuffix(b";").split(b";"):
        tag = _TAG.fullmatch(text)
        if not tag or (name := tag[1].decode("ascii")) in tags:
            return None
        tags[name] = tag[2].strip()
    return tags


def is_genuine(signature: Signature, raw: bytes, head: Head, record: bytes) -> bool:
    """Whether the mail is as it was signed, by the key in that record; the body is looked at last."""
    tags = signature.tags
    header_form, _, body_form = tags.get("c", b"").partition(b"/")
    # Only relaxed headers: simple ones break on the way, and few sign so.
    if (
        tags.get("v") != b"1"
        or header_form != b"relaxed"
        or body_form not in (b"relaxed", b"simple", b"")
        or signature.leaves_the_end_open
    ):
        return False
    signed = b"".join(_signed_fields(signature, head))
    try:
        given, digest = (b64decode(b"".join(tags.get(name, b"").split()), validate=True) for name in ("b", "bh"))
        _check(tags.get("a", b""), _tags(record) or {}, given, signed)
    except (InvalidSignature, UnsupportedAlgorithm, binascii.Error, ValueError):
        return False
    return sha256(_canonical_body(raw, relaxed=body_form == b"relaxed")).digest() == digest


def _signed_fields(signature: Signature, head: Head) -> Iterator[bytes]:
    """Section 5.4.2: of several fields of a name the lowest comes first; section 3.7: the signature itself is last."""
    waiting = {name: values(head, name) for name in signature.covers}
    for name in signature.covers:
        if waiting[name]:
            yield _relaxed(name, waiting[name].pop()) + b"\r\n"
    yield _relaxed("dkim-signature", _OWN_VALUE.sub(rb"\1", signature.field))


def _relaxed(name: str, value: bytes) -> bytes:
    return name.encode("ascii") + b":" + _BLANKS.sub(b" ", value).strip(b" ")


def _check(algorithm: bytes, record: dict[str, bytes], given: bytes, signed: bytes) -> None:
    """Raise InvalidSignature or ValueError unless the key of the record (section 3.6.1) signed it."""
    kind = record.get("k", b"rsa")
    hashes, services, flags = (record.get(name, default).split(b":") for name, default in _DEFAULTS.items())
    usable = record.get("v", b"DKIM1") == b"DKIM1" and algorithm == kind + b"-sha256"
    # A domain that is still trying it out (t=y) has signed nothing.
    if not usable or b"sha256" not in hashes or not {b"*", b"email"} & {*services} or b"y" in flags:
        raise InvalidSignature
    public = b64decode(b"".join(record.get("p", b"").split()), validate=True)
    if kind == b"ed25519":
        Ed25519PublicKey.from_public_bytes(public).verify(given, sha256(signed).digest())
        return
    key = load_der_public_key(public)
    if not isinstance(key, RSAPublicKey) or key.key_size not in _RSA:
        raise InvalidSignature
    key.verify(given, signed, PKCS1v15(), SHA256())


def _canonical_body(raw: bytes, *, relaxed: bool) -> bytes:
    """Section 3.4: without empty lines at its end, and relaxed also without blanks at the end of a line."""
    gap = _BODY.search(raw)
    lines = [line.removesuffix(b"\r") for line in raw[gap.end() :].split(b"\n")] if gap else []
    if relaxed:
        lines = [_BLANKS.sub(b" ", line).rstrip(b" ") for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        return b"" if relaxed else b"\r\n"
    return b"\r\n".join(lines) + b"\r\n"
