"""maintain: the nightly pass. Results of other commands do not depend on how often it runs.

It also tidies: of states that say the same, all but one are closed; none is deleted (document 003).
"""

from __future__ import annotations

from contextlib import suppress

from memento_cli.actions.facts.kv import expired_keys, purge_expired
from memento_cli.actions.facts.states import revise_state, states
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
from memento_cli.actions.store.stamps import last_pass, last_time, remember_pass, remember_time
from memento_cli.actions.tidy.night import Night, night_work
from memento_cli.core.events.events import CHAT, Event
from memento_cli.core.facts.states import duplicate_states, tidy_due
from memento_cli.core.journal.event_types import PASSED
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import is_over
from memento_cli.core.time.when import EPOCH, iso
from memento_cli.errors import BadData, MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.user import listed_files

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.facts.states import State
    from memento_cli.core.fading.pruning import Plan, RetentionPlan
    from memento_cli.store.directory.store import Store

NOBODY = "-"  # no memory can have this id: the entry is about the store
OVER = "its time to live has ended"

TIDIED = "tidied"


class Maintained(NamedTuple):
    """What a pass did, and the candidates and due cards that the last one did not report."""

    expired: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    pruned: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    batches: tuple[str, ...] = ()
    tidied: tuple[str, ...] = ()
    purged: tuple[str, ...] = ()  # the keys of kv values
    sessions: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()  # by a sleep, or by a model
    vectors: int = 0  # the memories that were given one
    files: tuple[str, ...] = ()  # of hosts: those that were written
    waiting: tuple[str, ...] = ()  # what a person has to decide that such a file says
    turns: int = 0  # that a model has read
    extracted: tuple[str, ...] = ()  # what it made of them
    reasons: Mapping[str, str] = {}  # why what was pruned went, and why each candidate may go
    policies: Mapping[str, str] = {}  # by which policy: faded, time or score

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to tell."""
        return not any(self)


def run_tidy(
    store: Store, now: datetime, *, via: str = "cli", dry: bool = False, remember: bool = True
) -> Maintained:
    """Archive or purge what has expired, end expired sessions, settle, tidy, prune and sleep as
    the settings say, and list what is due.

    Candidates and cards are reported once: this clone remembers them, unless `remember` is false.
    With `dry` nothing is written.
    """
    last = last_pass(store)
    reported = last.reported if last.at <= now else frozenset()  # a clock was ahead
    expired = _expired(store, now)
    purged = expired_keys(store, now) if dry else purge_expired(store, now, via)
    provenance = Provenance(store.signed(now, via))
    sessions = expired_sessions(store, now) if dry else sweep_sessions(store, provenance)
    settled = [] if dry else settle(store, now)
    gone = Moved(expired, "")
    if expired and not dry:
        gone = _archive_expired(store, expired, now, via)
    plan = _plan(store, now)
    pruned = Moved((), "")
    if plan and plan.prune and store.settings["tidy.prune"]:
        pruned = Moved(tuple(_ids_of(plan)), "") if dry else prune(store, plan, now, via=via)
    tidied = _tidy_if_due(store, provenance, dry=dry, remember=remember)
    closing = store.journal.done[-1].act_id if tidied and not dry else ""
    night = Night() if dry else night_work(store, now, via, remember)
    all_candidates = sorted({*_ids_of(plan)} - {*pruned.ids, *gone.ids})
    candidates = tuple(id for id in all_candidates if id not in reported)
    reasons = plan.only({*candidates, *pruned.ids}).prune if plan else ()
    due = {card.memory.id: f"{card.memory.id} {iso(card.due)}" for card in cards(store, now)}
    if not dry:
        _remember(store, now, via, {*all_candidates, *due.values()} if remember else None)
    return Maintained(
        gone.ids,
        tuple(settled),
        pruned.ids,
        candidates,
        tuple(id for id, card in due.items() if card not in reported),
        tuple(filter(None, (gone.batch, pruned.batch, closing))),
        tuple(duplicate.state.id for duplicate in tidied),
        tuple(purged),
        tuple(sessions),
        night.proposed,
        *_listed_by_the_user(store, now, via, dry),
        night.turns,
        night.extracted,
        {fate.memory.id: fate.reason for fate in reasons},
        {fate.memory.id: fate.policy for fate in reasons},
    )


def next_archived(store: Store, ids: Sequence[str], now: datetime) -> list[str]:
    """Those of the memories that the next pass would archive, sorted by id."""
    plan = _plan(store, now) if store.settings["tidy.prune"] else None
    return sorted({*_expired(store, now), *_ids_of(plan)}.intersection(ids))


def _expired(store: Store, now: datetime) -> tuple[str, ...]:
    with open_index(store, now) as index:
        return tuple(sorted(memory.id for memory in index.by_keys(index.over)))


def _archive_expired(store: Store, ids: tuple[str, ...], now: datetime, via: str) -> Moved:
    """Archive those that are still there and expired: another pass may have come first."""
    with store.lock.held():
        remaining = memories_with_entries(store, remaining_memories(store, ids), now)
        expired = [memory.id for memory, _ in remaining if is_over(memory, now)]
        return archive_all(store, "pruned", expired, now, OVER, via=via)


def _fill_vectors(store: Store) -> int:
    """How many memories were given a vector, where the user has set a provider of them."""
    from memento_cli.actions.vectors.fill import fill_if_set  # few users have

    return fill_if_set(store)


def _listed_by_the_user(
    store: Store, now: datetime, via: str, dry: bool
) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """What is done for the user's own configuration: how many memories were given a vector, the
    files of hosts that were written, and what in these waits for a person."""
    vectors, listed = 0 if dry else _fill_vectors(store), False
    with suppress(BadData):  # of a broken configuration the night was told when it had begun
        listed = bool(listed_files())
    if not listed:
        return vectors, (), ()
    from memento_cli.actions.exchange.materialize import materialize_listed  # few users have

    done = materialize_listed(store, now, via=via, dry=dry)
    written = tuple(one.path for one in done if one.written)
    return vectors, written, tuple(dict.fromkeys(id for one in done for id in one.waiting))


def _plan(store: Store, now: datetime) -> Plan | RetentionPlan | None:
    """The plan of a prune, by the profile's kind of candidates; None if it has none."""
    match store.settings["maintain.candidates"]:
        case "faded":
            return prune_plan(store, now)
        case "retention":
            return retention_plan(store, now)
    return None


