"""Which raw lines of a log are among the newest, told without reading what each says."""

from __future__ import annotations

from heapq import nlargest

from memento_cli.core.journal.event_types import UNDONE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

STAMP = slice(44, 63)
"""Where a line that memento wrote has its moment, to the second, in UTC."""
BEFORE_STAMP = slice(34, 44)
NAMED_AT = b'", "at": "'
UNDOING = UNDONE.encode()
ESCAPE = b"\\u"  # another writer may have written any sign so


def stamp_of_newest(logs: Iterable[bytes], count: int) -> bytes:
    """The moment of the oldest of the newest `count` lines in these logs; nothing if there are
    fewer lines."""
    stamps = [raw[STAMP] for data in logs for raw in data.split(b"\n") if raw]
    return nlargest(count, stamps)[-1] if 0 < count <= len(stamps) else b""


def is_recent(raw: bytes, since: bytes) -> bool:
    """Whether a line may be of this moment or later, or take another back, whenever that was. A
    line that memento would not write so may be."""
    is_older = raw[BEFORE_STAMP] == NAMED_AT and raw[STAMP] < since
    return not is_older or UNDOING in raw or ESCAPE in raw
