"""memento graph list, show, path: who and what there is, and how it is related."""

from __future__ import annotations

from collections import Counter

from memento_cli.cli.command_line.options import PICTURES
from memento_cli.cli.output.rows import law_value
from memento_cli.cli.output.values import safe
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.graph.graph import MENTIONS, Triple
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.memory.record_kinds import GRAPH, ref_of
from memento_cli.core.memory.summary import summary_of
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.graph.graph import Joined, Shown
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DeepEdges, Named

    Here = Callable[[datetime], datetime]


LIMIT, MOST_SHOWN, MOST_HOPS = 10, 50, 20


def list_(call: Call, deep: DeepEdges = False) -> None:
    """List all names, what each is, and how many edges go out of it and into it."""
    from memento_cli.actions.graph.graph import graph_of

    graph = graph_of(call.store, call.now)
    edges = graph.followed(deep=deep)
    if call.out.format in PICTURES:
        names = {_node(id): entity.name for id, entity in graph.entities.items()}
        _draw(call, names | _ends(edges), map(_triple, edges))
        return
    out, into = Counter(one.subject for one in edges), Counter(one.object for one in edges)
    rows = [
        {
            "id": _node(id),
            "name": entity.name,
            "kind": entity.kind,
            "aliases": list(entity.aliases),
            "out": out[id],
            "in": into[id],
        }
        for id, entity in graph.entities.items()
    ]
    call.out.rows(rows, ("name", "kind", "out", "in", "aliases"), "entities")
    if not rows:
        call.out.note("No entities; `memento graph add SUBJECT PREDICATE OBJECT` makes them")
    _note_hidden(call, len(graph.edges) - len(edges))


def show(
    call: Call,
    name: Named,
    hops: Annotated[
        int | None,
        typer.Option("--hops", metavar="N", help="Instead: what is within so many steps of it."),
    ] = None,
    deep: DeepEdges = False,
    limit: Annotated[
        int | None, typer.Option("--limit", "-l", metavar="N", help="Show at most so many.")
    ] = None,
) -> None:
    """Show a name: what else it is called, its edges, and the memories that mention it.

    With --hops it shows what is near, the nearest first: names, and the memories on the way.
    """
    if hops is not None and not 1 <= hops <= MOST_HOPS:
        raise Usage(f"--hops is 1 to {MOST_HOPS}")
    if limit is not None and limit < 0:
        raise Usage("--limit is 0 or more")
    if hops is not None:
        _near(call, name, hops, deep, limit)
        return
    from memento_cli.actions.graph.graph import shown_entity

    most = LIMIT if limit is None else limit
    shown = shown_entity(call.store, name, call.now, deep=deep, limit=most)
    edges = (*shown.out, *shown.into)
    if call.out.format in PICTURES:
        node = _node(shown.id)
        mentions = [Triple(memory.id, MENTIONS, node) for memory in shown.memories]
        _draw(call, {node: shown.entity.name} | _ends(edges), [*map(_triple, edges), *mentions])
        return
    call.out.value(entity_value(shown, call.now), entity_text(shown, call.now, call.out.here))
    _note_hidden(call, shown.hidden)
    if shown.mentions > len(shown.memories):
        count = f"{len(shown.memories)} of {shown.mentions}"
        call.out.note(f"{count} memories shown; --limit shows more")


def _near(call: Call, name: str, hops: int, deep: bool, limit: int | None) -> None:
    from memento_cli.actions.graph.graph import nearby

    reached = nearby(call.store, name, call.now, hops, deep=deep)
    others = [near for near in reached.nodes if near.hops][: MOST_SHOWN if limit is None else limit]
    if call.out.format in PICTURES:
        shown = {near.id: near.name for near in (*reached.nodes[:1], *others)}
        inside = [one for one in reached.triples if {one.subject, one.object} <= shown.keys()]
        _draw(call, shown, inside)
    else:
        call.out.rows([near._asdict() for near in others], ("hops", "kind", "name"), "neighbours")
    if len(others) < len(reached.nodes) - 1:
        call.out.note(f"{len(others)} of {len(reached.nodes) - 1} shown; --limit shows more")
    if len(reached.nodes) == 1:
        call.out.note("Nothing is joined to it")


