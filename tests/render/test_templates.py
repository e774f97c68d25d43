"""The templates' Python: shorter than Jinja's own, and as strict."""

import pytest
from jinja2 import DictLoader, UndefinedError

from pbem.render.style import templates
from pbem.render.templates import TemplateEnvironment, wrapped_list

TEMPLATES = {
    "attribute": "{{ page.title }}",
    "macro": "{% macro bold(words) %}<b>{{ words }}{{ caller() }}</b>{% endmacro %}{% call bold('<') %}&{% endcall %}",
    "imports": "{% from 'greets' import greet %}{{ greet('Anna', mark='!') }}",
    "greets": "{% macro greet(name, mark='.') %}{{ hello }} {{ name }}{{ mark }}{% endmacro %}",
}


def environment(**names: object) -> TemplateEnvironment:
    made = TemplateEnvironment(loader=DictLoader(TEMPLATES), autoescape=True)
    made.globals.update(names)
    return made


def test_a_name_that_nobody_gave_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="'page' is undefined"):
        environment().get_template("attribute").render()


def test_an_attribute_that_is_not_there_is_an_error() -> None:
    with pytest.raises(AttributeError, match="title"):
        environment().get_template("attribute").render(page=object())


def test_macros_and_what_they_are_called_with_are_escaped_once() -> None:
    assert environment().get_template("macro").render() == "<b>&lt;&</b>"


def test_each_language_fills_the_same_template_with_its_own_words() -> None:
    greetings = [environment(hello=hello).get_template("imports").render() for hello in ("Hello", "Hej", "Hello")]
    assert greetings == ["Hello Anna!", "Hej Anna!", "Hello Anna!"]


def test_no_class_is_computed_for_its_rules_are_written_into_elements_while_templates_are_loaded() -> None:
    assert [path.name for path in templates("email").glob("*.html") if 'class="{' in path.read_text("utf-8")] == []


def test_no_word_of_a_list_stands_alone_in_the_last_line_where_it_would_look_like_an_order() -> None:
    for words in range(60, 90):
        lines = wrapped_list(f"{'x' * words}, remind me, stop").split("\n")
        assert "".join(lines).replace(" ", "") == f"{'x' * words},remindme,stop"
        assert lines[-1] != "stop"
    assert wrapped_list("help, stop") == "help, stop"
