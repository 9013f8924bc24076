"""The logs that have lines about a memory, so that a large journal is not searched whole."""

from __future__ import annotations

import os

from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.refresh.freshness import known_logs, log_stamps

LARGE = 8 << 20  # bytes: a smaller journal is searched in the time that the index takes
PATHS = """
SELECT DISTINCT path FROM line JOIN log ON log.key = line.log JOIN name ON name.key = line.memory
WHERE name.id = ?
"""


def logs_about(root: str, id: str) -> list[str] | None:
    """The paths of the logs that may have lines about a memory; None if any may.

    Of a log that has not changed since the index read it, the index knows.
    """
    stamps = dict(log_stamps(root))
    if sum(size for _, _, size, _ in stamps.values()) < LARGE:
        return None
    from memento_cli.index.database.database import open_database
    from memento_cli.index.database.sqlite import Error

    database = open_database(os.path.join(index_folder(root), FILE), root)
    if database is None:
        return None
    try:
        indexed = known_logs(database)
        about = {os.fsdecode(path) for (path,) in database.execute(PATHS, (id,))}
    except Error:
        return None
    finally:
        database.close()
    return [
        os.path.join(root, path)
        for path, stamp in stamps.items()
        if path in about or indexed.get(path) != stamp
    ]
