"""Whether a mail comes from the one whom its From names: by a DKIM signature, else by what our own border server
wrote above it (RFC 8601)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pbem.mail.address import Ours
from pbem.mail.dkim import Signature, is_genuine, read_signatures
from pbem.mail.dkim_keys import DkimKeys
from pbem.mail.head import Head, plain_address, plain_domain, read_head, sole_author, values
from pbem.mail.headers import mailboxes
from pbem.mail.providers import is_shared
from pbem.ports import Delivery

# RFC 8601 section 2.2, as border servers write it: no white space around `=` and `.`, no comment before the name.
_OPENING = re.compile(rb" *+([\w.-]++)(?: ++1)?+ *+", re.IGNORECASE)
_VERDICT = re.compile(rb"; *+([a-z][a-z0-9-]*+)(?:/1)?+=([a-z]++)(?=[ ;]|\Z)", re.IGNORECASE)
_PROPERTY = re.compile(
    rb" ++((?:[a-z]++\.)?+[a-z][\w-]*+)=(?:\"[ !#-\[\]-~]*+\"|([^\x00-\x20\x7f-\xff\"(),;<>\\]++))(?=[ ;]|\Z)",
    re.IGNORECASE,
)
_SPACE = re.compile(rb" *+")
_PIECE = re.compile(rb"\"[^\"\\]*+\"|[()]|[^\"\\()]++")
_NAME_A_MAILBOX = ("smtp.mailfrom", "smtp.auth", "header.i")
_MAX_VALUE = 10_000
# Of a mail with a new Message-ID, subject or date nobody could tell that it is an old one; for whom it is, and how its
# body is to be read, must be signed where it is said.
_MUST_BE_SIGNED = ("from", "subject", "date", "message-id")
_SIGNED_IF_THERE = ("to", "cc", "content-type", "content-transfer-encoding")
_MAX_SIGNATURES = 3


@dataclass(frozen=True, slots=True)
class MethodResult:
    """What a method found. Of the properties only those without quotes have a value."""

    found: str
    properties: Mapping[str, bytes]


Results = Mapping[str, MethodResult]
"""By method, such as dmarc."""


@dataclass(frozen=True, slots=True)
class CheckedMail:
    """A mail to us with one certain author, and nothing in it by which a checker could be led astray."""

    raw: bytes
    head: Head
    author: str
    signatures: tuple[Signature, ...]
    """Those that would prove the author, if they are genuine."""
    loose: bool
    """Whether one of the author's domain leaves open what others may change: whoever has the mail can make it say more
    and hand it on, still signed."""


def proven_author(delivery: Delivery, ours: Ours, authserv_id: str, keys: DkimKeys) -> str:
    """The address in From, if it is certain that its owner wrote the mail to us; else nothing."""
    mail = _read(delivery, ours)
    if mail and (_is_signed(mail, keys) or _border_vouches(mail, authserv_id)):
        return mail.author
    return ""


def keys_wanted(delivery: Delivery, ours: Ours) -> tuple[str, list[str]]:
    """Whom the mail says it is from, and the names of the keys that would prove it."""
    mail = _read(delivery, ours)
    return (mail.author, [each.key_name for each in mail.signatures]) if mail else ("", [])


def _read(delivery: Delivery, ours: Ours) -> CheckedMail | None:
    head = read_head(delivery.raw) or ()
    author = sole_author(head)
    signatures = read_signatures(head)
    if not author or signatures is None or not _plain_envelope(delivery, head) or not _is_written_to(ours, head):
        return None
    aligned_ones = [each for each in signatures if aligned(each.domain, author.rpartition("@")[2])]
    whole = [each for each in aligned_ones if _is_whole(each, head)]
    good = [each for each in whole if _is_for(each, author)]
    loose = len(whole) < len(aligned_ones)
    return CheckedMail(delivery.raw, head, author, tuple(good[:_MAX_SIGNATURES]), loose)


def _is_written_to(ours: Ours, head: Head) -> bool:
    """Whoever has a mail of somebody can send it on to us, and it is still signed: it was not for us."""
    written = (value.decode("latin-1") for name in ("to", "cc") for value in values(head, name))
    return any(ours.owns(address) for value in written for _, address in mailboxes(value))


def _is_whole(signature: Signature, head: Head) -> bool:
    """Of all that makes a mail this mail; a field that is signed and not there can't be added."""
    names = (*_MUST_BE_SIGNED, *(name for name in _SIGNED_IF_THERE if values(head, name)))
    once = all(name in signature.covers and len(values(head, name)) < 2 for name in names)
    return once and not signature.leaves_the_end_open


def _is_for(signature: Signature, author: str) -> bool:
    """Where strangers share a domain: for the very address."""
    return not is_shared(author.rpartition("@")[2]) or signature.identity == author


