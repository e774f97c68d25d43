"""docs/commands.md is what the table and the word files say."""

from pbem.commands.page import FILE, page


def test_the_page_of_commands_is_the_one_that_is_made() -> None:
    assert FILE.read_text("utf-8") == page()
