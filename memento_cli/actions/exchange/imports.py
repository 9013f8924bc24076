"""import: memories, events and other records from a source.

The same import again adds nothing, and a bad item does not stop the others.
"""

from __future__ import annotations

import os
from contextlib import nullcontext, suppress
from itertools import islice

from memento_cli.actions.exchange.restoring import CLAIMS, Restoring
from memento_cli.actions.exchange.sources.entry import (
    NOT_AGAIN,
    BadItem,
    EdgeItem,
    EntityItem,
    EventItem,
    MemoryFile,
    MemoryItem,
    RecordFile,
    reason_of,
)
from memento_cli.actions.exchange.sources.own_files import with_imported_trust
from memento_cli.actions.memory.known import FROM, Known, key_of, says_the_same
from memento_cli.actions.memory.naming import check_names, checked_person
from memento_cli.actions.memory.reading import journal_entries
from memento_cli.actions.memory.record import opening_entry
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.security.approval import refuse_hiding
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.ids import folded
from memento_cli.core.memory.memory import SUPERSEDES, Link
from memento_cli.core.redaction.erased import hashes_in
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.secret_checks import allowance, allowed_kinds
from memento_cli.core.security.trust import IMPORTED
from memento_cli.errors import BadData, Failed, MementoError, SecretFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.exchange.export_rows import Row
from memento_cli.store.files.files import os_errors
from memento_cli.store.files.system import sync_folder
from memento_cli.store.journal.logs import sizes_of
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.redaction.files import words_hash

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Item
    from memento_cli.actions.memory.known import Key
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

TOGETHER = 20  # items that are written under one lock


class Imported(NamedTuple):
    """The outcome of an import: references added, the number of known items, the items skipped, and
    the batch for undo.

    `dated`: a memory has its own time of creation. `events` counts new events, and `observed` has
    their ids. `flagged`: memories that read like instructions. `lines`: lines added to logs by an
    export of memento.
    """

    added: tuple[str, ...]
    already: int
    skipped: tuple[BadItem, ...]
    batch: str
    dated: bool = False
    events: int = 0
    observed: tuple[str, ...] = ()
    flagged: tuple[str, ...] = ()
    lines: int = 0


def import_memories(
    store: Store,
    items: Iterable[Item],
    now: datetime,
    *,
    person: str = "",
    tick: Callable[[], None] = lambda: None,
    dry: bool = False,
    via: str = "cli",
    keep_trust: bool = False,
    allow_secret: bool = False,
) -> Imported:
    """Write the items of a source: memories in one batch, and events, which undo does not remove.

    `person` is the default for items that name none. Imported things have the trust `imported`
    (`core/security/trust.py`), whatever they claim; with `keep_trust` whole files have what they
    claim, and without it an export of a store can only fill an empty one. An item with a key or a
    password is skipped, unless `allow_secret`. `tick` is called after each item. An interrupted or
    failed import leaves complete items only, and the same import again continues it.
    """
    from memento_cli.actions.events.observe import observe_all

    whose = checked_person(store, person)
    work = _Import(store, now, whose, via, dry=dry, allow=allow_secret, keep_trust=keep_trust)
    if not keep_trust:
        items = map(with_imported_trust, items)
    events = work.events_among(items, tick)
    try:
        seen = observe_all(store, events, person=whose, dry=dry, allow_secret=allow_secret)
        work.relate()
        work.restore()
    except MementoError as problem:
        problem.hint = "; ".join(filter(None, (problem.hint, work.kept_so_far())))
        raise
    except OSError as problem:
        if problem.filename is None:  # of a stream
            raise
        raise Failed(f"{problem.filename}: {problem.strerror}", work.kept_so_far()) from problem
    return Imported(
        tuple(work.added),
        work.already + seen.already,
        (*work.skipped, *seen.skipped),
        work.batch,
        work.dated,
        seen.fresh,
        seen.added,
        tuple(work.flagged),
        work.restoring.lines if work.restoring else 0,
    )


