"""memento list --limit N: the strongest memories, or the weakest."""

from __future__ import annotations

from itertools import islice

from memento_cli.cli.front.cells import said
from memento_cli.cli.front.index import Here, from_index
from memento_cli.index.moments import holds
from memento_cli.index.order import FEW, count_below, in_order

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape


def answer(shape: Shape) -> Said | None:
    """A page by strength, and how many there are more; weak ones are only counted, but for all."""
    return from_index(shape, _page)


def _page(here: Here, shape: Shape) -> Said | None:
    if not holds(here.database, here.now):
        return None
    hidden_below = 0.0 if "everything" in shape.values else here.setting("list.hide_below")
    rising = shape.values.get("order") == "asc"
    weak = count_below(here.database, here.now, hidden_below) if hidden_below else 0
    keys = list(islice(_strong(here, hidden_below, rising), shape.values["limit"]))
    lines = here.rows(keys, ids=shape.values.get("format") == "ids")
    if lines is None:
        return None
    notes = [] if keys else ["Nothing found"]
    if weak:
        count = f"more than {FEW}" if weak > FEW else weak
        word = "memory is" if weak == 1 else "memories are"
        notes.append(f"{count} weak {word} hidden; --all shows them")
    total = here.count() - weak
    if weak > FEW:  # nobody counted the others
        notes.append(f"{len(keys)} of more than {len(keys)} shown; --limit shows more")
    elif len(keys) < total:
        notes.append(f"{len(keys)} of {total} shown; --limit shows more")
    return said(lines, notes, shape)


def _strong(here: Here, limit: float, rising: bool) -> Iterator[int]:
    for strength, _, _, key in in_order(here.database, here.now, rising=rising):
        if strength >= limit:
            yield key
        elif not rising:
            return
