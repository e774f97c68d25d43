"""docs/architecture.md shows the house as it is: every room, in its order, with what it imports."""

import ast
import re
import tomllib
from collections import defaultdict

import grimp
import pytest

from tests.support.paths import DOCS, ROOT

PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
HOUSE, ACTIONS = (contract["layers"] for contract in CONTRACTS if contract["type"] == "layers")
DRAWN_HOUSE, DRAWN_ACTIONS = re.findall(r"```layers\n(.*?)```", PAGE, re.DOTALL)
ROWS = re.findall(r"^\| `(\w+)` \| .+ \| ([`\w ]*?) ?\|$", PAGE, re.MULTILINE)


def drawn(picture: str) -> list[str]:
    """The names at the left; a remark follows after some room."""
    return [re.split(r" {2,}", line)[0] for line in picture.splitlines()]


def room(module: str) -> str:
    package, _, inside = module.partition(".")
    return inside.partition(".")[0] if package == "pbem" else package


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    graph = grimp.build_graph("engine", "pbem", cache_dir=None)
    rooms = defaultdict[str, set[str]](set)
    for module in graph.modules - {"pbem"}:
        rooms[room(module)] |= {room(each) for each in graph.find_modules_directly_imported_by(module)} - {room(module)}
    return rooms


def test_the_picture_has_the_layers_of_the_contract() -> None:
    assert drawn(DRAWN_HOUSE) == [*HOUSE, "engine"]


def test_the_picture_of_the_actions_has_theirs() -> None:
    assert drawn(DRAWN_ACTIONS) == ACTIONS


def test_every_room_has_a_row_in_the_order_of_the_layers(imports: dict[str, set[str]]) -> None:
    names = [name for name, _ in ROWS]
    assert names == [*" | ".join(HOUSE).split(" | "), "engine"]
    assert sorted(names) == sorted(imports)


@pytest.mark.parametrize(("name", "drawn_imports"), ROWS, ids=[name for name, _ in ROWS])
def test_a_row_has_just_the_imports_of_its_room(name: str, drawn_imports: str, imports: dict[str, set[str]]) -> None:
    in_order = [each for each, _ in ROWS if each in imports[name]]
    assert drawn_imports == " ".join(f"`{each}`" for each in in_order)


def test_every_package_says_what_it_is_for() -> None:
    packages = [path for top in ("engine", "pbem") for path in (ROOT / top).rglob("__init__.py")]
    assert [path for path in packages if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))] == []
