"""The browser: what is on its screen, its keys, and how it follows what is asked and done."""

from __future__ import annotations

import sys

from rich.text import Text
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.events import Key
from textual.widgets import Input, Static, TextArea

from memento_cli.actions.browse.changes import state_of
from memento_cli.actions.browse.facets import facets
from memento_cli.core.memory.refs import person_key
from memento_cli.core.text.quoting import shown as quoted
from memento_cli.interrupts import leave_with_terminal
from memento_cli.tui.dialogs import Told
from memento_cli.tui.facets import FacetList
from memento_cli.tui.help import help_text
from memento_cli.tui.key_actions import KeyActions
from memento_cli.tui.key_line import KeyLine
from memento_cli.tui.memory_views import MEMORIES
from memento_cli.tui.undoing_app import FAULTS, sentence
from memento_cli.tui.view_names import PEOPLE_NAME
from memento_cli.tui.views import ACTS, VIEWS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.events import Event

    from memento_cli.tui.store_access import Host

SWITCH_SECONDS = 0.001
"""How long a thread that works may keep the screen waiting; Python's own is five times as long."""
LOOK_SECONDS = 1.0
"""How often it looks whether others have changed the store."""
GO_ON = ("tab", "shift+tab")
"""The keys that leave a box, which takes all others."""
ASKING = ("facets", "sort")
"""What is done to a question, and not to what it has found."""
MOST_WARNINGS = 2
ROOMY = 110
"""From so many cells on the names of the views stand apart from their keys."""
NARROW = 87
"""Below so many the names are short, so that all are seen on a screen of 80."""


