"""Everybody whom a store knows: by memories of them and with them, facts and states."""

from __future__ import annotations

from collections import Counter

from memento_cli.actions.memory.reading import state_files
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.facts.timeline import Facts
from memento_cli.core.memory.refs import name_of, person_key
from memento_cli.index.database.statistics import value_counts
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.store.directory.store import Store


class Known(NamedTuple):
    """A person: how many memories are theirs, how many they are named in, and how many facts,
    states, likes and dislikes are known of them."""

    name: str
    own: int = 0
    named: int = 0
    held: int = 0


def people(store: Store, now: datetime) -> list[Known]:
    """Everybody, those of the most memories first; spellings of one name are one person."""
    with open_index(store, now) as index:
        own = Counter(dict(value_counts(index.database, "person")))
        named = Counter(dict(value_counts(index.database, "with")))
    held = Counter[str]()
    for record in state_files(store):
        if isinstance(record.value, Facts):
            held[record.value.subject] += len(record.value.claims)
        else:
            held[record.value.person] += 1
    by_key: dict[str, Known] = {}
    for ref in dict.fromkeys((*own, *named, *held)):
        known = by_key.get(person_key(ref)) or Known(name_of(ref))
        by_key[person_key(ref)] = Known(
            known.name, known.own + own[ref], known.named + named[ref], known.held + held[ref]
        )
    return sorted(by_key.values(), key=lambda one: (-one.own - one.named, -one.held, one.name))
