"""import: memories from elsewhere.

Twice the same import adds nothing, and a bad entry stops no other.
"""

from __future__ import annotations

import os
from contextlib import nullcontext, suppress
from itertools import islice

from memento_cli.actions.exchange.restoring import CLAIMS, NOTHING, Restoring
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
from memento_cli.actions.exchange.sources.toml_files import from_elsewhere
from memento_cli.actions.facts.records import Provenance
from memento_cli.actions.memory.known import FROM, Known, key_of, says_the_same
from memento_cli.actions.memory.naming import check_names, checked_person
from memento_cli.actions.memory.reading import journal_entries
from memento_cli.actions.memory.record import opening_entry
from memento_cli.actions.security.approval import refuse_hiding
from memento_cli.actions.undo.partly import telling_kept
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.ids import folded
from memento_cli.core.redaction.erased import hashes_in
from memento_cli.core.security.allowances import allowance
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import IMPORTED
from memento_cli.errors import BadData, SecretFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.exchange.export_rows import Row
from memento_cli.store.files.files import os_errors, sync_folder
from memento_cli.store.journal.logs import sizes_of
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.redaction.salt import words_hash

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.exchange.restoring import Restored
    from memento_cli.actions.exchange.sources.entry import (
        Item,
    )
    from memento_cli.actions.memory.known import Key
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


TOGETHER = 20  # memories that are written under one lock


