"""The people and topics that a person types: read as the store writes them, for every command."""

from __future__ import annotations

from memento_cli.cli.output.safe import safe
from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.memory.refs import PERSON, SCHEME, name_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.cli.call import Call
    from memento_cli.core.recall.query import Query

OF = ("--of",)
PEOPLE = (*OF, "--person", "-p", "--with", "-w")
TOPICS = ("--topic", "-t")
NEW = ("init", "agent mcp")
"""The commands whose names are of no store yet, or bound a server to exactly these."""
ENDS = ("subject", "object")
GRAPH = {
    **dict.fromkeys(("graph add", "graph remove"), ENDS),
    **dict.fromkeys(("graph show", "graph name", "graph delete"), ("name",)),
    "graph path": ("start", "end"),
}
"""The arguments that are names of the graph, by command."""
GROWING = ("graph add", "graph name")
"""The commands that make the names which are not there yet."""


def with_names_meant(call: Call, path: str, values: dict[str, Any]) -> dict[str, Any]:
    """The values of a command line with its people and topics as the store writes them; `values`
    are the arguments by name, and `call.given` says how those which are options are called."""
    asked = [name for name, option in call.given.items() if option in PEOPLE + TOPICS]
    names = GRAPH.get(path, ())
    if not (asked or names) or path in NEW or not call.has_store():
        return values
    made = values | {name: _of_graph(call, values[name], path in GROWING) for name in names}
    for name in asked:
        given, option = values[name], call.given[name]
        if isinstance(given, list):
            made = made | {name: [_written(call, option, text) for text in given]}
        elif given:
            made = made | {name: _written(call, option, given)}
    return made


def with_names_found(call: Call, query: Query) -> Query:
    """A query whose people and topics are those that the stores have, each in every spelling."""
    if query.person is not None:
        person, *more = _people(call, query.person)
        query = query._replace(person=person, spellings=tuple(more))
    if query.people:
        people = (one for who in query.people for one in _people(call, who))
        query = query._replace(people=tuple(people))
    if query.topics:
        found = (one for topic in query.topics for one in _topics(call, topic))
        query = query._replace(topics=tuple(found))
    if query.unless:
        query = query._replace(unless=tuple(_unless(call, query)))
    return query


def _unless(call: Call, query: Query) -> list[tuple[str, str]]:
    found = []
    for name, value in query.unless:
        every: tuple[str, ...] = (value,)
        if name in ("person", "with"):
            every = _people(call, value)
        elif name == "topic":
            every = _topics(call, value)
        found += [(name, one) for one in every]
    return found


def _written(call: Call, option: str, text: str) -> str:
    """A name as the store writes it; as it was typed, if it means nobody known."""
    if option in TOPICS:
        found = _topics(call, text, new=True)[0]
    else:
        if text.strip().startswith(SCHEME):
            return text
        found = name_of(_people(call, text, held=option in OF, new=True)[0])
    return found


def _people(call: Call, text: str, *, held: bool = False, new: bool = False) -> tuple[str, ...]:
    from memento_cli.actions.memory.meaning import resolve_person

    name = text.removeprefix(PERSON)
    found = resolve_person(call.stores, name, call.now, held=held, new=new)
    _note(call, name_of(name), name_of(found[0]))
    return found


def _topics(call: Call, text: str, *, new: bool = False) -> tuple[str, ...]:
    from memento_cli.actions.memory.meaning import resolve_topic

    topic = " ".join(text.split())
    found = resolve_topic(call.stores, topic, call.now, new=new)
    _note(call, topic, found[0])
    return found


def _of_graph(call: Call, text: str, new: bool) -> str:
    from memento_cli.actions.memory.meaning import resolve_name

    found = resolve_name(call.store, text, call.now, new=new)
    _note(call, text, found)
    return found


def _note(call: Call, text: str, name: str) -> None:
    """Tell of a name that is not only written in another way."""
    if plain_key(text) != plain_key(name):
        call.out.note(f"{safe(text)} means {safe(name)}")
