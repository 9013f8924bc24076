"""Feelings about events, and the long mood that is computed from them (document 003 §5).

A feeling is a journal entry about its event. The numbers of the long mood are folded from these
entries and stored nowhere; its text is a state of the kind `mood`, one for each person.
"""

from __future__ import annotations

from memento_cli.actions.events.events import unerased
from memento_cli.actions.events.notes import Note, note, notes_in_force
from memento_cli.actions.facts.states import StateDraft, add_state, states, update_state
from memento_cli.core.events.affect import checked_affect
from memento_cli.core.events.mood import (
    TEXT_SIGNS,
    LongMood,
    by_person,
    felt_in,
    felt_numbers,
    felt_texts,
    latest_felt,
    moods_after,
    takes_text,
)
from memento_cli.core.facts.states import MOOD, holds, is_closed
from memento_cli.core.journal.event_types import FELT
from memento_cli.core.journal.provenance import evidence_of
from memento_cli.core.memory.refs import person_key, person_ref, same_person
from memento_cli.core.security.trust import USER, is_persons, is_trusted, least_of
from memento_cli.errors import BadValue

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.events.affect import Affect
    from memento_cli.core.events.events import Event
    from memento_cli.core.events.mood import Felt, Mood
    from memento_cli.core.facts.states import State
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


def feel(
    store: Store,
    event: Event,
    affect: Affect,
    provenance: Provenance,
    *,
    person: str = "",
    mood: str = "",
) -> Affect:
    """Record what a person felt about an event; `person` defaults to the store's own.

    It replaces what they felt about it before. `mood` is offered as the text of their long mood,
    in the same act (`say_mood`). BadValue with every problem; SecretFound for a secret in a text;
    Refused if the event was erased; Unasked if an agent replaces what a person told.
    """
    fresh, ref = checked_affect(affect), _person_or_own(store, person)
    feeling = Note(unerased(event).id, FELT, felt_texts(fresh), felt_numbers(fresh, event, ref))
    provenance.kinds([mood, feeling.text])  # raises SecretFound before anything is written
    with store.lock.held(), store.one_act():
        _check_asked(store, feeling.event, ref, provenance)
        note(store, [feeling], provenance)
        if mood.strip():
            evidence = evidence_of(event.id, provenance.evidence)
            say_mood(store, mood, provenance._replace(evidence=evidence), person=ref)
    return fresh


def _check_asked(store: Store, event: str, person: str, provenance: Provenance) -> None:
    """Raise Unasked for an agent if a person has told what `person` felt about an event."""
    if not provenance.must_ask:
        return
    for old in felt_about(store, event):
        if same_person(old.person, person) and is_persons(old.trust):
            question = "Replace what the user told of a feeling?"
            provenance.check_asked(USER, question, {"it says": old.affect.text})


def say_mood(
    store: Store, text: str, provenance: Provenance, *, person: str = "", force: bool = False
) -> State | None:
    """Replace the text of the long mood, cut to 600 characters; its numbers do not change.

    None if it keeps its text: a longer text changes once a day (`takes_text`), unless `force`.
    """
    ref, body, at = _person_or_own(store, person), mood_text(text), provenance.signature.at
    with store.lock.held():
        old = mood_state(store, ref)
        if not force and not takes_text(old, at, store.zone):
            return None
        if old is None:
            return add_state(store, StateDraft(MOOD, body, ref), provenance)
        again = {"valid_until": None} if is_closed(old, at) else {}
        return update_state(store, old.id, {"body": body, **again}, provenance)


def mood_text(text: str) -> str:
    """A text cut to the 600 characters of a mood. BadValue if it is empty."""
    body = text.strip()[:TEXT_SIGNS].rstrip()
    if not body:
        raise BadValue("a mood says something", 'as in "Low these days, but calm"')
    return body


def affect_of(store: Store, event: str) -> Affect | None:
    """The feeling about an event that was recorded last, of any person; None if there is none."""
    feelings = felt_about(store, event)
    return max(feelings, key=lambda felt: felt.line).affect if feelings else None


