"""The pager for what is longer than the terminal: the user's own, as git chooses it.

Which one it is stands in $MEMENTO_PAGER, in the user's own settings or in $PAGER, and in nothing
that a store says; else it is less. `cat`, or an empty value, turns paging off.
"""

from __future__ import annotations

import os
import subprocess
import sys
from shutil import get_terminal_size

from memento_cli.cli.foreground import interrupts_left_to_it
from memento_cli.cli.program import words_of
from memento_cli.standard import suppress

VARIABLE, USUAL = "MEMENTO_PAGER", "less"
NO_PAGER = ("", "cat")
LESS, LV = "FRX", "-c"
"""How less and lv are told to show colours, and to end where all fits, unless the user says how."""


def is_paged(text: str, preferred: str) -> bool:
    """Show a text in the pager if the terminal has too few lines for it. Whether it was shown."""
    columns, lines = get_terminal_size()
    height = sum(1 + max(len(line) - 1, 0) // max(columns, 1) for line in text.splitlines())
    if os.environ.get("TERM") == "dumb" or height < lines:
        return False
    command = pager(preferred)
    try:
        words = words_of(command)
    except ValueError:
        return False
    if command in NO_PAGER or not words:
        return False
    sys.stdout.flush()
    environment = {"LESS": LESS, "LV": LV, **os.environ}
    try:
        child = subprocess.Popen(words, stdin=subprocess.PIPE, env=environment)
    except OSError:
        return False
    encoding = sys.stdout.encoding or "utf-8"
    with interrupts_left_to_it():
        with suppress(OSError):  # a reader that has seen enough
            child.communicate(text.encode(encoding, "backslashreplace"))
        child.wait()
    return True


def pager(preferred: str) -> str:
    """The command of the pager; `preferred` is what the user's own settings name."""
    if VARIABLE in os.environ:
        return os.environ[VARIABLE].strip()
    return (preferred or os.environ.get("PAGER", USUAL)).strip()
