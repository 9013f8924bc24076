"""The user's editor, on a copy outside the store, with no lock held."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile

from memento_cli.cli.out import can_ask
from memento_cli.errors import Failed, Usage

AGAIN = {"e": "edit again", "q": "quit without writing"}


def edited_text(text: str, suffix: str) -> str:
    """What the user's editor ($VISUAL, $EDITOR, or vi) makes of a text."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not command and not can_ask():
        raise Usage("there is no terminal to edit on", "set $EDITOR, or use the options")
    command = command or "vi"
    with tempfile.TemporaryDirectory(prefix="memento-") as folder:
        path = os.path.join(folder, "memory" + suffix)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        _run([*_words(command), path], command)
        try:
            with open(path, encoding="utf-8-sig", newline="") as file:
                return file.read()
        except FileNotFoundError:
            raise Failed("the editor removed its file", "nothing was changed") from None
        except UnicodeDecodeError as problem:
            raise Failed(f"the edited text is not UTF-8 (byte {problem.start})") from None


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError as problem:
        raise Usage(f"cannot read the editor {command!r}: {problem}", "set $EDITOR") from None


def kept_text(text: str) -> str:
    """Keep a text that could not be used; where it is."""
    handle, path = tempfile.mkstemp(prefix="memento-", suffix=".toml")
    with open(handle, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
        file.write(text)
    return path


def _run(arguments: list[str], command: str) -> None:
    try:
        code = subprocess.run(arguments, check=False).returncode
    except OSError as problem:
        raise Failed(
            f"cannot start the editor {command!r}: {problem.strerror}", "set $EDITOR"
        ) from None
    if code:
        raise Failed(f"the editor {command!r} ended with {code}", "nothing was changed")
