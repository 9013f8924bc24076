"""Two memories that two clones recorded under one id, and the lines that tell them apart again.

The older keeps the id. The other gets one that follows from when it was made, so that every clone
that merges gives it the same. The journal's lines of both stand under the one id; those that the
other's writer wrote are repeated under the new id and taken back under the old.
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
from memento_cli.core.journal.history import MEMENTO, JournalEntry, millis_of, taken_back
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
"""What a line that takes another back has in it: the id under which that is repeated."""


def other_id(id: str, created: str) -> str:
    """The id of the memory that does not keep its own, from when it was created, as its file says.

    Derived, so that every clone that merges gives the same.
    """
    from hashlib import blake2s

    return with_suffix(id, blake2s(f"{id} {created}".encode(), digest_size=4).digest())


def former_ids(id: str, created: str) -> Iterator[str]:
    """The ids that a memory had before merges gave it its own, the last one first."""
    shared = id.rpartition("-")[0]
    while shared and other_id(shared, created) == id:
        yield shared
        id, shared = shared, shared.rpartition("-")[0]


def parted(
    lines: Sequence[JournalEntry],
    writers: Mapping[str, str],
    created: datetime,
    fresh: str,
    asking: str = "",
) -> list[JournalEntry]:
    """The lines that give the memory created then the id `fresh`; none if it has its own already.

    `lines` are all of the id that two memories had, `writers` who wrote each. What its writer did
    from its recording on was done to it, but for an erasure, which names an id for ever. Once it
    has been parted, only this writer can tell that: it is the one `asking`, when it first hears of
    the new id. All it does later is done to the memory that kept the old one.
    """
    its = recordings_of(lines, created, fresh)
    who = {writers[line.id] for line in its}
    if len(who) != 1 or len({writers[line.id] for line in lines if _opens(line)}) < 2:
        return []
    (writer,), first = who, min(line.id for line in its)
    if writer != asking and any(line.more.get(PARTED) == fresh for line in lines):
        return []
    taken = {line.undoes for line in lines if line.via == ADOPTION}
    moved = [
        line
        for line in lines
        if writers[line.id] == writer
        and line.id >= first
        and line.via != ADOPTION
        and line.act != ERASED
        and line.id not in taken
    ]
    ids = {line.id: _derived(line, fresh) for line in lines if line.id >= first}
    return [made for line in moved for made in _moved(line, ids, fresh)]


def recordings_of(
    lines: Sequence[JournalEntry], created: datetime, fresh: str
) -> list[JournalEntry]:
    """The lines that may have recorded the memory created then, which has the id `fresh` now.

    Of several memories that clones made at one moment the day does not tell which is whose; but
    what a parting has given to one of them is no other's.
    """
    given = {line.undoes: line.more.get(PARTED) for line in lines if line.via == ADOPTION}
    its = [line for line in lines if _opens(line) and _clock(line) == created]
    own = [line for line in its if given.get(line.id) == fresh]
    return own or [line for line in its if line.id not in given]


def line_of_link(lines: Iterable[JournalEntry], link: Link) -> JournalEntry | None:
    """The line that gave a memory a link: the last that tells of it, or its recording.

    `lines` are the memory's.
    """
    known = sorted(lines, key=lambda line: line.id, reverse=True)
    told = (line for line in known if _says(line, "after", link))
    fresh = (line for line in told if not _says(line, "before", link))
    return next(chain(fresh, filter(_opens, known)), None)


def _says(line: JournalEntry, side: str, link: Link) -> bool:
    said = line.text.get(side)
    links = said.get(LINKS) if isinstance(said, Mapping) else None
    return isinstance(links, list) and {"rel": link.rel, "target": link.target} in links


def _opens(line: JournalEntry) -> bool:
    return line.act == RECORDED and line.strength is not None


def _clock(line: JournalEntry) -> datetime | None:
    return line.strength.last_reinforced if line.strength else None


def is_parted(lines: Sequence[JournalEntry]) -> bool:
    """Whether lines of two memories stood under one id once, and were told apart."""
    return any(
        line.via == ADOPTION and (PARTED in line.more or line.act != RECORDED) for line in lines
    )


def _moved(
    line: JournalEntry, ids: Mapping[str, str], fresh: str
) -> tuple[JournalEntry, JournalEntry]:
    copy = line._replace(
        id=ids[line.id], memory=fresh, via=ADOPTION, undoes=ids.get(line.undoes, line.undoes)
    )
    told = {"undid": line.act, PARTED: fresh}
    back = JournalEntry(
        _derived(line, "-"), line.at, UNDONE, line.memory, MEMENTO, ADOPTION,
        undoes=line.id, more=told,
    )  # fmt: skip
    return copy, back


def _derived(line: JournalEntry, of: str) -> str:
    from hashlib import blake2s

    digest = blake2s(f"{line.id} {of}".encode(), digest_size=RANDOM_BITS // 8).digest()
    return line_id(millis_of(line.at), int.from_bytes(digest))


def was_archived(lines: Sequence[JournalEntry]) -> bool:
    """Whether the last act that moved a memory, undos included, put it into the archive."""
    by_id = {line.id: line for line in lines}
    parted = taken_back(lines)
    own = [line for line in lines if line.id not in parted and not _is_derived(line)]
    for line in sorted(own, key=lambda line: line.id, reverse=True):
        forward, seen = True, set[str]()
        while line.act == UNDONE and line.undoes in by_id and line.id not in seen:
            seen.add(line.id)
            line, forward = by_id[line.undoes], not forward
        if line.act in MOVES:
            return (line.act in LEAVES) == forward
    return False


def _is_derived(line: JournalEntry) -> bool:
    """Whether a line tells of no act: an adoption, or what a parting took back.

    What a parting repeats under a new id tells of one.
    """
    return line.via == ADOPTION and (line.act == RECORDED or PARTED in line.more)


def lost_of(lines: Sequence[JournalEntry], ids: Collection[str]) -> list[str]:
    """When those memories were created that were recorded under one id, and that no file has.

    `lines` are the id's; the oldest memory has it, the others another one each, if they have one.
    """
    openings = [line for line in lines if line.act == RECORDED and line.via != ADOPTION]
    created = sorted({iso(line.strength.last_reinforced) for line in openings if line.strength})
    return [text for text in created[1:] if other_id(lines[0].memory, text) not in ids]
