"""Files that a merge left half done, and memories that it left in two places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from memento_cli.actions.checkup.findings import Case, fixable, found
from memento_cli.actions.checkup.logs import was_archived
from memento_cli.actions.checkup.parting import part, put_in_place, tell_decided
from memento_cli.actions.checkup.repair import rewriting, without_repeats
from memento_cli.actions.checkup.whole import Whole, as_memory, made_whole
from memento_cli.core.history import Line
from memento_cli.core.memory import Memory
from memento_cli.errors import BadData
from memento_cli.store.collection import Broken, Collection, Found
from memento_cli.store.files import read_regular
from memento_cli.store.merge import Sides, sides
from memento_cli.store.store import Store
from memento_cli.store.toml import SIZE_LIMIT

ADVICE = "a merge left it so; --fix mends it and keeps the old text beside it (.orig)"
MARKED = "has git's conflict markers in its text"
FIX_BOTH = "--fix makes them one, or gives them two ids, and keeps the old texts (.orig)"
COMPARE = "compare them, keep one: `memento log ID` tells what was done"


def merge_case(
    store: Store,
    collection: Collection[Memory],
    this: Found[Memory] | Broken,
    lines: Sequence[Line],
    now: datetime,
) -> Case | None:
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
    whole = made_whole(collection, this.id, sides(text), lines)
    if whole is None and broken:
        once = without_repeats(text)
        whole = Whole(once) if once is not None and _is_sound(collection, this.id, once) else None
    if whole is None:
        return None

    def mend(made: Whole = whole) -> None:
        with store.lock.held():
            _place_other(store, collection, made, now)
            rewriting(store, path, raw, made.text.encode(), keep=True)()
            _finish(store, this.id, made, now)

    return fixable(path, "; ".join(problems), ADVICE, mend, _after(whole))


def double_cases(
    store: Store,
    here: Mapping[str, str],
    away: Mapping[str, str],
    lines: Mapping[str, Sequence[Line]],
    now: datetime,
) -> list[Case]:
    """Memories that are in the archive, too: one clone moved them while another changed them."""
    both = sorted(here.keys() & away.keys())
    return [_double_case(store, id, here[id], away[id], lines.get(id, []), now) for id in both]


def _double_case(
    store: Store, id: str, path: str, archived: str, lines: Sequence[Line], now: datetime
) -> Case:
    places = (path, archived)
    try:
        raws = {place: read_regular(place, SIZE_LIMIT) for place in places}
        texts = {place: raw.decode("utf-8-sig") for place, raw in raws.items()}
    except (BadData, OSError, UnicodeDecodeError):
        return found(archived, f"is in memories, too: {path}", COMPARE)
    whole = made_whole(store.memories, id, Sides(texts[path], texts[archived], None), lines)
    differs = raws[path] != raws[archived]
    problem = f"is in memories, too{', and differs' if differs else ''}: {path}"
    if whole is None:
        return found(archived, problem, COMPARE)
    stays = archived if was_archived(lines) else path
    if whole.other:
        stays = next(place for place in places if texts[place] == whole.text)
    (gone,) = raws.keys() - {stays}

    def mend() -> None:
        with store.lock.held():
            _place_other(store, store.memories if gone == path else store.archive, whole, now)
            rewriting(store, stays, raws[stays], whole.text.encode(), keep=differs)()
            rewriting(store, gone, raws[gone], None, keep=differs)()
            _finish(store, id, whole, now)

    advice = FIX_BOTH if differs else f"--fix removes {gone}"
    return fixable(archived, problem, advice, mend, _after(whole))


def _after(whole: Whole) -> str:
    keys = ", ".join(key.removeprefix("memory.") for key in whole.decided.after)
    return f"both sides had changed {keys}: `memento undo` takes the other words" if keys else ""


def _place_other(store: Store, collection: Collection[Memory], whole: Whole, now: datetime) -> None:
    if whole.other:
        id, text = whole.other
        put_in_place(store, collection, id, Sides(text, "", None), now)


def _finish(store: Store, id: str, whole: Whole, now: datetime) -> None:
    if whole.other:
        part(store, whole.other[0], now)
    tell_decided(store, id, whole, now)


def _is_sound(collection: Collection[Memory], id: str, text: str) -> bool:
    try:
        as_memory(collection, id, text)
    except BadData:
        return False
    return True
