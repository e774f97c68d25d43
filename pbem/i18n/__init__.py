"""The languages that mails are written in."""

from pbem.i18n.language import Language, language

__all__ = ["Language", "language"]