def _is_signed(mail: CheckedMail, keys: DkimKeys) -> bool:
    return any(is_genuine(each, mail.raw, mail.head, keys.get(each.key_name)) for each in mail.signatures)


def _border_vouches(mail: CheckedMail, authserv_id: str) -> bool:
    # The topmost is the one that our border server added last; it strips forged ones (RFC 8601 section 5).
    topmost = next(iter(values(mail.head, "authentication-results")), b"")
    results = read_results(topmost, authserv_id)
    return results is not None and _vouch(results, mail.author, replayable=mail.loose)


def _plain_envelope(delivery: Delivery, head: Head) -> bool:
    """Checkers copy the envelope sender into their header, some without its quotes: then it could say anything."""
    sender = delivery.envelope_sender
    paths = [value.strip() for value in values(head, "return-path")]
    if sender is not None:
        paths.append(f"<{sender}>".encode("ascii", "backslashreplace"))
    return all(path == b"<>" or plain_address(path.removeprefix(b"<").removesuffix(b">")) for path in paths)


def read_results(value: bytes, authserv_id: str) -> Results | None:
    """The results in an Authentication-Results field of that server; None unless every byte of it is understood."""
    text = _without_comments(value.replace(b"\t", b" ")) if _is_sober(value) else None
    opening = _OPENING.match(text) if text else None
    if not text or not opening or opening[1].decode("ascii").lower() != authserv_id.lower():
        return None
    results: dict[str, MethodResult] = {}
    end = opening.end()
    while verdict := _VERDICT.match(text, end):
        properties, end = _properties(text, verdict.end())
        method = verdict[1].decode("ascii").lower()
        if properties is None or method in results:
            return None
        results[method] = MethodResult(verdict[2].decode("ascii").lower(), properties)
    return results if end == len(text) else None


def _is_sober(value: bytes) -> bool:
    """Neither endless, nor with encoded words, nor with a comment before the server's name."""
    return len(value) <= _MAX_VALUE and b"=?" not in value and not value.strip().startswith(b"(")


def _without_comments(value: bytes) -> bytes | None:
    """Comments, which may be nested, become a space; None where one does not end, stand apart, or do without quotes.

    Quotes in a comment, and a comment within a word, come from an address that was written as it was.
    """
    kept: list[bytes] = []
    depth = end = 0
    for piece in _PIECE.finditer(value):
        match piece[0][:1]:
            case b"(":
                depth += 1
                if depth == 1 and value[end - 1 : end] not in (b" ", b";"):
                    return None
            case b")":
                depth -= 1
                kept.append(b" ")
            case b'"' if depth:
                return None
            case _ if not depth:
                kept.append(piece[0])
        if piece.start() != end or depth < 0:
            return None
        end = piece.end()
    return b"".join(kept) if end == len(value) and not depth else None


def _properties(text: bytes, start: int) -> tuple[Mapping[str, bytes] | None, int]:
    """The properties from there on, and where they end; None if one is there twice or names a mailbox oddly."""
    found: dict[str, bytes] = {}
    end = start
    while each := _PROPERTY.match(text, end):
        name, value = each[1].decode("ascii").lower(), each[2] or b""
        if name in found or (b"@" in value and name not in _NAME_A_MAILBOX):
            return None, end
        found[name] = value
        end = each.end()
    space = _SPACE.match(text, end)
    return found, space.end() if space else end


def _vouch(results: Results, author: str, *, replayable: bool) -> bool:
    """Whether one of the methods passed in alignment. Where strangers share the domain, that is not enough for two; and
    where the domain says no, none is: it may ask for a stricter alignment than ours. Where anybody could have sent the
    mail on with its signature, only the server that it came from counts.
    """
    if "dmarc" in results and results["dmarc"].found == "fail":
        return False
    domain = author.rpartition("@")[2]
    dmarc, dkim, spf = (_passed(results, method) for method in ("dmarc", "dkim", "spf"))
    sent = aligned(_envelope_domain(spf.get("smtp.mailfrom", b"")), domain)
    if replayable and not sent:
        return False
    if plain_domain(dmarc.get("header.from", b"")) == domain:
        return True
    signed = aligned(plain_domain(dkim.get("header.d", b"")), domain)
    if is_shared(domain):
        return signed and plain_address(dkim.get("header.i", b"")) == author and not replayable
    return signed or sent


def _passed(results: Results, method: str) -> Mapping[str, bytes]:
    result = results.get(method)
    return result.properties if result and result.found == "pass" else {}


def _envelope_domain(value: bytes) -> str:
    return plain_domain(value) or plain_address(value).rpartition("@")[2]


def aligned(proven: str, domain: str) -> bool:
    """The same domain or a parent of it, as relaxed alignment has it (RFC 7489 section 3.1)."""
    return bool(proven) and (domain == proven or domain.endswith(f".{proven}"))
