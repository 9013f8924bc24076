"""The view of the forecast: which memories will turn weak, prunable or stale, and when."""

from __future__ import annotations

from memento_cli.actions.browse.listing import replaced
from memento_cli.actions.fading.forecast import forecast
from memento_cli.actions.memory.prune import prune_plan
from memento_cli.core.memory.memory import strength_at
from memento_cli.tui.cells import age
from memento_cli.tui.memory_views import see_memory
from memento_cli.tui.results import found_among, memory_line
from memento_cli.tui.view import View

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo

    from memento_cli.core.fading.forecast import ThresholdCrossing
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.listing import Line
    from memento_cli.tui.results import Results

DAYS = 60
MOST = 2000
REPLACED = "replaced by a newer one"


def found_turns(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """What a prune would archive already, the weakest first; then what turns within 60 days, each
    memory by its first turn, the earliest first."""
    lines = dict(_prunable(store, now))
    turns = sorted(forecast(store, now, DAYS).turns, key=lambda turn: (turn.at, turn.memory.id))
    newer = replaced(store, [turn.memory.id for turn in turns[:MOST]], now)
    for turn in turns:
        if turn.memory.id not in lines and len(lines) < MOST:
            lines[turn.memory.id] = _turning(turn, now, is_old=turn.memory.id in newer)
    return found_among(lines, text)


def _prunable(store: Store, now: datetime) -> Iterator[tuple[str, Line]]:
    for memory, strength, *_ in prune_plan(store, now).prune[:MOST]:
        line = memory_line(memory, strength, now)
        yield memory.id, line._replace(text=f"prunable now: {line.text}", when="")


def _turning(turn: ThresholdCrossing, now: datetime, *, is_old: bool) -> Line:
    line = memory_line(turn.memory, strength_at(turn.memory, now), now)
    aside = REPLACED if is_old else "a use saves it" if turn.use.applied else ""
    text = f"{turn.turn}: {line.text}"
    return line._replace(text=text, when=age(turn.at, now), aside=aside, faint=is_old)


FORECAST = View(
    "7",
    "forecast",
    "memory",
    "words of a memory, or faded, ghost, prunable",
    "Nothing will turn weak within 60 days",
    found_turns,
    see_memory,
    frozenset(("edit", "reinforce", "pin", "forget")),
)
