"""A real store and a plain dictionary go through the same life and always agree."""

from __future__ import annotations

import os
import shutil
import tempfile
from math import isclose
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from memento_cli.actions.doctor import doctor
from memento_cli.actions.edit import edit, pin
from memento_cli.actions.prune import archive_all, restore
from memento_cli.actions.reading import present
from memento_cli.actions.record import record
from memento_cli.actions.reinforce import reinforce, settle
from memento_cli.actions.undo import undo
from memento_cli.core.memory import Draft, Memory
from memento_cli.errors import MementoError
from memento_cli.store.store import Store
from tests.store.helpers import ALEX, DAY, NOW, litter, new_store, put, whole

HALF_LIFE, FLOOR = 90.0, 0.1
which = st.integers(0, 9)


class StoreMachine(RuleBasedStateMachine):
    """`here` and `away` are what memories and archive must hold; `done` what undo takes back."""

    def __init__(self) -> None:
        super().__init__()
        self.root = tempfile.mkdtemp(prefix="memento-")
        self.store = new_store(self.root)
        self.now = NOW
        self.here: dict[str, dict[str, Any]] = {}
        self.away: dict[str, dict[str, Any]] = {}
        self.done: list[tuple[str, list[str], Any, Any]] = []
        self.dropped = 0

    def teardown(self) -> None:
        shutil.rmtree(self.root)

    def pick(self, number: int, of: dict[str, Any] | None = None) -> str:
        ids = sorted(self.here if of is None else of)
        return ids[number % len(ids)]

    @rule(summary=st.sampled_from(("one", "two\ttabs", 'a "quote"')), topic=st.sampled_from("ab"))
    def record(self, summary: str, topic: str) -> None:
        memory = record(self.store, Draft(summary, ALEX, detail=f"{topic}\nlines"), self.now).memory
        assert memory.id not in self.here and memory.id not in self.away
        numbers = (1.0, self.now, 0)
        self.here[memory.id] = {"summary": summary, "pinned": False, "numbers": numbers}
        self.done.append(("recorded", [memory.id], None, None))

    @rule()
    def drop_in_a_file(self) -> None:
        self.dropped += 1
        id = f"dropped-{self.dropped}"
        put(self.store, id, whole(id))
        self.here[id] = {"summary": "one", "pinned": False, "numbers": (1.0, NOW, 0)}

    @precondition(lambda self: self.here)
    @rule(number=which, summary=st.sampled_from(("three", "four # no comment", "five\\")))
    def edit(self, number: int, summary: str) -> None:
        id = self.pick(number)
        edit(self.store, id, {"memory.content.summary": summary}, self.now)
        if summary != self.here[id]["summary"]:
            self.done.append(("summary", [id], self.here[id]["summary"], summary))
        self.here[id]["summary"] = summary

    @precondition(lambda self: self.here)
    @rule(number=which, pinned=st.booleans())
    def pin(self, number: int, pinned: bool) -> None:
        id = self.pick(number)
        assert pin(self.store, id, self.now, pinned) == (self.here[id]["pinned"] != pinned)
        if pinned != self.here[id]["pinned"]:
            self.done.append(("pinned", [id], not pinned, pinned))
        self.here[id]["pinned"] = pinned

    @precondition(lambda self: self.here)
    @rule(number=which)
    def reinforce(self, number: int) -> None:
        id = self.pick(number)
        initial, last, count = self.here[id]["numbers"]
        days = (self.now - last) / DAY
        strength = max(FLOOR, initial * 0.5 ** (max(0.0, days) / HALF_LIFE))
        applies = strength <= 1.5 and days >= 1
        assert reinforce(self.store, id, self.now).result.applied == applies
        if applies:
            delta = 0.15 * (1 - min(strength, 1))
            self.here[id]["numbers"] = (initial + delta, self.now, count + 1)
            self.done.append(("numbers", [id], (initial, last, count), None))

    @precondition(lambda self: self.here)
    @rule(numbers=st.sets(which, min_size=1, max_size=3))
    def prune(self, numbers: set[int]) -> None:
        ids = sorted({self.pick(number) for number in numbers})
        archive_all(self.store, "pruned", ids, self.now)
        self.away |= {id: self.here.pop(id) for id in ids}
        self.done.append(("moved", ids, "away", "here"))

    @precondition(lambda self: self.away)
    @rule(number=which)
    def restore(self, number: int) -> None:
        id = self.pick(number, self.away)
        restore(self.store, [id], self.now)
        self.here[id] = self.away.pop(id)
        self.done.append(("moved", [id], "here", "away"))

    @precondition(lambda self: self.done)
    @rule()
    def undo(self) -> None:
        what, ids, before, after = self.done[-1]
        if not self.can_be_undone(what, ids, before, after):
            try:
                undo(self.store, None, self.now)
            except MementoError:
                return
            raise AssertionError(f"undid {what} of {ids}")
        undo(self.store, None, self.now)
        self.done.pop()
        for id in ids:
            if what == "recorded" or (what, before) == ("moved", "here"):
                self.away[id] = self.here.pop(id)
            elif what == "moved":
                self.here[id] = self.away.pop(id)
            elif id in self.here:
                self.here[id][what] = before

    def can_be_undone(self, what: str, ids: list[str], before: Any, after: Any) -> bool:
        if what == "numbers":
            return True
        if what == "recorded" or (what, before) == ("moved", "here"):
            return all(id in self.here for id in ids)
        if what == "moved":
            return all(id in self.away for id in ids)
        return all(id in self.here and self.here[id][what] == after for id in ids)

    @precondition(lambda self: self.here)
    @rule(number=which)
    def edit_behind_its_back(self, number: int) -> None:
        """Another program rewrites a file: words and pin count, numbers do not."""
        id = self.pick(number)
        store = Store(self.root)
        store.memories.set_keys(id, {"memory.content.summary": "by hand", "memory.mine": "kept"})
        self.here[id]["summary"] = "by hand"

    @precondition(lambda self: self.here)
    @rule(number=which)
    def delete_behind_its_back(self, number: int) -> None:
        id = self.pick(number)
        os.unlink(self.store.memories.path(id))
        del self.here[id]

    @rule(days=st.sampled_from((0.5, 1.0, 30.0, 200.0)))
    def time_passes(self, days: float) -> None:
        self.now += days * DAY

    @rule(everything=st.booleans())
    def settle(self, everything: bool) -> None:
        before = [present(self.store, self.now + day * DAY) for day in (0, 100)]
        settle(self.store, self.now, everything=everything)
        after = [present(self.store, self.now + day * DAY) for day in (0, 100)]
        assert [m.strength for both in after for m in both] == [
            m.strength for both in before for m in both
        ]
        assert settle(self.store, self.now, everything=everything) == []

    @rule()
    def open_again(self) -> None:
        self.store = Store(self.root)

    @invariant()
    def agrees(self) -> None:
        memories = {memory.id: memory for memory in present(self.store, self.now)}
        assert memories.keys() == self.here.keys()
        assert set(self.store.archive.ids()) == self.away.keys()
        for id, memory in memories.items():
            assert same(memory, self.here[id])
        assert not litter(self.root)

    @invariant()
    def doctor_finds_nothing(self) -> None:
        assert doctor(self.store, self.now).findings == ()


def same(memory: Memory, model: dict[str, Any]) -> bool:
    initial, last, count = model["numbers"]
    return (
        memory.content.summary == model["summary"]
        and memory.pinned == model["pinned"]
        and isclose(memory.strength.initial, initial, rel_tol=1e-12)
        and memory.strength[1:] == (last, count)
    )


TestStore = StoreMachine.TestCase
TestStore.settings = settings(
    max_examples=15,
    stateful_step_count=15,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
