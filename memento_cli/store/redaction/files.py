"""Finding what is left of erased memories among files: their own, and copies.

Editors, merges and killed processes leave copies; git may take one file for another, renamed. A
salted hash recognises erased text that comes back.
"""

from __future__ import annotations

import os
import re
import unicodedata
from contextlib import suppress
from hashlib import blake2b

from memento_cli.core.memory.record_kinds import FOLDERS, ref_of, whole_ref
from memento_cli.core.redaction.erased_records import EDGES, record_erasures, remainder
from memento_cli.errors import BadData, Conflict
from memento_cli.store.files.files import TEMPORARY, bytes_or_none, os_errors, read_regular, replace
from memento_cli.store.files.names import CONFLICT, SUFFIX, WAITING, is_value_name, stem_of
from memento_cli.store.files.system import changed_at
from memento_cli.store.journal.logs import ASIDE, folders_in, is_log
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.redaction.logs import Remains, mentions_any
from memento_cli.store.settings.settings import settings_of
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import SIZE_LIMIT, Document, parsed
from memento_cli.store.toml.splice import REMOVED, edited
from memento_cli.store.toml.writer import rendered, value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.folders import Folders

ID_LINE = re.compile(rb"^[ \t]*id[ \t]*=[ \t]*[\"']([^\"'\n]*)[\"']", re.M)
"""The id inside the file of a memory, or inside a copy of one."""
SALT = "erasure.salt"
HASH_BYTES, KEY_BYTES = 16, 64


def remains_in(
    folder: str, ids: Collection[str], former: Collection[str], since: float
) -> Iterator[tuple[str, Collection[str]]]:
    """The files in a folder that have, or may have, something of these memories.

    With each come the ids for which the caller must compare its text: of a file named for another
    memory, those of `ids` that stand inside; of one that waits for the path of a memory, that one.
    Files of other names are read only if changed `since`. `former` are ids that some of the
    memories had before a merge: of these, only copies count.
    """
    for entry in entries_of(folder):
        if not is_value_name(entry.name):
            name = entry.name.lstrip(".#")
            waiting = stem_of(name.removesuffix(WAITING)) if name.endswith(WAITING) else ""
            if waiting in ids:
                yield entry.path, {waiting}
            elif not waiting and (_is_copy(name, {*ids, *former}) or _is_left(entry, ids)):
                yield entry.path, ()
        elif stem_of(entry.name) in ids:
            yield entry.path, ()
        elif is_changed(entry, since):
            inside = ids_inside(bytes_of(entry.path)).intersection(ids)
            if inside:
                yield entry.path, inside


def remains_beside_logs(journal: str, ids: Collection[str]) -> Iterator[str]:
    """Files beside the logs, left by killed processes, editors and merges, that name a memory."""
    for name in folders_in(journal):
        for entry in entries_of(os.path.join(journal, name)):
            left = entry.name.startswith(TEMPORARY) or LOG in entry.name
            if left and not is_log(entry.name) and mentions_any(bytes_of(entry.path), ids):
                yield entry.path


def remains_set_aside(root: str, is_its: Callable[[bytes], bool]) -> Iterator[Remains]:
    """The files of set-aside lines with some for which `is_its` is true, and their bytes without
    these; None if nothing is left."""
    for entry in entries_of(os.path.join(root, ASIDE)):
        with os_errors(entry.path):
            rows = read_regular(entry.path).split(b"\n")
        kept = [row for row in rows if not is_its(row)]
        if len(kept) < len(rows):
            yield Remains(entry.path, b"\n".join(kept) or None)


def bytes_of(path: str) -> bytes:
    """The bytes of a file; none if it cannot be read."""
    return bytes_or_none(path, SIZE_LIMIT) or b""


def ids_inside(raw: bytes) -> set[str]:
    """The ids that stand in a memory's file, or in the sides of a conflict in it."""
    ids = (id.decode(errors="replace") for id in ID_LINE.findall(raw))
    return {unicodedata.normalize("NFC", id) for id in ids}


def entries_of(folder: str) -> list[os.DirEntry[str]]:
    """The entries of a folder that are no folders; Failed if it cannot be listed."""
    with os_errors(folder), suppress(FileNotFoundError), os.scandir(folder) as entries:
        return [entry for entry in entries if not entry.is_dir(follow_symlinks=False)]
    return []


def is_changed(entry: os.DirEntry[str], since: float) -> bool:
    """Whether a file has changed since a time, in seconds; false if it was removed meanwhile."""
    try:
        return changed_at(entry.stat(follow_symlinks=False)) >= since
    except FileNotFoundError:
        return False