class Browser(KeyActions):
    """A store on the screen."""

    CSS = """
    Screen { layout: vertical; }
    #views { height: 1; link-style: none; link-color: $foreground; link-background: transparent;
             link-style-hover: reverse; link-color-hover: $foreground;
             link-background-hover: transparent; }
    .input--cursor, .text-area--cursor { background: ansi_default; color: ansi_default;
                                         text-style: reverse; }
    #asked { height: 1; }
    #query { height: 1; padding: 0 1; width: 1fr; }
    #order { width: auto; padding: 0 1; }
    #body { height: 1fr; }
    #facets { display: none; }
    #pair { layout: vertical; width: 1fr; }
    .-beside #pair { layout: horizontal; }
    #list { width: 1fr; }
    #preview { height: 1fr; border-top: solid $primary; }
    #preview:focus { border-top: heavy $primary; }
    .-beside #preview { width: 1fr; height: 100%; border-top: none; border-left: solid $primary; }
    .-beside #preview:focus { border-left: heavy $primary; }
    .-whole #list { display: none; }
    #below { height: auto; max-height: 6; padding: 0 1; }
    #told { width: 1fr; height: auto; max-height: 6; }
    #count { width: auto; height: 1; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-below"), (110, "-beside")]  # noqa: RUF012 textual declares it
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "all keys", key_display="?"),
        Binding("slash", "search", "find", key_display="/"),
        Binding("q,ctrl+c", "quit", "quit", key_display="q"),
        Binding("e", "edit", "edit"),
        Binding("r", "reinforce", "reinforce"),
        Binding("p", "pin", "pin"),
        Binding("x", "forget", "forget"),
        Binding("u", "undo", "undo"),
        Binding("f", "facets", "choose"),
        Binding("s", "sort", "sort"),
        Binding("o", "linked", "go to"),
        Binding("backspace", "return", "back", show=False),
        Binding("down", "answers", show=False),
        Binding("b", "restore", "bring back"),
        Binding("y", "apply", "apply"),
        Binding("d", "reject", "reject"),
        Binding("t", "take_back", "take back or redo"),
        Binding("n", "record", "new"),
        Binding("ctrl+r", "redo", "redo", key_display="Ctrl+R"),
        Binding("P", "prune", "prune"),
        Binding("v", "review", "review"),
        Binding("l", "link", "link"),
        Binding("escape", "leave", "back", show=False),
        Binding("ctrl+z", "suspend_process", show=False),
        *(Binding(view.key, f"view('{view.name}')", view.name, show=False) for view in VIEWS),
    ]

    def __init__(self, host: Host, question: str = "") -> None:
        super().__init__(host)
        self.theme = "ansi-dark"
        self.naming, self.facets = Static(id="views"), FacetList(id="facets")
        self._first = question
        self._state: tuple[str, ...] = ()
        self._is_looking = self._is_choosing = False

    def compose(self) -> ComposeResult:
        yield self.naming
        with Horizontal(id="asked"):
            yield self.box
            yield self.ordering
        with Horizontal(id="body"):
            yield self.facets
            with Container(id="pair"):
                yield self.listing
                yield self.preview
        with Horizontal(id="below"):
            yield self.telling
            yield self.counting
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Show what was asked for first, or all memories."""
        self.home.set_focus(self.listing)
        # After an editor or Ctrl+Z the terminal has nothing of what was drawn before.
        self.app_resume_signal.subscribe(self.home, lambda _: self.refresh(layout=True))
        self._look()  # before the list is read, so that no change in between is missed
        self.go(MEMORIES.name, self._first)
        self.set_interval(LOOK_SECONDS, self._look)
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))

    def on_unmount(self) -> None:
        self.access.close()

    def on_resize(self) -> None:
        self.call_after_refresh(self.name_views)

    async def on_event(self, event: Event) -> None:
        """Do what a key says before the next is looked at: what is typed after `/` in one burst is
        for the box that it opens, and not for the list that had the focus when it was typed."""
        if isinstance(event, Key):
            self.seen()
            if not event.is_forwarded and self._is_bound(event.key):
                if await self._check_bindings(event.key):
                    return
                self._tell_idle(event.key)
        await super().on_event(event)

    def _tell_idle(self, key: str) -> None:
        """Say why a key of another view, or of a list that is not empty, does nothing."""
        bindings = [one for one in self.BINDINGS if isinstance(one, Binding)]
        action = next((one.action for one in bindings if key in one.key.split(",")), "")
        if action in self.shown.acts:
            if self.is_read:
                self.tell(f"{key} has nothing to be done to: this list is empty")
        elif view := next((one for one in VIEWS if action in one.acts), None):
            self.tell(f"{key} does nothing in this view; it is for {view.name}: view {view.key}")

    def _is_bound(self, key: str) -> bool:
        """Whether a key is no letter of a text and no answer to a question."""
        if isinstance(self.focused, Input | TextArea):
            return key in GO_ON
        return self.screen is self.home

    # What others do

    def _look(self) -> None:
        if not self._is_looking:
            self._is_looking = True
            self.run_worker(self._follow_others())

    async def _follow_others(self) -> None:
        """Show what others have written since the last look, and what cannot be read; a store that
        cannot be looked at for now is looked at again."""
        try:
            state = await self.access.ask(state_of)
        except FAULTS:
            return
        finally:
            self._is_looking = False
        if self._state and state != self._state:
            await self.renew(others=not self.is_acting)
        self._state = state
        if self.access.warned:
            self.tell(several(self.access.warned), wrong=True)
            self.access.warned.clear()

    # What there is to choose

    def go(self, name: str, question: str = "", at: str | None = None) -> None:
        """Go to a view; what there is to choose is of memories alone, and waits there."""
        super().go(name, question, at)
        if self.facets.has_focus and self.shown is not MEMORIES:
            self.home.set_focus(self.listing)
        self.facets.display = self._is_choosing and self.shown is MEMORIES

    def action_facets(self) -> None:
        """Show topics, people, kinds, tiers and months at the side, or hide them."""
        self.facets.display = self._is_choosing = not self.facets.display
        self.home.set_focus(self.facets if self.facets.display else self.listing)
        self.list_facets()

    def action_leave(self) -> None:
        """Go back, first of all from what there is to choose."""
        if self.facets.has_focus:
            self.action_facets()
        else:
            super().action_leave()

    async def action_linked(self) -> None:
        """Choose where to go from what is seen; from a person at the side to what is known of
        them."""
        person = self.facets.person if self.facets.has_focus else None
        if person is None:
            await super().action_linked()
        else:
            self.action_facets()
            self.action_go_to(PEOPLE_NAME, person_key(person))

    def list_facets(self) -> None:
        if self.facets.display:
            self.run_worker(self._list_facets())

    async def _list_facets(self) -> None:
        question, zone = self.question, self.access.host.zone
        ids = list(self.listing.keys) if question else None
        try:
            counts = await self.access.newest(
                "facets", lambda store, now: facets(store, ids, now, zone)
            )
        except FAULTS as problem:
            self.tell(sentence(problem), wrong=True)
            return
        if counts is not None:
            self.facets.show(counts, question)

    def on_facet_list_chosen(self, event: FacetList.Chosen) -> None:
        """Ask what was chosen."""
        self.box.value = event.question

    # Views and keys

    def action_sort(self) -> None:
        """List in another order."""
        orders = ["", *self.shown.orders]
        place = orders.index(self.order) if self.order in orders else 0
        self.order = orders[(place + 1) % len(orders)]
        self.ask_anew()

    def name_views(self) -> None:
        text = Text(no_wrap=True, overflow="ellipsis")
        gap = " " if self.size.width >= ROOMY else ""
        is_narrow = self.size.width < NARROW
        for view in VIEWS:
            start = len(text)
            name = view.short_name if is_narrow else view.name
            here = "reverse" if view.name == self.shown.name else ""
            text.append(f"{gap}{view.key}", f"{here} bold").append(f"{gap}{name} ", here)
            text.apply_meta({"@click": ("app.view", (view.name,))}, start)
        self.naming.update(text)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what may be done in this view, and no other keys; to redo, what was taken back."""
        if action == "redo":
            return bool(self.undone)
        if action in ACTS and action not in ASKING and not self.listing.keys:
            return bool(self.listing.marked) and action in self.shown.acts
        return action not in ACTS or action in self.shown.acts

    def action_help(self) -> None:
        """Tell all keys."""
        words = self.access.host.exporting
        if self.shown is MEMORIES and self.question:
            words += (self.question,)
        self.push_screen(Told("Keys, and what you see; Esc closes this", help_text(words)))


def several(warnings: Sequence[str]) -> str:
    """What is wrong with a store, as far as it can be told in a few lines."""
    rest = f"; and {len(warnings) - MOST_WARNINGS} more" if warnings[MOST_WARNINGS:] else ""
    return "; ".join(map(quoted, warnings[:MOST_WARNINGS])) + rest


def run(host: Host, question: str = "") -> None:
    """Show the store until somebody leaves; at first what a question finds."""
    sys.setswitchinterval(SWITCH_SECONDS)
    leave_with_terminal()
    Browser(host, question).run()
