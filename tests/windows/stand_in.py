"""A stand-in for Windows, in which command lines run: `python -m tests.windows.stand_in`.

It has no call, flag and module that Windows has not, and does as Windows does where that matters:
what is open cannot be renamed, replaced or removed; a folder cannot be opened; a status has no
owner, no rights, and the time of creation for its ctime; inodes are large, and those of a listing
0; some names cannot be made; locks are of bytes; and a stream is in a code page. Paths stay those
of POSIX. A list of (arguments, input) comes as JSON; a list of (code, stdout, stderr) goes.
"""

from __future__ import annotations

import builtins
import errno
import fcntl
import json
import os
import pkgutil
import select
import shutil
import signal
import stat
import struct
import sys
import time
import types
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

# What these decide when they are imported is about the machine that they really run on.
BEFOREHAND = (
    "asyncio", "click", "dateutil.tz", "dateutil.parser", "platformdirs", "rich.console", "sqlite3",
    "subprocess", "threading", "tomlkit", "typer", "watchdog.observers",
)  # fmt: skip
MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
CALLS = """
chown chroot confstr ctermid fchdir fchmod fchown fdatasync fork forkpty fpathconf fstatvfs
geteuid getgid getegid getgroups getloadavg getpgid getpgrp getpriority getresgid getresuid
getsid getuid initgroups killpg lchmod lchown lockf major makedev memfd_create minor mkfifo
mknod nice openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate posix_spawn
posix_spawnp pread preadv pwrite pwritev readv register_at_fork sched_getaffinity sched_yield
sendfile setegid seteuid setgid setgroups setpgid setpriority setregid setreuid setsid setuid
sync sysconf tcgetpgrp tcsetpgrp ttyname uname wait wait3 wait4 waitid writev O_ASYNC O_CLOEXEC
O_DIRECT O_DIRECTORY O_DSYNC O_LARGEFILE O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK
O_PATH O_RSYNC O_SYNC O_TMPFILE
"""
SIGNALS = ("SIGHUP", "SIGALRM", "SIGKILL", "SIGUSR1", "SIGPIPE", "pthread_sigmask", "setitimer")
O_BINARY = 0x8000  # which Linux takes for O_LARGEFILE, and does nothing
CREATED = 1_000_000_000 * 10**9
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "123")}
FORBIDDEN = set('<>:"|?*\\') | set(map(chr, range(32)))
DEVICES = ("/dev/null",)
LOCKS = "hhqqi4x"  # struct flock


def install() -> None:
    """Turn this process into one on Windows."""
    for name in BEFOREHAND:
        import_module(name)
    sys.modules.update(dict.fromkeys(MODULES))  # type: ignore[arg-type]
    sys.modules["msvcrt"] = msvcrt()
    _install_status()
    _install_names()
    for name in CALLS.split():
        vars(os).pop(name, None)
    for name in SIGNALS:
        for module in (signal, sys.modules["_signal"]):
            vars(module).pop(name, None)
    vars(select).pop("poll", None)
    vars(time).pop("tzset", None)
    os.O_BINARY = O_BINARY  # type: ignore[attr-defined]
    os.supports_dir_fd, os.supports_follow_symlinks = set(), set()
    shutil._use_fd_functions = False  # type: ignore[attr-defined]
    select.select = _refusing(OSError(10038, "not a socket"))
    sys.platform = "win32"


def msvcrt() -> types.ModuleType:
    """Locks of a range of bytes from the current position, each of one handle."""
    module: Any = types.ModuleType("msvcrt")
    module.LK_NBLCK, module.LK_UNLCK = 2, 0
    here, lock, seek = os.lseek, fcntl.fcntl, os.SEEK_CUR
    kinds = {module.LK_NBLCK: fcntl.F_WRLCK, module.LK_UNLCK: fcntl.F_UNLCK}
    set_lock = fcntl.F_OFD_SETLK

    def locking(handle: int, mode: int, size: int) -> None:
        place = here(handle, 0, seek)
        assert place > 1000, "what is locked there nobody else can read"
        lock(handle, set_lock, struct.pack(LOCKS, kinds[mode], os.SEEK_SET, place, size, 0))

    module.locking = locking
    return module


def _refusing(problem: OSError) -> Any:
    def refuse(*args: Any, **named: Any) -> None:
        raise problem

    return refuse


def _install_status() -> None:
    """A status as `os.stat`, `lstat`, `fstat` and `scandir` answer it there."""
    real_stat, real_lstat, real_fstat, real_scandir = os.stat, os.lstat, os.fstat, os.scandir

    def as_there(status: os.stat_result, *, listed: bool = False) -> os.stat_result:
        rights = 0o777 if stat.S_ISDIR(status.st_mode) else 0o666
        ten = [stat.S_IFMT(status.st_mode) | rights, *status[1:10]]
        ten[1] = 0 if listed else status.st_ino | 1 << 63
        ten[4] = ten[5] = 0
        more = {"st_mtime_ns": status.st_mtime_ns, "st_ctime_ns": CREATED}
        more |= {"st_atime_ns": status.st_atime_ns, "st_ctime": CREATED / 1e9}
        return os.stat_result(
            ten, more | {"st_mtime": status.st_mtime, "st_atime": status.st_atime}
        )

    class Entry:
        def __init__(self, entry: os.DirEntry[Any]) -> None:
            self.name, self.path = entry.name, entry.path
            self.is_dir, self.is_file = entry.is_dir, entry.is_file
            self.is_symlink, self.entry = entry.is_symlink, entry

        def __fspath__(self) -> str:
            return str(self.path)

        def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
            return as_there(self.entry.stat(follow_symlinks=follow_symlinks), listed=True)

    class Entries:
        def __init__(self, path: Any = ".") -> None:
            self.entries = real_scandir(path)

        def __iter__(self) -> Iterator[Entry]:
            return map(Entry, self.entries)

        def __next__(self) -> Entry:
            return Entry(next(self.entries))

        def __enter__(self) -> Entries:
            return self

        def __exit__(self, *problem: object) -> None:
            self.entries.close()

        def close(self) -> None:
            self.entries.close()

    def status_of(
        path: Any, *, dir_fd: int | None = None, follow_symlinks: bool = True
    ) -> os.stat_result:
        if dir_fd is not None:
            raise NotImplementedError("dir_fd unavailable on this platform")
        return as_there(real_stat(path) if follow_symlinks else real_lstat(path))

    patched: Any = os
    patched.stat, patched.scandir = status_of, Entries
    patched.lstat = lambda path, **named: status_of(path, follow_symlinks=False, **named)
    patched.fstat = lambda handle: as_there(real_fstat(handle))


