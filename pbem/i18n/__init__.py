"""The languages that mails are written in."""

from pbem.i18n.language import LANGUAGES, Language, language

__all__ = ["LANGUAGES", "Language", "language"]
