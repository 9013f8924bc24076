"""Two memories that two clones recorded under one id, and the entries that part them.

The older keeps the id. The other gets one derived from its creation, so that every merging clone
gives it the same. The entries of both are under the one id; those of the other's writer are
repeated under the new id and undone under the old.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from memento_cli.core.journal.event_types import (
    ADOPTION,
    ERASED,
    LEAVES,
    RECORDED,
    RESTORED,
    UNDONE,
)
from memento_cli.core.journal.history import MEMENTO, JournalEntry, millis_of, original, taken_back
from memento_cli.core.journal.line_ids import RANDOM_BITS, line_id
from memento_cli.core.memory.ids import with_suffix
from memento_cli.core.time.when import iso

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.memory.memory import Link

LINKS = "memory.links"
MOVES = (*LEAVES, RESTORED, RECORDED)
PARTED = "parted"
"""In an undoing entry's `more`: the id under which the undone entry is repeated."""


def other_id(id: str, created: str) -> str:
    """The new id of the memory that loses its own, derived from `created` as in its file."""
    from hashlib import blake2s

    return with_suffix(id, blake2s(f"{id} {created}".encode(), digest_size=4).digest())


def former_ids(id: str, created: str) -> Iterator[str]:
    """The ids that a memory had before merges gave it new ones, the last first."""
    shared = id.rpartition("-")[0]
    while shared and other_id(shared, created) == id:
        yield shared
        id, shared = shared, shared.rpartition("-")[0]


def parting_entries(
    lines: Sequence[JournalEntry],
    writers: Mapping[str, str],
    created: datetime,
    fresh: str,
    asking: str = "",
) -> list[JournalEntry]:
    """The entries that move those of the memory created then to the id `fresh`; [] if they were.

    `lines` are all entries of the shared id, `writers` has the writer of each. What the memory's
    writer did since its recording was done to it, except erasures, which are of an id. After a
    parting only this writer, as `asking`, may add entries, when it first learns of the new id; its
    later acts are on the memory that kept the old id.
    """
    recordings = recordings_of(lines, created, fresh)
    recording_writers = {writers[line.id] for line in recordings}
    if (
        len(recording_writers) != 1
        or len({writers[line.id] for line in lines if _is_recording(line)}) < 2
    ):
        return []
    (writer,), first = recording_writers, min(line.id for line in recordings)
    if writer != asking and any(line.more.get(PARTED) == fresh for line in lines):
        return []
    undone = {line.undoes for line in lines if line.via == ADOPTION}
    moved = [
        line
        for line in lines
        if writers[line.id] == writer
        and line.id >= first
        and line.via != ADOPTION
        and line.act != ERASED
        and line.id not in undone
    ]
    ids = {line.id: _derived_id(line, fresh) for line in lines if line.id >= first}
    return [entry for line in moved for entry in _moved_entries(line, ids, fresh)]


def recordings_of(
    lines: Sequence[JournalEntry], created: datetime, fresh: str
) -> list[JournalEntry]:
    """The entries that may have recorded the memory created then, whose id is `fresh` now.

    Several memories may have been created at one moment, but an entry that a parting has given to
    one of them is of no other.
    """
    parted_ids = {line.undoes: line.more.get(PARTED) for line in lines if line.via == ADOPTION}
    recordings = [line for line in lines if _is_recording(line) and _created_in(line) == created]
    own = [line for line in recordings if parted_ids.get(line.id) == fresh]
    return own or [line for line in recordings if line.id not in parted_ids]


def entry_of_link(lines: Iterable[JournalEntry], link: Link) -> JournalEntry | None:
    """The memory's entry that added a link to it: the last that did, or its recording."""
    newest_first = sorted(lines, key=lambda line: line.id, reverse=True)
    with_link = (line for line in newest_first if _has_link(line, "after", link))
    adding_it = (line for line in with_link if not _has_link(line, "before", link))
    return next(chain(adding_it, filter(_is_recording, newest_first)), None)


def _has_link(line: JournalEntry, side: str, link: Link) -> bool:
    values = line.text.get(side)
    links = values.get(LINKS) if isinstance(values, Mapping) else None
    return isinstance(links, list) and {"rel": link.rel, "target": link.target} in links


def _is_recording(line: JournalEntry) -> bool:
    return line.act == RECORDED and line.strength is not None


def _created_in(line: JournalEntry) -> datetime | None:
    return line.strength.last_reinforced if line.strength else None


def is_parted(lines: Sequence[JournalEntry]) -> bool:
    """Whether the entries of two memories under one id were parted."""
    return any(
        line.via == ADOPTION and (PARTED in line.more or line.act != RECORDED) for line in lines
    )


def _moved_entries(
    line: JournalEntry, ids: Mapping[str, str], fresh: str
) -> tuple[JournalEntry, JournalEntry]:
    copy = line._replace(
        id=ids[line.id], memory=fresh, via=ADOPTION, undoes=ids.get(line.undoes, line.undoes)
    )
    more = {"undid": line.act, PARTED: fresh}
    undoing = JournalEntry(
        _derived_id(line, "-"), line.at, UNDONE, line.memory, MEMENTO, ADOPTION,
        undoes=line.id, more=more,
    )  # fmt: skip
    return copy, undoing


def _derived_id(line: JournalEntry, of: str) -> str:
    from hashlib import blake2s

    digest = blake2s(f"{line.id} {of}".encode(), digest_size=RANDOM_BITS // 8).digest()
    return line_id(millis_of(line.at), int.from_bytes(digest))


def was_archived(lines: Sequence[JournalEntry]) -> bool:
    """Whether the last act that moved a memory, undos included, put it into the archive."""
    by_id = {line.id: line for line in lines}
    undone = taken_back(lines)
    own = [line for line in lines if line.id not in undone and not _is_derived(line)]
    for line in sorted(own, key=lambda line: line.id, reverse=True):
        line, forward = original(line, by_id)
        if line.act in MOVES:
            return (line.act in LEAVES) == forward
    return False


def _is_derived(line: JournalEntry) -> bool:
    """Whether an entry is no act of its own: an adoption, or an undo by a parting.

    What a parting repeats under a new id is an act.
    """
    return line.via == ADOPTION and (line.act == RECORDED or PARTED in line.more)


def lost_memories(lines: Sequence[JournalEntry], ids: Collection[str]) -> list[str]:
    """The creation times of memories recorded under one id that have no file.

    `lines` are the entries of the id. The oldest memory keeps it, the others have derived ids.
    """
    openings = [line for line in lines if line.act == RECORDED and line.via != ADOPTION]
    created = sorted({iso(line.strength.last_reinforced) for line in openings if line.strength})
    return [text for text in created[1:] if other_id(lines[0].memory, text) not in ids]
