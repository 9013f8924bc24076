"""What is left among files of what was erased of what holds beside memories."""

from __future__ import annotations

from unicodedata import normalize

from memento_cli.core.memory.record_kinds import FOLDERS, ref_of, whole_ref
from memento_cli.core.redaction.erased_records import EDGES, of_held, remainder
from memento_cli.errors import BadData, Conflict
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import TEMPORARY
from memento_cli.store.files.names import CONFLICT, SUFFIX, is_value, stem_of
from memento_cli.store.records.registry import said_ref
from memento_cli.store.redaction.files import bytes_of, entries_of
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import Document, parsed
from memento_cli.store.toml.splice import REMOVED, edited
from memento_cli.store.toml.writer import rendered

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.folders import Folders


class Remains(NamedTuple):
    """A file with something of what was erased, and what it is without; None if it goes."""

    path: str
    raw: bytes | None


def held_remains(
    store: Folders, erased: Erasures, lines: Sequence[JournalEntry]
) -> Iterator[Remains]:
    """The files, and copies of them, with something of what was erased. `lines` are about it.

    What a copy says nobody has stated: it goes whole.
    """
    names = of_held(erased)
    for folder in FOLDERS:
        if any(name.startswith(f"{folder}/") for name in names):
            for entry in entries_of(store.held(folder).folder):
                ref, raw = _ref_of(folder, entry.name, entry.path), bytes_of(entry.path)
                is_copy = ref in names and not is_value(entry.name)
                left = None if is_copy else without_erased(ref, raw, names, lines)
                if left != raw:
                    yield Remains(entry.path, left)


def without_erased(
    ref: str, raw: bytes, erased: Erasures, lines: Iterable[JournalEntry]
) -> bytes | None:
    """The bytes of the file that has this name without what was erased; None if nothing is left.

    One that nobody can read goes if nothing was stated in it since, and else waits to be mended.
    """
    its = [line for line in lines if whole_ref(line.memory) == ref]
    for name in sorted(name for name in erased if whole_ref(name) == ref):
        try:
            document = parsed(raw, "")
        except BadData:
            document = Document("", {})
        data = plain(document.data)
        left = remainder(name, data, erased[name], its)
        if left is None:
            return None
        if left != data:
            raw = _text(document, left, name == ref).encode()
    return raw


def _ref_of(folder: str, name: str, path: str) -> str:
    """Whose file this is, or whose copy, or what a killed write has left of whom."""
    if name.startswith(TEMPORARY):
        try:
            return said_ref(parsed(bytes_of(path), "").data)
        except BadData:
            return ""
    if is_value(name):
        return ref_of(folder, stem_of(name))
    id = name.lstrip(".#").rpartition(SUFFIX)[0].partition(CONFLICT)[0]
    return ref_of(folder, normalize("NFC", id)) if id else ""


def _text(document: Document, left: dict[str, Any], is_whole: bool) -> str:
    """A document as text; one of which all was erased without comments, which may quote that."""
    edges = left.get(EDGES, REMOVED)
    try:
        return rendered(left) if is_whole else edited(document, {(EDGES,): edges})
    except Conflict:
        return rendered(left)
