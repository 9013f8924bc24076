"""When only logs have grown since the last command: their tails are read, and no file.

So it is after every `used`. It needs neither the store's values nor a calendar, which take longer
to import than all that is done here.
"""

from __future__ import annotations

from memento_cli.index.database import meta, set_meta
from memento_cli.index.lines import COLUMNS
from memento_cli.index.logs import Lines
from memento_cli.index.look import look
from memento_cli.index.order import level
from memento_cli.index.plain_fold import plain_fold

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from memento_cli.index.plain_fold import Numbers

    Fold = Callable[[str, Sequence[Any], Sequence[Any], float | None, float], Numbers | None]
    """From an id, the rows of its lines, its own numbers, its half-life and its floor."""

OWN = "id, half_life, floor, own_initial, own_last, own_count"
LINES = f"SELECT {COLUMNS} FROM line WHERE memory = ? ORDER BY at, id"
UPDATE = """
UPDATE memory SET initial = ?, last = ?, count = ?, level = ?, opened = ?, uses = ?, edits = ?,
    since = ?, until = ?
WHERE key = ?
"""


def caught_up(database: sqlite3.Connection, root: str, folder: str, now: int) -> bool:
    """Read the tails of the logs; False, with nothing changed, if there is more to do than that."""
    database.execute("BEGIN IMMEDIATE")
    done = False
    try:
        seen = look(database, root, folder, files=False)
        if not (seen.folder_changed or seen.settings_changed):
            lines = Lines(database)
            lines.refresh(root, seen.logs)
            done = folded_again(database, lines.touched, _plain(database, now))
            set_meta(database, "count.line", int(str(meta(database, "count.line"))) + lines.more)
    finally:
        database.execute("COMMIT" if done else "ROLLBACK")
    return done


def folded_again(database: sqlite3.Connection, keys: Iterable[int], fold: Fold) -> bool:
    """Give these memories the numbers that their lines fold to; False when the fold gives up."""
    for key in keys:
        row = database.execute(f"SELECT {OWN} FROM memory WHERE key = ?", (key,)).fetchone()
        if row is None:
            continue  # of a memory that has no file
        id, half_life, floor, *own = row
        numbers = fold(id, database.execute(LINES, (key,)).fetchall(), own, half_life, floor)
        if numbers is None:
            return False
        initial, last, count, *rest = numbers
        at = level(initial, last, half_life)
        database.execute(UPDATE, (initial, last, count, at, *rest, key))
    return True


def _plain(database: sqlite3.Connection, now: int) -> Fold:
    boost, most, rest = (
        float(str(meta(database, f"setting.reinforce.{name}")))
        for name in ("boost", "max_strength", "rest_hours")
    )
    return lambda id, rows, own, half_life, floor: plain_fold(
        rows, own, half_life, floor, now, (boost, most, rest)
    )