def _install_names() -> None:
    """What opens, renames and removes files: no odd names, nothing that is open, no folder."""
    real_open, real_link, real_mkdir, real_file = os.open, os.link, os.mkdir, builtins.open
    reading, links, real_isdir = os.readlink, os.listdir, os.path.isdir
    patched: Any = os

    def named(path: Any) -> None:
        for name in Path(os.fsdecode(path)).parts[1:]:
            is_odd = name[-1] in ". " or name.split(".")[0].lower() in RESERVED
            if name not in (".", "..") and (is_odd or FORBIDDEN & set(name)):
                raise OSError(errno.EINVAL, "The filename is incorrect", path)

    def opened(path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        ours = sys._getframe(1).f_globals.get("__name__", "").startswith("memento_cli")
        assert not ours or path == os.devnull or flags & O_BINARY, f"{path}: in text mode"
        assert dir_fd is None
        if real_isdir(path):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        if flags & os.O_CREAT:
            named(path)
        return real_open(path, flags, mode)

    def file_opened(path: Any, mode: str = "r", *args: Any, **given: Any) -> Any:
        ours = sys._getframe(1).f_globals.get("__name__", "").startswith("memento_cli")
        assert not ours or "b" in mode or given.get("encoding"), f"{path}: in a code page"
        return real_file(path, mode, *args, **given)

    def in_use(*paths: Any) -> None:
        wanted = {os.path.abspath(os.fsdecode(path)) for path in paths}
        for handle in links("/proc/self/fd"):
            try:
                place = reading(f"/proc/self/fd/{handle}")
            except OSError:
                continue
            if place in wanted:
                raise PermissionError(errno.EACCES, "is being used by another process", *paths[:1])

    def unless_in_use(act: Callable[..., None], overwrites: bool = True) -> Callable[..., None]:
        def acted(*paths: Any, **options: Any) -> None:
            assert not options.keys() - {"dir_fd", "src_dir_fd", "dst_dir_fd"}
            in_use(*paths)
            if len(paths) > 1:
                named(paths[1])
                if not overwrites and os.path.lexists(paths[1]):
                    raise FileExistsError(errno.EEXIST, "File exists", *paths)
            act(*paths)

        return acted

    def made(path: Any, mode: int = 0o777, **named_too: Any) -> None:
        named(path)
        real_mkdir(path, mode)

    patched.open, builtins.open, patched.mkdir = opened, file_opened, made  # type: ignore[assignment]
    patched.link = lambda source, target: real_link(source, target)
    patched.replace, patched.unlink = unless_in_use(os.replace), unless_in_use(os.unlink)
    patched.remove, patched.rmdir = patched.unlink, unless_in_use(os.rmdir)
    patched.rename = unless_in_use(os.rename, overwrites=False)


def run_all(lines: list[tuple[list[str], str]]) -> list[tuple[int, str, str]]:
    """Run each command line in a process of its own."""
    from memento_cli.cli import commands

    fork, open_file, wait, new_file = os.fork, open, os.waitpid, os.memfd_create
    install()
    for module in pkgutil.walk_packages(commands.__path__, f"{commands.__name__}."):
        import_module(module.name)  # once, and not by each command
    answers = []
    for args, typed in lines:
        handles = [new_file("stream") for _ in range(3)]
        os.write(handles[0], typed.encode())
        os.lseek(handles[0], 0, os.SEEK_SET)
        child = fork()
        if not child:
            _begin(args, handles, open_file)
        status = os.waitstatus_to_exitcode(wait(child, 0)[1])
        for handle in handles:
            os.lseek(handle, 0, os.SEEK_SET)
        out, err = (os.read(handle, 1 << 24).decode() for handle in handles[1:])
        for handle in handles:
            os.close(handle)
        answers.append((status, out, err))
    return answers


def _begin(args: list[str], handles: list[int], open_file: Any) -> None:
    """Become the command line, with these streams in the code page of western Europe."""
    for number, handle in enumerate(handles):
        os.dup2(handle, number)
    sys.stdin = open_file(0, encoding="cp1252", closefd=False)
    sys.stdout = open_file(1, "w", encoding="cp1252", newline="\r\n", closefd=False)
    sys.stderr = open_file(2, "w", encoding="cp1252", newline="\r\n", closefd=False)
    try:
        from memento_cli.__main__ import main

        main(args)
    except BaseException:
        import traceback

        sys.stderr.write(traceback.format_exc())
        sys.stderr.flush()
        os._exit(99)


if __name__ == "__main__":
    print(json.dumps(run_all(json.load(sys.stdin))))
