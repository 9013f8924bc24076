"""One run of the bench: what was asked for, and where and how long it is measured."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple
from tests.bench.measuring import ROUNDS, Refusal
from tests.bench.rows import skipped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.measuring import Place
    from tests.bench.rows import Row

USAGE = 2
Progress = Callable[[str, int | None], AbstractContextManager[Callable[[], None]]]


class Run(NamedTuple):
    """The command under test, the private place, and which rows are wanted (none: all); with
    `engines` all plain engines that are installed are asked what recall is."""

    memento: Sequence[str]
    place: Place
    progress: Progress
    only: tuple[str, ...] = ()
    rounds: int = ROUNDS
    pause_seconds: float = 0.0
    engines: bool = False

    def wants(self, name: str) -> bool:
        """Whether a row was asked for, by its name or by the beginning of it."""
        return not self.only or any(f"{name}.".startswith(f"{only}.") for only in self.only)

    def file(self, name: str) -> str:
        """The path of a private file."""
        return os.path.join(self.place.folder, name)

    def typed(self, *words: str) -> list[str]:
        """A command line of memento."""
        return [*self.memento, *words]


def told(name: str, unit: str, size: int | None, measure: Callable[[], Row]) -> Row:
    """The row that was measured; or why it was not.

    A command that is not there yet ends with the code of usage: its row is skipped. One that ends
    in another way than it should has failed.
    """
    try:
        return measure()
    except Refusal as refusal:
        return skipped(name, unit, str(refusal), size)._replace(failed=refusal.code != USAGE)
    except (MementoError, OSError) as problem:
        return skipped(name, unit, str(problem), size)._replace(failed=True)
