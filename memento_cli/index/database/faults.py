"""Faults of SQLite, told as those of the index whose file has them."""

from __future__ import annotations

from memento_cli.errors import BrokenIndex, Failed
from memento_cli.index.database.database import STUMBLES, is_damaged
from memento_cli.index.database.sqlite import OperationalError
from memento_cli.standard import contextmanager

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memento_cli.index.database.sqlite import Connection

ANOTHER = "`memento store rebuild` makes another"


@contextmanager
def faults_told(
    database: Connection, what: str, drop: Callable[[], None], hint: str = ANOTHER
) -> Iterator[None]:
    """Tell a fault of SQLite as one of the index: Failed with this hint, or BrokenIndex for a
    damaged file, which `drop` removes first."""
    try:
        yield
    except STUMBLES as problem:
        if is_damaged(database, problem):
            drop()
            raise BrokenIndex(f"{what} was broken ({problem})", "do it again") from problem
        if isinstance(problem, OperationalError):  # the disk or a limit, not the file's content
            raise Failed(f"{what}: {problem}", hint) from problem
        raise
