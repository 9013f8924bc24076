"""Feelings of moments and the long mood that they fold to (document 003 §5).

What was felt is a line of the journal about its event. The mood's numbers are folded from these
lines and stand nowhere; its words are a state, of which there is one.
"""

from __future__ import annotations

from memento_cli.actions.events.events import still_told
from memento_cli.actions.events.noting import Note, note, notes_in_force
from memento_cli.actions.facts.states import StateDraft, add_state, states, update_state
from memento_cli.core.events.affect import checked_affect
from memento_cli.core.events.felt import by_person, felt_in, in_force, numbers_of, words_of
from memento_cli.core.events.mood import TEXT_SIGNS, LongMood, mood_after, moods_after, takes_text
from memento_cli.core.facts.states import MOOD, evidence_of, holds, is_closed
from memento_cli.core.journal.event_types import FELT
from memento_cli.core.memory.refs import person_key, person_ref, same_person
from memento_cli.core.security.trust import USER, is_persons, is_trusted, least_of
from memento_cli.errors import BadValue

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.events.affect import Affect
    from memento_cli.core.events.events import Event
    from memento_cli.core.events.felt import Felt
    from memento_cli.core.events.mood import Mood
    from memento_cli.core.facts.states import State
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


def feel(
    store: Store, event: Event, affect: Affect, act: Provenance, *, person: str = "", mood: str = ""
) -> Affect:
    """Note what an event felt like to somebody, the store's own person if nobody is named.

    What they felt about it before is replaced. `mood` is offered as the text of their long mood,
    in the same act (`say_mood`). BadValue with all that is wrong; SecretFound for a key in a text;
    Refused if the event was erased; Unasked if an agent replaces what a person told.
    """
    fresh, whose = checked_affect(affect), _whose(store, person)
    told = Note(still_told(event).id, FELT, words_of(fresh), numbers_of(fresh, event, whose))
    act.kinds([mood, told.text])  # before anything is written
    with store.lock.held(), store.one_act():
        _check_asked(store, told.event, whose, act)
        note(store, [told], act)
        if mood.strip():
            because = act._replace(evidence=evidence_of(event.id, act.evidence))
            say_mood(store, mood, because, person=whose)
    return fresh


def _check_asked(store: Store, event: str, whose: str, act: Provenance) -> None:
    """Unasked if a person has told what somebody felt about an event."""
    if not act.must_ask:
        return
    for old in felt_about(store, event):
        if same_person(old.person, whose) and is_persons(old.trust):
            question = "Replace what the user told of a feeling?"
            act.check_asked(USER, question, {"it says": old.affect.text})


def say_mood(
    store: Store, text: str, act: Provenance, *, person: str = "", force: bool = False
) -> State | None:
    """Let the long mood say something else, in at most 600 signs; its numbers stay as they are.

    None if it keeps what it says: a text of some length changes once a day (`takes_text`), unless
    `force` is given.
    """
    whose, body, at = _whose(store, person), mood_text(text), act.signature.at
    with store.lock.held():
        old = mood_state(store, whose)
        if not force and not takes_text(old, at, store.zone):
            return None
        if old is None:
            return add_state(store, StateDraft(MOOD, body, whose), act)
        again = {"valid_until": None} if is_closed(old, at) else {}
        return update_state(store, old.id, {"body": body, **again}, act)


def mood_text(text: str) -> str:
    """A text as a mood can have it, cut to 600 signs. BadValue if there is none."""
    body = text.strip()[:TEXT_SIGNS].rstrip()
    if not body:
        raise BadValue("a mood says something", 'as in "Low these days, but calm"')
    return body


def affect_of(store: Store, event: str) -> Affect | None:
    """What an event felt like, as it was told last, by whomever; None if nobody told."""
    felt = felt_about(store, event)
    return max(felt, key=lambda one: one.line).affect if felt else None


