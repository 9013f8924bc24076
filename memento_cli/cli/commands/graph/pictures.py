"""A graph as text that Graphviz and Mermaid draw. No name in it can be taken for markup."""

from __future__ import annotations

from memento_cli.cli.output.safe import safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memento_cli.core.graph.graph import Triple

PLAIN = " _-.,"
"""Signs beside letters and digits that mean nothing to Mermaid."""


def picture(form: str, labels: Mapping[str, str], triples: Iterable[Triple]) -> str:
    """The nodes by their labels, and the triples between them, as dot or as mermaid."""
    draw: Callable[..., list[str]] = _dot if form == "dot" else _mermaid
    drawn = list(triples)
    ends = dict.fromkeys(node for one in drawn for node in (one.subject, one.object))
    names = {node: f"n{at}" for at, node in enumerate(dict.fromkeys([*labels, *ends]))}
    return "\n".join(draw({node: labels.get(node, node) for node in names}, drawn, names))


def _dot(labels: Mapping[str, str], triples: list[Triple], names: Mapping[str, str]) -> list[str]:
    nodes = [f"  {names[node]} [label={_quoted(label)}];" for node, label in labels.items()]
    edges = [
        f"  {names[one.subject]} -> {names[one.object]}"
        f" [label={_quoted(one.predicate)}, penwidth={0.5 + 1.5 * one.weight:.2f}];"
        for one in triples
    ]
    return ["digraph memento {", *nodes, *edges, "}"]


def _mermaid(
    labels: Mapping[str, str], triples: list[Triple], names: Mapping[str, str]
) -> list[str]:
    nodes = [f'  {names[node]}["{_entities(label)}"]' for node, label in labels.items()]
    edges = [
        f'  {names[one.subject]} -->|"{_entities(one.predicate)}"| {names[one.object]}'
        for one in triples
    ]
    return ["flowchart LR", *nodes, *edges]


def _quoted(text: str) -> str:
    """A text as dot takes it: backslashes and quotation marks are only themselves."""
    plain = safe(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'


def _entities(text: str) -> str:
    """A text as Mermaid takes it: every sign that could mean something by its number."""
    return "".join(
        sign if sign.isalnum() or sign in PLAIN else f"#{ord(sign)};" for sign in safe(text)
    )
