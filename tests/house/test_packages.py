"""The wheel and the sdist: whole, the same each time, and what is installed from them runs."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from memento_cli.cli.reference.man_page import man_page
from tests.conftest import ROOT

pytest.importorskip("hatchling.build", reason="no hatchling: pip install -e '.[dev]'")

UNSET = {"SOURCE_DATE_EPOCH": "1580601600"}
"""What hatchling takes where nothing is set."""
LATER = {"SOURCE_DATE_EPOCH": "1800000000"}
MADE = re.compile(r"/(__pycache__|\.[a-z_]+_cache|\.venv|\.git|\.hypothesis|dist)(/|$)|\.egg-info")
BUILD = """
import sys
from hatchling.build import build_sdist, build_wheel
print({"wheel": build_wheel, "sdist": build_sdist}[sys.argv[1]](sys.argv[2]))
"""
WINDOWS = """
import sys, sysconfig
import hatchling.builders.hooks.custom, hatchling.builders.wheel, hatchling.metadata.core
import hatchling.plugin.manager, pathspec
sys.platform, sysconfig.get_platform = "win32", lambda: "win-amd64"
"""


class Built(NamedTuple):
    """A folder with the sources, and what was built of them."""

    source: Path
    wheel: Path
    sdist: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The wheel and the sdist of a copy of the project."""
    source = copy_of_sources(tmp_path_factory.mktemp("one") / "memento")
    return Built(source, build(source, "wheel"), build(source, "sdist"))


def copy_of_sources(folder: Path) -> Path:
    """The project without what is made of it."""

    def made(place: str, names: list[str]) -> set[str]:
        return {name for name in names if MADE.search(f"/{name}")}

    shutil.copytree(ROOT, folder, ignore=made, symlinks=True)
    return folder


def build(source: Path, what: str, env: Mapping[str, str] | None = None, first: str = "") -> Path:
    """Build by the backend that `pyproject.toml` names, without a network."""
    folder = source.parent / f"{source.name}-{what}"
    folder.mkdir(exist_ok=True)
    without = {name: value for name, value in os.environ.items() if name not in UNSET}
    done = subprocess.run(
        [sys.executable, "-c", first + BUILD, what, str(folder)],
        cwd=source, env=without | {**(env or {})}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder / done.stdout.split()[-1]


def digest(path: Path) -> str:
    """What tells two files apart."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def sources() -> set[str]:
    """The files of the project, by their paths in it."""
    files = (path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if path.is_file())
    return {name for name in files if not MADE.search(f"/{name}")}


def in_wheel(wheel: Path) -> set[str]:
    """The names of the files in a wheel."""
    with zipfile.ZipFile(wheel) as opened:
        return set(opened.namelist())


def test_another_folder_another_day_the_same_bytes(built: Built, tmp_path: Path) -> None:
    """Neither the folder, nor the times of files, nor who else may read them is in what is built,
    and SOURCE_DATE_EPOCH, where it is set, is its only time."""
    other = copy_of_sources(tmp_path / "elsewhere" / "copy")
    for path in other.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    assert digest(build(other, "wheel", UNSET)) == digest(built.wheel)
    assert digest(build(other, "sdist", UNSET)) == digest(built.sdist)
    assert digest(build(other, "wheel", LATER)) == digest(build(built.source, "wheel", LATER))


def test_the_sdist_is_whole_and_builds_the_same_wheel(built: Built, tmp_path: Path) -> None:
    """Each file of the project is in it, tests and sample-data too; its wheel is the project's."""
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    there = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*")}
    assert sources() - there == set()
    assert digest(build(unpacked, "wheel", UNSET)) == digest(build(built.source, "wheel", UNSET))


def test_the_wheel_has_all_that_is_read_when_it_runs(built: Built) -> None:
    """The whole package is in it, the completions within that, and the man page and the command
    where an installer puts them; nothing else is."""
    packed = in_wheel(built.wheel)
    completions = {f"memento_cli/{name}" for name in sources() if name.startswith("completions/")}
    expected = {name for name in sources() if name.startswith("memento_cli/")} | completions
    others = {name.partition("/")[2] for name in packed - expected}
    assert expected - packed == set()
    assert others == {
        "scripts/memento", "data/share/man/man1/memento.1",
        "METADATA", "WHEEL", "RECORD", "licenses/LICENSE",
    }  # fmt: skip


def test_a_wheel_for_windows_has_an_entry_point(built: Built) -> None:
    """Windows starts no script by its first line: there pip makes a memento.exe, and the wheel is
    marked as one for that system."""
    wheel = build(built.source, "wheel", first=WINDOWS)
    with zipfile.ZipFile(wheel) as opened:
        (entries,) = (name for name in opened.namelist() if name.endswith("/entry_points.txt"))
        assert opened.read(entries) == (b"[console_scripts]\nmemento = memento_cli.__main__:main\n")
    assert wheel.name.endswith("-py3-none-win_amd64.whl")
    assert not any(name.endswith("scripts/memento") for name in in_wheel(wheel))


def test_the_man_page_is_current() -> None:
    """`python -m memento_cli.cli.reference.generate` changes nothing."""
    assert (ROOT / "memento_cli/cli/reference/memento.1").read_text(encoding="utf-8") == man_page()


@pytest.fixture(scope="module")
def program(built: Built) -> Path:
    """The command of a fresh environment in which the wheel is installed."""
    folder = built.wheel.parent / "venv"
    venv.create(folder)
    where = [str(folder / "bin/python"), "install", "--no-deps", "--no-index", "--quiet"]
    pip = [sys.executable, "-m", "pip", "--python", *where, str(built.wheel)]
    subprocess.run(pip, check=True)
    (packages,) = folder.glob("lib/*/site-packages")
    needed = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "needed.pth").write_text("\n".join(needed))  # what the wheel requires
    return folder / "bin/memento"


@pytest.mark.skipif(os.name != "posix", reason="the folders of an environment are others")
def test_what_is_installed_runs(program: Path, tmp_path: Path) -> None:
    """In a fresh environment, from any folder, the command keeps and finds a memory, and has its
    manual, its completions, its man page and what it hands to hosts of agents."""

    def run(*args: str) -> str:
        env = {"MEMENTO_STORE": str(tmp_path / "store"), "HOME": str(tmp_path), "PATH": os.defpath}
        done = subprocess.run(
            [program, *args], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert run("--version").startswith("memento ") and str(ROOT) not in run("--version")
    run("init")
    run("record", "met", "Ana", "at", "the", "café")
    assert "Ana" in run("recall", "ana")
    assert run("help", "start") and run("help") and run("store", "schema", "memory")
    assert run("help", "--man") == (program.parents[1] / "share/man/man1/memento.1").read_text()
    assert "complete" in run("config", "completion", "bash")
    run("config", "completion", "install", "zsh")
    assert (tmp_path / ".local/share/zsh/site-functions/_memento").exists()
    assert "SKILL" in run("agent", "setup", "--client", "claude")
    run("help", "--html", "pages")
    assert (tmp_path / "pages/index.html").exists()
