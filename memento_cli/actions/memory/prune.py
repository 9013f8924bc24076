"""prune, forget, restore: memories that leave for the archive, and come back."""

from __future__ import annotations

import time

from memento_cli.actions.facts.kv import by_the_clock, keys_of, overdue, purge_slots, refs_of
from memento_cli.actions.memory.reading import history_of, journal_entries, memories_with_entries
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.security.approval import check_vouched
from memento_cli.core.fading.fold import fold
from memento_cli.core.fading.pruning import Plan, checked_threshold, plan_of, retention_plan_of
from memento_cli.core.fading.retention import traces_of
from memento_cli.core.journal.history import fold_rows
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.security.trust import USER
from memento_cli.core.time.when import DAY_MILLIS, micros
from memento_cli.errors import BadData, NotFound, Refused
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.journal import by_memory

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.fading.policy import Policy
    from memento_cli.core.fading.pruning import RetentionPlan
    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


class Moved(NamedTuple):
    """The memories that an act moved, and the id of its batch, which undo takes."""

    ids: tuple[str, ...]
    batch: str


def prune_plan(store: Store, now: datetime, threshold: float | None = None) -> Plan:
    """The memories that a prune at `now` would archive, and those kept only by a floor or a pin."""
    limit = store.settings["prune.below"] if threshold is None else threshold
    checked_threshold(limit)
    with open_index(store, now) as index:
        doubtful = list(index.may_be_below(limit))
        return plan_of(doubtful, now, limit, index.count("file") - len(doubtful))


def retention_plan(store: Store, now: datetime, policy: Policy | None = None) -> RetentionPlan:
    """What a prune by policy would archive at `now`; the default is the store's (`retention.*`).

    BadData if the store's settings cannot be read: the defaults might archive what they keep.
    """
    from memento_cli.index.fading.turning import retention_candidates  # only this verb needs it

    if store.problem and policy is None:
        raise store.problem
    policy = policy or store.settings.policy
    with open_index(store, now) as index:
        candidates = list(retention_candidates(index, policy))
        return retention_plan_of(candidates, now, policy, index.count("file") - len(candidates))


def prune(store: Store, plan: Plan | RetentionPlan, now: datetime, *, via: str = "cli") -> Moved:
    """Archive the memories of a plan in one batch, except those pinned or used since."""
    if not plan.prune:
        return Moved((), "")
    with store.lock.held():
        reasons = _reasons(store, plan, now)
        return _moved(store, "pruned", [*reasons], store.signed(now, via), reasons)


def prune_all(
    store: Store, plan: Plan | RetentionPlan, now: datetime, *, via: str = "cli"
) -> tuple[Moved, list[str]]:
    """Archive the memories of a plan and purge expired kv values, as one act: an error leaves
    nothing done. An undo restores the memories alone. Returns the keys of the purged facts, too."""
    signature, today = store.signed(now, via), by_the_clock(now)
    with store.lock.held():
        reasons, over = _reasons(store, plan, now), overdue(store, today)
        with store.all_or_nothing([*reasons, *refs_of(over)]):
            entries = (
                moved_files(store, "pruned", [*reasons], signature, reasons) if reasons else []
            )
            entries += purge_slots(store, over, signature._replace(at=today))
            written = store.journal.append(entries)
    return Moved(tuple(reasons), _batch_of(written) if reasons else ""), keys_of(over, today)


def _reasons(store: Store, plan: Plan | RetentionPlan, now: datetime) -> dict[str, str]:
    """The ids of the memories that a plan, computed anew, archives, with the reason for each."""
    if not plan.prune:
        return {}
    plan = _recomputed(store, plan, now)
    return {it.memory.id: "" if isinstance(plan, Plan) else it.reason for it in plan.prune}


