"""What thumbs and dictation write for something else, put back before a sentence is read."""

import re

_COLOURS = dict(zip("wugrk", ("white", "blue", "green", "red", "black"), strict=True))
_LETTER = r"(?<![\w'’])[wugrk](?![\w'’])"
_BETWEEN = r"(?:\s*[/+&,]\s*|\s+(?:and|og|n|i|oraz)\s+|\s+)"
# `w u k`, `W/U/G`: letters in a row are gems, as order words have them; so is `u + gold`, and `gold=white`.
_RUN = re.compile(rf"{_LETTER}(?:{_BETWEEN}{_LETTER})+", re.IGNORECASE)
_ADDED = re.compile(rf"{_LETTER}(?=\s*[+=])|(?<=[+=])\s*{_LETTER}", re.IGNORECASE)
# `1g`, `2w`: a count and its colour, but no id.
_COUNTED = re.compile(r"(?<![\w'’])([1-7])([wugrk])(?![\w'’])", re.IGNORECASE)
_SINGLE = re.compile(_LETTER, re.IGNORECASE)
# Where a letter by itself is a word: English `u r late`, Polish `w banku`.
_WORDS = {"en": frozenset("ur"), "pl": frozenset("wuk")}
# `u r`, `k k`, `g g`: are you, all right, good game.
_NO_GEMS = frozenset(("ur", "ru", "kk", "gg"))
_STANDS_FOR = re.compile(r"(?<=[a-z])\s*=\s*(?=[a-z])", re.IGNORECASE)
_ENDS = r"\s*(?:$|[,.!]|(?:the|with|for|won|but|please|to|and)\b)"
_PLACE = "1[0-4]|2[0-4]|3[0-4]|4[1-3]|eleven|twelve|thirteen|fourteen|twenty|thirty|forty"
_COLOUR = "white|blue|blew|green|red|read|black"
_GEM = f"{_COLOUR}|saffire|sapphire|ruby|rooby|emrald|emerald|diamond|onix|onyx"
_SHORT = (
    (re.compile(r"\bb4\b"), "before"),
    (re.compile(r"(?<!\w)w/\s*(?=\w)"), "with "),
    (re.compile(r"\b10x\b"), "thx"),
)
# English as it sounds: `by eleven`, `take to whites`.
_SOUNDED = (
    (re.compile(rf"^(?:by|bye)(?=\s+(?:{_PLACE})\b{_ENDS})", re.IGNORECASE), "buy"),
    (re.compile(rf"^(?:by|bye)(?=\s+the\s+(?:\w+\s+)?(?:{_COLOUR})\b)", re.IGNORECASE), "buy"),
    (re.compile(r"\b(a|the|won|one|white|green|read|red|black) blew\b", re.IGNORECASE), r"\1 blue"),
    (
        re.compile(rf"\bi wont\b(?=\s+(?:(?:an?|the|too?|\d|one|two)\s+)?(?:\w+\s+)?(?:{_GEM})s?\b)", re.IGNORECASE),
        "i want",
    ),
    # Verbs in two parts: `put the green one away`, `give up two rubies`.
    (
        re.compile(
            r"\bput\b(?=\s+(?:the|that|this|it|one|a)\b[^.!?]{0,80}\b(?:away|aside|on hold|on ice|to one side)\b)"
        ),
        "reserve",
    ),
    (re.compile(r"\bgiv(?:e|ing) up(?=\s+(?:an?|the|my|one|two|three|all|\d)\b)", re.IGNORECASE), "return"),
    (re.compile(r"(?<=[dekn] )(?:that )?i (?:don'?t|do not) have\b", re.IGNORECASE), "i lack"),
    (re.compile(rf"(?<=\btake )too?(?=\s+(?:(?:{_COLOUR})s|(?:{_COLOUR}) ones)\b)", re.IGNORECASE), "two"),
)


def put_back(sentence: str, language: str) -> str:
    """The sentence with letters as colours, and what stands for a sound or a word as that word."""
    text = sentence
    for pattern, word in _SHORT:
        text = pattern.sub(word, text)
    if language == "en":
        for pattern, word in _SOUNDED:
            text = pattern.sub(word, text)
    text = _COUNTED.sub(lambda match: f"{match[1]}{_colour(match[2])}", text)
    text = _ADDED.sub(_colour, text)
    text = _STANDS_FOR.sub(" as ", text)
    runs = [match for match in _RUN.finditer(text) if "".join(match[0].lower().split()) not in _NO_GEMS]
    if not runs:
        return text
    for match in reversed(runs):
        text = text[: match.start()] + _SINGLE.sub(_colour, match[0]) + text[match.end() :]
    words = _WORDS.get(language, frozenset())
    return _SINGLE.sub(lambda match: match[0] if match[0].lower() in words else _colour(match), text)


def _colour(match: re.Match[str] | str) -> str:
    letter = match if isinstance(match, str) else match[0]
    return f" {_COLOURS[letter.strip().lower()]} "
