"""The view of the forecast: which memories will turn weak, prunable or stale, and when."""

from __future__ import annotations

from memento_cli.actions.browse.listing import replaced
from memento_cli.actions.fading.forecast import forecast
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.memory.memory import strength_at
from memento_cli.tui.cells import age
from memento_cli.tui.listing import Line
from memento_cli.tui.memory_views import see_memory
from memento_cli.tui.results import found_among
from memento_cli.tui.view import View

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from memento_cli.store.directory.store import Store
    from memento_cli.tui.results import Results

DAYS = 60
MOST = 2000
REPLACED = "replaced by a newer one"


def found_turns(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """The memories that turn within 60 days, each by its first turn, the earliest first."""
    turns = sorted(forecast(store, now, DAYS).turns, key=lambda turn: (turn.at, turn.memory.id))
    newer = replaced(store, [turn.memory.id for turn in turns[:MOST]], now)
    lines: dict[str, Line] = {}
    for turn in turns:
        if turn.memory.id not in lines and len(lines) < MOST:
            memory, strength = turn.memory, strength_at(turn.memory, now)
            what = f"{turn.turn}: {memory.content.summary}"
            saved = "a use saves it" if turn.use.applied else ""
            is_old = memory.id in newer
            lines[memory.id] = Line(
                what, age(turn.at, now), REPLACED if is_old else saved, strength,
                tier_of(strength), memory.pinned, is_old,
            )  # fmt: skip
    return found_among(lines, text)


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