class Imported(NamedTuple):
    """What an import added, how much was there already, what it left out, and undo's batch.

    `dated` tells whether a memory of it has a time of its own, `events` how many are new, and
    `observed` by which ids they were kept. `flagged` are the memories that read like instructions,
    `lines` those of logs, of an export of memento.
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
    """Keep what a source offers: memories in one batch, and events, which no undo takes back.
    `person` is whose it is where the source is silent.

    It is trusted as what came from elsewhere (`core/security/trust.py`), whatever it claims; but
    whole files as they say, with `keep_trust`, without which an export of a store only fills an
    empty one. What has a key or a password in it is skipped, unless that is allowed. `tick` is
    called after each item. Cut off, or where the system fails, it leaves what is whole; again, it
    goes on.
    """
    from memento_cli.actions.events.observe import observe_all

    whose = checked_person(store, person)
    work = _Import(store, now, whose, via, dry=dry, allow=allow_secret, keep_trust=keep_trust)
    if not keep_trust:
        items = map(from_elsewhere, items)
    events = work.events_among(items, tick)
    with telling_kept(work.kept_so_far):
        seen = observe_all(store, events, person=whose, dry=dry, allow_secret=allow_secret)
        work.relate()
        back = work.restored()
    return Imported(
        (*work.added, *back.added),
        work.already + seen.already + back.already,
        (*work.skipped, *seen.skipped, *back.skipped),
        work.batch,
        work.dated,
        seen.fresh,
        seen.added,
        tuple(work.flagged),
        back.lines,
    )


class _Import:
    """An import under way: what it did so far, and what it knows of the store."""

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
        told = [line for lines in erasures(store).values() for line in lines]
        self.erased = {line.memory: line for line in told}  # by id, and by what it said
        self.erased |= {hash: line for line in told for hash in hashes_in(line)}

    def events_among(self, items: Iterable[Item], tick: Callable[[], None]) -> Iterator[EventItem]:
        """The events that are offered, as they come; everything else is kept on the way."""
        waiting = iter(items)
        while some := list(islice(waiting, TOGETHER)):
            yield from (item for item in some if isinstance(item, EventItem))
            others = [item for item in some if not isinstance(item, EventItem)]
            if others:
                self.keep(others)
            for _ in some:
                tick()

    def keep(self, items: Sequence[Item]) -> None:
        """Keep these, and journal them at once."""
        if self.dry:
            for item in items:
                self._lines_of(item)
            return
        with self.store.lock.held():
            if sizes_of(self.store.journal.files()) != self.seen:  # someone else has written since
                lines = self.store.journal.lines().lines
                self.known = Known(self.store, lines, self.batch, self.known.met)
            lines = []
            try:
                for item in items:
                    lines += self._lines_of(item)
            finally:
                self._journal(lines)

    def kept_so_far(self) -> str:
        """What an import that failed has kept, as a hint says it."""
        if self.dry or not self.added:
            return ""
        return f"{len(self.added)} of its memories are kept; the same import again goes on"

    def _journal(self, lines: list[JournalEntry]) -> None:
        """Journal what was kept together; if that fails its files go: what stays is whole."""
        if lines:
            try:
                with os_errors(self.store.memories.folder):
                    sync_folder(self.store.memories.folder)
                lines = [line._replace(batch=self.batch) for line in lines]
                first = self.store.journal.append(lines)[0]
            except BaseException:
                for line in lines:
                    with suppress(OSError):
                        os.unlink(self.store.memories.path(line.memory))
                    self.added.remove(line.memory)
                raise
            self.batch = self.batch or first.id
        self.seen = sizes_of(self.store.journal.files())

    def _lines_of(self, item: Item) -> list[JournalEntry]:
        """Keep one item; its journal line if it is new."""
        try:
            match item:
                case BadItem():
                    self.skipped.append(item)
                case MemoryItem():
                    return self._entry(item)
                case MemoryFile():
                    return self._whole(item)
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

    def restored(self) -> Restored:
        """What came back of an export of memento."""
        if self.restoring is None:
            return NOTHING
        with nullcontext() if self.dry else self.store.lock.held():
            return self.restoring.end()

    def relate(self) -> None:
        """Keep what else was offered, such as entities: of one act with the memories."""
        if not self.graph:
            return
        from memento_cli.actions.exchange.taking_in import take_in  # few imports have any

        act = Provenance(
            self.store.signed(self.now, self.via), allow_secret=self.allow, trust=IMPORTED
        )
        with nullcontext() if self.dry else self.store.one_act(self.batch):
            taken = take_in(self.store, self.graph, act, dry=self.dry)
        self.added += taken.added
        self.already += len(taken.already)
        self.skipped += taken.skipped
        self.batch = self.batch or next((line.batch for line in self.store.journal.done), "")

    def _entry(self, item: MemoryItem) -> list[JournalEntry]:
        key = key_of(item.draft)
        if self.known.has(key):
            self.already += 1
            return []
        if self.known.has_other(key):
            raise BadData(item.where, [f"{item.draft.source} is there already, with other content"])
        came = f"{key.uri}-{key.words}"
        self._refuse_erased(item.where, (item.draft.summary, item.draft.detail), (came, ""))
        draft = item.draft._replace(person=item.draft.person or self.person)
        allowed = self._allowed(item.where, draft)
        id = self.known.free_id(self.store, draft, draft.created or self.now, key)
        memory = created_from(draft, id, self.now, self.store.settings.defaults)
        raw = self.store.memories.raw_of(id, memory)
        more = {FROM: came} | allowed
        return self._written(memory, raw, more, key)

    def _whole(self, item: MemoryFile) -> list[JournalEntry]:
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
        places = (self.store.memories, self.store.archive)
        here = next((folder for folder in places if item.id in folder), None)
        if here and not says_the_same(here, item.id, item.data):  # of one that is gone, who knows
            raise BadData(item.where, [f"{item.id} is there already, with other content"])
        self.already += 1
        return []

    def _refuse_erased(self, where: str, *said: tuple[str, str], id: str = "") -> None:
        """BadData for what was erased here: its id, its words, or what it was imported from."""
        known = (id, *(words_hash(self.store, *each) for each in said if self.erased))
        line = next((self.erased[each] for each in known if each in self.erased), None)
        if line:
            raise BadData(where, [f"was erased on {line.at:%Y-%m-%d} and {NOT_AGAIN}"])

    def _allowed(self, where: str, value: Any) -> dict[str, object]:
        """What the journal says of the secrets that are allowed in it; BadData if they are not."""
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
