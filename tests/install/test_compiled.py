"""A wheel whose engine mypyc has compiled plays as the pure one does: the engine's own tests hold for it."""

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.paths import ROOT

_OF_THE_SOURCES = ("test_purity.py", "test_manual.py", "test_benchmark.py")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what is in the wheel."""
    folder = tmp_path_factory.mktemp("compiled")
    build = {**os.environ, "PYTHON": sys.executable}
    subprocess.run([str(ROOT / "packaging" / "compiled_wheel"), str(folder)], env=build, check=True)
    (wheel,) = folder.glob("pbem-*.whl")
    assert not wheel.name.endswith("-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


@pytest.fixture(scope="module")
def elsewhere(unpacked: Path) -> Path:
    """A folder with the tests and without the sources."""
    folder = unpacked.with_name("elsewhere")
    unseen = shutil.ignore_patterns("__pycache__", "install")
    for name in ("tests", "benchmarks", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=unseen)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def python(elsewhere: Path, unpacked: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(unpacked)}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=elsewhere, env=environ, capture_output=True, text=True, check=False)


def test_nothing_compiled_is_left_in_the_sources(unpacked: Path) -> None:
    assert list(unpacked.rglob("engine/**/*.so"))
    assert [*ROOT.glob("*.so"), *(ROOT / "engine").rglob("*.so")] == []


def test_rules_and_bots_are_compiled(unpacked: Path, elsewhere: Path) -> None:
    script = "import engine.rules, engine.bots.core as core; print(engine.rules.__file__, core.__file__)"
    told = python(elsewhere, unpacked, "-c", script).stdout.split()
    assert [Path(each).suffix for each in told] == [".so", ".so"]
    assert all(Path(each).is_relative_to(unpacked) for each in told)


def test_the_tests_of_the_engine_hold_for_it(unpacked: Path, elsewhere: Path) -> None:
    left_out = [f"--ignore=tests/engine/{name}" for name in _OF_THE_SOURCES]
    tests = ("tests/engine", "tests/test_thoughts.py", "tests/server/test_thinker.py")
    run = python(elsewhere, unpacked, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *left_out, *tests)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]
