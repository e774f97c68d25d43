"""What helps people to help themselves: links lead somewhere, and what stands in two places is the same in both."""

import re
import subprocess
from functools import partial

import pytest

from pbem.i18n.codes import LANGUAGES
from tests.support.paths import DOCS, ROOT

PAGES = [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_every_link_to_a_file_finds_it() -> None:
    links = [(page, link) for page in PAGES for link in re.findall(r"\]\(([\w./-]+)[)#]", page.read_text("utf-8"))]
    assert len(links) > 50
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []


def test_the_files_that_contributors_are_sent_to_are_there() -> None:
    named = re.findall(r"tests(?:/[a-z_]+)+(?:\.\w+)?", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_the_files_that_a_change_goes_to_are_there() -> None:
    page = (DOCS / "changing.md").read_text("utf-8")
    named = re.findall(r"`((?:pbem|tests|templates|docs)/[\w./-]+?)`", page)
    places = [path for path in named if "xx." not in path and "KIND" not in path]
    assert len(places) > 25
    assert [path for path in places if not (ROOT / path).exists()] == []


def test_the_commits_that_contributors_are_sent_to_are_in_the_history() -> None:
    git = partial(subprocess.run, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if git(["git", "rev-parse", "--is-shallow-repository"]).stdout.strip() != "false":
        pytest.skip("the history is not here")
    named = [
        pattern for page in PAGES for pattern in re.findall(r'git log [^"`]*--grep "(.+?)"', page.read_text("utf-8"))
    ]
    assert named
    assert [each for each in named if not git(["git", "log", "--format=%h", "--grep", each]).stdout] == []


def test_a_language_is_the_files_that_the_page_of_changes_names() -> None:
    page = (DOCS / "changing.md").read_text("utf-8")
    templates = re.findall(r"`(pbem/[\w./-]*xx\.\w+)`", page)
    everywhere = {
        path.relative_to(ROOT).with_name(f"xx{path.suffix}").as_posix()
        for path in (ROOT / "pbem").rglob("da.*")
        if all(path.with_name(f"{code}{path.suffix}").exists() for code in LANGUAGES if code != "en")
    }
    assert {*templates} == everywhere


def test_every_module_that_a_page_names_is_there() -> None:
    named = [
        (page.name, path) for page in PAGES for path in re.findall(r"`(pbem/[\w/]+\.py)`", page.read_text("utf-8"))
    ]
    assert len(named) > 30
    assert [each for each in named if not (ROOT / each[1]).exists()] == []


def test_make_help_has_a_line_for_every_target() -> None:
    targets = re.findall(r"^\.PHONY: (.+)$", MAKEFILE, re.MULTILINE)[0].split()
    told = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, check=True, encoding="utf-8"
    ).stdout
    assert sorted(line.split()[1] for line in told.splitlines()) == sorted(targets)


def test_a_commit_is_checked_as_make_check_does() -> None:
    recipe = re.findall(r"^check:.*\n((?:\t.+\n)+)", MAKEFILE, re.MULTILINE)[0]
    checks = [line.removeprefix("\t@").replace("$(BIN)", ".venv/bin") for line in recipe.splitlines()]
    hooks = re.findall(r"^ +entry: (.+)$", (ROOT / ".pre-commit-config.yaml").read_text("utf-8"), re.MULTILINE)
    assert hooks == checks
