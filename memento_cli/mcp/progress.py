"""How far a call is, told to a client that has asked for it; and that nobody waits for it any more.

A call is done in a thread, which a cancelled request cannot stop: it asks by itself, where stopping
leaves nothing half done.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from anyio import from_thread

if TYPE_CHECKING:
    from memento_cli.mcp.approval import Context

PAUSE_SECONDS = 0.2
"""Between two notices of one call."""


class Reported:
    """Tells a call's client how far it is, by notices whose numbers only rise (`Progress`)."""

    def __init__(self, ctx: Context) -> None:
        self.session = ctx.session
        self.is_asked = bool(ctx.meta) and "progress_token" in (ctx.meta or {})
        self.told = self.due = 0.0

    def __call__(self, done: int, total: int | None) -> None:
        """Report it, if it is time to; raise, if the request was cancelled."""
        from_thread.check_cancelled()
        now = monotonic()
        if self.is_asked and done > self.told and (now >= self.due or done == total):
            self.told, self.due = done, now + PAUSE_SECONDS
            from_thread.run(self.session.report_progress, done, total)
