"""Screens with a list of their own: a memory that is looked for, and what a prune would archive."""

from __future__ import annotations

from rich.text import Text
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from memento_cli.tui.dialogs import FRAME
from memento_cli.tui.listing import WINDOW, Listing
from memento_cli.tui.query_box import TextLine
from memento_cli.tui.results import found_memories, memory_line
from memento_cli.tui.undoing_app import FAULTS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from memento_cli.core.fading.pruning import Plan
    from memento_cli.tui.store_access import Host, StoreAccess


class Seek(ModalScreen[str | None]):
    """Look for one memory by its words; its id, or None."""

    CSS = f"Seek {{ {FRAME} & Listing {{ height: 12; }} }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "back"),
        Binding("down", "down", show=False),
    ]

    def __init__(self, access: StoreAccess) -> None:
        super().__init__()
        self.access = access

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text("To which one?"), classes="asks")
            yield TextLine(placeholder="its words", compact=True)
            yield Listing(plain=self.access.host.plain)
            yield Static(Text("Enter chooses, Esc leaves"), classes="keys")

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Input))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.run_worker(self._find(event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(self.query_one(Listing).key)

    def on_listing_opened(self, event: Listing.Opened) -> None:
        event.stop()
        self.dismiss(self.query_one(Listing).key)

    def on_listing_pointed(self, event: Listing.Pointed) -> None:
        event.stop()

    def action_down(self) -> None:
        self.query_one(Listing).focus()

    def action_leave(self) -> None:
        self.dismiss(None)

    async def _find(self, text: str) -> None:
        try:
            answer = await self.access.newest(
                "seek", lambda store, now: found_memories(store, text, now, self.access.host.zone)
            )
        except FAULTS:
            return
        if answer is not None:
            self.query_one(Listing).show(answer.keys[:WINDOW], answer.lines)


class Prune(ModalScreen[list[str]]):
    """What a prune would archive, all of it marked; the ids of what stays marked."""

    CSS = f"Prune {{ {FRAME} & > Vertical {{ width: 96%; height: 90%; }} }}"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", "back")]

    def __init__(self, plan: Plan, host: Host) -> None:
        super().__init__()
        self.plan, self.host = plan, host

    def compose(self) -> ComposeResult:
        number = len(self.plan.prune)
        noun = "memory is" if number == 1 else "memories are"
        heading = f"{number:,} {noun} prunable: weaker than {self.plan.threshold:g}"
        with Vertical():
            yield Static(Text(heading), classes="asks")
            yield Listing(plain=self.host.plain)
            yield Static(
                Text("Enter archives what is marked, Space keeps one, Esc leaves"), classes="keys"
            )

    def on_mount(self) -> None:
        """Mark all."""
        now = self.host.now()
        lines = {
            item.memory.id: memory_line(item.memory, item.strength, now) for item in self.plan.prune
        }
        listing = self.query_one(Listing)
        listing.marked = set(lines)
        listing.show(tuple(lines), lines)
        listing.focus()

    def on_listing_pointed(self, event: Listing.Pointed) -> None:
        event.stop()

    def on_listing_opened(self, event: Listing.Opened) -> None:
        """Archive what is marked; nothing if that is none."""
        event.stop()
        self.dismiss(sorted(self.query_one(Listing).marked))

    def action_leave(self) -> None:
        self.dismiss([])
