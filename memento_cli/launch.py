#!python
"""What the command `memento` runs: the launcher that pip makes of an entry point imports `re`.

That costs half as much as Python's own start. The first line becomes this environment's Python.
"""

import os

TYPE_CHECKING = False

if TYPE_CHECKING:
    from signal import SIGINT, getsignal, signal
else:
    from _signal import SIGINT, getsignal, signal


def run() -> None:
    """Ctrl-C ends this at once, until `main` says what it does."""
    if callable(getsignal(SIGINT)):
        signal(SIGINT, lambda number, frame: os._exit(130))
    from memento_cli.__main__ import main

    main()


run()
