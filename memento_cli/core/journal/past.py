"""A memory as it was at a moment: its document now, with what was done since taken back.

Its strength then is the fold's (`history`), by the law that stood in the document then. As there,
what was undone counts as never done, whatever its time.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from memento_cli.core.journal.event_types import (
    ADOPTION,
    CONTENT,
    LEAVES,
    RECORDED,
    RESTORED,
    UNDONE,
)
from memento_cli.core.journal.history import MEMENTO, distinct, taken_back, undone_ids
from memento_cli.core.security.allowances import allowed_in
from memento_cli.core.security.secret_checks import without_secrets
from memento_cli.core.security.secret_marks import TAKEN_OUT, secret_names, texts_in
from memento_cli.named_tuple import NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from typing import Any

    from memento_cli.core.journal.history import (
        JournalEntry,
    )


HERE, ARCHIVED = "memories", "archive"
"""Where a memory can be."""
BY_HAND, OLDER, LATER, TAKEN = (
    "changed by hand",
    "older than the journal",
    "recorded later",
    "taken out of the journal",
)
"""Why a memory may have said something else than history tells."""
M = TypeVar("M", datetime, int)


class Then(NamedTuple):
    """A memory at a moment: what its document said, flat, and where it was.

    `doubts` are why it may have been otherwise, or not at all.
    """

    keys: Mapping[str, Any]
    place: str
    doubts: tuple[str, ...] = ()


class Reach(NamedTuple):
    """Where the history of a store does not reach, at a moment.

    `doubts` are the memories that may have said something else, each with why; `later` counts those
    of an earlier date that were recorded only after it, and left out for that; `gone` were there
    then, and have no file any more.
    """

    doubts: Mapping[str, str] = {}
    later: int = 0
    gone: tuple[str, ...] = ()


def then_of(
    here: Mapping[str, Any], place: str, lines: Iterable[JournalEntry], moment: datetime
) -> Then:
    """A memory at a moment, from its document now (path → value), its place and its lines."""
    lines = distinct(lines)
    acts = in_force(lines)
    keys, unlike = _keys_then(here, acts, moment, allowed_in(lines))
    place, moved = _place_then(place, acts, moment)
    doubts = dict.fromkeys([*unlike, *moved, unknown_at(moment, *_known_since(lines))])
    return Then(keys, place, tuple(filter(None, doubts)))


def unknown_at(moment: M, recorded: M | None, known: M | None) -> str:
    """Why the journal does not know of a memory at a moment; nothing, if it does.

    `recorded` is when the journal saw it recorded, `known` since when it knows anything of it.
    """
    if recorded is not None and recorded > moment:
        return LATER
    return OLDER if known is None or known > moment else ""


def place_of_lost(lines: Iterable[JournalEntry], moment: datetime) -> str:
    """Where a memory was that has no file any more; nowhere, if it was not recorded by then."""
    lines = distinct(lines)
    recorded, _ = _known_since(lines)
    if recorded is None or recorded > moment:
        return ""
    acts = in_force(lines)
    if not any(line.act == RECORDED for line in acts):
        return ARCHIVED  # the recording was undone
    moves = (line.act for line in acts if line.at <= moment and _put_in(line.act))
    return _put_in([RESTORED, *moves][-1])


def in_force(lines: Sequence[JournalEntry]) -> list[JournalEntry]:
    """The acts that nobody took back, in the order in which files saw them.

    One that was taken back and then done again stands where it was done again.
    """
    by_id, last = {line.id: line for line in lines}, dict[str, str]()
    for line in lines:
        act, seen = line, set[str]()
        while act.act == UNDONE and act.undoes in by_id and act.id not in seen:
            seen.add(act.id)
            act = by_id[act.undoes]
        last[act.id] = max(last.get(act.id, ""), line.id)
    dead = undone_ids(lines)
    acts = [line for line in lines if line.act != UNDONE and line.id not in dead]
    return sorted(acts, key=lambda line: last[line.id])


def is_adoption(line: JournalEntry) -> bool:
    """Whether a line tells only what a file said when the journal first heard of it."""
    return line.act == RECORDED and line.via == ADOPTION and line.by == MEMENTO


def _known_since(lines: Sequence[JournalEntry]) -> tuple[datetime | None, datetime | None]:
    """When a memory was recorded, if the journal saw it, and when the journal first knew of it."""
    others = taken_back(lines)
    own = [line for line in lines if line.id not in others and not is_adoption(line)]
    recorded = (line.at for line in own if line.act == RECORDED)
    return min(recorded, default=None), min((line.at for line in own), default=None)


def _keys_then(
    here: Mapping[str, Any],
    acts: Sequence[JournalEntry],
    moment: datetime,
    allowed: Collection[str],
) -> tuple[dict[str, Any], list[str]]:
    """What stood under each key: the newest acts are taken back first, up to one of then or before.

    Where a key does not say what an act made it say, somebody else has changed it.
    """
    said, settled, doubts = dict(here), set[str](), list[str]()
    names = secret_names(here)
    for line in reversed(acts):
        if line.act not in CONTENT:
            continue
        before, after = _told(line, "before"), _told(line, "after")
        if line.at > moment and not line.text.keys() & {"before", "after"}:
            doubts.append(TAKEN)
        for key in after.keys() - settled:
            if not _says(said.get(key), after[key], key, allowed, names):
                doubts.append(BY_HAND)
            if line.at > moment:
                said[key] = before.get(key)
            else:
                settled.add(key)
    changed = {key: value for key, value in said.items() if value != here.get(key)}
    if any(TAKEN_OUT in text for _, text in texts_in(changed)):
        doubts.append(TAKEN)
    return {key: value for key, value in said.items() if value is not None}, doubts


def _place_then(
    place: str, acts: Sequence[JournalEntry], moment: datetime
) -> tuple[str, list[str]]:
    """Where it was, and whether somebody has moved it since an act did."""
    for line in reversed(acts):
        into = _put_in(line.act)
        if into and line.at <= moment:
            return place, [] if place == into else [BY_HAND]
        if into:
            place = HERE if into == ARCHIVED else ARCHIVED
    return place, []


def _put_in(act: str) -> str:
    """Where an act puts a memory; nowhere, if it moves none."""
    return ARCHIVED if act in LEAVES else HERE if act == RESTORED else ""


def _told(line: JournalEntry, side: str) -> Mapping[str, Any]:
    keys = line.text.get(side)
    return keys if isinstance(keys, Mapping) else {}


def _says(
    value: Any, told: Any, key: str, allowed: Collection[str], names: Collection[str]
) -> bool:
    """Whether a key says what the journal told of it, which has no secret that nobody allowed."""
    return bool(value == told or without_secrets(value, allowed, key, names) == told)
