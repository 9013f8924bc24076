"""The browser: what is on its screen, its keys, and how it follows what is asked and done."""

from __future__ import annotations

from rich.text import Text
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.widgets import Footer, Input, Static

from memento_cli.named_tuple import NamedTuple
from memento_cli.tui.acting import Acting
from memento_cli.tui.acts import counted
from memento_cli.tui.cells import shown
from memento_cli.tui.deeds import FAULTS, sentence
from memento_cli.tui.dialogs import Pick, Told
from memento_cli.tui.help import keys_text
from memento_cli.tui.listing import Listing
from memento_cli.tui.memories import MEMORIES
from memento_cli.tui.preview import Preview
from memento_cli.tui.views import ACTS, VIEWS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from memento_cli.tui.desk import Host
    from memento_cli.tui.found import Found
    from memento_cli.tui.sight import Way

LOOK_SECONDS = 1.0
"""How often it looks whether others have changed the store."""
ROOMY = 100
"""From so many cells on the names of the views stand apart from their keys."""


class Place(NamedTuple):
    """Where somebody was: the view, what was asked there, and the line."""

    view: str
    question: str
    key: str | None


class Browser(Acting):
    """A store on the screen."""

    CSS = """
    Screen { layout: vertical; }
    #views { height: 1; }
    #query { height: 1; padding: 0 1; }
    #body { height: 1fr; }
    #pair { layout: vertical; width: 1fr; }
    .-beside #pair { layout: horizontal; }
    #list { width: 1fr; }
    #preview { height: 1fr; border-top: solid $primary; }
    #preview:focus { border-top: heavy $primary; }
    .-beside #preview { width: 1fr; height: 100%; border-top: none; border-left: solid $primary; }
    .-beside #preview:focus { border-left: heavy $primary; }
    .-whole #list { display: none; }
    #told { height: 1; padding: 0 1; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-below"), (110, "-beside")]  # noqa: RUF012 textual declares it
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "keys", key_display="?"),
        Binding("slash", "search", "find", key_display="/"),
        Binding("q", "quit", "quit"),
        Binding("e", "edit", "edit"),
        Binding("r", "reinforce", "reinforce"),
        Binding("p", "pin", "pin"),
        Binding("x", "forget", "forget"),
        Binding("u", "undo", "undo"),
        Binding("o", "linked", "go on"),
        Binding("backspace", "return", "back", show=False),
        Binding("b", "restore", "bring back"),
        Binding("y", "apply", "apply"),
        Binding("d", "reject", "reject"),
        Binding("t", "take_back", "take back"),
        Binding("n", "record", "new"),
        Binding("ctrl+r", "redo", "redo"),
        Binding("P", "prune", "prune"),
        Binding("v", "review", "review"),
        Binding("l", "link", "link"),
        Binding("escape", "leave", "back", show=False),
        *(Binding(view.key, f"view('{view.name}')", view.name, show=False) for view in VIEWS),
    ]

    def __init__(self, host: Host, question: str = "") -> None:
        super().__init__(host)
        self._first = question
        self.theme = "ansi-dark"
        self.shown = MEMORIES
        self.words: tuple[str, ...] = ()
        self._trail: list[Place] = []

    def compose(self) -> ComposeResult:
        yield Static(id="views")
        yield Input(id="query", compact=True)
        with Horizontal(id="body"), Container(id="pair"):
            yield Listing(id="list", plain=self.desk.host.plain)
            yield Preview(id="preview")
        yield Static(id="told")
        yield Footer(show_command_palette=False, compact=True)

    @property
    def listing(self) -> Listing:
        """The list."""
        return self.query_one(Listing)

    @property
    def chosen(self) -> list[str]:
        return self.listing.chosen

    @property
    def pointed(self) -> str | None:
        return self.listing.key

    @property
    def question(self) -> str:
        """What is asked for."""
        return self.query_one(Input).value

    def on_mount(self) -> None:
        """Show what was asked for first, or all memories."""
        self.listing.focus()
        self.action_view(MEMORIES.name, self._first)

    def on_unmount(self) -> None:
        self.desk.close()

    # What is asked

    def action_view(self, name: str, question: str = "", at: str | None = None) -> None:
        """Go to a view, to what a question finds in it, and there to the line `at`."""
        self.shown = next(view for view in VIEWS if view.name == name)
        box = self.query_one(Input)
        box.placeholder = f"/ {self.shown.asks}"
        with self.prevent(Input.Changed):
            box.value = question
        self._name_views()
        self.refresh_bindings()
        self.listing.marked.clear()
        self.run_worker(self._find(at))

    def _name_views(self) -> None:
        text = Text(no_wrap=True, overflow="ellipsis")
        gap = " " if self.size.width >= ROOMY else ""
        for view in VIEWS:
            start = len(text)
            here = "reverse" if view is self.shown else ""
            text.append(f"{gap}{view.key}", f"{here} bold").append(f"{gap}{view.name} ", here)
            text.apply_meta({"@click": ("app.view", (view.name,))}, start)
        self.query_one("#views", Static).update(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what may be done in this view, and no other keys."""
        return action not in ACTS or action in self.shown.acts

    def action_help(self) -> None:
        """Tell all keys."""
        self.push_screen(Told("Keys", keys_text()))

    def on_resize(self) -> None:
        self._name_views()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Find while somebody types."""
        self.run_worker(self._find())

    def on_input_submitted(self) -> None:
        """Go from the question to its answers."""
        self.listing.focus()

    def action_search(self) -> None:
        self.query_one(Input).focus()

    def action_leave(self) -> None:
        """Go back: from one memory to the list, from the question to its answers, to all."""
        if self.screen.has_class("-whole"):
            self.screen.remove_class("-whole")
            self.listing.focus()
        elif not self.listing.has_focus:
            self.listing.focus()
        elif self.listing.marked:
            self.listing.marked.clear()
            self.listing.refresh()
        elif self.question:
            self.query_one(Input).value = ""

    async def renew(self) -> None:
        """Read the list anew; the cursor stays on its line."""
        await self._find(at=self.listing.key)

    async def _find(self, at: str | None = None) -> None:
        view, text, zone = self.shown, self.question, self.desk.host.zone
        try:
            answer = await self.desk.newest(
                "find", lambda store, now: view.find(store, text, now, zone)
            )
        except FAULTS as problem:
            self.tell(sentence(problem), wrong=True)
            return
        if answer is not None and view is self.shown:
            self._show(answer, at)

    def _show(self, answer: Found, at: str | None) -> None:
        self.words = answer.words
        self.listing.show(answer.keys, answer.lines, at)
        self._see(at is not None)
        count = counted(len(answer.keys), self.shown.noun, more=answer.more)
        self.tell("; ".join((count, *answer.notes)))

    # What is seen

    def on_listing_wanted(self, event: Listing.Wanted) -> None:
        self.run_worker(self._read(event.keys))

    async def _read(self, keys: list[str]) -> None:
        read = self.shown.lines
        if read is None:
            return
        words = self.words
        lines = await self.looked(lambda store, now: read(store, keys, now, words))
        self.listing.give(lines or {})

    def on_listing_pointed(self, event: Listing.Pointed) -> None:
        self._see(False)

    def on_listing_opened(self) -> None:
        """Give all the room to the memory at the cursor."""
        self.screen.add_class("-whole")
        self.query_one(Preview).focus()

    def _see(self, same: bool) -> None:
        self.run_worker(self._see_at_cursor(same))

    async def _see_at_cursor(self, same: bool) -> None:
        key, view, host = self.listing.key, self.shown, self.desk.host
        preview = self.query_one(Preview)
        if key is None:
            preview.say(self._nothing)
            return
        try:
            sight = await self.desk.newest(
                "see", lambda store, now: view.see(store, key, now, host)
            )
        except FAULTS as problem:
            preview.say(Text(shown(sentence(problem))))
            return
        if sight is not None:
            preview.see(sight, same=same)

    @property
    def _nothing(self) -> Text:
        """What is said where there is nothing to see."""
        if self.question:
            return Text("Nothing found; Esc shows all again")
        return Text(shown(self.shown.none))

    # Where one goes from there

    def action_linked(self) -> None:
        """Choose where to go from what is seen."""
        ways = self.query_one(Preview).ways
        if ways:
            self.run_worker(self._choose(ways))
        else:
            self.tell("It leads nowhere")

    async def _choose(self, ways: Sequence[Way]) -> None:
        lines = [(str(place), f"{way.label}  {way.text}".strip()) for place, way in enumerate(ways)]
        chosen = await self.push_screen_wait(Pick("Go to", lines))
        if chosen is not None:
            way = ways[int(chosen)]
            self.action_go_to(way.view, way.key)

    def action_go_to(self, name: str, key: str) -> None:
        """Go to a thing in a view; Backspace comes back."""
        self._trail.append(Place(self.shown.name, self.question, self.listing.key))
        self.action_view(name, at=key)

    def action_return(self) -> None:
        """Go back to where somebody came from."""
        if self._trail:
            place = self._trail.pop()
            self.action_view(place.view, place.question, place.key)

    def tell(self, text: str, *, wrong: bool = False) -> None:
        """Say something in the line above the keys."""
        self.query_one("#told", Static).update(Text(shown(text), "red" if wrong else "dim"))


def run(host: Host, question: str = "") -> None:
    """Show the store until somebody leaves; at first what a question finds."""
    Browser(host, question).run()
