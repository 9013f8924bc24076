"""Texts that a merge left in conflict, made whole without loss.

A memory between git's markers is merged key by key. Where both sides changed a key, the later
change by the journal wins. Two memories under one id become two.
"""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.actions.checkup.findings import without_repeats
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
    """A file made whole, the change decided between its two sides, and the name and text of another
    memory or record that was in it, and has no file yet.

    `kept`: which of two memories keeps the id, "ours" or "theirs". `renamed`: git took the other
    memory, which has its own id, for a renaming of this one.
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
    entries: Sequence[JournalEntry],
    *,
    are_two: bool = False,
) -> MendedFile | None:
    """The file that two sides of a merge become; None without sides, or if one cannot be read.

    `entries` are the journal's of its id; `are_two`: they are known to be two memories.
    """
    if pair is None:
        return None
    try:
        pair = pair._replace(ours=readable_side(pair.ours), theirs=readable_side(pair.theirs))
        ours, theirs = (document_of(side, id) for side in (pair.ours, pair.theirs))
        ids = [value_at(side.data, ID) for side in (ours, theirs)]
        swapped = ids[0] != ids[1] and id in ids  # git took one memory for another, renamed
        own = {entry.id for entry in entries if entry.act == RECORDED and entry.via != ADOPTION}
        twice = differs_in_words(ours.data, theirs.data) and len(own - taken_back(entries)) > 1
        if swapped or are_two or twice or is_another(ours.data, theirs.data):
            ours_stay = ids[0] == id if swapped else comes_first(ours.data, theirs.data)
            first, second = (ours, theirs) if ours_stay else (theirs, ours)
            other = (str(value_at(second.data, ID)), second.text)
            other = other if swapped else renamed(id, second)
            kept = "ours" if ours_stay else "theirs"
            whole = MendedFile(first.text, other=other, kept=kept, renamed=swapped)
            as_memory(collection, *other)
        else:
            whole = decided(pair, ours, theirs, entries)
        as_memory(collection, id, whole.text)
        return whole
    except (BadData, BadId, Conflict, RecursionError):
        return None


def readable_side(text: str) -> str:
    """A side without the conflict inside it, or the repeated keys, that a merge by lines left."""
    inner = sides(text)
    if inner:
        merged = merged_text(inner.base, readable_side(inner.ours), readable_side(inner.theirs))
        pair = sides(merged.text) if merged.apart else None
        return pair.ours if pair else merged.text
    try:
        loaded(text)
        return text
    except (ValueError, RecursionError):
        return without_repeats(text) or text


def as_memory(collection: Collection[Memory], id: str, text: str) -> Document:
    """A text as the file of the memory with this id; BadData if it cannot be that."""
    document = document_of(text, id)
    collection.codec.value(id, document.data)
    if document.data["memory"]["id"] != id:
        raise BadData(id, ["has another id"])
    return document


def is_sound(collection: Collection[Memory], id: str, text: str) -> bool:
    """Whether a text can be the file of the memory with this id."""
    try:
        as_memory(collection, id, text)
    except BadData:
        return False
    return True


def is_resolved(collection: Collection[Memory], whole: MendedFile) -> bool:
    """Whether the memory that git took for this one has a valid file of its own: a person or an
    earlier repair resolved it, and that is newer than the copy here."""
    if not (whole.other and whole.renamed):
        return False
    text = bytes_of(collection.path(whole.other[0])).decode("utf-8-sig", "replace")
    return is_sound(collection, whole.other[0], text)


def renamed(id: str, document: Document) -> tuple[str, str]:
    """A new id for the memory that does not keep its own, and its text with that id."""
    fresh = other_id(id, str(value_at(document.data, CREATED)))
    return fresh, edited(document, {ID: fresh})


def decided(
    pair: Sides, ours: Document, theirs: Document, entries: Sequence[JournalEntry]
) -> MendedFile:
    """One text of two sides; a key that both changed gets the value last set by the journal."""
    merged = merged_text(pair.base, pair.ours, pair.theirs)
    resolved = sides(merged.text)
    if not merged.apart or resolved is None:
        return MendedFile(merged.text)
    chosen, rejected = {}, {}
    for path in merged.apart:
        both = [value_at(document.data, path) for document in (ours, theirs)]
        winner = _last_edited(path, both, entries)
        if winner is None:
            winner = int(_age(theirs.data) > _age(ours.data))
        chosen[path], rejected[path] = both[winner], both[1 - winner]
    changes = {path: REMOVED if value is None else value for path, value in chosen.items()}
    document = parsed(resolved.ours.encode(), "")
    return MendedFile(edited(document, changes), Change(_by_key(rejected), _by_key(chosen)))


def _last_edited(path: Path, both: Sequence[Any], entries: Sequence[JournalEntry]) -> int | None:
    """The side whose value of a key is the one that the journal's last edit of it set, 0 or 1;
    None if neither is."""
    key = ".".join(map(key_text, path))
    for entry in sorted(entries, key=lambda entry: (entry.at, entry.id), reverse=True):
        after = _values_after(entry)
        if key in after:
            values = [plain(value) for value in both]
            if after[key] in values:
                return values.index(after[key])
    return None


def _values_after(entry: JournalEntry) -> Mapping[str, Any]:
    """The values that an act gave to keys; of an act that created the file, all of its keys."""
    if entry.act == MADE:
        try:
            return flat(loaded(str(entry.text.get(FILE, ""))))
        except ValueError:
            return {}
    after = entry.text.get("after")
    return after if isinstance(after, Mapping) else {}


def _age(data: Mapping[str, Any]) -> tuple[str, str]:
    """The newest entry in a side's `memory.log`; a tie is decided alike on every clone."""
    log = value_at(data, ("memory", "log"))
    entries = log if isinstance(log, list) else []
    times = [str(entry.get("timestamp", "")) for entry in entries if isinstance(entry, Mapping)]
    return max(times, default=""), repr(sorted(flat(data).items()))


def _by_key(values: Mapping[Path, Any]) -> dict[str, Any]:
    return {".".join(map(key_text, path)): plain(value) for path, value in values.items()}
