"""Which logs have lines about a memory, so that not all of a large journal is searched for it."""

from __future__ import annotations

import os

from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.refresh.freshness import known_logs, log_stamps

LARGE = 8 << 20  # bytes: to search fewer takes no longer than to ask
PATHS = """
SELECT DISTINCT path FROM line JOIN log ON log.key = line.log JOIN name ON name.key = line.memory
WHERE name.id = ?
"""


def logs_about(root: str, id: str) -> list[str] | None:
    """The paths of the logs that may say something of a memory; None if any may.

    A log that is as the index has read it says nothing but what the index has of it; any other may.
    """
    stamps = dict(log_stamps(root))
    if sum(size for _, _, size, _ in stamps.values()) < LARGE:
        return None
    from memento_cli.index.database.database import opened
    from memento_cli.index.database.sqlite import Error

    database = opened(os.path.join(index_folder(root), FILE), root)
    if database is None:
        return None
    try:
        known = known_logs(database)
        told = {os.fsdecode(path) for (path,) in database.execute(PATHS, (id,))}
    except Error:
        return None
    finally:
        database.close()
    return [
        os.path.join(root, path)
        for path, stamp in stamps.items()
        if path in told or known.get(path) != stamp
    ]
