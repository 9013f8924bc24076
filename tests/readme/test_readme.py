"""What the README shows is what happens."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests import transcripts

README = (transcripts.ROOT / "README.md").read_text()
SET_UP = "python3 -m venv .venv && .venv/bin/python -m pip install -q . && "
VERBS = ("record", "recall", "reinforce", "prune", "undo")


def blocks(language: str, text: str = README) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.M | re.S)


def marked(name: str) -> str:
    """The sh block under a marker: a line `<!-- name -->`, then the fence."""
    found = re.search(rf"^<!-- {name} -->\n```sh\n(.*?)^```$", README, flags=re.M | re.S)
    assert found, f"no sh block under <!-- {name} -->"
    return found[1]


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.splitlines()[1][2:40])
def test_console(block: str, tmp_path: Path) -> None:
    """Every transcript in the README is what a terminal shows."""
    transcripts.check(block, tmp_path, terminal=True)


@pytest.mark.parametrize("block", blocks("python"))
def test_python(block: str, tmp_path: Path) -> None:
    """Every Python example runs on a copy of sample-data, and prints something."""
    work = transcripts.ready(tmp_path)
    printed = subprocess.run(
        [sys.executable, "-c", block],
        cwd=work,
        env=transcripts.environment(work),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert printed.count("\n") >= 2


def test_a_copy_of_the_sample_is_sound(tmp_path: Path) -> None:
    """Whoever copies sample-data and lets doctor look at it is told of nothing that is wrong."""
    work = transcripts.ready(tmp_path)
    words = [sys.executable, "-m", "memento_cli", "--store", "sample-data", "doctor"]
    done = subprocess.run(
        words, cwd=work, env=transcripts.environment(work), capture_output=True, text=True
    )
    assert done.returncode == 0 and "Wrong" not in done.stdout, done.stdout


def test_the_demo_runs_on_a_copy(tmp_path: Path) -> None:
    """The command for the main job ends well, shows each verb, and leaves sample-data alone."""
    work, demo = transcripts.ready(tmp_path), marked("demo")
    assert demo.startswith(SET_UP)
    before = contents(work / "sample-data")
    done = subprocess.run(
        ["/bin/sh", "-c", demo.removeprefix(SET_UP)],
        cwd=work,
        env=transcripts.environment(work) | {"TMPDIR": str(tmp_path), "MEMENTO_STORE": "elsewhere"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    for verb in VERBS:
        assert f"\n$ memento {verb}" in done.stdout
    assert contents(work / "sample-data") == before


def test_the_test_command_is_the_one_that_is_run() -> None:
    """The command for the tests makes its own environment, and pytest is all that it runs there."""
    assert marked("test") == (
        "python3 -m venv .venv && .venv/bin/python -m pip install -q -e '.[dev]' && "
        ".venv/bin/python -m pytest -n auto\n"
    )


def test_the_recipe_for_other_systems_runs_the_same_tests() -> None:
    """Whoever forks the project has a workflow with the README's command, for each Python that the
    package names."""
    recipe = (transcripts.ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    project = tomllib.loads((transcripts.ROOT / "pyproject.toml").read_text())["project"]
    named = {one.rpartition(" ")[2] for one in project["classifiers"] if "Python :: 3." in one}
    (listed,) = re.findall(r"^ +python: (\[.*\])$", recipe, flags=re.M)
    assert marked("test").strip() in recipe
    assert set(json.loads(listed)) == named


@pytest.mark.skipif(shutil.which("sh") is None, reason="no sh")
@pytest.mark.parametrize("block", blocks("sh"))
def test_sh_blocks_are_one_paste(block: str) -> None:
    """Every command to paste is well-formed sh."""
    subprocess.run(["/bin/sh", "-n", "-c", block], check=True, env=dict(os.environ))


def test_what_it_points_to_is_there() -> None:
    """Files and folders that the README names in the project exist."""
    for name in re.findall(r"^\| `([\w./-]+)` \|", README, flags=re.M):
        assert (transcripts.ROOT / name).exists(), name


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in a folder, whole."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
