"""Which raw lines of a log are among the newest, without parsing them."""

from __future__ import annotations

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
    stamps.sort()  # nearly sorted already
    return stamps[-count] if 0 < count <= len(stamps) else b""


def recent_lines(data: bytes, since: bytes) -> list[tuple[int, bytes]]:
    """The lines of a log, with their numbers, that may be of this time or later, or undos of any.

    Lines in another form than memento's are among them.
    """
    raws = [(number, raw) for number, raw in enumerate(data.split(b"\n"), start=1) if raw]
    may_undo = UNDO_MARK in data or ESCAPE in data
    return [
        (number, raw)
        for number, raw in raws
        if raw[STAMP] >= since
        or raw[BEFORE_STAMP] != AT_KEY
        or (may_undo and (UNDO_MARK in raw or ESCAPE in raw))
    ]
