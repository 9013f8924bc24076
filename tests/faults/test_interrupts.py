"""Ctrl-C at any moment from our first line on: code 130, and no word about it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memento_cli import Store
from tests.conftest import ROOT
from tests.faults.helpers import linux

HOOK = """
import os, signal, sys
import _signal

def importing(event, args, state=[False, int(os.environ["AT"])]):
    if event == "import":
        state[0] |= args[0] == os.environ["FROM"]
        if state[0]:
            state[1] -= 1
            if state[1] == -1:
                os.kill(os.getpid(), signal.SIGINT)

sys.addaudithook(importing)
"""
"""Ctrl-C with the import that stands at a place, counted from a named one on."""
DOORS = {
    "script": ((str(ROOT / "memento_cli" / "launch.py"),), "memento_cli"),
    "module": (("-m", "memento_cli"), "memento_cli.cli"),
}
LINES = ("list", "recall tea", "status --full", "record Tea", "doctor")


@linux
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("door", DOORS)
def test_ctrl_c_is_130_from_the_first_line_on(
    door: str, line: str, store: Store, tmp_path: Path
) -> None:
    """Wherever a start is broken off, by whichever door, it ends with 130 and no word of it."""
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    args, first = DOORS[door]
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    here = {**os.environ, "MEMENTO_STORE": store.root}
    for place in (*range(10), *range(10, 400, 30)):
        env = {**here, "PYTHONPATH": path, "AT": str(place), "FROM": first}
        command = [sys.executable, *args, *line.split()]
        done = subprocess.run(command, env=env, capture_output=True, text=True)
        if done.returncode == 0:  # there are no more imports
            break
        assert done.returncode == 130, f"at import {place}"
        assert done.stderr in ("", "Nothing found\n"), f"at import {place}"
    assert place > 5


def test_ctrl_c_is_ignored_where_it_was(store: Store) -> None:
    """What a script has started in its background goes on."""
    program = """trap '' INT; exec "$0" -c '
import os, signal, sys
from memento_cli import interrupts
interrupts.leave_at_once()
os.kill(os.getpid(), signal.SIGINT)
from memento_cli.__main__ import main
main(["list", "--format", "ids"])'"""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "MEMENTO_STORE": store.root}
    done = subprocess.run(["sh", "-c", program, sys.executable], env=env, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"Nothing found\n")
