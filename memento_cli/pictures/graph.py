"""A graph as text that other programs draw: dot for Graphviz, and Mermaid."""

from __future__ import annotations

from memento_cli.core.text.visible import visible
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from memento_cli.core.graph.graph import Triple

MEMORY = "memory"
"""The kind of a node that is no name, but a memory."""
PLAIN = " _-.,"
"""Signs beside letters and digits that mean nothing to Mermaid."""


class Drawn(NamedTuple):
    """What is drawn of a graph: each node with its label, and the triples between them.

    `kinds` says of some nodes what they are: `memory`, or a word such as person. `asked` are the
    nodes that were asked for.
    """

    labels: Mapping[str, str]
    triples: Sequence[Triple]
    kinds: Mapping[str, str] = {}
    asked: Collection[str] = ()


def drawn(
    labels: Mapping[str, str],
    triples: Sequence[Triple],
    kinds: Mapping[str, str] = {},
    asked: Collection[str] = (),
) -> Drawn:
    """The nodes by their labels, and those at the ends of triples that have none, by their ids."""
    ends = (node for one in triples for node in (one.subject, one.object))
    every = dict.fromkeys([*labels, *ends])
    return Drawn({node: labels.get(node, node) for node in every}, triples, kinds, asked)


def dot(graph: Drawn) -> str:
    """The graph for Graphviz."""
    names = _names(graph)
    nodes = [f"  {names[node]} [label={_quoted(label)}];" for node, label in graph.labels.items()]
    edges = [
        f"  {names[one.subject]} -> {names[one.object]}"
        f" [label={_quoted(one.predicate)}, penwidth={0.5 + 1.5 * one.weight:.2f}];"
        for one in graph.triples
    ]
    return "\n".join(["digraph memento {", *nodes, *edges, "}"])


def mermaid(graph: Drawn) -> str:
    """The graph for Mermaid."""
    names = _names(graph)
    nodes = [f'  {names[node]}["{_entities(label)}"]' for node, label in graph.labels.items()]
    edges = [
        f'  {names[one.subject]} -->|"{_entities(one.predicate)}"| {names[one.object]}'
        for one in graph.triples
    ]
    return "\n".join(["flowchart LR", *nodes, *edges])


def _names(graph: Drawn) -> dict[str, str]:
    return {node: f"n{at}" for at, node in enumerate(graph.labels)}


def _quoted(text: str) -> str:
    """A text as dot takes it: backslashes and quotation marks are only themselves."""
    plain = visible(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _entities(text: str) -> str:
    """A text as Mermaid takes it: every sign that could mean something by its number."""
    return "".join(
        sign if sign.isalnum() or sign in PLAIN else f"#{ord(sign)};" for sign in visible(text)
    )
