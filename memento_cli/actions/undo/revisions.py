"""revisions: each change, with what stood there before and after it (document 003 §3)."""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.actions.events.felt_changes import (
    Change,
    affect_changes,
    mood_changes,
    mood_refs,
)
from memento_cli.actions.facts.records import table_entry_of
from memento_cli.actions.memory.reading import is_journalled, journal_entries
from memento_cli.core.journal.event_types import ADDS, CREATED, EVIDENCE, REMOVED, TAKES
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.journal.proposal_entries import FILE
from memento_cli.core.memory.ids import matching, the_one
from memento_cli.core.memory.record_kinds import FOLDERS, STATES, event_in, held, ref_of
from memento_cli.errors import BadData, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from memento_cli.actions.events.felt_changes import Side
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

    Sides = tuple[Side, Side]

NO_REASON = "(no reason)"


class Revision(NamedTuple):
    """One change: the keys that changed as they were before and after.

    Before it was made there was nothing, and after it was removed there is nothing: None. So of
    what was erased, on both sides. `undone` if an undo in force took it back.
    """

    at: datetime
    act: str
    ref: str
    by: str
    reason: str
    evidence: tuple[str, ...]
    before: Side
    after: Side
    id: str
    undone: bool = False


def revisions_of(store: Store, ref: str) -> list[Revision]:
    """Every change of what a reference names, or of a memory's words; the newest first.

    Of an event what it felt like, and of a long mood how each feeling moved it, too.
    """
    entries = distinct(journal_entries(store, ref))
    changes = word_changes(entries)
    if event_in(ref):
        changes += affect_changes(entries)
    elif ref.startswith(f"{STATES}/"):
        changes = _joined(changes, list(mood_changes(store, ref)))
    return [_revision(ref, change) for change in _newest_first(changes)]


def word_changes(entries: Iterable[JournalEntry]) -> list[Change]:
    """What lines about one thing changed in words; the newest first."""
    entries = distinct(entries)
    dead = undone_ids(entries)
    told = ((entry, sides) for entry in entries if (sides := _sides(entry)))
    return _newest_first(Change(entry, *sides, entry.id in dead) for entry, sides in told)


def _newest_first(changes: Iterable[Change]) -> list[Change]:
    return sorted(changes, key=lambda change: (change.line.at, change.line.id), reverse=True)


def revised_ref(store: Store, text: str) -> str:
    """What has revisions and is meant by a text: a reference such as `states/alex-facts`, or an id
    or a unique part of one. NotFound, Ambiguous."""
    if event_in(text):
        from memento_cli.actions.events.events import event_named  # most ask of what holds

        return event_named(store, text).ref
    folder, _, part = text.partition("/")
    places = {
        ref_of(name, id): id
        for name in ([folder] if held(text) else FOLDERS)
        for id in store.held(name).ids()
    }
    if not held(text):
        places |= {id: id for id in (*store.memories.ids(), *store.archive.ids())}
    wanted = part if held(text) else text
    if meant := _meant(wanted, places):
        return the_one(text, meant)
    if is_journalled(store, text):
        return text
    if meant := _meant(wanted, {ref: ref.partition("/")[2] for ref in mood_refs(store)}):
        return the_one(text, meant)
    raise NotFound(f"Nothing is called {text}", "`memento log` tells what was changed")


def _meant(text: str, places: Mapping[str, str]) -> list[str]:
    """The references whose ids a text means."""
    ids = set(matching(text, set(places.values())))
    return sorted(ref for ref, id in places.items() if id in ids)


def _joined(words: Iterable[Change], felt: list[Change]) -> list[Change]:
    """Changes of a mood's words and of its numbers; those of one act are one change."""
    found = list[Change]()
    for change in words:
        batch = change.line.batch
        same = next((one for one in felt if batch and one.line.batch == batch), None)
        if same:
            felt.remove(same)
            before = {**(same.before or {}), **(change.before or {})} or None
            after = {**(same.after or {}), **(change.after or {})}
            change = same._replace(before=before, after=after)
        found.append(change)
    return found + felt


def _revision(ref: str, change: Change) -> Revision:
    entry = change.line
    told = entry.more.get(EVIDENCE)
    events = [event_in(entry.memory), *(map(str, told) if isinstance(told, list) else ())]
    return Revision(
        at=entry.at,
        act=entry.act,
        ref=ref,
        by=entry.by,
        reason=str(entry.text.get("reason") or "").strip() or NO_REASON,
        evidence=tuple(dict.fromkeys(filter(None, events))),
        before=change.before,
        after=change.after,
        id=entry.id,
        undone=change.undone,
    )


def _sides(entry: JournalEntry) -> Sides | None:
    """What a line says was there before and after; None if it tells of no change of words."""
    return SIDES[entry.act](entry) if entry.act in SIDES else _changed(entry)


def _changed(entry: JournalEntry) -> Sides | None:
    before, after = entry.text.get("before"), entry.text.get("after")
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return None
    return dict(before), dict(after)


def _made(entry: JournalEntry) -> Sides:
    return None, _file(entry)


def _removed(entry: JournalEntry) -> Sides:
    return _file(entry), None


def _added(entry: JournalEntry) -> Sides:
    return None, _entry(entry)


def _taken(entry: JournalEntry) -> Sides:
    return _entry(entry), None


SIDES: Mapping[str, Callable[[JournalEntry], Sides]] = {
    CREATED: _made,
    REMOVED: _removed,
    **dict.fromkeys(ADDS, _added),
    **dict.fromkeys(TAKES, _taken),
}


def _file(entry: JournalEntry) -> Side:
    """The file that a line has, key by key."""
    text = entry.text.get(FILE)
    if not isinstance(text, str):
        return None
    try:
        return flat(parsed(text.encode(errors="surrogatepass"), entry.memory).data)
    except BadData:
        return None


def _entry(line: JournalEntry) -> Side:
    """The entry of a list that a line is about, key by key."""
    entry = table_entry_of(line)
    return None if entry is None else flat(entry.row, f"{entry.path}.")
