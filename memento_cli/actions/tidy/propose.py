"""sleep: look at what was recorded lately, and propose what to make of it (document 002 §4.3).

Only proposals are written. What sleep made is never its input. A proposal is not made again,
whatever became of it, unless memories have joined it or one of them has changed.
"""

from __future__ import annotations

from datetime import timedelta

from memento_cli.actions.events.planned import (
    Drafted,
    plan_of,
    propose_drafts,
    step_draft,
    thread_steps,
)
from memento_cli.actions.events.threads import proposed_threads
from memento_cli.actions.memory.reading import readable_entries, readable_records
from memento_cli.actions.model.model import the_model
from memento_cli.actions.store.stamps import last_time, remember_time
from memento_cli.actions.tidy.proposals import apply_all
from memento_cli.actions.tidy.sleep_finds import sleep_drafts, sleep_input
from memento_cli.actions.tidy.sleep_steps import checked_step
from memento_cli.actions.tidy.wording import worded
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.journal.proposal_entries import PROPOSED, SLEPT
from memento_cli.core.journal.provenance import Provenance
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
    memory_hash,
    step_key,
)
from memento_cli.core.time.when import EPOCH
from memento_cli.errors import BadData, Conflict, Failed, MementoError, NotFound, SecretFound
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from datetime import datetime

    from memento_cli.actions.model.model import Model
    from memento_cli.core.events.plans import PlanStep
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

LIMIT = 100
"""The limit of proposals of one sleep: nobody reads more."""
STAMP = "slept"
STAGES = 2
"""Memories are compared, then what they say is put into words; the rest takes no time."""


class Slept(NamedTuple):
    """What was proposed, or would be, with the ids of the proposals; a dry run has none.

    Left for the next sleep are `left` proposals over the limit, and `changed` ones about memories
    whose files differ from the index or cannot be read.
    """

    drafts: tuple[Drafted, ...]
    ids: tuple[str, ...]
    left: int
    changed: int


def propose(
    store: Store,
    now: datetime,
    *,
    since: datetime | None = None,
    limit: int = LIMIT,
    via: str = "cli",
    dry: bool = False,
    remember: bool = True,
    model_of: Callable[[], Model | None] = the_model,
    tick: Callable[[], None] = lambda: None,
) -> Slept:
    """Propose merges, links, knowledge, other laws, and threads of events, as one act.

    Each proposal involves something recorded `since`; by default since this clone slept last, and
    in the last `sleep.days` at least. The model, if there is one, is asked for the words of new
    knowledge (`actions/tidy/wording.py`). With `dry` nothing is written, and nothing asked. `tick`
    is called after each of STAGES.
    """
    start = _since(store, now) if since is None else since
    drafts_found = _new_drafts(store, now, start)
    tick()
    unchanged = [draft for draft in drafts_found if _is_as_filed(store, draft.step)]
    drafts = unchanged[:limit]
    left, changed = len(unchanged) - len(drafts), len(drafts_found) - len(unchanged)
    if dry:
        return Slept(tuple(drafts), (), left, changed)
    in_words = worded(store, drafts, model_of)
    tick()
    drafts, left = in_words.drafts, left + in_words.left
    act = Provenance(store.signed(now, via))
    with store.lock.held():
        keys = known_keys(store)  # another may have slept meanwhile
        drafts = [draft for draft in drafts if step_key(draft.step) not in keys]
        ids = propose_drafts(store, drafts, act) if drafts else []
        if remember and not left + changed:
            try:
                remember_time(store, STAMP, now)
            except (Failed, OSError) as problem:  # the next sleep only looks at more
                store.warn(f"not remembered that this was slept: {problem}")
    return Slept(tuple(drafts), tuple(ids), left, changed)


