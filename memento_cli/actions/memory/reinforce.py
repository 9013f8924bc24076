"""reinforce, used, settle: acts of strength, and the numbers that files show of them."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import UTC, datetime

from memento_cli.actions.memory.reading import (
    entries_by_id,
    history_of,
    journal_entries,
    readable_values,
)
from memento_cli.core.fading.reinforcement import reinforced
from memento_cli.core.journal.event_types import OTHERS, SET
from memento_cli.core.journal.history import adoption
from memento_cli.core.journal.projection import projected
from memento_cli.core.time.when import DAY, micros
from memento_cli.errors import BadData, Conflict, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.journal import by_memory

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.journal.history import Folded, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


class Use(NamedTuple):
    """What one use did to one memory."""

    id: str
    result: Reinforced


def reinforce(
    store: Store, id: str, now: datetime, reason: str = "", *, via: str = "cli", dry: bool = False
) -> Use:
    """Reinforce one memory; a skipped one is told and leaves no trace."""
    with nullcontext() if dry else store.lock.held():
        memory = store.memories.read(id).value
        lines = journal_entries(store, id)
        folded = history_of(store, memory, lines, now)
        use = reinforced(folded.strength, memory.fade, micros(now), store.settings.rules)
        if use.applied and not dry:
            line = store.signed(now, via, reason).line("reinforced", id)
            written = store.journal.append([*adoption_of(memory, folded), line])
            if store.settings["strength.write"] == "at-once":
                project(store, id, [*lines, *written], now)
    return Use(id, use)


def used(
    store: Store,
    ids: Sequence[str],
    now: datetime,
    reason: str = "",
    *,
    via: str = "cli",
    act: str = "used",
    together: bool = False,
) -> list[Use]:
    """Note that memories were of use. Only appends; what it does is decided when it is read.

    Answers what each use does as things are known now. Another `act` may be noted of them, and of
    all `together` in one line.
    """
    with store.lock.held():
        known = entries_by_id(store, ids)
        signature = store.signed(now, via, reason)
        lines: list[JournalEntry] = []
        uses = []
        for id in ids:
            memory = store.memories.read(id).value
            folded = history_of(store, memory, known.get(id, []), now)
            lines += adoption_of(memory, folded)
            rules = store.settings.rules
            uses.append(Use(id, reinforced(folded.strength, memory.fade, micros(now), rules)))
        own, others = (ids[:1], ids[1:]) if together else (ids, ())
        more = {OTHERS: list(others)} if others else {}
        store.journal.append([*lines, *(signature.line(act, id, more=more) for id in own)])
    return uses


def settle(
    store: Store,
    now: datetime,
    *,
    everything: bool = False,
    adopt: Sequence[str] = (),
    tick: Callable[[], None] = lambda: None,
) -> list[str]:
    """Bring the numbers in the files up to what the journal says; adopt what it does not know.

    Changes no strength. With write = "settle", only acts old enough for clones to have met.
    Answers the ids whose files or journal it changed.
    """
    until = now if everything else settled_until(store, now)
    lines = by_memory(journal_entries(store))
    memories = list(readable_values(store, store.memories.scan()))
    fresh = [line for m in memories for line in _adopted(store, m, lines.get(m.id, []), now, adopt)]
    written = by_memory(store.journal.append(fresh))
    touched = set(written)
    for memory in memories:
        its = [*lines.get(memory.id, []), *written.get(memory.id, [])]
        if _is_stale(store, memory, its, now, until) and project(store, memory.id, its, until):
            touched.add(memory.id)
        tick()
    return sorted(touched)


def settled_until(store: Store, now: datetime) -> datetime:
    """The cut of a settling: now, or with write = "settle" so far back that clones have met."""
    if store.settings["strength.write"] == "at-once":
        return now
    wait: float = store.settings["strength.settle_after_days"]
    try:
        return now - wait * DAY
    except OverflowError:  # at the beginning of the calendar
        return datetime.min.replace(tzinfo=UTC)


def _adopted(
    store: Store, memory: Memory, lines: list[JournalEntry], now: datetime, adopt: Sequence[str]
) -> list[JournalEntry]:
    """The line that makes the journal know a memory, or take the numbers in its file for true."""
    folded = history_of(store, memory, lines, now)
    if memory.id in adopt and folded.known and memory.strength != folded.strength.told():
        return [store.signed(now, "cli").line(SET, memory.id, strength=memory.strength)]
    return adoption_of(memory, folded)


def _is_stale(
    store: Store, memory: Memory, lines: list[JournalEntry], now: datetime, until: datetime
) -> bool:
    """Whether a file shows other numbers or acts than it should; newer than the cut may stay."""
    if until < now and history_of(store, memory, lines, now).strength.told() == memory.strength:
        return False
    return projected(memory, lines, history_of(store, memory, lines, until)) != memory


def project(store: Store, id: str, lines: Sequence[JournalEntry], now: datetime) -> bool:
    """Show the journal's numbers and acts in a memory's file; whether that changed it.

    A file that cannot be edited is named and left: what it shows is not read.
    """

    def shown(memory: Memory) -> Memory:
        return projected(memory, lines, history_of(store, memory, lines, now))

    try:
        before, after, _ = store.memories.change(id, shown)
    except (BadData, Conflict, Failed) as problem:
        store.warn(f"{problem.message}; its numbers are not shown in the file")
        return False
    return before != after


def adoption_of(memory: Memory, folded: Folded) -> list[JournalEntry]:
    """The `recorded` line of a memory that the journal does not know yet, or nothing."""
    return [] if folded.known else [adoption(memory)]
