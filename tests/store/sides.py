"""A plain model of a store beside the real one, and how two of them are merged."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from math import isclose
from pathlib import Path
from types import FrameType
from typing import Any

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.git.driver import merge_files
from memento_cli.actions.memory.reading import memories_at
from memento_cli.core.memory.memory import Memory, strength_from
from memento_cli.store.directory.store import Store
from tests.store.helpers import DAY, litter

HALF_LIFE, FLOOR = 90.0, 0.1
MEMORIES = ("memories", "archive")
FOLDERS = (*MEMORIES, "journal")
CHANGES = frozenset(("write", "link", "replace", "rename", "unlink", "mkdir", "fsync", "ftruncate"))
"""The calls of the system before which a process is killed."""


@dataclass
class Kept:
    """What a memory says and went through; uses that were taken back are dead."""

    place: str
    summary: str
    pinned: bool
    opened: datetime
    uses: dict[int, datetime] = field(default_factory=dict)
    dead: set[int] = field(default_factory=set)
    moves: int = 0

    def move(self, place: str) -> None:
        """It is put elsewhere by an act."""
        self.place = place
        self.moves += 1

    def said(self) -> tuple[str, str, bool]:
        """What its file says, and where that is."""
        return self.place, self.summary, self.pinned

    def numbers(self, now: datetime) -> tuple[float, datetime, int]:
        """Initial, last use and count at a moment, folded as document 001 says."""
        initial, last, count = 1.0, self.opened, 0
        alive = sorted(at for key, at in self.uses.items() if key not in self.dead)
        for at in alive:
            if at > now:
                break
            at = max(last, at)  # no use sets a clock back
            strength = retained(initial, last, at)
            if strength <= 1.5 and at - last >= DAY:
                initial, last, count = initial + 0.15 * (1 - min(strength, 1)), at, count + 1
        return initial, last, count


def retained(initial: float, last: datetime, now: datetime) -> float:
    """The strength that is left of `initial` after its last use."""
    return max(FLOOR, initial * 0.5 ** (max(0.0, (now - last) / DAY) / HALF_LIFE))


Life = dict[str, Kept]
Act = tuple[str, list[str], Any, Any]


@dataclass
class Side:
    """One clone: the real store, what must be in it, and what undo takes back."""

    store: Store
    life: Life = field(default_factory=dict)
    gone: Life = field(default_factory=dict)
    done: list[Act] = field(default_factory=list)

    def ids(self, place: str = "memories") -> list[str]:
        return sorted(id for id, kept in self.life.items() if kept.place == place)

    def lose(self, id: str) -> None:
        """Its file is deleted by another program; what was done to it stays in the journal."""
        os.unlink(self.store.memories.path(id))
        self.gone[id] = self.life.pop(id)

    def open_again(self) -> None:
        self.store = Store(self.store.root)

    def seen(self) -> dict[str, tuple[str, str, bool]]:
        """What the files say, and where they are."""
        return {
            id: (place, memory.content.summary, memory.pinned)
            for place, folder in (
                ("memories", self.store.memories),
                ("archive", self.store.archive),
            )
            for id in folder.ids()
            for memory in [folder.read(id).value]
        }

    def agrees(self, now: datetime) -> None:
        """Whether the store says what the model does."""
        memories = {memory.id: memory for memory in memories_at(self.store, now)}
        assert sorted(memories) == self.ids()
        assert self.store.archive.ids() == self.ids("archive")
        for id, memory in memories.items():
            assert is_as_modelled(memory, self.life[id], now), (memory, self.life[id])

    def is_sound(self, now: datetime) -> None:
        """Whether doctor finds nothing, and nothing lies about."""
        assert not litter(self.store.root)
        report = doctor(self.store, now)
        assert report.findings == (), report.findings


def is_as_modelled(memory: Memory, kept: Kept, now: datetime) -> bool:
    initial, last, count = kept.numbers(now)
    return (
        memory.content.summary == kept.summary
        and memory.pinned == kept.pinned
        and isclose(memory.strength.initial, initial, rel_tol=1e-12)
        and memory.strength == strength_from(memory.strength.initial, last, count)
    )


# crashes


@contextmanager
def as_it_was(root: str) -> Iterator[None]:
    """The store's files are afterwards what they were; its lock and its clone's id stay."""
    copy = f"{root}-before"
    _copied(root, copy)
    try:
        yield
    finally:
        for name in FOLDERS:
            shutil.rmtree(os.path.join(root, name), ignore_errors=True)
        _copied(copy, root)
        shutil.rmtree(copy)


def _copied(source: str, target: str) -> None:
    for name in FOLDERS:
        if os.path.isdir(os.path.join(source, name)):
            shutil.copytree(os.path.join(source, name), os.path.join(target, name))


def in_process(work: Callable[[], Any], killed_at: int = 0) -> Any:
    """What a child process answers; killed before its nth change of the system, it is None."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if killed_at:
                sys.setprofile(_killer(killed_at))
            answer = pickle.dumps(work())
            sys.setprofile(None)
            os.write(writer, answer)
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        said = file.read()
    os.waitpid(child, 0)
    return pickle.loads(said) if said else None


