"""The console of Windows: it takes no control sequences until it is asked to, and has no path."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Any

STDOUT, SEQUENCES = -11, 4
"""The number of the console's output, and the bit of its mode that is asked for."""


def prepare() -> None:
    """Let a console show colours, or see that it is sent none; and let a pipe have UTF-8 with plain
    line ends, as elsewhere, and not the code page of this machine."""
    streams: tuple[Any, ...] = (sys.stdout, sys.stderr)
    for stream in filter(None, streams):
        if not stream.isatty():
            stream.reconfigure(encoding="utf-8", newline="\n")
        elif not _takes_sequences():
            os.environ.setdefault("NO_COLOR", "1")


def _takes_sequences() -> bool:
    """Ask the console to take control sequences; whether it does."""
    system, mode = _system(), ctypes.c_ulong()
    handle = system.GetStdHandle(STDOUT)
    if not system.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(system.SetConsoleMode(handle, mode.value | SEQUENCES))


def window() -> int:
    """The number of the console's window; each tab has one of its own, shown or not."""
    return int(_system().GetConsoleWindow() or 0)


def _system() -> Any:
    return vars(ctypes)["windll"].kernel32  # there is none elsewhere
