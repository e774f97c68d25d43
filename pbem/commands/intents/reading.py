"""Sentences into intents: what is wished for, what is asked, with whom, how many, and in which language."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pbem.commands.intents.language import guess_language
from pbem.commands.intents.patterns import (
    MOST_TEXT,
    clauses,
    number_in,
    opens,
    phrases,
    plain_sentences,
    weight,
)
from pbem.commands.intents.table import INTENTS, OF_PLAYERS, OF_RULES, Intent, intent_file
from pbem.commands.nods import Said
from pbem.i18n.codes import LANGUAGES

Reply: TypeAlias = Said | Literal["later"]
"""What may be said to an invitation."""
_WILLING, _UNWILLING, _COMPANY = Intent("willing"), Intent("unwilling"), Intent("company")
_SEEKING = Intent("seeking")
_RULEBOOK = Intent("rulebook")
_FRIENDS_WISH = next(each for each in INTENTS if each.name == "friends")
_CARD = Intent("game_card")
_LEAVING = ("leaving", "later")
_HERE, _ABSENT = Intent("here"), Intent("absent")
_VOTES: Mapping[str, Said | None] = {"agreeing": "yes", "disagreeing": "no", "undecided": None}
_YES_BUT = Intent("yes_but")
_OF_TABLES = tuple(map(Intent, ("table_fill", "table_off", "table_asks")))
MOST_ADDRESSES = 3
"""As many as fit at a table with whoever writes."""
_ADDRESS = re.compile(
    r"(?:(?<![\w.+-])|(?<=[\u05d0-\u05ea])|(?<=[\u05d0-\u05ea]-))[A-Za-z0-9][\w.+-]{0,63}@(?:[a-z0-9][a-z0-9-]{0,62}\.)+[a-z][a-z0-9-]{1,62}(?![\w-])",
    re.IGNORECASE | re.ASCII,
)
"""In Hebrew `to` and `and` cling to what follows, or hang on to it by a hyphen."""
_ABOUT = 2
_TELLING = 2
_NOTHING_SAID = (0, 0)
_BEFORE = 6
_TAUGHT_ELSEWHERE = frozenset(("how", "what", "languages"))
"""What is hardly asked where the rules are to be sent: `Ours are in German.`"""
_LOOKED_AT = frozenset(("how", "what", "players"))
"""The same of what goes on: `How many are playing?`"""
_SHORT = 3
"""In so few words nothing is asked: `Why not?`"""
_COMMA = re.compile(" [,;:](?= |$)")
"""`Can I buy the card, which I reserved?` is one question."""
"""So many words may stand between a `not` and what it denies."""


@dataclass(frozen=True, slots=True)
class Intents:
    """What a text asks for, by the names of intents, the foremost first."""

    wishes: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    """Whom they want to play with, as far as they gave addresses."""
    seats: int | None = None
    bots: int | None = None
    language: str | None = None
    """The language that was asked for."""

    def __bool__(self) -> bool:
        return bool(self.wishes or self.questions or self.language)


NOTHING = Intents()


def read_intents(text: str, language: str) -> Intents:
    """Read by the words of that language and of the one that messages are written in, else by those of all."""
    addresses = tuple(dict.fromkeys(found.lower() for found in _ADDRESS.findall(text[:MOST_TEXT])))
    sentences = plain_sentences(_ADDRESS.sub(" ", text[:MOST_TEXT]))
    read = _read(sentences, language)
    for other in LANGUAGES:
        if not read and other != language:
            read = _read(sentences, other)
    wishes = read.wishes
    if "invited" in wishes and not addresses:
        # Thanks for an invitation invite nobody.
        wishes = tuple(each for each in wishes if each != "friends")
    if addresses and _comes_first(sentences, wishes, intent_file(language)):
        wishes = tuple(dict.fromkeys((*wishes, "friends")))
    elif addresses and not {"friends", "unsubscribe"} & {*wishes}:
        wishes = ("friends", *wishes)
    elif addresses:
        wishes = tuple(sorted(wishes, key=lambda name: name != "friends"))
    return Intents(
        wishes, read.questions, addresses[:MOST_ADDRESSES], read.seats, read.bots, _language_wanted(sentences)
    )


def read_question(text: str, language: str) -> str | None:
    """What a player asks of the game or of the rules, if the text asks anything of that; what is said in most words."""
    sentences = [_COMMA.sub("", each) for each in plain_sentences(_ADDRESS.sub(" ", text[:MOST_TEXT]))]
    codes = (language, *(each for each in LANGUAGES if each != language))
    for file in map(intent_file, codes):
        weights = {intent.name: _words_said(sentences, intent, file) for intent in OF_PLAYERS}
        best = max(weights, key=lambda name: weights[name])
        if weights[best] > _NOTHING_SAID:
            return best
    return _touched(sentences, intent_file(language)) if is_question(text, language) else None


def leaves_off(text: str, language: str) -> bool:
    """Whether somebody has to go, and will be back or not."""
    sentences, files = plain_sentences(text), map(intent_file, (language, *LANGUAGES))
    said = (phrase for file in files for section in _LEAVING for phrase in phrases(file[section]["words"]))
    return "?" not in text and any(phrase.search(each) for phrase in said for each in sentences)


def asks_of_card(text: str, language: str) -> bool:
    """Whether it asks what one of the cards is or costs, or why it can't be bought."""
    sentences, files = plain_sentences(text[:MOST_TEXT]), map(intent_file, (language, *LANGUAGES))
    return is_question(text, language) and any(_words_said(sentences, _CARD, file) > _NOTHING_SAID for file in files)


