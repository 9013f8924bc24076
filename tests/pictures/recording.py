"""Runs sessions on a real terminal, and reads from an emulator of one what is on its screen."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shlex
import signal
import struct
import termios
import time
from pathlib import Path
from typing import NamedTuple

import pyte

from tests import transcripts

PROMPT = "$ "
PATIENCE_SECONDS = 60.0
REST_SECONDS = 0.3
"""A screen is drawn once so long nothing came. The cursor of a field blinks every half second."""


class Session(NamedTuple):
    """What is typed: command lines in one shell, each behind a prompt; the picture is as long as
    what was printed, of at most `rows` lines. `about` is what somebody is told who does not see it.

    If the last command takes keys, `keys` has what is typed and the text on the screen that it is
    typed after; the picture is the screen once that has `until`, and the program is ended.
    """

    name: str
    about: str
    commands: tuple[str, ...]
    keys: tuple[tuple[str, str], ...] = ()
    until: str = ""
    columns: int = 100
    rows: int = 60


class Style(NamedTuple):
    """How signs are shown: colours as pyte names them, `default` or six digits."""

    fore: str = "default"
    back: str = "default"
    bold: bool = False
    underlined: bool = False


class Run(NamedTuple):
    """Signs of one style side by side; `width` is in columns."""

    column: int
    width: int
    text: str
    style: Style


def recorded(session: Session, folder: Path) -> list[list[Run]]:
    """The lines of the screen at the end of a session on a copy of sample-data."""
    work = transcripts.ready(folder)
    script = work.parent / "session.sh"
    script.write_text("\necho\n".join(map(_typed, session.commands)) + "\n")
    env = transcripts.environment(work)
    del env["NO_COLOR"]
    env |= {"TERM": "xterm-256color", "COLUMNS": str(session.columns), "COLORTERM": "truecolor"}
    screen = pyte.Screen(session.columns, session.rows)
    stream = pyte.ByteStream(screen)
    child, terminal = pty.fork()
    if child == 0:
        size = struct.pack("HHHH", session.rows, session.columns, 0, 0)
        fcntl.ioctl(0, termios.TIOCSWINSZ, size)
        os.chdir(work / "sample-data")
        os.execve("/bin/sh", ["sh", str(script)], env)
    try:
        _play(terminal, stream, session)
    finally:
        if session.until:
            os.kill(child, signal.SIGKILL)
        os.close(terminal)
        os.waitpid(child, 0)
    return _lines(screen)


def _typed(line: str) -> str:
    """What shows a command line behind its prompt, and runs it."""
    return f"printf '%s%s\\n' '{PROMPT}' {shlex.quote(line)}\n{line}"


def _play(terminal: int, stream: pyte.ByteStream, session: Session) -> None:
    """Show what comes until the end, or until the text that the session waits for has come."""
    screen, left = stream.listener, list(session.keys)
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        if select.select([terminal], [], [], REST_SECONDS)[0]:
            try:
                part = os.read(terminal, 1 << 16)
            except OSError:  # Linux says so when the other side is closed
                return
            if not part:
                return
            stream.feed(part)
        elif left and _has(screen, left[0][0]):
            os.write(terminal, left.pop(0)[1].encode())
        elif session.until and not left and _has(screen, session.until):
            return
    raise TimeoutError("\n".join(screen.display))


def _has(screen: pyte.Screen, text: str) -> bool:
    return any(text in line for line in screen.display)


def _lines(screen: pyte.Screen) -> list[list[Run]]:
    """The runs of each line, up to the last one that has something."""
    lines = [_runs(screen, row) for row in range(screen.lines)]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def _runs(screen: pyte.Screen, row: int) -> list[Run]:
    runs = list[Run]()
    for column in range(screen.columns):
        cell = screen.buffer[row][column]
        style = _style(cell)
        if not cell.data and runs:  # the right half of a wide sign
            last = runs[-1]
            runs[-1] = last._replace(width=last.width + 1)
        elif runs and runs[-1].style == style and not _is_beyond_a_gap(runs[-1], cell.data):
            last = runs[-1]
            runs[-1] = last._replace(width=last.width + 1, text=last.text + cell.data)
        else:
            runs.append(Run(column, 1, cell.data, style))
    return [one for one in map(_trimmed, runs) if one.text or one.style.back != "default"]


def _is_beyond_a_gap(run: Run, sign: str) -> bool:
    """Whether a sign begins anew behind blanks: viewers make one blank of several."""
    return sign != " " and run.text.endswith("  ")


def _trimmed(run: Run) -> Run:
    """Without blanks at the end, where nothing shows them."""
    if run.style.back != "default" or run.style.underlined:
        return run
    text = run.text.rstrip(" ")
    return run._replace(text=text, width=run.width - (len(run.text) - len(text)))


def _style(cell: pyte.screens.Char) -> Style:
    fore, back = (cell.bg, cell.fg) if cell.reverse else (cell.fg, cell.bg)
    return Style(fore, back, cell.bold, cell.underscore)
