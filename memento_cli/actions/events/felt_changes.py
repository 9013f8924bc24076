"""What each feeling changed: the feeling of its event, and somebody's long mood (003 §3, §5)."""

from __future__ import annotations

from bisect import bisect_left

from memento_cli.actions.memory.reading import readable_entries
from memento_cli.core.events.felt import PERSON, felt_in, in_force
from memento_cli.core.events.mood import moods_after, moved
from memento_cli.core.facts.states import MOOD, single_id
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.memory.record_kinds import EVENTS, STATES, ref_of
from memento_cli.core.memory.refs import person_key
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from memento_cli.core.events.felt import Felt
    from memento_cli.core.events.mood import Mood
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

    Side = dict[str, Any] | None


DIGITS = 4
"""So many digits a computed number is told with."""


class Change(NamedTuple):
    """What a line changed: the keys that differ, as they were before and after it.

    `undone` if an undo in force took it back.
    """

    line: JournalEntry
    before: Side
    after: Side
    undone: bool = False


def affect_changes(lines: Sequence[JournalEntry]) -> Iterator[Change]:
    """How each feeling replaced the one that the same person had told before; of the lines about
    one event. Of what was erased nothing is told."""
    dead = undone_ids(lines)
    now: dict[str, Side] = {}
    for line in lines:
        felt = felt_in(line)
        if felt:
            key = person_key(felt.person)
            after = _affect_told(felt)
            yield Change(line, *_differing(now.get(key), after), line.id in dead)
            if line.id not in dead:
                now[key] = after


def mood_changes(store: Store, ref: str) -> Iterator[Change]:
    """How each feeling moved the mood that a reference names, in the order in which they were
    told; none, if it names no mood.

    Each is seen at its own moment, after those in force of before it: so they agree with how the
    mood moved, and one that is told late is told where it belongs.
    """
    lines = distinct(readable_entries(store, store.journal.under(EVENTS)))
    dead = undone_ids(lines)
    told = [(line, felt) for line in lines if (felt := felt_in(line))]
    told = [(line, felt) for line, felt in told if mood_ref(felt.person) == ref]
    steps = moods_after(in_force(felt for line, felt in told if line.id not in dead))
    places = {felt.event: felt.line for felt, _ in steps}
    for line, felt in told:
        place = felt.moment, places.get(felt.event, felt.line)
        nth = bisect_left(steps, place, key=lambda step: (step[0].moment, step[0].line))
        before = steps[nth - 1][1] if nth else None
        after = moved(before, felt.moment, felt.affect.vad, felt.affect.confidence)
        yield Change(line, *_differing(_mood_told(before), _mood_told(after)), line.id in dead)


def mood_refs(store: Store) -> set[str]:
    """The reference of each mood that something felt has moved, whether or not it has words."""
    lines = readable_entries(store, store.journal.under(EVENTS))
    return {mood_ref(felt.person) for line in lines if (felt := felt_in(line))}


def mood_ref(person: str) -> str:
    """How a journal line names somebody's long mood."""
    return ref_of(STATES, single_id(person, MOOD))


def _affect_told(felt: Felt) -> Side:
    affect = felt.affect
    if not affect.text:
        return None
    return {
        f"affect.{key}": said for key, said in {**affect._asdict(), PERSON: felt.person}.items()
    }


def _mood_told(mood: Mood | None) -> Side:
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
    """What was there before and after, without what is the same in both."""
    if before is None or after is None:
        return before, after
    keys = [key for key in after if before.get(key) != after[key]]
    return {key: before.get(key) for key in keys}, {key: after[key] for key in keys}
