"""erase: remove memories and records from the store for good, in contrast to every other act.

Once the `erased` entry is written, the next act of any clone completes an interrupted erasure.
"""

from __future__ import annotations

import os

from memento_cli.actions.events.events import readable_events, twins_of
from memento_cli.actions.git.history import in_git
from memento_cli.actions.memory.known import FROM
from memento_cli.actions.memory.links import take_out
from memento_cli.actions.memory.prune import check_unpinned
from memento_cli.actions.memory.reading import is_journalled
from memento_cli.actions.redaction.erase_records import (
    TEXT_KEYS,
    Lines,
    bad_line_test,
    entry_quotes,
    lines_of_text,
    other_records,
    quotes,
    record_erasures,
    sessions_of,
    texts_of_records,
)
from memento_cli.core.git.id_conflict import other_id
from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.journal.proposal_entries import evidence_among, proposal_in, proposals_from
from memento_cli.core.memory.memory import DERIVED
from memento_cli.core.memory.record_kinds import event_in, is_reference, whole_ref
from memento_cli.core.redaction.erased import ALSO, CREATED, FORMER, HASHED, OPENINGS, opening_ids
from memento_cli.core.redaction.erased_people import people_among
from memento_cli.core.security.secret_marks import texts_in
from memento_cli.core.time.when import EPOCH, iso
from memento_cli.errors import BadData, Failed, NotFound
from memento_cli.index.database.index import discard, discard_orphans
from memento_cli.index.vectors.dropping import erase_vectors
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import os_errors, replace
from memento_cli.store.journal.journal import by_memory
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.erasure import erasures, remove_erased, traces_of
from memento_cli.store.redaction.files import add_salt, remains_set_aside, words_hash
from memento_cli.store.redaction.pending import PROPOSALS
from memento_cli.store.toml.writer import value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.git.history import InGit
    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection as Folder
    from memento_cli.store.records.loaded import LoadedRecord
    from memento_cli.store.redaction.erasure import Traces

UNREAD = "cannot be read"
NEWEST = "~"
"""Sorts after the ids of all entries: stands for the id of an erasure that is only planned."""


class Receipt(NamedTuple):
    """What an erasure removed or would remove, and what it leaves for the user to do.

    `unlinked` lead to what is erased: memories by links, entities by edges. `quoting` were derived
    from it, or contain its words, or once did. `left` are the files of this
    user's cache that still have it, each with why it cannot be deleted.
    """

    ids: tuple[str, ...]
    traces: Traces
    unlinked: tuple[str, ...]
    quoting: tuple[str, ...]
    git: InGit | None
    batch: str = ""
    left: Sequence[str] = ()


def erasure(store: Store, ids: Sequence[str], *, pinned: bool = False) -> Receipt:
    """What an erasure of these memories (by id), records (by reference) and feelings of people
    (`core/redaction/erased_people.py`) would remove.

    Their twin events and the ended sessions that became them are included. Refused for a pinned
    memory, unless `pinned` ones are meant, too, and if such a session is still open.
    """
    signature = store.signed(EPOCH, "cli")
    return _planned(store, _with_dependents(store, ids), signature, pinned)[0]


def erase(
    store: Store, ids: Sequence[str], now: datetime, *, via: str = "cli", pinned: bool = False
) -> Receipt:
    """Erase memories and records from files, archive, logs and index. It cannot be undone.

    Every clone that receives the entry does the same, and refuses what a merge brings back.
    """
    with store.lock.held():
        add_salt(store)
        signature = store.signed(now, via)
        ids = _with_dependents(store, ids)
        receipt, entries, text_lines = _planned(store, ids, signature, pinned)
        written = store.journal.append_erased(entries)
        batch = written[0].act_id if written else ""
        _unlink(store, ids, signature, batch)
        remove_erased(store)
        for path, rest in list(remains_set_aside(store.root, bad_line_test(text_lines))):
            with os_errors(path):
                replace(path, rest) if rest else os.unlink(path)
    names = ids or [*erasures(store)]  # nothing is new: what an interrupted one may have left
    left = erase_vectors(store.root, names, store.has_memory, store.warn)
    left += discard(store.root)
    discard_orphans()
    return receipt._replace(batch=batch, left=left)


def _with_dependents(store: Store, ids: Sequence[str]) -> list[str]:
    return [*ids, *twins_of(store, ids), *sessions_of(store, ids)]


