"""memento graph list, show, path: who and what there is, and how it is related."""

from __future__ import annotations

from collections import Counter

from memento_cli.cli.command_line.options import PICTURES
from memento_cli.cli.output.rows import law_value
from memento_cli.cli.output.values import safe
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.graph.graph import MENTIONS, Triple
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.memory.record_kinds import GRAPH, held, ref_of
from memento_cli.core.memory.summary import summary_of
from memento_cli.errors import Refused, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from datetime import datetime
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.graph.graph import Joined, Shown
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DeepEdges, Named
    from memento_cli.core.graph.entities import Entity
    from memento_cli.pictures.graph import Drawn

    Here = Callable[[datetime], datetime]


LIMIT, MOST_SHOWN, MOST_HOPS = 10, 50, 20


def list_(call: Call, deep: DeepEdges = False) -> None:
    """List all names, what each is, and how many edges go out of it and into it."""
    from memento_cli.actions.graph.graph import graph_of

    graph = graph_of(call.store, call.now)
    edges = graph.followed(deep=deep)
    if call.out.format in PICTURES:
        names = {_node(id): entity.name for id, entity in graph.entities.items()}
        kinds = _kinds(graph.entities)
        _draw(call, names | _ends(edges), map(_triple, edges), kinds=kinds)
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
        names = {node: shown.entity.name} | _ends(edges)
        kinds = {node: shown.entity.kind}
        _draw(call, names, [*map(_triple, edges), *mentions], kinds=kinds, asked=[node])
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
        _draw(call, shown, inside, asked=[reached.nodes[0].id])
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
        _draw(call, {}, steps, way.labels, asked=way.ends)
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
    call: Call,
    shown: Mapping[str, str],
    triples: Iterable[Triple],
    labels: Mapping[str, str] = {},
    *,
    kinds: Mapping[str, str | None] = {},
    asked: Collection[str] = (),
) -> None:
    """Draw nodes and triples; `labels` may name those at the ends of triples."""
    from memento_cli.pictures.graph import MEMORY, dot, drawn, mermaid

    edges = list(triples)
    ends = dict.fromkeys(node for one in edges for node in (one.subject, one.object))
    named = {node: labels.get(node, node) for node in ends} | dict(shown)
    words = {node: kinds.get(node) if held(node) else MEMORY for node in named}
    graph = drawn(named, edges, {node: kind for node, kind in words.items() if kind}, asked)
    if call.out.format == "svg":
        call.out.say(_svg(call, graph))
    else:
        call.out.say(dot(graph) if call.out.format == "dot" else mermaid(graph))


def _svg(call: Call, graph: Drawn) -> str:
    """A picture for people, in which memories are called by their words."""
    from memento_cli.actions.memory.naming import summaries_of
    from memento_cli.pictures.graph import MEMORY
    from memento_cli.pictures.graph_svg import MOST_NODES, graph_svg

    if len(graph.labels) > MOST_NODES:
        raise Refused(
            f"{len(graph.labels)} names are too many for a picture; {MOST_NODES} are the most",
            "`memento graph show NAME --hops 2 --format svg` draws a part, --format dot all",
        )
    memories = [node for node in graph.labels if graph.kinds.get(node) == MEMORY]
    words = summaries_of(call.store, memories, call.now)
    return graph_svg(graph._replace(labels={**graph.labels, **words}))


def _kinds(entities: Mapping[str, Entity]) -> dict[str, str | None]:
    return {_node(id): entity.kind for id, entity in entities.items()}


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
