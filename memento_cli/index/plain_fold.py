"""The fold of plain lines, on rows: what nearly every journal says of nearly every memory.

`core/history.py` says what a fold is. This answers the same for lines without an undo, an erasure
or twins, or nothing; it needs no calendar, and no more than a few microseconds.
"""

from __future__ import annotations

from collections import namedtuple

from memento_cli.core.acts import (
    EDITS,
    ERASED,
    NEGLECTED,
    NOT_HELPFUL,
    PRESENTED,
    RECORDED,
    SET,
    UNDONE,
    USES,
    VIEWED,
)
from memento_cli.core.curves import BASE_LEVEL
from memento_cli.core.skips import after_use, weakens
from memento_cli.index.lines import CODES, rank_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.core.curves import Fading
    from memento_cli.core.curves import Numbers as Plain

OPENING, SETTING, SEEN = (CODES[act] for act in (RECORDED, SET, VIEWED))
ODD = (CODES[UNDONE], CODES[ERASED])
USING, EDITING, PRESENT = (
    frozenset([CODES[act] for act in acts]) for acts in (USES, EDITS, PRESENTED)
)
WEAKER = {CODES[act]: place for place, act in enumerate((NOT_HELPFUL, NEGLECTED), 3)}
"""Where among the rules stands what such an act takes."""

Numbers = namedtuple("Numbers", "initial last reinforced times opened uses edits views since until")
"""What the journal makes of a memory, and the microseconds from and until which that holds.

It holds from its latest line or clock on, until the first line that is still in the future. `last`
is in microseconds, too. `opened` is the id of the line that opens the fold, None where none does:
ids rise as they are written, so it tells in which order memories were recorded.
"""


def _are_plain(ids: Sequence[bytes | str]) -> bool:
    """Foreign ids have another order, and of twins one line counts."""
    return len(ids) < 2 or (len(set(map(type, ids))) == 1 and len(set(ids)) == len(ids))


def plain_fold(
    rows: Sequence[Sequence[Any]],
    own: Sequence[Any],
    fading: Fading,
    now: int,
    rules: Sequence[float],
) -> Numbers | None:
    """The numbers at `now` that lines make, in rows of `COLUMNS` by (at, id); None if not plain.

    `own` are the numbers in the file: initial strength, clock and count.
    """
    if not _are_plain([row[1] for row in rows]):
        return None
    opening = next((row for row in rows if row[2] == OPENING and row[5] is not None), None)
    initial, last, count = opening[4:7] if opening else own
    numbers: Plain = (initial, last, count, ())
    counted = PRESENT if fading[0] == BASE_LEVEL else USING
    acts: list[int] = []
    weaker: dict[int, int] = {}
    until, seen = None, []
    for at, _, act, _, *said in rows:
        if act in ODD:
            return None
        if at > now:
            until = until or at
            continue
        seen.append(at)
        acts.append(act)
        if act in counted:
            numbers = after_use(numbers, fading, at, rules)
        elif act == SETTING and said[1] is not None:
            numbers = (*said, ())
        elif act in WEAKER:
            share = rules[WEAKER[act]] * (1.0 if said[0] is None else said[0])
            if weakens(share, fading[0], weaker, act, at, rules[2]):
                numbers = (numbers[0] * (1 - share), *numbers[1:])
    uses, edits, views = (sum([act in of for act in acts]) for of in (USING, EDITING, (SEEN,)))
    opened, since = rank_of(opening[1]) if opening else None, max([numbers[1], *seen])
    return Numbers(*numbers, opened, max(uses, numbers[2]), edits, views, since, until)
