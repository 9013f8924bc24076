"""A real store and a plain model go through the same life and always agree.

All verbs, edits and deletions behind its back, wrong clocks, kills in the middle of an act, and a
second clone that is merged.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from copy import deepcopy
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.edit import edit, pin
from memento_cli.actions.memory.prune import archive_all, restore
from memento_cli.actions.memory.reading import memories_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import note_use, reinforce, settle
from memento_cli.actions.undo.undo import undo
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.errors import MementoError
from memento_cli.store.directory.store import Store
from tests.store.helpers import ALEX, DAY, NOW, new_store, put, whole
from tests.store.sides import (
    Kept,
    Life,
    Side,
    as_it_was,
    in_process,
    merged_into,
    merged_lives,
    retained,
    take_uses,
)

EXAMPLES = int(os.environ.get("MEMENTO_MACHINE", "15"))
which = st.integers(0, 9)
clocks = st.sampled_from((0.0, 0.0, 0.0, 0.3, -40.0, 300.0, -3650.0, 3650.0)).map(
    lambda days: days * DAY
)


class StoreMachine(RuleBasedStateMachine):
    """`here` is the clone that is looked at; `there`, if it is, another; `base` what they share."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="memento-"))
        self.here = Side(new_store(self.folder / "here"))
        self.there: Side | None = None
        self.base: Life = {}
        self.now = NOW
        self.made = 0

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    def fresh(self) -> int:
        self.made += 1
        return self.made

    # acts, each of which can be killed

    def recorded(self, side: Side, topic: str, summary: str, pick: int, at: datetime) -> None:
        draft = Draft(summary, ALEX, f"{topic}\nlines", tags=Tags((topic,)))
        memory = record(side.store, draft, at).memory
        assert memory.id not in side.life
        side.life[memory.id] = Kept("memories", summary, False, memory.created)
        side.done.append(("recorded", [memory.id], None, None))

    def edited(self, side: Side, topic: str, summary: str, pick: int, at: datetime) -> None:
        id = side.ids()[pick % len(side.ids())]
        edit(side.store, id, {"memory.content.summary": summary}, at)
        self.content(side, id, "summary", summary)

    def pinned(self, side: Side, topic: str, summary: str, pick: int, at: datetime) -> None:
        id, wanted = side.ids()[pick % len(side.ids())], summary < "n"
        assert pin(side.store, id, at, wanted) == (side.life[id].pinned != wanted)
        self.content(side, id, "pinned", wanted)

    def content(self, side: Side, id: str, what: str, value: Any) -> None:
        before = getattr(side.life[id], what)
        if value != before:
            side.done.append((what, [id], before, value))
            setattr(side.life[id], what, value)

    def reinforced(self, side: Side, topic: str, summary: str, pick: int, at: datetime) -> None:
        id = side.ids()[pick % len(side.ids())]
        initial, last, _ = side.life[id].numbers(at)
        applies = retained(initial, last, at) <= 1.5 and at - last >= DAY
        assert reinforce(side.store, id, at).result.applied == applies
        if applies:
            self.use(side, id, at)

    def used(self, side: Side, topic: str, summary: str, pick: int, at: datetime) -> None:
        id = side.ids()[pick % len(side.ids())]
        note_use(side.store, [id], at)
        self.use(side, id, at)

    def use(self, side: Side, id: str, at: datetime) -> None:
        key = self.fresh()
        side.life[id].uses[key] = at
        side.done.append(("used", [id], key, None))

    def pruned(self, side: Side, topic: str, summary: str, pick: int, at: datetime) -> None:
        ids = side.ids()[pick % len(side.ids()) :][:3]
        archive_all(side.store, "pruned", ids, at)
        self.moved(side, ids, "archive")
        side.done.append(("place", ids, "memories", "archive"))

    def restored(self, side: Side, topic: str, summary: str, pick: int, at: datetime) -> None:
        ids = side.ids("archive")
        id = ids[pick % len(ids)]
        restore(side.store, [id], at)
        self.moved(side, [id], "memories")
        side.done.append(("place", [id], "archive", "memories"))

    def moved(self, side: Side, ids: list[str], place: str) -> None:
        for id in ids:
            side.life[id].move(place)

    def undone(self, side: Side, topic: str, summary: str, pick: int, at: datetime) -> None:
        what, ids, before, after = side.done[-1]
        if not can_be_undone(side, what, ids, after):
            try:
                undo(side.store, None, at)
            except MementoError:
                return
            assert was_half_undone(side, what, ids, before), f"undid {what} of {ids}"
            side.done.pop()
            return
        undo(side.store, None, at)
        side.done.pop()
        for id in ids:
            if what == "recorded":
                side.life[id].move("archive")
            elif what == "place":
                side.life[id].move(before)
            elif what != "used":
                setattr(side.life[id], what, before)
            elif id in side.life:
                side.life[id].dead.add(before)

    ACTS = ("recorded", "edited", "pinned", "reinforced", "used", "pruned", "restored", "undone")
    acts = st.tuples(
        st.sampled_from(ACTS),
        st.sampled_from(("one", "two\ttabs", 'a "quote"', "four # no comment", "five\\")),
        which,
        clocks,
    )

    def prepared(self, side: Side, drawn: tuple[str, str, int, timedelta]) -> Callable[[], None]:
        """The act, where there is something to do it to; else a new memory."""
        name, summary, pick, skew = drawn
        ready = {"recorded": True, "restored": side.ids("archive"), "undone": side.done}
        name = name if ready.get(name, side.ids()) else "recorded"
        at = self.now + skew if name in ("reinforced", "used") else self.now
        topic = "here" if side is self.here else "there"
        return lambda: getattr(self, name)(side, topic, summary, pick, at)

    @rule(drawn=acts)
    def act(self, drawn: tuple[str, str, int, timedelta]) -> None:
        self.prepared(self.here, drawn)()

    # what happens to a store

    @rule(drawn=acts, nth=st.integers(1, 16))
    def is_killed(self, drawn: tuple[str, str, int, timedelta], nth: int) -> None:
        """Before its nth change of the system: all is done, or no line is written.

        Then each file is as it was or as it should have become; doctor moves back what is neither.
        """
        side, before = self.here, deepcopy(self.here.life)

        def act() -> tuple[Life, list[Any], int]:
            side.open_again()
            self.prepared(side, drawn)()
            return side.life, side.done, self.made

        with as_it_was(side.store.root):
            after, done, self.made = in_process(act)
        lines = len(side.store.journal.lines().lines)
        in_process(act, killed_at=nth)
        side.open_again()
        age_litter(side.store.root)
        doctor(side.store, self.now, fix=True)
        seen = side.seen()
        ids = dict(zip(after.keys() - seen.keys(), seen.keys() - after.keys(), strict=False))
        after = {ids.get(id, id): kept for id, kept in after.items()}
        if len(side.store.journal.lines().lines) > lines:
            assert seen == {id: kept.said() for id, kept in after.items()}
            side.done = [
                (what, [ids.get(id, id) for id in its], *more) for what, its, *more in done
            ]
            side.life = after
            return
        assert before.keys() <= seen.keys() <= after.keys()
        for id, facts in seen.items():
            old, new = before.get(id, after[id]), after[id]
            assert all(
                fact in both for fact, *both in zip(facts, old.said(), new.said(), strict=True)
            )
            old.place, old.summary, old.pinned = facts
            side.life[id] = old

    @rule()
    def drop_in_a_file(self) -> None:
        id = f"dropped-{self.fresh()}"
        put(self.here.store, id, whole(id))
        self.here.life[id] = Kept("memories", "one", False, NOW)

    @precondition(lambda self: self.here.ids())
    @rule(number=which)
    def edit_behind_its_back(self, number: int) -> None:
        """Another program rewrites a file: words and pin count, numbers do not."""
        id = self.here.ids()[number % len(self.here.ids())]
        store = Store(self.here.store.root)
        store.memories.set_keys(id, {"memory.content.summary": "by hand", "memory.mine": "kept"})
        self.here.life[id].summary = "by hand"

    @precondition(lambda self: self.here.ids())
    @rule(number=which)
    def delete_behind_its_back(self, number: int) -> None:
        self.here.lose(self.here.ids()[number % len(self.here.ids())])

    @rule(days=st.sampled_from((0.5, 1.0, 30.0, 200.0)))
    def time_passes(self, days: float) -> None:
        self.now += days * DAY

    @rule(everything=st.booleans())
    def settle(self, everything: bool) -> None:
        store = self.here.store
        before = [memories_at(store, self.now + day * DAY) for day in (0, 100)]
        settle(store, self.now, everything=everything)
        after = [memories_at(store, self.now + day * DAY) for day in (0, 100)]
        assert [m.strength for both in after for m in both] == [
            m.strength for both in before for m in both
        ]
        assert settle(store, self.now, everything=everything) == []

    @rule()
    def open_again(self) -> None:
        self.here.open_again()

    # another clone

    @precondition(lambda self: self.there is None)
    @rule()
    def clone(self) -> None:
        for name in ("there", "base"):
            shutil.copytree(self.here.store.root, self.folder / name)
        self.there = Side(Store(str(self.folder / "there")), deepcopy(self.here.life))
        self.base = deepcopy(self.here.life)

    @precondition(lambda self: self.there)
    @rule(drawn=acts)
    def act_there(self, drawn: tuple[str, str, int, timedelta]) -> None:
        assert self.there
        self.prepared(self.there, drawn)()
        self.there.agrees(self.now)

    @precondition(lambda self: self.there)
    @rule()
    def merge(self) -> None:
        """Both take in what the other has; then they say the same, and what one changed holds."""
        assert self.there
        roots = [self.here.store.root, self.there.store.root]
        shutil.copytree(roots[0], self.folder / "mine")
        for ours, theirs in (roots, (roots[1], str(self.folder / "mine"))):
            merged_into(ours, theirs, str(self.folder / "base"), self.folder)
        for side in (self.here, self.there):
            side.open_again()
            doctor(side.store, self.now, fix=True)
        ids = {*self.here.store.memories.ids(), *self.here.store.archive.ids()}
        take_uses(self.there, self.here)
        life = merged_lives(self.base, self.here.life, self.there.life, ids)
        for id, kept in life.items():
            if kept.place is None:
                kept.place = "memories" if id in self.here.store.memories else "archive"
            if kept.summary is None:
                folder = (
                    self.here.store.memories
                    if kept.place == "memories"
                    else self.here.store.archive
                )
                kept.summary = folder.read(id).value.content.summary
                assert kept.summary in (self.here.life[id].summary, self.there.life[id].summary)
        self.here.life = self.there.life = life
        self.there.agrees(self.now)
        self.there.is_sound(self.now)
        self.there = None
        for name in ("there", "base", "mine"):
            shutil.rmtree(self.folder / name)

    @invariant()
    def agrees(self) -> None:
        self.here.agrees(self.now)

    @invariant()
    def doctor_finds_nothing(self) -> None:
        self.here.is_sound(self.now)


def age_litter(root: str) -> None:
    """Make what a killed write left so old that doctor takes it for that."""
    for path in Path(root).rglob(".tmp-*"):
        os.utime(path, (0, 0))


def can_be_undone(side: Side, what: str, ids: list[str], after: Any) -> bool:
    """Whether what an act did is still there to be taken back."""
    if what == "used":
        return True
    wanted = ("place", "memories") if what == "recorded" else (what, after)
    if what in ("summary", "pinned"):
        return all(id in side.ids() and getattr(side.life[id], what) == after for id in ids)
    return all(id in side.life and side.life[id].place == wanted[1] for id in ids)


def was_half_undone(side: Side, what: str, ids: list[str], before: Any) -> bool:
    """Whether an undo was killed when the files said what stood before, and no line told of it."""
    return what in ("summary", "pinned") and all(
        getattr(side.life[id], what) == before for id in ids
    )


TestStore = StoreMachine.TestCase
TestStore.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=15 if EXAMPLES < 100 else 40,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
