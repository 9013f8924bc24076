"""The people and topics that a person types: read as the store writes them, for every command."""

from __future__ import annotations

from memento_cli.cli.output.values import safe
from memento_cli.core.memory.refs import SCHEME, name_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from memento_cli.cli.call import Call

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


def _written(call: Call, option: str, text: str) -> str:
    """A name as the store writes it; as it was typed, if it means nobody known."""
    if option in TOPICS:
        return _topics(call, text)[0]
    if text.strip().startswith(SCHEME):
        return text
    return name_of(_people(call, text, held=option in OF)[0])


def _people(call: Call, text: str, *, held: bool = False) -> tuple[str, ...]:
    from memento_cli.actions.recall.names import people_meant

    return people_meant(call.stores, text, call.now, noting(call), held=held, new=True)


def _topics(call: Call, text: str) -> tuple[str, ...]:
    from memento_cli.actions.recall.names import topics_meant

    return topics_meant(call.stores, text, call.now, noting(call), new=True)


def _of_graph(call: Call, text: str, new: bool) -> str:
    from memento_cli.actions.memory.naming import resolve_name
    from memento_cli.actions.recall.names import note_meant

    name = resolve_name(call.store, text, call.now, new=new)
    note_meant(noting(call), text, name)
    return name


def noting(call: Call) -> Callable[[str], None]:
    """Notes on stderr, of names from a store."""
    return lambda text: call.out.note(safe(text))
