"""Acts on records, the files that are no memories: the file changes first, its line follows.

Whatever is made, revised or removed leaves a line with what stood there before and after, with its
reason and its evidence (document 003, revisions); an undo reads that line.
"""

from __future__ import annotations

from memento_cli.core.journal.event_types import CREATED, REMOVED, REVISED
from memento_cli.core.journal.proposal_entries import FILE
from memento_cli.core.memory.record_kinds import ENTRY, HEAD, LIST, PLACE, held, whole_ref
from memento_cli.core.security.secret_checks import (
    allowed_in,
    secrets_in_value,
    without_secrets,
)
from memento_cli.core.security.secret_marks import secret_names
from memento_cli.errors import BadRef, Conflict
from memento_cli.named_tuple import NamedTuple, TypeVar
from memento_cli.store.files.files import os_errors
from memento_cli.store.redaction.pending import erased_logs
from memento_cli.store.toml.changes import flat, plain, same
from memento_cli.store.toml.writer import encoded, nested, path_of, rendered, value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection as Folder
    from memento_cli.store.toml.changes import Change


T = TypeVar("T")
CALLED = (".name", ".title", ".key", ".subject")  # how the paths of what a file is called by end


class TableEntry(NamedTuple):
    """One entry of a list of tables in a file, the keys that a new file has beside it, and the
    place among the others from which it was taken out."""

    path: str
    row: Mapping[str, Any]
    head: Mapping[str, Any] = {}
    place: int | None = None

    @property
    def value(self) -> Any:
        """The row as in the journal, for comparison with the rows of a file."""
        return plain(dict(self.row))


def place_of(store: Store, ref: str) -> tuple[Folder[Any], str]:
    """The folder and the id that a line names; BadRef if it names a memory."""
    parts = held(ref)
    if parts is None:
        raise BadRef(f"{ref[:60]!r} names no state, block, kv value, entity or session")
    return store.held(parts[0]), parts[1]


def create(store: Store, ref: str, value: Any, provenance: Provenance) -> JournalEntry:
    """Make the file of a new value. Conflict if there is one; SecretFound for a key in it."""
    folder, id = place_of(store, ref)
    return create_raw(store, ref, folder.raw_of(id, value), provenance, value)


def create_raw(
    store: Store, ref: str, raw: bytes, provenance: Provenance, value: Any = None
) -> JournalEntry:
    """The same of a file as it is, which is UTF-8; `value` is what it says."""
    folder, id = place_of(store, ref)
    kinds = provenance.kinds([raw.decode(), value])
    with store.all_or_nothing([ref]):
        _made(folder, id, raw)
        return _journalled(store, ref, CREATED, {FILE: raw.decode()}, provenance, kinds)


def revise(
    store: Store, ref: str, make: Callable[[T], T], provenance: Provenance
) -> tuple[T, bool]:
    """Replace a value by what `make` makes of it; no line if that is the same.

    Answers what it is then, and whether it has changed. NotFound if there is none;
    SecretFound for a key in what is new.
    """
    folder, id = place_of(store, ref)
    with store.all_or_nothing([ref]):
        old = folder.read(id).document
        _, after, change = folder.change(id, make)
        names = [*secret_names(old.data), *secret_names(change.after)]
        called = [text for path, text in flat(old.data).items() if path.endswith(CALLED)]
        kinds = provenance.kinds([change.after, called] if change.after else {}, old.text, names)
        changed = not same(change.before, change.after)
        if changed:
            _journalled(store, ref, REVISED, sides(change), provenance, kinds)
        return after, changed


def remove(store: Store, ref: str, provenance: Provenance) -> JournalEntry:
    """Delete the file of a value; its line has what it said, for an undo. NotFound if none."""
    folder, id = place_of(store, ref)
    with store.all_or_nothing([ref]):
        raw = folder.remove(id)
        return _journalled(
            store, ref, REMOVED, journalled_file(raw, allowed_kinds_of(store, ref)), provenance
        )


def add_entries(
    store: Store, name: str, entries: Sequence[tuple[str, TableEntry]], provenance: Provenance
) -> list[JournalEntry]:
    """Add entries, each with its reference, to lists of one file, all in one replacement of it, or
    make it. A line for each tells of it; `name` is the act's.
    """
    refs, rows = zip(*entries, strict=True)
    assert len(set(map(whole_ref, refs))) == 1
    folder, id = place_of(store, refs[0])
    texts = [{"list": path_of(one.path)[-1], one.path: dict(one.row), **one.head} for one in rows]
    kinds = provenance.kinds(texts, names=refs[:1])
    with store.all_or_nothing(refs[:1]):
        put_entries(folder, id, rows)
        lines = [
            entry_about(store, ref, name, _told(entry), provenance, kinds) for ref, entry in entries
        ]
        return store.journal.append(lines)


def remove_entry(
    store: Store, ref: str, name: str, entry: TableEntry, provenance: Provenance
) -> JournalEntry:
    """Take an entry out of a list of a file. NotFound if there is no such file."""
    folder, id = place_of(store, ref)
    rows = [plain(row) for row in rows_in(folder, id, entry.path)]
    if entry.value in rows:
        entry = entry._replace(place=rows.index(entry.value))
    with store.all_or_nothing([ref]):
        remove_entries(folder, id, [entry])
        return _journalled(
            store, ref, name, _told(entry), provenance, sorted(allowed_kinds_of(store, ref))
        )


