"""What a memory said and where it was, from its file now and its journal."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memento_cli import Draft, Store, edit, forget, init, link, pin, record, restore, undo
from memento_cli.actions.fading.law import law_changes, set_law
from memento_cli.actions.memory.reading import journal_entries
from memento_cli.core.journal.event_types import ADOPTION
from memento_cli.core.journal.history import MEMENTO, JournalEntry
from memento_cli.core.journal.past import (
    ARCHIVED,
    BY_HAND,
    HERE,
    LATER,
    OLDER,
    TAKEN,
    StateThen,
    place_of_lost,
    state_then,
)
from memento_cli.errors import Conflict, NotFound, Refused
from memento_cli.store.toml.changes import flat
from tests.conftest import examples
from tests.core.values import day, line, opened, undo_of, used

PLACE = "place"
SUMMARY, DETAIL = "memory.content.summary", "memory.content.detail"
TOPICS, LAW = "memory.tags.topics", "memory.fade.half_life_days"
VALUES = {
    SUMMARY: st.sampled_from(["one", "two", "three"]),
    DETAIL: st.sampled_from(["", "more", None]),
    TOPICS: st.sampled_from([["a"], ["a", "b"], []]),
    "memory.project": st.sampled_from(["x", "y", None]),
    "memory.affect.valence": st.sampled_from([0.5, -1.0, None]),
}
edits = st.one_of(
    *(st.tuples(st.just("edit"), st.just(key), value) for key, value in VALUES.items())
)
ways = st.one_of(
    edits,
    edits,
    st.tuples(st.just("pin"), st.booleans()),
    st.tuples(st.just("link"), st.sampled_from(["cause_of", "supersedes"])),
    st.tuples(st.just("convert"), st.sampled_from([30, 60, 90])),
    st.tuples(st.sampled_from(["forget", "restore"])),
    st.tuples(st.just("undo"), st.integers(0, 9)),
)


class Act(NamedTuple):
    """One act as the model sees it: when it was, its batch, and what it made of which keys."""

    at: datetime
    batch: str
    after: dict[str, Any]


class Life:
    """A memory in a real store, and a model of what was ever done to it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.id = record(store, Draft("zero", person="alex"), day(0)).memory.id
        self.other = record(store, Draft("other", person="mei"), day(0)).memory.id
        self.first = self.seen()
        self.acts: list[Act] = []
        self.undone: list[Act] = []
        self.tangled = False

    def seen(self) -> dict[str, Any]:
        """What the file says, and where it is."""
        place = HERE if self.id in self.store.memories else ARCHIVED
        folder = self.store.memories if place == HERE else self.store.archive
        return _words(flat(folder.read(self.id).document.data)) | {PLACE: place}

    def do(self, way: tuple[Any, ...], at: datetime) -> None:
        """Do it in the store; what is refused, or changes nothing, is no act."""
        before, known = self.seen(), len(self.store.journal.lines().lines)
        try:
            if way[0] == "undo":
                self._undo(way[1], at)
                return
            self._act(way, at)
        except (NotFound, Refused, Conflict):
            return
        lines = self.store.journal.lines().lines[known:]
        after = self.seen()
        keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
        if keys:
            batch = lines[-1].batch or lines[-1].id
            self.acts.append(Act(at, batch, {key: after.get(key) for key in keys}))

    def _act(self, way: tuple[Any, ...], at: datetime) -> None:
        match way:
            case ("edit", key, value):
                edit(self.store, self.id, {key: value}, at)
            case ("pin", pinned):
                pin(self.store, self.id, at, pinned)
            case ("link", rel):
                link(self.store, self.id, rel, self.other, at)
            case ("convert", days) if self.seen()[LAW] != days:  # as `convert` asks
                plans = law_changes(self.store, [self.id], f"half-life={days}", at)
                set_law(self.store, plans, at)
            case ("forget",):
                forget(self.store, [self.id], at)
            case ("restore",):
                restore(self.store, [self.id], at)

    def _undo(self, which: int, at: datetime) -> None:
        """Take back one of the acts, or do again one that was taken back."""
        both = [*self.acts, *self.undone]
        if not both:
            return
        act = both[which % len(both)]
        again = act in self.undone and act not in self.acts
        batch = undo(self.store, act.batch, at).batch
        if again:
            self.undone.remove(act)
            self.acts.append(act._replace(batch=act.batch))
        else:
            later = self.acts[self.acts.index(act) + 1 :]
            self.tangled |= any(act.after.keys() & other.after.keys() for other in later)
            self.acts.remove(act)
            self.undone.append(act._replace(batch=batch))

    def expected(self, moment: datetime) -> dict[str, Any]:
        """What is there if only the acts of then or before are done that nobody took back."""
        said = dict(self.first)
        for act in self.acts:
            if act.at <= moment:
                said |= act.after
        return {key: value for key, value in said.items() if value is not None}

    def told(self, moment: datetime) -> StateThen:
        """The same from the file now and the journal."""
        place = HERE if self.id in self.store.memories else ARCHIVED
        folder = self.store.memories if place == HERE else self.store.archive
        here = flat(folder.read(self.id).document.data)
        return state_then(here, place, journal_entries(self.store, self.id), moment)


