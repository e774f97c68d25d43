"""What people settle in sentences of their own, as the one command that they ask for clearly; else as nothing."""

import pytest

from pbem.commands.settling import asks_how, is_slip, settled

ASKED = [
    ("en", "Please give Bo three more days, he's travelling.", "give 72h"),
    ("en", "Let Bo have two extra days please", "give 48h"),
    ("en", "I'm back, let's carry on playing", "resume"),
    ("en", "I'll move after dinner, poke me at 8pm", "later at 20:00"),
    ("en", "Remind me tomorrow morning please", "later tomorrow"),
    ("en", "I don't need a mail about every move", "follow off here"),
    ("en", "Please ping https://bell.example/ann when it's my turn", "ping https://bell.example/ann"),
    ("en", "My eyes are bad, can I get the mails in a form my screen reader can handle?", "spoken on"),
    ("da", "Giv Søren tre dage mere, han er på rejse", "give 72h"),
    ("da", "Så er jeg hjemme igen, lad os spille videre", "resume"),
    ("da", "Jeg trækker i aften, prik til mig klokken 20", "later at 20:00"),
    ("da", "Jeg behøver ikke en mail om hvert eneste træk i det her spil", "follow off here"),
    ("da", "Kald på mig på https://bell.example/m når det er min tur", "ping https://bell.example/m"),
    ("da", "Jeg er blind, kan jeg få mails som min skærmlæser kan læse op?", "spoken on"),
    ("is", "Gefðu Jóni þrjá daga í viðbót, hann er á ferðalagi", "give 72h"),
    ("is", "Ég er kominn aftur, höldum áfram að spila", "resume"),
    ("is", "Ég leik í kvöld, ýttu við mér klukkan átta", "later at 20:00"),
    ("is", "Ég þarf ekki póst um hvern einasta leik í þessu spili", "follow off here"),
    ("is", "Láttu https://bell.example/g vita þegar ég á leik", "ping https://bell.example/g"),
    ("is", "Ég sé illa, er hægt að fá póstinn þannig að skjálesarinn lesi hann upp?", "spoken on"),
    ("pl", "Dajmy Markowi jeszcze trzy dni, jest w podróży", "give 72h"),
    ("pl", "Już jestem, grajmy dalej", "resume"),
    ("pl", "Zagram wieczorem, odezwij się o 20", "later at 20:00"),
    ("pl", "Nie potrzebuję maila o każdym ruchu w tej grze", "follow off here"),
    ("pl", "Daj znać na https://bell.example/e kiedy moja kolej", "ping https://bell.example/e"),
    ("pl", "Jestem niewidoma, czy mogę dostawać maile do czytania na głos?", "spoken on"),
    ("he", "תנו לנועם עוד שלושה ימים, הוא בנסיעה", "give 72h"),
    ("he", "חזרתי, בואו נמשיך לשחק", "resume"),
    ("he", "אשחק בערב, תזכירו לי בשמונה", "later at 20:00"),
    ("he", "אני לא צריכה מייל על כל מהלך במשחק הזה", "follow off here"),
    ("he", "תודיעו לי ב https://bell.example/d כשמגיע תורי", "ping https://bell.example/d"),
    ("he", "אני עיוורת, אפשר לקבל מיילים שקורא המסך שלי יקריא?", "spoken on"),
]
NOT_ASKED = [
    "I can't give Bo three more days",
    "Should I give Bo 3 days?",
    "Can you all give Bo 3 days?",
    "Bo gave me 3 days, how kind",
    "I'd love to give Bo a hug in three days",
    "Don't remind me tonight",
    "Look at https://example.org/x, it is so funny",
    "Why do I not get a mail about every move?",
    "When can we continue?",
    "I listen to music aloud",
    "Give Bo 3 days, and remind me at 8 pm.",
]


@pytest.mark.parametrize(("code", "words", "order"), ASKED)
def test_a_clear_sentence_is_its_command(code: str, words: str, order: str) -> None:
    found = settled(words, code)
    assert found is not None
    assert found[0] == order


@pytest.mark.parametrize("words", NOT_ASKED)
def test_what_was_not_clearly_asked_is_nothing(words: str) -> None:
    assert settled(words, "en") is None


@pytest.mark.parametrize(
    ("code", "slip", "how"),
    [
        ("en", "Oops, I meant red, can I have that one back?", "How do I take a move back?"),
        ("da", "Ups, jeg ville have taget rød", "Hvordan fortryder man et træk?"),
        ("is", "Úps, má ég fá þetta til baka?", "Hvernig tek ég leik til baka?"),
        ("pl", "Ojej, chciałam wziąć czerwony, mogę cofnąć?", "Jak cofnąć ruch?"),
        ("he", "אופס, התכוונתי לאדום, אפשר להחזיר?", "איך מחזירים מהלך?"),
    ],
)
def test_a_slip_is_no_question_how_to_mend_one(code: str, slip: str, how: str) -> None:
    assert is_slip(slip, code)
    assert not asks_how(slip, code)
    assert asks_how(how, code)