def _killer(nth: int) -> Callable[[FrameType, str, Any], None]:
    left = nth

    def watch(frame: FrameType, event: str, called: Any) -> None:
        nonlocal left
        if event == "c_call" and called.__module__ == "posix" and called.__name__ in CHANGES:
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    return watch


# merges

Stand = tuple[str, str]
"""The folder that a file is in, and its text."""


def merged_into(ours: str, theirs: str, base: str, tmp: Path) -> None:
    """Merge as git would: each log has one writer, each file what one side made of it, or both.

    A file that one side took away stays where the other changed it.
    """
    _take_logs(theirs, ours)
    for name in _names(ours) | _names(theirs) | _names(base):
        was, here, there = (_stand(root, name) for root in (base, ours, theirs))
        if here in (was, there):
            made = there
        else:
            made = here if there == was else _both_changed(was, here, there, tmp)
        for folder in MEMORIES:
            path = Path(ours, folder, name)
            if made is None or made[0] != folder:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(exist_ok=True)
                path.write_text(made[1])


def _both_changed(was: Stand | None, here: Stand | None, there: Stand | None, tmp: Path) -> Stand:
    if here is None or there is None:
        kept = here or there
        assert kept
        return kept
    (before, old), (place, mine), (other, yours) = was or ("", ""), here, there
    paths = [str(tmp / f"{name}.toml") for name in ("base", "ours", "theirs")]
    for path, text in zip(paths, (old, mine, yours), strict=True):
        Path(path).write_text(text)
    merge_files(*paths, str(tmp / "x.toml"), 7)
    return other if place == before else place, Path(paths[1]).read_text()


def _names(root: str) -> set[str]:
    return {path.name for folder in MEMORIES for path in Path(root, folder).glob("*.toml")}


def _stand(root: str, name: str) -> Stand | None:
    paths = [Path(root, folder, name) for folder in MEMORIES]
    return next(((path.parent.name, path.read_text()) for path in paths if path.exists()), None)


def _take_logs(source: str, target: str) -> None:
    for path in Path(source, "journal").rglob("*.jsonl"):
        copy = Path(target) / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if not copy.exists() or copy.stat().st_size < path.stat().st_size:
            shutil.copyfile(path, copy)


def take_uses(side: Side, other: Side) -> None:
    """The uses of what one side has lost count where the other still has it."""
    for id, kept in other.gone.items():
        if id in side.life:
            side.life[id].uses |= kept.uses
            side.life[id].dead |= kept.dead


def merged_lives(base: Life, ours: Life, theirs: Life, there_now: Set[str]) -> Life:
    """What both lives come to: of each fact what one side made of it; all uses of both.

    What both changed, and differently, is None: either will do. Of what one side deleted, the
    files tell whether the other had changed it.
    """
    made = {}
    for id in {**ours, **theirs}:
        was, here, there = (life.get(id) for life in (base, ours, theirs))
        if here is None or there is None:
            kept = here or there
            assert kept
            if was is None or id in there_now:
                made[id] = kept
            continue
        old = was or here
        made[id] = Kept(
            _place(old, here, there),
            _either(old.summary, here.summary, there.summary),
            _either(old.pinned, here.pinned, there.pinned),
            here.opened,
            here.uses | there.uses,
            here.dead | there.dead,
        )
    return made


def _place(was: Kept, here: Kept, there: Kept) -> Any:
    """Where both sides moved it, the last act says, which the files show."""
    if min(here.moves, there.moves) > was.moves and here.place != there.place:
        return None
    return _either(was.place, here.place, there.place)


def _either(was: Any, here: Any, there: Any) -> Any:
    if here in (was, there):
        return there
    return here if there == was else None
