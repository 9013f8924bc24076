"""erase of what holds beside memories: what it is called, what tells of it, what quotes it."""

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
from memento_cli.core.security.secret_marks import texts_in
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadData, BadTime, NotFound, Refused
from memento_cli.store.records.loaded import Broken
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.graph.entities import Entity
    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.store.directory.store import Store

INSTEAD: Mapping[str, str] = {
    STATES: "`state close`, `fact end` and `fact revoke` end it, and keep its past",
    BLOCKS: "`memento block delete` takes it away; an undo brings it back",
    KV: "`memento kv unset` takes it away",
    GRAPH: "`memento graph remove` takes an edge out, `memento graph delete` an entity",
    SESSIONS: "`memento session end` makes a memory of it",
}
"""What ends what is in a folder, as an archive does for memories."""


def erasable(store: Store, text: str) -> str:
    """What a text means, memories and what else holds; also what is gone, or cannot be read.

    NotFound, Ambiguous; Refused for a part of an entity, which is not erased alone.
    """
    if event_in(text):
        return event_named(store, text).ref
    parts = held(text)
    if parts is None:
        return resolve_any(store, text)
    if whole_ref(text) != text:
        raise Refused(f"{text} is a part of {whole_ref(text)}", INSTEAD[parts[0]])
    there = os.path.lexists(store.held(parts[0]).path(parts[1]))
    return text if there or is_journalled(store, text) else resolve_any(store, text)


def check_archivable(store: Store, texts: Sequence[str]) -> None:
    """Refused for a text that means what has no archive: what holds beside memories, and events,
    which are append only."""
    for text in texts:
        if event_in(text):
            raise append_only(text)
        try:
            resolve_id(store, text)
        except NotFound:
            _refuse_held(store, text)


def sessions_of(store: Store, ids: Sequence[str]) -> list[str]:
    """The ended sessions that became these memories: their lines have the words, too.

    Refused for one that goes on: what it has at hand would go with them.
    """
    batches = {
        line.batch
        for id in ids
        if not is_reference(id)
        for line in store.journal.lines(id).lines
        if line.act == RECORDED and line.batch
    }
    lines = [line for batch in batches for line in store.journal.batch(batch).lines]
    refs = {whole_ref(line.memory) for line in lines if line.memory.startswith(f"{SESSIONS}/")}
    for ref in sorted(refs):
        folder, id = place_of(store, ref)
        if id in folder:
            raise Refused(f"{ref} has its words, too, and goes on", f"`memento session end {id}`")
    return sorted(refs.difference(ids))


def _refuse_held(store: Store, text: str) -> None:
    """Refused if a text means something that holds, and no memory."""
    try:
        ref = record_named(store, text).ref
    except (NotFound, BadData):
        return
    hint = f"{INSTEAD[ref.partition('/')[0]]}; `memento forget {ref} --erase` is for good"
    raise Refused(f"{ref} is no memory, and not archived", hint)


def held_lines(
    store: Store, refs: Sequence[str], signature: EntrySignature
) -> Iterator[JournalEntry]:
    """The lines that tell that these were erased, and with an entity the edges that lead to it.

    NotFound for what neither has a file nor is told of in the journal.
    """
    for ref in refs:
        if event_in(ref):
            yield signature.line(ERASED, ref)
            continue
        folder, id = place_of(store, ref)
        if id not in folder and not is_journalled(store, ref):
            raise NotFound(f"Nothing is called {ref}")
        yield signature.line(ERASED, ref)
    gone = [ref.partition("/")[2] for ref in refs if ref.startswith(f"{GRAPH}/")]
    if gone:
        yield from _lines_of_edges(store, gone, signature)


def _lines_of_edges(
    store: Store, gone: Sequence[str], signature: EntrySignature
) -> Iterator[JournalEntry]:
    found = store.held(GRAPH).scan()
    entities: dict[str, Entity] = {
        one.id: one.value for one in found if not isinstance(one, Broken)
    }
    names = Names(entities)
    for id in gone:
        edges = [(other, edge) for other, _, edge in edges_to(entities, names, id)]
        for name in dict.fromkeys(edge_ref(*each) for each in edges if each[0] not in gone):
            yield signature.line(ERASED, name, more={ALSO: ref_of(GRAPH, id)})


def said_in(store: Store, refs: Collection[str], journal: Iterable[JournalEntry]) -> Iterator[str]:
    """Every text that these say, and have said, but for moments and references."""
    said: list[object] = []
    for ref in refs:
        if event_in(ref):
            said.append(event_named(store, ref).text)
            continue
        folder, id = place_of(store, ref)
        with suppress(NotFound, BadData):
            said.append(plain(folder.read(id).document.data))
    for line in journal:
        if whole_ref(line.memory) in refs:
            said += [line.text.get(key) for key in ("before", "after", ENTRY)]
            with suppress(BadData):
                said.append(plain(parsed(str(line.text.get(FILE, "")).encode(), "").data))
    texts = (text for each in said for _, text in texts_in(each))
    return (text for text in texts if "://" not in text and not _is_moment(text))


def others_held(store: Store, refs: Collection[str]) -> Iterator[tuple[str, list[str]]]:
    """What else holds, with all its texts; what cannot be read is passed over."""
    for folder in FOLDERS:
        for one in store.held(folder).scan():
            ref = ref_of(folder, one.id)
            if not isinstance(one, Broken) and ref not in refs:
                yield ref, [text for _, text in texts_in(plain(one.document.data))]


def _is_moment(text: str) -> bool:
    try:
        stored_moment(text)
    except BadTime:
        return False
    return True
