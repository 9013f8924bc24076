"""Small screens over the list: a question, a choice, a text to write, and the keys."""

from __future__ import annotations

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static, TextArea
from textual.widgets.option_list import Option

from memento_cli.named_tuple import NamedTuple
from memento_cli.tui.cells import shown, shown_lines
from memento_cli.tui.query_box import TextLine

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import ClassVar

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

YES_NO = {"y": "yes", "n": "no"}
FRAME = """
    align: center middle;
    background: transparent;
    & > Vertical { width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 0 1;
                   border: round $primary; background: $background; }
    & VerticalScroll { height: auto; max-height: 16; }
    & .asks { height: auto; text-style: bold; }
    & .keys { height: auto; color: $primary; }
    & OptionList { height: auto; max-height: 16; border: none; padding: 0;
                   background: $background; }
    & Input { height: 1; border: none; padding: 0; background: $background; }
    & TextArea { height: 7; border: none; padding: 0; background: $background; }
"""


class Ask(ModalScreen[str]):
    """A question that a key answers; Esc is the last of the choices, which does nothing."""

    CSS = f"Ask {{ {FRAME} }}"

    def __init__(self, question: str, choices: Mapping[str, str] = YES_NO, body: str = "") -> None:
        super().__init__()
        self.question, self.choices, self.body = question, choices, body

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(shown_lines(self.question)), classes="asks")
            if self.body:
                with VerticalScroll():
                    yield Static(Text(shown_lines(self.body)))
            yield Keys(self.choices)

    def on_key(self, event: events.Key) -> None:
        """A key of the choices is an answer; others scroll what is told, or do nothing."""
        key = event.character or event.key
        if event.key == "escape":
            self.dismiss(list(self.choices)[-1])
        elif key in self.choices:
            self.dismiss(key)
        else:
            return
        event.stop()

    def action_choose(self, key: str) -> None:
        """A click answers, too."""
        self.dismiss(key)


class Keys(Static):
    """A line of keys with what they do, each of which may be clicked."""

    def __init__(self, choices: Mapping[str, str]) -> None:
        text = Text()
        for key, what in choices.items():
            text.append(f" {key} ", "reverse").append(f" {what}   ")
            text.apply_meta({"@click": ("screen.choose", (key,))}, len(text) - len(what) - 7, -3)
        super().__init__(text, classes="keys")


class Pick(ModalScreen[str | None]):
    """One of several lines, by their keys; None if somebody leaves."""

    CSS = f"Pick {{ {FRAME} }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "back"),
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
    ]

    def __init__(self, question: str, options: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.question, self.options = question, options

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(shown(self.question)), classes="asks")
            yield OptionList(
                *(
                    Option(Text(shown(text), no_wrap=True, overflow="ellipsis"), str(place))
                    for place, (_, text) in enumerate(self.options)
                )
            )
            yield Static(Text("Enter chooses, Esc leaves"), classes="keys")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.options[event.option_index][0])

    def action_leave(self) -> None:
        self.dismiss(None)


class Written(NamedTuple):
    """What somebody has written of a new memory."""

    text: str
    topics: tuple[str, ...]
    people: tuple[str, ...]


NOTHING = Written("", (), ())
WRITE_KEYS = "Ctrl+S keeps it, Tab goes on, Esc leaves"


class Write(ModalScreen[Written | None]):
    """A new memory; None if somebody leaves without one."""

    CSS = f"Write {{ {FRAME} }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "keep", "keep", priority=True),
        Binding("escape,ctrl+c", "leave", "leave", priority=True),
    ]

    def __init__(self, before: Written = NOTHING) -> None:
        super().__init__()
        self.before = before

    def compose(self) -> ComposeResult:
        text, topics, people = self.before
        with Vertical():
            yield Static(Text("A new memory: the first sentence is its summary"), classes="asks")
            yield TextArea(text, id="text", tab_behavior="focus", highlight_cursor_line=False)
            yield TextLine(", ".join(topics), placeholder="topics, with commas", id="topics")
            yield TextLine(", ".join(people), placeholder="with whom, with commas", id="people")
            yield Static(Text(WRITE_KEYS), classes="keys")

    def on_mount(self) -> None:
        """Go on where the text ends."""
        text = self.query_one(TextArea)
        text.move_cursor(text.document.end)
        self.set_focus(text)

    def on_input_submitted(self) -> None:
        self.action_keep()

    def action_keep(self) -> None:
        """Hand in what was written, if anything was."""
        written = self._written()
        if written.text.strip():
            self.dismiss(written)
        else:
            self.query_one(".keys", Static).update(Text(f"Nothing is written yet. {WRITE_KEYS}"))

    async def action_leave(self) -> None:
        """Leave; what was written is asked about."""
        written = self._written()
        if not written.text.strip():
            self.dismiss(None)
            return

        def decided(answer: str | None) -> None:
            if answer == "y":
                self.dismiss(None)

        await self.app.push_screen(Ask("Throw away what you wrote?"), decided)

    def _written(self) -> Written:
        topics, people = (
            tuple(filter(None, map(str.strip, self.query_one(f"#{name}", Input).value.split(","))))
            for name in ("topics", "people")
        )
        return Written(self.query_one("#text", TextArea).text, topics, people)


class Told(ModalScreen[None]):
    """A text to read."""

    CSS = f"Told {{ {FRAME} & VerticalScroll {{ max-height: 100%; }} }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark", "leave", "back"),
        Binding("j", "scroll(1)", show=False),
        Binding("k", "scroll(-1)", show=False),
    ]

    def __init__(self, title: str, text: Text) -> None:
        super().__init__()
        self.heading, self.text = title, text

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(shown(self.heading)), classes="asks")
            with VerticalScroll():
                yield Static(self.text)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def action_scroll(self, by: int) -> None:
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)

    def action_leave(self) -> None:
        self.dismiss(None)
