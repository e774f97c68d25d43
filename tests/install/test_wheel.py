"""A wheel in an environment of its own has all that a server needs, and starts the demo."""

import json
import os
import re
import signal
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.support.paths import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)], check=True)
    (built,) = folder.glob("pbem-*-none-any.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of its programs."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=True)
    pip = [str(home / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--constraint", str(ROOT / "constraints.txt"), str(wheel)], check=True)
    return home / "bin"


def pbem(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Away from the clone, and without its path."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [str(installed / "pbem"), *arguments]
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=300)


def test_only_our_two_packages_are_in_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    top = {name.partition("/")[0] for name in names}
    assert {each for each in top if not each.startswith("pbem-")} == {"pbem", "engine"}
    for needed in ("pbem/share/config.example.toml", "pbem/share/docs/operate.md", "pbem/cli/commands.json"):
        assert needed in names
    assert any(name.endswith("share/man/man1/pbem.1") for name in names)


def test_every_page_that_a_page_of_it_names_is_there(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    pages = sorted((tmp_path / "pbem" / "share" / "docs").glob("*.md"))
    assert pages
    for page in pages:
        links = re.findall(r"\]\(([^()#\s]+)[)#]", page.read_text("utf-8"))
        named = [link for link in links if "://" not in link and not link.startswith("mailto:")]
        assert [link for link in named if not (page.parent / link).exists()] == [], page.name


def test_it_answers(installed: Path, tmp_path: Path) -> None:
    assert pbem(installed, tmp_path, "--version").stdout.startswith("pbem, version")
    assert pbem(installed, tmp_path, "game", "--help").returncode == 0


def test_speed_is_measured_without_a_clone(installed: Path, tmp_path: Path) -> None:
    run = pbem(installed, tmp_path, "bench", "engine", "--games", "5", "--json")
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)


def test_init_points_to_pages_that_are_there(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "pass").write_text("secret")
    options = ("--yes", "--no-test", "--address", "klub@gmail.com", "--password-file", "pass")
    run = pbem(installed, tmp_path, "init", *options)
    assert run.returncode == 0, run.stderr
    (page,) = [Path(word) for word in run.stdout.split() if word.endswith("operate.md")]
    assert page.is_file()
    named = (tmp_path / "config.toml").read_text().splitlines()[0].rpartition(" ")[2]
    assert Path(named).is_file()


def test_postgresql_without_its_package_says_in_one_line_what_is_needed(installed: Path, tmp_path: Path) -> None:
    database = 'database = "postgresql+psycopg://pbem@127.0.0.1:1/pbem"'
    (tmp_path / "config.toml").write_text(f'[server]\naddress = "a@example.org"\n{database}\n[smtp_in]\n')
    for command in ("serve", "status"):
        run = pbem(installed, tmp_path, command)
        assert (run.returncode, "pbem[postgresql]" in run.stderr, len(run.stderr.splitlines())) == (1, True, 1)


@pytest.fixture
def demo_of_the_wheel(installed: Path, tmp_path: Path) -> Iterator[str]:
    command = [str(installed / "pbem"), "demo", "--port", "0", "--json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield json.loads(process.stdout.readline())["address"]
        process.send_signal(signal.SIGTERM)


def test_the_demo_starts_from_it(demo_of_the_wheel: str) -> None:
    with urlopen(demo_of_the_wheel) as page:
        assert page.status == 200
