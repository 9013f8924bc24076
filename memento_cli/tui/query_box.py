"""Lines in which somebody types."""

from __future__ import annotations

from textual.widgets import Input

from memento_cli.core.text.visible import visible
from memento_cli.tui.key_line import KeyHint

TYPE_CHECKING = False

if TYPE_CHECKING:
    from textual import events


class TextLine(Input):
    """A line of text. What comes into it from a store or by a paste has its invisible signs shown,
    as a terminal obeys some of them."""

    def validate_value(self, value: str) -> str:
        return visible(value)

    def _on_paste(self, event: events.Paste) -> None:
        """Several lines that are pasted become one."""
        event.prevent_default()
        event.stop()
        self.replace(" ".join(event.text.split()), *self.selection)


class QueryBox(TextLine):
    """A question, which is answered while it is typed."""

    TAKES_KEYS = True
    KEY_HINTS = (
        KeyHint("enter", "Enter", "to what was found"),
        KeyHint("escape", "Esc", "all again"),
    )
