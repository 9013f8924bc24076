"""The index, asked at the front door: open, as the store is now, and with nothing to warn of."""

from __future__ import annotations

import os
import time

from memento_cli.cli.front.cells import MICROS, marked, row, was
from memento_cli.core.curves import strength_now
from memento_cli.core.instructions import may_instruct
from memento_cli.core.trust import marks
from memento_cli.errors import NotFound
from memento_cli.index.database import meta, opened
from memento_cli.index.look import MEMORIES, known_logs, log_stamps, look
from memento_cli.index.numbers import STRENGTH, both_of
from memento_cli.index.place import FILE, index_folder
from memento_cli.index.sqlite import Connection, Error
from memento_cli.index.stamps import stamp_of
from memento_cli.store.place import found_store, user_file

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape
    from memento_cli.index.look import Look

FOLDERS = ("memories", "archive", "journal")
PROBLEM = """
SELECT 1 FROM file WHERE problem IS NOT NULL UNION ALL SELECT 1 FROM bad_line
UNION ALL SELECT 1 FROM stray LIMIT 1
"""
FILE_ROW = "SELECT name, mtime, ctime, size, inode FROM file WHERE key = ?"
LINKED = """
SELECT link.key, memory.id FROM name JOIN link ON link.target = name.id
JOIN memory ON memory.key = link.key
WHERE name.key = ? AND rel = ? AND link.key <> name.key
"""
CONTRADICTS = "SELECT 1 FROM link WHERE key = ? AND rel = 'contradicts'"
OPPOSED = """
SELECT 1 FROM name JOIN link ON link.target = name.id
WHERE name.key = ? AND rel IN ('contradicts', 'supersedes')
"""
ROW = f"""
SELECT id, pinned, created, summary, detail, topics, trust,
    name, mtime, ctime, size, inode, {STRENGTH}
FROM memory JOIN file USING (key) WHERE key = ?
"""


class Here:
    """An index that is as its store is, and the moment of asking in microseconds since 1970."""

    def __init__(
        self, database: Connection, root: str, folder: str, named: str | None = None
    ) -> None:
        self.database = database
        self.named = named  # the store that the user has said, if any
        self.root = root
        self.folder = folder  # where the index is
        self.now = int(time.time()) * MICROS

    def setting(self, key: str) -> Any:
        """What the store's settings say; NotFound in the index of an older memento."""
        value = meta(self.database, f"setting.{key}")
        if value is None:
            raise NotFound(f"the index has no setting {key}")  # one of an older memento
        return value

    def count(self, table: str = "memory") -> int:
        """How many memories there are, or how many files."""
        return int(str(meta(self.database, f"count.{table}")))

    def one(self, query: str, *args: Any) -> Any:
        """The first row that a query finds, if any."""
        return self.database.execute(query, args).fetchone()

    def rows(self, keys: Sequence[int], *, ids: bool) -> str | None:
        """The lines of these memories; None if the index does not tell all that is in one, or one
        may read like instructions."""
        lines = []
        for key in keys:
            id, pinned, created, summary, detail, topics, trust, *rest = self.one(ROW, key)
            instructs = any(map(may_instruct, (summary, detail, topics)))
            if instructs or not self.is_as_indexed(*rest[:5]):
                return None
            strength = strength_now(*both_of(rest[5:]), pinned, self.now)
            newer = "" if ids else self.newer(key)
            if newer is None:
                return None
            line = row(id, strength, created, was(newer) + marked(marks(trust)) + summary)
            lines.append(line.partition("\t")[0] + "\n" if ids else line)
        return "".join(lines)

    def newer(self, key: int) -> str | None:
        """The id of the one memory that superseded this one; empty if none did, as it is current.

        None where it takes their times to tell, as they contradict each other or go on.
        """
        if self.one(CONTRADICTS, key) or self.one(LINKED, key, "contradicts"):
            return None
        found = self.database.execute(LINKED, (key, "supersedes")).fetchall()
        if not found:
            return ""
        (other, id), *more = found
        is_last = self.one(CONTRADICTS, other) is None and self.one(OPPOSED, other) is None
        return id if is_last and not more else None

    def has_all_lines(self) -> bool:
        """Whether all that logs say is in the index, or is now."""
        return dict(log_stamps(self.root)) == known_logs(self.database) or self.catches_up()

    def catches_up(self) -> bool:
        """Read the tails of the logs, if nothing else has changed."""
        from memento_cli.index.catching_up import caught_up

        return caught_up(self.database, self.root, self.folder, self.now)

    def is_file_as_indexed(self, key: int) -> bool:
        """The same for the memory with this key."""
        return self.is_as_indexed(*self.one(FILE_ROW, key))

    def is_as_indexed(self, name: str, *stamp: int) -> bool:
        """Whether a memory's file still has the stamp with which it was read."""
        status = os.lstat(os.path.join(self.root, MEMORIES, os.fsdecode(name)))
        return stamp_of(status) == stamp


def has_layers(shape: Shape) -> bool:
    """Whether other stores may be read, too: the user has settings, and has named no store."""
    return "store" not in shape.values and os.path.exists(user_file())


def from_index(
    shape: Shape, ask: Callable[[Here, Shape], Said | None], *, files: bool = True
) -> Said | None:
    """What is said of the index of the shape's store; None if there is none to rely on.

    Without `files`, only what the store has is as the index has it, not what each file says.
    """
    named = shape.values.get("store")
    root = os.path.realpath(found_store(named, os.environ))
    if any(os.path.islink(os.path.join(root, name)) for name in FOLDERS):
        return None
    folder = index_folder(root)
    database = opened(os.path.join(folder, FILE), root)
    if database is None:
        return None
    try:
        here = Here(database, root, folder, named)
        return ask(here, shape) if _is_reliable(here, files) else None
    except Error:
        return None
    finally:
        database.close()  # what is still being read would keep Typer's way from writing


def _is_reliable(here: Here, files: bool) -> bool:
    """Whether the index is as the store is, with nothing to warn of; brings it up to date."""
    seen = look(here.database, here.root, here.folder, files=files)
    if not seen.settings or seen.settings_changed:
        return False
    if not (seen.fresh or _refreshed(here, seen)):
        return False
    return here.one(PROBLEM) is None


def _refreshed(here: Here, seen: Look) -> bool:
    """Bring the index up to date; whether there was nothing to warn of."""
    if not (seen.folder_changed or seen.names) and here.catches_up():
        return True
    return refreshed(here.database, here.root, here.folder, seen.names)


def refreshed(database: Connection, root: str, folder: str, names: Sequence[str] = ()) -> bool:
    """The same with all that it may take."""
    from memento_cli.index.refresh import Erased, refresh
    from memento_cli.store.store import Store

    warned: list[str] = []
    store = Store(root, warned.append)
    try:
        if not warned:
            refresh(database, store, folder, names=names)
    except Erased:
        os.unlink(os.path.join(folder, FILE))  # Typer's way makes another when it asks one
        return False
    return not warned
