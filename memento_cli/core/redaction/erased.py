"""Which memory an `erased` line means, where others have had its id: by lines, and by files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memento_cli.core.git.id_conflict import PARTED, former_ids
from memento_cli.core.journal.event_types import ADOPTION, ERASED, RECORDED, UNDONE
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.time.when import iso

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

HASHED, FORMER, CREATED, OPENINGS, ALSO = "words", "former", "created", "openings", "also"
"""In a line's `more`: the salted hash of what was erased, those of what it had said before and of
what it was imported from, when it was created, the lines by which it was recorded; and, in the line
of an id that a merge would give it, the id that it had."""
Erasures = Mapping[str, Sequence[JournalEntry]]
"""The lines that tell of erasures, by the id."""


def hashes_in(line: JournalEntry) -> list[str]:
    """The salted hashes of all that an erased memory has said, and of what it was imported from."""
    former = line.more.get(FORMER)
    known = [line.more.get(HASHED), *(former if isinstance(former, list) else [])]
    return [hash for hash in known if isinstance(hash, str)]


def openings_of(lines: Sequence[JournalEntry], created: str) -> list[str]:
    """The lines by which a memory was recorded, of all under its id; `created` as `iso` says it.

    Where two clones have recorded two memories under one id, only that of its own moment.
    """
    moved = _moved(lines)
    there = [line for line in lines if line.act == RECORDED and line.id not in moved]
    its = [line.id for line in there if _opened(line) == created]
    return its or [line.id for line in there]


def others(lines: Sequence[JournalEntry], erased: Erasures) -> list[JournalEntry]:
    """The lines by which other memories were recorded under these ids, which no merge has parted.

    Whoever erased did not know of them. What only was adopted has been recorded by nobody. Of an
    erasure that does not say which lines recorded its memory, those of its moment did.
    """
    moved = _moved(lines)
    return [
        line
        for line in lines
        if line.act == RECORDED
        and line.via != ADOPTION
        and line.id not in moved
        and line.memory in erased
        and not any(_is_told(line, each) for each in erased[line.memory])
    ]


def lines_of(
    lines: Sequence[JournalEntry], writers: Mapping[str, str], erased: Erasures
) -> list[JournalEntry]:
    """The lines that are about erased memories.

    `lines` are all that are about these ids, and about those that they had before a parting;
    `writers` who wrote each. What a writer did after it had recorded another memory under the id
    was done to that one. What a parting took back is about the memory with the id that it gave.
    """
    moved = _moved(lines)
    since = [(line.memory, writers[line.id], line.id) for line in others(lines, erased)]
    return [
        line
        for line in lines
        if line.act != ERASED
        and (
            moved[line.id] in erased
            if line.id in moved
            else line.memory in erased and not _is_since(line, writers[line.id], since)
        )
    ]


def formers(lines: Iterable[JournalEntry], erased: Erasures) -> dict[str, set[str]]:
    """The ids that erased memories had before merges gave them theirs, each with those.

    By the lines of the partings; and by how such an id is made, since two of one moment are given
    theirs without a line.
    """
    found: dict[str, set[str]] = {}
    for line in lines:
        if (fresh := str(line.more.get(PARTED))) in erased:
            found.setdefault(line.memory, set()).add(fresh)
    for id, told in erased.items():
        for created in {str(line.more.get(CREATED)) for line in told}:
            for former in former_ids(id, created):
                found.setdefault(former, set()).add(id)
    return found


def is_its_file(
    created: str, words: str, told: Sequence[JournalEntry], lines: Sequence[JournalEntry]
) -> bool:
    """Whether a file with an erased id is of the memory that was erased.

    By its moment, as `iso` says it, or by the hash of its words; of two memories of one moment, by
    the words alone. A version that has neither is, too, where the memory was recorded and the
    `lines` tell of no other: what people make by hand nobody has recorded.
    """
    moments = {_opened(line) for line in _strangers(lines, told)}
    known = [id for line in told if isinstance(ids := line.more.get(OPENINGS), list) for id in ids]
    recorded = any(line.id in known and line.via != ADOPTION for line in lines)
    return (recorded and not moments) or any(
        line.more.get(HASHED) == words
        or line.more.get(CREATED) in (None, created if created not in moments else "")
        for line in told
    )


def _strangers(lines: Sequence[JournalEntry], told: Sequence[JournalEntry]) -> list[JournalEntry]:
    """The lines that recorded other memories than those erased, which have this id or once had it.

    Under an id that only a merge would give, there may be one that was recorded in the same moment
    under the id that both had.
    """
    own = [line for line in told if ALSO not in line.more]
    recordings = [line for line in lines if line.act == RECORDED]  # of those parted since, too
    strangers = others(recordings, {line.memory: own for line in own})
    for line in told:
        if ALSO in line.more:
            there = others(recordings, {str(line.more[ALSO]): [line]})
            strangers += [each for each in there if _opened(each) == line.more.get(CREATED)]
    return strangers


def _is_told(opening: JournalEntry, told: JournalEntry) -> bool:
    known = told.more.get(OPENINGS)
    if isinstance(known, list) and known:
        return opening.id in known
    return told.more.get(CREATED) in (None, _opened(opening))


def _is_since(line: JournalEntry, writer: str, since: Collection[tuple[str, str, str]]) -> bool:
    return any(
        line.memory == memory and writer == other and line.id >= first
        for memory, other, first in since
    )


def _moved(lines: Iterable[JournalEntry]) -> dict[str, str]:
    """The id that a parting gave, by the lines that it took back."""
    return {
        line.undoes: str(line.more[PARTED])
        for line in lines
        if line.act == UNDONE and PARTED in line.more
    }


def _opened(line: JournalEntry) -> str:
    """When what a line recorded was created: its strength counts from then."""
    return iso(line.strength.last_reinforced) if line.strength else ""
