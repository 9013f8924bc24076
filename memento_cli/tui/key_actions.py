"""What the keys do to what is chosen in the list."""

from __future__ import annotations

from textual.app import SuspendNotSupported

from memento_cli.actions.browse import acts
from memento_cli.core.memory.memory import RELATIONS
from memento_cli.errors import BadData
from memento_cli.tui.dialogs import NOTHING, Pick, Write
from memento_cli.tui.going import Going
from memento_cli.tui.list_dialogs import Prune, Seek
from memento_cli.tui.undoing_app import FAULTS, sentence

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from memento_cli.actions.browse.acts import Act
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.dialogs import Written

AGAIN = {"e": "edit again", "q": "quit without writing"}
MANY = 20
"""From so many memories on an act on all of them is asked about."""


class KeyActions(Going):
    """The keys that change something."""

    @property
    def chosen(self) -> list[str]:
        """The ids that an act is about: what is marked, or what the cursor is at."""
        return self.listing.chosen

    @property
    def pointed(self) -> str | None:
        """The id at the cursor, if anything is there."""
        return self.listing.pointed

    def action_reinforce(self) -> None:
        self._on_chosen(acts.reinforcing, "Reinforce")

    def action_pin(self) -> None:
        self._on_chosen(acts.pinning, "Pin or unpin")

    def action_forget(self) -> None:
        self._on_chosen(acts.forgetting, "Archive")

    def action_restore(self) -> None:
        self._on_chosen(acts.restoring, "Bring back")

    def action_apply(self) -> None:
        self._on_chosen(acts.applying, "Apply")

    def action_reject(self) -> None:
        self._on_chosen(acts.rejecting, "Reject")

    def action_take_back(self) -> None:
        """Take back the act at the cursor of the log, or do it again."""
        if self.pointed is not None:
            self.run_worker(self.do(acts.toggling(self.pointed)))

    def action_undo(self) -> None:
        self.run_worker(self.undo_last())

    def action_redo(self) -> None:
        self.run_worker(self.redo_last())

    def action_edit(self) -> None:
        """Edit the memory at the cursor in the user's editor."""
        if self.pointed is not None:
            self.run_worker(self._edit(self.pointed))

    async def action_record(self, before: Written = NOTHING) -> None:
        """Write a new memory, or go on with what was written before."""

        def written(new: Written | None) -> None:
            if new is not None:
                self.run_worker(self._record(new))

        await self.push_screen(Write(before), written)

    async def action_link(self) -> None:
        """Link the memory at the cursor to one that is marked, or that somebody looks for."""
        id = self.pointed
        if id is None:
            return

        def found(target: str | None) -> None:
            if target is not None:
                self.run_worker(self._link(id, target))

        others = [one for one in self.chosen if one != id]
        if len(others) == 1:
            found(others[0])
        else:
            await self.push_screen(Seek(self.access), found)

    def action_prune(self) -> None:
        """Archive what is prunable, after a look at it."""
        self.run_worker(self._prune_faded())

    def action_review(self) -> None:
        """Be asked what is due."""
        self.run_worker(self._review())

    def _on_chosen(self, acting: Callable[[Sequence[str]], Act], verb: str) -> None:
        if self.chosen:
            self.run_worker(self._all_chosen(acting, verb))
        elif self.listing.marked:
            self.tell(
                "What was marked is gone from this list; Esc takes the marks away", wrong=True
            )

    async def _all_chosen(self, acting: Callable[[Sequence[str]], Act], verb: str) -> None:
        ids, unseen = list(self.chosen), len(self.listing.unseen)
        asks = len(ids) >= MANY or unseen
        hidden = f"{unseen:,} of them {'is' if unseen == 1 else 'are'} not in this list."
        hidden = "It is not in this list." if len(ids) == 1 else hidden
        question = f"{verb} {acts.counted(len(ids), self.shown.noun)}?"
        agreed = not asks or await self.ask(question, body=hidden if unseen else "") == "y"
        if agreed and await self.do(acting(ids)):
            self.listing.unmark()

    async def _edit(self, id: str) -> bool:
        """Let somebody edit a memory; whether that was done."""

        def file(store: Store, now: datetime) -> tuple[str, bytes]:
            with store.lock.held():  # before anybody begins to write
                store.writer()
            record = store.memories.read(id)
            return record.document.text, record.stamp

        read = await self.looked(file)
        if read is None:
            return False
        text, stamp = read
        try:
            while True:
                text = self._edited(text)
                try:
                    acted = await self.attempt(acts.editing(id, text, stamp))
                except BadData as problem:
                    if await self.ask(sentence(problem), AGAIN) != "e":
                        self.tell(self.access.host.kept(), wrong=True, stays=True)
                        return False
                else:
                    if acted is None:
                        self.tell(self.access.host.kept(), stays=True)
                        return False
                    await self.note(acted)
                    return True
        except SuspendNotSupported:
            self.tell("This terminal cannot be left to an editor", wrong=True)
        except FAULTS as problem:
            kept = self.access.host.kept()  # first, as a line may be too short for both
            told = "; ".join(filter(None, (kept, sentence(problem))))
            self.tell(told, wrong=True, stays=bool(kept))
        return False

    def _edited(self, text: str) -> str:
        """What the user's editor makes of a text. What goes wrong there is raised when the screen
        is back: a fault that passes `suspend` would leave the terminal as the editor had it."""
        problem: BaseException | None = None
        with self.suspend():
            try:
                text = self.access.host.edited(text, ".toml")
            except FAULTS as raised:
                problem = raised
        if problem is not None:
            raise problem
        return text

    async def _record(self, new: Written) -> None:
        recorded = await self.do(acts.recording(*new))
        if recorded is None:
            await self.action_record(new)  # what somebody has written is not lost by a fault
        else:
            self.point(recorded.ids[0])

    async def _link(self, id: str, target: str) -> None:
        rels = [(rel, rel.replace("_", " ")) for rel in RELATIONS]
        other = "the marked one, not in this list" if target in self.listing.unseen else "the other"
        rel = await self.push_screen_wait(Pick(f"How is it related to {other}?", rels))
        if rel is not None:
            await self.do(acts.linking(id, rel, target))

    async def _prune_faded(self) -> None:
        from memento_cli.actions.memory.prune import prune_plan

        plan = await self.looked(lambda store, now: prune_plan(store, now))
        if plan is None:
            return
        if not plan.prune:
            self.tell(f"{plan.checked:,} checked; nothing is prunable so far")
            return
        ids = await self.push_screen_wait(Prune(plan, self.access.host))
        if ids:
            await self.do(acts.pruning(plan.only(ids)))

    async def _review(self) -> None:
        from memento_cli.tui.review import review

        self.tell(await review(self, self._edit))
