"""A strength has a bar beside its number, where a person looks at it and nowhere else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Draft, Store, init, record
from memento_cli.pictures.bars import EIGHTHS, bar
from memento_cli.pictures.canvas import cells
from tests.store.helpers import DAY, NOW

pexpect = pytest.importorskip("pexpect")
ENVIRONMENT = {"MEMENTO_NOW": "2025-02-01T14:30:00Z", "NO_COLOR": "1", "PAGER": "cat"}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store with memories of three strengths."""
    store = init(str(tmp_path / "kept"), person="alex").store
    for days in (0, 45, 120):
        record(store, Draft(f"Something of {days} days", "alex"), NOW - days * DAY)
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    return store


def at_terminal(*arguments: str, columns: int = 80, term: str = "xterm") -> str:
    """What a terminal shows of a command."""
    output, _ = pexpect.run(
        subprocess.list2cmdline([sys.executable, "-m", "memento_cli", *arguments]),
        env={**os.environ, **ENVIRONMENT, "COLUMNS": str(columns), "TERM": term},
        encoding="utf-8", withexitstatus=True,
    )  # fmt: skip
    return str(output).replace("\r\n", "\n")


@given(st.floats(0, 3), st.integers(1, 20), st.booleans(), st.booleans())
def test_a_bar_has_its_width(share: float, width: int, plain: bool, whole: bool) -> None:
    """Always; in ASCII where asked for; what is not nothing can be seen, and all is full."""
    drawn = bar(share, width, plain=plain, whole=whole)
    assert cells(drawn) == width and (drawn.isascii() or not plain)
    signs = "-#" if plain else EIGHTHS[1:]
    assert bool(set(drawn) & set(signs)) == (share > 0)
    assert share < 1 or drawn == signs[-1] * width


@pytest.mark.parametrize(
    ("share", "drawn", "plain"),
    [(1, "████", "####"), (0.5, "██░░", "##.."), (0.4, "█▋░░", "#-.."), (0.01, "▏░░░", "-...")],
)
def test_a_bar(share: float, drawn: str, plain: str) -> None:
    """To an eighth of a cell, in ASCII to a half."""
    assert bar(share, 4, whole=True) == drawn and bar(share, 4, plain=True, whole=True) == plain


def test_a_list_has_bars(kept: Store) -> None:
    """Below the head of its column, so the words keep their room; longer on a wide terminal."""
    shown = at_terminal("list", "--all")
    assert re.findall(r"\d\.\d{3} [▉-▏█]+", shown) == ["1.000 ██", "0.707 █▍", "0.397 ▊"]
    assert max(map(cells, shown.splitlines())) <= 80 and " strength   created " in shown
    assert "0.707 █████▋" in at_terminal("list", "--all", columns=140)
    assert "0.707 #-" in at_terminal("list", "--all", term="dumb")
    assert "0.707 █▍" in at_terminal("recall", "45")


def test_show_has_a_bar(kept: Store) -> None:
    """Before the arithmetic of the strength, with what is missing of 1."""
    shown = at_terminal("show", "45 days")
    assert "strength      ███████▏░░ max(0.1, 1.000 · 0.5^(45.0/90)) = 0.707" in shown
    assert "strength      #######... max(" in at_terminal("show", "45 days", term="dumb")


@pytest.mark.parametrize("command", [["list", "--all"], ["recall", "days"], ["show", "45 days"]])
@pytest.mark.parametrize("more", [[], ["--json"], ["--format", "table"]])
def test_no_program_reads_a_bar(kept: Store, command: list[str], more: list[str]) -> None:
    """In a pipe there is none, whatever the form."""
    done = subprocess.run(
        [sys.executable, "-m", "memento_cli", *command, *more],
        capture_output=True, text=True, env={**os.environ, **ENVIRONMENT}, check=True,
    )  # fmt: skip
    assert "0.70710" in done.stdout or "0.707" in done.stdout
    assert not set(done.stdout) & set(EIGHTHS[1:] + "░")


def test_a_store_is_drawn_on_a_terminal(kept: Store) -> None:
    """How strong the memories of each kind are, and the year; a pipe has the rows alone."""
    shown = at_terminal("status", "--full")
    assert (
        "episodic      0      1  ▒│██       2" in shown
        and "3 recorded, 0 uses in the last year" in shown
    )
    plain = at_terminal("status", "--full", term="dumb")
    assert "+|##" in plain and ": 1" in plain
    done = subprocess.run(
        [sys.executable, "-m", "memento_cli", "status", "--full"],
        capture_output=True, text=True, env={**os.environ, **ENVIRONMENT}, check=True,
    )  # fmt: skip
    assert "strength" in done.stdout and "last year" not in done.stdout


def test_a_store_is_drawn_for_programs(kept: Store) -> None:
    """JSON has what the pictures show."""
    done = subprocess.run(
        [sys.executable, "-m", "memento_cli", "status", "--full", "--json"],
        capture_output=True, text=True, env={**os.environ, **ENVIRONMENT}, check=True,
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert told["kinds"] == {"episodic": {"active": 2, "faded": 1, "ghost": 0}}
    assert told["year"][-1] == {"day": "2025-02-01", "recorded": 1, "used": 0}
