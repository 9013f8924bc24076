"""Files that a merge left half done, and memories that it left in two places."""

from __future__ import annotations

from contextlib import suppress

from memento_cli.actions.checkup.findings import fixable, found
from memento_cli.actions.checkup.repair import rewriting, without_repeats
from memento_cli.actions.checkup.whole import MendedFile, as_memory, is_resolved, made_whole
from memento_cli.actions.git.id_conflict import are_two, folder_of, part, put_in_place, tell_decided
from memento_cli.core.git.id_conflict import was_archived
from memento_cli.errors import BadData, Conflict
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import read_regular
from memento_cli.store.records.loaded import Broken
from memento_cli.store.toml.merge import Sides, sides, unmarked
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.records.loaded import LoadedRecord

ADVICE = "a merge left it so; --fix mends it and keeps the old text beside it (.orig)"
MARKED = "has git's conflict markers in its text"
FIX_BOTH = "--fix makes them one, or gives them two ids, and keeps the old texts (.orig)"
COMPARE = "compare them, keep one: `memento log ID` tells what was done"


def merge_case(
    store: Store,
    collection: Collection[Memory],
    this: LoadedRecord[Memory] | Broken,
    lines: Sequence[JournalEntry],
    now: datetime,
) -> Repairable | None:
    """A file that a merge left half done, if it can be made whole.

    Git's markers inside a text of several lines leave a file that can be read; it is one, too.
    """
    broken = isinstance(this, Broken)
    path = this.problem.where if isinstance(this, Broken) else collection.path(this.id)
    problems = this.problem.problems if isinstance(this, Broken) else [MARKED]
    try:
        raw = read_regular(path, SIZE_LIMIT)
        text = raw.decode("utf-8-sig")
    except (BadData, OSError, UnicodeDecodeError):
        return None
    pair = sides(text)
    twice = are_two(store, this.id, pair, lines)
    whole = made_whole(collection, this.id, pair, lines, are_two=twice)
    if whole is None and broken:
        other = (without_repeats(text), unmarked(text) if pair is None else None)
        sound = (made for made in other if made and _is_sound(collection, this.id, made))
        whole = next(map(MendedFile, sound), None)
    if whole is None:
        return None

    def mend(made: MendedFile = whole) -> None:
        with store.lock.held():
            is_placed = is_resolved(collection, made)
            other = "" if is_placed else _place_other(store, collection, made, now)
            rewriting(store, path, raw, made.text.encode(), keep=True)()
            _finish(store, this.id, made, other, now)

    case = fixable(path, "; ".join(problems), ADVICE, mend, _after(whole))
    return case._replace(first=whole.other is None)  # its links may lead to what gets another id


def double_cases(
    store: Store,
    here: Mapping[str, str],
    away: Mapping[str, str],
    lines: Mapping[str, Sequence[JournalEntry]],
    now: datetime,
) -> list[Repairable]:
    """Memories that are in the archive, too: one clone moved them while another changed them."""
    both = sorted(here.keys() & away.keys())
    return [_double_case(store, id, here[id], away[id], lines.get(id, []), now) for id in both]


class _Double(NamedTuple):
    """A memory in both folders: the bytes by their paths, what it becomes, and what goes."""

    raws: dict[str, bytes]
    whole: MendedFile
    stays: str
    gone: str

    @property
    def differs(self) -> bool:
        return self.raws[self.stays] != self.raws[self.gone]


def _double_case(
    store: Store, id: str, path: str, archived: str, lines: Sequence[JournalEntry], now: datetime
) -> Repairable:
    this = _double(store, id, path, archived, lines)
    if this is None:
        return found(archived, f"is in memories, too: {path}", COMPARE)

    def mend() -> None:
        with store.lock.held():  # what was mended before may have changed one of them
            told = store.journal.lines(id).lines
            _mend_double(store, id, _double(store, id, path, archived, told), now)

    problem = f"is in memories, too{', and differs' if this.differs else ''}: {path}"
    advice = FIX_BOTH if this.differs else f"--fix removes {this.gone}"
    return fixable(archived, problem, advice, mend, _after(this.whole))


def _double(
    store: Store, id: str, path: str, archived: str, lines: Sequence[JournalEntry]
) -> _Double | None:
    """How the two files can become one, or two memories; None if they cannot."""
    try:
        raws = {place: read_regular(place, SIZE_LIMIT) for place in (path, archived)}
        ours, theirs = (raw.decode("utf-8-sig") for raw in raws.values())
    except (BadData, OSError, UnicodeDecodeError):
        return None
    pair = Sides(ours, theirs, None)
    whole = made_whole(store.memories, id, pair, lines, are_two=are_two(store, id, pair, lines))
    if whole is None:
        return None
    in_archive = whole.kept == "theirs" if whole.other else was_archived(lines)
    stays, gone = (archived, path) if in_archive else (path, archived)
    return _Double(raws, whole, stays, gone)


def _mend_double(store: Store, id: str, this: _Double | None, now: datetime) -> None:
    if this is None:
        raise Conflict(f"{id} cannot be made one", COMPARE)
    gone, stays, raws = this.gone, this.stays, this.raws
    other = _place_other(store, folder_of(store, gone), this.whole, now)
    rewriting(store, stays, raws[stays], this.whole.text.encode(), keep=this.differs)()
    rewriting(store, gone, raws[gone], None, keep=this.differs)()
    _finish(store, id, this.whole, other, now)


def _after(whole: MendedFile) -> str:
    keys = ", ".join(key.removeprefix("memory.") for key in whole.decided.after)
    return f"both sides had changed {keys}: `memento undo` takes the other words" if keys else ""


def _place_other(
    store: Store, collection: Collection[Memory], whole: MendedFile, now: datetime
) -> str:
    """Give the other of two memories a file; the id that it has there."""
    if not whole.other:
        return ""
    id, text = whole.other
    return put_in_place(store, collection, id, Sides(text, "", None), now)


def _finish(store: Store, id: str, whole: MendedFile, other: str, now: datetime) -> None:
    if other:
        with suppress(BadData):  # its file is the next to be mended, and then it gets its lines
            part(store, other, now)
    tell_decided(store, id, whole, now)


def _is_sound(collection: Collection[Memory], id: str, text: str) -> bool:
    try:
        as_memory(collection, id, text)
    except BadData:
        return False
    return True
