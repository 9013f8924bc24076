"""reinforce, used, settle: journal uses of memories, and show their strength in the files."""

from __future__ import annotations

from datetime import UTC, datetime

from memento_cli.actions.memory.reading import (
    entries_by_id,
    history_of,
    journal_entries,
    readable_values,
)
from memento_cli.core.fading.reinforcement import reinforced
from memento_cli.core.journal.event_types import OTHERS, SET
from memento_cli.core.journal.history import adoption, projected
from memento_cli.core.time.when import DAY, micros
from memento_cli.errors import BadData, Conflict, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import nullcontext
from memento_cli.store.journal.journal import by_memory

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.journal.history import Folded, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


class Use(NamedTuple):
    """The result of one use of one memory."""

    id: str
    result: Reinforced


def reinforce(
    store: Store, id: str, now: datetime, reason: str = "", *, via: str = "cli", dry: bool = False
) -> Use:
    """Reinforce one memory. A use that its law skips is not journalled; the result says so."""
    with nullcontext() if dry else store.lock.held():
        memory = store.memories.read(id).value
        entries = journal_entries(store, id)
        folded = history_of(store, memory, entries, now)
        use = reinforced(folded.strength, memory.fade, micros(now), store.settings.rules)
        if use.applied and not dry:
            entry = store.signed(now, via, reason).line("reinforced", id)
            written = store.journal.append([*adoption_of(memory, folded), entry])
            if store.settings["strength.write"] == "at-once":
                project(store, id, [*entries, *written], now)
    return Use(id, use)


def note_use(
    store: Store,
    ids: Sequence[str],
    now: datetime,
    reason: str = "",
    *,
    via: str = "cli",
    act: str = "used",
    together: bool = False,
) -> list[Use]:
    """Journal that memories were of use. Only appends: the effect is computed when it is read.

    Returns the effect of each use as of now. Another `act` may be journalled instead, and
    `together` writes one entry for all the memories.
    """
    with store.lock.held():
        known = entries_by_id(store, ids)
        signature = store.signed(now, via, reason)
        entries: list[JournalEntry] = []
        uses = []
        for id in ids:
            memory = store.memories.read(id).value
            folded = history_of(store, memory, known.get(id, []), now)
            entries += adoption_of(memory, folded)
            rules = store.settings.rules
            uses.append(Use(id, reinforced(folded.strength, memory.fade, micros(now), rules)))
        subjects, others = (ids[:1], ids[1:]) if together else (ids, ())
        more = {OTHERS: list(others)} if others else {}
        store.journal.append([*entries, *(signature.line(act, id, more=more) for id in subjects)])
    return uses


def settle(
    store: Store,
    now: datetime,
    *,
    everything: bool = False,
    adopt: Sequence[str] = (),
    tick: Callable[[], None] = lambda: None,
) -> list[str]:
    """Update the strength in the files from the journal, and adopt memories that the journal lacks.

    Changes no strength. With `strength.write = "settle"` only acts before `settled_until` count.
    Returns the ids whose files or journal it changed.
    """
    until = now if everything else settled_until(store, now)
    by_id = by_memory(journal_entries(store))
    memories = list(readable_values(store, store.memories.scan()))
    fresh = [
        entry for m in memories for entry in _adopted(store, m, by_id.get(m.id, []), now, adopt)
    ]
    written = by_memory(store.journal.append(fresh))
    touched = set(written)
    for memory in memories:
        entries = [*by_id.get(memory.id, []), *written.get(memory.id, [])]
        stale = _is_stale(store, memory, entries, now, until)
        if stale and project(store, memory.id, entries, until):
            touched.add(memory.id)
        tick()
    return sorted(touched)


def settled_until(store: Store, now: datetime) -> datetime:
    """Until when `settle` counts entries: now, or with `strength.write = "settle"` as many days
    ago as it takes clones to merge (`strength.settle_after_days`)."""
    if store.settings["strength.write"] == "at-once":
        return now
    wait: float = store.settings["strength.settle_after_days"]
    try:
        return now - wait * DAY
    except OverflowError:  # at the beginning of the calendar
        return datetime.min.replace(tzinfo=UTC)


def _adopted(
    store: Store, memory: Memory, entries: list[JournalEntry], now: datetime, adopt: Sequence[str]
) -> list[JournalEntry]:
    """The entry that adopts a memory, or that sets its strength to that of its file."""
    folded = history_of(store, memory, entries, now)
    if memory.id in adopt and folded.known and memory.strength != folded.strength.without_uses():
        return [store.signed(now, "cli").line(SET, memory.id, strength=memory.strength)]
    return adoption_of(memory, folded)


def _is_stale(
    store: Store, memory: Memory, entries: list[JournalEntry], now: datetime, until: datetime
) -> bool:
    """Whether a file shows another strength or log than at `until`; that of `now` is not stale."""
    if until < now:
        strength_now = history_of(store, memory, entries, now).strength.without_uses()
        if strength_now == memory.strength:
            return False
    return projected(memory, entries, history_of(store, memory, entries, until)) != memory


def project(store: Store, id: str, entries: Sequence[JournalEntry], now: datetime) -> bool:
    """Show the journal's strength and log in a memory's file; whether that changed it.

    A file that cannot be edited is warned of and left, since these keys are never read.
    """

    def shown(memory: Memory) -> Memory:
        return projected(memory, entries, history_of(store, memory, entries, now))

    try:
        before, after, _ = store.memories.change(id, shown)
    except (BadData, Conflict, Failed) as problem:
        store.warn(f"{problem.message}; its numbers are not shown in the file")
        return False
    return before != after


def adoption_of(memory: Memory, folded: Folded) -> list[JournalEntry]:
    """The `recorded` entry of a memory that the journal lacks, or nothing."""
    return [] if folded.known else [adoption(memory)]
