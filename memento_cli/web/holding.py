"""Documents of what holds: people, facts in time, states, likes, blocks and values that expire."""

from __future__ import annotations

from memento_cli.actions.browse.people import people as known_people
from memento_cli.actions.facts.blocks import blocks as every_block
from memento_cli.actions.facts.facts import every_facts
from memento_cli.actions.facts.kv import list_kv
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.facts.states import states as every_state
from memento_cli.core.facts.claims import value_text
from memento_cli.core.facts.kv import value_words
from memento_cli.core.facts.preferences import phrase
from memento_cli.core.facts.states import is_over
from memento_cli.core.facts.timeline import past_of
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import name_of, person_key
from memento_cli.core.recall.query_text import filter_text
from memento_cli.core.security.trust import marks
from memento_cli.core.text.visible import visible
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memento_cli.core.facts.preferences import Preference
    from memento_cli.core.facts.states import State
    from memento_cli.core.facts.timeline import Facts
    from memento_cli.web.looking import Document, Looking

    Held = tuple[str, Document]
    """Of whom it is held, and what."""


def people(looking: Looking) -> Document:
    """Everybody whom the store knows, those of the most memories first."""
    return {"people": known_people(looking.store, looking.now)}


def person(looking: Looking) -> Document:
    """What is known of one person, by `name`; `q` finds the memories of and with them. Usage for
    nobody."""
    name = looking.asked.get("name", "")
    if not name.strip():
        raise Usage("of whom?", "people lists everybody")
    return people_by_name(looking, [name])[name]


def people_by_name(looking: Looking, names: Iterable[str]) -> dict[str, Document]:
    """The document `person` of each name, however a file spells it."""
    every = (("facts", _facts), ("states", _states), ("likes", _likes))
    held: dict[str, dict[str, list[Document]]] = {}
    for part, known in every:
        for ref, document in known(looking):
            held.setdefault(_shown_key(ref), {}).setdefault(part, []).append(document)
    return {
        name: {"name": name, "q": filter_text("with", name), **dict.fromkeys(dict(every), ())}
        | held.get(_shown_key(name), {})
        for name in names
    }


def _shown_key(ref: str) -> str:
    """The key of a person, also by a name as it is shown, if it has signs that cannot be seen."""
    return person_key(visible(ref))


def facts(looking: Looking) -> Document:
    """Every fact with each value that it had, the newest first; `of` is one person's."""
    of = looking.asked.get("of", "")
    found = [fact for ref, fact in _facts(looking) if not of or _shown_key(ref) == _shown_key(of)]
    return {"facts": found}


def states(looking: Looking) -> Document:
    """Every state and task, what holds first; and what is liked and disliked."""
    found = sorted((state for _, state in _states(looking)), key=lambda state: bool(state["over"]))
    return {"states": found, "likes": [like for _, like in _likes(looking)]}


def blocks(looking: Looking) -> Document:
    """The named texts."""
    rows = every_block(looking.store)
    return {
        "blocks": [
            {
                "name": block.name,
                "of": name_of(block.persona) if block.persona else "",
                "purpose": block.purpose,
                "text": block.content,
                "updated": block.updated,
                "marks": marks(block.trust),
            }
            for block in rows
        ]
    }


def kv(looking: Looking) -> Document:
    """The values that have not expired."""
    return {
        "values": [
            {
                "key": fact.key,
                "of": name_of(fact.person) if fact.person else "",
                "value": value_words(fact.value),
                "set": fact.set,
                "expires": fact.expires,
                "marks": marks(fact.trust),
            }
            for fact in list_kv(looking.store, looking.now)
        ]
    }


def _facts(looking: Looking) -> Iterator[Held]:
    """Each key of each subject with its values in time."""
    for known in every_facts(looking.store):
        for key in sorted(known.claims):
            yield known.subject, _fact(looking, known, key)


def _fact(looking: Looking, known: Facts, key: str) -> Document:
    values = [
        {
            "value": value_text(stretch.value),
            "from": stretch.start,
            "until": stretch.end,
            "recorded": stretch.claim.recorded,
            "believed_until": stretch.believed_until,
            "contested": stretch.contested,
            "current": stretch.believed_until is None and stretch.covers(looking.now),
            "marks": marks(stretch.claim.trust),
        }
        for stretch in past_of(known, key, looking.now)
    ]
    return {"of": name_of(known.subject), "key": key, "values": values}


def _states(looking: Looking) -> Iterator[Held]:
    for state in every_state(looking.store):
        yield state.person, _state(looking, state)


def _state(looking: Looking, state: State) -> Document:
    return {
        "id": ref_of(STATES, state.id),
        "kind": state.kind,
        "of": name_of(state.person),
        "text": state.body,
        "since": state.valid_from or state.created,
        "until": state.valid_until,
        "confirmed": state.confirmed,
        "due": state.payload.get("due"),
        "done": state.is_done,
        "over": is_over(state, looking.now),
        "marks": marks(state.trust),
    }


def _likes(looking: Looking) -> Iterator[Held]:
    for preference in preferences(looking.store):
        for stance in _stances(preference):
            yield preference.person, stance


def _stances(preference: Preference) -> Iterator[Document]:
    for polarity, stance in preference.stances.items():
        yield {
            "of": name_of(preference.person),
            "text": phrase(polarity, stance.status, preference.subject),
            "domain": preference.domain,
            "status": stance.status,
            "since": stance.confirmed_at,
            "note": stance.note,
            "marks": marks(stance.trust),
        }
