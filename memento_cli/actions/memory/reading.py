"""Reading the store at a moment: texts come from files, strength from the journal."""

from __future__ import annotations

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.journal.history import JournalEntry, fold
from memento_cli.core.memory.ids import is_safe_id, nfc, resolve
from memento_cli.core.memory.record_kinds import STATES, held, is_reference
from memento_cli.core.recall.query import Standing
from memento_cli.core.time.when import aware
from memento_cli.errors import Ambiguous, NotFound, Refused
from memento_cli.index.database.database import skipped_message
from memento_cli.named_tuple import TypeVar
from memento_cli.store.journal.journal import by_memory, numbered_entries
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.pending import erased_logs, own_erasures_log

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.history import Folded
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.store.directory.store import Store
    from memento_cli.store.journal.journal import ReadLines
    from memento_cli.store.records.collection import Collection as Folder
    from memento_cli.store.records.loaded import LoadedRecord

R = TypeVar("R")
FEW = 8  # up to so many memories, searching the journal for each is faster than reading all of it


def memories_at(
    store: Store, now: datetime, collection: Folder[Memory] | None = None
) -> list[Memory]:
    """Every readable memory with its strength at `now`, with the fields that the index has."""
    if collection is not None and collection is not store.memories:
        memories = readable_values(store, collection.scan())
        return [memory for memory, _ in memories_with_entries(store, memories, now)]
    with open_index(store, now) as index:
        return list(index.memories())


def memories_with_entries(
    store: Store, memories: Iterable[Memory], now: datetime
) -> list[tuple[Memory, list[JournalEntry]]]:
    """Memories with their strength at `now` and their journal entries; erased ones are left out."""
    by_id = by_memory(journal_entries(store))
    pairs = [(memory, by_id.get(memory.id, [])) for memory in memories]
    return [
        (with_strength(store, memory, entries, now), entries)
        for memory, entries in pairs
        if not any(entry.act == ERASED for entry in entries)
    ]


def standing(
    store: Store, ids: Sequence[str], now: datetime, within: Query | None = None
) -> Standing:
    """Which of these memories are superseded, and which contradict each other with neither newer,
    within the bounds of a query."""
    with open_index(store, now) as index:
        return index.standing(ids, within)


def relations(
    store: Store, id: str, now: datetime, *, archived: bool = False
) -> tuple[Standing, list[dict[str, str]]]:
    """The standing of one memory, and the memories that link to it, each with its relation."""
    query = "SELECT rel, id FROM link JOIN memory USING (key) WHERE target = ? ORDER BY id, rel"
    with open_index(store, now) as index:
        rows = index.database.execute(query, (id,))
        links = [{"rel": rel, "id": one} for rel, one in rows]
        return Standing() if archived else index.standing([id]), links


def memory_at(store: Store, id: str, now: datetime, *, archived: bool = False) -> Memory:
    """One memory, by its whole id, with its strength at `now`; Refused if it was erased."""
    memory = (store.archive if archived else store.memories).read(id).value
    entries = journal_entries(store, id)
    refuse_erased(entries)
    return with_strength(store, memory, entries, now)


def refuse_erased(entries: Iterable[JournalEntry]) -> None:
    """Refused if one of these entries is an erasure: an erased memory is not shown again."""
    for entry in entries:
        if entry.act == ERASED:
            day = f"{entry.at:%Y-%m-%d}"
            raise Refused(
                f"{entry.memory} was erased on {day}", "what is erased does not come back"
            )


def with_strength(
    store: Store, memory: Memory, entries: Iterable[JournalEntry], now: datetime
) -> Memory:
    """The memory with its strength at `now`, as the journal has it."""
    return memory._replace(strength=history_of(store, memory, entries, now).strength)


def history_of(
    store: Store, memory: Memory, entries: Iterable[JournalEntry], now: datetime
) -> Folded:
    """The fold of one memory's journal entries until `now`."""
    return fold(entries, memory.strength, memory.fade, aware(now), store.settings.rules)


def journal_entries(store: Store, id: str | None = None) -> list[JournalEntry]:
    """The journal's entries, or those of one memory; broken lines are warned of and skipped."""
    return readable_entries(store, _read(store, id))


def recent_entries(store: Store, count: int) -> tuple[list[JournalEntry], str]:
    """At least the newest `count` entries of the journal, and the moment, to the second in UTC,
    since which none is missing."""
    read, since = store.journal.recent(count)
    return readable_entries(store, _with_kept(store, read, None)), since


def entries_by_id(store: Store, ids: Collection[str]) -> dict[str, list[JournalEntry]]:
    """The journal entries of some memories by id; for few ids the journal is searched for each."""
    if len(ids) <= FEW:
        return {id: journal_entries(store, id) for id in ids}
    return by_memory(journal_entries(store))


def is_journalled(store: Store, id: str) -> bool:
    """Whether the journal has any entry about this id; an id is never given twice."""
    return bool(_read(store, id).lines)


