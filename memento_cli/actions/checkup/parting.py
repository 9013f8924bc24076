"""Two memories that had one id, told apart: each in its file, and in the journal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime
from functools import partial

from memento_cli.actions.checkup.findings import Case, fixable, found
from memento_cli.actions.checkup.whole import Whole, as_memory, made_whole
from memento_cli.actions.edit import content_line
from memento_cli.actions.reading import history_of
from memento_cli.actions.reinforce import settled_until
from memento_cli.core.history import Line
from memento_cli.core.memory import Memory
from memento_cli.core.merging import CREATED
from memento_cli.core.parting import other_id, parted
from memento_cli.core.projection import projected
from memento_cli.errors import BadData, BadId, Conflict
from memento_cli.store.collection import Collection
from memento_cli.store.files import read_regular, replace, system
from memento_cli.store.journal import lines_in
from memento_cli.store.merge import WAITING, Sides, sides
from memento_cli.store.names import SUFFIX, stem_of
from memento_cli.store.store import Store
from memento_cli.store.toml import SIZE_LIMIT, Document, value_at

ADVICE = "--fix gives each its own lines; nothing is lost"
REASON = "both sides of a merge had changed it"


def former_id(id: str, document: Document) -> str | None:
    """The id that a memory shared with an older one, if it got its own by a merge."""
    shared = id.rpartition("-")[0]
    created = str(value_at(document.data, CREATED))
    return shared if shared and other_id(shared, created) == id else None


def parted_lines(store: Store, memory: Memory, former: str, asking: str = "") -> list[Line]:
    """The lines that the journal lacks to tell a memory from the one whose id it had."""
    writers, lines = dict[str, str](), list[Line]()
    for path in store.journal.files():
        for _, line in lines_in(path, former.encode()):
            if not isinstance(line, str) and line.memory == former:
                writers.setdefault(line.id, os.path.basename(path))
                lines.append(line)
    return parted(lines, writers, memory.created, memory.id, asking)


def part(store: Store, id: str, now: datetime, *, first_seen: bool = False) -> bool:
    """Give a memory that a merge renamed its lines of the journal; whether it got any.

    `first_seen`: until now, this clone has known it under the id that it had.
    """
    with store.lock.held():
        found = (store.memories if id in store.memories else store.archive).read(id)
        former = former_id(id, found.document)
        asking = "{}-{}.jsonl".format(*store.writer()) if first_seen else ""
        if not former or not store.journal.append(parted_lines(store, found.value, former, asking)):
            return False
        for each in (id, former):
            show(store, each, now)
        return True


def show(store: Store, id: str, now: datetime) -> None:
    """Show the journal's numbers in a memory's file: what merged files have may be nobody's."""
    lines, until = store.journal.lines(id).lines, settled_until(store, now)

    def shown(memory: Memory) -> Memory:
        return projected(memory, lines, history_of(store, memory, lines, until))

    for collection in (store.memories, store.archive):
        if id in collection:
            collection.change(id, shown)


def parting_cases(
    store: Store, memory: Memory, path: str, former: str, now: datetime
) -> Iterator[Case]:
    """A memory that a merge gave an id of its own, and whose acts the other is still told of."""
    if parted_lines(store, memory, former):
        problem = f"its acts still stand under {former}, which another memory has"
        yield fixable(path, problem, ADVICE, lambda: part(store, memory.id, now))


def waiting_files(store: Store) -> list[str]:
    """Files of memories that waited for the end of a merge to get a place of their own."""
    ending = SUFFIX + WAITING
    return [
        os.path.join(collection.folder, name)
        for collection in (store.memories, store.archive)
        if os.path.isdir(collection.folder)
        for name in sorted(os.listdir(collection.folder))
        if name.endswith(ending)
    ]


def waiting_cases(store: Store, now: datetime) -> Iterator[Case]:
    """Memories that wait, and that nothing has put in their place: no hook, or a conflict."""
    for path in waiting_files(store):
        try:
            _waiting(store, path)
        except (BadData, BadId, OSError):
            yield found(path, "waits for a place of its own, but cannot be read", "see what it is")
        else:
            problem = "is a memory that a merge has yet to give a place of its own"
            yield fixable(path, problem, "--fix does", partial(settle_in, store, path, now))


def settle_in(store: Store, path: str, now: datetime) -> str:
    """Put a memory that waited in its place; merged, if it is there already. Its id."""
    with store.lock.held():
        id, collection, pair = _waiting(store, path)
        put_in_place(store, collection, id, pair, now)
        with system(path):
            os.unlink(path)
        part(store, id, now, first_seen=True)
    return id


def put_in_place(
    store: Store, collection: Collection[Memory], id: str, pair: Sides, now: datetime
) -> None:
    """Make `pair.ours` the file of a memory, or merge it with the one that it has already."""
    there = next((each for each in (store.memories, store.archive) if id in each), None)
    if there is None:
        collection.create_raw(id, pair.ours.encode())
        return
    known = there.read(id).document.text
    if known == pair.ours:
        return
    whole = made_whole(there, id, pair._replace(theirs=known), store.journal.lines(id).lines)
    if whole is None:
        raise Conflict(f"{there.path(id)} cannot be merged with {id}{WAITING}", "see both")
    if whole.other:
        put_in_place(store, collection, whole.other[0], Sides(whole.other[1], "", None), now)
    replace(there.path(id), whole.text.encode())
    store.changed.append(there.path(id))
    tell_decided(store, id, whole, now)


def tell_decided(store: Store, id: str, whole: Whole, now: datetime) -> None:
    """What was decided between two sides is an act: undo brings the other side's words."""
    if whole.decided.after:
        line = content_line(store.signed(now, "cli", REASON), "edited", id, whole.decided)
        store.journal.append([line])


def _waiting(store: Store, path: str) -> tuple[str, Collection[Memory], Sides]:
    folder, name = os.path.split(path)
    id = stem_of(name.removesuffix(WAITING))
    collection = next(each for each in (store.memories, store.archive) if each.folder == folder)
    pair = sides(read_regular(path, SIZE_LIMIT).decode(errors="replace"))
    if pair is None:
        raise BadData(path, ["is not as memento leaves it"])
    as_memory(collection, id, pair.ours)
    return id, collection, pair
