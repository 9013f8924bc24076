"""Checks of the strengths that the files of memories show: what their journal may have made."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import isclose

from memento_cli.actions.checkup.findings import fault, fixable
from memento_cli.actions.checkup.swapped import is_of_another
from memento_cli.actions.git.id_conflict import show
from memento_cli.core.git.id_conflict import is_parted
from memento_cli.core.journal.event_types import RECORDED
from memento_cli.core.journal.history import JournalEntry, fold
from memento_cli.errors import MementoError
from memento_cli.store.settings.settings import DEFAULTS
from memento_cli.store.toml.splice import REMOVED, applied
from memento_cli.store.toml.writer import path_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memento_cli.actions.checkup.findings import Cases, Checkup
    from memento_cli.core.fading.strength import Fade, Strength
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection

MANY_VIEWS = 900

FADING = ("memory.fade.", "memory.importance", "memory.content.significance")
"""The keys of a file that determine how its memory fades."""


def number_cases(checkup: Checkup, folder: Collection[Memory], memory: Memory) -> Cases:
    """A file that shows a strength which its journal cannot have produced."""
    store, entries, path = checkup.store, checkup.entries.get(memory.id, []), folder.path(memory.id)
    shown = memory.strength
    for other in _possible(store, memory, entries, checkup.homes):
        # a file has no times of uses
        if shown[1:3] == other[1:3] and isclose(shown.initial, other.initial, rel_tol=1e-9):
            return
    if is_of_another(store, folder.read(memory.id)):
        return  # `swapped_cases` has it; the numbers are the other memory's
    text = f"{shown.initial:g} at {shown.last_reinforced:%Y-%m-%d %H:%M}"
    text = f"its numbers ({text}, {shown.reinforcement_count} times) are not what its journal makes"
    if is_parted(entries) or memory.id not in store.memories:  # `settle` does not write these
        advice = "--fix shows the journal's, which count"
        yield fixable(path, text, advice, lambda: show(store, memory.id, checkup.now))
    else:
        advice = f"`memento store settle --adopt {memory.id}` keeps these"
        advice += ", `memento store settle` the journal's"
        yield fault(path, text, advice)


def _possible(
    store: Store, memory: Memory, entries: Sequence[JournalEntry], homes: Mapping[str, str]
) -> Iterator[Strength]:
    """The strengths that a file may show: now, and before an undo, a merge or a change of law.

    Where several memories were recorded under one id, each of their openings is tried.
    """
    ordered = sorted(entries, key=lambda entry: (entry.at, entry.id))
    openings = {
        entry.strength: entry for entry in ordered if entry.act == RECORDED and entry.strength
    }
    if not openings:
        yield memory.strength
        return
    end = max(entry.at for entry in entries)
    for view in _views(entries, homes):
        acts = [entry for entry in view if entry.act != RECORDED]
        for opening, fade in product(openings.values(), _fades(store, memory, entries)):
            for rules in {store.settings.rules, DEFAULTS.rules}:
                folded = fold([opening, *acts], memory.strength, fade, end, rules)
                yield from (step.strength for step in folded.steps)


def _views(
    entries: Sequence[JournalEntry], homes: Mapping[str, str]
) -> Iterator[Sequence[JournalEntry]]:
    """All entries, and each prefix of each writer's entries with each of the others': what a writer
    may have known when it wrote the file.

    At most about `MANY_VIEWS` are tried, of the newest ends.
    """
    yield entries
    arrived = sorted(entries, key=lambda entry: entry.id)
    writers = {homes[entry.id]: list[JournalEntry]() for entry in entries}
    for entry in arrived:
        writers[homes[entry.id]].append(entry)
    most = max(2, round(MANY_VIEWS ** (1 / len(writers))))
    for sizes in product(*(_newest_ends(own, most) for own in writers.values())):
        pairs = zip(writers.values(), sizes, strict=True)
        yield [entry for own, size in pairs for entry in own[:size]]


def _newest_ends(entries: Sequence[JournalEntry], most: int) -> range:
    return range(len(entries), max(-1, len(entries) - most), -1)


def _fades(store: Store, memory: Memory, entries: Sequence[JournalEntry]) -> list[Fade]:
    """How a memory fades now, and how it did before and after each edit, undone ones too."""
    fades = [memory.fade]
    for entry in entries:
        for side in ("before", "after"):
            keys = entry.text.get(side)
            fade = _fade_with(store, memory, keys) if isinstance(keys, Mapping) else memory.fade
            fades += [] if fade in fades else [fade]
    return fades


def _fade_with(store: Store, memory: Memory, keys: Mapping[str, object]) -> Fade:
    """How a memory would fade with these values of keys; as it does now, if they are invalid."""
    codec = store.memories.codec
    fading = {key: value for key, value in keys.items() if key.startswith(FADING)}
    try:
        changes = {
            path_of(key): REMOVED if value is None else value for key, value in fading.items()
        }
        return codec.value(memory.id, applied(codec.data(memory), changes)).fade
    except MementoError:
        return memory.fade