def _read(store: Store, id: str | None) -> ReadLines:
    """The entries about a memory, or all, with this clone's erasures, which a branch may lack."""
    if id is None:
        read = store.journal.lines()
    else:
        from memento_cli.index.journal.logs import logs_about

        read = store.journal.lines(id, logs_about(store.root, id))
    return _with_kept(store, read, id)


def _with_kept(store: Store, read: ReadLines, id: str | None) -> ReadLines:
    """The entries that were read, and this clone's erasures about a memory, or all of them."""
    erasures = _entries_naming(own_erasures_log(store.root), id or "")
    kept = [entry for entry in erasures if id in (None, entry.memory)]
    if kept:
        known = {entry.id for entry in read.lines}
        read.lines.extend(entry for entry in kept if entry.id not in known)
    return read


def _entries_naming(path: str, id: str) -> Iterator[JournalEntry]:
    """The entries of a log that may be about a memory; all entries for ""."""
    for _, entry in numbered_entries(path, id.encode(errors="surrogatepass")):
        if isinstance(entry, JournalEntry):
            yield entry


def readable_entries(store: Store, read: ReadLines) -> list[JournalEntry]:
    """The entries that were read, without the text of erased ones; broken lines are warned of."""
    for bad in read.broken:
        store.warn(f"{bad.where}: {bad.problem}; skipped")
    erasures = by_memory(entry for entry in read.lines if entry.act == ERASED)
    if not erasures:
        return read.lines
    from memento_cli.core.redaction.erased_records import (
        erased_entries_of_records,
    )  # most stores have erased nothing

    erased = {entry.id for entry in erased_entries_of_records(read.lines, erasures)}
    erased |= {it.id for it in read.lines if it.memory in erasures and not held(it.memory)}
    return [entry._replace(text={}) if entry.id in erased else entry for entry in read.lines]


def readable_records(
    store: Store, scanned: Iterable[LoadedRecord[R] | Broken]
) -> Iterator[LoadedRecord[R]]:
    """The files that can be read; the others are warned of and skipped_message."""
    for loaded in scanned:
        if isinstance(loaded, Broken):
            store.warn(skipped_message(loaded.problem.message))
        else:
            yield loaded


def readable_values(store: Store, scanned: Iterable[LoadedRecord[R] | Broken]) -> Iterator[R]:
    """The values of the files that can be read; the others are warned of and skipped."""
    return (loaded.value for loaded in readable_records(store, scanned))


def state_files(store: Store) -> list[LoadedRecord[Any]]:
    """All readable files of `states/`: facts, states and preferences."""
    return list(readable_records(store, store.held(STATES).scan()))


def resolve_id(store: Store, text: str) -> str:
    """The id of a memory that `text` means: an id, a unique prefix or part of one."""
    if is_reference(text):
        raise NotFound(f"{text} is no memory", f"`memento show {text}` tells what it is")
    return _resolve_in(store, text, store.memories, store.archive)


def _resolve_in(store: Store, text: str, folder: Folder[Memory], other: Folder[Memory]) -> str:
    """The id that a text means in a folder. A whole id is never taken as part of another id, even
    if its memory is gone."""
    if is_safe_id(text) and text in folder:
        id = text  # without listing the folder
    else:
        text = nfc(text)
        _refuse_if_erased(store, text)
        id = resolve(text, folder.ids(), other.ids())
        if id != text and is_journalled(store, text):
            raise NotFound(f"{text} is gone", f"`memento log {text}` tells what became of it")
    _refuse_if_erased(store, id)
    return id


def _refuse_if_erased(store: Store, id: str) -> None:
    """Refused if a memory was erased. Parses only the lines that contain the id, as there may be
    thousands of erasures."""
    logs = (*erased_logs(store.root), own_erasures_log(store.root))
    entries = (entry for path in logs for entry in _entries_naming(path, id))
    refuse_erased(entry for entry in entries if entry.memory == id)


def resolve_ids(store: Store, texts: Iterable[str]) -> list[str]:
    """The ids that several texts mean, without repetitions."""
    return list(dict.fromkeys(resolve_id(store, text) for text in texts))


def locate(store: Store, text: str) -> tuple[Folder[Memory], str]:
    """The folder and the id of the memory that `text` means, in the store or else the archive."""
    try:
        return store.memories, resolve_id(store, text)
    except NotFound as unknown:
        try:
            return store.archive, _resolve_in(store, text, store.archive, store.memories)
        except NotFound:
            raise unknown from None


def resolve_archived_id(store: Store, text: str) -> str:
    """The id in the archive that `text` means."""
    try:
        return _resolve_in(store, text, store.archive, store.memories)
    except NotFound:
        hint = "`memento list --archived` shows what is"
        try:
            id = resolve_id(store, text)
        except (NotFound, Ambiguous):
            raise NotFound(f"{text} is not in the archive", hint) from None
        raise NotFound(f"{id} is in the store, not in the archive", hint) from None
