"""What the console of Windows is asked, and how the commands of the user's own are read there."""

from __future__ import annotations

import ctypes
import io
import os
import sys
from types import SimpleNamespace

import pytest

from memento_cli.cli import program
from memento_cli.cli.output import console
from memento_cli.cli.program import words_of

PATHS = {
    r"C:\Windows\notepad.exe": [r"C:\Windows\notepad.exe"],
    r'"C:\Program Files\Vim\vim.exe" -u NONE': [r"C:\Program Files\Vim\vim.exe", "-u", "NONE"],
}


class Screen(io.TextIOWrapper):
    """A stream on a console."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(params=[True, False], ids=["new", "old"])
def modern(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """A console that takes control sequences if it is asked to, or one that knows none."""
    kernel = SimpleNamespace(
        GetStdHandle=lambda number: number,
        GetConsoleMode=lambda handle, mode: 1,
        SetConsoleMode=lambda handle, mode: int(request.param and mode & console.SEQUENCES),
        GetConsoleWindow=lambda: 0x1F2E,
    )
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return bool(request.param)


def test_a_console_that_cannot_is_sent_no_colours(
    modern: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that can is asked to take them."""
    monkeypatch.setattr(sys, "stdout", Screen(io.BytesIO(), encoding="utf-8"))
    monkeypatch.setattr(sys, "stderr", None)
    console.prepare()
    assert ("NO_COLOR" in os.environ) is not modern
    os.environ.pop("NO_COLOR", None)
    assert console.window() == 0x1F2E


def test_a_pipe_has_the_same_bytes_as_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """UTF-8 with plain line ends, whatever the code page of the machine is."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="cp1252", newline="\r\n"))
    monkeypatch.setattr(sys, "stderr", None)
    console.prepare()
    sys.stdout.write("歯医者\n")
    sys.stdout.flush()
    assert raw.getvalue() == "歯医者\n".encode()


@pytest.mark.parametrize("command", PATHS)
def test_a_backslash_is_part_of_a_path(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor's path may have blanks, in quotes; elsewhere a backslash is what it is in sh."""
    monkeypatch.setattr(program, "WINDOWS", True)
    assert words_of(command) == PATHS[command]
    monkeypatch.setattr(program, "WINDOWS", False)
    assert words_of(r"vi\ m -u") == ["vi m", "-u"]
