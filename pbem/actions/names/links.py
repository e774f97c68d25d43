"""Links, addresses and numbers to call, however they are written: a name is shown to strangers, and leads nowhere."""

import re
import unicodedata

from pbem.actions.names.alike import skeleton

_DOT = "[.。．｡․‧・·•∙⋅,]"
# Where there are blanks around the dot, or it is spelled out, only what everyone knows to be the end of a link is one.
_ENDS = (
    "com|net|org|info|biz|edu|gov|io|co|me|ly|gg|app|dev|xyz|top|shop|store|online|site|club|live|link|click|website|"
    "space|page|blog|tv|cc|de|dk|eu|uk|pl|il|ru|su|cn|fr|nl|se|no|us|рф|сайт|онлайн"
)
_SPELLED = "dot|punkt|prik|punktur|kropka|נקודה|точка"
# What nobody is called, and needs no dot.
_NO_NAMES = "com|net|org|biz|xyz|www"
_SERVICES = (
    "discord|telegram|whatsapp|instagram|insta|snapchat|tiktok|onlyfans|youtube|facebook|twitter|twitch|patreon|paypal|"
    "bitcoin|viber|wechat"
)
# No more of them than a name has letters: `_` is a letter, too, and may begin what it stands apart from.
_APART = r"[\W_]{1,40}"
_FORMS = (
    r"[@/\\]{2}|://|@",
    r"\bh(?:tt|xx|\*\*)ps?\b|\bftps?\b|\bmailto\b",
    r"\b(?:tel|sms|callto|skype|tg|geo|data|file)\s*:|\w\s*:\s*\S",
    r"\bwww\d?\b",
    r"\bxn--",
    r"\w[.。．｡․][^\W\d_]\w",
    rf"\w\s*{_DOT}\s*(?:{_ENDS})\b",
    rf"\w\s*[\[({{<]\s*(?:{_DOT}|{_SPELLED})\s*[\])}}>]",
    rf"\w{_APART}(?:{_SPELLED}){_APART}(?:{_ENDS})\b",
    rf"\w(?:dot|punkt)(?:{_NO_NAMES})\b",
    rf"\w{_APART}(?:{_NO_NAMES})(?![\w'])",
    rf"\b(?:{_ENDS})\s*[/⁄∕\\]",
    rf"\b(?:{_SERVICES})\b",
    r"\w\s*[\[({<]\s*(?:at|a|snabel-?a|małpa|hjá|שטרודל)\s*[\])}>]",
    r"&#?\w+;|%[0-9a-f]{2}",
    r"(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)",
    r"[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,}",
    r"#\d{4}\b",
    r"(?:\d[^\w]{0,3}){7}",
    r"\b0x[0-9a-f]{6,}",
)
# Between letters that stand by themselves.
_SPACED = re.compile(r"(?<=\b\w)\s+(?=\w\b)")
_ANY_FORM = re.compile("|".join(f"(?:{form})" for form in _FORMS), re.IGNORECASE)


def advertises(name: str) -> bool:
    """Whether the name leads to somewhere else."""
    plain = _SPACED.sub("", unicodedata.normalize("NFKC", name).lower())
    return any(_ANY_FORM.search(each) for each in (plain, skeleton(plain)))
