"""A memory as it was at a moment: its document now, with later acts taken back.

Its strength then is that of the fold (`history`), by the law in the document of then. As in the
fold, an act that was undone counts as never done, whatever its time.
"""

from __future__ import annotations

from datetime import datetime

from memento_cli.core.journal.event_types import (
    ADOPTION,
    CONTENT,
    LEAVES,
    RECORDED,
    RESTORED,
    UNDONE,
)
from memento_cli.core.journal.history import MEMENTO, distinct, original, taken_back, undone_ids
from memento_cli.core.security.secret_checks import allowed_in, without_secrets
from memento_cli.core.security.secret_marks import REDACTION_END, secret_names, texts_in
from memento_cli.named_tuple import NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry


HERE, ARCHIVED = "memories", "archive"
"""The places of a memory."""
BY_HAND, OLDER, LATER, TAKEN = (
    "changed by hand",
    "older than the journal",
    "recorded later",
    "taken out of the journal",
)
"""Why a memory may have been different from what the journal tells."""
M = TypeVar("M", datetime, int)


class StateThen(NamedTuple):
    """A memory at a moment: its flat document (path → value), and its place.

    `doubts` are reasons why it may have been different, or absent.
    """

    keys: Mapping[str, Any]
    place: str
    doubts: tuple[str, ...] = ()


class Reach(NamedTuple):
    """The limits of a store's history at a moment.

    `doubts` are the memories that may have been different, each with why; `later` counts memories
    that were dated earlier but recorded only after the moment, and are left out; `gone` are the
    memories of then without a file now.
    """

    doubts: Mapping[str, str] = {}
    later: int = 0
    gone: tuple[str, ...] = ()


def state_then(
    document: Mapping[str, Any], place: str, entries: Iterable[JournalEntry], moment: datetime
) -> StateThen:
    """A memory at a moment, from its document now (path → value), its place and its entries."""
    entries = distinct(entries)
    acts = in_force(entries)
    keys, doubts_of_keys = _keys_at(document, acts, moment, allowed_in(entries))
    place, doubts_of_place = _place_at(place, acts, moment)
    doubts = dict.fromkeys(
        [*doubts_of_keys, *doubts_of_place, unknown_at(moment, *_known_since(entries))]
    )
    return StateThen(keys, place, tuple(filter(None, doubts)))


def unknown_at(moment: M, recorded: M | None, known: M | None) -> str:
    """Why the journal does not know a memory at a moment; empty if it does.

    `recorded` is when the journal has it recorded, `known` is its first entry.
    """
    if recorded is not None and recorded > moment:
        return LATER
    return OLDER if known is None or known > moment else ""


def place_of_lost(entries: Iterable[JournalEntry], moment: datetime) -> str:
    """The place of a memory that has no file now; empty if it was not recorded by then."""
    entries = distinct(entries)
    recorded, _ = _known_since(entries)
    if recorded is None or recorded > moment:
        return ""
    acts = in_force(entries)
    if not any(entry.act == RECORDED for entry in acts):
        return ARCHIVED  # the recording was undone
    moves = (entry.act for entry in acts if entry.at <= moment and _destination_of(entry.act))
    return _destination_of([RESTORED, *moves][-1])


def in_force(entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    """The acts that were not undone, in the order in which files were changed.

    An act that was undone and then redone has the place of the redo.
    """
    by_id, last_id = {entry.id: entry for entry in entries}, dict[str, str]()
    for entry in entries:
        act, _ = original(entry, by_id)
        last_id[act.id] = max(last_id.get(act.id, ""), entry.id)
    undone = undone_ids(entries)
    acts = [entry for entry in entries if entry.act != UNDONE and entry.id not in undone]
    return sorted(acts, key=lambda entry: last_id[entry.id])


def _known_since(entries: Sequence[JournalEntry]) -> tuple[datetime | None, datetime | None]:
    """When a memory was recorded, if the journal has that, and when the journal's first entry of
    it is."""
    foreign = taken_back(entries)
    own = [
        entry
        for entry in entries
        if entry.id not in foreign  # an adoption only records what a file said when it was met
        and (entry.act, entry.via, entry.by) != (RECORDED, ADOPTION, MEMENTO)
    ]
    recorded = (entry.at for entry in own if entry.act == RECORDED)
    return min(recorded, default=None), min((entry.at for entry in own), default=None)


def _keys_at(
    document: Mapping[str, Any],
    acts: Sequence[JournalEntry],
    moment: datetime,
    allowed: Collection[str],
) -> tuple[dict[str, Any], list[str]]:
    """The document at a moment, and doubts: later acts are taken back, the newest first.

    Where a key does not have the value that an act left there, somebody changed it by hand.
    """
    keys, settled, doubts = dict(document), set[str](), list[str]()
    names = secret_names(document)
    for entry in reversed(acts):
        if entry.act not in CONTENT:
            continue
        before, after = entry.side("before"), entry.side("after")
        if entry.at > moment and not entry.text.keys() & {"before", "after"}:
            doubts.append(TAKEN)
        for key in after.keys() - settled:
            value = keys.get(key)
            # the journal lacks secrets that were not allowed
            if after[key] not in (value, without_secrets(value, allowed, key, names)):
                doubts.append(BY_HAND)
            if entry.at > moment:
                keys[key] = before.get(key)
            else:
                settled.add(key)
    changed = {key: value for key, value in keys.items() if value != document.get(key)}
    if any(REDACTION_END in text for _, text in texts_in(changed)):
        doubts.append(TAKEN)
    return {key: value for key, value in keys.items() if value is not None}, doubts


def _place_at(place: str, acts: Sequence[JournalEntry], moment: datetime) -> tuple[str, list[str]]:
    """The place at a moment, and a doubt if somebody moved the file by hand."""
    for entry in reversed(acts):
        into = _destination_of(entry.act)
        if into and entry.at <= moment:
            return place, [] if place == into else [BY_HAND]
        if into:
            place = HERE if into == ARCHIVED else ARCHIVED
    return place, []


def _destination_of(act: str) -> str:
    return ARCHIVED if act in LEAVES else HERE if act == RESTORED else ""
