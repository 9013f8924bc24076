"""Where this command is, for whatever starts it without a login: cron, hooks, hosts of servers."""

from __future__ import annotations

import os
import shutil
import sys

from memento_cli.store.files.system import WINDOWS


def program() -> str:
    """The absolute path of `memento`, so that it is found without a login's PATH."""
    called = sys.argv[0] if os.path.basename(sys.argv[0]) == "memento" else ""
    return os.path.abspath(called or shutil.which("memento") or "memento")


def words_of(command: str) -> list[str]:
    """The words of a command that the user has set, such as an editor; on Windows a backslash is
    part of a path. ValueError if a quote is left open."""
    from shlex import split

    if not WINDOWS:
        return split(command)
    return [word.strip('"') for word in split(command, posix=False)]


def command() -> list[str]:
    """The command that runs this memento, for others to run."""
    named = sys.argv[0]
    if os.path.basename(named) == "memento" and os.access(named, os.X_OK):
        return [os.path.abspath(named)]
    path = shutil.which("memento")
    # -P: it is started in a repository, whose own folders must not be taken for memento's
    return [path] if path else [sys.executable, "-P", "-m", "memento_cli"]