def _planned(
    store: Store, ids: Sequence[str], signature: EntrySignature, pinned: bool
) -> tuple[Receipt, list[JournalEntry], set[str]]:
    """The receipt of an erasure, the entries that record it, and the lines of the erased texts."""
    refs, people = [id for id in ids if is_reference(id)], people_among(ids)
    names = [id for id in ids if not is_reference(id) and id not in people]
    loaded = dict(_readable(store, names))
    memories = [record.value for record in loaded.values() if record]
    for memory in () if pinned else memories:
        check_unpinned(memory)
    journal = store.journal.lines().lines
    own = by_memory(entry for entry in journal if entry.memory in loaded)
    earlier = erasures(store)
    entries = [
        entry
        for id, record in loaded.items()
        if id not in earlier
        for entry in _erasure_entries(store, id, record, own.get(id, ()), signature)
    ]
    entries += record_erasures(store, refs, signature)
    entries += [signature.line(ERASED, name) for name in sorted(people)]
    erased_by = _by_erased_name(ids, entries, earlier)
    own_entries = [entry for entries in own.values() for entry in entries]
    text_lines = lines_of_text(memories, texts_of_records(store, {*refs}, journal), own_entries)
    return _receipt(store, ids, erased_by, text_lines, journal), entries, text_lines


def _by_erased_name(
    ids: Sequence[str], entries: Iterable[JournalEntry], earlier: Erasures
) -> dict[str, list[JournalEntry]]:
    """The `erased` entries, earlier and new ones, of all that is erased, by id or reference.

    The entry of an id that only a merge would give (`ALSO`) is left out, unless it is of a record.
    """
    known = frozenset(ids)
    new = [entry for entry in entries if entry.memory in known or is_reference(entry.memory)]
    names = (*ids, *(entry.memory for entry in new))
    erased_by = {name: list(earlier.get(name, [])) for name in names}
    for entry in new:
        erased_by[entry.memory].append(entry._replace(id=entry.id or NEWEST))
    return erased_by


def _receipt(
    store: Store,
    ids: Sequence[str],
    erased_by: Mapping[str, list[JournalEntry]],
    text_lines: set[str],
    journal: Sequence[JournalEntry],
) -> Receipt:
    """What the erasure would remove, unlink and leave, with the state of git."""
    gone = frozenset(ids)
    others = list(_other_memories(store, gone))
    linked = [memory.id for memory, _ in others if _links_to(memory, gone)]
    edge_owners = (whole_ref(name) for name in erased_by if whole_ref(name) not in gone)
    traces = _with_bad_lines(store, traces_of(store, erased_by), text_lines)
    lines = Lines(text_lines)
    proposed = proposals_from(journal, gone)
    remaining = [entry for entry in journal if proposal_in(entry) not in proposed]
    events = readable_events(store) if lines else ()
    quoting = (
        *_quoting_memories(gone, lines, others, remaining),
        *_quoting_records(store, gone, lines),
        *(one.ref for one in events if one.ref not in gone and lines.are_in(one.text)),
        *_quoting_proposals(store, lines, traces.files),
    )
    return Receipt(
        tuple(ids),
        traces,
        tuple(dict.fromkeys([*linked, *edge_owners])),
        tuple(dict.fromkeys(quoting)),
        in_git(store, erased_by, journal),
    )


def _with_bad_lines(store: Store, traces: Traces, text_lines: Collection[str]) -> Traces:
    """The traces, with the files of bad log lines that contain an erased line and no id of it."""
    paths = (remains.path for remains in remains_set_aside(store.root, bad_line_test(text_lines)))
    trimmed = dict.fromkeys((*traces.trimmed, *paths))
    return traces._replace(trimmed=tuple(path for path in trimmed if path not in traces.files))


def _readable(
    store: Store, ids: Sequence[str]
) -> Iterator[tuple[str, LoadedRecord[Memory] | None]]:
    """The memories by their ids; None for a file that is gone or broken. Failed if the system
    cannot read a file, NotFound for an id without a file and without journal entries."""
    for id in ids:
        record = None
        for folder in (store.memories, store.archive):
            try:
                record = record or folder.read(id)
            except NotFound:
                continue
            except BadData as problem:
                if problem.problems[0].startswith(UNREAD):  # nothing to recognise it by later
                    raise Failed(problem.message, "see who may read it: `ls -l`") from problem
        if record is None and not is_journalled(store, id) and id not in store.memories:
            raise NotFound(f"No memory with id {id}")
        yield id, record


