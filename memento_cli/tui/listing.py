"""The list: any number of lines, of which those on the screen are drawn, and those near it read."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.bars import BAR_CELLS, TIER_STYLES, bar
from memento_cli.tui.cells import fitted, shown

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import ClassVar

    from textual import events
    from textual.binding import BindingType

WINDOW = 200
"""Lines that are read at a time, in the midst of which the screen is."""
WAITING = "…"
WHEN_CELLS, LEAST_WITH_ASIDE, ASIDE_SHARE = 4, 90, 3
MARKED, PINNED = "●", "^"
WHEEL_LINES = 3


class Line(NamedTuple):
    """What a list shows of one thing.

    Of a memory `share` is its strength as a part of its bar, and `tier` names that. `when` has up
    to four signs. `aside` stands at the right where there is room; `faint` is what no longer
    counts.
    """

    text: str
    when: str = ""
    aside: str = ""
    share: float | None = None
    tier: str = ""
    pinned: bool = False
    faint: bool = False


class Listing(ScrollView, can_focus=True):
    """Lines by their keys, with a cursor and marks."""

    DEFAULT_CSS = """
    Listing { height: 1fr; min-height: 3; overflow-x: hidden; scrollbar-size-vertical: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", show=False),
        Binding("down,j", "move(1)", "down", show=False),
        Binding("pageup,ctrl+b", "page(-1)", "page up", show=False),
        Binding("pagedown,ctrl+f", "page(1)", "page down", show=False),
        Binding("home,g", "go(0)", "first", show=False),
        Binding("end,G", "go(-1)", "last", show=False),
        Binding("enter", "open", "open", show=False),
        Binding("space", "mark", "mark", key_display="space"),
        Binding("a", "mark_all", "mark all", show=False),
    ]
    cursor: reactive[int] = reactive(0)

    class Pointed(Message):
        """The cursor is at another line, or none is left (None)."""

        def __init__(self, key: str | None) -> None:
            self.key = key
            super().__init__()

    class Opened(Message):
        """Somebody wants to see more of the line at the cursor."""

    class Wanted(Message):
        """Lines that are to be drawn were not read yet."""

        def __init__(self, keys: list[str]) -> None:
            self.keys = keys
            super().__init__()

    def __init__(self, *, id: str | None = None, plain: bool = False) -> None:
        super().__init__(id=id)
        self.keys: Sequence[str] = ()
        self.marked: set[str] = set()
        self.gone: str | None = None
        self.plain = plain
        self._elsewhere = set[str]()
        self._lines: dict[str, Line] = {}
        self._wanted: set[str] = set()
        self._pointed: str | None = None
        self._base, self._width = Style(), 0

    @property
    def key(self) -> str | None:
        """The key of the line at the cursor; None if there are no lines."""
        return self.keys[self.cursor] if self.cursor < len(self.keys) else None

    @property
    def unseen(self) -> set[str]:
        """The keys of marked lines that the answer to another question had."""
        return self._elsewhere & self.marked

    @property
    def pointed(self) -> str | None:
        """The key of the line at the cursor, if that is not gone."""
        return None if self.key == self.gone else self.key

    @property
    def chosen(self) -> list[str]:
        """The keys of the marked lines in their order, then of those marked that another question
        has out of sight; without marks, that at the cursor. Nothing if all of these are gone."""
        if self.marked:
            listed = [key for key in self.keys if key in self.marked and key != self.gone]
            return [*listed, *sorted(self.unseen)]
        return [self.pointed] if self.pointed is not None else []

    def show(
        self,
        keys: Sequence[str],
        lines: Mapping[str, Line],
        at: str | None = None,
        *,
        hold: bool = False,
        asked: bool = False,
    ) -> None:
        """Show other lines, as far as they are read, from the first on; or with the cursor on the
        line `at`, and if that is gone where it was. The list moves no further than it must.

        With `hold` the line at the cursor stays there as `gone` until somebody moves on, and marks
        stay, too, if all are gone: a key that is pressed just then is for no other memory. What was
        marked stays so, too, where the lines are those of another question that was `asked`.
        """
        held = self.key if hold and self.key not in keys else None
        self.gone, old = held, self._lines.get(held or "")
        self.keys, self._lines = keys, dict(lines)
        if held is not None:
            self.keys = [*keys[: self.cursor], held, *keys[self.cursor :]]
            self._lines[held] = (old or Line(held))._replace(faint=True)
        self._wanted.clear()
        self._keep_marks(keys, hold=hold, asked=asked)
        self.virtual_size = Size(self.size.width, len(self.keys))
        self.cursor = self.keys.index(at) if at in self.keys else 0 if at is None else self.cursor
        self._follow()
        self.refresh()

    def _keep_marks(self, keys: Sequence[str], *, hold: bool, asked: bool) -> None:
        if not self.marked:
            return
        if asked:
            self._elsewhere = self.marked.difference(keys)
            return
        self._elsewhere.intersection_update(self.marked)
        self._elsewhere.difference_update(keys)
        if not (hold and self.marked.isdisjoint(keys)):
            self.marked.intersection_update((*keys, *self._elsewhere))

    def point(self, key: str) -> None:
        """Go to a line, if it is there."""
        if key in self.keys:
            self.cursor = self.keys.index(key)

    def give(self, lines: Mapping[str, Line]) -> None:
        """Hand in lines that were wanted."""
        if len(self._lines) > WINDOW * 50:  # who has seen them all may read them again
            self._lines.clear()
        self._lines.update(lines)
        self._wanted.difference_update(lines)
        self.refresh()

    def line_of(self, key: str) -> Line | None:
        """A line that was read."""
        return self._lines.get(key)

    def validate_cursor(self, place: int) -> int:
        return max(0, min(place, len(self.keys) - 1))

    def watch_cursor(self, before: int, now: int) -> None:
        """Draw both lines anew, and see that the cursor is on the screen."""
        if self.gone is not None and self.key != self.gone:
            self._let_go(self.gone)
            return
        self.refresh_lines(before)
        self.refresh_lines(now)
        self._follow()

    def _let_go(self, gone: str) -> None:
        """Take the line that is gone out of the list, as somebody has moved on from it."""
        key, self.gone = self.key, None
        keys = [one for one in self.keys if one != gone]
        self.show(keys, self._lines, key)

    def _follow(self) -> None:
        region = Region(0, self.cursor, 1, 1)
        self.scroll_to_region(region, animate=False, immediate=True, x_axis=False)
        if self._pointed != self.key:
            self._pointed = self.key
            self.post_message(self.Pointed(self.key))

    def on_resize(self, event: events.Resize) -> None:
        """Lines are as wide as there is room."""
        self.virtual_size = Size(self.size.width, len(self.keys))
        self._follow()

    def action_move(self, by: int) -> None:
        self.cursor += by

    def action_page(self, by: int) -> None:
        self.cursor += by * max(1, self.size.height - 1)

    def action_go(self, place: int) -> None:
        self.cursor = place if place >= 0 else len(self.keys) - 1

    def action_open(self) -> None:
        if self.key is not None:
            self.post_message(self.Opened())

    def action_mark(self) -> None:
        """Mark the line at the cursor, or take its mark away, and go on to the next."""
        if self.key is not None:
            self.marked ^= {self.key}
            self.refresh_lines(self.cursor)
            self.cursor += 1
            self.post_message(self.Pointed(self.key))

    def unmark(self) -> None:
        """Take all marks away."""
        if self.marked:
            self.marked.clear()
            self.refresh()
            self.post_message(self.Pointed(self.key))

    def action_mark_all(self) -> None:
        """Mark all lines, or none of them if all are marked."""
        if self.marked.issuperset(self.keys):
            self.marked.difference_update(self.keys)
        else:
            self.marked.update(self.keys)
        self.refresh()
        self.post_message(self.Pointed(self.key))

    def on_click(self, event: events.Click) -> None:
        """A click goes to a line, two open it; with Ctrl, or on the first cells, it marks."""
        place = event.y + round(self.scroll_y)
        if place >= len(self.keys):
            return
        self.cursor = place
        if event.ctrl or event.x < 2:
            self.action_mark()
        elif event.chain == 2:
            self.action_open()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_to(y=self.scroll_y + WHEEL_LINES, animate=False, immediate=True)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_to(y=self.scroll_y - WHEEL_LINES, animate=False, immediate=True)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines of the screen; their colours and width are looked up once for all of them."""
        self._base, self._width = self.rich_style, self.scrollable_content_region.width
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        place, width = y + round(self.scroll_y), self._width
        if place >= len(self.keys):
            return Strip.blank(width, self._base)
        key = self.keys[place]
        line = self._lines.get(key)
        if line is None:
            self._want(place)
        base, here = self._base, self._base
        if place == self.cursor:
            here += Style(reverse=True, bold=self.has_focus)
        mark = MARKED if key in self.marked else " "
        drawn = _drawn(line or Line(WAITING, faint=True), mark, width, (base, here), self.plain)
        return Strip(drawn).adjust_cell_length(width, here)

    def _want(self, place: int) -> None:
        """Ask for the lines around a place."""
        start = max(0, place - WINDOW // 2)
        keys = [
            key
            for key in self.keys[start : start + WINDOW]
            if key not in self._lines and key not in self._wanted
        ]
        if keys:
            self._wanted.update(keys)
            # not from here: what is posted while the screen draws would go no further than it
            self.call_later(lambda: self.post_message(self.Wanted(keys)))


def _drawn(
    line: Line, mark: str, width: int, styles: tuple[Style, Style], plain: bool
) -> Iterator[Segment]:
    """The parts of a line: mark, bar, age, text, and what stands aside; `styles` are that of the
    list, and that of its words."""
    base, words = styles
    dim = words + Style(dim=True)
    used = 2
    yield Segment(fitted(mark, 2), base + Style(color="cyan", bold=True))
    if line.share is not None:
        used += BAR_CELLS + 2
        coloured = base + Style.parse(TIER_STYLES.get(line.tier, ""))
        yield Segment(bar(line.share, plain=plain), coloured)
        yield Segment(f"{PINNED if line.pinned else ' '} ", base)
    if line.when:
        used += WHEN_CELLS + 2
        yield Segment(f"{line.when:>{WHEN_CELLS}}  ", dim)
    room = width - used
    beside = 0
    if line.aside and width >= LEAST_WITH_ASIDE:
        beside = min(cell_len(shown(line.aside)) + 2, room // ASIDE_SHARE)
    yield Segment(fitted(line.text, room - beside), dim if line.faint else words)
    if beside:
        yield Segment("  " + fitted(line.aside, beside - 2), dim)
