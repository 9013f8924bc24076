"""Feelings in journal entries, and which of them is in force.

An entry with the act `felt` is about an event; its words are in `text`, the numbers in `more`.
"""

from __future__ import annotations

from memento_cli.core.events.affect import (
    AXES,
    CONFIDENCE,
    LABELS,
    TEXT,
    Affect,
    axis_in,
    cleaned_labels,
    confidence_in,
)
from memento_cli.core.journal.event_types import FELT
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.memory.refs import person_key, stored_ref
from memento_cli.core.security.trust import USER, act_trust
from memento_cli.core.time.when import iso, stored_moment
from memento_cli.errors import BadTime
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from typing import Any

    from memento_cli.core.events.events import Event
    from memento_cli.core.journal.history import JournalEntry


MOMENT, PERSON = "moment", "person"


class Felt(NamedTuple):
    """A feeling in an entry: the event, its time, the person, and the feeling.

    `told` is when the entry was written, `line` its id, `trust` that of its writer.
    """

    event: str
    moment: datetime
    person: str
    affect: Affect
    told: datetime
    line: str
    trust: str = USER


def felt_texts(affect: Affect) -> dict[str, Any]:
    """The `text` of a feeling's entry."""
    return {TEXT: affect.text, LABELS: list(affect.labels)}


def felt_numbers(affect: Affect, event: Event, person: str) -> dict[str, Any]:
    """The `more` of a feeling's entry: the numbers, the event's time, and the person."""
    numbers = {**affect.vad._asdict(), CONFIDENCE: affect.confidence}
    return numbers | {MOMENT: iso(event.at), PERSON: person}


def felt_in(entry: JournalEntry) -> Felt | None:
    """The feeling in an entry; None if it has none, or no time or person.

    An erased one has no words. Numbers out of range are clamped, since anybody may have written the
    entry.
    """
    event, person = event_in(entry.memory), entry.more.get(PERSON)
    if entry.act != FELT or not event or not isinstance(person, str) or not person:
        return None
    try:
        moment = stored_moment(str(entry.more.get(MOMENT)))
    except BadTime:
        return None
    affect, trust = _affect_in(entry), act_trust(entry.via)
    return Felt(event, moment, stored_ref(person), affect, entry.at, entry.id, trust)


def _affect_in(entry: JournalEntry) -> Affect:
    text = entry.text.get(TEXT)
    valence, arousal, dominance = (axis_in(entry.more.get(axis)) for axis in AXES)
    return Affect(
        valence,
        arousal,
        dominance,
        labels=cleaned_labels(entry.text.get(LABELS)),
        text=text if isinstance(text, str) else "",
        confidence=confidence_in(entry.more.get(CONFIDENCE)),
    )


def latest_felt(felt: Iterable[Felt]) -> list[Felt]:
    """The last feeling of each event and person, in the order of the events' times.

    The result does not depend on the order of the entries. The last is the one with the greatest
    id, not the latest date: otherwise one entry under a wrong clock would hide all later ones.
    """
    newest: dict[tuple[str, str], Felt] = {}
    for feeling in sorted(felt, key=_line_id):
        newest[feeling.event, person_key(feeling.person)] = feeling
    return sorted(newest.values(), key=_when_felt)


def by_person(felt: Iterable[Felt]) -> dict[str, list[Felt]]:
    """The feelings by person (`person_key`), in their order."""
    feelings: dict[str, list[Felt]] = {}
    for feeling in felt:
        feelings.setdefault(person_key(feeling.person), []).append(feeling)
    return feelings


def _line_id(felt: Felt) -> str:
    return felt.line


def _when_felt(felt: Felt) -> tuple[datetime, str]:
    return felt.moment, felt.line