def _is_copy(name: str, ids: Collection[str]) -> bool:
    """Whether a name is that of a copy of a memory's file: `ID.toml.orig`, `ID.toml~`."""
    id, suffix, rest = name.rpartition(SUFFIX)
    id = unicodedata.normalize("NFC", id)
    return bool(suffix) and (id in ids or (not rest and id.partition(CONFLICT)[0] in ids))


def _is_left(entry: os.DirEntry[str], ids: Collection[str]) -> bool:
    """Whether a killed write or a merge has left the file, and all ids in it are of `ids`."""
    if not entry.name.startswith(TEMPORARY) and SUFFIX not in entry.name:
        return False  # the user's own file
    inside = ids_inside(bytes_of(entry.path))
    return bool(inside) and inside.issubset(ids)


def words_hash(store: Folders, summary: str, detail: str) -> str:
    """The salted hash of a memory's text; case, spaces and line ends do not matter."""
    plain = unicodedata.normalize("NFKC", f"{summary} {detail}").casefold()
    text = " ".join(plain.split()).encode(errors="surrogatepass")
    salt = store.settings[SALT].encode()[:KEY_BYTES]
    return blake2b(text, digest_size=HASH_BYTES, key=salt).hexdigest()


def add_salt(store: Folders) -> None:
    """Add a salt to the settings of a store that has none; the lock must be held."""
    if store.settings[SALT]:
        return
    path = store.settings_file
    document = parsed(read_regular(path, SIZE_LIMIT), path)
    salt = os.urandom(HASH_BYTES).hex()
    replace(path, edited(document, {tuple(SALT.split(".")): salt}).encode())
    store.changed.append(path)
    store.settings = settings_of(read_regular(path, SIZE_LIMIT), path)


def file_words_hash(store: Folders, raw: bytes) -> str:
    """The salted hash of the text in a memory's file; empty if it cannot be read."""
    try:
        content = value_at(parsed(raw, "").data, ("memory", "content")) or {}
        return words_hash(store, str(content.get("summary")), str(content.get("detail", "")))
    except (BadData, AttributeError):
        return ""


def record_remains(
    store: Folders, erased: Erasures, lines: Sequence[JournalEntry]
) -> Iterator[Remains]:
    """The files of records, and copies of them, which are removed whole, with erased content."""
    names = record_erasures(erased)
    for folder in FOLDERS:
        if any(name.startswith(f"{folder}/") for name in names):
            for entry in entries_of(store.held(folder).folder):
                ref, raw = _ref_of(folder, entry.name, entry.path), bytes_of(entry.path)
                is_copy = ref in names and not is_value_name(entry.name)
                rest = None if is_copy else without_erased(ref, raw, names, lines)
                if rest != raw:
                    yield Remains(entry.path, rest)


def without_erased(
    ref: str, raw: bytes, erased: Erasures, lines: Iterable[JournalEntry]
) -> bytes | None:
    """The bytes of a record's file without what was erased; None if nothing is left.

    An unreadable file is removed if nothing was stated in it since; else it stays to be mended.
    """
    entries = [line for line in lines if whole_ref(line.memory) == ref]
    for name in sorted(name for name in erased if whole_ref(name) == ref):
        try:
            document = parsed(raw, "")
        except BadData:
            document = Document("", {})
        data = plain(document.data)
        rest = remainder(name, data, erased[name], entries)
        if rest is None:
            return None
        if rest != data:
            raw = _text(document, rest, name == ref).encode()
    return raw


def _ref_of(folder: str, name: str, path: str) -> str:
    """The record of a file, of a copy of one, or of a temporary file; empty if unknown."""
    if name.startswith(TEMPORARY):
        try:
            return ref_in_data(parsed(bytes_of(path), "").data)
        except BadData:
            return ""
    if is_value_name(name):
        return ref_of(folder, stem_of(name))
    id = name.lstrip(".#").rpartition(SUFFIX)[0].partition(CONFLICT)[0]
    return ref_of(folder, unicodedata.normalize("NFC", id)) if id else ""


def _text(document: Document, data: dict[str, Any], is_whole: bool) -> str:
    """The document with this data; if the whole record was erased, without its comments."""
    edges = data.get(EDGES, REMOVED)
    try:
        return rendered(data) if is_whole else edited(document, {(EDGES,): edges})
    except Conflict:
        return rendered(data)
