"""memento completion --ids: the ids that begin so, from the names of files alone."""

from __future__ import annotations

import os
import time

from memento_cli.store.place import FILE, found_store

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape

SUFFIX = ".toml"
MEMORIES, ARCHIVE = "memories", "archive"
LAST_SIGN = "\U0010ffff"
LARGE = 1 << 20  # bytes of a folder: some 20,000 names, which take longer to list than to ask for
SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
ID_SIGNS = 200
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))]
)


def answer(shape: Shape) -> Said | None:
    """The ids of plain signs that begin so, a line each."""
    root = os.path.realpath(found_store(shape.values.get("store"), os.environ))
    if not os.path.lexists(os.path.join(root, FILE)) or any(map(os.path.islink, folders_of(root))):
        return None
    start = shape.words[0] if shape.words else ""
    ids = sorted(set(_plain_ids(root, ARCHIVE if "archived" in shape.values else MEMORIES, start)))
    return [(1, "".join(f"{id}\n" for id in ids))] if ids else []


def folders_of(root: str) -> list[str]:
    """The folders of a store that may be no links."""
    return [os.path.join(root, name) for name in (MEMORIES, ARCHIVE, "journal")]


def _plain_ids(root: str, name: str, start: str) -> list[str]:
    """The plain ids that begin so: of a large folder as the index has it, if that is up to date."""
    folder = os.path.join(root, name)
    try:
        large = name == MEMORIES and os.stat(folder).st_size > LARGE
        names = indexed_names(root, start) if large else None
        return _plain(_listed(folder) if names is None else names, start)
    except FileNotFoundError:
        return []


def indexed_names(root: str, start: str) -> list[str] | None:
    """The files whose names begin so, as the index has them; None unless all have been seen."""
    from memento_cli.index.database import meta, opened
    from memento_cli.index.look import folder_stamp
    from memento_cli.index.place import FILE as INDEX
    from memento_cli.index.place import index_folder
    from memento_cli.index.sqlite import Error

    database = opened(os.path.join(index_folder(root), INDEX), root)
    if database is None:
        return None
    try:
        seen = folder_stamp(os.path.join(root, MEMORIES), time.time_ns())
        if not seen or seen != meta(database, "folder"):
            return None
        query = "SELECT name FROM file WHERE name >= ? AND name < ?"
        return [name for (name,) in database.execute(query, (start, start + LAST_SIGN))]
    except Error:
        return None
    finally:
        database.close()


def _listed(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        yield from (
            entry.name
            for entry in entries
            if entry.name.endswith(SUFFIX) and not entry.is_dir(follow_symlinks=False)
        )


def _plain(names: Iterable[str], start: str) -> list[str]:
    return [
        id
        for name in names
        if (id := _id_in(name)).startswith(start)
        and is_plain_id(id)
        and ".sync-conflict-" not in id
    ]


def _id_in(name: str) -> str:
    """The id in a file's name; of what is none, nothing."""
    if not name.endswith(SUFFIX):
        return ""
    stem = name[: -len(SUFFIX)]
    if not stem.isascii():
        from unicodedata import normalize

        stem = normalize("NFC", stem)
    return stem


def is_plain_id(text: str) -> bool:
    """Whether a text can be an id, and has no sign by which a shell could be made to act."""
    return (
        SIGNS.issuperset(text)
        and len(text) <= ID_SIGNS
        and text[:1].isalnum()
        and text[-1] != "."
        and text.partition(".")[0].lower() not in DEVICES
    )
