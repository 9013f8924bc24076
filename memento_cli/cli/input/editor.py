"""The user's editor, on a copy outside the store, with no lock held."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile

from memento_cli.cli.foreground import interrupts_left_to_it
from memento_cli.cli.input.unsaved import hold
from memento_cli.cli.output.out import can_ask
from memento_cli.cli.program import words_of
from memento_cli.errors import Failed, Interrupted, Usage
from memento_cli.interrupts import CODE
from memento_cli.named_tuple import TypeVar
from memento_cli.standard import suppress
from memento_cli.store.files.system import WINDOWS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

    from memento_cli.cli.call import Call
    from memento_cli.errors import MementoError

T = TypeVar("T")

USUAL = "notepad" if WINDOWS else "vi"
UNCHANGED = "nothing was changed"
AGAIN = {"e": "edit again", "q": "quit without writing"}


def edited_text(text: str, suffix: str, preferred: str) -> str:
    """What the user's editor makes of a text: the one `preferred`, $VISUAL, $EDITOR, or USUAL."""
    command = preferred or os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not command and not can_ask():
        raise Usage("there is no terminal to edit on", "set $EDITOR, or use the options")
    command = command or USUAL
    before = text.encode("utf-8", "surrogatepass")
    with tempfile.TemporaryDirectory(prefix="memento-") as folder:
        path = os.path.join(folder, "memory" + suffix)
        with open(path, "wb") as file:
            file.write(before)
        try:
            _run([*_words(command), path], command)
        finally:  # also where the editor failed, or this is to end: what was saved is not lost
            after = None
            with suppress(FileNotFoundError), open(path, "rb") as file:
                after = file.read()
            if after is not None and after != before:
                hold(after, suffix)
    if after is None:
        raise Failed("the editor removed its file", UNCHANGED)
    try:
        return after.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Failed(f"the edited text is not UTF-8 (byte {problem.start})") from None


def edited_until_valid(
    call: Call,
    text: str,
    suffix: str,
    take: Callable[[str], T],
    mistakes: tuple[type[MementoError], ...],
    left: MementoError,
) -> T:
    """What `take` makes of the text of the user's editor; after a mistake a person may edit again.

    Raises `left` if they do not want to.
    """
    while True:
        text = edited_text(text, suffix, call.out.preference("editor"))
        try:
            return take(text)
        except mistakes as problem:
            if not can_ask():
                raise
            call.out.error(problem)
            if call.out.ask("What now?", AGAIN, "e") != "e":
                raise left from None


def _words(command: str) -> list[str]:
    try:
        return words_of(command)
    except ValueError as problem:
        raise Usage(f"cannot read the editor {command!r}: {problem}", "set $EDITOR") from None


def _run(arguments: list[str], command: str) -> None:
    try:
        with interrupts_left_to_it():
            code = subprocess.run(arguments, check=False).returncode
    except OSError as problem:
        raise Failed(
            f"cannot start the editor {command!r}: {problem.strerror}", "set $EDITOR"
        ) from None
    if code in (CODE, -signal.SIGINT):
        raise Interrupted(f"the editor {command!r} was interrupted", UNCHANGED)
    if code:
        names = {each.value: each.name for each in signal.Signals}
        ended_by = names.get(-code, f"signal {-code}")
        how = f"was ended by {ended_by}" if code < 0 else f"ended with {code}"
        raise Failed(f"the editor {command!r} {how}", UNCHANGED)
