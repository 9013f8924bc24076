"""The changes of an event's feelings and of long moods, feeling by feeling (003 §3, §5)."""

from __future__ import annotations

from bisect import bisect_left

from memento_cli.actions.memory.reading import readable_entries
from memento_cli.core.events.mood import PERSON, felt_in, latest_felt, mood_moved_by, moods_after
from memento_cli.core.facts.states import MOOD, single_id
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.memory.record_kinds import EVENTS, STATES, ref_of
from memento_cli.core.memory.refs import person_key
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from memento_cli.core.events.mood import Felt, Mood
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

    Side = dict[str, Any] | None


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
