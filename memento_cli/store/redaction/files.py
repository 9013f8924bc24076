"""What is left of erased memories among files: theirs, and what others have left of them.

Editors, merges and killed processes leave copies; git takes one file for another, renamed.
"""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress

from memento_cli.errors import BadData
from memento_cli.store.files.files import TEMPORARY, read_regular, system
from memento_cli.store.files.names import CONFLICT, SUFFIX, WAITING, is_value, stem_of
from memento_cli.store.journal.logs import ASIDE, folders_in, is_log
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.redaction.logs import names_any
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

INNER = re.compile(rb"^[ \t]*id[ \t]*=[ \t]*[\"']([^\"'\n]*)[\"']", re.M)
"""What a file of a memory, or a copy of one, says of its id."""


def remains_in(
    folder: str, ids: Collection[str], former: Collection[str], since: float
) -> Iterator[tuple[str, Collection[str]]]:
    """The files in a folder with something of these memories, but for those with others' names.

    Of a file with another's name it is told which of `ids` it says that it is, and of one that
    waits for the place of one of them, which: whether it has their words is to be seen. Of others'
    files only those changed `since` are read. `former` are ids that some of them had before a
    merge: of these, only copies count.
    """
    for entry in entries_of(folder):
        if not is_value(entry.name):
            name = entry.name.lstrip(".#")
            waiting = stem_of(name.removesuffix(WAITING)) if name.endswith(WAITING) else ""
            if waiting in ids:
                yield entry.path, {waiting}
            elif not waiting and (_is_copy(name, {*ids, *former}) or _is_left(entry, ids)):
                yield entry.path, ()
        elif stem_of(entry.name) in ids:
            yield entry.path, ()
        elif is_changed(entry, since):
            said = ids_said(bytes_of(entry.path)).intersection(ids)
            if said:
                yield entry.path, said


def remains_beside_logs(journal: str, ids: Collection[str]) -> Iterator[str]:
    """What kills, editors and merges left beside the logs, if it names one of these memories."""
    for name in folders_in(journal):
        for entry in entries_of(os.path.join(journal, name)):
            left = entry.name.startswith(TEMPORARY) or LOG in entry.name
            if left and not is_log(entry.name) and names_any(bytes_of(entry.path), ids):
                yield entry.path


def remains_set_aside(
    root: str, is_its: Callable[[bytes], bool]
) -> Iterator[tuple[str, bytes | None]]:
    """The files of bad lines of logs that have some of these, each as it is without them; None if
    nothing is left."""
    for entry in entries_of(os.path.join(root, ASIDE)):
        with system(entry.path):
            rows = read_regular(entry.path).split(b"\n")
        kept = [row for row in rows if not is_its(row)]
        if len(kept) < len(rows):
            yield entry.path, b"\n".join(kept) or None


def bytes_of(path: str) -> bytes:
    """What is in a file; nothing where it cannot be read."""
    try:
        return read_regular(path, SIZE_LIMIT)
    except (OSError, BadData):
        return b""


def ids_said(raw: bytes) -> set[str]:
    """Which memories a file, or the sides of a conflict in it, say that they are."""
    said = (id.decode(errors="replace") for id in INNER.findall(raw))
    return {unicodedata.normalize("NFC", id) for id in said}


def entries_of(folder: str) -> list[os.DirEntry[str]]:
    """What is in a folder and is no folder itself; Failed if it cannot be listed."""
    with system(folder), suppress(FileNotFoundError), os.scandir(folder) as entries:
        return [entry for entry in entries if not entry.is_dir(follow_symlinks=False)]
    return []


def is_changed(entry: os.DirEntry[str], since: float) -> bool:
    """Whether a file has changed since; one that has gone meanwhile is not there."""
    try:
        return entry.stat(follow_symlinks=False).st_ctime >= since
    except FileNotFoundError:
        return False


def _is_copy(name: str, ids: Collection[str]) -> bool:
    """Whether a file that is no memory's is a copy of one: `ID.toml.orig`, `ID.toml~`."""
    id, suffix, rest = name.rpartition(SUFFIX)
    id = unicodedata.normalize("NFC", id)
    return bool(suffix) and (id in ids or (not rest and id.partition(CONFLICT)[0] in ids))


def _is_left(entry: os.DirEntry[str], ids: Collection[str]) -> bool:
    """Whether a killed write or a merge has left it, of these memories and of no other."""
    if not entry.name.startswith(TEMPORARY) and SUFFIX not in entry.name:
        return False  # a file of people's own
    said = ids_said(bytes_of(entry.path))
    return bool(said) and said.issubset(ids)