def _erasure_entries(
    store: Store,
    id: str,
    record: LoadedRecord[Memory] | None,
    own_entries: Sequence[JournalEntry],
    signature: EntrySignature,
) -> Iterator[JournalEntry]:
    """The `erased` entries of a memory, with what recognises it if a merge brings it back.

    The id that a merge would give it, if another memory has its id, is erased as well.
    """
    if record is None:
        yield signature.line(ERASED, id)
        return
    content, created = record.value.content, iso(record.value.created)
    current = words_hash(store, content.summary, content.detail)
    identity = {HASHED: current, CREATED: created, OPENINGS: opening_ids(own_entries, created)}
    former = {
        words_hash(store, *texts)
        for texts in _former_texts(content.summary, content.detail, own_entries)
    }
    more = identity | ({FORMER: sorted(former - {current})} if former - {current} else {})
    yield signature.line(ERASED, id, more=more)
    text = str(value_at(record.document.data, ("memory", "created")))
    yield signature.line(ERASED, other_id(id, text), more={**identity, ALSO: id})


def _former_texts(
    summary: str, detail: str, entries: Iterable[JournalEntry]
) -> Iterator[tuple[str, str]]:
    """The summary and detail of each former version, and the text of which it was imported: an
    import may bring them again."""
    texts = dict(zip(TEXT_KEYS, (summary, detail), strict=True))
    for entry in sorted(entries, key=lambda entry: entry.id, reverse=True):
        for side in ("after", "before"):
            by_path = dict(texts_in(entry.text.get(side)))
            texts |= {
                key: by_path[f"memory.{key}"] for key in TEXT_KEYS if f"memory.{key}" in by_path
            }
            yield texts[TEXT_KEYS[0]], texts[TEXT_KEYS[1]]
        if FROM in entry.more:
            yield str(entry.more[FROM]), ""


def _other_memories(store: Store, ids: Collection[str]) -> Iterator[tuple[Memory, Folder[Memory]]]:
    for folder in (store.memories, store.archive):
        for record in folder.scan():
            if not isinstance(record, Broken) and record.id not in ids:
                yield record.value, folder


def _links_to(memory: Memory, ids: Collection[str]) -> bool:
    return any(link.target in ids for link in memory.links)


def _quoting_proposals(store: Store, texts: Lines, erased_paths: Collection[str]) -> Iterator[str]:
    """The references of the proposals that contain one of the texts and are not erased."""
    for record in store.proposals.scan():
        is_erased = os.path.join(store.proposals.folder, record.name) in erased_paths
        if not is_erased and not isinstance(record, Broken) and quotes(record.value, texts):
            yield f"{PROPOSALS}/{record.id}"


def _quoting_memories(
    ids: Collection[str],
    texts: Lines,
    others: Iterable[tuple[Memory, Folder[Memory]]],
    journal: Sequence[JournalEntry],
) -> tuple[str, ...]:
    """The memories derived from the erased or containing one of the texts, and the names in
    journal entries with such evidence or text, without fragments (`whole_ref`)."""
    current = [
        memory.id
        for memory, _ in others
        if any(link.rel == DERIVED and link.target in ids for link in memory.links)
        or quotes(memory, texts)
    ]
    former = [
        name
        for entry in journal
        if (name := whole_ref(entry.memory)) not in ids
        and (evidence_among(entry, ids) or entry_quotes(entry, texts))
    ]
    return tuple(dict.fromkeys(current + former))


def _quoting_records(store: Store, ids: Collection[str], texts: Lines) -> Iterator[str]:
    """The records that name something erased as their source, or contain one of the texts."""
    names = {*ids, *filter(None, map(event_in, ids))}
    for ref, record_texts in other_records(store, ids):
        if not names.isdisjoint(record_texts) or texts.are_in(" ".join(record_texts)):
            yield ref


def _unlink(store: Store, ids: Collection[str], signature: EntrySignature, batch: str) -> None:
    for memory, folder in list(_other_memories(store, ids)):
        if _links_to(memory, ids):
            take_out(store, folder, memory.id, ids, signature, batch)
