"""Adding the gains of the graph to text scores, for a recall that follows it (`--hops`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memento_cli.index.recall.search import rows_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.filters import Where
    from memento_cli.index.recall.ranked import Follow

MOST_STARTS, MOST_JOINING = 20, 200
"""The number of best memories from which the graph is followed, and of those that gain by it."""

Gains = Callable[[Mapping[str, float]], Mapping[str, float]]
"""A function from the scores of some memories to the gains of their neighbours, by id."""


def following(index: Strengths, gains: Gains, where: Where | None) -> Follow:
    """A function that adds the gains to text scores, also of new memories that meet the condition.

    Without a condition none is added, because the query has text that a hit must have.
    """

    def follow(scores: Mapping[int, float]) -> Mapping[int, float]:
        best = sorted(scores, key=lambda key: -scores[key])[:MOST_STARTS]
        ids = rows_of(index.database, best, "id")
        gained = gains({ids[key][0]: scores[key] for key in best if key in ids})
        keys = _keys(index, sorted(gained, key=lambda id: (-gained[id], id)))
        fit = rows_of(index.database, list(keys), "id", *where) if where else {}
        result = dict(scores)
        for key, id in keys.items():
            if key in scores or key in fit:
                result[key] = scores.get(key, 0.0) + gained[id]
        return result

    return follow


def _keys(index: Strengths, ids: list[str]) -> dict[int, str]:
    """The keys of the first MOST_JOINING of these memories, each with its id."""
    query = "SELECT key FROM name WHERE id = ?"
    keys: dict[int, str] = {}
    for id in ids:
        row = index.database.execute(query, (id,)).fetchone()
        if row and len(keys) < MOST_JOINING:
            keys[row[0]] = id
    return keys