def is_question(text: str, language: str) -> bool:
    """Whether it asks for anything, whatever that is."""
    asks = phrases(intent_file(language)["asks"]["words"])
    return "?" in text or any(phrase.match(each) for each in plain_sentences(text) for phrase in asks)


def supposes(text: str) -> bool:
    """Whether `say` says nothing to anybody: `Say I have nine, may I take three?`"""
    first = plain_sentences(text)[:1]
    files = (intent_file(each) for each in LANGUAGES)
    said = (
        phrase.search(each)
        for file in files
        if "supposes" in file
        for phrase in phrases(file["supposes"]["words"])
        for each in first
    )
    return "?" in text and any(said)


def read_invited(text: str, language: str) -> Reply | None:
    """What somebody says to an invitation in sentences; None, if they ask something, or say both or neither.

    Who begins with a yes or a no means it, whatever follows; who would like to, but after the holidays, says later.
    """
    told, asked = clauses(text)
    told = [_without_foreign(each) for each in told]
    told += [each for each in asked if len(each.split()) <= _SHORT and _is_said(each, _WILLING, intent_file(language))]
    for file in map(intent_file, (language, *(each for each in LANGUAGES if each != language))):
        yes, no = (any(_is_said(each, intent, file) for each in told) for intent in (_WILLING, _UNWILLING))
        if yes and no:
            return None
        clear = any(_is_opened(each, intent, file) for each in told for intent in (_WILLING, _UNWILLING))
        if not clear and any(
            phrase.search(each) for phrase in phrases(file["later"]["words"]) for each in told + asked
        ):
            return "later"
        wants_to_know = any(_read([each], language).questions for each in asked)
        if yes or no:
            return None if wants_to_know and not (no and clear) else "no" if no else "yes"
    return None


def read_there(text: str, language: str) -> Said | None:
    """The same for whoever is asked whether they are there."""
    return _yes_or_no(text, language, (_WILLING, _HERE), (_UNWILLING, _ABSENT))


def read_vote(text: str, language: str) -> Said | None:
    """The same for whoever is asked with the whole table; None, if they are not sure or say both.

    Where the own language says nothing, the others that do must agree.
    """
    told, _ = clauses(text)
    own, *others = (
        {name for name in _VOTES if any(_is_said(each, Intent(name), file) for each in told)}
        for file in map(intent_file, (language, *(each for each in LANGUAGES if each != language)))
    )
    heard = own or set[str]().union(*others)
    if heard == {"agreeing"} and any(
        _is_said(each, _YES_BUT, intent_file(code)) for each in told for code in LANGUAGES
    ):
        return None
    return _VOTES[heard.pop()] if len(heard) == 1 else None


def _yes_or_no(text: str, language: str, *sides: tuple[Intent, ...]) -> Said | None:
    if "?" in text:
        return None
    sentences = plain_sentences(text)
    for file in map(intent_file, (language, *(each for each in LANGUAGES if each != language))):
        yes, no = (any(_is_said(said, each, file) for said in sentences for each in side) for side in sides)
        if yes != no:
            return "yes" if yes else "no"
        if yes:
            return None
    return None


def asks_for_company(text: str, language: str) -> bool:
    """Whether somebody who is invited wants to know with whom, and when."""
    sentences, files = plain_sentences(text), map(intent_file, (language, *LANGUAGES))
    return "?" in text and any(_is_said(sentence, _COMPANY, file) for file in files for sentence in sentences)


