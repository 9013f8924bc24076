"""What this system can do with files: Windows lacks calls and flags that the others have, and lets
nobody rename or remove a file that somebody has open; macOS syncs to the disk by a call of its own.
"""

from __future__ import annotations

import errno
import os
import sys
from time import sleep

from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

Stamp = tuple[int, int, int, int]
"""The mtime and ctime in nanoseconds, bytes, inode."""

WINDOWS = sys.platform == "win32"
BYTES = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
"""How a file is opened: no line end is translated, and no program that is started has it."""
NO_LINK = BYTES | getattr(os, "O_NOFOLLOW", 0)
PLAIN = NO_LINK | getattr(os, "O_NONBLOCK", 0)
"""No link is followed, and for no pipe is waited."""
FOLDER = BYTES | getattr(os, "O_DIRECTORY", 0)
SEES_LINKS = hasattr(os, "O_NOFOLLOW")
"""Whether to open a link is an error; else it has to be looked for."""
IN_FOLDERS = not WINDOWS
"""Whether a folder has a handle, by which the status of what is in it is asked."""

PATIENCE_SECONDS, PAUSE_SECONDS = 2.0, 0.02
SECOND, POSITIVE = 1_000_000_000, (1 << 63) - 1


def read_at(handle: int, size: int, place: int) -> bytes:
    """At most so many bytes from a place in a file."""
    if hasattr(os, "pread"):
        return os.pread(handle, size, place)
    os.lseek(handle, place, os.SEEK_SET)
    return os.read(handle, size)


def write_at(handle: int, data: bytes, place: int) -> int:
    """Write bytes at a place in a file; how many were written."""
    if hasattr(os, "pwrite"):
        return os.pwrite(handle, data, place)
    os.lseek(handle, place, os.SEEK_SET)
    return os.write(handle, data)


def close(handle: int) -> None:
    """Close a handle. An error is ignored: what had to be on disk was synced before."""
    with suppress(OSError):
        os.close(handle)


def sync_folder(folder: str) -> None:
    """Sync a folder's entries to disk, where a folder has a handle."""
    if not IN_FOLDERS:
        return
    handle = os.open(folder, os.O_RDONLY | FOLDER)
    try:
        os.fsync(handle)
    except OSError as problem:
        if problem.errno != errno.EINVAL:  # a file system that cannot sync folders
            raise
    finally:
        close(handle)


if WINDOWS:  # where the ctime is that of the creation, and an inode may be larger than SQLite's

    def stamp_of(status: os.stat_result) -> Stamp:
        """The stamp in a file's status."""
        changed = status.st_mtime_ns
        return (changed, changed, status.st_size, status.st_ino & POSITIVE)

    def patiently(act: Callable[..., None], *paths: str) -> None:
        """Rename or remove a file, once nobody has it open: a virus scanner looks at each new one.

        PermissionError if somebody has it open for longer than two seconds, or it is forbidden.
        """
        for _ in range(round(PATIENCE_SECONDS / PAUSE_SECONDS)):
            try:
                return act(*paths)
            except PermissionError:
                sleep(PAUSE_SECONDS)
        act(*paths)

else:

    def stamp_of(status: os.stat_result) -> Stamp:
        """The stamp in a file's status."""
        return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)

    def patiently(act: Callable[..., None], *paths: str) -> None:
        """Rename or remove a file."""
        act(*paths)


def changed_at(status: os.stat_result) -> float:
    """When a file last changed, in seconds since 1970."""
    return stamp_of(status)[1] / SECOND


if sys.platform == "darwin":

    def sync(handle: int) -> None:
        """Sync a file to the disk: `fsync` leaves it in the memory of the drive."""
        from fcntl import F_FULLFSYNC, fcntl

        try:
            fcntl(handle, F_FULLFSYNC)
        except OSError:  # a file system that cannot, such as one of a network
            os.fsync(handle)

else:

    def sync(handle: int) -> None:
        """Sync a file to the disk."""
        os.fsync(handle)
