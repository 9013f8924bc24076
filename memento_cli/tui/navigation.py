"""Looking at a store: what is asked, what is found, and what is seen of it."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Input, Static

from memento_cli.actions.browse.acts import counted
from memento_cli.tui.cells import shown
from memento_cli.tui.listing import Listing
from memento_cli.tui.memory_views import MEMORIES
from memento_cli.tui.preview import Preview
from memento_cli.tui.query_box import QueryBox
from memento_cli.tui.undoing_app import FAULTS, UndoingApp, sentence
from memento_cli.tui.views import VIEWS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from textual.screen import Screen

    from memento_cli.actions.browse.acts import Acted
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.results import Results
    from memento_cli.tui.store_access import Host
    from memento_cli.tui.view import Find

WHOLE = "-whole"
"""The class of a screen on which one thing has all the room."""


BEST, STRONGEST = "best first", "strongest first"
READING = Text("reading …", "dim")
PATIENCE_SECONDS = 0.3
"""After so long it is said that something is being read."""


class Navigation(UndoingApp):
    """A screen with a question, a list of what it finds, and what is to be seen of a line.

    Its parts are kept, and not looked up: an answer may come when the screen is closed already.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.shown = MEMORIES
        self.order = ""
        self.is_read = False
        self.words: tuple[str, ...] = ()
        self.box = QueryBox(id="query", compact=True)
        self.listing = Listing(id="list", plain=host.plain)
        self.preview = Preview(id="preview")
        self.telling, self.counting = Static(id="told"), Static(id="count")
        self.ordering = Static(id="order")
        self._counted = self._asked = ""
        self._staying = ""
        self._told_gone: str | None = None
        self._allowed: frozenset[str] | None = None  # the lines of an answer after an own act
        self._sought: str | None = None  # the line to go to when it is read, by whoever reads it

    @property
    def home(self) -> Screen[None]:
        """The screen below all dialogs."""
        return self.screen_stack[0]

    @property
    def question(self) -> str:
        """What is asked for."""
        return self.box.value

    # What is asked

    def action_view(self, name: str) -> None:
        """Go to the list of a view."""
        if self.home.has_class(WHOLE):
            self._see_list()
        self.go(name)

    def _see_list(self) -> None:
        self.home.remove_class(WHOLE)
        self.home.set_focus(self.listing)

    def go(self, name: str, question: str = "", at: str | None = None) -> None:
        """Go to a view, to what a question finds in it, and there to the line `at`."""
        view, said = next(view for view in VIEWS if view.name == name), ""
        if view is not self.shown and self.listing.marked:
            said = f"{counted(len(self.listing.marked), 'mark')} taken away with the view"
            self.listing.marked.clear()
        self.shown = view
        box = self.box
        box.placeholder = f"/ {self.shown.asks}"
        with self.prevent(Input.Changed):
            box.value = self._asked = question
        self.name_views()
        self.refresh_bindings()
        self.is_read, self._sought, self._allowed = False, at, None
        self.listing.show(
            (), {}, asked=True
        )  # keys are for what is in the view, and it may take a while
        self.preview.say(READING)
        self.run_worker(self._find(at, said))

    def point(self, key: str) -> None:
        """Go to a line now, or as soon as it is read."""
        self._sought = None if key in self.listing.keys else key
        self.listing.point(key)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Find while somebody types; what is typed anew shows the best first."""
        if event.input is self.box:
            if self.box.has_focus and not self._asked:
                self.order = ""
            self._asked = event.value
            self.ask_anew()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go from the question to its answers."""
        if event.input is self.box:
            self.home.set_focus(self.listing)

    def action_search(self) -> None:
        self.home.set_focus(self.box)

    def action_answers(self) -> None:
        """Go from the question to its answers, as Enter does."""
        self.home.set_focus(self.listing)

    def action_leave(self) -> None:
        """Go back: from one memory to the list, from a question or marks to all."""
        if self.home.has_class(WHOLE):
            self._see_list()
        elif self.box.has_focus:
            self.box.value = ""
            self.home.set_focus(self.listing)
        elif not self.listing.has_focus:
            self.home.set_focus(self.listing)
        elif self.listing.marked:
            self.listing.unmark()
        elif self.question:
            self.box.value = ""

    @property
    def find(self) -> Find:
        """How what is asked is found, in which order."""
        return self.shown.orders.get(self.order, self.shown.find)

    def ask_anew(self) -> None:
        """Show what is asked for, from the first line on."""
        self._allowed = None
        self.run_worker(self._find())

    async def renew(self, *, others: bool = False, acted: Acted | None = None) -> None:
        """Read the list anew; the cursor stays on its line, also on one that is gone by others. An
        answer to a question that somebody has `acted` on gets no lines that only come up as others
        have left it: the next key would be for one of these."""
        if acted is not None and self.question:
            before = self.listing.keys if self._allowed is None else self._allowed
            self._allowed = frozenset((*before, *acted.ids, acted.batch))
        self.refresh_bindings()  # there may be something to redo by now, or nothing any more
        text, find, zone = self.question, self.find, self.access.host.zone
        await self._found(lambda store, now: find(store, text, now, zone), keep=True, hold=others)
        self._tell_gone(self.listing.gone)

    def _tell_gone(self, gone: str | None) -> None:
        if gone is not None and gone != self._told_gone:
            line = self.listing.line_of(gone)
            what = f"“{line.text if line else gone}” is gone from this list"
            self.tell(f"{what}: it was deleted or changed elsewhere", wrong=True)
        self._told_gone = gone

    async def _find(self, at: str | None = None, said: str = "") -> None:
        """Show what is asked for, and what is to be said of it."""
        find, first = self.find, self.shown.first
        text, zone = self.question, self.access.host.zone
        self.tell(said)
        begins = first is not None and not (text or at or self.order or self.listing.keys)
        if first and begins:
            await self._found(lambda store, now: first(store, now, zone), asked=True)
        answer = await self._found(
            lambda store, now: find(store, text, now, zone), at, keep=begins, asked=True
        )
        if answer and answer.notes:
            self.tell("; ".join(filter(None, (said, *answer.notes))))

    async def _found(
        self,
        find: Callable[[Store, datetime], Results],
        at: str | None = None,
        *,
        keep: bool = False,
        hold: bool = False,
        asked: bool = False,
    ) -> Results | None:
        """Show what is found; None if something else is asked meanwhile. The cursor goes to the
        line `at`, stays on its line with `keep` (also on one that is gone, with `hold`), and else
        goes to the first. Marks stay through what is `asked` for anew."""
        view, self._sought = self.shown, at or self._sought
        patience = self.set_timer(PATIENCE_SECONDS, lambda: self.counting.update("reading …"))
        try:
            answer = await self.access.newest("find", find)
        except FAULTS as problem:
            self.tell(sentence(problem), wrong=True)
            return None
        finally:
            patience.stop()
        if answer is None or view is not self.shown:
            return None
        if self._allowed is not None:
            answer = answer.only(self._allowed)
        self.words, self.is_read = answer.words, True
        at = self._sought or (self.listing.key if keep else None)
        self._sought = None
        self.listing.show(answer.keys, answer.lines, at, hold=hold, asked=asked)
        self.refresh_bindings()  # an empty list has no acts
        self._count(answer)
        self._see(at is not None)
        self.list_facets()
        return answer

    def _count(self, answer: Results) -> None:
        self._counted = counted(len(answer.keys), self.shown.noun, more=answer.more)
        self._tell_count()
        order = self.order or (BEST if answer.words else STRONGEST)
        self.ordering.update(Text(order if self.shown.orders else "", "dim"))

    def _tell_count(self) -> None:
        """How many there are, and of how many marked ones an act would be."""
        marked, unseen = len(self.listing.marked), len(self.listing.unseen)
        which = f" ({unseen:,} not in this list)" if unseen else ""
        text = Text(f"{marked:,} marked{which} of " if marked else "", "bold")
        self.counting.update(text.append(self._counted, "not bold dim"))

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
        self._tell_count()
        self._see(False)

    def on_listing_opened(self) -> None:
        """Give all the room to the memory at the cursor."""
        self.home.add_class(WHOLE)
        self.home.set_focus(self.preview)

    def _see(self, same: bool) -> None:
        self.run_worker(self._see_at_cursor(same))

    async def _see_at_cursor(self, same: bool) -> None:
        key, view, host = self.listing.key, self.shown, self.access.host
        preview = self.preview
        if key is None:
            preview.say(self._nothing if self.is_read else READING)
            return
        try:
            content = await self.access.newest(
                "see", lambda store, now: view.see(store, key, now, host)
            )
        except FAULTS as problem:
            preview.say(Text(shown(sentence(problem))))
            return
        if content is not None:
            preview.see(content, same=same)

    @property
    def _nothing(self) -> Text:
        """What is said where there is nothing to see."""
        if self.question:
            return Text("Nothing found; Esc shows all again")
        return Text(shown(self.shown.none))

    def list_facets(self) -> None:
        """List what there is to choose, if that is to be seen."""
        raise NotImplementedError

    def name_views(self) -> None:
        """Name the views, with that which is shown marked."""
        raise NotImplementedError

    def tell(self, text: str, *, wrong: bool = False, stays: bool = False) -> None:
        """Say something above the keys, in as many lines as it needs."""
        if self._staying and not stays:
            text, wrong = "; ".join(filter(None, (self._staying, text))), True
        elif stays:
            self._staying = text
        self.telling.update(Text(shown(text), "red" if wrong else "", overflow="fold"))

    def seen(self) -> None:
        """Somebody has pressed a key: what is told next may take the place of what stays."""
        self._staying = ""
