"""Programs of the user's own that have the terminal for a while: the editor and the pager."""

from __future__ import annotations

import signal

from memento_cli.standard import contextmanager

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType


@contextmanager
def interrupts_left_to_it() -> Iterator[None]:
    """While such a program runs, Ctrl-C is its own matter: many take it for a key of theirs."""
    before = signal.signal(signal.SIGINT, _ignored)  # not SIG_IGN, which the program would inherit
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _ignored(number: int, frame: FrameType | None) -> None:
    pass
