"""Bring the catalogues up to date with the code and the templates: `python -m pbem.i18n.update` in a clone."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from pbem.i18n.codes import LANGUAGES

_ROOT = Path(__file__).parents[2]
_FOLDERS = ("pbem/i18n", "pbem/notices", "pbem/render", "pbem/web", "templates/email", "templates/web")
_METHODS = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract"), ("**.txt", "jinja2.ext:babel_extract")]
_KEYWORDS = {
    "_": None,
    "say": None,
    "N_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "several": (1, 2),
    "pgettext": ((1, "c"), 2),
}
_HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def messages() -> Catalog:
    """Every message that the code and the templates ask for."""
    found = Catalog(project="pbem", charset="utf-8")
    for folder in _FOLDERS:
        extracted = extract_from_dir(_ROOT / folder, _METHODS, {"**": {"trimmed": "true"}}, _KEYWORDS)
        for _, _, message, _, context in extracted:
            found.add(message, context=context)
    return found


def catalogues() -> Iterator[tuple[Path, Catalog]]:
    """The catalogue of each language that has one, and its file."""
    for code in LANGUAGES:
        path = Path(__file__).parent / "locale" / f"{code}.po"
        if path.is_file():
            yield path, read_po(path.read_text("utf-8").splitlines(keepends=True), locale=code)


def update() -> None:
    """Add what is new to each catalogue and drop what is gone."""
    for path, catalogue in catalogues():
        catalogue.update(messages(), no_fuzzy_matching=True)
        save(path, catalogue)


def save(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue with no more header than gettext needs, so that only translations make a difference."""
    entries = BytesIO()
    write_po(entries, catalogue, width=110, omit_header=True, no_location=True, ignore_obsolete=True)
    header = _HEADER.format(language=catalogue.locale, plural_forms=catalogue.plural_forms)
    path.write_bytes(header.encode() + entries.getvalue())


if __name__ == "__main__":
    update()
