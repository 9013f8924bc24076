"""Values as the rows and lines that are printed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from memento_cli.cli.call import Call
from memento_cli.cli.out import Out
from memento_cli.cli.safe import safe
from memento_cli.core.laws import retention_text
from memento_cli.core.memory import Memory, law_in_force, strength_at
from memento_cli.core.query import Hit, Query, places
from memento_cli.core.refs import name_of
from memento_cli.core.summary import summary_of
from memento_cli.core.when import elapsed_days

COLUMNS = ("id", "strength", "created", "summary")


def print_hits(out: Out, hits: Iterable[Hit], now: datetime) -> None:
    """Hits as summaries."""
    rows = [summary_of(hit.memory, now)._asdict() for hit in hits]
    out.rows(rows, COLUMNS)


def note_nothing(call: Call, query: Query) -> None:
    """Say that nothing was found, and which names may have been meant."""
    from memento_cli.actions.recall import near_names

    asked = query.topics or query.people or query.person
    near = near_names(call.store, query, call.now) if asked else []
    meant = f"; did you mean {safe(', '.join(near))}?" if near else ""
    call.out.note(f"Nothing found{meant}")


def arithmetic(memory: Memory, now: datetime) -> str:
    """A strength as the sum that it is: max(0.1, 1.000 · 0.5^(36.2/90)) = 0.757."""
    strength, law = memory.strength, law_in_force(memory)
    share = retention_text(law, elapsed_days(strength.last_reinforced, now))
    total = strength_at(memory, now)
    pinned = " (pinned: it does not fade)" if memory.pinned else ""
    curve = f"{strength.initial:.3f} · {share}"
    return f"max({memory.fade.min_strength:g}, {curve}) = {total:.3f}{pinned}"


def explained(hit: Hit, words: tuple[str, ...], now: datetime) -> str:
    """Why a hit is one, and where its strength comes from."""
    found = [f"{word!r} in {', '.join(places(hit.memory, word))}" for word in words]
    return safe("; ".join([*found, "strength " + arithmetic(hit.memory, now)]))


def people_text(refs: Iterable[str]) -> str:
    """People by the names they go by."""
    return ", ".join(name_of(ref) for ref in refs)


def labelled(pairs: Iterable[tuple[str, Any]], out: Out) -> str:
    """Lines of a label and a value; empty values are left out."""
    rows = [(label, str(value)) for label, value in pairs if value not in (None, "", ())]
    width = max((len(label) for label, _ in rows), default=0)
    return "\n".join(
        f"{out.style(f'{label:<{width}}', 'dim')}  {safe(value)}" for label, value in rows
    )
