"""A domain that signs its mail with DKIM, and the DNS that has its key."""

from base64 import b64encode
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

COVERS = ("from", "to", "subject", "date", "message-id")
_KEY = generate_private_key(65537, 2048)
_PUBLIC = _KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
RECORD = b"v=DKIM1; k=rsa; p=" + b64encode(_PUBLIC)


def signed(
    fields: dict[str, str],
    body: str,
    domain: str,
    *,
    identity: str = "",
    covers: tuple[str, ...] = COVERS,
    extra: str = "",
) -> bytes:
    """A mail whose fields and lines are as plain as canonical ones, so that signing them takes no reading of them."""
    content = body.encode() + b"\r\n"
    tags = f"v=1; a=rsa-sha256; c=relaxed/relaxed; d={domain}; s=s1; h={':'.join(covers)};{extra}"
    tags += f" i={identity};" if identity else ""
    tags += f" bh={b64encode(sha256(content).digest()).decode()}; b="
    canonical = {name.lower(): f"{name.lower()}:{value}\r\n" for name, value in fields.items()}
    text = "".join(canonical.get(name, "") for name in covers) + f"dkim-signature:{tags}"
    signature = b64encode(_KEY.sign(text.encode(), PKCS1v15(), SHA256())).decode()
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    return f"DKIM-Signature: {tags}{signature}\r\n{head}\r\n".encode() + content
