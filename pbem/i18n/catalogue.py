"""Message catalogues: the .po files themselves, compiled in memory when a language is first used.

So a clone, a wheel and a translator's edit all work without a build step, and no .mo can be out of date.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

SOURCE = "en"
"""Messages are written in this language in the code and the templates, so it has no catalogue."""


@cache
def translations(code: str) -> NullTranslations:
    """The messages of a language."""
    if code == SOURCE:
        return NullTranslations()
    with (files("pbem.i18n") / "locale" / f"{code}.po").open("rb") as file:
        catalogue = read_po(file, locale=code, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