def put_entries(folder: Folder[Any], id: str, entries: Sequence[TableEntry]) -> None:
    """Add entries, but those that stand there, in one replacement of the file, or make it."""
    if id in folder:
        folder.set_keys(id, _lists_with(folder.read(id).document.data, entries))
    else:
        _made(folder, id, encoded(table_text(entries)))


def remove_entries(folder: Folder[Any], id: str, entries: Sequence[TableEntry]) -> None:
    """Take out those of these entries that stand there, in one replacement of the file."""
    data = folder.read(id).document.data
    keys: dict[str, Any] = {}
    for entry in entries:
        rows, said = keys.get(entry.path, _entries_at(data, entry.path)), entry.value
        kept = [row for row in rows if plain(row) != said]
        if len(kept) < len(rows):
            keys[entry.path] = kept
    if keys:
        folder.set_keys(id, {path: kept or None for path, kept in keys.items()})


def table_text(entries: Sequence[TableEntry]) -> str:
    """The text of a file that has these entries and no others."""
    heads = {key: value for entry in entries for key, value in entry.head.items()}
    return rendered(nested(heads | _lists_with({}, entries)))


def _lists_with(data: Mapping[str, Any], entries: Sequence[TableEntry]) -> dict[str, Any]:
    """The lists of a document with these entries, by their paths."""
    lists: dict[str, Any] = {}
    for entry in entries:
        rows = lists.get(entry.path, _entries_at(data, entry.path))
        known = entry.value in map(plain, rows)
        at = len(rows) if entry.place is None else entry.place
        lists[entry.path] = rows if known else [*rows[:at], dict(entry.row), *rows[at:]]
    return lists


def rows_in(folder: Folder[Any], id: str, path: str) -> list[Any]:
    """The entries of a list in a file, as they stand there; none if there is no such list."""
    return _entries_at(folder.read(id).document.data, path)


def _entries_at(data: Mapping[str, Any], path: str) -> list[Any]:
    rows = value_at(data, path_of(path))
    return list(rows) if isinstance(rows, list) else []


def table_entry_of(entry: JournalEntry) -> TableEntry | None:
    """The entry that a line is about; None if it is about none, or was erased."""
    path, row, head, place = (entry.text.get(key) for key in (LIST, ENTRY, HEAD, PLACE))
    if not isinstance(path, str) or not isinstance(row, dict):
        return None
    head = head if isinstance(head, dict) else {}
    return TableEntry(path, row, head, place if isinstance(place, int) and place >= 0 else None)


def journalled_file(raw: bytes, allowed: Collection[str] = ()) -> dict[str, object]:
    """What a line says of a whole file; nothing of one that has a secret that nobody allowed.

    Nor of one that is no text: no undo brings that back.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return {}
    kinds = {told.secret.kind for told in secrets_in_value(text)}
    return {FILE: text} if kinds.issubset(allowed) else {}


def _made(folder: Folder[Any], id: str, raw: bytes) -> None:
    try:
        folder.create_raw(id, raw)
    except FileExistsError:
        raise Conflict(f"{folder.path(id)} is there already", "see what it says") from None


def _journalled(
    store: Store,
    ref: str,
    name: str,
    text: Mapping[str, Any],
    provenance: Provenance,
    kinds: Collection[str] = (),
) -> JournalEntry:
    return store.journal.append([entry_about(store, ref, name, text, provenance, kinds)])[0]


def entry_about(
    store: Store,
    ref: str,
    name: str,
    text: Mapping[str, Any],
    provenance: Provenance,
    kinds: Collection[str],
) -> JournalEntry:
    """The line of an act; without the secrets that nobody allowed. `kinds` are allowed now."""
    known = allowed_kinds_of(store, ref) if provenance.allow_secret or kinds else set()
    said = text if FILE in text else without_secrets(dict(text), known.union(kinds), names=[ref])
    more = provenance.more(kinds) | after_erasure(store, ref)
    return provenance.signature.line(name, ref, text=said, more=more)


def after_erasure(store: Store, ref: str) -> dict[str, str]:
    """What a line says of the erasure that it comes after, if what it is about was erased once."""
    with os_errors(store.journal.folder):
        if not erased_logs(store.root):
            return {}
    from memento_cli.store.redaction.erasure import previous_erasure  # few have erased anything

    return previous_erasure(store, ref)


def allowed_kinds_of(store: Store, ref: str) -> set[str]:
    """The kinds of secrets that were allowed in a file."""
    return allowed_in(store.journal.lines(ref).lines)


def sides(change: Change) -> dict[str, Any]:
    return {"before": change.before, "after": change.after}


def _told(entry: TableEntry) -> dict[str, Any]:
    head = {HEAD: plain(dict(entry.head))} if entry.head else {}
    place = {} if entry.place is None else {PLACE: entry.place}
    return {LIST: entry.path, ENTRY: entry.value, **head, **place}
