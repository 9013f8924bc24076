"""The last list that a terminal showed, by whose numbers a person names what was in it.

It is kept in the cache, for each store, terminal and session. No act renumbers it; the next list on
the same terminal replaces it. As for an index, a folder that others can write to counts as none.
"""

from __future__ import annotations

import os
import sys
import time

from memento_cli.index.database.place import index_folder, is_trusted_index
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import suppress
from memento_cli.store.directory.location import is_exclusively_own
from memento_cli.store.files.system import BYTES, WINDOWS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = "lists"
ESCAPED = "unicode_escape"
"""How a line is encoded: the key of a fact may have the sign that ends a line."""
PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
OLD_SECONDS = 3600.0
"""A number of a list that is older than this is asked about."""


class LastList(NamedTuple):
    """What a list had: the noun of its rows (`memories`), their ids in order, and how long ago."""

    noun: str
    ids: tuple[str, ...]
    age_seconds: float

    @property
    def is_old(self) -> bool:
        """Whether a person may have forgotten what its numbers mean."""
        return not 0 <= self.age_seconds <= OLD_SECONDS


def keep_list(root: str, noun: str, ids: Sequence[str]) -> None:
    """Keep what a terminal shows of a store; where that cannot be written, numbers mean nothing."""
    path = _path(root)
    if path is None:
        return
    folder = os.path.dirname(path)
    with suppress(OSError):
        os.makedirs(folder, PRIVATE_FOLDER, exist_ok=True)
        if not (is_exclusively_own(folder) and is_exclusively_own(os.path.dirname(folder))):
            return
        aside = f"{path}.{os.getpid()}"
        number = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BYTES, PRIVATE_FILE)
        with os.fdopen(number, "wb") as file:
            file.write(b"\n".join(line.encode(ESCAPED) for line in (noun, *ids)))
        os.replace(aside, path)


def last_list(root: str) -> LastList | None:
    """The last list of a store on this terminal; None if there is none."""
    path = _path(root)
    if path is None or not is_trusted_index(path):
        return None
    with suppress(OSError, ValueError):
        with open(path, "rb") as file:
            noun, *ids = (line.decode(ESCAPED) for line in file.read().split(b"\n"))
            age = time.time() - os.fstat(file.fileno()).st_mtime
        return LastList(noun, tuple(ids), age)
    return None


def drop_lists(root: str) -> None:
    """Delete what terminals have shown of a store: keys and ids may be of what is erased."""
    folder = os.path.join(index_folder(root), FOLDER)
    with suppress(OSError):
        for name in os.listdir(folder):
            os.unlink(os.path.join(folder, name))


def _path(root: str) -> str | None:
    """The file of this terminal and session; None where there is no terminal."""
    terminal = _terminal()
    return terminal and os.path.join(index_folder(root), FOLDER, terminal)


def _terminal() -> str | None:
    """What tells this terminal and session from others."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with suppress(OSError, AttributeError, ValueError):
            if WINDOWS:
                if stream.isatty():
                    from memento_cli.cli.output.console import window

                    return f"console-{window():x}"
                continue
            terminal = os.ttyname(stream.fileno()).strip("/").replace("/", "-")
            return f"{terminal}-{os.getsid(0)}"
    return None
