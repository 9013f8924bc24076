"""Reading and writing files: a reader sees the old or the new content, and exit 0 means on disk."""

from __future__ import annotations

import errno
import os
import stat
import sys

from memento_cli.errors import BadData, Failed
from memento_cli.standard import contextmanager, suppress
from memento_cli.store.files.names import FILE
from memento_cli.store.files.system import (
    BYTES,
    FOLDER,
    IN_FOLDERS,
    NO_LINK,
    PLAIN,
    SEES_LINKS,
    WINDOWS,
    close,
    patiently,
    read_at,
    sync,
    sync_folder,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TEMPORARY = ".tmp-"
FORBIDDEN = (
    "close the program that has it open, or see who may write to it"
    if WINDOWS
    else "check who owns it: `ls -ld` on it and its folder"
)
HINTS = {
    errno.ENOSPC: "free some space and try again",
    errno.EDQUOT: "your quota is used up",
    errno.EFBIG: "a size limit (ulimit -f) was reached",
    errno.EROFS: "the file system is read-only",
    errno.EACCES: FORBIDDEN,
    errno.EPERM: FORBIDDEN,
    errno.EMFILE: "raise the limit of open files (ulimit -n)",
    errno.ENAMETOOLONG: "a shorter name is needed",
    errno.ELOOP: "symbolic links are not followed here: put a plain file in its place",
}
NO_HARD_LINKS = (
    errno.EPERM, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EMLINK, errno.EINVAL,
)  # fmt: skip
"""What systems say of a file system that has none, or of a file that has too many."""
EXHAUSTED = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)  # errors of the process, not of the file
ROOT = 0


@contextmanager
def os_errors(path: str) -> Iterator[None]:
    """Raise an OSError as Failed, which names the path."""
    try:
        yield
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise Failed(f"{path}: {reason}", HINTS.get(problem.errno or 0, "")) from problem


def is_there(path: str) -> bool:
    """Whether something has this path, a dangling link included; Failed if the disk fails.

    False if its folder may not be searched.
    """
    with os_errors(path), suppress(FileNotFoundError, NotADirectoryError, PermissionError):
        os.lstat(path)
        return True
    return False


def refuse_link(folder: str) -> None:
    """BadData if this folder of a store is a link; it need not exist."""
    if os.path.islink(folder):
        raise BadData(folder, ["leads out of the store"], "make it a folder, not a link")


def read_regular(path: str, limit: int = sys.maxsize) -> bytes:
    """The bytes of a regular file; BadData for a pipe, a device, or more bytes than `limit`."""
    return read_with_status(path, limit)[0]


def bytes_or_none(path: str, limit: int = sys.maxsize) -> bytes | None:
    """The bytes of a regular file; None if there is none, or it cannot be read."""
    try:
        return read_regular(path, limit)
    except (OSError, BadData):
        return None


def read_with_status(path: str, limit: int = sys.maxsize) -> tuple[bytes, os.stat_result]:
    """The bytes of a regular file, and its status from just before they were read."""
    handle, status = _opened(path, os.O_RDONLY, 0)
    try:
        size = status.st_size
        if size > limit:
            raise BadData(path, [f"{size} bytes are more than the {limit} allowed"])
        data = os.read(handle, size + 1)
        return data if len(data) == size else data + read_all(handle, size), status
    except OSError as problem:
        problem.filename = path  # an error of a handle has none
        raise
    finally:
        close(handle)


@contextmanager
def regular(path: str, flags: int = os.O_RDONLY, mode: int = 0) -> Iterator[tuple[int, int]]:
    """A regular file's handle and size; BadData for anything else, which is not opened to write."""
    handle, status = _opened(path, flags, mode)
    try:
        yield handle, status.st_size
    finally:
        close(handle)


def _opened(path: str, flags: int, mode: int) -> tuple[int, os.stat_result]:
    if not SEES_LINKS and os.path.islink(path):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
    handle = os.open(path, flags | PLAIN, mode)
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


def read_all(handle: int, size: int) -> bytes:
    """The bytes from the current position to the end."""
    parts = []
    while part := os.read(handle, size + 1):
        parts.append(part)
    return b"".join(parts)


def replace(path: str, data: bytes) -> None:
    """Replace the content of a file, keeping its mode."""
    with os_errors(path):
        mode = stat.S_IMODE(os.stat(path, follow_symlinks=False).st_mode)
        temporary = _written(path, data, mode)
        with _removed_on_error(temporary):
            patiently(os.replace, temporary, path)
        sync_folder(os.path.dirname(path))


def create(path: str, data: bytes, *, sync: bool = True, mode: int | None = None) -> None:
    """Publish a new file, by default with its folder's mode; FileExistsError if there is one."""
    folder = os.path.dirname(path)
    with _os_errors_but_exists(path):
        temporary = _written(path, data, mode)
        with _removed_on_error(temporary):
            _publish(temporary, path)
            with _removed_on_error(path):
                with suppress(FileNotFoundError):
                    os.unlink(temporary)
                if sync:
                    sync_folder(folder)


def write(path: str, data: bytes) -> None:
    """Write a file, new or not."""
    if os.path.lexists(path):
        replace(path, data)
    else:
        create(path, data)


