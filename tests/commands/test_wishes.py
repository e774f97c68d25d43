"""What people write before they know any command, read without a server: `tests/heard` has the same for a whole one."""

from pbem.commands.intents import read_intents, read_invited, read_question
from tests.support.heard import heard, parts


def test_what_is_wished_for_comes_first_and_what_is_asked_is_heard() -> None:
    for said in heard("wishes"):
        subject, body = parts(said.text)
        read = read_intents(f"{subject}\n\n{body}", said.language)
        rule = read_question(body, said.language) or ""
        found = {*read.wishes[:1], *read.questions, *(["rules"] if rule.startswith("rule_") else [])}
        assert said.wanted in found, said


def test_yes_no_and_later_are_told_from_questions() -> None:
    for said in heard("replies"):
        assert (read_invited(said.text, said.language) or "question") == said.wanted, said


def test_what_a_player_asks_leads_to_what_answers_it() -> None:
    for said in heard("questions"):
        assert said.leads_to({str(read_question(said.text, said.language))}), said
