"""What is longer than a terminal goes through the user's pager; nothing else does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store, init
from memento_cli.cli.output.pager import pager
from memento_cli.store.directory.platform_folders import user_file
from tests.conftest import Ran

pexpect = pytest.importorskip("pexpect")
NOTES = 30


@pytest.fixture
def long_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Ran]) -> Store:
    """A store with more memories than a terminal has lines, and a pager that numbers them."""
    store = init(str(tmp_path / "store"), person="ana").store
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("PAGER", raising=False)
    for nth in range(NOTES):
        assert run("record", f"note {nth}", "--if-duplicate", "keep").code == 0
    pager = tmp_path / "pager"
    pager.write_text('#!/bin/sh\necho "paged by $1"; cat\n')
    pager.chmod(0o755)
    return store


def on_terminal(command: str, lines: int = 24) -> str:
    """What a terminal shows of a command."""
    memento = f'memento() {{ "{sys.executable}" -m memento_cli "$@"; }}; '
    child = pexpect.spawn(
        "sh", ["-c", memento + command], encoding="utf-8", timeout=30, dimensions=(lines, 80),
        env={**os.environ, "COLUMNS": "80", "LINES": str(lines)},
    )  # fmt: skip
    child.expect(pexpect.EOF)
    return str(child.before)


def test_a_list_longer_than_the_terminal_is_paged(long_list: Store, tmp_path: Path) -> None:
    """By the program in $MEMENTO_PAGER; what fits the terminal, and what is no terminal's, is
    not, and with cat nothing is."""
    command = f"MEMENTO_PAGER='{tmp_path}/pager me' memento list"
    shown = on_terminal(command)
    assert "paged by me" in shown and "note 29" in shown
    assert "paged" not in on_terminal(command, lines=60)
    assert "paged" not in on_terminal(f"{command} --limit 5")
    assert "paged" not in on_terminal(f"{command} | cat")
    assert "paged" not in on_terminal(f"TERM=dumb {command}")
    assert "note 29" in on_terminal("PAGER=cat memento list")
    assert "note 29" in on_terminal("PAGER=/no/such/program memento list")


def test_a_long_text_is_paged(long_list: Store, tmp_path: Path) -> None:
    """A page of help, and a memory shown whole."""
    assert "paged by x" in on_terminal(f"PAGER='{tmp_path}/pager x' memento help times")


def test_the_users_own_settings_name_the_pager(long_list: Store, tmp_path: Path) -> None:
    """Before $PAGER, and behind $MEMENTO_PAGER."""
    path = Path(user_file())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'pager = "{tmp_path}/pager mine"\n')
    try:
        assert "paged by mine" in on_terminal("PAGER=cat memento list")
        assert "paged" not in on_terminal("MEMENTO_PAGER= memento list")
    finally:
        path.unlink()


def test_which_pager(monkeypatch: pytest.MonkeyPatch) -> None:
    """less, where nobody says otherwise."""
    monkeypatch.delenv("PAGER", raising=False)
    assert pager("") == "less" and pager("most") == "most"
    monkeypatch.setenv("PAGER", "more")
    assert pager("") == "more" and pager("most") == "most"
    monkeypatch.setenv("MEMENTO_PAGER", "cat")
    assert pager("most") == "cat"


def test_own_settings_for_colours_and_times(
    long_list: Store, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`color` and `times` hold until an option says otherwise."""
    path = Path(user_file())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('color = "always"\ntimes = "utc"\n')
    try:
        monkeypatch.delenv("NO_COLOR")
        assert "\x1b[" in run("show", "nobody").stderr
        assert "\x1b[" not in run("--color", "never", "show", "nobody").stderr
        assert " UTC" in on_terminal("TZ=Asia/Tokyo memento show @")
    finally:
        path.unlink()


def test_the_users_own_settings_name_the_editor(
    long_list: Store, tmp_path: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before $VISUAL and $EDITOR."""
    monkeypatch.setenv("VISUAL", "false")
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "typed in mine" > "$1"\n')
    editor.chmod(0o755)
    path = Path(user_file())
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'editor = "{editor}"\n')
    try:
        assert run("record", "-e").code == 0
    finally:
        path.unlink()
    assert "typed in mine" in run("list").stdout
