"""prune, forget, restore: memories that leave for the archive, and come back."""

from __future__ import annotations

import time

from memento_cli.actions.facts.kv import by_the_clock, keys_of, overdue, refs_of, take_out
from memento_cli.actions.facts.records import Provenance
from memento_cli.actions.memory.reading import history_of, journal_entries, memories_with_entries
from memento_cli.actions.memory.reinforce import adoption_of
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.security.approval import check_theirs
from memento_cli.core.fading.fold import fold
from memento_cli.core.fading.pruning import (
    Plan,
    checked_threshold,
    plan_of,
    retention_plan_of,
)
from memento_cli.core.fading.retention import traces_of
from memento_cli.core.journal.history import entries_of
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
    from memento_cli.core.fading.pruning import (
        RetentionPlan,
    )
    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


class Moved(NamedTuple):
    """The memories that an act moved, and the batch that undo knows it by."""

    ids: tuple[str, ...]
    batch: str


def prune_plan(store: Store, now: datetime, threshold: float | None = None) -> Plan:
    """What a prune at `now` would archive, and what only a floor or a pin keeps."""
    limit = store.settings["prune.below"] if threshold is None else threshold
    checked_threshold(limit)
    with open_index(store, now) as here:
        doubtful = list(here.may_be_below(limit))
        return plan_of(doubtful, now, limit, here.count("file") - len(doubtful))


def retention_plan(store: Store, now: datetime, policy: Policy | None = None) -> RetentionPlan:
    """What a prune by policy would archive at `now`, without one the store's (`retention.*`).

    BadData if that cannot be read: another one may let go what it keeps.
    """
    from memento_cli.index.fading.retained import doubtful  # only this verb asks it

    if store.problem and policy is None:
        raise store.problem
    policy = policy or store.settings.policy
    with open_index(store, now) as here:
        found = list(doubtful(here, policy))
        return retention_plan_of(found, now, policy, here.count("file") - len(found))


def prune(store: Store, plan: Plan | RetentionPlan, now: datetime, *, via: str = "cli") -> Moved:
    """Archive what the plan says, in one batch; not what has been pinned or used since."""
    if not plan.prune:
        return Moved((), "")
    with store.lock.held():
        reasons = _going(store, plan, now)
        return _moved(store, "pruned", [*reasons], store.signed(now, via), reasons)


def prune_all(
    store: Store, plan: Plan | RetentionPlan, now: datetime, *, via: str = "cli"
) -> tuple[Moved, list[str]]:
    """Archive what the plan says, and take out hard facts whose time is over: one act, of which an
    error leaves nothing done. An undo brings back the memories alone. Answers the keys of what
    expired, too."""
    signature, today = store.signed(now, via), by_the_clock(now)
    with store.lock.held():
        reasons, over = _going(store, plan, now), overdue(store, today)
        with store.all_or_nothing([*reasons, *refs_of(over)]):
            lines = moved_files(store, "pruned", [*reasons], signature, reasons) if reasons else []
            lines += take_out(store, over, signature._replace(at=today))
            written = store.journal.append(lines)
    return Moved(tuple(reasons), _batch_of(written) if reasons else ""), keys_of(over, today)


def _going(store: Store, plan: Plan | RetentionPlan, now: datetime) -> dict[str, str]:
    """The memories that a plan still lets go, and what the journal is to tell of each."""
    if not plan.prune:
        return {}
    going = _judged_again(store, plan, now)
    return {one.memory.id: "" if isinstance(going, Plan) else one.reason for one in going.prune}


def _judged_again(store: Store, plan: Plan | RetentionPlan, now: datetime) -> Plan | RetentionPlan:
    """The plan as files and journal say it now, of those of its memories that are there yet."""
    filed = list(remaining_memories(store, [judged.memory.id for judged in plan.prune]))
    there = memories_with_entries(store, filed, now)
    if isinstance(plan, Plan):
        return plan_of([memory for memory, _ in there], now, plan.threshold)
    own = {memory.id: memory.strength for memory in filed}
    others = {judged.memory.id: judged.others for judged in plan.prune}
    rules, at = store.settings.rules, micros(now)
    seen = []
    for memory, lines in there:
        state = fold(entries_of(lines), own[memory.id], memory.fade, at, rules)
        seen.append((memory, traces_of(state, others[memory.id])))
    return retention_plan_of(seen, now, plan.policy)


def remaining_memories(store: Store, ids: Sequence[str]) -> Iterator[Memory]:
    """The memories whose files are there yet and can be read."""
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
    """Archive memories, in one batch. A pinned one is refused, and with it all."""
    with store.lock.held():
        for id in ids:
            if store.memories.read(id).value.pinned:
                raise Refused(f"{id} is pinned", f"`memento pin {id} --remove` first")
        return archive_all(store, "forgotten", ids, now, reason, via=via)


def restore(
    store: Store,
    ids: Sequence[str],
    now: datetime,
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
) -> Moved:
    """Bring memories back from the archive as they were. Unasked if an agent (`by`, a trust) brings
    back what a person vouches for, who may have let it go, and they have not `agreed`."""
    act = Provenance(store.signed(now, via), trust=by, agreed=agreed)
    with store.lock.held():
        if act.must_ask:
            memories = [store.archive.read(id).value for id in ids]
            check_theirs(act, memories, f"Bring back {', '.join(ids)}, which the user vouches for?")
        return _moved(store, "restored", ids, act.signature)


def archive_all(
    store: Store, act: str, ids: Sequence[str], now: datetime, reason: str = "", *, via: str = "cli"
) -> Moved:
    """Move memories to the archive, files as they are; each gets a journal line in one batch."""
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
    """The batch that undo knows these lines by."""
    return (written[-1].batch or written[-1].id) if written else ""


def moved_files(
    store: Store,
    act: str,
    ids: Sequence[str],
    signature: EntrySignature,
    reasons: Mapping[str, str] = {},
) -> list[JournalEntry]:
    """Move the files of memories; the lines that are to tell of it, and of `reasons` by id.

    The lock is held, and who calls it puts the files back if the lines cannot be written.
    """
    source, target, now = store.memories, store.archive, signature.at
    if act == "restored":
        source, target = target, source
    lines: list[JournalEntry] = []
    known = by_memory(journal_entries(store))
    for id in ids:
        memory = source.read(id).value
        folded = history_of(store, memory, known.get(id, []), now)
        left = strength_at(memory._replace(strength=folded.strength), now)
        lines += adoption_of(memory, folded)
        why = reasons.get(id, signature.reason)
        lines.append(signature._replace(reason=why).line(act, id, more={"left": left}))
    source.move(ids, target)
    return lines


def clock_went_back(store: Store) -> bool:
    """Whether the wall clock is more than a day before the newest line of the journal."""
    return time.time() * 1000 < store.journal.newest_millis() - DAY_MILLIS
