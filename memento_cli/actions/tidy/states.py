"""Tidying: of states that say the same, all but one are closed; none is deleted (document 003)."""

from __future__ import annotations

from contextlib import suppress

from memento_cli.actions.facts.states import revise_state, states
from memento_cli.actions.store.stamps import last_time, remember_time
from memento_cli.core.events.events import CHAT, Event
from memento_cli.core.facts.states import duplicate_states, tidy_due
from memento_cli.core.time.when import EPOCH
from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.facts.states import State
    from memento_cli.store.directory.store import Store

STAMP = "tidied"


class DuplicateState(NamedTuple):
    """A state that says what another says, and that other state, which stays."""

    state: State
    kept: State


def tidy(store: Store, provenance: Provenance, *, dry: bool = False) -> list[DuplicateState]:
    """Close the states that say what another says, as one act."""
    if dry:
        return _twins(store, provenance)
    with store.lock.held(), store.one_act():
        duplicates = _twins(store, provenance)
        for state, kept in duplicates:
            signature = provenance.signature._replace(reason=f"says what {kept.id} says")
            as_author = provenance._replace(signature=signature, agreed=True, trust=state.trust)
            revise_state(store, state.id, _ending_at(provenance.signature.at), as_author)
    return duplicates


def _twins(store: Store, provenance: Provenance) -> list[DuplicateState]:
    return [
        DuplicateState(*pair) for pair in duplicate_states(states(store), provenance.signature.at)
    ]


def _ending_at(at: datetime) -> Callable[[State], State]:
    """A function that ends a state at a moment, but not before it begins."""
    return lambda state: state._replace(valid_until=max(at, state.valid_from or at))


def tidy_if_due(
    store: Store, provenance: Provenance, *, dry: bool, remember: bool
) -> list[DuplicateState]:
    """Tidy once there was enough talk since this clone last did; the closed states, else [].

    The clone remembers the time if `remember` is true.
    """
    last = last_time(store, STAMP)
    if not tidy_due(turns_since(store, last or EPOCH), first=last is None):
        return []
    duplicates = tidy(store, provenance, dry=dry)
    if remember and not dry:
        remember_time(store, STAMP, provenance.signature.at)
    return duplicates


def turns_since(store: Store, since: datetime) -> int:
    """The number of turns of chat observed after a moment; 0 if the logs cannot be read."""
    with suppress(MementoError):
        events = (event for event in store.events.events() if isinstance(event, Event))
        return sum(event.source == CHAT and event.at > since for event in events)
    return 0
