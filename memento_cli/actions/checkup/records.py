"""Checks of states, blocks, kv values, entities and sessions: each file, then all together."""

from __future__ import annotations

import os
from functools import partial

from memento_cli.actions.checkup.findings import fault, fixable, note, rewrite
from memento_cli.actions.checkup.memories import broken_cases, file_cases
from memento_cli.actions.checkup.merges import ADVICE, record_merge_case
from memento_cli.actions.checkup.whole import is_resolved, made_whole
from memento_cli.actions.tidy.proposal_files import is_planned, place_proposal
from memento_cli.core.facts.kv import Slot, purged_slot
from memento_cli.core.facts.states import State
from memento_cli.core.graph.entities import Entity, Names
from memento_cli.core.journal.event_types import ERASED, REMOVED
from memento_cli.core.journal.history import undone_ids
from memento_cli.core.memory.record_kinds import GRAPH, KV, held, ref_of, whole_ref
from memento_cli.core.redaction.erased_records import OPENINGS
from memento_cli.errors import BadData
from memento_cli.store.files.files import read_regular
from memento_cli.store.records.loaded import Broken, LoadedRecord
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.redaction.files import bytes_of
from memento_cli.store.toml.merge import Sides, sides
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.reader import START
from memento_cli.store.toml.splice import edited

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memento_cli.actions.checkup.findings import Cases, CheckedFile, Checkup, Repairable
    from memento_cli.actions.checkup.whole import MendedFile
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

RENAMED = "--fix gives it that name"
COMPARE = "compare the two files, and keep one"
BOTH_LEAD = "nothing to do: both names lead to it"


def record_cases(checkup: Checkup, file: CheckedFile) -> Cases:
    """Cases of one file, by its content and its name."""
    merge = record_merge_case(checkup, file)
    name = None if merge else _name_case(checkup.store, file)
    if merge or name:
        yield from filter(None, (merge, name))
    elif isinstance(file.record, Broken):
        yield from broken_cases(file.record)


def _name_case(store: Store, file: CheckedFile) -> Repairable | None:
    """The case of a file whose name does not match the key inside it."""
    record, path, raw = file.record, file.path, bytes_of(file.path)
    try:
        own_ref = ref_in_data(parsed(raw, path).data)
    except BadData:
        return None
    folder, id = held(own_ref) or ("", "")
    if own_ref in ("", file.ref):
        return None
    if isinstance(record, LoadedRecord) and isinstance(record.value, State):
        fresh = edited(record.document, {("state", "id"): record.id}).encode()
        problem = f"says that its id is {id!r}; its name is what counts"
        repair = partial(rewrite, store, path, raw, fresh, keep=False)
        return fixable(path, problem, f"--fix sets it to {record.id}", repair)
    if isinstance(record, LoadedRecord) and isinstance(record.value, Entity):
        if id in store.held(folder):
            return None  # `_naming_cases` tells of two entities with one name
        return note(path, f"is called {record.value.name}, whose file would be {id}", BOTH_LEAD)
    target = store.held(folder)
    if id in target:
        return fault(path, f"says that it is {own_ref}, which has a file", COMPARE)
    try:
        target.codec.value(id, parsed(raw, path).data)
    except BadData:
        return None

    def rename() -> None:
        target.create_raw(id, raw)
        rewrite(store, path, raw, None, keep=False)

    return fixable(path, f"says that it is {own_ref}", RENAMED, rename)


def together_cases(checkup: Checkup, folder: str, values: Mapping[str, Any]) -> Cases:
    """Cases that follow from all files of a folder together. The values by id."""
    place = os.path.join(checkup.store.root, folder)
    if folder == GRAPH:
        entities = {id: value for id, value in values.items() if isinstance(value, Entity)}
        names = Names(entities)
        for id, entity in entities.items():
            yield from _naming_cases(os.path.join(place, f"{id}.toml"), id, entity, names)
    elif folder == KV:
        slots = [value for value in values.values() if isinstance(value, Slot)]
        expired = sum(purged_slot(slot, checkup.now) != slot for slot in slots)
        if expired:
            subject = "1 kv value has" if expired == 1 else f"{expired} kv values have"
            problem = f"{subject} a value whose time is over"
            yield note(place, problem, "`memento prune` takes it out")