def _recomputed(store: Store, plan: Plan | RetentionPlan, now: datetime) -> Plan | RetentionPlan:
    """The plan computed anew, from files and journal, for those of its memories that remain."""
    memories = list(remaining_memories(store, [judged.memory.id for judged in plan.prune]))
    pairs = memories_with_entries(store, memories, now)
    if isinstance(plan, Plan):
        return plan_of([memory for memory, _ in pairs], now, plan.threshold)
    strengths = {memory.id: memory.strength for memory in memories}
    others = {judged.memory.id: judged.others for judged in plan.prune}
    rules, at = store.settings.rules, micros(now)
    traced = []
    for memory, entries in pairs:
        state = fold(fold_rows(entries), strengths[memory.id], memory.fade, at, rules)
        traced.append((memory, traces_of(state, others[memory.id])))
    return retention_plan_of(traced, now, plan.policy)


def remaining_memories(store: Store, ids: Sequence[str]) -> Iterator[Memory]:
    """The memories whose files still exist and can be read; unreadable ones are warned of."""
    for id in ids:
        try:
            yield store.memories.read(id).value
        except NotFound:
            continue
        except BadData as problem:
            store.warn(f"{problem.message}; it stays")


def forget(
    store: Store, ids: Sequence[str], now: datetime, reason: str = "", *, via: str = "cli"
) -> Moved:
    """Archive memories in one batch. Refused, for all of them, if one is pinned."""
    with store.lock.held():
        for id in ids:
            check_unpinned(store.memories.read(id).value)
        return archive_all(store, "forgotten", ids, now, reason, via=via)


def check_unpinned(memory: Memory) -> None:
    """Refused for a pinned memory, which is neither archived nor erased."""
    if memory.pinned:
        raise Refused(f"{memory.id} is pinned", f"`memento pin {memory.id} --remove` first")


def restore(
    store: Store,
    ids: Sequence[str],
    now: datetime,
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
) -> Moved:
    """Move memories back from the archive. Unasked if an agent (`by` is a trust level) restores
    what a person vouches for, and may have forgotten on purpose, without `agreed`."""
    provenance = Provenance(store.signed(now, via), trust=by, agreed=agreed)
    with store.lock.held():
        if provenance.must_ask:
            memories = [store.archive.read(id).value for id in ids]
            check_vouched(
                provenance, memories, f"Bring back {', '.join(ids)}, which the user vouches for?"
            )
        return _moved(store, "restored", ids, provenance.signature)


def archive_all(
    store: Store, act: str, ids: Sequence[str], now: datetime, reason: str = "", *, via: str = "cli"
) -> Moved:
    """Move the files of memories to the archive, with a journal entry for each, in one batch."""
    return _moved(store, act, ids, store.signed(now, via, reason))


def _moved(
    store: Store,
    act: str,
    ids: Sequence[str],
    signature: EntrySignature,
    reasons: Mapping[str, str] = {},
) -> Moved:
    with store.all_or_nothing(ids):
        written = store.journal.append(moved_files(store, act, ids, signature, reasons))
    return Moved(tuple(ids), _batch_of(written))


def _batch_of(written: Sequence[JournalEntry]) -> str:
    return (written[-1].batch or written[-1].id) if written else ""


def moved_files(
    store: Store,
    act: str,
    ids: Sequence[str],
    signature: EntrySignature,
    reasons: Mapping[str, str] = {},
) -> list[JournalEntry]:
    """Move the files of memories, and return the journal entries for it, with `reasons` by id.

    The caller holds the lock, and moves the files back if the entries cannot be written.
    """
    source, target, now = store.memories, store.archive, signature.at
    if act == "restored":
        source, target = target, source
    entries: list[JournalEntry] = []
    known = by_memory(journal_entries(store))
    for id in ids:
        memory = source.read(id).value
        folded = history_of(store, memory, known.get(id, []), now)
        left = strength_at(memory._replace(strength=folded.strength), now)
        entries += adoption_of(memory, folded)
        reason = reasons.get(id, signature.reason)
        entries.append(signature._replace(reason=reason).line(act, id, more={"left": left}))
    source.move(ids, target)
    return entries


def clock_went_back(store: Store) -> bool:
    """Whether the wall clock is more than a day before the newest journal entry."""
    return time.time() * 1000 < store.journal.newest_millis() - DAY_MILLIS
