"""The fold of plain lines, on rows: what nearly every journal says of nearly every memory.

`core/history.py` says what a fold is. This answers the same for lines without an undo, an erasure
or twins, or nothing; it needs no calendar, and no more than a few microseconds.
"""

from __future__ import annotations

from collections import namedtuple

from memento_cli.core.acts import ERASED, RECORDED, SET, UNDONE, USES
from memento_cli.core.skips import after_use
from memento_cli.index.lines import CODES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

OPENING, SETTING, EDITED = (CODES[act] for act in (RECORDED, SET, "edited"))
ODD = (CODES[UNDONE], CODES[ERASED])
USING = frozenset(CODES[act] for act in USES)

Numbers = namedtuple("Numbers", "initial last reinforced opened uses edits since until")
"""What the journal makes of a memory, and the microseconds from and until which that holds.

It holds from its latest line or clock on, until the first line that is still in the future. `last`
is in microseconds, too.
"""


def _are_plain(ids: Sequence[bytes | str]) -> bool:
    """Foreign ids have another order, and of twins one line counts."""
    return len(ids) < 2 or (len(set(map(type, ids))) == 1 and len(set(ids)) == len(ids))


def plain_fold(
    rows: Sequence[Sequence[Any]],
    own: Sequence[Any],
    half_life: float | None,
    floor: float,
    now: int,
    rules: tuple[float, float, float],
) -> Numbers | None:
    """The numbers at `now` that lines make, in rows of `COLUMNS` by (at, id); None if not plain.

    `own` are the numbers in the file: initial strength, clock and count.
    """
    if not _are_plain([row[1] for row in rows]):
        return None
    opening = next((row for row in rows if row[2] == OPENING and row[5] is not None), None)
    initial, last, count = opening[4:7] if opening else own
    uses = edits = 0
    until, seen = None, []
    for at, _, act, _, *said in rows:
        if act in ODD:
            return None
        if at > now:
            until = until or at
            continue
        seen.append(at)
        if act in USING:
            uses += 1
            use = after_use((initial, last, count), half_life, floor, at, rules)
            initial, last, count = use
        elif act == SETTING and said[1] is not None:
            initial, last, count = said
        edits += act == EDITED
    known, since = opening is not None, max([last, *seen])
    return Numbers(initial, last, count, known, max(uses, count), edits, since, until)
