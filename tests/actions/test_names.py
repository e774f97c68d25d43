"""Names: what nobody can be called, which look alike, and who is meant."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.actions.names import OwnWords, advertises, alike, display_name, distinct, matching, short_name, tidy
from pbem.unseen import escaped

OURS = OwnWords("Splendor by mail")
LINKS = [
    line
    for line in """
http://evil.example
https://evil.example/a?b=c
HTTPS://EVIL.EXAMPLE
hxxp://evil.example
hxxps evil example
h**p evil
ftp://evil.example
//evil.example
www.evil.example
www evil
WWW2.evil.example
evil.com
evil.museum
evil.c0m
go to evil.io now
evil .com
evil. com
evil . com
evil,com
evil dot com
evil (dot) com
evil[.]com
evil {dot} example
evil punkt dk
evil kropka pl
evil prik dk
xn--80ak6aa92e.com
пример.рф
例え。テスト
ｅｖｉｌ．ｃｏｍ
𝐞𝐯𝐢𝐥.𝐜𝐨𝐦
ⓔⓥⓘⓛ.ⓒⓞⓜ
evil․com
evil·com
evil dоt cоm
еvіl.соm
mailto:anna
mailto anna
anna@example.org
@anna
＠anna
anna (at) example
anna[at]example
bit.ly/abc
t.me/anna
youtu.be
discord.gg
anna#1234
tg:anna
skype: anna
tel: 12
javascript:alert(1)
evil&#46;com
evil%2ecom
10.0.0.1
0x7f000001
2130706433
::1
fe80::1
[2001:db8::1]
+45 12 34 56 78
(555) 123-4567
call 555.123.4567
٠١٢٣٤٥٦٧
evil com
EVIL net
e v i l . c o m
evil-dot-com
evil dot  net
evildotcom
bit ly/2x
t me/abc
discord gg abc
Anna on Telegram
evil⸱com
evil።com
evil|com
evil_dot_com
IG: evil
""".splitlines()
    if line
]
PLAIN = [
    *("Anna", "J. R. R. Tolkien", "Anna-Maria", "St. John", "Þórður Ásgeirsson", "Łukasz", "O'Neil", "Bo 2"),
    *("Dr. Who", "חיים", "Anna, the 3rd", "AC/DC", "Dot Cotton", "50 Cent", "R2D2", "Björn 1984", "Tel Aviv", "Data"),
    *("Abbott", "Botond", "Youssef", "Tybalt", "Armstrong", "Mario Botta", "Dudu", "Tyler", "player1"),
    *("Ann Page", "J R Hartley", "Me", "Sam App", "Neta", "Comfort", "Orgad", "Dotan Comay"),
]
OWN = [
    *(
        "you",
        "You",
        "YOU",
        "Уou",
        "y0u",
        "y.o.u",
        "du",
        "Þú",
        "ty",
        "אתה",
        "bot",
        "B0T",
        "ｂｏｔ",
        "Anna (bot)",
        "Anna (you)",
        "Anna [you]",
        "b o t",
        "The server",
        "my bot",
    ),
    *("vélmenni", "בוט", "komputer", "greedy", "Greedy 2", "Strong", "Player 12", "Splendor by mail", "server"),
    *(
        "Splendοr by mаil",
        "ʙot",
        "ɓot",
        "Ɓᴏᴛ",
        "Splendor by mail team",
        "SPLENDOR  BY MAIL",
        "admin",
        "Organizator",
        "כולם",
    ),
]
TWINS = [
    *(("Anna", "Аnna"), ("Anna", "anna"), ("Anna", "Ánna"), ("Anna", "A nna"), ("Anna", "A.nna"), ("Anna", "ＡＮＮＡ")),
    *(("Anna", "𝔄nna"), ("Bill", "BiIl"), ("Bill", "Bi11"), ("Bill", "ВiІl"), ("Mary", "Rnary"), ("Bo", "Bο")),
    *(("Sam", "5am"), ("Zoe", "2oe"), ("Bo", "8o"), ("Eva", "3va"), ("Wanda", "vvanda"), ("Dave", "clave")),
    *(("Bo", "B0"), ("Søren", "Soren"), ("Jón", "Jοn"), ("Ola", "О|а")),
    *(("Bo", "ʙo"), ("Bo", "ɓo"), ("Anna", "ᴀɴɴᴀ"), ("Ola", "Oⱡa"), ("Kasia", "Ƙasia"), ("Tom", "ŧom"), ("Bo", "Ƀᴏ")),
]
UNSEEN = [
    *("\x00", "\x07", "\x1b", "\x7f", "\x85", "\x9b", "\u00ad", "\u034f", "\u061c", "\u115f", "\u180e", "\u200b"),
    *("\u200c", "\u200d", "\u200e", "\u200f", "\u202a", "\u202e", "\u2028", "\u2029", "\u2060", "\u2066", "\u2069"),
    *("\u2800", "\u3164", "\ufe0f", "\ufeff", "\uffa0", "\ufff9", "\ue000", "\U000e0001", "\U000e0041", "\U000e0100"),
]
SPELLINGS = {"a": "aаɑАΑA", "n": "nոN", "o": "oоοО0", "b": "bВΒB", "i": "iіІ1lI", "l": "l1I|ӏ"}
hostile = st.text(st.one_of(st.sampled_from(UNSEEN), st.characters(), st.sampled_from("Anna :[;m")), max_size=60)


@pytest.mark.parametrize("name", LINKS)
def test_no_name_leads_anywhere(name: str) -> None:
    assert advertises(name)
    assert display_name(name, "anna@x.example") == "anna"
    assert short_name(name) == "?"


@pytest.mark.parametrize("name", PLAIN)
def test_a_plain_name_is_nobody_else_s_word_and_leads_nowhere(name: str) -> None:
    assert not advertises(name)
    assert not OURS.taken(name)
    assert display_name(name, "x@x.example", OURS) == name


@pytest.mark.parametrize("name", OWN)
def test_nobody_is_called_what_we_call_ourselves_our_bots_or_our_reader(name: str) -> None:
    assert OURS.taken(name)
    assert display_name(name, "anna@x.example", OURS) == "anna"


def test_at_least_forty_forms_of_links_are_tried() -> None:
    assert len({*LINKS}) >= 40


@pytest.mark.parametrize(("one", "other"), TWINS)
def test_names_that_look_alike_are_told_apart_by_a_number(one: str, other: str) -> None:
    assert alike(one, other)
    assert distinct(other, [one]) == f"{other} 2"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Anne"), ("Anna", "Anna 2"), ("Bo 6", "Bo 9"), ("Bo 3", "Bo 8"), ("Jan", "Ian"), ("אנה", "אבה")],
)
def test_other_names_are_other_names(one: str, other: str) -> None:
    assert not alike(one, other)


@given(st.sampled_from(["anna", "bo", "nilla", "obi"]), st.data())
def test_no_spelling_in_letters_that_look_the_same_gets_around_it(name: str, data: st.DataObject) -> None:
    spelled = "".join(data.draw(st.sampled_from(SPELLINGS[letter])) for letter in name)
    assert alike(name, spelled)
    assert alike(name, tidy(data.draw(st.sampled_from(UNSEEN[11:])).join(spelled)))


@given(hostile)
def test_nothing_unseen_is_left_of_what_somebody_wrote(text: str) -> None:
    line = tidy(text)
    joiners = [at for at, char in enumerate(line) if char == "\u200d"]
    assert all(unicodedata.category(line[at - 1]) in ("So", "Sk") for at in joiners)
    assert not {*line.replace("\u200d", "")} & {*UNSEEN}
    assert not any(
        unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for char in line if char != "\u200d"
    )
    assert tidy(line) == line


@given(hostile)
def test_what_operators_see_shows_what_can_t_be_seen(text: str) -> None:
    assert not {*escaped(text)} & {*UNSEEN}


def test_letters_are_not_piled_up_over_other_lines() -> None:
    assert len(tidy("a" + "\u0335" * 100)) == 4


@pytest.mark.parametrize("picture", ["👩\u200d🔬", "👩🏽\u200d🚀", "❤\u200d🔥"])
def test_a_picture_of_two_stays_one(picture: str) -> None:
    assert tidy(f"{picture}!") == f"{picture}!"


@pytest.mark.parametrize(
    ("form", "name"),
    [
        *(("Önnu", "Anna"), ("Jóni", "Jón"), ("Sigurði", "Sigurður"), ("Gunnari", "Gunnar"), ("Guðrúnu", "Guðrún")),
        *(("Annę", "Anna"), ("Annie", "Anna"), ("Markowi", "Marek"), ("Ewie", "Ewa"), ("Marcie", "Marta")),
        *(
            ("Pawłowi", "Paweł"),
            ("Markiem", "Marek"),
            ("Birni", "Björn"),
            ("Kasi", "Kasia"),
            ("לאנה", "אנה"),
            ("את אנה", "אנה"),
            ("ל-Anna", "Anna"),
            ("Önnu Maríu", "Anna María Jónsdóttir"),
        ),
    ],
)
def test_a_declined_name_is_known(form: str, name: str) -> None:
    assert matching(form, ["Zoe", name, "Bo"]) == [name]
