"""Sessions with a store's index: opening it at a moment, and asking it with a retry."""

from __future__ import annotations

from memento_cli.core.time.when import aware
from memento_cli.errors import BrokenIndex
from memento_cli.named_tuple import TypeVar
from memento_cli.standard import contextmanager, nullcontext

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

R = TypeVar("R")


@contextmanager
def open_index(
    store: Store,
    now: datetime,
    *,
    everything: bool = False,
    names: Sequence[str] = (),
    streaming: bool = False,
    tick: Callable[[], None] | None = None,
) -> Iterator[Strengths]:
    """The store's memories at `now`, from the index; unreadable files are warned of.

    `names` are files to compare first; `everything` compares the stamps of all files. All that the
    index is asked is of one state of it, whatever others write meanwhile; who is `streaming`, and
    hands on what was read before reading more, sees a state for each question. `tick` is called for
    each file that is read.
    """
    from memento_cli.index.database.database import one_snapshot, problems_in
    from memento_cli.index.database.index import index_of, no_progress  # many never need it
    from memento_cli.index.fading.strengths import Strengths

    with index_of(store, everything=everything, names=names, tick=tick or no_progress) as index:
        for problem in problems_in(index.database, store.root):
            store.warn(problem)
        with nullcontext() if streaming else one_snapshot(index.database):
            yield Strengths(index.database, store, aware(now))


def ask_index(
    store: Store, now: datetime, fresh: bool, ask: Callable[[Strengths], R], ids: Callable[[R], Any]
) -> R:
    """The answer of the index, asked again if a file that it shows has changed since it was indexed
    and, once, if the index was broken and had to be discarded.

    `ids` returns the ids of the memories in an answer.
    """
    names: list[str] = []
    broken = False
    while True:
        try:
            with open_index(store, now, everything=fresh, names=names) as index:
                answer = ask(index)
                stale = [name for name in index.stale(ids(answer)) if name not in names]
        except BrokenIndex:
            if broken:
                raise
            broken = True
            continue
        if not stale:
            return answer
        names += stale
