"""maintain: what a night should do. Twice or never changes no result."""

from __future__ import annotations

import os
from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.prune import archive_all, prune, prune_plan, retention_plan
from memento_cli.actions.reading import indexed, memory_at, sound_lines
from memento_cli.actions.reinforce import settle
from memento_cli.actions.review import cards
from memento_cli.core.acts import PASSED
from memento_cli.core.memory import is_over
from memento_cli.core.pruning import Plan, RetentionPlan
from memento_cli.core.when import EPOCH, iso, stored_moment
from memento_cli.errors import BadData, BadTime
from memento_cli.store.files import put, read_regular
from memento_cli.store.store import PRIVATE, Store

NOBODY = "-"  # no memory can have this id: the line is about the store
STAMP = "maintained"
STAMP_LIMIT = 100
OVER = "its time to live has ended"


class Maintained(NamedTuple):
    """What a pass did, and what it found that was not so at the last one."""

    expired: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    pruned: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    batches: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to tell."""
        return not any(self)


def maintain(store: Store, now: datetime, *, via: str = "cli", dry: bool = False) -> Maintained:
    """Archive what has expired, settle, prune if the settings let it, and look what is due.

    Candidates and cards are told once: those that were none at this clone's last pass. With `dry`
    nothing is written.
    """
    last = last_pass_here(store)
    last = last if last <= now else EPOCH  # one with `--now` ahead told nobody of tonight
    expired = _over(store, now)
    settled = [] if dry else settle(store, now)
    batches = [_archive(store, expired, now, via)] if expired and not dry else []
    plan = _plan(store, now)
    pruned: tuple[str, ...] = ()
    if plan and plan.prune and store.settings["maintain.prune"]:
        pruned = tuple(judged.memory.id for judged in plan.prune)
        if not dry:
            moved = prune(store, plan, now, via=via)
            pruned = moved.ids
            batches.append(moved.batch)
    candidates = _ids(plan) - {*pruned, *expired}
    fresh = candidates - _ids(_plan(store, last)) if candidates else set()
    due = [card for card in cards(store, now) if card.asks]
    if not dry:
        _note(store, now, via)
    return Maintained(
        tuple(expired),
        tuple(settled),
        pruned,
        tuple(sorted(fresh)),
        tuple(card.memory.id for card in due if card.due > last),
        tuple(batches),
    )


def last_pass_here(store: Store) -> datetime:
    """When this clone was last maintained; long ago, if never."""
    try:
        return stored_moment(read_regular(_stamp_of(store), STAMP_LIMIT).decode())
    except (OSError, ValueError, BadTime, BadData):
        return EPOCH


def last_pass(store: Store) -> datetime | None:
    """Document 000's `last_decay_at`: the newest pass that the journal tells of, by anybody."""
    lines = sound_lines(store, store.journal.lines(NOBODY))
    return max((line.at for line in lines if line.act == PASSED), default=None)


def _over(store: Store, now: datetime) -> list[str]:
    """The memories whose time to live has ended."""
    with indexed(store, now) as here:
        return sorted(memory.id for memory in here.by_keys(here.over()))


def _archive(store: Store, ids: list[str], now: datetime, via: str) -> str:
    """Archive what is over still; answers the batch."""
    with store.lock.held():
        there = [memory_at(store, id, now) for id in ids if id in store.memories]
        over = [memory.id for memory in there if is_over(memory, now)]
        return archive_all(store, "pruned", over, now, OVER, via=via).batch


def _plan(store: Store, now: datetime) -> Plan | RetentionPlan | None:
    """What a prune at a moment would archive, by what the profile looks at."""
    match store.settings["maintain.candidates"]:
        case "faded":
            return prune_plan(store, now)
        case "retention":
            return retention_plan(store, now)
    return None


def _ids(plan: Plan | RetentionPlan | None) -> set[str]:
    return {judged.memory.id for judged in plan.prune} if plan else set()


def _note(store: Store, now: datetime, via: str) -> None:
    """Remember the pass: in the clone, and in the journal where the profile asks for it."""
    with store.lock.held():
        if store.settings["maintain.note"]:
            store.journal.append([store.signed(now, via).line(PASSED, NOBODY)])
        put(_stamp_of(store), iso(now).encode())


def _stamp_of(store: Store) -> str:
    return os.path.join(store.root, PRIVATE, STAMP)
