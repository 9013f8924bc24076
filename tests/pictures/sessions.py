"""What the pictures show: sessions on sample-data at the README's moment.

A program that takes keys, such as `memento open`, is a session with `keys` and `until`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import ROOT
from tests.pictures.recording import Session, recorded
from tests.pictures.svg import THEMES, svg

FOLDER = ROOT / ".pictures"
SESSIONS = (
    Session(
        "session",
        "A terminal: memento lists what is strong, finds a memory by its words, reinforces it, "
        "and explains the strength that it has now.",
        (
            "memento list --limit 3",
            "memento recall card payments --limit 2",
            'memento reinforce 1 --reason "it happened again"',
            "memento fade why 1",
        ),
        columns=92,
    ),
    Session(
        "open",
        "memento open: memories that are found as somebody types, with their strength as bars; the "
        "one under the cursor is shown whole, with the curve of its strength and what was done.",
        ("memento open",),
        keys=(("memories", "/lisbon with:elena"), ("7 memories", "\r"), ("? all keys", "\x1b[B")),
        until="Nora asked whether the sea",
        columns=120,
        rows=28,
    ),
)


def pictures(session: Session) -> Iterator[tuple[Path, str]]:
    """The files of a session, one for each theme, with what they say now."""
    with tempfile.TemporaryDirectory(prefix="memento-pictures-") as folder:
        lines = recorded(session, Path(folder))
    for theme in THEMES:
        path = FOLDER / f"{session.name}-{theme}.svg"
        yield path, svg(lines, session.columns, session.about, theme)
