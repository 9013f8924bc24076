"""prune, forget, restore: memories that leave for the archive, and come back."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.reading import history_of, indexed, journal_lines, with_lines
from memento_cli.actions.reinforce import adoption_of
from memento_cli.core.history import Line, Signature
from memento_cli.core.memory import Memory, strength_at
from memento_cli.core.pruning import Plan, checked_threshold, plan_of
from memento_cli.core.when import DAY_MILLIS
from memento_cli.errors import BadData, NotFound, Refused
from memento_cli.store.journal import by_memory
from memento_cli.store.store import Store


class Moved(NamedTuple):
    """The memories that an act moved, and the batch that undo knows it by."""

    ids: tuple[str, ...]
    batch: str


def prune_plan(store: Store, now: datetime, threshold: float | None = None) -> Plan:
    """What a prune at `now` would archive, and what only a floor or a pin keeps."""
    limit = store.settings["prune.below"] if threshold is None else threshold
    checked_threshold(limit)
    with indexed(store, now) as here:
        doubtful = list(here.may_be_below(limit))
        return plan_of(doubtful, now, limit, here.count("file") - len(doubtful))


def prune(store: Store, plan: Plan, now: datetime, *, via: str = "cli") -> Moved:
    """Archive what the plan says, in one batch; not what has been pinned or used since."""
    planned = [judged.memory.id for judged in plan.prune]
    with store.lock.held():
        there = with_lines(store, _still_there(store, planned), now)
        still = plan_of([memory for memory, _ in there], now, plan.threshold).prune
        ids = [judged.memory.id for judged in still]
        return archive_all(store, "pruned", ids, now, via=via)


def _still_there(store: Store, ids: Sequence[str]) -> Iterator[Memory]:
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
                raise Refused(f"{id} is pinned", f"`memento unpin {id}` first")
        return archive_all(store, "forgotten", ids, now, reason, via=via)


def restore(store: Store, ids: Sequence[str], now: datetime, *, via: str = "cli") -> Moved:
    """Bring memories back from the archive as they were."""
    return _moved(store, "restored", ids, store.signed(now, via))


def archive_all(
    store: Store, act: str, ids: Sequence[str], now: datetime, reason: str = "", *, via: str = "cli"
) -> Moved:
    """Move memories to the archive, files as they are; each gets a journal line in one batch."""
    return _moved(store, act, ids, store.signed(now, via, reason))


def _moved(store: Store, act: str, ids: Sequence[str], signature: Signature) -> Moved:
    source, target, now = store.memories, store.archive, signature.at
    if act == "restored":
        source, target = target, source
    with store.all_or_nothing(ids):
        lines: list[Line] = []
        known = by_memory(journal_lines(store))
        for id in ids:
            memory = source.read(id).value
            folded = history_of(store, memory, known.get(id, []), now)
            left = strength_at(memory._replace(strength=folded.strength), now)
            lines += adoption_of(memory, folded)
            lines.append(signature.line(act, id, more={"left": left}))
        source.move(ids, target)
        written = store.journal.append(lines)
    last = written[-1] if written else None
    return Moved(tuple(ids), (last.batch or last.id) if last else "")


def clock_went_back(store: Store) -> bool:
    """Whether the wall clock is more than a day before the newest line of the journal."""
    return time.time() * 1000 < store.journal.newest_millis() - DAY_MILLIS
