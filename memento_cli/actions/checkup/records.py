"""What `doctor` looks at in what holds beside memories: each file, then all."""

from __future__ import annotations

import os

from memento_cli.actions.checkup.files import broken_cases
from memento_cli.actions.checkup.findings import (
    WHO_MAY_LIST,
    Repairable,
    fixable,
    found,
    guarded,
    noted,
)
from memento_cli.actions.checkup.record_merges import held_merge_case
from memento_cli.actions.checkup.repair import rewriting
from memento_cli.core.facts.kv import Slot, purged
from memento_cli.core.facts.states import State
from memento_cli.core.graph.entities import Entity, Names
from memento_cli.core.journal.event_types import ERASED, REMOVED
from memento_cli.core.journal.history import undone_ids
from memento_cli.core.memory.record_kinds import FOLDERS, GRAPH, KV, held, ref_of, whole_ref
from memento_cli.core.redaction.erased_records import OPENINGS
from memento_cli.errors import BadData, MementoError
from memento_cli.store.records.loaded import Broken, LoadedRecord
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.redaction.files import bytes_of
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.splice import edited

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store


RENAMED = "--fix gives it that name"
COMPARE = "compare the two files, and keep one"
BOTH_LEAD = "nothing to do: both names lead to it"


def check_held(
    store: Store,
    lines: Mapping[str, Sequence[JournalEntry]],
    now: datetime,
    tick: Callable[[], None],
) -> tuple[int, list[Repairable]]:
    """How many files hold what is no memory, and what is wrong there. `lines` by their names."""
    cases, there = list[Repairable](), set[str]()
    count = 0
    for folder in FOLDERS:
        values: dict[str, Any] = {}
        place = os.path.join(store.root, folder)
        try:
            for this in store.held(folder).scan():
                ref = ref_of(folder, this.id)
                path = os.path.join(place, this.name)
                cases += guarded(path, _file_cases(store, folder, this, lines.get(ref, ()), now))
                there.add(ref)
                values |= {} if isinstance(this, Broken) else {this.id: this.value}
                count += 1
                tick()
            cases += _together_cases(folder, place, values, now)
        except MementoError as problem:
            cases.append(found(place, problem.message, problem.hint or WHO_MAY_LIST))
    return count, [*cases, *_gone_cases(store, lines, there)]


def _file_cases(
    store: Store,
    folder: str,
    this: LoadedRecord[Any] | Broken,
    lines: Sequence[JournalEntry],
    now: datetime,
) -> Iterator[Repairable]:
    """One file, by what it says and what it is called. `lines` are the journal's about it."""
    path = os.path.join(store.held(folder).folder, this.name)
    merge = held_merge_case(store, folder, this, path, lines, now)
    name = None if merge else _name_case(store, ref_of(folder, this.id), this, path)
    if merge or name:
        yield from filter(None, (merge, name))
    elif isinstance(this, Broken):
        yield from broken_cases(this)


def _name_case(
    store: Store, ref: str, this: LoadedRecord[Any] | Broken, path: str
) -> Repairable | None:
    """A file whose name is not that of its true key."""
    raw = bytes_of(path)
    try:
        said = ref_in_data(parsed(raw, path).data)
    except BadData:
        return None
    folder, id = held(said) or ("", "")
    if said in ("", ref):
        return None
    if isinstance(this, LoadedRecord) and isinstance(this.value, State):
        fresh = edited(this.document, {("state", "id"): this.id}).encode()
        problem = f"says that its id is {id!r}; its name is what counts"
        repair = rewriting(store, path, raw, fresh, keep=False)
        return fixable(path, problem, f"--fix sets it to {this.id}", repair)
    if isinstance(this, LoadedRecord) and isinstance(this.value, Entity):
        if id in store.held(folder):
            return None  # that both have one name is found where all are looked at together
        return noted(path, f"is called {this.value.name}, whose file would be {id}", BOTH_LEAD)
    target = store.held(folder)
    if id in target:
        return found(path, f"says that it is {said}, which has a file", COMPARE)
    try:
        target.codec.value(id, parsed(raw, path).data)
    except BadData:
        return None

    def rename() -> None:
        with store.lock.held():
            target.create_raw(id, raw)
            rewriting(store, path, raw, None, keep=False)()

    return fixable(path, f"says that it is {said}", RENAMED, rename)


def _together_cases(
    folder: str, place: str, values: Mapping[str, Any], now: datetime
) -> Iterator[Repairable]:
    """What only all files of a folder tell. The values by id."""
    if folder == GRAPH:
        entities = {id: value for id, value in values.items() if isinstance(value, Entity)}
        names = Names(entities)
        for id, entity in entities.items():
            yield from _naming_cases(os.path.join(place, f"{id}.toml"), id, entity, names)
    elif folder == KV:
        slots = [value for value in values.values() if isinstance(value, Slot)]
        over = sum(purged(slot, now) != slot for slot in slots)
        if over:
            which = "1 hard fact has" if over == 1 else f"{over} hard facts have"
            problem = f"{which} a value whose time is over"
            yield noted(place, problem, "`memento prune` takes it out")


def _naming_cases(path: str, id: str, entity: Entity, names: Names) -> Iterator[Repairable]:
    """A name that is another's, too."""
    owners = names.claiming(entity.name)
    if owners != [id]:
        yield found(path, f"has the name of {ref_of(GRAPH, owners[0])}, too", COMPARE)
    for alias in entity.aliases:
        others = ", ".join(ref_of(GRAPH, other) for other in names.claiming(alias) if other != id)
        if others:
            problem = f"the alias {alias} is a name of {others}, too"
            yield noted(path, problem, "take it out of one: `memento graph name --remove`")


def _gone_cases(
    store: Store, lines: Mapping[str, Sequence[JournalEntry]], there: set[str]
) -> Iterator[Repairable]:
    """What the journal has stated, and nobody removed or erased, and has no file any more."""
    about: dict[str, list[JournalEntry]] = {}
    for name, its in lines.items():
        if held(name):
            about.setdefault(whole_ref(name), []).extend(its)
    for ref in sorted(about.keys() - there):
        dead = undone_ids(about[ref])
        acts = (line for line in about[ref] if line.id not in dead)
        ends = [line for line in acts if line.act in (*OPENINGS, REMOVED, ERASED)]
        last = max(ends, key=lambda line: line.id, default=None)
        if last and last.act in OPENINGS and not ref.startswith(f"{KV}/"):
            advice = f"`git log --full-history -- {ref}.toml` if that was not meant"
            yield noted(os.path.join(store.root, f"{ref}.toml"), "its file is gone", advice)
