"""What the graph joins to the hits of a recall."""

from __future__ import annotations

from memento_cli.actions.graph.graph import graph_of
from memento_cli.actions.graph.world import world
from memento_cli.core.graph.graph import Reach
from memento_cli.core.memory.record_kinds import held
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.core.recall.query import Query
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.following import Gains
    from memento_cli.store.directory.store import Store

MOST_HOPS = 3


def gains_of(store: Store, index: Strengths, query: Query, hops: int, *, deep: bool) -> Gains:
    """The function that computes what memories gain from hits within 1 to 3 hops in the graph.

    Two memories are linked by a person that both mention, and by a topic if it is an entity of the
    graph; other topics are found by words already. Usage for other hops, or a query without words.
    """
    if not 0 < hops <= MOST_HOPS:
        raise Usage(f"a recall follows the graph for 0 to {MOST_HOPS} hops, not {hops}")
    if not query.sought:
        raise Usage("the graph is followed from what has some words", "say which words")

    def gains(scores: Mapping[str, float]) -> Mapping[str, float]:
        graph = graph_of(store, index.moment)
        world_graph = world(store, index, graph, deep=deep, topics=graph.known)
        gained = Reach(world_graph.triples).gains(scores, hops)
        return {node: score for node, score in gained.items() if not held(node)}

    return gains
