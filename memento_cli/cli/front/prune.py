"""memento prune --dry-run: what has faded, and what only a pin or a floor keeps."""

from __future__ import annotations

from math import inf, log2

from memento_cli.cli.front.cells import YEAR_1000
from memento_cli.cli.front.index import Here, from_index
from memento_cli.cli.safe import safe
from memento_cli.core.curves import DAY_MICROS, HALF_LIFE, TTL, bare_strength, strength_now
from memento_cli.core.faint import kept_because, line_of, nothing_below, pruned_because
from memento_cli.index.levels import may_be_below, weak_fadings
from memento_cli.index.moments import day_of, holds
from memento_cli.index.numbers import STRENGTH, both_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape
    from memento_cli.core.curves import Fading, Numbers

    Judged = tuple[tuple[float, float, str], str]
    """Where a line stands among others, and the line; what is kept stands last, by its id."""

ROWS = f"""
SELECT id, summary, name, mtime, ctime, size, inode, {STRENGTH}
FROM memory JOIN file USING (key) WHERE """


def answer(shape: Shape) -> Said | None:
    """A line for each, the weakest first, and then those that are kept."""
    return from_index(shape, _planned)


def _planned(here: Here, shape: Shape) -> Said | None:
    below = shape.values.get("below", here.setting("prune.below"))
    if below == inf or not holds(here.database, here.now):
        return None
    judged: list[Judged] = []
    for fading in weak_fadings(here.database, here.now, below):
        where, args = may_be_below(fading, here.now, below)
        for id, summary, name, *rest in here.database.execute(ROWS + where, args):
            numbers, fade = both_of(rest[4:])
            if numbers[1] < YEAR_1000 or not here.is_as_indexed(name, *rest[:4]):
                return None
            judged += _judged(numbers, fade, fading[4], here.now, below, id, summary)
    lines = [line for _, line in sorted(judged)]
    return [(1, ("\n".join(lines) or nothing_below(here.count("file"))) + "\n")]


def _judged(
    numbers: Numbers, fade: Fading, pinned: int, now: int, below: float, id: str, summary: str
) -> Iterator[Judged]:
    """As `plan_of` in `core/pruning.py` does."""
    bare = bare_strength(numbers, fade, False, now)
    strength = strength_now(numbers, fade, pinned, now)
    if strength < below and not pinned:
        reason = pruned_because(strength, below, _since(numbers, fade, below, now))
        yield (strength, bare, id), line_of("prune", safe(id), reason, safe(summary))
    elif bare < below:
        reason = kept_because(bare, below, fade[3], pinned)
        yield (inf, inf, id), line_of("keep", safe(id), reason, safe(summary))


def _since(numbers: Numbers, fade: Fading, below: float, now: int) -> str:
    """The day on which the curve of a memory that is below fell there."""
    (initial, last, *_), (law, parameter, *_) = numbers, fade
    if initial > below and law in (HALF_LIFE, TTL):
        days = parameter if law == TTL else -log2(below / initial) * parameter
        return day_of(last + int(days) * DAY_MICROS + round(days % 1 * DAY_MICROS))
    first, end = last // DAY_MICROS, now // DAY_MICROS
    while first < end:  # by halves: a curve only falls
        day = (first + end + 1) // 2
        if bare_strength(numbers, fade, False, day * DAY_MICROS) >= below:
            first = day
        else:
            end = day - 1
    return day_of(first * DAY_MICROS)
