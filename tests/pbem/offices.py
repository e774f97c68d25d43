"""An office to test with: our address, a known secret, and keys that never repeat."""

import secrets

from pbem.mail.address import Tags
from pbem.mail.ours import Ours
from pbem.pipeline import Office
from pbem.postroom import PostRoom

OURS = Ours("splendor@example.org", "Splendor by mail")
TAGS = Tags(bytes(range(32)))


def make_office(admins: tuple[str, ...] = ()) -> Office:
    """What the path of a mail needs."""
    return Office(PostRoom(OURS, TAGS, secrets.token_bytes), admins=admins)
