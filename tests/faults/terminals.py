"""The command line in a child of this process: on a real terminal, in pipes, or with no output."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn

PATIENCE_SECONDS = 60.0
EOF, INTERRUPT = b"\x04", b"\x03"


class Step(NamedTuple):
    """What is done once the output has something in it: something typed, or done elsewhere."""

    seen: bytes
    typed: bytes = b""
    done: Callable[[], object] = int


class Told(NamedTuple):
    """A command's exit code and what it wrote; on a terminal both streams are one."""

    code: int
    out: bytes
    err: bytes = b""


def on_terminal(
    args: Sequence[str], cwd: str, columns: int, steps: Sequence[Step], **env: str
) -> Told:
    """Run it on a terminal that changes no byte and echoes nothing."""
    child, terminal = pty.fork()
    if child == 0:
        _plain(columns)
        _child(args, cwd, env)
    left, seen, start = list(steps), b"", 0
    while True:
        ready, _, _ = select.select([terminal], [], [], PATIENCE_SECONDS)
        part = _read(terminal) if ready else b""
        if not part:
            break
        seen += part
        while left and left[0].seen in seen[start:]:
            start = len(seen)
            step = left.pop(0)
            step.done()
            os.write(terminal, step.typed)
    return Told(_ended(child, hang_up=terminal), seen)


def in_pipes(args: Sequence[str], cwd: str, out: str = "", **env: str) -> Told:
    """Run it with files for its output, or with `out` (a path, or `closed`) for stdout."""
    with tempfile.TemporaryFile() as data, tempfile.TemporaryFile() as talk:
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(os.open(out, os.O_WRONLY) if "/" in out else data.fileno(), 1)
            os.dup2(talk.fileno(), 2)
            if out == "closed":
                os.close(1)
            _child(args, cwd, env)
        code = _ended(child)
        for file in (data, talk):
            file.seek(0)
        return Told(code, data.read(), talk.read())


def _child(args: Sequence[str], cwd: str, env: Mapping[str, str]) -> NoReturn:
    """Become the command line, with this patience; never comes back."""
    signal.alarm(int(PATIENCE_SECONDS))
    os.chdir(cwd)
    os.environ.update(env)
    become(args)


def become(args: Sequence[str]) -> NoReturn:
    """Let a child of this process be the command line, as if it had just been started."""
    code = 99
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        encoding = os.environ.get("PYTHONIOENCODING", "utf-8")
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            setattr(sys, name, stream(number, encoding))
        from memento_cli.__main__ import main

        main([*args])
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 98
    except BaseException:
        os.write(2, traceback.format_exc().encode(errors="backslashreplace"))
    finally:
        os._exit(code)


def stream(number: int, encoding: str = "utf-8") -> io.TextIOWrapper | None:
    """A standard stream as Python opens it at its start; None if it is closed."""
    try:
        os.fstat(number)
    except OSError:
        return None
    errors = "backslashreplace" if number == 2 else "strict"
    raw = io.FileIO(number, "rb" if number == 0 else "wb", closefd=False)
    stream = io.BufferedReader(raw) if number == 0 else io.BufferedWriter(raw)
    at_once = number == 2 or raw.isatty()
    return io.TextIOWrapper(stream, encoding, errors, line_buffering=at_once)


def _plain(columns: int) -> None:
    """Let the terminal have a width, pass what is written as it is, and echo nothing."""
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    settings = termios.tcgetattr(0)
    settings[1] &= ~termios.OPOST
    settings[3] &= ~termios.ECHO
    termios.tcsetattr(0, termios.TCSANOW, settings)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # Linux says so when the other side is closed
        return b""


def _ended(child: int, hang_up: int = -1) -> int:
    """The exit code of a child, minus the signal that ended it."""
    if hang_up >= 0:
        os.close(hang_up)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
