"""memento prune --dry-run: what has faded, and what only a pin or a floor keeps."""

from __future__ import annotations

from math import inf, log2

from memento_cli.cli.front.cells import YEAR_1000
from memento_cli.cli.front.index import Here, from_index
from memento_cli.cli.safe import safe
from memento_cli.core.curves import DAY_MICROS, strength_now
from memento_cli.core.faint import kept_because, line_of, nothing_below, pruned_because
from memento_cli.index.moments import day_of, holds
from memento_cli.index.order import fadings, may_be_below

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape
    from memento_cli.index.order import Fading

    Judged = tuple[tuple[float, float, str], str]
    """Where a line stands among others, and the line; what is kept stands last, by its id."""

ROWS = """
SELECT id, summary, initial, last, name, mtime, ctime, size, inode
FROM memory JOIN file USING (key) WHERE """


def answer(shape: Shape) -> Said | None:
    """A line for each, the weakest first, and then those that are kept."""
    return from_index(shape, _planned)


def _planned(here: Here, shape: Shape) -> Said | None:
    below = shape.values.get("below", here.setting("prune.below"))
    if below == inf or not holds(here.database, here.now):
        return None
    judged: list[Judged] = []
    for fading in fadings(here.database):
        where, args = may_be_below(fading, here.now, below)
        for id, summary, initial, last, name, *stamp in here.database.execute(ROWS + where, args):
            if last < YEAR_1000 or not here.is_as_indexed(name, *stamp):
                return None
            judged += _judged(fading, here.now, below, id, summary, initial, last)
    lines = [line for _, line in sorted(judged)]
    return [(1, ("\n".join(lines) or nothing_below(here.count("file"))) + "\n")]


def _judged(
    fading: Fading, now: int, below: float, id: str, summary: str, initial: float, last: int
) -> Iterator[Judged]:
    """As `plan_of` in `core/pruning.py` does."""
    _, half_life, floor, pinned = fading
    bare = strength_now(initial, last, half_life, 0.0, False, now)
    strength = strength_now(initial, last, half_life, floor, pinned, now)
    if strength < below and not pinned:
        reason = pruned_because(bare, below, _since(initial, last, half_life, below))
        yield (strength, bare, id), line_of("prune", safe(id), reason, safe(summary))
    elif bare < below:
        reason = kept_because(bare, below, floor, pinned)
        yield (inf, inf, id), line_of("keep", safe(id), reason, safe(summary))


def _since(initial: float, last: int, half_life: float | None, below: float) -> str:
    """The day on which the curve of a memory that is below fell there."""
    share = below / initial if initial else 1.0
    days = -log2(share) * half_life if half_life and 0 < share < 1 else 0.0
    return day_of(last + int(days) * DAY_MICROS + round(days % 1 * DAY_MICROS))