def read_foreign(text: str, language: str) -> str | None:
    """The language that somebody asks for who is written to in another, or writes who can't read that one."""
    sentences, files = plain_sentences(text), [intent_file(each) for each in LANGUAGES]
    said = (phrase for file in files for phrase in phrases(file["foreign"]["words"]))
    if any(phrase.search(each) for phrase in said for each in sentences):
        return guess_language((text,), language)
    return _language_wanted(sentences)


def seeks_players(text: str, language: str) -> bool:
    """Whether somebody asks who else would like to play."""
    sentences, file = plain_sentences(text), intent_file(language)
    return "?" in text and any(_is_said(sentence, _SEEKING, file) for sentence in sentences)


def _without_foreign(sentence: str) -> str:
    """Whoever can't read a language says no to that, and not to the invitation."""
    for file in map(intent_file, LANGUAGES):
        for phrase in phrases(file["foreign"]["words"]):
            sentence = phrase.sub(",", sentence)
    return sentence


def read_hosted(text: str, language: str) -> str | None:
    """What a host says of a table that waits for its players."""
    sentences, files = plain_sentences(text), map(intent_file, (language, *LANGUAGES))
    said = (each for file in files for each in _OF_TABLES if any(_is_said(one, each, file) for one in sentences))
    return next((each.name for each in said), None)


def _words_said(sentences: list[str], intent: Intent, file: Mapping[str, Any]) -> tuple[int, int]:
    """How long the intent's longest phrase is that stands there, and how many do; telling ones count for more."""
    row = file[intent.name]
    if any(phrase.search(each) for phrase in phrases(row.get("never", "")) for each in sentences):
        return _NOTHING_SAID
    found = [each for each in phrases(row["words"]) if any(map(each.search, sentences))]
    said = max(map(weight, found), default=0)
    # A rule may be asked for what there is none of: `if there's no gold left`.
    if not said or not (intent in OF_RULES or any(_is_said(sentence, intent, file) for sentence in sentences)):
        return _NOTHING_SAID
    return (said + _TELLING if intent.telling else said), len(found)


def _touched(sentences: list[str], file: Mapping[str, Any]) -> str | None:
    """The rule that most words of a question are about; one word may stand in any question, so it takes two."""
    said = " ".join(sentences)
    counts = {
        intent.name: sum(bool(phrase.search(said)) for phrase in phrases(file[intent.name].get("about", "")))
        for intent in OF_RULES
    }
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] >= _ABOUT else None


def _read(sentences: list[str], language: str) -> Intents:
    file = intent_file(language)
    times = {intent: sum(_times_said(sentence, intent, file) for sentence in sentences) for intent in INTENTS}
    times = {each: count for each, count in times.items() if count}
    said = frozenset(each.name for each in times)
    found = {each: count for each, count in times.items() if not _is_by_the_way(each, said, sentences, language)}
    questions = {each: 1 for each in found if not each.wish}
    wishes = {each: count for each, count in found.items() if each.wish}
    if len(wishes) > 1 and _FRIENDS_WISH in wishes:
        wishes[_FRIENDS_WISH] = sum(_times_played_with(each, language) for each in sentences)
    asks_rules = any(_is_said(each, _RULEBOOK, file) for each in sentences)
    names = _foremost(questions)
    return Intents(
        _foremost(wishes) or (("open",) if "going" in names else ()),
        tuple(dict.fromkeys((*names, "rules"))) if asks_rules else names,
        seats=_seats(sentences, language),
        bots=_bots(sentences, language),
    )


def _is_by_the_way(intent: Intent, said: frozenset[str], sentences: list[str], language: str) -> bool:
    """Whether it was only mentioned, beside what the text is about: whoever gave our address away is not invited."""
    file = intent_file(language)
    elsewhere = [each for each in sentences if not _is_said(each, _RULEBOOK, file)]
    asks_rules = len(elsewhere) < len(sentences)
    match intent.name:
        case "friends":
            only_named = not any(_times_played_with(each, language) for each in sentences)
            return only_named and ("unsubscribe" in said or asks_rules)
        case "lesson":
            return not any(_is_said(each, intent, file) for each in elsewhere)
        case name:
            return (asks_rules and name in _TAUGHT_ELSEWHERE) or ("going" in said and name in _LOOKED_AT)


def _times_played_with(sentence: str, language: str) -> int:
    """How often somebody is named, where it is said or counted who is to play."""
    file = intent_file(language)
    plays = any(each.search(sentence) for each in phrases(file["play"]["words"]))
    return _times_said(sentence, _FRIENDS_WISH, file) if plays or _seats([sentence], language) else 0


