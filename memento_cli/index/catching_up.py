"""When only logs have grown since the last command: their tails are read, and no file.

So it is after every `used`. It needs neither the store's values nor a calendar, which take longer
to import than all that is done here.
"""

from __future__ import annotations

from memento_cli.core.curves import peak
from memento_cli.index.database import meta, set_meta
from memento_cli.index.levels import fading_key, fading_of, level_of, middle_in
from memento_cli.index.lines import COLUMNS
from memento_cli.index.logs import Lines
from memento_cli.index.look import look
from memento_cli.index.numbers import FADING, packed_moments
from memento_cli.index.plain_fold import plain_fold

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from memento_cli.core.curves import Fading
    from memento_cli.index.plain_fold import Numbers

    Fold = Callable[[str, Sequence[Any], Sequence[Any], Fading], Numbers | None]
    """From an id, the rows of its lines, its own numbers, and how it fades."""

OWN = f"id, pinned, own_initial, own_last, own_count, {FADING}"
LINES = f"SELECT {COLUMNS} FROM line WHERE memory = ? ORDER BY at, id"
UPDATE = """
UPDATE memory SET initial = ?, last = ?, count = ?, times = ?, peak = ?, middle = ?, fading = ?,
    level = ?, opened = ?, uses = ?, edits = ?, views = ?, since = ?, until = ?
WHERE key = ?
"""
RULES = ("boost", "max_strength", "rest_hours", "not_helpful", "neglected")


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
        id, pinned, *own = row
        own, fade = own[:3], tuple(own[3:])
        numbers = fold(id, database.execute(LINES, (key,)).fetchall(), own, fade)
        if numbers is None:
            return False
        fading = fading_key(database, fading_of(numbers[:4], fade, pinned))
        database.execute(UPDATE, (*kept(numbers, fade, fading), key))
    return True


def kept(numbers: Numbers, fade: Fading, fading: int) -> tuple[Any, ...]:
    """The columns of what lines fold to, in the order of the table."""
    initial, last, count, times, *rest = numbers
    plain = (initial, last, count, times)
    whole, middle = peak(fade[0], initial, fade[2]), middle_in(plain, fade)
    at, uses = level_of(plain, fade), packed_moments(times)
    return (initial, last, count, uses, whole, middle, fading, at, *rest)


def _plain(database: sqlite3.Connection, now: int) -> Fold:
    rules = [float(str(meta(database, f"setting.reinforce.{name}"))) for name in RULES]
    return lambda _, rows, own, fade: plain_fold(rows, own, fade, now, rules)
