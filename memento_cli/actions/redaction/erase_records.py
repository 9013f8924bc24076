"""Erasure of records (states, blocks, kv values, entities, sessions) and of events."""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.actions.events.events import append_only, event_named
from memento_cli.actions.facts.record_reading import record_named, resolve_any
from memento_cli.actions.facts.records import place_of
from memento_cli.actions.memory.reading import is_journalled, resolve_id
from memento_cli.core.graph.entities import Names, edge_ref, edges_to
from memento_cli.core.journal.event_types import ERASED, RECORDED
from memento_cli.core.journal.proposal_entries import FILE
from memento_cli.core.memory.record_kinds import (
    BLOCKS,
    ENTRY,
    FOLDERS,
    GRAPH,
    KV,
    SESSIONS,
    STATES,
    event_in,
    held,
    is_reference,
    ref_of,
    whole_ref,
)
from memento_cli.core.redaction.erased import ALSO
from memento_cli.core.security.disguises import unescaped
from memento_cli.core.security.secret_marks import texts_in
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadData, BadTime, NotFound, Refused
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.logs import MEMORY
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.graph.entities import Entity
    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

INSTEAD: Mapping[str, str] = {
    STATES: "`state close`, `fact end` and `fact revoke` end it, and keep its past",
    BLOCKS: "`memento block delete` takes it away; an undo brings it back",
    KV: "`memento kv unset` takes it away",
    GRAPH: "`memento graph remove` takes an edge out, `memento graph delete` an entity",
    SESSIONS: "`memento session end` makes a memory of it",
}
"""By folder, the commands that end its records, as archiving does for memories."""
TEXT_KEYS = ("content.summary", "content.detail")
QUOTED = 20
"""The characters from which a common text is a quotation; a shorter one may be chance."""
FEW = 5
"""The characters from which a text is looked for in lines where a false match does no harm."""


def erasable(store: Store, text: str) -> str:
    """The id or reference that a text means, even of a file that is gone or cannot be read.

    NotFound, Ambiguous; Refused for a part of an entity, which is not erased alone.
    """
    if event_in(text):
        return event_named(store, text).ref
    record = held(text)
    if record is None:
        return resolve_any(store, text)
    if whole_ref(text) != text:
        raise Refused(f"{text} is a part of {whole_ref(text)}", INSTEAD[record[0]])
    exists = os.path.lexists(store.held(record[0]).path(record[1]))
    return text if exists or is_journalled(store, text) else resolve_any(store, text)


def check_archivable(store: Store, texts: Sequence[str]) -> None:
    """Refused for a text that means a record, or an event: only memories are archived."""
    for text in texts:
        if event_in(text):
            raise append_only(text)
        try:
            resolve_id(store, text)
        except NotFound:
            _refuse_record(store, text)


def sessions_of(store: Store, ids: Sequence[str]) -> list[str]:
    """The ended sessions that became these memories: their entries contain the texts, too.

    Refused for a session that is still open: its items would be erased with them.
    """
    names = {id for id in ids if not is_reference(id)}
    entries = store.journal.lines().lines if names else ()
    batches = {entry.batch for entry in entries if entry.act == RECORDED and entry.memory in names}
    of_sessions = (entry for entry in entries if entry.memory.startswith(f"{SESSIONS}/"))
    refs = {whole_ref(entry.memory) for entry in of_sessions if entry.batch in batches - {""}}
    refs.difference_update(ids)
    for ref in sorted(refs):
        folder, id = place_of(store, ref)
        if id in folder:
            raise Refused(f"{ref} has its words, too, and goes on", f"`memento session end {id}`")
    return sorted(refs)


def _refuse_record(store: Store, text: str) -> None:
    try:
        ref = record_named(store, text).ref
    except (NotFound, BadData):
        return
    hint = f"{INSTEAD[ref.partition('/')[0]]}; `memento forget {ref} --erase` is for good"
    raise Refused(f"{ref} is no memory, and not archived", hint)


def record_erasures(
    store: Store, refs: Sequence[str], signature: EntrySignature
) -> Iterator[JournalEntry]:
    """The `erased` entries of records and events, and with an entity of the edges that lead to it.

    NotFound for a reference with neither a file nor a journal entry.
    """
    erased_ids = [ref.partition("/")[2] for ref in refs if ref.startswith(f"{GRAPH}/")]
    edges = list(_edge_erasures(store, erased_ids, signature)) if erased_ids else []
    objects = {entry.more[ALSO] for entry in edges}
    for ref in refs:
        if not (event_in(ref) or ref in objects or _is_known(store, ref)):
            raise NotFound(f"Nothing is called {ref}")
        yield signature.line(ERASED, ref)
    yield from edges


