"""Texts that a merge left half done, made whole without loss.

A memory in git's markers is merged key by key. Where both sides changed one key, the journal tells
who did so last. Two memories under one id become two.
"""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.actions.checkup.repair import without_repeats
from memento_cli.core.git.id_conflict import other_id
from memento_cli.core.git.merging import CREATED, ID, comes_first, differs_in_words, is_another
from memento_cli.core.journal.event_types import ADOPTION, RECORDED
from memento_cli.core.journal.event_types import CREATED as MADE
from memento_cli.core.journal.history import taken_back
from memento_cli.core.journal.proposal_entries import FILE
from memento_cli.errors import BadData, BadId, Conflict
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.redaction.files import bytes_of
from memento_cli.store.toml.changes import Change, flat, plain
from memento_cli.store.toml.merge import document_of, merged_text, sides
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.reader import loaded
from memento_cli.store.toml.splice import REMOVED, edited
from memento_cli.store.toml.writer import key_text, value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.core.git.merging import Path
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.toml.merge import Sides
    from memento_cli.store.toml.parse import Document


class MendedFile(NamedTuple):
    """A file made whole, what was decided in it between two sides, and another memory, by id.

    `kept`: where two memories were found, whether "ours" or "theirs" has the id still. `renamed`:
    git took the other for this one, renamed; it has its own id.
    """

    text: str
    decided: Change = Change({}, {})
    other: tuple[str, str] | None = None
    kept: str = ""
    renamed: bool = False


def made_whole(
    collection: Collection[Memory],
    id: str,
    pair: Sides | None,
    lines: Sequence[JournalEntry],
    *,
    are_two: bool = False,
) -> MendedFile | None:
    """What two sides of a merge become; None if there are none, or one cannot be read.

    `lines` are those of its id in the journal; `are_two`: they are known to be two memories.
    """
    if pair is None:
        return None
    try:
        pair = pair._replace(ours=readable_side(pair.ours), theirs=readable_side(pair.theirs))
        ours, theirs = (document_of(side, id) for side in (pair.ours, pair.theirs))
        ids = [value_at(side.data, ID) for side in (ours, theirs)]
        if ids[0] != ids[1] and id in ids:  # git took one memory for another, renamed
            second = ours if ids[1] == id else theirs
            other = str(value_at(second.data, ID)), second.text
            both = _two_memories(ours, theirs, other, ids[0] == id)
            return _checked(collection, id, both._replace(renamed=True))
        twice = differs_in_words(ours.data, theirs.data) and _recorded_twice(lines)
        if are_two or twice or is_another(ours.data, theirs.data):
            older = comes_first(ours.data, theirs.data)
            other = renamed(id, theirs if older else ours)
            return _checked(collection, id, _two_memories(ours, theirs, other, older))
        return _checked(collection, id, decided(pair, ours, theirs, lines))
    except (BadData, BadId, Conflict, RecursionError):
        return None


def _recorded_twice(lines: Sequence[JournalEntry]) -> bool:
    """Whether the journal tells of two memories with this id, which no merge has parted yet."""
    own = {line.id for line in lines if line.act == RECORDED and line.via != ADOPTION}
    return len(own - taken_back(lines)) > 1


def readable_side(text: str) -> str:
    """A side without what a merge by lines left in it: a conflict inside, and doubled keys."""
    inner = sides(text)
    if inner:
        made = merged_text(inner.base, readable_side(inner.ours), readable_side(inner.theirs))
        pair = sides(made.text) if made.apart else None
        return pair.ours if pair else made.text
    try:
        loaded(text)
        return text
    except (ValueError, RecursionError):
        return without_repeats(text) or text


def _checked(collection: Collection[Memory], id: str, whole: MendedFile) -> MendedFile:
    as_memory(collection, id, whole.text)
    if whole.other:
        as_memory(collection, *whole.other)
    return whole


def as_memory(collection: Collection[Memory], id: str, text: str) -> Document:
    """A text as the file of the memory with this id; BadData if it cannot be that."""
    document = document_of(text, id)
    collection.codec.value(id, document.data)
    if document.data["memory"]["id"] != id:
        raise BadData(id, ["has another id"])
    return document


def is_resolved(collection: Collection[Memory], whole: MendedFile) -> bool:
    """Whether the memory that git took for this one has a file that says so: somebody resolved it,
    or an earlier repair did. What it says there is newer than what the merge left here."""
    if not (whole.other and whole.renamed):
        return False
    there = bytes_of(collection.path(whole.other[0])).decode("utf-8-sig", "replace")
    try:
        as_memory(collection, whole.other[0], there)
    except BadData:
        return False
    return True


def renamed(id: str, document: Document) -> tuple[str, str]:
    """The id of the memory that does not keep its own, and its text with that."""
    fresh = other_id(id, str(value_at(document.data, CREATED)))
    return fresh, edited(document, {ID: fresh})


def _two_memories(
    ours: Document, theirs: Document, other: tuple[str, str], ours_keeps: bool
) -> MendedFile:
    first, kept = (ours, "ours") if ours_keeps else (theirs, "theirs")
    return MendedFile(first.text, other=other, kept=kept)


def decided(
    pair: Sides, ours: Document, theirs: Document, lines: Sequence[JournalEntry]
) -> MendedFile:
    """One text of two sides; what both changed is as the journal's `lines` say that it was last."""
    made = merged_text(pair.base, pair.ours, pair.theirs)
    resolved = sides(made.text)
    if not made.apart or resolved is None:
        return MendedFile(made.text)
    taken, left = {}, {}
    for path in made.apart:
        both = [value_at(document.data, path) for document in (ours, theirs)]
        winner = _last_edited(path, both, lines)
        if winner is None:
            winner = _newer(ours.data, theirs.data)
        taken[path], left[path] = both[winner], both[1 - winner]
    changes = {path: REMOVED if value is None else value for path, value in taken.items()}
    document = parsed(resolved.ours.encode(), "")
    return MendedFile(edited(document, changes), Change(_told(left), _told(taken)))


def _last_edited(path: Path, both: Sequence[Any], lines: Sequence[JournalEntry]) -> int | None:
    """The side that has what the last edit in the journal made of a key."""
    key = ".".join(map(key_text, path))
    for line in sorted(lines, key=lambda line: (line.at, line.id), reverse=True):
        after = _said_after(line)
        if key in after:
            values = [plain(value) for value in both]
            if after[key] in values:
                return values.index(after[key])
    return None


def _said_after(line: JournalEntry) -> Mapping[str, Any]:
    """What an act made keys say, by their paths: of one that made the file, all of them."""
    if line.act == MADE:
        try:
            return flat(loaded(str(line.text.get(FILE, ""))))
        except ValueError:
            return {}
    after = line.text.get("after")
    return after if isinstance(after, Mapping) else {}


def _newer(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> int:
    """The side with the newer entry in its log; of equal ones the same on every clone."""
    return int(_age(theirs) > _age(ours))


def _age(data: Mapping[str, Any]) -> tuple[str, str]:
    log = value_at(data, ("memory", "log"))
    entries = log if isinstance(log, list) else []
    times = [str(entry.get("timestamp", "")) for entry in entries if isinstance(entry, Mapping)]
    return max(times, default=""), repr(sorted(flat(data).items()))


def _told(values: Mapping[Path, Any]) -> dict[str, Any]:
    return {".".join(map(key_text, path)): plain(value) for path, value in values.items()}
