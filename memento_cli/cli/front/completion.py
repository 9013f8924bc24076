"""memento completion --ids: the ids that begin so, from the folder's names alone."""

from __future__ import annotations

import os

from memento_cli.store.place import FILE, found_store

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape

SUFFIX = ".toml"
SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
ID_SIGNS = 200
DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))]
)


def answer(shape: Shape) -> Said | None:
    """The ids of plain signs that begin so, a line each."""
    root = os.path.realpath(found_store(shape.values.get("store"), os.environ))
    folder = os.path.join(root, "archive" if "archived" in shape.values else "memories")
    if not os.path.lexists(os.path.join(root, FILE)) or any(map(os.path.islink, folders_of(root))):
        return None
    start = shape.words[0] if shape.words else ""
    ids = sorted(set(_plain_ids(folder, start)))
    return [(1, "".join(f"{id}\n" for id in ids))] if ids else []


def folders_of(root: str) -> list[str]:
    """The folders of a store that may be no links."""
    return [os.path.join(root, name) for name in ("memories", "archive", "journal")]


def _plain_ids(folder: str, start: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [
                id
                for entry in entries
                if (id := _id_in(entry.name)).startswith(start)
                and is_plain_id(id)
                and ".sync-conflict-" not in id
                and not entry.is_dir(follow_symlinks=False)
            ]
    except FileNotFoundError:
        return []


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
