"""Posting: makes a mail of a notice and puts it into the outbox, with the question that it asks."""

from pbem.posting.post import send

__all__ = ["send"]
