"""What is in the store at a moment: files for what memories say, the journal for their strength."""

from __future__ import annotations

from unicodedata import normalize

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.journal.history import JournalEntry, fold
from memento_cli.core.memory.ids import is_safe_id, resolve
from memento_cli.core.memory.record_kinds import STATES, held, is_reference
from memento_cli.core.time.when import aware
from memento_cli.errors import NotFound, Refused
from memento_cli.index.database.problems import skipped
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
    from memento_cli.core.tidy.supersession import Standing
    from memento_cli.store.directory.store import Store
    from memento_cli.store.journal.journal import ReadLines
    from memento_cli.store.records.collection import Collection as Folder
    from memento_cli.store.records.loaded import LoadedRecord

R = TypeVar("R")
FEW = 8  # memories, of which it takes less to search the journal for each than to read it whole


def memories_at(
    store: Store, now: datetime, collection: Folder[Memory] | None = None
) -> list[Memory]:
    """Every readable memory with its numbers at `now`, without what only its file tells."""
    if collection is not None and collection is not store.memories:
        found = readable_values(store, collection.scan())
        return [memory for memory, _ in memories_with_entries(store, found, now)]
    with open_index(store, now) as here:
        return list(here.memories())


def memories_with_entries(
    store: Store, found: Iterable[Memory], now: datetime
) -> list[tuple[Memory, list[JournalEntry]]]:
    """Memories as their files have them, with their numbers at `now` and their journal lines."""
    lines = by_memory(journal_entries(store))
    pairs = [(memory, lines.get(memory.id, [])) for memory in found]
    return [
        (with_strength(store, memory, its, now), its)
        for memory, its in pairs
        if not any(line.act == ERASED for line in its)
    ]


def standing(
    store: Store, ids: Sequence[str], now: datetime, within: Query | None = None
) -> Standing:
    """What of these memories is history, and what contradicts each other with neither newer, as far
    as it is within these bounds."""
    with open_index(store, now) as here:
        return here.standing(ids, within)


def memory_at(store: Store, id: str, now: datetime, *, archived: bool = False) -> Memory:
    """One memory, by its whole id, with its numbers at `now`."""
    memory = (store.archive if archived else store.memories).read(id).value
    lines = journal_entries(store, id)
    refuse_erased(lines)
    return with_strength(store, memory, lines, now)


def refuse_erased(lines: Iterable[JournalEntry]) -> None:
    """Refused, if a memory of these lines was erased: what comes back of it is not shown."""
    for line in lines:
        if line.act == ERASED:
            day = f"{line.at:%Y-%m-%d}"
            raise Refused(f"{line.memory} was erased on {day}", "what is erased does not come back")


def with_strength(
    store: Store, memory: Memory, lines: Iterable[JournalEntry], now: datetime
) -> Memory:
    """The memory with its numbers as the journal has them at `now`."""
    return memory._replace(strength=history_of(store, memory, lines, now).strength)


def history_of(
    store: Store, memory: Memory, lines: Iterable[JournalEntry], now: datetime
) -> Folded:
    """The fold of one memory's journal lines."""
    return fold(lines, memory.strength, memory.fade, aware(now), store.settings.rules)


def journal_entries(store: Store, id: str | None = None) -> list[JournalEntry]:
    """The journal's lines; broken ones are named and skipped."""
    return readable_entries(store, _read(store, id))


def recent_entries(store: Store, count: int) -> tuple[list[JournalEntry], str]:
    """The newest lines of all, at least `count`, and some older ones; and the moment, to the second
    in UTC, from which on none is left out."""
    read, since = store.journal.recent(count)
    return readable_entries(store, _with_kept(store, read, None)), since


def entries_by_id(store: Store, ids: Collection[str]) -> dict[str, list[JournalEntry]]:
    """The journal lines of some memories: of few, the journal is searched for each."""
    if len(ids) <= FEW:
        return {id: journal_entries(store, id) for id in ids}
    return by_memory(journal_entries(store))


def is_journalled(store: Store, id: str) -> bool:
    """Whether any line is about this id; an id is never given twice."""
    return bool(_read(store, id).lines)


def _read(store: Store, id: str | None) -> ReadLines:
    """The lines about a memory, or all; with this clone's erasures, which a branch may lack."""
    if id is None:
        read = store.journal.lines()
    else:
        from memento_cli.index.journal.about import logs_about

        read = store.journal.lines(id, logs_about(store.root, id))
    return _with_kept(store, read, id)


