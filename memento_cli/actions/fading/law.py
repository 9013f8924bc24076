"""law, convert: the laws by which memories fade, and converting memories to another law."""

from __future__ import annotations

from memento_cli.actions.memory.edit import content_entry, show_peak
from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.memory.reading import entries_by_id, history_of
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.actions.security.approval import check_vouched
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.creation import law_from
from memento_cli.core.memory.memory import fade_of, strength_at
from memento_cli.core.security.trust import USER
from memento_cli.errors import BadValue, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.memory_fields import FLOOR, fade_keys
from memento_cli.store.toml.changes import flat

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.fading.laws import Law
    from memento_cli.core.fading.strength import Fade
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.store.directory.store import Store


class Conversion(NamedTuple):
    """A memory, its new law and floor, and its strength before and after, with all its uses."""

    memory: Memory
    fade: Fade
    before: float
    after: float

    @property
    def changes(self) -> bool:
        """Whether the law or the floor differs."""
        return self.fade != self.memory.fade


def parsed_law(store: Store, memory: Memory, text: str) -> Law:
    """The law that `half-life`, `ttl=48h` or `daily=5` means for a memory.

    Without a number the memory keeps its law if it has that one, or else gets the default of the
    store's settings for such a memory.
    """
    if text.strip() == memory.fade.law.name:
        return memory.fade.law
    content = memory.content
    defaults = store.settings.defaults
    return law_from(text, content.significance, memory.kind, memory.more, defaults)


def law_changes(
    store: Store, ids: Sequence[str], text: str, now: datetime, floor: float | None = None
) -> list[Conversion]:
    """The strength of memories under another law and another floor."""
    if floor is not None and not 0 <= floor <= 1:
        raise BadValue(f"the floor must be from 0 to 1, not {floor:g}")
    entries = entries_by_id(store, ids)
    results = []
    for id in ids:
        memory = store.memories.read(id).value
        law = parsed_law(store, memory, text) if text else memory.fade.law
        low = memory.fade.min_strength if floor is None else floor
        fade = fade_of(law, low, memory.importance)
        strengths = []
        for either in (memory.fade, fade):
            faded = memory._replace(fade=either)
            folded = history_of(store, faded, entries.get(id, []), now)
            strengths.append(strength_at(faded._replace(strength=folded.strength), now))
        results.append(Conversion(memory, fade, *strengths))
    return results


def matching_ids(store: Store, query: Query, now: datetime) -> list[str]:
    """The ids of the memories that match a query, by strength; weak ones, too."""
    page = list_memories(store, query, now, weak=True)
    return [hit.memory.id for hit in page.hits]


def set_law(
    store: Store,
    planned: Iterable[Conversion],
    now: datetime,
    reason: str = "",
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
    tick: Callable[[], None] = lambda: None,
) -> list[str]:
    """Change the laws of memories as planned, in one act. Returns the ids that changed.

    A file that is gone is warned of and skipped; one that cannot be read is an error, and none is
    changed. A conversion never counts as a use. Unasked if an agent (`by` is a trust level)
    converts a memory that a person vouches for without `agreed`.
    """
    changing = [plan for plan in planned if plan.changes]
    ids, ids_done = [plan.memory.id for plan in changing], list[str]()
    entries = list[JournalEntry]()
    with store.all_or_nothing(ids):
        signature, known = store.signed(now, via, reason), entries_by_id(store, ids)
        provenance = Provenance(signature, trust=by, agreed=agreed)
        memories = [plan.memory for plan in changing]
        check_vouched(provenance, memories, "Let what the user vouches for fade by another law?")
        for plan in changing:
            id = plan.memory.id
            tick()
            try:
                before, after, change = store.memories.set_keys(id, _keys(store, plan))
                show_peak(store, before, after)
            except NotFound as problem:
                store.warn(f"{problem.message} any more; it is left")
                continue
            entries += adoption_of(before, history_of(store, before, known.get(id, []), now))
            entries.append(content_entry(signature, "converted", id, change))
            ids_done.append(id)
        store.journal.append(entries)
    return ids_done


def _keys(store: Store, plan: Conversion) -> dict[str, Any]:
    law = fade_keys(plan.fade.law) if plan.fade.law != plan.memory.fade.law else {}
    wanted = law | {FLOOR: plan.fade.min_strength}
    current = flat(store.memories.codec.data(plan.memory))
    return {key: value for key, value in wanted.items() if current.get(key) != value}