def felt_about(store: Store, event: str) -> list[Felt]:
    """What an event felt like, to each who told it."""
    return [one for one in _felt(notes_in_force(store, [event])) if one.event == event]


def felt_by(
    store: Store, now: datetime, person: str = "", *, until: datetime | None = None
) -> list[Felt]:
    """What somebody has felt up to a moment, event by event; the first comes first.

    What was told after `until` is left out.
    """
    return _by_person(store, now, until).get(person_key(_whose(store, person)), [])


def mood_history(
    store: Store, now: datetime, person: str = "", *, until: datetime | None = None
) -> Sequence[tuple[datetime, Mood]]:
    """The mood as each feeling up to a moment has left it, with that feeling's own moment."""
    felt = felt_by(store, now, person, until=until)
    return [(one.moment, mood) for one, mood in moods_after(felt)]


def moods(store: Store, now: datetime, *, until: datetime | None = None) -> Mapping[str, Mood]:
    """The mood of everybody who felt something, by their reference, as the newest feeling left
    it; `Mood.vad_at` tells what it is by now."""
    told = long_moods(store, now, until=until)
    return {one.person: one.mood for one in told if one.mood}


def long_mood(
    store: Store, now: datetime, person: str = "", *, until: datetime | None = None
) -> LongMood:
    """Somebody's long mood: what it says, and its numbers."""
    whose = _whose(store, person)
    told = long_moods(store, now, until=until)
    nothing = LongMood(whose, "", (), None, None)
    return next((one for one in told if same_person(one.person, whose)), nothing)


def long_moods(
    store: Store,
    now: datetime,
    *,
    until: datetime | None = None,
    among: Sequence[LoadedRecord[Any]] | None = None,
    least: str | None = None,
) -> list[LongMood]:
    """Every long mood that says something, or that something felt has moved.

    Without words of its own it has those of what was felt last. `among` is what `states/` has, if
    it was read already. With `least` its words, labels and numbers are those that somebody so
    trusted has told last, as if nobody else had told any.
    """
    felt = _by_person(store, now, until, least)
    every = states(store, until=until, among=among, least=least)
    rows = _mood_states(one for one in every if least is None or is_trusted(one.trust, least))
    said = {person_key(row.person): row for row in rows if holds(row, now)}
    told = (_told(felt.get(key, []), said.get(key)) for key in said | felt)
    return [one for one in told if one.text or one.mood]


def mood_state(store: Store, person: str) -> State | None:
    """The state that has the words of somebody's long mood; None if nobody has said any."""
    return next(reversed(_mood_states(states(store, person))), None)


def _mood_states(rows: Iterable[State]) -> list[State]:
    """Those of long moods; the one that was confirmed last at the end."""
    return sorted((row for row in rows if row.kind == MOOD), key=lambda row: row.confirmed)


def _told(felt: Sequence[Felt], state: State | None) -> LongMood:
    """The mood of somebody who felt this, and has said that, one of them at least."""
    newest = next((one.affect for one in reversed(felt) if one.affect.text), None)
    text, labels = (newest.text, newest.labels) if newest else ("", ())
    return LongMood(
        person=state.person if state else felt[-1].person,
        text=state.body if state else text,
        labels=labels,
        mood=mood_after(felt),
        state=state,
        trust=least_of([one.trust for one in felt] + ([state.trust] if state else [])),
    )


def _by_person(
    store: Store, now: datetime, until: datetime | None, least: str | None = None
) -> dict[str, list[Felt]]:
    told = _felt(notes_in_force(store, until=until), least)
    return by_person(one for one in told if one.moment <= now)


def _felt(lines: Iterable[JournalEntry], least: str | None = None) -> list[Felt]:
    """What is in force of what the lines tell, or of what those so trusted do."""
    every = (felt for line in lines if (felt := felt_in(line)))
    return in_force(one for one in every if least is None or is_trusted(one.trust, least))


def _whose(store: Store, person: str) -> str:
    return person_ref(person or store.settings["person"])
