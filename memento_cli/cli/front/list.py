"""memento list --limit N: the strongest memories, or the weakest."""

from __future__ import annotations

from itertools import islice

from memento_cli.cli.front.cells import said
from memento_cli.cli.front.index import Here, from_index, has_layers
from memento_cli.index.below import count_below
from memento_cli.index.levels import over_keys
from memento_cli.index.moments import holds
from memento_cli.index.order import FEW, in_order

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape


def answer(shape: Shape) -> Said | None:
    """A page by strength, and how many there are more; weak ones are only counted, but for all."""
    return None if has_layers(shape) else from_index(shape, _page)


def _page(here: Here, shape: Shape) -> Said | None:
    if not holds(here.database, here.now):
        return None
    hidden_below, over = 0.0, dict[int, float]()
    if "everything" not in shape.values:
        hidden_below, over = here.setting("list.hide_below"), over_keys(here.database, here.now)
    weak = _weak(here, hidden_below, over) if hidden_below else 0
    rising = shape.values.get("order") == "asc"
    places = in_order(here.database, here.now, rising=rising, low=hidden_below)
    keys = list(islice((key for *_, key in places if key not in over), shape.values["limit"]))
    lines = here.rows(keys, ids=shape.values.get("format") == "ids")
    if lines is None:
        return None
    return said(lines, _notes(len(keys), here.count() - len(over) - weak, len(over), weak), shape)


def _weak(here: Here, limit: float, over: Mapping[int, float]) -> int:
    """How many are weak, but for those that are over: more than `FEW`, if nobody counted them."""
    found = count_below(here.database, here.now, limit, FEW + 1 + len(over))
    return found - sum([floor < limit for floor in over.values()])


def _notes(shown: int, total: int, over: int, weak: int) -> Iterator[str]:
    """What is told beside the page, as in `cli/list.py`."""
    if not shown:
        yield "Nothing found"
    if over:
        yield f"{over} expired {_memories(over)} hidden; --all shows them"
    if weak:
        count = f"more than {FEW}" if weak > FEW else weak
        yield f"{count} weak {_memories(weak)} hidden; --all shows them"
    if weak > FEW:  # nobody counted the others
        yield f"{shown} of more than {shown} shown; --limit shows more"
    elif shown < total:
        yield f"{shown} of {total} shown; --limit shows more"


def _memories(count: int) -> str:
    return "memory is" if count == 1 else "memories are"