def _publish(temporary: str, path: str) -> None:
    try:
        if os.link in os.supports_follow_symlinks:
            os.link(temporary, path, follow_symlinks=False)
        else:
            os.link(temporary, path)
    except OSError as problem:
        if problem.errno not in NO_HARD_LINKS:
            raise
        _claim(temporary, path)


def _claim(temporary: str, path: str) -> None:
    """Publish on a file system without hard links: create the name exclusively, then replace it."""
    close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | BYTES))
    with _removed_on_error(path):
        patiently(os.replace, temporary, path)


@contextmanager
def _os_errors_but_exists(path: str) -> Iterator[None]:
    """As `os_errors`, but FileExistsError passes as it is."""
    try:
        yield
    except FileExistsError:
        raise
    except OSError as problem:
        with os_errors(path):
            raise problem


def move_all(pairs: Sequence[tuple[str, str]]) -> None:
    """Rename files into other folders of the store, all or none; nothing is overwritten."""
    existing = next((target for _, target in pairs if os.path.lexists(target)), None)
    if existing:
        raise Failed(f"{existing}: is already there", "`memento doctor` tells what to do")
    try:
        for source, target in pairs:
            folder = os.path.dirname(target)
            with os_errors(source if os.access(folder, os.W_OK) else folder):
                make_folders(folder)
                patiently(os.rename, source, target)
        for folder in sorted({os.path.dirname(path) for pair in pairs for path in pair}):
            with os_errors(folder):
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
    """Append whole lines to a log in one write; a torn last line is ended, a failure undone."""
    folder, flags = os.path.dirname(path), os.O_RDWR | os.O_APPEND
    with os_errors(path):
        try:
            _append(path, flags, data)
        except FileNotFoundError:
            make_folders(folder)
            with _removed_on_error(path):
                _append(path, flags | os.O_CREAT, data)
                sync_folder(folder)


def _append(path: str, flags: int, data: bytes) -> None:
    with regular(path, flags, mode_in(os.path.dirname(path))) as (handle, size):
        if not size:
            hand_over(handle, os.path.dirname(path))
        torn = size > 0 and read_at(handle, 1, size - 1) != b"\n"
        try:
            _write(handle, b"\n" + data if torn else data)
            sync(handle)
        except BaseException:
            os.ftruncate(handle, size)
            raise


def make_folders(folder: str) -> None:
    """Make a folder and its missing parents, each synced to disk."""
    folder = os.path.abspath(folder)
    parent = os.path.dirname(folder)
    if not os.path.isdir(parent):
        make_folders(parent)
    with suppress(FileExistsError):
        make_folder(folder)
        sync_folder(parent)


def _written(path: str, data: bytes, mode: int | None) -> str:
    """The path of a temporary file beside `path` that has this content, synced to disk."""
    folder = os.path.dirname(path)
    temporary = os.path.join(folder, f"{TEMPORARY}{os.getpid()}-{os.urandom(5).hex()}")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | NO_LINK
    try:
        handle = os.open(temporary, flags, 0o600)
    except FileNotFoundError:
        make_folders(folder)
        handle = os.open(temporary, flags, 0o600)
    with _removed_on_error(temporary):
        try:
            hand_over(handle, folder)
            if IN_FOLDERS:  # else a file has the rights of its folder anyway
                os.fchmod(handle, mode_in(folder) if mode is None else mode)
            _write(handle, data)
            sync(handle)
        finally:
            close(handle)
    return temporary


def _write(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


@contextmanager
def _removed_on_error(path: str) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise


def folder_mode(parent: str) -> int:
    """The mode of a new folder: that of memento.toml in a store, else that of the parent."""
    try:
        mode = os.stat(os.path.join(parent, FILE), follow_symlinks=False).st_mode
        entered = (mode & 0o444) >> 2  # who may read may enter
    except OSError:
        mode, entered = os.stat(parent).st_mode, 0
    return stat.S_IMODE(mode) & 0o777 | entered | stat.S_IRWXU


def mode_in(folder: str) -> int:
    """The mode of a new file, from its folder's."""
    return stat.S_IMODE(os.stat(folder).st_mode) & 0o666


def hand_over(handle: int, folder: str) -> None:
    """Give what root has just made in a folder to the owner of that folder.

    The owner may have put a hard link to another file of root's there meanwhile: so this changes
    the open handle alone, and only a file that has one name.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != ROOT:
        return
    owner, made = os.stat(folder), os.fstat(handle)
    has_one_name = made.st_nlink == 1 or stat.S_ISDIR(made.st_mode)
    if made.st_uid == ROOT != owner.st_uid and has_one_name:
        os.fchown(handle, owner.st_uid, owner.st_gid)


def make_folder(folder: str) -> None:
    """Make a folder; FileExistsError if there is one."""
    parent = os.path.dirname(folder)
    os.mkdir(folder, folder_mode(parent))
    if hasattr(os, "geteuid") and os.geteuid() == ROOT:
        handle = os.open(folder, os.O_RDONLY | FOLDER | NO_LINK)
        try:
            hand_over(handle, parent)
        finally:
            os.close(handle)
