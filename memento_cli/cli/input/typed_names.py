"""The people and topics that a person types: read as the store writes them, for every command."""

from __future__ import annotations

from memento_cli.cli.output.values import safe
from memento_cli.core.memory.refs import PERSON, SCHEME, name_of
from memento_cli.core.recall.query import NAMED
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.errors import Usage

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
LABELS = ("project", "agent", "session")
"""The filters by what is neither a person nor a topic, and yet has a name."""
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
    typed = [name for name, option in call.given.items() if option in PEOPLE + TOPICS]
    names = GRAPH.get(path, ())
    if not (typed or names) or path in NEW or not call.has_store():
        return values
    written = values | {name: _of_graph(call, values[name], path in GROWING) for name in names}
    for name in typed:
        value, option = values[name], call.given[name]
        if isinstance(value, list):
            written = written | {name: [_written(call, option, text) for text in value]}
        elif value:
            written = written | {name: _written(call, option, value)}
    return written


def with_names_found(call: Call, query: Query) -> Query:
    """A query whose people, topics, projects, agents and sessions are those that the stores have,
    each in every spelling."""
    if query.person is not None:
        person, *more = _people(call, query.person)
        query = query._replace(person=person, spellings=tuple(more))
    if query.people:
        people = (one for who in query.people for one in _people(call, who))
        query = query._replace(people=tuple(people))
    if query.topics:
        topics = (one for topic in query.topics for one in _topics(call, topic))
        query = query._replace(topics=tuple(topics))
    for name in LABELS:
        if texts := getattr(query, NAMED[name]):
            labels = tuple(one for text in texts for one in _found(call, name, text))
            changed: dict[str, Any] = {NAMED[name]: labels}
            query = query._replace(**changed)
    if query.unless:
        pairs = [(name, one) for name, text in query.unless for one in _found(call, name, text)]
        query = query._replace(unless=tuple(pairs))
    return query


def _found(call: Call, name: str, text: str) -> tuple[str, ...]:
    """What the value of a filter means, in every spelling; itself, if the filter takes no names."""
    if name in ("person", "with"):
        return _people(call, text)
    if name == "topic":
        return _topics(call, text)
    return _labels(call, name, text) if name in LABELS else (text,)


def _written(call: Call, option: str, text: str) -> str:
    """A name as the store writes it; as it was typed, if it means nobody known."""
    if option in TOPICS:
        return _topics(call, text, new=True)[0]
    if text.strip().startswith(SCHEME):
        return text
    return name_of(_people(call, text, held=option in OF, new=True)[0])


def _people(call: Call, text: str, *, held: bool = False, new: bool = False) -> tuple[str, ...]:
    from memento_cli.actions.memory.naming import resolve_person

    name = _single(text.removeprefix(PERSON), "-w")
    people = resolve_person(call.stores, name, call.now, held=held, new=new)
    _note(call, name_of(name), name_of(people[0]))
    return people


def _topics(call: Call, text: str, *, new: bool = False) -> tuple[str, ...]:
    from memento_cli.actions.memory.naming import resolve_topic

    topic = _single(" ".join(text.split()), "-t")
    topics = resolve_topic(call.stores, topic, call.now, new=new)
    _note(call, topic, topics[0])
    return topics


def _labels(call: Call, field: str, text: str) -> tuple[str, ...]:
    from memento_cli.actions.memory.labels import resolve_label

    labels = resolve_label(call.stores, field, text, call.now)
    _note(call, text, labels[0])
    return labels


def _single(name: str, option: str) -> str:
    """The name; Usage for several that a comma joins."""
    first, _, rest = name.partition(",")
    if first and rest.strip() and not rest.startswith(" "):
        raise Usage("a name has no comma", f"{option} {safe(first)} {option} {safe(rest)}")
    return name


def _of_graph(call: Call, text: str, new: bool) -> str:
    from memento_cli.actions.memory.naming import resolve_name

    name = resolve_name(call.store, text, call.now, new=new)
    _note(call, text, name)
    return name


def _note(call: Call, text: str, name: str) -> None:
    """Tell of a name that is not only written in another way."""
    if plain_key(text) != plain_key(name):
        call.out.note(f"{safe(text)} means {safe(name)}")
