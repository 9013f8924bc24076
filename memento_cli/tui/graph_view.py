"""The view of the graph: names, and how they are related."""

from __future__ import annotations

from collections import Counter

from memento_cli.actions.graph.graph import graph_of, shown_entity
from memento_cli.pictures.bars import bar
from memento_cli.tui.listing import Line
from memento_cli.tui.preview_content import Way, below, content_of, labelled, title, ways_text
from memento_cli.tui.results import found_among
from memento_cli.tui.view import View
from memento_cli.tui.view_names import GRAPH_NAME, MEMORIES_NAME

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime, tzinfo

    from rich.text import Text

    from memento_cli.actions.graph.graph import Joined
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.preview_content import PreviewContent
    from memento_cli.tui.results import Results
    from memento_cli.tui.store_access import Host

MENTIONING = 20


def found_names(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """All names, those with the most edges first."""
    graph = graph_of(store, now)
    ends = Counter(end for edge in graph.edges for end in (edge.subject, edge.object))
    lines = {}
    for id in sorted(graph.known, key=lambda id: (-ends[id], id)):
        entity = graph.entities.get(id)
        kind = f" ({entity.kind})" if entity and entity.kind else ""
        lines[graph.label(id)] = Line(f"{graph.label(id)}{kind}", str(ends[id]))
    return found_among(lines, text)


def see_name(store: Store, key: str, now: datetime, host: Host) -> PreviewContent:
    """A name with its edges, the heaviest first, and the memories that mention it."""
    seen = shown_entity(store, key, now, deep=True, limit=MENTIONING)
    out = [(edge, _way(edge, edge.object_name, "")) for edge in seen.out]
    into = [(edge, _way(edge, edge.subject_name, "<- ")) for edge in seen.into]
    ways = [way for edge, way in sorted((*out, *into), key=lambda pair: -pair[0].weight)]
    mentions = [Way(MEMORIES_NAME, memory.id, memory.content.summary) for memory in seen.memories]
    facts = [
        ("kind", seen.entity.kind or ""),
        ("also", ", ".join(seen.entity.aliases)),
    ]
    return content_of(
        ("", title(seen.entity.name)),
        ("", labelled(facts)),
        ("Edges, the heaviest first", _edges((*out, *into), plain=host.plain)),
        (f"{seen.mentions:,} memories mention it", ways_text(mentions)),
        ways=(*ways, *mentions),
    )


def _way(edge: Joined, name: str, before: str) -> Way:
    return Way(GRAPH_NAME, name, name, before + edge.edge.predicate.replace("_", " "))


def _edges(pairs: Iterable[tuple[Joined, Way]], *, plain: bool) -> Text:
    """Edges with their weights as bars."""
    ordered = sorted(pairs, key=lambda pair: -pair[0].weight)
    return below(
        ways_text([way]).append(f"  {bar(edge.weight, plain=plain).rstrip()}", "not underline dim")
        for edge, way in ordered
    )


GRAPH = View(
    "6",
    GRAPH_NAME,
    "name",
    "a name",
    "No names yet: `memento graph add ana works_at acme` relates two",
    found_names,
    see_name,
)