def apply_safe(store: Store, now: datetime) -> list[str]:
    """Apply the proposed merges of exact copies, which need no consent, as one act.

    Returns the ids of the applied proposals; one that cannot be applied is left with a warning.
    """
    applied = list[str]()
    with store.lock.held(), store.one_act():
        for id in list(_exact_merges(store)):
            try:
                apply_all(store, [id], now)
                applied.append(id)
            except (NotFound, Conflict) as problem:  # an earlier one has merged its memories
                store.warn(f"{problem.message}; {id} is left")
    return applied


def known_keys(store: Store) -> frozenset[str]:
    """The keys of all proposals of sleeps that were not undone."""
    entries, undone = _journalled_proposals(store)
    return frozenset(str(entry.more[SLEPT]) for entry in entries if entry.id not in undone)


def _journalled_proposals(store: Store) -> tuple[list[JournalEntry], Collection[str]]:
    """The entries of proposals of sleeps, and the ids of those that are undone."""
    entries = distinct(readable_entries(store, store.journal.naming(SLEPT)))
    undos = readable_entries(store, store.journal.undos()) if entries else ()
    undone = undone_ids([*entries, *undos])
    return [entry for entry in entries if entry.act == PROPOSED and SLEPT in entry.more], undone


def _since(store: Store, now: datetime) -> datetime:
    """The time from which memories are recent; the first sleep looks at all, and so does one after
    a sleep that was undone."""
    last = last_time(store, STAMP)
    if last is None:
        return EPOCH
    entries, undone = _journalled_proposals(store)
    if any(entry.at >= last for entry in entries if entry.id in undone):
        return EPOCH
    return min(last, max(EPOCH, now - timedelta(days=store.settings["sleep.days"])))


def _new_drafts(store: Store, now: datetime, since: datetime) -> list[Drafted]:
    input = sleep_input(store, now, since, known_keys(store))
    about_memories = sleep_drafts(store, input, now)
    drafts = [draft for draft in about_memories if _has_no_secret(store, draft)]
    threads = thread_steps(store, proposed_threads(store, now, since))
    return [*drafts, *(Drafted(step_draft(store, step, SLEEP), step) for step in threads)]


def _is_as_filed(store: Store, step: PlanStep) -> bool:
    """Whether the files of a step's memories equal the index; if not, it waits for the next sleep.
    A thread is of events, which never change."""
    if SEEN not in step.values:
        return True
    try:
        files = [store.memories.read(id).value for id in step.evidence]
    except (BadData, NotFound):
        return False
    return list(map(memory_hash, files)) == list(step.values[SEEN])


def _has_no_secret(store: Store, drafted: Drafted) -> bool:
    """Whether a draft has no key or password; if it has one, a warning is given."""
    draft = drafted.draft
    try:
        allowed_kinds({"summary": draft.summary, "detail": draft.detail}, allow=False)
    except SecretFound:
        store.warn(f"{', '.join(drafted.step.evidence)}: has a secret, and is not proposed")
        return False
    return True


def _exact_merges(store: Store) -> Iterator[str]:
    """The ids of the proposals to merge exact copies that can be applied."""
    for record in readable_records(store, store.proposals.scan()):
        plan = plan_of(record)
        if is_of_sleep(plan) and plan["do"] == MERGE and plan.get(EXACT) is True:
            try:
                is_safe = _is_safe(store, checked_step(store, record))
            except MementoError as problem:
                store.warn(f"{problem.message}; {record.id} waits for the next sleep")
                continue
            if is_safe:
                yield record.id


def _is_safe(store: Store, step: PlanStep) -> bool:
    """Whether the memories are exact copies and none is more trusted than the one that is kept,
    whatever the proposal's file says."""
    folders = (store.memories if id in store.memories else store.archive for id in step.evidence)
    located = zip(folders, step.evidence, strict=True)
    by_id = {id: folder.read(id).value for folder, id in located}
    kept_trust = trust_of(by_id[str(step.values[KEEP])])
    groups = copies(by_id.values())
    return all(is_trusted(kept_trust, trust_of(one)) for one in by_id.values()) and any(
        one.exact and 1 + len(one.others) == len(by_id) for one in groups
    )
