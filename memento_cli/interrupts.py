"""What Ctrl-C does: while there is nothing to tidy it ends the process at once, without a word.

Later it is an error like others, which what is under way passes on. An error in the midst of an
import would be told as a traceback, or be lost there.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False

if TYPE_CHECKING:
    from signal import SIGINT, default_int_handler, getsignal, signal
    from types import FrameType
else:  # the module around it costs a third of Python's own start
    from _signal import SIGINT, default_int_handler, getsignal, signal

CODE = 130


def leave_at_once() -> None:
    """Let Ctrl-C end the process at once, unless it is ignored, as in a script's background."""
    if callable(getsignal(SIGINT)):
        signal(SIGINT, _left)


def tidy_first() -> None:
    """Let Ctrl-C be an error, where it was to end the process."""
    if getsignal(SIGINT) is _left:
        signal(SIGINT, default_int_handler)


def _left(number: int, frame: FrameType | None) -> None:
    os._exit(CODE)
