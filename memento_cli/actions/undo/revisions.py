"""revisions: each change with the values before and after it (document 003 §3)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping

from memento_cli.actions.facts.records import table_entry_of
from memento_cli.actions.memory.reading import is_journalled, journal_entries, readable_entries
from memento_cli.core.events.mood import PERSON, felt_in, latest_felt, mood_moved_by, moods_after
from memento_cli.core.facts.states import MOOD, single_id
from memento_cli.core.journal.event_types import ADDS, CREATED, EVIDENCE, REMOVED, TAKES
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.journal.proposal_entries import FILE
from memento_cli.core.memory.ids import matching, the_one
from memento_cli.core.memory.record_kinds import EVENTS, FOLDERS, STATES, event_in, held, ref_of
from memento_cli.core.memory.refs import person_key
from memento_cli.errors import BadData, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.events.mood import Felt, Mood
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

    Side = dict[str, Any] | None
    Sides = tuple[Side, Side]

NO_REASON = "(no reason)"
DIGITS = 4
"""The decimal places of computed numbers."""


class Change(NamedTuple):
    """What an entry changed: the keys that differ, with their values before and after it.

    `undone`: an undo in force took it back.
    """

    line: JournalEntry
    before: Side
    after: Side
    undone: bool = False


class Revision(NamedTuple):
    """One change, with the changed keys before and after.

    `before` is None for a creation, `after` for a removal, both for erased entries. `undone`: an
    undo in force took it back.
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
    """Every change of a record or of a memory's content, the newest first.

    For an event these are its feelings; for a long mood, the effects of feelings are included.
    """
    entries = distinct(journal_entries(store, ref))
    changes = word_changes(entries)
    if event_in(ref):
        changes += affect_changes(entries)
    elif ref.startswith(f"{STATES}/"):
        changes = _with_mood_changes(changes, list(mood_changes(store, ref)))
    return [_revision(ref, change) for change in _newest_first(changes)]


def word_changes(entries: Iterable[JournalEntry]) -> list[Change]:
    """The changes of content in the entries about one memory or record, the newest first."""
    entries = distinct(entries)
    undone = undone_ids(entries)
    changed = ((entry, sides) for entry in entries if (sides := _sides(entry)))
    return _newest_first(Change(entry, *sides, entry.id in undone) for entry, sides in changed)


def _newest_first(changes: Iterable[Change]) -> list[Change]:
    return sorted(changes, key=lambda change: (change.line.at, change.line.id), reverse=True)


def revised_ref(store: Store, text: str) -> str:
    """The id or reference, with revisions, that a text means: a reference such as
    `states/alex-facts`, or an id or a unique part of one. NotFound, Ambiguous."""
    if event_in(text):
        from memento_cli.actions.events.events import event_named  # most texts mean no event

        return event_named(store, text).ref
    folder, _, id_part = text.partition("/")
    places = {
        ref_of(name, id): id
        for name in ([folder] if held(text) else FOLDERS)
        for id in store.held(name).ids()
    }
    if not held(text):
        places |= {id: id for id in (*store.memories.ids(), *store.archive.ids())}
    wanted = id_part if held(text) else text
    if refs := _matching_refs(wanted, places):
        return the_one(text, refs)
    if is_journalled(store, text):
        return text
    if refs := _matching_refs(wanted, {ref: ref.partition("/")[2] for ref in mood_refs(store)}):
        return the_one(text, refs)
    raise NotFound(f"Nothing is called {text}", "`memento log` tells what was changed")


def _matching_refs(text: str, places: Mapping[str, str]) -> list[str]:
    ids = set(matching(text, set(places.values())))
    return sorted(ref for ref, id in places.items() if id in ids)


def _with_mood_changes(word_changes: Iterable[Change], mood_changes: list[Change]) -> list[Change]:
    """The changes of a mood's record and of its computed values; those of one act are joined."""
    changes = list[Change]()
    for change in word_changes:
        batch = change.line.batch
        same = next(
            (candidate for candidate in mood_changes if batch and candidate.line.batch == batch),
            None,
        )
        if same:
            mood_changes.remove(same)
            before = {**(same.before or {}), **(change.before or {})} or None
            after = {**(same.after or {}), **(change.after or {})}
            change = same._replace(before=before, after=after)
        changes.append(change)
    return changes + mood_changes


