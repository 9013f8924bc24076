"""erase: take what memories say out of the store, for good. The opposite of everything else here.

Once the `erased` line stands, whatever happens then, the next act, of any clone, goes on with it.
"""

from __future__ import annotations

import os

from memento_cli.actions.events.events import twins_of
from memento_cli.actions.events.reading import readable_events
from memento_cli.actions.git.history import in_git
from memento_cli.actions.memory.known import FROM
from memento_cli.actions.memory.links import take_out
from memento_cli.actions.memory.reading import is_journalled
from memento_cli.actions.redaction.erase_records import (
    held_lines,
    others_held,
    said_in,
    sessions_of,
)
from memento_cli.actions.redaction.quotations import (
    QUOTED,
    SAID,
    has,
    in_bad_lines,
    lines_said,
    quotes,
    tells,
)
from memento_cli.core.git.id_conflict import other_id
from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.journal.proposal_entries import evidence_among, proposal_in, proposals_from
from memento_cli.core.memory.record_kinds import event_in, is_reference, whole_ref
from memento_cli.core.redaction.erased import ALSO, CREATED, FORMER, HASHED, OPENINGS, openings_of
from memento_cli.core.security.secret_marks import texts_in
from memento_cli.core.time.when import EPOCH, iso
from memento_cli.errors import BadData, Failed, NotFound, Refused
from memento_cli.index.database.index import discard, discard_orphans
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import os_errors, replace
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.erasure import (
    erasures,
    remove_erased,
    set_aside_remains,
    traces_of,
)
from memento_cli.store.redaction.pending import PROPOSALS
from memento_cli.store.redaction.salt import add_salt, words_hash
from memento_cli.store.toml.writer import value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.actions.git.history import InGit
    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection as Folder
    from memento_cli.store.records.loaded import LoadedRecord
    from memento_cli.store.redaction.erasure import (
        Traces,
    )

UNREAD = "cannot be read"
NEWEST = "~"
"""After all ids of lines: what is only looked at would be erased now."""


class Receipt(NamedTuple):
    """What an erasure took out, or would: files, lines of logs, links; and what is left to do.

    `unlinked` lead to what is erased: memories by links, entities by edges. `quoting` were derived
    from it, or have its words, or had them.
    """

    ids: tuple[str, ...]
    traces: Traces
    unlinked: tuple[str, ...]
    quoting: tuple[str, ...]
    git: InGit | None
    batch: str = ""


def erasure(store: Store, ids: Sequence[str]) -> Receipt:
    """What an erasure would take out: of memories, by their ids, and of what else holds, by its
    reference, with the events that are one with it, and the session that became it. Refused for a
    pinned memory, and while that session goes on."""
    return _looked(store, _all_of(store, ids), store.signed(EPOCH, "cli"))[0]


def erase(store: Store, ids: Sequence[str], now: datetime, *, via: str = "cli") -> Receipt:
    """Erase them from files, archive, logs and index. It cannot be undone.

    Every clone that takes the line in does the same, and refuses what a merge brings back.
    """
    with store.lock.held():
        add_salt(store)
        signature = store.signed(now, via)
        ids = _all_of(store, ids)
        receipt, lines, said = _looked(store, ids, signature)
        written = store.journal.append_erased(lines)
        batch = written[0].batch or written[0].id if written else ""
        _unlink(store, ids, signature, batch)
        remove_erased(store)
        for path, kept in list(set_aside_remains(store, in_bad_lines(said))):
            with os_errors(path):
                replace(path, kept) if kept else os.unlink(path)
    discard(store.root)
    discard_orphans()
    return receipt._replace(batch=batch)


def _all_of(store: Store, ids: Sequence[str]) -> list[str]:
    return [*ids, *twins_of(store, ids), *sessions_of(store, ids)]


def _looked(
    store: Store, ids: Sequence[str], signature: EntrySignature
) -> tuple[Receipt, list[JournalEntry], set[str]]:
    """What an erasure would take out, the lines that tell of it, and what was said there."""
    refs = [id for id in ids if is_reference(id)]
    found = dict(_found(store, [id for id in ids if not is_reference(id)]))
    memories = [this.value for this in found.values() if this]
    for memory in memories:
        if memory.pinned:
            raise Refused(f"{memory.id} is pinned", f"`memento pin {memory.id} --remove` first")
    journal = store.journal.lines().lines
    known = erasures(store)
    fresh = {id: this for id, this in found.items() if id not in known}
    lines = [
        line for id, this in fresh.items() for line in _lines(store, id, this, journal, signature)
    ]
    lines += held_lines(store, refs, signature)
    own = [line for line in lines if line.memory in ids or is_reference(line.memory)]
    told = {id: list(known.get(id, [])) for id in (*ids, *(line.memory for line in own))}
    for line in own:
        told[line.memory].append(line._replace(id=line.id or NEWEST))
    others = list(_others(store, ids))
    edges = (whole_ref(name) for name in told if whole_ref(name) not in ids)
    linked = [memory.id for memory, _ in others if _leads_to(memory, ids)]
    its = [line for line in journal if line.memory in ids]
    said = lines_said(memories, said_in(store, refs, journal), its)
    texts = {text for text in said if len(text) >= QUOTED}
    traces = _with_words(store, traces_of(store, told), said)
    gone = proposals_from(journal, ids)
    quoting = (
        *_quoting(ids, texts, others, [line for line in journal if proposal_in(line) not in gone]),
        *_holding(store, ids, texts),
        *_observed(store, ids, texts),
        *_proposals(store, texts, traces.files),
    )
    receipt = Receipt(
        tuple(ids),
        traces,
        tuple(dict.fromkeys([*linked, *edges])),
        tuple(dict.fromkeys(quoting)),
        in_git(store, told, journal),
    )
    return receipt, lines, said


