"""How often clients may call: a flood is refused, a burst is not."""

from __future__ import annotations

from time import monotonic

from memento_cli.errors import Busy

BURST, A_SECOND = 1000, 50


class RateLimit:
    """A bucket of calls that fills again with time (a token bucket)."""

    def __init__(self, burst: int = BURST, a_second: float = A_SECOND) -> None:
        self.burst, self.a_second = burst, a_second
        self.left, self.at = float(burst), monotonic()

    def step(self) -> None:
        """Take one call. Busy if there have been too many."""
        now = monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < 1:
            raise Busy("too many calls", f"at most {self.a_second:g} a second")
        self.left -= 1