def _revision(ref: str, change: Change) -> Revision:
    entry = change.line
    evidence = entry.more.get(EVIDENCE)
    events = [event_in(entry.memory), *(map(str, evidence) if isinstance(evidence, list) else ())]
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
    """The values before and after an entry's change; None if it changed no content."""
    if entry.act in (CREATED, *ADDS):
        return None, _file_keys(entry) if entry.act == CREATED else _row_keys(entry)
    if entry.act in (REMOVED, *TAKES):
        return _file_keys(entry) if entry.act == REMOVED else _row_keys(entry), None
    before, after = entry.text.get("before"), entry.text.get("after")
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return None
    return dict(before), dict(after)


def _file_keys(entry: JournalEntry) -> Side:
    """The values of the whole file in an entry, by path; None if it has none, or no valid one."""
    text = entry.text.get(FILE)
    if not isinstance(text, str):
        return None
    try:
        return flat(parsed(text.encode(errors="surrogatepass"), entry.memory).data)
    except BadData:
        return None


def _row_keys(entry: JournalEntry) -> Side:
    """The values of the row of a list that an entry is about, by path."""
    row = table_entry_of(entry)
    return None if row is None else flat(row.row, f"{row.path}.")


def affect_changes(entries: Sequence[JournalEntry]) -> Iterator[Change]:
    """How each feeling replaced the same person's one before it, from the entries about one event;
    an erased feeling has no keys."""
    undone = undone_ids(entries)
    current: dict[str, Side] = {}
    for entry in entries:
        felt = felt_in(entry)
        if felt:
            key = person_key(felt.person)
            after = _affect_keys(felt)
            yield Change(entry, *_differing(current.get(key), after), entry.id in undone)
            if entry.id not in undone:
                current[key] = after


def mood_changes(store: Store, ref: str) -> Iterator[Change]:
    """How each feeling moved the mood with this reference, in the order in which they were
    recorded; none if it names no mood.

    A feeling is applied at its own moment, after the earlier ones in force, however late it was
    recorded: so the changes agree with `mood_history`.
    """
    entries = distinct(readable_entries(store, store.journal.under(EVENTS)))
    undone = undone_ids(entries)
    feelings = [
        (entry, felt)
        for entry in entries
        if (felt := felt_in(entry)) and mood_ref(felt.person) == ref
    ]
    steps = moods_after(latest_felt(felt for entry, felt in feelings if entry.id not in undone))
    lines = {felt.event: felt.line for felt, _ in steps}
    for entry, felt in feelings:
        position = felt.moment, lines.get(felt.event, felt.line)
        nth = bisect_left(steps, position, key=lambda step: (step[0].moment, step[0].line))
        before = steps[nth - 1][1] if nth else None
        after = mood_moved_by(before, felt.moment, felt.affect.vad, felt.affect.confidence)
        sides = _differing(_mood_keys(before), _mood_keys(after))
        yield Change(entry, *sides, entry.id in undone)


def mood_refs(store: Store) -> set[str]:
    """The reference of each mood that has feelings, with or without a text."""
    entries = readable_entries(store, store.journal.under(EVENTS))
    return {mood_ref(felt.person) for entry in entries if (felt := felt_in(entry))}


def mood_ref(person: str) -> str:
    """The reference of a person's long mood in the journal."""
    return ref_of(STATES, single_id(person, MOOD))


def _affect_keys(felt: Felt) -> Side:
    affect = felt.affect
    if not affect.text:
        return None
    values = {**affect._asdict(), PERSON: felt.person}
    return {f"affect.{key}": value for key, value in values.items()}


def _mood_keys(mood: Mood | None) -> Side:
    if mood is None:
        return None
    return {
        "mood.baseline": [round(axis, DIGITS) for axis in mood.baseline],
        "mood.shock": [round(axis, DIGITS) for axis in mood.shock],
        "mood.half_life": mood.half_life,
        "mood.severity": round(mood.severity, DIGITS),
        "mood.at": mood.at,
    }


def _differing(before: Side, after: Side) -> tuple[Side, Side]:
    """Both sides without the keys that are the same in both."""
    if before is None or after is None:
        return before, after
    keys = [key for key in after if before.get(key) != after[key]]
    return {key: before.get(key) for key in keys}, {key: after[key] for key in keys}
