"""What a model is asked about the next turns: the prompt, and the turns that it is about."""

from __future__ import annotations

import json

from memento_cli.actions.context.context import new_nonce
from memento_cli.actions.events.threads import threads_as_noted
from memento_cli.actions.events.turns import batch_of
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.facts.states import states
from memento_cli.core.events.plan_schema import brief, plan_schema
from memento_cli.core.events.prompt import Known, data_of, prompt_text, state_line, tokens_around
from memento_cli.core.facts.preferences import REVOKED, phrase, preference_rows
from memento_cli.core.facts.states import is_over
from memento_cli.core.memory.refs import name_of, person_ref
from memento_cli.core.security.secret_checks import secrets_in_value
from memento_cli.core.security.trust import marks
from memento_cli.core.text.words import terms
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.values import SCHEMA_VERSION

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.actions.events.turns import Batch
    from memento_cli.core.events.events import Event
    from memento_cli.core.facts.states import State
    from memento_cli.store.directory.store import Store


MOST_TURNS = 500
"""The greatest number of turns of one prompt."""


class Asked(NamedTuple):
    """A prompt, empty if none of its turns may be sent, and its turns."""

    text: str
    batch: Batch


def next_prompt(store: Store, pending: Sequence[Event], now: datetime, tokens: int) -> Asked:
    """The prompt of at most about `tokens` tokens for the first of the pending turns."""
    candidates = pending[:MOST_TURNS]
    batch = batch_of(candidates)
    schema = json.dumps(brief(plan_schema(SCHEMA_VERSION)), separators=(",", ":"))
    known = _known(store, batch.sent, now)
    data = data_of(known, batch.sent, store.zone, tokens - tokens_around(schema))
    if data.turns < len(batch.sent):
        first_left = candidates.index(batch.sent[data.turns])
        batch = batch_of(candidates[:first_left])
    text = prompt_text(schema, batch.code, data.text, new_nonce()) if batch.sent else ""
    return Asked(text, batch)


def _known(store: Store, turns: Iterable[Event], now: datetime) -> Known:
    """What is kept already, except what has a key or a password: states with words of the turns
    first, then those confirmed last."""
    owner = person_ref(str(store.settings["person"]))
    words = {word for event in turns for word in terms(event.text)}

    def rank(state: State) -> tuple[int, datetime, str]:
        return len(words.intersection(terms(state.body))), state.confirmed, state.id

    held = [state for state in states(store) if not is_over(state, now)]
    ordered = sorted(held, key=rank, reverse=True)
    return Known(
        name_of(owner),
        _unsecret(state_line(state, owner, store.zone) for state in ordered),
        _unsecret(_preference_lines(store)),
        _unsecret(f"- {' '.join(thread.title.split())}" for thread in threads_as_noted(store)),
    )


def _preference_lines(store: Store) -> Iterator[str]:
    for preference, polarity, stance in preference_rows(preferences(store)):
        if stance.status != REVOKED:
            likes = phrase(polarity, stance.status, preference.subject)
            words = " ".join(f"{name_of(preference.person)} {likes}".split())
            notes = (preference.domain, stance.status, *marks(stance.trust))
            yield f"- {words} ({', '.join(notes)})"


def _unsecret(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if not secrets_in_value(line)]
