"""The explanation of a hit: the words that match, where its score comes from, and its strength."""

from __future__ import annotations

from memento_cli.core.fading.wording import strength_text
from memento_cli.core.recall.ranking import effective_weights
from memento_cli.core.time.when import micros

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Hit
    from memento_cli.core.recall.ranking import Scheme

LEAST_SHOWN = 0.0005
"""A smaller number would be shown as 0.000."""


def reasons(hit: Hit, scheme: Scheme, now: datetime) -> list[str]:
    """The explanation of a hit, one line for each reason."""
    lines = ["; ".join(f"{word!r} in {', '.join(where)}" for word, where in hit.places)]
    if hit.beside:
        neighbour = "the graph" if dict(hit.gains).get("graph") else "a session, a link"
        lines.append(f"stands next to what has the words: {neighbour}")
    if hit.parts is not None:
        lines.append("score " + score_text(hit, scheme))
    if hit.gains:
        steps = [(name, gain) for name, gain in hit.gains if abs(gain) >= LEAST_SHOWN]
        terms = "".join(f" {'+−'[gain < 0]} {name} {abs(gain):.3f}" for name, gain in steps)
        lines.append("relevance from" + terms.removeprefix(" +"))
    lines.append("strength " + arithmetic(hit.memory, now))
    return [line for line in lines if line]


def arithmetic(memory: Memory, now: datetime) -> str:
    """The arithmetic of a memory's strength at `now`, for people."""
    return strength_text(memory.strength, memory.fade, memory.pinned, micros(now))


def score_text(hit: Hit, scheme: Scheme) -> str:
    """The parts of a score with their weights: 0.836 = 0.88 · relevance 0.912 + …"""
    if hit.parts is None:
        return ""
    parts, weights = hit.parts, effective_weights(hit.parts, scheme.weights)
    if scheme.form == "product":
        text = f"relevance {parts.relevance:.3f} · strength {parts.recency:.3f}"
        if hit.score > parts.relevance * parts.recency + LEAST_SHOWN:
            text = f"relevance {parts.relevance:.3f}, whatever the strength: the recall is deep"
    elif scheme.form == "base":
        weight = scheme.weights.importance
        text = f"relevance {parts.relevance:.3f} + {weight:.3g} · strength {parts.recency:.3f}"
    else:
        text = " + ".join(
            f"{weight:.3g} · {name} {part:.3f}"
            for name, weight, part in zip(weights._fields, weights, parts, strict=True)
            if part is not None and weight and name != "duplication"
        )
    duplication = parts.duplication
    minus = (
        f" − {scheme.weights.duplication:g} · duplication {duplication:.3f}" if duplication else ""
    )
    return f"{hit.score:.3f} = {text}{minus}"
