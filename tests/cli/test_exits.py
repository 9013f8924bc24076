"""How a command ends: what it said has arrived, whatever ended it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.conftest import Ran

Run = Callable[..., Ran]

ENDED = """
import memento_cli.cli.run as program, memento_cli.__main__ as door
def run(args):
    print("found so far")
    raise {ending}
program.run = run
door.main(["status", "--full", "--json", "--fields", "x"])
"""


@pytest.mark.parametrize(("ending", "code"), [("KeyboardInterrupt", 130), ("SystemExit(3)", 3)])
def test_what_was_said_arrives(ending: str, code: int) -> None:
    """Ctrl-C in a pipe loses nothing that was printed before it."""
    program = ENDED.format(ending=ending)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("found so far\n", code)


@pytest.mark.parametrize("option", ["--store", "--now"])
def test_an_empty_store_or_moment_is_an_error(run: Run, option: str) -> None:
    """A script's variable that was never set does not make memento act elsewhere, or now."""
    for line in (("list", option, ""), (option, "", "prune", "--yes"), ("list", f"{option}=")):
        done = run(*line)
        assert (done.code, done.stderr.splitlines()[0]) == (2, f"Error: {option} is empty")