def _with_words(store: Store, traces: Traces, said: Collection[str]) -> Traces:
    """The traces, and the files of bad lines of logs that have words of it and no name."""
    aside = (one.path for one in set_aside_remains(store, in_bad_lines(said)))
    trimmed = dict.fromkeys((*traces.trimmed, *aside))
    return traces._replace(trimmed=tuple(path for path in trimmed if path not in traces.files))


def _found(store: Store, ids: Sequence[str]) -> Iterator[tuple[str, LoadedRecord[Memory] | None]]:
    """The memories, whose files may be gone or broken; Failed if the system does not read one."""
    for id in ids:
        this = None
        for folder in (store.memories, store.archive):
            try:
                this = this or folder.read(id)
            except NotFound:
                continue
            except BadData as problem:
                if problem.problems[0].startswith(UNREAD):  # by what would it be known again?
                    raise Failed(problem.message, "see who may read it: `ls -l`") from problem
        if this is None and not is_journalled(store, id) and id not in store.memories:
            raise NotFound(f"No memory with id {id}")
        yield id, this


def _lines(
    store: Store,
    id: str,
    this: LoadedRecord[Memory] | None,
    journal: Sequence[JournalEntry],
    signature: EntrySignature,
) -> Iterator[JournalEntry]:
    """What tells that a memory was erased, and by what it is known when it comes back.

    The id that a merge would give it, where another has its own, is erased with it.
    """
    if this is None:
        yield signature.line(ERASED, id)
        return
    content, created = this.value.content, iso(this.value.created)
    its = [line for line in journal if line.memory == id]
    words = words_hash(store, content.summary, content.detail)
    known = {HASHED: words, CREATED: created, OPENINGS: openings_of(its, created)}
    former = {words_hash(store, *said) for said in _once(content.summary, content.detail, its)}
    more = known | ({FORMER: sorted(former - {words})} if former - {words} else {})
    yield signature.line(ERASED, id, more=more)
    text = str(value_at(this.document.data, ("memory", "created")))
    yield signature.line(ERASED, other_id(id, text), more={**known, ALSO: id})


def _once(summary: str, detail: str, lines: Iterable[JournalEntry]) -> Iterator[tuple[str, str]]:
    """What an import may bring again: what it said before edits, and what it was imported from."""
    said = dict(zip(SAID, (summary, detail), strict=True))
    for line in sorted(lines, key=lambda line: line.id, reverse=True):
        for side in ("after", "before"):
            told = dict(texts_in(line.text.get(side)))
            said |= {key: told[f"memory.{key}"] for key in SAID if f"memory.{key}" in told}
            yield said[SAID[0]], said[SAID[1]]
        if FROM in line.more:
            yield str(line.more[FROM]), ""


def _others(store: Store, ids: Collection[str]) -> Iterator[tuple[Memory, Folder[Memory]]]:
    for folder in (store.memories, store.archive):
        for this in folder.scan():
            if not isinstance(this, Broken) and this.id not in ids:
                yield this.value, folder


def _leads_to(memory: Memory, ids: Collection[str]) -> bool:
    return any(link.target in ids for link in memory.links)


def _proposals(store: Store, texts: Collection[str], gone: Collection[str]) -> Iterator[str]:
    """The proposals that have these words, but for those that are to go themselves."""
    names = {os.path.basename(path) for path in gone if path.startswith(store.proposals.folder)}
    for this in store.proposals.scan():
        if this.name not in names and not isinstance(this, Broken) and quotes(this.value, texts):
            yield f"{PROPOSALS}/{this.id}"


def _quoting(
    ids: Collection[str],
    texts: Collection[str],
    others: Iterable[tuple[Memory, Folder[Memory]]],
    journal: Sequence[JournalEntry],
) -> tuple[str, ...]:
    """What was made of these, or has their words, or had them before an edit.

    Of links, feelings and threads that were made of an event, the events that they are of.
    """
    now = [memory.id for memory, _ in others if _derived(memory, ids) or quotes(memory, texts)]
    once = [
        name
        for line in journal
        if (name := whole_ref(line.memory)) not in ids
        and (evidence_among(line, ids) or tells(line, texts))
    ]
    return tuple(dict.fromkeys(now + once))


def _observed(store: Store, ids: Collection[str], texts: Collection[str]) -> Iterator[str]:
    """The events that have these words."""
    for event in readable_events(store) if texts else ():
        if event.ref not in ids and has(event.text, texts):
            yield event.ref


def _holding(store: Store, ids: Collection[str], texts: Collection[str]) -> Iterator[str]:
    """What else holds and names one of these as where it came from, or has these words."""
    names = {*ids, *filter(None, map(event_in, ids))}
    for ref, said in others_held(store, ids):
        if not names.isdisjoint(said) or has(" ".join(said), texts):
            yield ref


def _derived(memory: Memory, ids: Collection[str]) -> bool:
    return any(link.rel == "derived_from" and link.target in ids for link in memory.links)


def _unlink(store: Store, ids: Collection[str], signature: EntrySignature, batch: str) -> None:
    """Take out the links that lead to what is erased."""
    for memory, folder in list(_others(store, ids)):
        if _leads_to(memory, ids):
            take_out(store, folder, memory.id, ids, signature, batch)