def _words(keys: dict[str, Any]) -> dict[str, Any]:
    shown = ("memory.log", "memory.strength.")
    said = {key: value for key, value in keys.items() if not key.startswith(shown)}
    if said.get("memory.fade.law") == "half-life":  # so it is where nothing is said
        del said["memory.fade.law"]
    return said


@contextmanager
def life() -> Iterator[Life]:
    """A memory in a store of its own."""
    with tempfile.TemporaryDirectory() as folder:
        yield Life(init(str(Path(folder) / "store"), person="alex").store)


def _tell_the_same(lived: Life, moment: datetime) -> None:
    told = lived.told(moment)
    same = _words(dict(told.keys)) | {PLACE: told.place} == lived.expected(moment)
    assert same or (lived.tangled and told.doubts)
    assert lived.tangled or not told.doubts


REDONE = [("edit", SUMMARY, "one"), ("undo", 0), ("edit", SUMMARY, "two"),
          ("edit", SUMMARY, "zero"), ("undo", 2)]  # fmt: skip
"""What is done again stands over what was done meanwhile."""


@settings(max_examples=examples(60))
@example([(("convert", 30), 2), (("convert", 60), 1)])
@example([(("forget",), 2), (("restore",), 4), (("forget",), 6)])
@example([(("forget",), 6), (("restore",), 2)])
@example([(way, at) for at, way in enumerate(REDONE, start=1)])
@given(st.lists(st.tuples(ways, st.integers(1, 9)), max_size=9))
def test_the_past_is_what_was_there(steps: list[tuple[tuple[Any, ...], int]]) -> None:
    """At each moment a memory says, and is, what the acts of until then made it, whatever followed.

    In any order of their times; only where an act was undone that others build on is it in doubt.
    """
    with life() as lived:
        for way, at in steps:
            lived.do(way, day(at))
        for moment in range(1, 11):
            _tell_the_same(lived, day(moment))


@settings(max_examples=examples(60))
@example([("forget",), ("restore",), ("pin", True), ("edit", TOPICS, ["a"])])
@given(st.lists(ways.filter(lambda way: way[0] != "undo"), max_size=7))
def test_the_past_is_every_version_of_the_file(steps: list[tuple[Any, ...]]) -> None:
    """Of acts one after the other, each moment has the very words that the file had then."""
    with life() as lived:
        versions = [lived.seen()]
        for at, way in enumerate(steps, start=1):
            lived.do(way, day(at))
            versions.append(lived.seen())
        for at, version in enumerate(versions):
            told = lived.told(day(at + 0.5))
            assert _words(dict(told.keys)) | {PLACE: told.place} == version
            assert not told.doubts


def changed(at: float, key: int, *told: tuple[str, Any, Any], **more: Any) -> JournalEntry:
    """An edit that made each key say something else."""
    before = {name: old for name, old, _ in told}
    after = {name: new for name, _, new in told}
    return line("edited", day(at), key, text={"before": before, "after": after}, **more)


