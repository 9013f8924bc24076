"""Doing things to a store, and taking them back: what any screen of the browser can call."""

from __future__ import annotations

from textual.app import App

from memento_cli.actions.browse.acts import undoing
from memento_cli.core.text.quoting import details_text, question_in
from memento_cli.core.text.quoting import shown as quoted
from memento_cli.errors import MementoError, NotFound, SecretFound, Unasked
from memento_cli.tui.dialogs import Ask
from memento_cli.tui.key_hints import hint_by_keys
from memento_cli.tui.store_access import StoreAccess

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from typing import TypeVar

    from memento_cli.actions.browse.acts import Act, Acted, Hand
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.store_access import Host

    T = TypeVar("T")

FAULTS = (MementoError, OSError)
"""What a user, a file or a disk can cause: told in a line."""
AGAIN = "; Ctrl+R does it again"
NOT_OWN = (
    "Nothing was done from this copy of the store that could be taken back; "
    "of others, 8 then t takes back any act, 0 then b brings back what was archived"
)
"""What is said where the journal has no act of this writer: a store that was copied or cloned has
one of its own, which takes back no act of others unless they are named."""


class UndoingApp(App[None]):
    """An application that acts on a store, one act after the other, and can undo each."""

    def __init__(self, host: Host) -> None:
        super().__init__(ansi_color=True)  # as a theme it would come too late for NO_COLOR
        self.access = StoreAccess(host)
        self.done: list[Acted] = []
        self.undone: list[Acted] = []
        self.is_acting = False  # from before an act until what came of it is shown

    def tell(self, text: str, *, wrong: bool = False, stays: bool = False) -> None:
        """Say something in a line; what went `wrong` stands out, and has two if it needs them. What
        `stays` stands before all that is said until somebody presses a key."""
        raise NotImplementedError

    async def renew(self, *, others: bool = False, acted: Acted | None = None) -> None:
        """Show what is there now; what is so because of `others` is told. What is `acted` here
        brings nothing into an answer that it was not about."""
        raise NotImplementedError

    async def looked(self, work: Callable[[Store, datetime], T]) -> T | None:
        """What work on the store answers; None after telling what stands in the way."""
        try:
            return await self.access.ask(work)
        except FAULTS as problem:
            self.tell(sentence(problem), wrong=True)
            return None

    async def do(self, act: Act) -> Acted | None:
        """Do an act, tell of it and show what has become of the store; None if it was not done."""
        acted = await self._acted(act)
        if acted is not None:
            await self.note(acted)
        return acted

    async def note(self, acted: Acted) -> None:
        """Tell of an act that was done, which can be undone from now on."""
        if acted.batch:
            self.done.append(acted)
            self.undone.clear()
        await self._show(acted)

    async def _show(self, acted: Acted, more: str = "") -> None:
        """Show what has become of the store by an act, and tell of that."""
        try:
            await self.renew(acted=acted)
            self.tell(f"{acted.text}{more}")
        finally:
            self.is_acting = False

    async def undo_last(self) -> None:
        """Take back what was done here last; when all of that is, the act before the browser."""
        if not self.done:
            await self._undo_earlier()
            return
        acted = await self._acted(undoing(self.done[-1].batch))
        if acted is not None:
            self.done.pop()
            self.undone.append(acted)
            await self._show(acted, AGAIN)

    async def redo_last(self) -> None:
        """Do again what was taken back last."""
        if not self.undone:
            self.tell("Nothing was taken back that could be done again")
            return
        acted = await self._acted(undoing(self.undone[-1].batch))
        if acted is not None:
            self.undone.pop()
            self.done.append(acted)
            await self._show(acted)

    async def ask(
        self, question: str, choices: Mapping[str, str] | None = None, body: str = ""
    ) -> str:
        """The key that somebody answers with."""
        dialog = Ask(question, choices, body) if choices else Ask(question, body=body)
        return await self.push_screen_wait(dialog)

    async def _undo_earlier(self) -> None:
        from memento_cli.actions.browse.acts import told
        from memento_cli.actions.undo.undo import undo_target

        try:
            last = await self.access.ask(lambda store, now: told(store, undo_target(store, None)))
        except NotFound:
            self.tell(NOT_OWN)
            return
        except FAULTS as problem:
            self.tell(sentence(problem), wrong=True)
            return
        if await self.ask("Take back what was done before this?", body=last) == "y":
            acted = await self._acted(undoing(None))
            if acted is not None:
                self.undone.append(acted)
                await self._show(acted, AGAIN)

    async def _acted(self, act: Act) -> Acted | None:
        """An act, as far as a person allows it; None after telling why it was not done."""
        try:
            return await self.attempt(act)
        except FAULTS as problem:
            self.tell(sentence(problem), wrong=True)
            return None

    async def attempt(self, act: Act) -> Acted | None:
        """An act, as far as a person allows it; None if they do not. What else stands in the way
        is raised."""
        hand = self.access.host.hand
        self.is_acting, acted = True, None
        try:
            acted = await self._attempted(act, hand)
        finally:
            self.is_acting = acted is not None  # until that is shown
        return acted

    async def _attempted(self, act: Act, hand: Hand) -> Acted | None:
        while True:
            try:
                return await self.access.act(act, hand)
            except SecretFound as problem:
                if await self.ask(f"{problem.message}. Keep it anyway?") != "y":
                    return None
                hand = hand._replace(allow_secret=True)
            except Unasked as problem:
                if await self.ask(question_in(problem), body=details_text(problem)) != "y":
                    return None
                hand = hand._replace(agreed=True)


def sentence(problem: BaseException) -> str:
    """What went wrong, and what to do, in a line."""
    if isinstance(problem, MementoError):
        return quoted("; ".join(filter(None, (problem.message, hint_by_keys(problem.hint)))))
    if isinstance(problem, OSError) and problem.filename:
        return f"{problem.filename}: {problem.strerror}"
    return str(problem)
