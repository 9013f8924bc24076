"""The line of keys at the bottom: as many as fit, those first that are used most."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from textual.screen import Screen

ORDER = (
    "search", "edit", "forget", "restore", "apply", "reject", "take_back", "undo", "redo", "record",
    "reinforce", "pin", "linked", "facets", "mark", "sort", "review", "prune", "link",
)  # fmt: skip
"""Actions by how often they are wanted."""
LAST = ("quit", "help")
"""Actions whose keys are always told, at the end."""
GAP = "  "


class KeyHint(NamedTuple):
    """A key by its name for textual, how it is written, and what it does now."""

    key: str
    shown: str
    what: str

    @property
    def cells(self) -> int:
        """How wide it is."""
        return len(self.shown) + 1 + len(self.what)


class KeyLine(Static):
    """The keys of the widget that has the focus, then those of the view; a click presses one.

    A widget may have KEY_HINTS, keys which come first, and TAKES_KEYS, with which no others work.
    """

    DEFAULT_CSS = "KeyLine { height: 1; dock: bottom; link-style: none; link-color: $foreground; }"

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._renew)

    def on_resize(self) -> None:
        self._renew(self.screen)

    def _renew(self, screen: Screen[Any]) -> None:
        focused = screen.focused
        first = tuple(getattr(focused, "KEY_HINTS", ()))
        if getattr(focused, "TAKES_KEYS", False):
            self.update(keys_text(first, (), self.size.width))
        else:
            hints = dict(self._active(screen))
            then = [hints[action] for action in ORDER if action in hints]
            last = [hints[action] for action in LAST if action in hints]
            self.update(keys_text((*first, *then), last, self.size.width))

    def _active(self, screen: Screen[Any]) -> Iterator[tuple[str, KeyHint]]:
        """The keys that work now, by their actions."""
        for active in screen.active_bindings.values():
            one = active.binding
            if one.show and active.enabled:
                yield one.action, KeyHint(one.key, self.app.get_key_display(one), one.description)


def keys_text(first: Iterable[KeyHint], last: Iterable[KeyHint], width: int) -> Text:
    """As many of the `first` keys as so many cells have room for beside the `last`, then these."""
    text, ends = Text(no_wrap=True), tuple(last)
    room = width - sum(hint.cells + len(GAP) for hint in ends)
    for hint in first:
        if hint.cells > room:
            break
        room -= hint.cells + len(GAP)
        _append(text, hint)
    for hint in ends:
        _append(text, hint)
    return text


def _append(text: Text, hint: KeyHint) -> None:
    text.append(GAP if text else "")
    start = len(text)
    text.append(hint.shown, "bold cyan").append(f" {hint.what}", "default")
    text.apply_meta({"@click": ("app.simulate_key", (hint.key,))}, start)
