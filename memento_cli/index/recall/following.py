"""Text scores with what the graph adds to them, for a recall that follows it (`--hops`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from memento_cli.index.recall.search import rows_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.filters import Where
    from memento_cli.index.recall.ranked import Follow

MOST_STARTS, MOST_JOINING = 20, 200
"""From so many of the best the graph is followed, and so many of what it leads to gain by it."""

Gains = Callable[[Mapping[str, float]], Mapping[str, float]]
"""What memories gain by the graph from others that have a score, by their ids."""


def following(index: Strengths, gains: Gains, where: Where | None) -> Follow:
    """What adds the gains to text scores. Memories that fit the condition may come in by it.

    Without a condition none comes in: there is text that a hit must have.
    """

    def follow(scores: Mapping[int, float]) -> Mapping[int, float]:
        best = sorted(scores, key=lambda key: -scores[key])[:MOST_STARTS]
        ids = rows_of(index.database, best, "id")
        gained = gains({ids[key][0]: scores[key] for key in best if key in ids})
        keys = _keys(index, sorted(gained, key=lambda id: (-gained[id], id)))
        fit = rows_of(index.database, list(keys), "id", *where) if where else {}
        found = dict(scores)
        for key, id in keys.items():
            if key in scores or key in fit:
                found[key] = scores.get(key, 0.0) + gained[id]
        return found

    return follow


def _keys(index: Strengths, ids: list[str]) -> dict[int, str]:
    """The keys of the first of these memories, each with its id."""
    query = "SELECT key FROM name WHERE id = ?"
    found: dict[int, str] = {}
    for id in ids:
        row = index.database.execute(query, (id,)).fetchone()
        if row and len(found) < MOST_JOINING:
            found[row[0]] = id
    return found