class _Import:
    """An import under way: its outcome so far, and what it knows of the store."""

    def __init__(
        self, store: Store, now: datetime, person: str, via: str, *,
        dry: bool, allow: bool, keep_trust: bool,
    ) -> None:  # fmt: skip
        self.store, self.now, self.person, self.via, self.dry = store, now, person, via, dry
        self.allow, self.keep_trust = allow, keep_trust
        self.added, self.flagged = list[str](), list[str]()
        self.already, self.batch, self.dated = 0, "", False
        self.skipped: list[BadItem] = []
        self.graph: list[EntityItem | EdgeItem | RecordFile] = []
        self.restoring: Restoring | None = None
        self.seen = sizes_of(store.journal.files())
        self.known = Known(store, journal_entries(store))
        erased = [entry for entries in erasures(store).values() for entry in entries]
        self.erased = {entry.memory: entry for entry in erased}  # by id, and by hash of words
        self.erased |= {hash: entry for entry in erased for hash in hashes_in(entry)}

    def events_among(self, items: Iterable[Item], tick: Callable[[], None]) -> Iterator[EventItem]:
        """The events among the items as they arrive; all other items are written on the way."""
        remaining = iter(items)
        while batch := list(islice(remaining, TOGETHER)):
            yield from (item for item in batch if isinstance(item, EventItem))
            others = [item for item in batch if not isinstance(item, EventItem)]
            if others:
                self.keep(others)
            for _ in batch:
                tick()

    def keep(self, items: Sequence[Item]) -> None:
        """Write items and their journal entries."""
        if self.dry:
            for item in items:
                self._entries_of(item)
            return
        with self.store.lock.held():
            if sizes_of(self.store.journal.files()) != self.seen:  # another process has written
                journal = self.store.journal.lines().lines
                self.known = Known(self.store, journal, self.batch, self.known.met)
            entries: list[JournalEntry] = []
            try:
                for item in items:
                    entries += self._entries_of(item)
            finally:
                self._journal(entries)

    def kept_so_far(self) -> str:
        """A hint that tells what a failed import has written, or ""."""
        if self.dry or not self.added:
            return ""
        return f"{len(self.added)} of its memories are kept; the same import again goes on"

    def _journal(self, entries: list[JournalEntry]) -> None:
        """Append the entries of written files; if that fails, remove these files."""
        if entries:
            try:
                with os_errors(self.store.memories.folder):
                    sync_folder(self.store.memories.folder)
                entries = [entry._replace(batch=self.batch) for entry in entries]
                first = self.store.journal.append(entries)[0]
            except BaseException:
                for entry in entries:
                    with suppress(OSError):
                        os.unlink(self.store.memories.path(entry.memory))
                    self.added.remove(entry.memory)
                raise
            self.batch = self.batch or first.id
        self.seen = sizes_of(self.store.journal.files())

    def _entries_of(self, item: Item) -> list[JournalEntry]:
        """Write one item, and answer its journal entry if it is new."""
        try:
            match item:
                case BadItem():
                    self.skipped.append(item)
                case MemoryItem():
                    return self._add_draft(item)
                case MemoryFile():
                    return self._add_file(item)
                case RecordFile() if not self.keep_trust:
                    raise BadData(item.where, [f"{item.ref} {CLAIMS}; --keep-trust takes it in"])
                case EntityItem() | EdgeItem() | RecordFile():
                    self.graph.append(item)
                case Row():
                    self.restoring = self.restoring or Restoring(
                        self.store, dry=self.dry, merges=self.keep_trust
                    )
                    self.restoring.take(item)
        except BadData as problem:
            self.skipped.append(BadItem(item.where, reason_of(problem)))
        return []

    def restore(self) -> None:
        """Finish the restore of a memento export."""
        if self.restoring:
            with nullcontext() if self.dry else self.store.lock.held():
                self.restoring.end()
            self.added += self.restoring.added
            self.already += self.restoring.already
            self.skipped += self.restoring.skipped

    def relate(self) -> None:
        """Write entities, edges and records, in one act with the memories."""
        if not self.graph:
            return
        from memento_cli.actions.exchange.taking_in import take_in  # few imports have any

        provenance = Provenance(
            self.store.signed(self.now, self.via), allow_secret=self.allow, trust=IMPORTED
        )
        with nullcontext() if self.dry else self.store.one_act(self.batch):
            taken = take_in(self.store, self.graph, provenance, dry=self.dry)
        self.added += taken.added
        self.already += len(taken.already)
        self.skipped += taken.skipped
        self.batch = self.batch or next((line.batch for line in self.store.journal.done), "")

    def _add_draft(self, item: MemoryItem) -> list[JournalEntry]:
        """Write the memory of a draft, if it is new."""
        key = key_of(item.draft)
        if self.known.has(key):
            self.already += 1
            return []
        if self.known.has_other(key):
            raise BadData(item.where, [f"{item.draft.source} is there already, with other content"])
        origin = f"{key.uri}-{key.words}"
        self._refuse_erased(item.where, (item.draft.summary, item.draft.detail), (origin, ""))
        draft = item.draft._replace(person=item.draft.person or self.person)
        if item.replaces:
            draft = draft._replace(links=self._superseding(draft.source))
        allowed = self._allowed(item.where, draft)
        id = self.known.free_id(self.store, draft, draft.created or self.now, key)
        memory = created_from(draft, id, self.now, self.store.settings.defaults)
        raw = self.store.memories.raw_of(id, memory)
        more = {FROM: origin} | allowed
        return self._written(memory, raw, more, key)

    def _superseding(self, source: str) -> tuple[Link, ...]:
        """The link to what was imported from the same place before, if it is still current."""
        place = source.rpartition("#")[0] + "#"
        with open_index(self.store, self.now) as index:
            before = list(index.memories("substr(source, 1, ?) = ?", (len(place), place)))
            past = index.superseded()
        current = [memory for memory in before if memory.id not in past]
        newest = max(current, key=lambda memory: (memory.created, memory.id), default=None)
        return (Link(SUPERSEDES, newest.id),) if newest else ()

    def _add_file(self, item: MemoryFile) -> list[JournalEntry]:
        """Write a whole file of a memory, if its id is new."""
        self._refuse_erased(item.where, item.memory.content[:2], id=item.id)
        twin = self.known.ids.get(folded(item.id))
        if twin is None:
            allowed = self._allowed(item.where, item.raw.decode(errors="replace"))
            return self._written(item.memory, item.raw, allowed, None)
        if twin != item.id:
            raise BadData(item.where, [f"some file systems take its id for {twin}, which is there"])
        if item.id in self.known.undone:
            raise BadData(
                item.where, [f"is in the archive; `memento restore {twin}` brings it back"]
            )
        folders = (self.store.memories, self.store.archive)
        home = next((folder for folder in folders if item.id in folder), None)
        if home and not says_the_same(home, item.id, item.data):  # a missing file is not compared
            raise BadData(item.where, [f"{item.id} is there already, with other content"])
        self.already += 1
        return []

    def _refuse_erased(self, where: str, *texts: tuple[str, str], id: str = "") -> None:
        """Raise BadData for an erased id, or for erased words or origins (`texts`)."""
        keys = (id, *(words_hash(self.store, *each) for each in texts if self.erased))
        entry = next((self.erased[key] for key in keys if key in self.erased), None)
        if entry:
            raise BadData(where, [f"was erased on {entry.at:%Y-%m-%d} and {NOT_AGAIN}"])

    def _allowed(self, where: str, value: Any) -> dict[str, object]:
        """The keys of an entry for secrets that are allowed; BadData if they are not."""
        try:
            return allowance(allowed_kinds(value, self.allow))
        except SecretFound as problem:
            raise BadData(where, [f"{problem.message}; {problem.hint}"]) from None

    def _written(
        self, memory: Memory, raw: bytes, more: dict[str, object], key: Key | None
    ) -> list[JournalEntry]:
        check_names(self.store, memory)
        if not self.keep_trust:
            refuse_hiding(self.store, memory)
        if not self.dry:
            try:
                self.store.memories.create_raw(memory.id, raw, sync=False)
            except FileExistsError:
                raise BadData(memory.id, [f"another program is writing {memory.id}"]) from None
        self.known.add(memory.id, key)
        self.added.append(memory.id)
        self.flagged += [memory.id] if flags_of(memory) else []
        self.dated |= memory.created < self.now
        if self.dry:
            return []
        return [opening_entry(self.store, memory, self.now, self.via)._replace(more=more)]
