"""The lock of a store: a permanent file that every writer locks for milliseconds."""

from __future__ import annotations

import os
import sys
import time
from _thread import RLock

from memento_cli.errors import Busy
from memento_cli.standard import contextmanager, suppress
from memento_cli.store.files.files import hand_over, make_folder, os_errors, refuse_link
from memento_cli.store.files.system import NO_LINK, WINDOWS, close, read_at, write_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memento_cli.errors import MementoError


LOOK = 'tasklist /FI "PID eq {}"' if WINDOWS else "ps -p {}"
FIRST_WAIT, LONGEST_WAIT = 0.002, 0.05


class Lock:
    """Excludes other processes (flock) and threads; reentrant within a thread.

    `refusal` is raised instead of locking; `waiting` is called at times while another process holds
    it, `first` when it is taken, and `last` before it is let go.
    """

    def __init__(self, path: str, timeout: float, refusal: MementoError | None = None) -> None:
        self.path = path
        self.timeout = timeout
        self.refusal = refusal
        self.waiting: Callable[[], None] = lambda: None
        self.first: Callable[[], None] = lambda: None
        self.last: Callable[[], None] = lambda: None
        self._turn = RLock()
        self._depth = 0
        self._handle = -1

    @property
    def is_held(self) -> bool:
        """Whether this process holds the lock."""
        return self._depth > 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock; Busy, with the holder's name, if it is not free within the timeout."""
        if self.refusal:
            raise self.refusal
        if not self._turn.acquire(timeout=self.timeout):
            raise Busy("another thread of this process is writing", "try again")
        try:
            if self._depth == 0:
                self._handle = self._acquired()
            self._depth += 1
            try:
                if self._depth == 1:
                    self.first()
                yield
            finally:
                self._depth -= 1
                if self._depth == 0:
                    try:
                        self.last()
                    finally:
                        _unlock(self._handle)
                        close(self._handle)
        finally:
            self._turn.release()

    def _acquired(self) -> int:
        folder = os.path.dirname(self.path)
        refuse_link(folder)
        with os_errors(self.path):
            with suppress(FileExistsError):
                make_folder(folder)  # fails if the store no longer exists
            flags = os.O_RDWR | os.O_CREAT | NO_LINK
            handle = os.open(self.path, flags, os.stat(folder).st_mode & 0o666)
        try:
            with os_errors(self.path):
                hand_over(handle, folder)
                self._wait_for(handle)
        except BaseException:
            close(handle)
            raise
        with suppress(OSError):  # the holder's name is for messages only
            os.ftruncate(handle, 0)
            write_at(handle, _process_name(), 0)
        return handle

    def _wait_for(self, handle: int) -> None:
        end, wait = time.monotonic() + self.timeout, FIRST_WAIT
        while not _try_lock(handle):
            if time.monotonic() > end:
                raise self._busy(handle)
            self.waiting()
            time.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    def _busy(self, handle: int) -> Busy:
        holder = read_at(handle, 200, 0).decode(errors="replace").strip() or "unknown"
        pid = holder.partition(" ")[0]
        return Busy(
            f"the store is locked by process {holder} for more than {self.timeout:g} s",
            f"see what it does: `{LOOK.format(pid)}`" if pid.isdigit() else "try again",
        )


def _process_name() -> bytes:
    command = os.path.basename(sys.argv[0] or "python")
    return f"{os.getpid()} {command}\n".encode(errors="replace")


if sys.platform == "win32":
    import msvcrt

    LOCKED = 1 << 30
    """A byte far behind the holder's name: what is locked there nobody else can read."""

    def _try_lock(handle: int) -> bool:
        os.lseek(handle, LOCKED, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _unlock(handle: int) -> None:
        os.lseek(handle, LOCKED, os.SEEK_SET)  # closing it would unlock it at some time later
        with suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _try_lock(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(handle: int) -> None:
        """Closing it does so."""
