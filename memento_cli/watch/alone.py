"""One watcher per store: it holds a lock beside the index for as long as it runs."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager

from memento_cli.errors import BadData, Busy, MementoError
from memento_cli.index.database.making import private_folder
from memento_cli.index.database.place import index_folder
from memento_cli.store.files.files import os_errors, read_regular
from memento_cli.store.files.lock import Lock

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FILE = "watch.lock"
LIMIT = 1_000


@contextmanager
def alone(root: str, warn: Callable[[str], None]) -> Iterator[None]:
    """Exclude this user's other watchers of the store; Busy, with the process, if there is one.

    If the lock cannot be made, `warn` is called instead.
    """
    folder = index_folder(root)
    path = os.path.join(folder, FILE)
    with ExitStack() as stack:
        try:
            with os_errors(folder):
                private_folder(root)
            stack.enter_context(Lock(path, 0.0).held())
        except Busy:
            process = _holder(path)
            raise Busy(
                f"{root} is being watched already, by process {process}",
                f"end that one, or see what it is: `ps -p {process}`",
            ) from None
        except MementoError as problem:
            warn(f"{problem.message}; another watcher of this store would not be noticed")
        yield


def _holder(path: str) -> str:
    try:
        return read_regular(path, LIMIT).decode(errors="replace").split(" ")[0]
    except (OSError, BadData):
        return "unknown"
