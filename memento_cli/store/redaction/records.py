"""Removing what was erased from the files of records: states, blocks, kv values, entities."""

from __future__ import annotations

from unicodedata import normalize

from memento_cli.core.memory.record_kinds import FOLDERS, ref_of, whole_ref
from memento_cli.core.redaction.erased_records import EDGES, record_erasures, remainder
from memento_cli.errors import BadData, Conflict
from memento_cli.store.files.files import TEMPORARY
from memento_cli.store.files.names import CONFLICT, SUFFIX, is_value_name, stem_of
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.redaction.files import bytes_of, entries_of
from memento_cli.store.redaction.logs import Remains
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


def record_remains(
    store: Folders, erased: Erasures, lines: Sequence[JournalEntry]
) -> Iterator[Remains]:
    """The files of records, and copies of them, with erased content.

    `lines` are the journal's entries about what was erased. Copies are removed whole.
    """
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
    return ref_of(folder, normalize("NFC", id)) if id else ""


def _text(document: Document, data: dict[str, Any], is_whole: bool) -> str:
    """The document with this data; if the whole record was erased, without its comments."""
    edges = data.get(EDGES, REMOVED)
    try:
        return rendered(data) if is_whole else edited(document, {(EDGES,): edges})
    except Conflict:
        return rendered(data)
