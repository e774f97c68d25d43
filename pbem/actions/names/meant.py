"""Who is meant by a name: in any case, without accents, by its beginning, or in the form that a sentence gives it."""

import re
from collections.abc import Iterable

from pbem.actions.names.alike import plain_name

# Endings by which Icelandic and Polish decline a name, without accents: `Önnu`, `Jóni`, `Annę`, `Markowi`, `Ewie`.
_ENDINGS = ("a", "u", "i", "s", "r", "ar", "ur", "um", "ir", "jar", "e", "y", "o", "ie", "ii", "ia", "owi", "em", "iem")
# Polish softens the end of the stem: `Marcie` is Marta.
_SOFTENED = {"cie": "t", "dzie": "d", "rze": "r", "ce": "k", "dze": "g", "le": "l"}
_LEAST_STEM = 2
_TO = "ל"  # A Hebrew prefix: `לאנה` is to Anna.
# What Hebrew puts before whomever a command is about: `להשתיק את אנה`, `לתת 72h ל-Anna`.
_BEFORE_A_NAME = re.compile("^(?:את |ל-)(?=.)")


def matching(name: str, known: Iterable[str]) -> list[str]:
    """Which of these names is meant: the same one, else all that begin so, else all of which it is a form."""
    wanted, names = plain_name(name), list(dict.fromkeys(known))
    same = [each for each in names if plain_name(each) == wanted]
    begun = [each for each in names if wanted and plain_name(each).startswith(wanted)]
    return same or begun or meant_by_form(name, names)


def meant_by_form(form: str, known: Iterable[str]) -> list[str]:
    """The names of which this is another form: word by word, as far as it goes."""
    said = _BEFORE_A_NAME.sub("", form).split()
    return [each for each in known if _is_form(said, each.split())]


def _is_form(said: list[str], name: list[str]) -> bool:
    pairs = list(zip(said, name, strict=False))
    return len(pairs) == len(said) > 0 and all(_stems(one) & _stems(other) for one, other in pairs)


def _stems(word: str) -> set[str]:
    """What may be left of a word without its ending; Icelandic turns an `a` of the stem into `ö`."""
    plain = plain_name(word.lower().replace("ö", "a").removeprefix(_TO) if len(word) > _LEAST_STEM else word)
    stems = {plain.removesuffix(ending) for ending in _ENDINGS}
    stems |= {plain.removesuffix(soft) + hard for soft, hard in _SOFTENED.items() if plain.endswith(soft)}
    # A fleeting vowel: Marek, Markowi.
    if plain[-2:-1] == "e":
        stems.add(plain[:-2] + plain[-1])
    # Björn is Birni in the dative, and so is whoever is called after a bear.
    stems |= {stem.replace("birn", "bjarn") for stem in stems}
    return {stem for stem in stems if len(stem) >= _LEAST_STEM}
