"""What a night may propose and extract, if the settings have it do so: most stores' do not.

A model is asked only if the user's configuration gives the night calls (`extract.night_calls`).
Both draw on these, and sleep, which needs few of them, comes first. Nothing that a model does is an
error of the night: `store.warn` tells of it, and the next night goes on.
"""

from __future__ import annotations

from memento_cli.actions.model.model import the_model
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.actions.model.model import Model
    from memento_cli.store.directory.store import Store


class Night(NamedTuple):
    """The ids of what was proposed, the number of turns that a model has read, and the references
    of what it made of them."""

    proposed: tuple[str, ...] = ()
    turns: int = 0
    extracted: tuple[str, ...] = ()


def night_work(store: Store, now: datetime, via: str, remember: bool) -> Night:
    """Sleep, and have a model read turns."""
    model = _night_model(store)
    proposed = _slept(store, now, via, remember, model) if store.settings["maintain.sleep"] else ()
    if model is None:
        return Night(proposed)
    read = _read(store, Provenance(store.signed(now, via)), model)
    return read._replace(proposed=(*proposed, *read.proposed))


def _night_model(store: Store) -> Model | None:
    """The user's model, if it may be asked by night."""
    try:
        return the_model(night=True)
    except MementoError as problem:
        store.warn(f"no model is asked: {problem.message}")
        return None


def _slept(
    store: Store, now: datetime, via: str, remember: bool, model: Model | None
) -> tuple[str, ...]:
    from memento_cli.actions.tidy.propose import propose  # few stores have it

    return propose(store, now, via=via, remember=remember, model_of=lambda: model).ids


def _read(store: Store, provenance: Provenance, model: Model) -> Night:
    """What a model has made, and proposed, of the turns that no plan was made of yet."""
    from memento_cli.actions.events.extracting import Extraction  # few users have a model

    work = Extraction(store, model, provenance)
    try:
        work.run()
    except MementoError as problem:
        turns = f"{work.left} turn{'s'[: work.left != 1]}"
        store.warn(f"{problem.message}; {turns} left for the next night")
    rows = list(zip(work.done.refs, work.done.waits, strict=True))
    proposed = dict.fromkeys(ref for ref, waits in rows if waits)
    made = dict.fromkeys(ref for ref, waits in rows if not waits)
    return Night(tuple(proposed), work.turns, tuple(made))
