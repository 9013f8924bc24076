"""A progress bar on a terminal."""

from __future__ import annotations

import time

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

PATIENCE_SECONDS = 0.7


class Bar:
    """A progress bar that appears only when the work has taken a while."""

    def __init__(self, what: str, total: int | None) -> None:
        self.what, self.total, self.done = what, total, 0
        self.start = time.monotonic()
        self.shown: Any = None

    def tick(self) -> None:
        """One more is done."""
        self.done += 1
        if self.shown is None and time.monotonic() - self.start > PATIENCE_SECONDS:
            from rich.console import Console
            from rich.progress import Progress

            self.shown = Progress(console=Console(stderr=True), transient=True)
            self.shown.add_task(self.what, total=self.total)
            self.shown.start()
        if self.shown is not None:
            self.shown.update(0, completed=self.done)

    def stop(self) -> None:
        """Take the bar away."""
        if self.shown is not None:
            self.shown.stop()