def _is_known(store: Store, ref: str) -> bool:
    folder, id = place_of(store, ref)
    return id in folder or is_journalled(store, ref)


def _edge_erasures(
    store: Store, erased_ids: Sequence[str], signature: EntrySignature
) -> Iterator[JournalEntry]:
    records = store.held(GRAPH).scan()
    entities: dict[str, Entity] = {
        record.id: record.value for record in records if not isinstance(record, Broken)
    }
    names = Names(entities)
    for id in erased_ids:
        edges = [(other, edge) for other, _, edge in edges_to(entities, names, id)]
        for name in dict.fromkeys(edge_ref(*pair) for pair in edges if pair[0] not in erased_ids):
            yield signature.line(ERASED, name, more={ALSO: ref_of(GRAPH, id)})


def texts_of_records(
    store: Store, refs: Collection[str], journal: Iterable[JournalEntry]
) -> Iterator[str]:
    """Every text in these records and in their former versions, except timestamps and URIs."""
    values: list[object] = []
    for ref in refs:
        if event_in(ref):
            values.append(event_named(store, ref).text)
            continue
        folder, id = place_of(store, ref)
        with suppress(NotFound, BadData):
            values.append(plain(folder.read(id).document.data))
    for entry in journal:
        if whole_ref(entry.memory) in refs:
            values += [entry.text.get(key) for key in ("before", "after", ENTRY)]
            with suppress(BadData):
                values.append(plain(parsed(str(entry.text.get(FILE, "")).encode(), "").data))
    texts = (text for value in values for _, text in texts_in(value))
    return (text for text in texts if "://" not in text and not _is_moment(text))


def other_records(store: Store, refs: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """The references of all other records, each with its texts; unreadable files are skipped."""
    for folder in FOLDERS:
        for record in store.held(folder).scan():
            ref = ref_of(folder, record.id)
            if not isinstance(record, Broken) and ref not in refs:
                yield ref, [text for _, text in texts_in(plain(record.document.data))]


def _is_moment(text: str) -> bool:
    try:
        stored_moment(text)
    except BadTime:
        return False
    return True


def lines_of_text(
    memories: Iterable[Memory], other_texts: Iterable[str], entries: Iterable[JournalEntry]
) -> set[str]:
    """Each line of the memories, of the other texts, and of former versions in the entries."""
    texts = [f"{memory.content.summary}\n{memory.content.detail}" for memory in memories]
    texts += other_texts
    texts += [
        text for entry in entries for key, text in texts_in(entry.text) if key.endswith(TEXT_KEYS)
    ]
    return {_normalized(line) for text in texts for line in text.split("\n")}


def bad_line_test(text_lines: Collection[str]) -> Callable[[bytes], bool]:
    """A test whether a bad line of a log contains one of these lines. Shorter ones count in a bad
    line without a memory's id, since its owner is unknown."""
    texts = {least: [text for text in text_lines if len(text) >= least] for least in (FEW, QUOTED)}

    def quotes_line(line: bytes) -> bool:
        least = QUOTED if MEMORY.search(line) else FEW
        return _contains_any(unescaped(line.decode(errors="replace")), texts[least])

    return quotes_line


class Lines:
    """The lines of erased texts that are long enough to be quoted; sought by how they begin, since
    those of a person may be many."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._by_start: dict[str, list[str]] = {}
        for line in lines:
            if len(line) >= QUOTED:
                self._by_start.setdefault(line[:QUOTED], []).append(line)

    def __bool__(self) -> bool:
        return bool(self._by_start)

    def are_in(self, text: str) -> bool:
        """Whether a text contains one of the lines, ignoring case and white space."""
        if not self._by_start:
            return False
        normalized = _normalized(text)
        starts = (
            (place, self._by_start.get(normalized[place : place + QUOTED], ()))
            for place in range(len(normalized) - QUOTED + 1)
        )
        return any(normalized.startswith(line, place) for place, lines in starts for line in lines)


def quotes(memory: Memory, texts: Lines) -> bool:
    """Whether a memory contains one of the texts."""
    return texts.are_in(f"{memory.content.summary} {memory.content.detail}")


def entry_quotes(entry: JournalEntry, texts: Lines) -> bool:
    """Whether a journal entry contains one of the texts, as a reason or in a former version."""
    return any(texts.are_in(text) for _, text in texts_in(entry.text))


def _contains_any(text: str, parts: Collection[str]) -> bool:
    """Whether a text contains one of the normalized texts, ignoring case and white space."""
    normalized = _normalized(text)
    return any(part in normalized for part in parts)


def _normalized(text: str) -> str:
    return " ".join(text.casefold().split())
