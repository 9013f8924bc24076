"""Other laws for memories that are used often and lost soon."""

from __future__ import annotations

from memento_cli.actions.fading.law import parsed_law
from memento_cli.actions.memory.reading import entries_by_id, history_of
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.fading.laws import BASE_LEVEL
from memento_cli.core.memory.memory import fade_of
from memento_cli.core.tidy.lasting import (
    OFTEN,
    is_lost_soon,
    is_used_often,
    lasting,
    laws_to_try,
)
from memento_cli.core.tidy.sleep_steps import CONVERT, LAW, sleep_step

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from memento_cli.core.events.plans import PlanStep
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.tidy.lasting import (
        Lasting,
    )
    from memento_cli.store.directory.store import Store

USED = "count >= ? AND NOT pinned ORDER BY id"


def longer_lasting(store: Store, now: datetime) -> Iterator[PlanStep]:
    """A step with another law for each memory that is used often and lost soon by its own law: the
    first law by which it lasts longer."""
    below = store.settings["prune.below"]
    with open_index(store, now) as index:
        used = list(index.memories(USED, (OFTEN,)))
    endangered = [memory for memory in used if is_lost_soon(memory, below, now)]
    entries = entries_by_id(store, [memory.id for memory in endangered])
    for memory in endangered:
        candidates = (
            _lasting_by(store, memory, law, entries.get(memory.id, []), now)
            for law in laws_to_try(memory.fade.law)
        )
        best = next(filter(None, candidates), None)
        if best:
            yield sleep_step(CONVERT, [memory], _reason(memory, best), {LAW: best.law})


def _lasting_by(
    store: Store, memory: Memory, law: str, entries: list[JournalEntry], now: datetime
) -> Lasting | None:
    fade = fade_of(parsed_law(store, memory, law), memory.fade.min_strength, memory.importance)
    converted = memory._replace(fade=fade)
    folded = history_of(store, converted, entries, now)
    if fade.law.code == BASE_LEVEL and not is_used_often(folded.strength.uses):
        return None
    converted = converted._replace(strength=folded.strength)
    return lasting(memory, law, converted, store.settings["prune.below"])


def _reason(memory: Memory, best: Lasting) -> str:
    lost = f"on {best.then:%Y-%m-%d}" if best.then else "never"
    times = memory.strength.reinforcement_count
    return f"used {times} times; lost on {best.lost:%Y-%m-%d}, by {best.law} {lost}"
