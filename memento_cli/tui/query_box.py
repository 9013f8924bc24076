"""The line in which somebody types what to look for."""

from __future__ import annotations

from textual.widgets import Input

from memento_cli.tui.key_line import KeyHint


class QueryBox(Input):
    """A question, which is answered while it is typed."""

    TAKES_KEYS = True
    KEY_HINTS = (
        KeyHint("enter", "Enter", "to what was found"),
        KeyHint("escape", "Esc", "all again"),
    )