EDIT = changed(10, 2, (SUMMARY, "old", "new"))
SECRET = changed(10, 2, (DETAIL, "key (an AWS access key, taken out)", "none"))
BLANK = line("edited", day(10), 2)
ADOPTED = opened(day(0))._replace(by=MEMENTO, via=ADOPTION)
NEW = {SUMMARY: "new"}


@pytest.mark.parametrize(
    ("here", "lines", "at", "said", "doubts"),
    [
        (NEW, [opened(), EDIT], 11, NEW, ()),
        (NEW, [opened(), EDIT], 9, {SUMMARY: "old"}, ()),
        ({SUMMARY: "by hand"}, [opened(), EDIT], 11, {SUMMARY: "by hand"}, (BY_HAND,)),
        ({SUMMARY: "by hand"}, [opened(), EDIT], 9, {SUMMARY: "old"}, (BY_HAND,)),
        (NEW, [opened(), EDIT, undo_of(EDIT, day(12), 3)], 11, NEW, ()),
        (NEW, [opened(), BLANK], 11, NEW, ()),
        (NEW, [opened(), BLANK], 9, NEW, (TAKEN,)),
        ({DETAIL: "none"}, [opened(), SECRET], 11, {DETAIL: "none"}, ()),
        ({DETAIL: "none"}, [opened(), SECRET], 9, SECRET.text["before"], (TAKEN,)),
        (NEW, [], 9, NEW, (OLDER,)),
        (NEW, [ADOPTED], 9, NEW, (OLDER,)),
        (NEW, [ADOPTED, used(day(10), 3)], 9, NEW, (OLDER,)),
        (NEW, [ADOPTED, used(day(10), 3)], 10, NEW, ()),
        (NEW, [opened(day(10))], 9, NEW, (LATER,)),
        (NEW, [opened(day(10))], 10, NEW, ()),
    ],
)
def test_where_history_does_not_reach_is_said(
    here: dict[str, Any],
    lines: list[JournalEntry],
    at: float,
    said: dict[str, Any],
    doubts: tuple[str],
) -> None:
    """What somebody changed by hand, what was taken out, and what is older than the journal."""
    told = state_then(here, HERE, lines, day(at))
    assert (told.keys, told.doubts) == (said, doubts)


def test_a_secret_in_the_file_is_no_doubt() -> None:
    """The journal tells of a secret only its kind: the file may still have it."""
    key = "AKIA" + "QYLPMN5HHHFPZAM2"
    told = changed(10, 2, (DETAIL, "none", "key (an AWS access key, taken out)"))
    for moment in (day(9), day(11)):
        assert not state_then({DETAIL: f"key {key}"}, HERE, [opened(), told], moment).doubts


@given(st.permutations([opened(), EDIT, changed(5, 4, (SUMMARY, "first", "old")), used(day(3))]))
def test_the_order_of_lines_does_not_matter(lines: list[JournalEntry]) -> None:
    """Lines in any order, and doubled, tell the same past."""
    for moment, said in ((4, "first"), (6, "old"), (11, "new")):
        assert state_then(NEW, HERE, [*lines, *lines[:2]], day(moment)).keys == {SUMMARY: said}


def test_a_memory_that_was_moved_by_hand_is_in_doubt() -> None:
    """Its journal says that it is in the archive, and it is not."""
    lines = [opened(), line("pruned", day(5), 2)]
    assert state_then(NEW, HERE, lines, day(6)).doubts == (BY_HAND,)
    assert state_then(NEW, ARCHIVED, lines, day(6)) == StateThen(NEW, ARCHIVED)
    assert state_then(NEW, ARCHIVED, lines, day(4)) == StateThen(NEW, HERE)


def test_where_a_memory_was_that_has_no_file_any_more() -> None:
    """The journal alone says it: from its recording on, and by what moved it."""
    gone, back = line("pruned", day(5), 2), line("restored", day(7), 3)
    lines = [opened(day(1)), gone, back]
    places = [place_of_lost(lines, day(at)) for at in (0, 2, 6, 8)]
    assert places == ["", HERE, ARCHIVED, HERE]
    assert place_of_lost([*lines, undo_of(lines[0], day(9), 4)], day(8)) == ARCHIVED
    assert place_of_lost([ADOPTED], day(8)) == ""
