"""Files, written so that a reader sees the old or the new one and exit 0 means: on disk."""

from __future__ import annotations

import errno
import os
import stat
import sys

from memento_cli.errors import BadData, Failed
from memento_cli.standard import contextmanager, suppress
from memento_cli.store.files.inherited import hand_over, make_folder, mode_in

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


TEMPORARY = ".tmp-"
HINTS = {
    errno.ENOSPC: "free some space and try again",
    errno.EDQUOT: "your quota is used up",
    errno.EFBIG: "a size limit (ulimit -f) was reached",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: "check who owns it: `ls -ld` on it and its folder",
    errno.EPERM: "check who owns it: `ls -ld` on it and its folder",
    errno.EMFILE: "raise the limit of open files (ulimit -n)",
    errno.ENAMETOOLONG: "a shorter name is needed",
    errno.ELOOP: "symbolic links are not followed here: put a plain file in its place",
}
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)  # says nothing about the file


@contextmanager
def system(path: str) -> Iterator[None]:
    """Turn what the system refuses into an error that names the path."""
    try:
        yield
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise Failed(f"{path}: {reason}", HINTS.get(problem.errno or 0, "")) from problem


def is_there(path: str) -> bool:
    """Whether something has this path, if it leads nowhere, too; Failed where the disk fails.

    What nobody may look at is not there.
    """
    with system(path), suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        os.lstat(path)
        return True
    return False


def refuse_link(folder: str) -> None:
    """BadData if this folder of a store is a link; one that is not there yet is fine."""
    if os.path.islink(folder):
        raise BadData(folder, ["leads out of the store"], "make it a folder, not a link")


def read_regular(path: str, limit: int = sys.maxsize) -> bytes:
    """The bytes of a regular file; what is no such file is never waited for, nor followed."""
    return read_stated(path, limit)[0]


def read_stated(path: str, limit: int = sys.maxsize) -> tuple[bytes, os.stat_result]:
    """The same, and what the system said of the file just before its bytes were read."""
    handle, status = _opened(path, os.O_RDONLY, 0)
    try:
        size = status.st_size
        if size > limit:
            raise BadData(path, [f"{size} bytes are more than the {limit} allowed"])
        data = os.read(handle, size + 1)
        return data if len(data) == size else data + read_all(handle, size), status
    except OSError as problem:
        problem.filename = path  # which a handle does not tell
        raise
    finally:
        close(handle)


@contextmanager
def regular(path: str, flags: int = os.O_RDONLY, mode: int = 0) -> Iterator[tuple[int, int]]:
    """A regular file's handle and size; what is none is not waited for, followed or written."""
    handle, status = _opened(path, flags, mode)
    try:
        yield handle, status.st_size
    finally:
        close(handle)


def _opened(path: str, flags: int, mode: int) -> tuple[int, os.stat_result]:
    handle = os.open(path, flags | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW, mode)
    try:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode):
            raise BadData(path, ["not a regular file"], "put a plain file in its place")
    except BaseException as problem:
        close(handle)
        if isinstance(problem, OSError):
            problem.filename = path
        raise
    return handle, status


def close(handle: int) -> None:
    """Let a handle go, which it is whatever the system says; what had to be on disk was synced."""
    with suppress(OSError):
        os.close(handle)


def read_all(handle: int, size: int) -> bytes:
    """Everything from here to the end."""
    parts = []
    while part := os.read(handle, size + 1):
        parts.append(part)
    return b"".join(parts)


def replace(path: str, data: bytes) -> None:
    """Put new content in the place of the old, keeping its mode."""
    with system(path):
        mode = stat.S_IMODE(os.stat(path, follow_symlinks=False).st_mode)
        temporary = _written(path, data, mode)
        with _or_gone(temporary):
            os.replace(temporary, path)
        sync_folder(os.path.dirname(path))


