"""Standard input that is read whole: what it said is not to be lost (`cli/input/unsaved.py`)."""

from __future__ import annotations

import os
import sys

from memento_cli.cli.input.unsaved import END, TEXT, hold, is_holding
from memento_cli.errors import Usage
from memento_cli.standard import contextmanager, suppress
from memento_cli.store.files.system import WINDOWS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

CHUNK = 1 << 16
TOLD = (
    "record", "edit", "event", "state", "block", "kv", "fact", "session",
)  # fmt: skip
"""The commands to which a `-` says that standard input has a text."""
IMPORT, EVENT = "import", "event"
"""The commands that read row by row: import, and `event add` with --jsonl."""


def read_stdin(what: str, *, keep: bool = True) -> str:
    """All of standard input; on a terminal it says that it waits.

    Of a command that fails then it is kept, unless it is only a program's own.
    """
    try:
        return read_bytes(what, keep=keep).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Usage(f"standard input is not UTF-8 (byte {problem.start})") from None


def read_bytes(what: str, *, keep: bool = True, suffix: str = TEXT) -> bytes:
    """The bytes of all of standard input, held to be kept; also what Ctrl-C broke off."""
    if sys.stdin is None:
        raise Usage("standard input is closed")
    content = bytearray()
    stream: Any = sys.stdin.buffer
    try:
        with _whole_lines(content):
            if sys.stdin.isatty():
                sys.stderr.write(f"Reading {what} from the terminal; end with {END}.\n")
            while chunk := stream.read1(CHUNK):
                content += chunk
    finally:
        if keep:
            hold(bytes(content), suffix, is_piped=not sys.stdin.isatty())
    return bytes(content)


def hold_unread(args: Sequence[str]) -> None:
    """Hold the text that these arguments say is on standard input, if nobody has read it: they are
    wrong, or it would have been. Who waits for it now would have waited for it in any case, but for
    a stream, which may have no end."""
    is_asked = any(arg == "-" or (arg[:2] == "--" and arg[-2:] == "=-") for arg in args)
    command = next((arg for arg in args if arg in (*TOLD, IMPORT)), "")
    unread = is_asked and command and not is_holding()
    if not unread or sys.stdin is None or sys.stdin.isatty():
        return
    with suppress(OSError):
        if command == IMPORT or (command == EVENT and any(arg[:7] == "--jsonl" for arg in args)):
            from memento_cli.cli.input.piped import SILENCE_SECONDS, Piped

            Piped(sys.stdin.buffer).hold(SILENCE_SECONDS)
        else:
            hold(sys.stdin.buffer.read())


@contextmanager
def _whole_lines(content: bytearray) -> Iterator[None]:
    """Let Ctrl-C on a terminal leave the line that was being typed: it is added to what was said.

    A terminal throws it away, unless it is told not to, and hands it over once it waits for no end
    of lines any more.
    """
    if sys.stdin is None or not sys.stdin.isatty() or WINDOWS:
        yield
        return
    import termios

    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    lines = [*before]
    lines[3] |= termios.NOFLSH
    termios.tcsetattr(number, termios.TCSANOW, lines)
    try:
        yield
    except BaseException:
        lines[3] &= ~termios.ICANON
        lines[6] = [*before[6]]
        lines[6][termios.VMIN] = lines[6][termios.VTIME] = 0
        termios.tcsetattr(number, termios.TCSANOW, lines)
        content += os.read(number, CHUNK)
        raise
    finally:
        termios.tcsetattr(number, termios.TCSANOW, before)