def _naming_cases(path: str, id: str, entity: Entity, names: Names) -> Cases:
    """Cases of names and aliases of an entity that are another's, too."""
    owners = names.claiming(entity.name)
    if owners != [id]:
        yield fault(path, f"has the name of {ref_of(GRAPH, owners[0])}, too", COMPARE)
    for alias in entity.aliases:
        others = ", ".join(ref_of(GRAPH, other) for other in names.claiming(alias) if other != id)
        if others:
            problem = f"the alias {alias} is a name of {others}, too"
            yield note(path, problem, "take it out of one: `memento graph name --remove`")


def gone_record_cases(checkup: Checkup, refs: set[str]) -> Cases:
    """Records that the journal has stated and not removed or erased, and that have no file."""
    by_record: dict[str, list[JournalEntry]] = {}
    for name, about in checkup.entries.items():
        if held(name):
            by_record.setdefault(whole_ref(name), []).extend(about)
    for ref in sorted(by_record.keys() - refs):
        undone = undone_ids(by_record[ref])
        acts = (entry for entry in by_record[ref] if entry.id not in undone)
        ends = [entry for entry in acts if entry.act in (*OPENINGS, REMOVED, ERASED)]
        last = max(ends, key=lambda entry: entry.id, default=None)
        if last and last.act in OPENINGS and not ref.startswith(f"{KV}/"):
            advice = f"`git log --full-history -- {ref}.toml` if that was not meant"
            yield note(os.path.join(checkup.store.root, f"{ref}.toml"), "its file is gone", advice)


def proposal_cases(store: Store, file: CheckedFile, paths: Mapping[str, str]) -> Cases:
    """Cases of one proposal. `paths` are those of memories by id."""
    record, path = file.record, file.path
    if isinstance(record, Broken):
        merge = _proposal_merge_case(store, file)
        yield from [merge] if merge else broken_cases(record)
        return
    yield from file_cases(store, record, path)
    if START in record.document.text:
        yield from filter(None, [_proposal_merge_case(store, file)])
    yield from _plan_cases(record, path)
    for link in record.value.links:
        if link.target not in paths:
            problem = f"proposes what {link.rel} {link.target}: no such memory"
            yield fault(path, problem, f"restore the memory, or `memento tidy reject {record.id}`")


def _plan_cases(record: LoadedRecord[Memory], path: str) -> Cases:
    if not is_planned(record):
        return
    from memento_cli.actions.events.planned import any_step_of  # few proposals are planned steps

    try:
        any_step_of(record)
    except BadData as problem:
        problems = "; ".join(problem.problems)
        yield fault(path, f"[plan]: {problems}", f"`memento tidy reject {record.id}`")


def _proposal_merge_case(store: Store, file: CheckedFile) -> Repairable | None:
    """The case of a file that a merge left in conflict, if it can be made whole."""
    path = file.path
    try:
        raw = read_regular(path, SIZE_LIMIT)
        pair = sides(raw.decode("utf-8-sig"))
    except (OSError, ValueError):
        return None
    whole = made_whole(store.proposals, file.record.id, pair, ())
    if whole is None:
        return None
    if whole.other and bytes_of(store.proposals.path(whole.other[0])) == raw:
        whole = whole._replace(other=None)  # both files have the same conflict; each is mended

    def mend(whole: MendedFile = whole) -> None:
        if whole.other and not is_resolved(store.proposals, whole):
            place_proposal(store, whole.other[0], Sides(whole.other[1]))
        rewrite(store, path, raw, whole.text.encode(), keep=True)

    return fixable(path, file.problem, ADVICE, mend)
