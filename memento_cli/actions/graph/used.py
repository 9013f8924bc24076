"""The use of edges: which a reference means, and that it mattered (document 004)."""

from __future__ import annotations

from memento_cli.actions.graph.relate import USED
from memento_cli.core.graph.entities import edge_ref
from memento_cli.core.memory.record_kinds import GRAPH, held
from memento_cli.errors import NotFound

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.graph.entities import Edge, Entity
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store


USES = ("used", "helpful")
"""The feedback on an edge: what counts as a use."""


def use_edges(store: Store, refs: Sequence[str], provenance: Provenance) -> list[Edge]:
    """Note that edges were of use, which brings the weight of each back to 1 (document 004).

    NotFound, with nothing noted, if a reference is to no edge that is there.
    """
    with store.lock.held():
        edges = [edge_of(store, ref) for ref in refs]
        more = provenance.more()
        store.journal.append([provenance.signature.line(USED, ref, more=more) for ref in refs])
    return edges


def edge_of(store: Store, ref: str) -> Edge:
    """The edge that a reference means; NotFound if there is none."""
    folder, id = held(ref) or ("", "")
    if folder == GRAPH and id in store.held(GRAPH):
        entity: Entity = store.held(GRAPH).read(id).value
        for edge in entity.edges:
            if edge_ref(id, edge) == ref:
                return edge
    raise no_edge(ref)


def no_edge(ref: str) -> NotFound:
    """What is said of a reference that means no edge, and of one to an edge that is not shown."""
    return NotFound(f"no edge {ref[:80]}", "`memento graph list --json` has the ids of edges")


def is_edge(ref: str) -> bool:
    """Whether a text refers to an edge, `graph/ana/4f1c9a2b7d`, whether or not it is there."""
    return (held(ref) or ("",))[0] == GRAPH and ref.count("/") > 1
