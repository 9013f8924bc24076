"""Tidying: states that say the same are closed but for one; nothing is deleted (document 003)."""

from __future__ import annotations

from contextlib import suppress

from memento_cli.actions.facts.states import revise_state, states
from memento_cli.actions.store.stamps import last_time, remember_time
from memento_cli.core.events.events import CHAT, Event
from memento_cli.core.facts.states import tidy_due, twins
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
    """A state that says what another says, and that one."""

    state: State
    kept: State


def tidy(store: Store, provenance: Provenance, *, dry: bool = False) -> list[DuplicateState]:
    """Close the states that say what another says. It is one act, which one undo takes back."""
    if dry:
        return _twins(store, provenance)
    with store.lock.held(), store.one_act():
        found = _twins(store, provenance)
        for state, kept in found:
            why = provenance.signature._replace(reason=f"says what {kept.id} says")
            says_it_still = provenance._replace(signature=why, agreed=True, trust=state.trust)
            revise_state(store, state.id, _over_at(provenance.signature.at), says_it_still)
    return found


def _twins(store: Store, provenance: Provenance) -> list[DuplicateState]:
    return [DuplicateState(*pair) for pair in twins(states(store), provenance.signature.at)]


def _over_at(at: datetime) -> Callable[[State], State]:
    """What ends a state: at the moment, or as soon as it has begun."""
    return lambda state: state._replace(valid_until=max(at, state.valid_from or at))


def tidied_if_due(
    store: Store, provenance: Provenance, *, dry: bool, remember: bool
) -> list[DuplicateState]:
    """The same once there was enough talk since this clone's last time; else nothing.

    The clone remembers this time, unless it is not to.
    """
    last = last_time(store, STAMP)
    if not tidy_due(turns_since(store, last or EPOCH), first=last is None):
        return []
    found = tidy(store, provenance, dry=dry)
    if remember and not dry:
        remember_time(store, STAMP, provenance.signature.at)
    return found


def turns_since(store: Store, since: datetime) -> int:
    """How many turns of talk were observed after a moment, as far as logs can be read."""
    with suppress(MementoError):
        found = (one for one in store.events.events() if isinstance(one, Event))
        return sum(one.source == CHAT and one.at > since for one in found)
    return 0
