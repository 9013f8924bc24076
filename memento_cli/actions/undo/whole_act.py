"""An act of several steps, each of which writes: all are done, or none remains."""

from __future__ import annotations

from contextlib import contextmanager

from memento_cli.actions.undo.undo import undo
from memento_cli.errors import MementoError

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from memento_cli.store.directory.store import Store


@contextmanager
def whole_act(store: Store, now: datetime) -> Iterator[None]:
    """Everything journalled in the context is one act, which is undone if a step fails.

    A kill leaves the steps so far, which one undo takes back.
    """
    with store.lock.held():
        before = len(store.journal.done)
        try:
            with store.one_act():
                yield
        except BaseException:
            done = store.journal.done[before:]
            if done:
                _undo_steps(store, done[0].batch, now)
            raise


def _undo_steps(store: Store, batch: str, now: datetime) -> None:
    try:
        undo(store, batch, now)
    except (MementoError, OSError) as problem:
        store.warn(f"a part of it is done, and `memento undo {batch}` may take it back: {problem}")
