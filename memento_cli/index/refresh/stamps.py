"""Stamps: the status of a file by which a change is noticed, and the difference of two listings."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

Stamp = tuple[int, int, int, int]
"""The mtime and ctime in nanoseconds, bytes, inode."""

Stamped = tuple[str, int, int, int, int]
"""A file's name, followed by its stamp."""

UNBELIEVED: Stamp = (0, 0, -1, 0)
"""A stamp that no file has, stored in place of one that could hide a later change."""

SECOND = 1_000_000_000
TICK = SECOND // 25  # of the clock by which a kernel stamps files; the slowest takes 10 ms
COARSE_TICK = 2 * SECOND  # of file systems that keep whole seconds (FAT: two)


def stamp_of(status: os.stat_result) -> Stamp:
    """The stamp in a file's status."""
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)


def believable(stamp: Stamp, looked: int) -> Stamp:
    """The stamp, or UNBELIEVED if it was too young at the time `looked`, in nanoseconds.

    A file may change again within the clock's tick and keep its stamp (git's racy rule). A stamp
    from a clock that is ahead counts as young. The ctime is compared, which no program can set.
    """
    changed = stamp[1]
    tick = COARSE_TICK if changed % SECOND == 0 else TICK
    return stamp if changed + tick < looked else UNBELIEVED


def difference(there: Iterable[Stamped], known: Iterable[Stamped]) -> Iterator[tuple[str, str]]:
    """What changed, as (`added`, `changed` or `removed`, name); both inputs are sorted by name."""
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
