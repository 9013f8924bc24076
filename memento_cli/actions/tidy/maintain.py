"""maintain: what a night should do. Twice or never changes no result."""

from __future__ import annotations

from memento_cli.actions.facts.kv import expired_keys, purge_expired
from memento_cli.actions.facts.records import Provenance
from memento_cli.actions.fading.review import cards
from memento_cli.actions.memory.prune import (
    Moved,
    archive_all,
    prune,
    prune_plan,
    remaining_memories,
    retention_plan,
)
from memento_cli.actions.memory.reading import memories_with_entries
from memento_cli.actions.memory.reinforce import settle
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.sessions.sessions import expired_sessions, sweep_sessions
from memento_cli.actions.tidy.passes import NOBODY, last_seen, remembered
from memento_cli.actions.tidy.states import tidied_if_due
from memento_cli.core.journal.event_types import PASSED
from memento_cli.core.memory.memory import is_over
from memento_cli.core.time.when import iso
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.fading.pruning import Plan, RetentionPlan
    from memento_cli.store.directory.store import Store

OVER = "its time to live has ended"


class Maintained(NamedTuple):
    """What a pass did, and what it found that was not so at the last one."""

    expired: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    pruned: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    batches: tuple[str, ...] = ()
    tidied: tuple[str, ...] = ()
    purged: tuple[str, ...] = ()  # the keys of hard facts
    sessions: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()  # by a sleep
    reasons: Mapping[str, str] = {}  # why what was pruned went, and why each candidate may go
    policies: Mapping[str, str] = {}  # by which policy: faded, time or score

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to tell."""
        return not any(self)


def maintain(
    store: Store,
    now: datetime,
    *,
    via: str = "cli",
    dry: bool = False,
    remember: bool = True,
) -> Maintained:
    """Archive or purge what has expired, end sessions whose time is over, settle, tidy, prune and
    sleep if the settings let it, and look what is due.

    Candidates and cards are told once: this clone remembers those that it has told of, unless it
    is not to `remember` the pass. With `dry` nothing is written.
    """
    seen = last_seen(store)
    known = seen.told if seen.at <= now else frozenset()  # one ahead told nobody of tonight
    expired = _over(store, now)
    purged = expired_keys(store, now) if dry else purge_expired(store, now, via)
    ended = expired_sessions(store, now) if dry else _ended(store, now, via)
    settled = [] if dry else settle(store, now)
    batches = []
    if expired and not dry:
        expired, batch = _archive(store, expired, now, via)
        batches += [batch] if expired else []
    plan = _plan(store, now)
    pruned = Moved((), "")
    if plan and plan.prune and store.settings["tidy.prune"]:
        pruned = Moved(tuple(_ids(plan)), "") if dry else prune(store, plan, now, via=via)
        batches += [] if dry else [pruned.batch]
    tidied = _tidied(store, now, via, dry, remember)
    if tidied and not dry:
        line = store.journal.done[-1]
        batches.append(line.batch or line.id)
    proposed = _slept(store, now, via, remember) if not dry else ()
    may_go = sorted({*_ids(plan)} - {*pruned.ids, *expired})
    told = tuple(id for id in may_go if id not in known)
    why = plan.only({*told, *pruned.ids}).prune if plan else ()
    due = {card.memory.id: f"{card.memory.id} {iso(card.due)}" for card in cards(store, now)}
    if not dry:
        _note(store, now, via, {*may_go, *due.values()} if remember else None)
    return Maintained(
        expired,
        tuple(settled),
        pruned.ids,
        told,
        tuple(id for id, told in due.items() if told not in known),
        tuple(batches),
        tidied,
        tuple(purged),
        tuple(ended),
        proposed,
        {one.memory.id: one.reason for one in why},
        {one.memory.id: one.policy for one in why},
    )


def going(store: Store, ids: Sequence[str], now: datetime) -> list[str]:
    """Which of these memories the next pass would archive, in order."""
    plan = _plan(store, now) if store.settings["tidy.prune"] else None
    return sorted({*_over(store, now), *_ids(plan)}.intersection(ids))


def _over(store: Store, now: datetime) -> tuple[str, ...]:
    """The memories whose time to live has ended."""
    with open_index(store, now) as here:
        return tuple(sorted(memory.id for memory in here.by_keys(here.over())))


def _archive(store: Store, ids: tuple[str, ...], now: datetime, via: str) -> Moved:
    """Archive what is over still: another pass may have come first."""
    with store.lock.held():
        there = memories_with_entries(store, remaining_memories(store, ids), now)
        over = [memory.id for memory, _ in there if is_over(memory, now)]
        return archive_all(store, "pruned", over, now, OVER, via=via)


def _ended(store: Store, now: datetime, via: str) -> list[str]:
    return sweep_sessions(store, Provenance(store.signed(now, via)))


def _tidied(store: Store, now: datetime, via: str, dry: bool, remember: bool) -> tuple[str, ...]:
    """The states that were closed because another says the same, if it was time to look."""
    act = Provenance(store.signed(now, via))
    return tuple(twin.state.id for twin in tidied_if_due(store, act, dry=dry, remember=remember))


def _slept(store: Store, now: datetime, via: str, remember: bool) -> tuple[str, ...]:
    """What a sleep has proposed, if the settings let it."""
    if not store.settings["maintain.sleep"]:
        return ()
    from memento_cli.actions.tidy.sleep import sleep  # few stores let it

    return sleep(store, now, via=via, remember=remember).ids


def _plan(store: Store, now: datetime) -> Plan | RetentionPlan | None:
    """What a prune at a moment would archive, by what the profile looks at."""
    match store.settings["maintain.candidates"]:
        case "faded":
            return prune_plan(store, now)
        case "retention":
            return retention_plan(store, now)
    return None


def _ids(plan: Plan | RetentionPlan | None) -> list[str]:
    return [judged.memory.id for judged in plan.prune] if plan else []


def _note(store: Store, now: datetime, via: str, told: set[str] | None) -> None:
    """Remember the pass: in the clone, and in the journal where the profile asks for it."""
    with store.lock.held():
        if store.settings["maintain.note"]:
            store.journal.append([store.signed(now, via).line(PASSED, NOBODY)])
        if told is not None:
            remembered(store, now, told)