def felt_about(store: Store, event: str) -> list[Felt]:
    """The feelings about an event, one for each person who has any."""
    return [felt for felt in _felt(notes_in_force(store, [event])) if felt.event == event]


def felt_by(
    store: Store, now: datetime, person: str = "", *, until: datetime | None = None
) -> list[Felt]:
    """The feelings of a person up to `now` in order of time, as recorded by `until`."""
    return _by_person(store, now, until).get(person_key(_person_or_own(store, person)), [])


def mood_history(
    store: Store, now: datetime, person: str = "", *, until: datetime | None = None
) -> Sequence[tuple[datetime, Mood]]:
    """The mood after each feeling up to `now`, with the time of that feeling."""
    feelings = felt_by(store, now, person, until=until)
    return [(felt.moment, mood) for felt, mood in moods_after(feelings)]


def moods(store: Store, now: datetime, *, until: datetime | None = None) -> Mapping[str, Mood]:
    """The mood after the newest feeling of each person, by their reference; `Mood.vad_at` has its
    value at a later time."""
    rows = long_moods(store, now, until=until)
    return {row.person: row.mood for row in rows if row.mood}


def long_mood(
    store: Store, now: datetime, person: str = "", *, until: datetime | None = None
) -> LongMood:
    """The long mood of a person, empty if there is none: its text and its numbers."""
    ref = _person_or_own(store, person)
    rows = long_moods(store, now, until=until)
    empty = LongMood(ref, "", (), None, None)
    return next((row for row in rows if same_person(row.person, ref)), empty)


def long_moods(
    store: Store,
    now: datetime,
    *,
    until: datetime | None = None,
    among: Sequence[LoadedRecord[Any]] | None = None,
    least: str | None = None,
) -> list[LongMood]:
    """Every long mood that has a text or numbers.

    Without a text of its own it has that of the newest feeling. `among`: the records of `states/`,
    if they were read already. `least`: only texts and feelings of at least this trust count.
    """
    felt = _by_person(store, now, until, least)
    every = states(store, until=until, among=among, least=least)
    rows = _mood_states(row for row in every if least is None or is_trusted(row.trust, least))
    worded = {person_key(row.person): row for row in rows if holds(row, now)}
    moods = (_long_mood(felt.get(key, []), worded.get(key)) for key in worded | felt)
    return [mood for mood in moods if mood.text or mood.mood]


def mood_state(store: Store, person: str) -> State | None:
    """The state with the text of a person's long mood; None if it has none."""
    return next(reversed(_mood_states(states(store, person))), None)


def _mood_states(rows: Iterable[State]) -> list[State]:
    """The states of long moods in order of their confirmation."""
    return sorted((row for row in rows if row.kind == MOOD), key=lambda row: row.confirmed)


def _long_mood(feelings: Sequence[Felt], state: State | None) -> LongMood:
    """The long mood of a person's feelings and the state of its text; one of them is there."""
    newest = next((felt.affect for felt in reversed(feelings) if felt.affect.text), None)
    text, labels = (newest.text, newest.labels) if newest else ("", ())
    moods = tuple(moods_after(feelings))
    return LongMood(
        person=state.person if state else feelings[-1].person,
        text=state.body if state else text,
        labels=labels,
        mood=moods[-1][1] if moods else None,
        state=state,
        trust=least_of([felt.trust for felt in feelings] + ([state.trust] if state else [])),
        moods=moods,
    )


def _by_person(
    store: Store, now: datetime, until: datetime | None, least: str | None = None
) -> dict[str, list[Felt]]:
    feelings = _felt(notes_in_force(store, until=until), least)
    return by_person(felt for felt in feelings if felt.moment <= now)


def _felt(entries: Iterable[JournalEntry], least: str | None = None) -> list[Felt]:
    """The feelings in force of some entries; only of at least the trust `least`, if given."""
    every = (felt for entry in entries if (felt := felt_in(entry)))
    return latest_felt(felt for felt in every if least is None or is_trusted(felt.trust, least))


def _person_or_own(store: Store, person: str) -> str:
    """The reference of a person, or of the store's own if the name is empty."""
    return person_ref(person or store.settings["person"])
