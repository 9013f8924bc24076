"""Messages about the files and lines that the index could not read."""

from __future__ import annotations

import os

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator


def skipped_message(problem: str) -> str:
    """The message about a file that cannot be read."""
    return f"{problem}; skipped (`memento doctor` explains)"


def problems_in(database: sqlite3.Connection, root: str) -> Iterator[str]:
    """The messages about all files and lines that cannot be read."""
    lines = (
        "SELECT path, place, problem FROM bad_line JOIN log ON log.key = bad_line.log"
        " ORDER BY path, place"
    )
    for path, place, problem in database.execute(lines):
        where = os.path.join(root, os.fsdecode(path)) + (f":{place}" if place else "")
        yield f"{where}: {os.fsdecode(problem)}; skipped"
    files = "SELECT problem FROM file WHERE problem IS NOT NULL ORDER BY name"
    for query in (files, "SELECT problem FROM stray"):
        yield from (skipped_message(os.fsdecode(problem)) for (problem,) in database.execute(query))
