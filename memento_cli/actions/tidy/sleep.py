"""sleep: look at what was recorded of late, and propose what to make of it (document 002 §4.3).

Nothing but proposals is written. What sleep made is never its input; what it has proposed once it
does not propose again, whatever became of that, unless other memories have come to it, or one of
them says something else.
"""

from __future__ import annotations

from datetime import timedelta

from memento_cli.actions.events.planned import Drafted, plan_of, propose_drafts, step_draft
from memento_cli.actions.events.queued_threads import thread_steps
from memento_cli.actions.events.threads import proposed_threads
from memento_cli.actions.facts.records import Provenance
from memento_cli.actions.memory.reading import readable_entries, readable_records
from memento_cli.actions.store.stamps import last_time, remember_time
from memento_cli.actions.tidy.proposals import apply_all
from memento_cli.actions.tidy.sleep_finds import found, looked
from memento_cli.actions.tidy.sleep_steps import sound_step
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.journal.proposal_entries import PROPOSED, SLEPT
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import is_trusted, trust_of
from memento_cli.core.tidy.copies import copies
from memento_cli.core.tidy.sleep_steps import (
    EXACT,
    KEEP,
    MERGE,
    SEEN,
    SLEEP,
    is_of_sleep,
    said_hash,
    step_key,
)
from memento_cli.core.time.when import EPOCH
from memento_cli.errors import BadData, Conflict, Failed, MementoError, NotFound, SecretFound
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import datetime

    from memento_cli.core.events.plans import PlanStep
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

LIMIT = 100
"""So many proposals one sleep makes at most: more nobody reads."""
STAMP = "slept"


class Slept(NamedTuple):
    """What was proposed, or would be, with the ids of the proposals; of a dry run there are none.

    So many others are left for the next sleep: for `left` there is no room, and of `changed` a file
    has other words than were looked at, or cannot be read now.
    """

    drafts: tuple[Drafted, ...]
    ids: tuple[str, ...]
    left: int
    changed: int


def sleep(
    store: Store,
    now: datetime,
    *,
    since: datetime | None = None,
    limit: int = LIMIT,
    via: str = "cli",
    dry: bool = False,
    remember: bool = True,
) -> Slept:
    """Propose what is to be merged, linked, learnt and kept for longer, and which events hang
    together: as one act, which one undo takes back.

    Each proposal has to do with something that was recorded `since`; without that, since this clone
    slept last, and within `sleep.days` at least. With `dry` nothing is written.
    """
    began = _since(store, now) if since is None else since
    every = _fresh(store, now, began)
    whole = [one for one in every if _is_as_filed(store, one.step)]
    drafts = whole[:limit]
    left, changed = len(whole) - len(drafts), len(every) - len(whole)
    if dry:
        return Slept(tuple(drafts), (), left, changed)
    act = Provenance(store.signed(now, via))
    with store.lock.held():
        known = known_keys(store)  # another may have slept meanwhile
        drafts = [one for one in drafts if step_key(one.step) not in known]
        ids = propose_drafts(store, drafts, act) if drafts else []
        if remember and not left + changed:
            _remember(store, now)
    return Slept(tuple(drafts), tuple(ids), left, changed)


def _remember(store: Store, now: datetime) -> None:
    """Remember that this clone has slept; where it cannot, the next sleep looks at more."""
    try:
        remember_time(store, STAMP, now)
    except (Failed, OSError) as problem:
        store.warn(f"not remembered that this was slept: {problem}")


def apply_safe(store: Store, now: datetime, *, via: str = "cli") -> list[str]:
    """Merge the exact copies that are proposed, as one act: the only thing that needs nobody's
    word. The ids of the proposals that were applied; one that cannot be is named and left."""
    done = list[str]()
    with store.lock.held(), store.one_act():
        for id in list(_exact(store)):
            try:
                apply_all(store, [id], now, via=via)
                done.append(id)
            except (NotFound, Conflict) as problem:  # an earlier one has merged what it is about
                store.warn(f"{problem.message}; {id} is left")
    return done


def known_keys(store: Store) -> frozenset[str]:
    """The keys of all that was proposed in a sleep and was not undone."""
    told, dead = _told(store)
    return frozenset(str(line.more[SLEPT]) for line in told if line.id not in dead)


def _told(store: Store) -> tuple[list[JournalEntry], Collection[str]]:
    """The lines of what was proposed in a sleep, and the ids of those that are undone."""
    lines = distinct(readable_entries(store, store.journal.naming(SLEPT)))
    dead = undone_ids([*lines, *readable_entries(store, store.journal.undos())]) if lines else ()
    return [line for line in lines if line.act == PROPOSED and SLEPT in line.more], dead


def _since(store: Store, now: datetime) -> datetime:
    """From when on memories are recent; the first sleep looks at all, and so does one after a sleep
    that was undone."""
    last = last_time(store, STAMP)
    if last is None:
        return EPOCH
    told, dead = _told(store)
    if any(line.at >= last for line in told if line.id in dead):
        return EPOCH
    return min(last, max(EPOCH, now - timedelta(days=store.settings["sleep.days"])))


def _fresh(store: Store, now: datetime, since: datetime) -> list[Drafted]:
    """What was never proposed, and can be."""
    look = looked(store, now, since, known_keys(store))
    fresh = found(store, look, now)
    drafts = [one for one in fresh if _has_no_secret(store, one)]
    threads = thread_steps(store, proposed_threads(store, now, since))
    return [*drafts, *(Drafted(step_draft(store, step, SLEEP), step) for step in threads)]


def _is_as_filed(store: Store, step: PlanStep) -> bool:
    """Whether the files of what it is about say what the index says; else the next sleep looks.
    Events, of which threads are made, never change."""
    if SEEN not in step.said:
        return True
    try:
        files = [store.memories.read(id).value for id in step.evidence]
    except (BadData, NotFound):
        return False
    return list(map(said_hash, files)) == list(step.said[SEEN])


def _has_no_secret(store: Store, one: Drafted) -> bool:
    """Whether what would be proposed has no key or password: what quotes one is passed over."""
    try:
        allowed_kinds({"summary": one.draft.summary, "detail": one.draft.detail}, allow=False)
    except SecretFound:
        store.warn(f"{', '.join(one.step.evidence)}: has a secret, and is not proposed")
        return False
    return True


def _exact(store: Store) -> Iterator[str]:
    """The proposals to merge exact copies that can be applied."""
    for one in readable_records(store, store.proposals.scan()):
        plan = plan_of(one)
        if is_of_sleep(plan) and plan["do"] == MERGE and plan.get(EXACT) is True:
            try:
                step = sound_step(store, one)
            except MementoError as problem:
                store.warn(f"{problem.message}; it is left")
                continue
            if _is_safe(store, step):
                yield one.id


def _is_safe(store: Store, step: PlanStep) -> bool:
    """Whether these are exact copies of which nobody more trusted is merged into the one that is
    kept, whatever the file of the proposal says."""
    folders = (store.memories if id in store.memories else store.archive for id in step.evidence)
    pairs = zip(folders, step.evidence, strict=True)
    read = {id: folder.read(id).value for folder, id in pairs}
    kept = trust_of(read[str(step.said[KEEP])])
    here = copies(read.values())
    return all(is_trusted(kept, trust_of(one)) for one in read.values()) and any(
        one.exact and 1 + len(one.others) == len(read) for one in here
    )