def _ids_of(plan: Plan | RetentionPlan | None) -> list[str]:
    return [fate.memory.id for fate in plan.prune] if plan else []


def _remember(store: Store, now: datetime, via: str, reported: set[str] | None) -> None:
    """Record the pass in the clone, and in the journal if the setting `maintain.note` is on."""
    with store.lock.held():
        if store.settings["maintain.note"]:
            store.journal.append([store.signed(now, via).line(PASSED, NOBODY)])
        if reported is not None:
            remember_pass(store, now, reported)


class DuplicateState(NamedTuple):
    """A state that says what another says, and that other state, which stays."""

    state: State
    kept: State


def tidy(store: Store, provenance: Provenance, *, dry: bool = False) -> list[DuplicateState]:
    """Close the states that say what another says, as one act."""
    at = provenance.signature.at

    def found() -> list[DuplicateState]:
        return [DuplicateState(*pair) for pair in duplicate_states(states(store), at)]

    def ended(state: State) -> State:
        return state._replace(valid_until=max(at, state.valid_from or at))

    if dry:
        return found()
    with store.lock.held(), store.one_act():
        duplicates = found()
        for state, kept in duplicates:
            signature = provenance.signature._replace(reason=f"says what {kept.id} says")
            as_author = provenance._replace(signature=signature, agreed=True, trust=state.trust)
            revise_state(store, state.id, ended, as_author)
    return duplicates


def _tidy_if_due(
    store: Store, provenance: Provenance, *, dry: bool, remember: bool
) -> list[DuplicateState]:
    """Tidy once there was enough talk since this clone last did; the closed states, else [].

    The clone remembers the time if `remember` is true.
    """
    last = last_time(store, TIDIED)
    if not tidy_due(turns_since(store, last or EPOCH), first=last is None):
        return []
    duplicates = tidy(store, provenance, dry=dry)
    if remember and not dry:
        remember_time(store, TIDIED, provenance.signature.at)
    return duplicates


def turns_since(store: Store, since: datetime) -> int:
    """The number of turns of chat observed after a moment; 0 if the logs cannot be read."""
    with suppress(MementoError):
        events = (event for event in store.events.events() if isinstance(event, Event))
        return sum(event.source == CHAT and event.at > since for event in events)
    return 0
