import pytest

from pbem.mail.letter import unflow


@pytest.mark.parametrize(
    ("flowed", "expected"),
    [
        ("buy \n23\n", "buy 23\n"),
        ("buy\n23", "buy\n23"),
        ("> take \n> red \n> red\nbuy 23", "> take red red\nbuy 23"),
        ("> one \n>> two \n> three", "> one \n>> two \n> three"),
        (" From the deck", "From the deck"),
        ("  indented", " indented"),
        ("text \n-- \nAnna", "text \n-- \nAnna"),
        ("> text \n> -- \n> Anna", "> text \n> -- \n> Anna"),
        ("open \n", "open "),
    ],
)
def test_lines_that_end_with_a_space_go_on(flowed: str, expected: str) -> None:
    assert unflow(flowed, delsp=False) == expected


def test_with_delsp_the_space_is_not_part_of_the_text() -> None:
    assert unflow("קנה \n23\ntake  \nred", delsp=True) == "קנה23\ntake red"
