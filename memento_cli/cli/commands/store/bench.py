"""memento store bench"""

from __future__ import annotations

import os

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call

FOLDER = os.path.join("tests", "bench")
COMMAND = "python -m tests.bench"
SOURCE = "the source distribution of memento-keep, https://pypi.org/project/memento-keep/#files"


def bench(call: Call) -> None:
    """Say where the bench is, which measures memento, and how it is run."""
    import memento_cli

    checkout = os.path.dirname(os.path.dirname(os.path.abspath(memento_cli.__file__)))
    path = os.path.join(checkout, FOLDER)
    if os.path.isdir(path):
        value = {"path": path, "source": None, "folder": checkout, "command": COMMAND}
        text = f"The bench is in {path}; it is run in {checkout}:\n{COMMAND}"
    else:
        value = {"path": None, "source": SOURCE, "folder": None, "command": COMMAND}
        text = f"The bench is in {FOLDER} of {SOURCE}; it is run in the folder of that:\n{COMMAND}"
    call.out.value(value, text)