def _with_kept(store: Store, read: ReadLines, id: str | None) -> ReadLines:
    """The lines that were read, and this clone's erasures about a memory, or all of them."""
    told = _lines_naming(own_erasures_log(store.root), id or "")
    kept = [line for line in told if id in (None, line.memory)]
    if kept:
        known = {line.id for line in read.lines}
        read.lines.extend(line for line in kept if line.id not in known)
    return read


def _lines_naming(path: str, id: str) -> Iterator[JournalEntry]:
    """The lines of a log that may be about a memory; all, if none is named."""
    for _, line in numbered_entries(path, id.encode(errors="surrogatepass")):
        if isinstance(line, JournalEntry):
            yield line


def readable_entries(store: Store, read: ReadLines) -> list[JournalEntry]:
    """Those of the lines that were read; broken ones are named and skipped."""
    for bad in read.broken:
        store.warn(f"{bad.where}: {bad.problem}; skipped")
    told = by_memory(line for line in read.lines if line.act == ERASED)
    if not told:
        return read.lines
    from memento_cli.core.redaction.erased_records import doomed  # most stores have erased nothing

    gone = {line.id for line in doomed(read.lines, told)}
    gone |= {line.id for line in read.lines if line.memory in told and not held(line.memory)}
    return [line._replace(text={}) if line.id in gone else line for line in read.lines]


def readable_records(
    store: Store, scanned: Iterable[LoadedRecord[R] | Broken]
) -> Iterator[LoadedRecord[R]]:
    """The files that can be read; the others are named and skipped."""
    for found in scanned:
        if isinstance(found, Broken):
            store.warn(skipped(found.problem.message))
        else:
            yield found


def readable_values(store: Store, scanned: Iterable[LoadedRecord[R] | Broken]) -> Iterator[R]:
    """The values of the files that can be read; the others are named and skipped."""
    return (found.value for found in readable_records(store, scanned))


def state_files(store: Store) -> list[LoadedRecord[Any]]:
    """Facts, states and preferences, which are in one folder: for who wants more than one kind."""
    return list(readable_records(store, store.held(STATES).scan()))


def resolve_id(store: Store, text: str) -> str:
    """The id of a memory that `text` means: an id, a unique prefix or part of one."""
    if is_reference(text):
        raise NotFound(f"{text} is no memory", f"`memento show {text}` tells what it is")
    return _meant(store, text, store.memories, store.archive)


def _meant(store: Store, text: str, here: Folder[Memory], elsewhere: Folder[Memory]) -> str:
    """What a text means in a folder. A whole id is short for no other, even when it is gone."""
    if is_safe_id(text) and text in here:
        id = text  # without a look at all the others
    else:
        text = normalize("NFC", text)
        _refuse_if_erased(store, text)
        id = resolve(text, here.ids(), elsewhere.ids())
        if id != text and is_journalled(store, text):
            raise NotFound(f"{text} is gone", f"`memento log {text}` tells what became of it")
    _refuse_if_erased(store, id)
    return id


def _refuse_if_erased(store: Store, id: str) -> None:
    """Looks into the lines that name the id alone: there may be thousands of erasures, and ids."""
    logs = (*erased_logs(store.root), own_erasures_log(store.root))
    told = (line for path in logs for line in _lines_naming(path, id))
    refuse_erased(line for line in told if line.memory == id)


def resolve_ids(store: Store, texts: Iterable[str]) -> list[str]:
    """The ids that several texts mean, each once."""
    return list(dict.fromkeys(resolve_id(store, text) for text in texts))


def locate(store: Store, text: str) -> tuple[Folder[Memory], str]:
    """Where the memory is that `text` means, in the store or else in the archive, and its id."""
    try:
        return store.memories, resolve_id(store, text)
    except NotFound as unknown:
        try:
            return store.archive, _meant(store, text, store.archive, store.memories)
        except NotFound:
            raise unknown from None


def resolve_archived_id(store: Store, text: str) -> str:
    """The id in the archive that `text` means."""
    try:
        return _meant(store, text, store.archive, store.memories)
    except NotFound:
        here = resolve_id(store, text)
        raise NotFound(f"{here} is in the store, not in the archive") from None
