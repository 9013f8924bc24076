"""All views, in the order of their keys."""

from __future__ import annotations

from memento_cli.tui.fact_views import FACTS, STATES_VIEW
from memento_cli.tui.forecast_view import FORECAST
from memento_cli.tui.graph_view import GRAPH
from memento_cli.tui.history_views import EVENTS_VIEW, LOG, THREADS
from memento_cli.tui.memory_views import ARCHIVE, MEMORIES
from memento_cli.tui.people_view import PEOPLE
from memento_cli.tui.proposal_view import TIDY

VIEWS = (
    MEMORIES,
    PEOPLE,
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
