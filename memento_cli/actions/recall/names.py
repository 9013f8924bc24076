"""The names in a query, each as the stores write it: whoever types one need not know how."""

from __future__ import annotations

from memento_cli.core.memory.refs import PERSON, check_typed_name, name_of
from memento_cli.core.recall.query import NAMED
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.core.recall.query import Query
    from memento_cli.store.directory.store import Store

    Note = Callable[[str], object]
    """Is told which name was taken for which other, in words."""

LABELS = ("project", "agent", "session")
"""The filters by what is neither a person nor a topic, and yet has a name."""


def with_names_found(stores: Sequence[Store], query: Query, now: datetime, note: Note) -> Query:
    """A query whose people, topics, projects, agents and sessions are those that the stores have,
    each in every spelling. Ambiguous if a name means several; Usage if it is two with a comma."""
    names = _Names(stores, now, note)
    if query.person is not None:
        person, *more = names.people(query.person)
        query = query._replace(person=person, spellings=tuple(more))
    if query.people:
        people = (one for who in query.people for one in names.people(who))
        query = query._replace(people=tuple(people))
    if query.topics:
        topics = (one for topic in query.topics for one in names.topics(topic))
        query = query._replace(topics=tuple(topics))
    for field in LABELS:
        if texts := getattr(query, NAMED[field]):
            labels = tuple(one for text in texts for one in names.labels(field, text))
            changed: dict[str, Any] = {NAMED[field]: labels}
            query = query._replace(**changed)
    if query.unless:
        pairs = [(field, one) for field, text in query.unless for one in names.of(field, text)]
        query = query._replace(unless=tuple(pairs))
    return query


class _Names:
    """What names mean in some stores at a moment."""

    def __init__(self, stores: Sequence[Store], now: datetime, note: Note) -> None:
        self.stores, self.now, self.note = stores, now, note

    def of(self, field: str, text: str) -> tuple[str, ...]:
        """What the value of a filter means; itself, if the filter takes no names."""
        if field in ("person", "with"):
            return self.people(text)
        if field == "topic":
            return self.topics(text)
        return self.labels(field, text) if field in LABELS else (text,)

    def people(self, text: str) -> tuple[str, ...]:
        return people_meant(self.stores, text, self.now, self.note)

    def topics(self, text: str) -> tuple[str, ...]:
        return topics_meant(self.stores, text, self.now, self.note)

    def labels(self, field: str, text: str) -> tuple[str, ...]:
        from memento_cli.actions.memory.labels import resolve_label

        labels = resolve_label(self.stores, field, text, self.now)
        note_meant(self.note, text, labels[0])
        return labels


def people_meant(
    stores: Sequence[Store],
    text: str,
    now: datetime,
    note: Note,
    *,
    held: bool = False,
    new: bool = False,
) -> tuple[str, ...]:
    """The references of the person whom a typed name means (`resolve_person`). BadRef if it may be
    a `new` one and is a sentence."""
    from memento_cli.actions.memory.naming import resolve_person

    if new:
        check_typed_name(text)
    name = _single(text.removeprefix(PERSON), "-w")
    people = resolve_person(stores, name, now, held=held, new=new)
    note_meant(note, name_of(name), name_of(people[0]))
    return people


def topics_meant(
    stores: Sequence[Store], text: str, now: datetime, note: Note, *, new: bool = False
) -> tuple[str, ...]:
    """The topics that a typed word means (`resolve_topic`)."""
    from memento_cli.actions.memory.naming import resolve_topic

    topic = _single(" ".join(text.split()), "-t")
    topics = resolve_topic(stores, topic, now, new=new)
    note_meant(note, topic, topics[0])
    return topics


def note_meant(note: Note, text: str, name: str) -> None:
    """Tell of a name that is not only written in another way."""
    if plain_key(text) == plain_key(name):
        return
    from memento_cli.core.text.visible import shown_as  # few are written in another way

    if not shown_as(text, (name,)):
        note(f"{text} means {name}")


def _single(name: str, option: str) -> str:
    """The name; Usage for several that a comma joins."""
    first, _, rest = name.partition(",")
    if first and rest.strip() and not rest.startswith(" "):
        raise Usage("a name has no comma", f"{option} {first} {option} {rest}")
    return name