def path(
    call: Call,
    start: Annotated[str, typer.Argument(metavar="FROM", help="Where it begins: a name.")],
    end: Annotated[str, typer.Argument(metavar="TO", help="Where it is to lead.")],
    deep: DeepEdges = False,
) -> None:
    """Show the shortest way from one name to another."""
    from memento_cli.actions.graph.graph import path_between

    way = path_between(call.store, start, end, call.now, deep=deep)
    steps = way.triples or ()
    if call.out.format in PICTURES:
        _draw(call, {}, steps, way.labels)
    else:
        label = way.labels.get
        rows = [
            one._asdict()
            | {"from": label(one.subject, one.subject), "to": label(one.object, one.object)}
            for one in steps
        ]
        call.out.rows(rows, ("from", "predicate", "to", "weight"), "steps")
    if way.triples is None:
        call.out.note("Nothing leads from one to the other")
    elif not steps:
        call.out.note("They are one and the same")


def _note_hidden(call: Call, count: int) -> None:
    if count:
        call.out.note(f"{count} ghost, hidden; --deep shows them")


def _draw(
    call: Call, shown: Mapping[str, str], triples: Iterable[Triple], labels: Mapping[str, str] = {}
) -> None:
    """Draw nodes and triples; `labels` may name those at the ends of triples."""
    drawn = list(triples)
    ends = dict.fromkeys(node for one in drawn for node in (one.subject, one.object))
    named = {node: labels.get(node, node) for node in ends} | dict(shown)
    call.out.say(picture(call.out.format or "", named, drawn))


def _node(id: str) -> str:
    return ref_of(GRAPH, id)


def _ends(edges: Iterable[Joined]) -> dict[str, str]:
    """The nodes at the ends of edges, with what they are called."""
    names: dict[str, str] = {}
    for one in edges:
        names |= {_node(one.subject): one.subject_name, _node(one.object): one.object_name}
    return names


def _triple(one: Joined) -> Triple:
    return Triple(_node(one.subject), one.edge.predicate, _node(one.object), one.weight)


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


def entity_value(shown: Shown, now: datetime) -> dict[str, Any]:
    """What JSON says of an entity."""
    return {
        "id": ref_of(GRAPH, shown.id),
        "name": shown.entity.name,
        "kind": shown.entity.kind,
        "aliases": list(shown.entity.aliases),
        "out": [_edge_value(one) for one in shown.out],
        "in": [_edge_value(one) for one in shown.into],
        "memories": [summary_of(one, now)._asdict() for one in shown.memories],
        "mentions": shown.mentions,
    }


def entity_text(shown: Shown, now: datetime, in_zone: Here) -> str:
    """An entity for people: its names, its edges, and the memories, a line each. `in_zone` shifts
    a moment to the reader's zone."""
    entity = shown.entity
    kind = f" ({safe(entity.kind)})" if entity.kind else ""
    also = f", also {safe(', '.join(entity.aliases))}" if entity.aliases else ""
    edges = [
        _line(
            one.weight,
            f"{one.subject_name} {one.edge.predicate} {one.object_name}",
            f"  since {in_zone(one.edge.since):%Y-%m-%d}",
        )
        for one in (*shown.out, *shown.into)
    ]
    memories = [
        _line(strength_at(one, now), f"{one.id}  {one.content.summary}") for one in shown.memories
    ]
    return "\n".join([f"{safe(entity.name)}{kind}{also}", *edges, *memories])


def _edge_value(one: Joined) -> dict[str, Any]:
    return {
        "from": one.subject_name,
        "predicate": one.edge.predicate,
        "to": one.object_name,
        "weight": one.weight,
        "tier": tier_of(one.weight),
        "since": one.edge.since,
        "last_used": one.last_used,
        "law": law_value(one.law),
        "evidence": list(one.edge.evidence),
    }


def _line(weight: float, text: str, rest: str = "") -> str:
    return f"  {weight:.3f}  {tier_of(weight):<6}  {safe(text)}{rest}"
