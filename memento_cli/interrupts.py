"""What Ctrl-C does: while there is nothing to tidy it ends the process at once, without a word.

Later it is an error like others, which what is under way passes on. An error in the midst of an
import would be told as a traceback, or be lost there.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from signal import SIGINT, default_int_handler, getsignal, signal
    from types import FrameType
else:  # the module around it costs a third of Python's own start
    from _signal import SIGINT, default_int_handler, getsignal, signal

CODE = 130


def leave_at_once() -> None:
    """Let Ctrl-C end the process at once, unless it is ignored, as in a script's background."""
    if callable(getsignal(SIGINT)):
        signal(SIGINT, _left)


def leave_at_any_signal(first: Callable[[], object] = lambda: None) -> None:
    """Let SIGTERM and SIGHUP end the process at once, too, unless they are ignored.

    For a server, which waits for its client: what it is doing then is as after any other kill, but
    for what is done `first`, in a few seconds. A second signal does not wait for that.
    """
    import signal as signals

    def left(number: int, frame: FrameType | None) -> None:
        leave_at_any_signal()
        first()
        _left(number, frame)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signals, name, None)  # Windows has no SIGHUP
        if number is not None and callable(getsignal(number)):
            signal(number, left)


def leave_with_terminal() -> None:
    """Let SIGHUP end the process at once, unless it is ignored: for what draws on a terminal, which
    is gone then, with whatever threads still read it."""
    import signal as signals

    number = getattr(signals, "SIGHUP", None)  # Windows has none
    if number is not None and callable(getsignal(number)):
        signal(number, _left)


def tidy_first() -> None:
    """Let Ctrl-C be an error, where it was to end the process."""
    if getsignal(SIGINT) is _left:
        signal(SIGINT, default_int_handler)


class Held:
    """What is done within is done whole: Ctrl-C, SIGTERM and SIGHUP come through after it. For what
    is over in a moment; on Windows it does nothing."""

    def __enter__(self) -> None:
        import signal

        self._before: set[int] | None = None
        if hasattr(signal, "pthread_sigmask"):
            ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
            self._before = set(signal.pthread_sigmask(signal.SIG_BLOCK, ending))

    def __exit__(self, *problem: object) -> None:
        import signal

        if self._before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, self._before)


def _left(number: int, frame: FrameType | None) -> None:
    os._exit(128 + number)
