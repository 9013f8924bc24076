"""Where it is to be seen what stands at the cursor."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from memento_cli.tui.key_line import KeyHint

TYPE_CHECKING = False

if TYPE_CHECKING:
    from rich.text import Text
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from memento_cli.tui.preview_content import PreviewContent, Way

LEAST_CELLS = 20
EDGE_CELLS = 2  # by which a text stays narrower, for the bar that scrolls it


class Preview(VerticalScroll, can_focus=True):
    """What is to be seen of one thing; it is drawn for its width."""

    DEFAULT_CSS = """
    Preview { padding: 0 1; scrollbar-size-vertical: 1; }
    Preview > Static { width: 100%; height: auto; }
    """
    KEY_HINTS = (KeyHint("escape", "Esc", "back to the list"),)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", "down", show=False),
        Binding("k", "scroll_up", "up", show=False),
        Binding("space", "page_down", "page down", show=False),
    ]

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._content: PreviewContent | None = None
        self._text = Static()

    def compose(self) -> ComposeResult:
        yield self._text

    @property
    def ways(self) -> tuple[Way, ...]:
        """Where one may go from here."""
        return self._content.ways if self._content else ()

    def see(self, content: PreviewContent, *, same: bool = False) -> None:
        """Show something from its beginning; the `same` as before where it was read."""
        self._content = content
        self._draw()
        if not same:
            self.scroll_home(animate=False)

    def say(self, text: Text) -> None:
        """Show a text in place of a thing."""
        self._content = None
        self._text.update(text)
        self.scroll_home(animate=False)

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        if self._content is not None:
            width = max(LEAST_CELLS, self.scrollable_content_region.width - EDGE_CELLS)
            self._text.update(self._content.drawn(width))
