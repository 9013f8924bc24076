"""Which memory an `erased` entry means, where others have had its id: by entries, and by files."""

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
"""Keys in an entry's `more`: the salted hash of the erased text, those of its former texts and of
the text that it was imported from, when it was created, the ids of the entries that recorded it;
and, in the entry of an id that a merge would give it, the id that it had."""
Erasures = Mapping[str, Sequence[JournalEntry]]
"""The `erased` entries by id."""


def hashes_in(entry: JournalEntry) -> list[str]:
    """The salted hashes of all texts of an erased memory, and of what it was imported from."""
    former = entry.more.get(FORMER)
    hashes = [entry.more.get(HASHED), *(former if isinstance(former, list) else [])]
    return [hash for hash in hashes if isinstance(hash, str)]


def opening_ids(entries: Sequence[JournalEntry], created: str) -> list[str]:
    """The ids of the entries that recorded a memory, of all entries under its id.

    If two clones recorded two memories under one id, only the entry of its own moment. `created`
    is its moment as `iso` formats it.
    """
    parted = _parted(entries)
    openings = [entry for entry in entries if entry.act == RECORDED and entry.id not in parted]
    own = [entry.id for entry in openings if _created_in(entry) == created]
    return own or [entry.id for entry in openings]


def other_openings(entries: Sequence[JournalEntry], erased: Erasures) -> list[JournalEntry]:
    """The entries that recorded other memories under the erased ids, not parted by a merge.

    The clone that erased did not know of them. An adoption is not a recording. If an erasure does
    not list the entries that recorded its memory, those of its moment did.
    """
    parted = _parted(entries)
    return [
        entry
        for entry in entries
        if entry.act == RECORDED
        and entry.via != ADOPTION
        and entry.id not in parted
        and entry.memory in erased
        and not any(_is_opening_of(entry, erasure) for erasure in erased[entry.memory])
    ]


def erased_entries_of_memories(
    entries: Sequence[JournalEntry], writers: Mapping[str, str], erased: Erasures
) -> list[JournalEntry]:
    """The entries about erased memories.

    `entries` are all about the erased ids and about their ids before a parting; `writers` has the
    writer of each. What a writer did after it had recorded another memory under the id was done to
    that one. What a parting undid is about the memory with the new id.
    """
    parted = _parted(entries)
    openings = [
        (entry.memory, writers[entry.id], entry.id) for entry in other_openings(entries, erased)
    ]
    return [
        entry
        for entry in entries
        if entry.act != ERASED
        and (
            parted[entry.id] in erased
            if entry.id in parted
            else entry.memory in erased and not _is_since(entry, writers[entry.id], openings)
        )
    ]


def former_ids_of(entries: Iterable[JournalEntry], erased: Erasures) -> dict[str, set[str]]:
    """The erased ids by the ids that their memories had before a merge gave them new ones.

    Found by the entries of the partings, and by how such an id is formed, since two memories of
    one moment get theirs without an entry.
    """
    ids_by_former: dict[str, set[str]] = {}
    for entry in entries:
        if (new_id := str(entry.more.get(PARTED))) in erased:
            ids_by_former.setdefault(entry.memory, set()).add(new_id)
    for id, erasures in erased.items():
        for created in {str(entry.more.get(CREATED)) for entry in erasures}:
            for former in former_ids(id, created):
                ids_by_former.setdefault(former, set()).add(id)
    return ids_by_former


def is_its_file(
    created: str, text_hash: str, erasures: Sequence[JournalEntry], entries: Sequence[JournalEntry]
) -> bool:
    """Whether a file with an erased id is of the erased memory.

    It is recognised by its moment `created`, as `iso` formats it, or by the salted hash of its
    text; of two memories of one moment, by the hash alone. A file with neither counts as well if
    the memory was recorded and the entries record no other: files made by hand have no entry.
    """
    other_moments = {_created_in(entry) for entry in _openings_of_others(entries, erasures)}
    openings = [
        id for entry in erasures if isinstance(ids := entry.more.get(OPENINGS), list) for id in ids
    ]
    recorded = any(entry.id in openings and entry.via != ADOPTION for entry in entries)
    return (recorded and not other_moments) or any(
        entry.more.get(HASHED) == text_hash
        or entry.more.get(CREATED) in (None, created if created not in other_moments else "")
        for entry in erasures
    )


def _openings_of_others(
    entries: Sequence[JournalEntry], erasures: Sequence[JournalEntry]
) -> list[JournalEntry]:
    """The entries that recorded other memories than the erased, which have this id or once had it.

    Under an id that only a merge would give, there may be one recorded in the same moment under
    the id that both had.
    """
    own = [entry for entry in erasures if ALSO not in entry.more]
    recordings = [entry for entry in entries if entry.act == RECORDED]  # of those parted since, too
    openings = other_openings(recordings, {entry.memory: own for entry in own})
    for entry in erasures:
        if ALSO in entry.more:
            candidates = other_openings(recordings, {str(entry.more[ALSO]): [entry]})
            openings += [
                opening for opening in candidates if _created_in(opening) == entry.more.get(CREATED)
            ]
    return openings


def _is_opening_of(opening: JournalEntry, erasure: JournalEntry) -> bool:
    openings = erasure.more.get(OPENINGS)
    if isinstance(openings, list) and openings:
        return opening.id in openings
    return erasure.more.get(CREATED) in (None, _created_in(opening))


def _is_since(entry: JournalEntry, writer: str, openings: Collection[tuple[str, str, str]]) -> bool:
    return any(
        entry.memory == memory and writer == other and entry.id >= first
        for memory, other, first in openings
    )


def _parted(entries: Iterable[JournalEntry]) -> dict[str, str]:
    """The id that a parting gave, by the id of each entry that it undid."""
    return {
        entry.undoes: str(entry.more[PARTED])
        for entry in entries
        if entry.act == UNDONE and PARTED in entry.more
    }


def _created_in(entry: JournalEntry) -> str:
    """When the memory that an entry recorded was created, from which its strength is computed."""
    return iso(entry.strength.last_reinforced) if entry.strength else ""
