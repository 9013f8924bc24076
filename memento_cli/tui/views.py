"""All views, in the order of their keys."""

from __future__ import annotations

from memento_cli.tui.future import FORECAST
from memento_cli.tui.happened import EVENTS_VIEW, LOG, THREADS
from memento_cli.tui.holding import FACTS, STATES_VIEW
from memento_cli.tui.memories import ARCHIVE, MEMORIES
from memento_cli.tui.proposed import TIDY
from memento_cli.tui.related import GRAPH

VIEWS = (
    MEMORIES,
    FACTS,
    STATES_VIEW,
    THREADS,
    EVENTS_VIEW,
    GRAPH,
    FORECAST,
    LOG,
    TIDY,
    ARCHIVE,
)
ACTS = frozenset(act for view in VIEWS for act in view.acts)
"""What may be done in some views, and not in others."""
