"""A progress bar on a terminal."""

from __future__ import annotations

import time

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

PATIENCE_SECONDS = 0.7


class Bar:
    """A progress bar that appears only when the work within has taken a while; or at once, with
    what is waited for until the first is done."""

    def __init__(self, what: str, total: int | None, waiting: str = "") -> None:
        self.what, self.total, self.done = what, total, 0
        self.start = time.monotonic()
        self.shown: Any = None
        if waiting:
            self._show(waiting)

    def tick(self) -> None:
        """One more is done."""
        self.done += 1
        if self.shown is None and time.monotonic() - self.start > PATIENCE_SECONDS:
            self._show(self.what)
        if self.shown is not None:
            self.shown.update(0, completed=self.done, description=self.what)

    def _show(self, text: str) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self.shown = Progress(console=Console(stderr=True), transient=True)
        self.shown.add_task(text, total=self.total)
        self.shown.start()

    def __enter__(self) -> Callable[[], None]:
        return self.tick

    def __exit__(self, *problem: object) -> None:
        """Take the bar away."""
        if self.shown is not None:
            self.shown.stop()
