"""The names of the views that others lead to."""

from __future__ import annotations

MEMORIES_NAME, PEOPLE_NAME, GRAPH_NAME = "memories", "people", "graph"
FACTS_NAME, STATES_NAME = "facts", "states"
THREADS_NAME, EVENTS_NAME = "threads", "events"
