"""Writes the generated lists under pbem/commands/sentence/forms: forms of verbs, and common words of each language.

Run by hand when a verb is added: pip install morfeusz2 islenska wordfreq, then python packaging/forms.py.
Sources and licences are named in pbem/commands/sentence/forms/SOURCES.md.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import morfeusz2
from islenska import Bin
from wordfreq import top_n_list

FORMS = Path(__file__).parent.parent / "pbem" / "commands" / "sentence" / "forms"
COMMON = {"en": 20000, "da": 10000, "is": 10000, "pl": 14000, "he": 10000}
POLISH = {
    "take": """brać wziąć zabierać zabrać zgarniać zgarnąć dobierać dobrać pobierać pobrać chwytać chwycić łapać złapać
        zwijać zwinąć przygarniać przygarnąć porywać porwać capnąć zagarniać zagarnąć ciągnąć pociągnąć wyciągać
        wyciągnąć podnosić podnieść""",
    "buy": "kupować kupić nabywać nabyć zakupić zakupywać wykupić wykupywać dokupić dokupować",
    "reserve": "rezerwować zarezerwować odkładać odłożyć zaklepać zaklepywać",
    "get": "chcieć poprosić prosić wybierać wybrać",
    "pay": "płacić zapłacić opłacać opłacić uiszczać uiścić dopłacać dopłacić",
    "back": "oddawać oddać zwracać zwrócić odrzucać odrzucić wyrzucać wyrzucić zrzucać zrzucić",
    "keep": "zatrzymywać zatrzymać zachowywać zachować",
}
POLISH_NAMES = {
    "card": "karta",
    "gem": "żeton kamień klejnot kamyk",
    "points": "punkt",
    "deck": "talia stos",
    "level": "rząd poziom",
    "colour white": "biały diament brylant",
    "colour blue": "niebieski szafir",
    "colour green": "zielony szmaragd",
    "colour red": "czerwony rubin",
    "colour black": "czarny onyks",
    "colour gold": "złoty złoto",
}
ICELANDIC = {
    "take": "taka grípa hirða sækja draga",
    "buy": "kaupa versla",
    "reserve": "geyma",
    "get": "fá velja þiggja",
    "pay": "borga greiða",
    "back": "skila henda fleygja",
    "keep": "halda",
}
ICELANDIC_NAMES = {
    "card": "spil/hk kort/hk",
    "gem": "steinn/kk gimsteinn/kk",
    "points": "stig/hk",
    "deck": "bunki/kk stokkur/kk",
    "level": "röð/kvk",
    "colour white": "hvítur/lo demantur/kk",
    "colour blue": "blár/lo safír/kk",
    "colour green": "grænn/lo smaragður/kk",
    "colour red": "rauður/lo rúbín/kk",
    "colour black": "svartur/lo ónyx/kk",
    "colour gold": "gylltur/lo gull/hk",
}
# A verb that gives something back does so in the third person, too: the white one goes back.
ANY_PERSON = ("back", "pay", "keep")


def polish() -> Iterator[tuple[str, str, bool]]:
    """Each form with its kind, and whether it says `I`."""
    tool = morfeusz2.Morfeusz()
    for kind, verbs in POLISH.items():
        for verb in verbs.split():
            for form, lemma, tag, *_ in tool.generate(verb):
                if lemma.split(":")[0] == verb and (found := _polish_kind(tag, kind)):
                    yield form, *found


def polish_names() -> Iterator[tuple[str, str, bool]]:
    """The cases of nouns and colours."""
    tool = morfeusz2.Morfeusz()
    for kind, names in POLISH_NAMES.items():
        for name in names.split():
            for form, _, tag, *_ in tool.generate(name):
                if tag.startswith(("subst", "adj:")) and not form.startswith("nie" if name != "niebieski" else "nien"):
                    yield form, kind, False


def _polish_kind(tag: str, kind: str) -> tuple[str, bool] | None:
    """Finite forms of the others are somebody else's; the past and the conditional order nothing."""
    parts = tag.split(":")
    match parts[0]:
        case "inf":
            return kind, False
        case "impt" if "sg" in parts and "sec" in parts:
            return kind, False
        case "fin" if "pri" in parts and "sg" in parts:
            return kind, True
        case "fin":
            return (kind if kind in ANY_PERSON and "ter" in parts else "other"), False
        case "praet":
            return "past", False
        case "cond":
            return "doubt", False
    return None


def icelandic() -> Iterator[tuple[str, str, bool]]:
    """The same for Icelandic, active voice."""
    lookup = Bin()
    for kind, verbs in ICELANDIC.items():
        for verb in verbs.split():
            for found in lookup.lookup_id(_number(lookup, verb)):
                if sorted_kind := _icelandic_kind(found.mark, kind):
                    yield found.bmynd, *sorted_kind


def icelandic_names() -> Iterator[tuple[str, str, bool]]:
    """The same for Icelandic, with and without the article."""
    lookup = Bin()
    for kind, names in ICELANDIC_NAMES.items():
        for name, word_class in (each.split("/") for each in names.split()):
            _, found = lookup.lookup(name)
            numbers = {each.bin_id for each in found if each.ofl == word_class and each.ord == name}
            for form in (form for number in numbers for form in lookup.lookup_id(number)):
                if not form.mark.startswith(("MST", "EST", "EVB")):
                    yield form.bmynd, kind, False


def _number(lookup: Bin, verb: str) -> int:
    _, found = lookup.lookup(verb)
    return next(each.bin_id for each in found if each.ofl == "so" and each.ord == verb)


def _icelandic_kind(mark: str, kind: str) -> tuple[str, bool] | None:
    if mark in ("GM-NH", "GM-BH-ST", "GM-BH-ET"):
        return kind, False
    if mark == "GM-FH-NT-1P-ET":
        return kind, True
    if mark.startswith("GM-FH-NT"):
        return (kind if kind in ANY_PERSON else "other"), False
    if mark.startswith("GM-FH-ÞT"):
        return "past", False
    if mark.startswith("GM-VH-ÞT"):
        return "doubt", False
    return None


def write_forms(language: str, rows: Iterator[tuple[str, str, bool]]) -> None:
    """One line a form; what is the writer's own wins where a form is several."""
    ranked = sorted(set(rows), key=lambda row: (row[2], row[1] not in ("other", "past", "doubt")))
    table = {form: (kind, mine) for form, kind, mine in ranked}
    lines = [f"{form}\t{kind}\t{'I' if mine else ''}".rstrip("\t") for form, (kind, mine) in sorted(table.items())]
    (FORMS / f"{language}.forms").write_text("\n".join(lines) + "\n", "utf-8")


def write_common(language: str, count: int) -> None:
    """The commonest words, one a line."""
    words = [word for word in top_n_list(language, count) if word.isalpha() and len(word) > 2]
    (FORMS / f"{language}.common").write_text("\n".join(sorted(words)) + "\n", "utf-8")


if __name__ == "__main__":
    write_forms("pl", chain(polish_names(), polish()))
    write_forms("is", chain(icelandic_names(), icelandic()))
    for code, most in COMMON.items():
        write_common(code, most)