def create(path: str, data: bytes, *, sync: bool = True, mode: int | None = None) -> None:
    """Publish a new file; FileExistsError if there is one, which is left as it is.

    Its mode is that of its folder, if it is not said.
    """
    folder = os.path.dirname(path)
    with _but_exists(path):
        temporary = _written(path, data, mode)
        with _or_gone(temporary):
            _publish(temporary, path)
            with _or_gone(path):
                with suppress(FileNotFoundError):
                    os.unlink(temporary)
                if sync:
                    sync_folder(folder)


def put(path: str, data: bytes) -> None:
    """Make a file say this, whether it is there or not."""
    if os.path.lexists(path):
        replace(path, data)
    else:
        create(path, data)


def _publish(temporary: str, path: str) -> None:
    try:
        os.link(temporary, path, follow_symlinks=False)
    except OSError as problem:
        if problem.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK):
            raise
        _claim(temporary, path)


def _claim(temporary: str, path: str) -> None:
    """Publishing where the file system has no links: claim the name, then replace it."""
    close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC))
    with _or_gone(path):
        os.replace(temporary, path)


@contextmanager
def _but_exists(path: str) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise
    except OSError as problem:
        with system(path):
            raise problem


def move_all(pairs: Sequence[tuple[str, str]]) -> None:
    """Rename files into other folders of the store, all or none; nothing is overwritten."""
    taken = next((target for _, target in pairs if os.path.lexists(target)), None)
    if taken:
        raise Failed(f"{taken}: is already there", "`memento doctor` tells what to do")
    try:
        for source, target in pairs:
            folder = os.path.dirname(target)
            with system(source if os.access(folder, os.W_OK) else folder):
                make_folders(folder)
                os.rename(source, target)
        for folder in sorted({os.path.dirname(path) for pair in pairs for path in pair}):
            with system(folder):
                sync_folder(folder)
    except BaseException:
        _move_back(pairs)
        raise


def _move_back(pairs: Sequence[tuple[str, str]]) -> None:
    for source, target in pairs:
        if os.path.lexists(target) and not os.path.lexists(source):
            with suppress(OSError):
                os.rename(target, source)


def append(path: str, data: bytes) -> None:
    """Add whole lines to a log: heal a torn tail, one write, back to the old length on failure."""
    folder, flags = os.path.dirname(path), os.O_RDWR | os.O_APPEND
    with system(path):
        try:
            _append(path, flags, data)
        except FileNotFoundError:
            make_folders(folder)
            with _or_gone(path):
                _append(path, flags | os.O_CREAT, data)
                sync_folder(folder)


def _append(path: str, flags: int, data: bytes) -> None:
    with regular(path, flags, mode_in(os.path.dirname(path))) as (handle, size):
        if not size:
            hand_over(handle, os.path.dirname(path))
        torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
        try:
            _write(handle, b"\n" + data if torn else data)
            os.fsync(handle)
        except BaseException:
            os.ftruncate(handle, size)
            raise


def make_folders(folder: str) -> None:
    """A folder and those around it that are not there yet, each on disk."""
    folder = os.path.abspath(folder)
    parent = os.path.dirname(folder)
    if not os.path.isdir(parent):
        make_folders(parent)
    with suppress(FileExistsError):
        make_folder(folder)
        sync_folder(parent)


def _written(path: str, data: bytes, mode: int | None) -> str:
    """A complete temporary file beside `path`, on disk."""
    folder = os.path.dirname(path)
    temporary = os.path.join(folder, f"{TEMPORARY}{os.getpid()}-{os.urandom(5).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    try:
        handle = os.open(temporary, flags, 0o600)
    except FileNotFoundError:
        make_folders(folder)
        handle = os.open(temporary, flags, 0o600)
    with _or_gone(temporary):
        try:
            hand_over(handle, folder)
            os.fchmod(handle, mode_in(folder) if mode is None else mode)
            _write(handle, data)
            os.fsync(handle)
        finally:
            close(handle)
    return temporary


def _write(handle: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


@contextmanager
def _or_gone(temporary: str) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def sync_folder(folder: str) -> None:
    """Make the folder's entries durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError as problem:
        if problem.errno != errno.EINVAL:  # a file system without it
            raise
    finally:
        close(handle)
