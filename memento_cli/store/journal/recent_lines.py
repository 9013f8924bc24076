"""Which raw lines of a log are among the newest, without parsing them."""

from __future__ import annotations

from heapq import nlargest

from memento_cli.core.journal.event_types import UNDONE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

STAMP = slice(44, 63)
"""The time of a line that memento wrote, to the second, in UTC."""
BEFORE_STAMP = slice(34, 44)
AT_KEY = b'", "at": "'
UNDO_MARK = UNDONE.encode()
ESCAPE = b"\\u"  # another program may have written any character in this way


def stamp_of_newest(logs: Iterable[bytes], count: int) -> bytes:
    """The time of the oldest of the newest `count` lines in these logs; empty if there are fewer
    lines."""
    stamps = [raw[STAMP] for data in logs for raw in data.split(b"\n") if raw]
    return nlargest(count, stamps)[-1] if 0 < count <= len(stamps) else b""


def is_recent(raw: bytes, since: bytes) -> bool:
    """Whether a line may be of this time or later, or an undo of any time.

    True for a line in another form than memento's.
    """
    is_older = raw[BEFORE_STAMP] == AT_KEY and raw[STAMP] < since
    return not is_older or UNDO_MARK in raw or ESCAPE in raw
