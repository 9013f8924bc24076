"""Stamps: what the file system says of a file, and what changed between two looks at a folder."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

Stamp = tuple[int, int, int, int]
"""Nanoseconds of modification and of the inode's change, bytes, inode."""

Stamped = tuple[str, int, int, int, int]
"""A file's name with its stamp, in one row."""

UNBELIEVED: Stamp = (0, 0, -1, 0)
"""No file has it: what is kept instead of a stamp that could hide a later change."""

SECOND = 1_000_000_000
TICK = SECOND // 25  # of the clock by which a kernel stamps files; the slowest takes 10 ms
COARSE_TICK = 2 * SECOND  # of file systems that keep whole seconds (FAT: two)


def stamp_of(status: os.stat_result) -> Stamp:
    """The stamp in what `stat` answers."""
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


def believable(stamp: Stamp, looked: int) -> Stamp:
    """The stamp, or none that any file has if it is too young, seen at `looked` (nanoseconds).

    A file may change again within the tick in which it was stamped, and keep its stamp (the racy
    rule of git). A clock that is ahead, then or now, makes it young as well. What counts is the
    change of the inode, which no program can set.
    """
    changed = stamp[1]
    tick = COARSE_TICK if changed % SECOND == 0 else TICK
    return stamp if changed + tick < looked else UNBELIEVED


def difference(there: Iterable[Stamped], known: Iterable[Stamped]) -> Iterator[tuple[str, str]]:
    """What changed, as (`added`, `changed` or `removed`, name); both sides rise by name."""
    disk, index = iter(there), iter(known)
    new, old = next(disk, None), next(index, None)
    while new or old:
        if new == old:
            new, old = next(disk, None), next(index, None)
        elif old is None or (new is not None and new[0] < old[0]):
            assert new is not None
            yield "added", new[0]
            new = next(disk, None)
        elif new is None or old[0] < new[0]:
            yield "removed", old[0]
            old = next(index, None)
        else:
            yield "changed", new[0]
            new, old = next(disk, None), next(index, None)
