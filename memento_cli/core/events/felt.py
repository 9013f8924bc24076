"""What journal lines tell of feelings, and which of them is in force.

A line with the act `felt` is about an event; its words stand in its text, the numbers beside it.
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
    """A feeling as a line tells it: of which event, when that was, and whose it is.

    `told` is when the line was written, `line` its id, `trust` that of who told it.
    """

    event: str
    moment: datetime
    person: str
    affect: Affect
    told: datetime
    line: str
    trust: str = USER


def words_of(affect: Affect) -> dict[str, Any]:
    """What a line has of a feeling in its text."""
    return {TEXT: affect.text, LABELS: list(affect.labels)}


def numbers_of(affect: Affect, event: Event, person: str) -> dict[str, Any]:
    """What it has beside that: the numbers, the event's own moment, and whose feeling it is."""
    numbers = {**affect.vad._asdict(), CONFIDENCE: affect.confidence}
    return numbers | {MOMENT: iso(event.at), PERSON: person}


def felt_in(line: JournalEntry) -> Felt | None:
    """The feeling that a line tells; None if it tells none, or not of when and of whom.

    Of what was erased no words are left. Numbers out of range are held within it: anybody may have
    written the line.
    """
    event, person = event_in(line.memory), line.more.get(PERSON)
    if line.act != FELT or not event or not isinstance(person, str) or not person:
        return None
    try:
        moment = stored_moment(str(line.more.get(MOMENT)))
    except BadTime:
        return None
    affect, whose = _affect_in(line), act_trust(line.via)
    return Felt(event, moment, stored_ref(person), affect, line.at, line.id, whose)


def _affect_in(line: JournalEntry) -> Affect:
    text = line.text.get(TEXT)
    valence, arousal, dominance = (axis_in(line.more.get(axis)) for axis in AXES)
    return Affect(
        valence,
        arousal,
        dominance,
        labels=cleaned_labels(line.text.get(LABELS)),
        text=text if isinstance(text, str) else "",
        confidence=confidence_in(line.more.get(CONFIDENCE)),
    )


def in_force(felt: Iterable[Felt]) -> list[Felt]:
    """Of each event and person what was told last, in the order of the events' moments.

    It is the same for any order of the lines. Their ids tell which was last, not the moment that
    they are dated: one act under a wrong clock would keep all later ones from being told.
    """
    newest: dict[tuple[str, str], Felt] = {}
    for one in sorted(felt, key=_as_told):
        newest[one.event, person_key(one.person)] = one
    return sorted(newest.values(), key=_when_felt)


def by_person(felt: Iterable[Felt]) -> dict[str, list[Felt]]:
    """Feelings by whose they are, as `person_key` has it, in their order."""
    found: dict[str, list[Felt]] = {}
    for one in felt:
        found.setdefault(person_key(one.person), []).append(one)
    return found


def _as_told(felt: Felt) -> str:
    return felt.line


def _when_felt(felt: Felt) -> tuple[datetime, str]:
    return felt.moment, felt.line