def _foremost(found: Mapping[Intent, int]) -> tuple[str, ...]:
    """What was said in more words before what was said in one, then what says little, and last what ends everything:
    whoever wants something else as well is not sent away."""
    names = {each.name for each in found}
    late = {each: each.ends or each.after in names for each in found}
    return tuple(each.name for each in sorted(found, key=lambda each: (late[each], each.weak, -found[each])))


def _comes_first(sentences: list[str], wishes: tuple[str, ...], file: Mapping[str, Any]) -> bool:
    """Whether what is wished for most is to be had before others are invited."""
    intents = [each for each in INTENTS if each.name in wishes[:1] and each.name in ("computer", "lesson")]
    first = [each for each in sentences if any(phrase.search(each) for phrase in phrases(file["first"]["words"]))]
    return any(_is_said(sentence, intent, file) for sentence in first for intent in intents)


def _is_said(sentence: str, intent: Intent, file: Mapping[str, Any]) -> bool:
    """Whether one of the intent's phrases stands there, and nothing denies it."""
    return bool(_times_said(sentence, intent, file))


def _times_said(sentence: str, intent: Intent, file: Mapping[str, Any]) -> int:
    """In how many places one of the intent's phrases stands that nothing denies."""
    row = file[intent.name]
    sentence = _without_exceptions(sentence, row)
    starts = {found.start() for phrase in phrases(row["words"]) for found in phrase.finditer(sentence)}
    times = sum(not _is_denied(sentence[:start], file) for start in starts)
    return min(times, 1) if intent.generic else times


def _is_opened(sentence: str, intent: Intent, file: Mapping[str, Any]) -> bool:
    """Whether the sentence begins with one of the intent's phrases that stand nowhere else."""
    row = file[intent.name]
    return any(opens(each) and each.search(_without_exceptions(sentence, row)) for each in phrases(row["words"]))


def _without_exceptions(sentence: str, row: Mapping[str, Any]) -> str:
    for phrase in phrases(row.get("unless", "")):
        sentence = phrase.sub(",", sentence)
    return sentence


def _is_denied(before: str, file: Mapping[str, Any]) -> bool:
    clause = re.split("[,;:]", _without_exceptions(before, file["not"]))[-1]
    near = " ".join(clause.split()[-_BEFORE:])
    return any(phrase.search(near) for phrase in phrases(file["not"]["words"]))


def _seats(sentences: list[str], language: str) -> int | None:
    """How many are to play, the writer among them."""
    if (everyone := _number(sentences, language, "all")) is not None:
        return everyone
    others = _number(sentences, language, "others")
    return None if others is None else others + 1


def _bots(sentences: list[str], language: str) -> int | None:
    """How many computers are to play: as many as are counted, or everybody else."""
    if (counted := _number(sentences, language, "bots")) is not None:
        return counted
    rest = phrases(intent_file(language)["numbers"]["rest"])
    everyone_else = any(phrase.search(sentence) for sentence in sentences for phrase in rest)
    seats = _seats(sentences, language) if everyone_else else None
    return seats - 1 if seats else _one_bot(sentences, language)


def _one_bot(sentences: list[str], language: str) -> int | None:
    """One that is to play beside others: `with my sister, and a computer`."""
    words = phrases(intent_file(language)["numbers"]["one"])
    return 1 if any(phrase.search(sentence) for sentence in sentences for phrase in words) else None


def _number(sentences: list[str], language: str, what: str) -> int | None:
    words = phrases(intent_file(language)["numbers"][what])
    found = (phrase.search(sentence) for sentence in sentences for phrase in words)
    return next((number for match in found if match and (number := number_in(match, language)) is not None), None)


def _language_wanted(sentences: list[str]) -> str | None:
    """The one that was named last: who is written to in one language asks for another."""
    return next((code for sentence in reversed(sentences) for code in _languages_named(sentence)), None)


def _languages_named(sentence: str) -> Iterator[str]:
    for file in map(intent_file, LANGUAGES):
        if _is_of_others(sentence, file):
            continue
        for code, words in file["names"].items():
            if any(phrase.search(sentence) for phrase in phrases(words)):
                yield code


def _is_of_others(sentence: str, file: Mapping[str, Any]) -> bool:
    """Whether it tells of somebody else: `She writes Danish, mostly.`"""
    theirs, own = (phrases(file["theirs"][each]) for each in ("words", "own"))
    return any(each.search(sentence) for each in theirs) and not any(each.search(sentence) for each in own)
