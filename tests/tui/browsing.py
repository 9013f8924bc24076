"""The browser driven by textual's own pilot: keys in, the text of the screen out."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

from memento_cli import Draft, Store, Tags, record
from memento_cli.actions.store.opening import open_indexed_store
from memento_cli.tui.app import Browser
from memento_cli.tui.store_access import Host

NOW = datetime(2025, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SMALL, LARGE = (80, 24), (200, 60)
ROUNDS = 4  # of work that follows from work
MOMENT, PATIENCE = 0.002, 30
NAMES = {"/": "slash", " ": "space", "\t": "tab"}
MEMORIES = (
    ("Lunch with Ana at Roma", ("lunch",), ("ana",), 20),
    ("OAuth design review for the mobile app", ("oauth", "security"), ("bob",), 200),
    ("The budget slips by two weeks", ("budget",), ("ana", "bob"), 5),
    ("Tea at the harbour", ("tea",), (), 600),
)
"""What it says, topics, people, and how many days ago."""


class Seat(NamedTuple):
    """Who sits before a browser."""

    pilot: Pilot[None]
    app: Browser

    async def press(self, *keys: str) -> str:
        """Press keys, and wait for all that follows; the screen then."""
        for key in keys:
            await self.pilot.press(key)
            await self.quiet()
        return self.screen

    async def type(self, text: str) -> str:
        """Type a text; the screen after all that follows."""
        for sign in text:
            await self.pilot.press("space" if sign == " " else sign)
        await self.quiet()
        return self.screen

    async def burst(self, text: str) -> str:
        """Type a text faster than anything is done; the screen after all that follows."""
        for sign in text:
            key = NAMES.get(sign, sign)
            self.app.post_message(events.Key(key, sign if sign.isprintable() else None))
        await self.quiet()
        return self.screen

    async def paste(self, text: str) -> str:
        """Paste a text; the screen after all that follows."""
        self.app.post_message(events.Paste(text))
        await self.quiet()
        return self.screen

    async def quiet(self) -> None:
        """Wait until nothing is asked of the store, and nothing that follows asks again."""
        idle = 0
        while idle < ROUNDS:
            await self.pilot._wait_for_screen()  # `pause` waits until the processor rests, too
            idle = 0 if self.app.access.pending else idle + 1
            await asyncio.sleep(MOMENT)

    async def until(self, is_so: Callable[[], bool]) -> str:
        """Wait until something is so, which nobody's key has asked for; the screen then."""
        deadline = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < deadline, self.screen
            await self.pilot.pause(0.02)
        await self.quiet()
        return self.screen

    @property
    def lines(self) -> list[str]:
        """The lines of the screen."""
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    @property
    def screen(self) -> str:
        """The text of the screen."""
        return "\n".join(self.lines)

    @property
    def told(self) -> str:
        """What the line above the keys says, which is cut, or wraps if something is wrong."""
        return str(self.app.telling.render()).strip()

    @property
    def count(self) -> str:
        """How many there are, at the right of that line."""
        return str(self.app.query_one("#count", Static).render())


def host_of(store: Store, **others: object) -> Host:
    """What a program gives the browser of this store."""

    def opened(warn: Callable[[str], None]) -> Store:
        return open_indexed_store(store.root, warn)

    def nobody(text: str, suffix: str) -> str:
        raise AssertionError("nobody edits here")

    return Host(opened, lambda: NOW, UTC, nobody, str, lambda store: None)._replace(**others)


def browse(
    store: Store,
    play: Callable[[Seat], Awaitable[None]],
    size: tuple[int, int] = SMALL,
    question: str = "",
    **host: object,
) -> None:
    """Open the browser in a terminal of so many cells, and play."""

    async def played() -> None:
        app = Browser(host_of(store, **host), question)
        async with app.run_test(size=size) as pilot:
            seat = Seat(pilot, app)
            await seat.quiet()
            await play(seat)

    asyncio.run(played())


def some(store: Store) -> Store:
    """The store with a few memories of different ages."""
    for summary, topics, people, days in MEMORIES:
        refs = tuple(f"ctx://person/{name}" for name in people)
        record(store, Draft(summary, tags=Tags(topics, refs)), NOW - days * DAY)
    return store
