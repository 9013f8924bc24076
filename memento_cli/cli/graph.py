"""memento graph"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.acting import act_of, acting
from memento_cli.cli.call import Call, of
from memento_cli.cli.graph_pictures import picture
from memento_cli.cli.options import PICTURES, Reason, Yes
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.graph import MENTIONS, Triple
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.actions.graph import Joined
    from memento_cli.core.memory import Memory

NAMES = {
    "list": (0, 0), "show": (1, 1), "neighbours": (1, 1), "path": (2, 2), "add": (1, 1),
    "unalias": (2, 100), "forget": (1, 1),
}  # fmt: skip
"""The verbs, each with how many names it takes, at least and at most."""
TAKES = {
    "list": ("deep",),
    "show": ("deep", "limit"),
    "neighbours": ("hops", "deep", "limit"),
    "path": ("deep",),
    "add": ("alias", "kind", "reason", "allow_secret", "yes"),
    "unalias": ("reason", "yes"),
    "forget": ("yes", "reason"),
}
LIMIT, MOST_SHOWN, MOST_HOPS = 10, 50, 20


def graph(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Names or aliases; for path, two."),
    ] = None,
    hops: Annotated[
        int | None, typer.Option("--hops", metavar="N", help="How far neighbours may be.")
    ] = None,
    deep: Annotated[bool, typer.Option("--deep", help="Ghosts among the edges, too.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", "-l", metavar="N", help="Show at most so many.")
    ] = None,
    alias: Annotated[
        list[str] | None,
        typer.Option("--alias", metavar="NAME", help="For add: what else it is called."),
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="WORD", help="For add: person, company, tool.")
    ] = None,
    reason: Reason = "",
    yes: Yes = False,
    allow_secret: AllowSecret = False,
) -> None:
    """Who and what there is, and how it is related; `memento relate` states it."""
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    given = names or []
    _check(verb, len(given), hops, limit)
    match verb:
        case "list":
            _list(call, deep)
        case "show":
            _show(call, given[0], deep, limit)
        case "neighbours":
            _neighbours(call, given[0], hops, deep, limit)
        case "path":
            _path(call, given, deep)
        case "add":
            _add(call, given[0], ctx.params)
        case "unalias":
            _unalias(call, given, ctx.params)
        case _:
            _forget(call, given[0], ctx.params)


def _check(verb: str, count: int, hops: int | None, limit: int | None) -> None:
    """Usage, if a verb does not take so many names, or a number is out of its range."""
    fewest, most = NAMES[verb]
    if not fewest <= count <= most:
        told = {"list": "no name", "path": "two names", "unalias": "a name, and what is none"}
        raise Usage(f"{verb} takes {told.get(verb, 'one name')}", "`memento graph --help`")
    for option, number, low, high in (("hops", hops, 1, MOST_HOPS), ("limit", limit, 0, None)):
        if number is not None and (number < low or (high and number > high)):
            until = f"to {high}" if high else "or more"
            raise Usage(f"--{option} is {low} {until}")


def _list(call: Call, deep: bool) -> None:
    from memento_cli.actions.graph import graph_of

    found = graph_of(call.store, call.now)
    edges = found.followed(deep=deep)
    if call.out.format in PICTURES:
        names = {_node(id): entity.name for id, entity in found.entities.items()}
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
        for id, entity in found.entities.items()
    ]
    call.out.rows(rows, ("name", "kind", "out", "in", "aliases"), "entities")
    if not rows:
        call.out.note("No entities; `memento relate SUBJECT PREDICATE OBJECT` makes them")
    _note_hidden(call, len(found.edges) - len(edges))


def _show(call: Call, name: str, deep: bool, limit: int | None) -> None:
    from memento_cli.actions.graph import shown_entity
    from memento_cli.cli.graph_text import entity_text, entity_value

    most = LIMIT if limit is None else limit
    found = shown_entity(call.store, name, call.now, deep=deep, limit=most)
    edges = (*found.out, *found.into)
    if call.out.format in PICTURES:
        triples = [*map(_triple, edges), *(_mention(one, found.id) for one in found.memories)]
        _draw(call, {_node(found.id): found.entity.name} | _ends(edges), triples)
        return
    call.out.value(entity_value(found, call.now), entity_text(found, call.now))
    _note_hidden(call, found.hidden)
    if found.mentions > len(found.memories):
        count = f"{len(found.memories)} of {found.mentions}"
        call.out.note(f"{count} memories shown; --limit shows more")


def _neighbours(call: Call, name: str, hops: int | None, deep: bool, limit: int | None) -> None:
    from memento_cli.actions.world import neighbours

    found = neighbours(call.store, name, call.now, hops or 1, deep=deep)
    others = [near for near in found.nodes if near.hops][: MOST_SHOWN if limit is None else limit]
    if call.out.format in PICTURES:
        shown = {near.id: near.name for near in (*found.nodes[:1], *others)}
        inside = [one for one in found.triples if {one.subject, one.object} <= shown.keys()]
        _draw(call, shown, inside)
    else:
        call.out.rows([near._asdict() for near in others], ("hops", "kind", "name"), "neighbours")
    if len(others) < len(found.nodes) - 1:
        call.out.note(f"{len(others)} of {len(found.nodes) - 1} shown; --limit shows more")
    if len(found.nodes) == 1:
        call.out.note("Nothing is joined to it")


def _path(call: Call, names: list[str], deep: bool) -> None:
    from memento_cli.actions.world import path_between

    way = path_between(call.store, names[0], names[1], call.now, deep=deep)
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


def _add(call: Call, name: str, said: dict[str, Any]) -> None:
    from memento_cli.actions.relate import describe

    about = {"aliases": said["alias"] or [], "kind": said["kind"]}
    id, changed = acting(call, said, lambda act: describe(call.store, name, act, **about))
    text = f"{safe(name)}: kept" if changed else f"{safe(name)}: known already"
    call.out.value({"id": _node(id), "changed": changed}, text)
    call.note_if_ahead()


def _unalias(call: Call, names: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.relate import unalias

    id, changed = acting(call, said, lambda act: unalias(call.store, names[0], names[1:], act))
    others = safe(", ".join(names[1:]))
    told = f"is not called {others} any more" if changed else f"was not called {others}"
    call.out.value({"id": _node(id), "changed": changed}, f"{safe(names[0])} {told}")
    call.note_if_ahead()


def _forget(call: Call, name: str, said: dict[str, Any]) -> None:
    from memento_cli.actions.relate import edges_lost, forget_entity
    from memento_cli.cli.rows import counted

    lost = edges_lost(call.store, name)
    edges = counted(lost.edges, "edge")
    call.out.confirmed(f"Delete {lost.name} and {edges}?", said["yes"])
    gone = forget_entity(call.store, name, act_of(call, said)._replace(agreed=True))
    value = {"id": _node(gone.id), "name": gone.name, "edges": gone.edges}
    call.out.value(value, f"{safe(gone.name)} is forgotten, with {edges}")
    call.note_if_ahead()


def _note_hidden(call: Call, count: int) -> None:
    if count:
        call.out.note(f"{count} ghost, hidden; --deep shows them")


def _draw(
    call: Call,
    shown: Mapping[str, str],
    triples: Iterable[Triple],
    labels: Mapping[str, str] = {},
) -> None:
    """Draw nodes and triples; `labels` may name those at the ends of triples."""
    drawn = list(triples)
    ends = dict.fromkeys(node for one in drawn for node in (one.subject, one.object))
    named = {node: labels.get(node, node) for node in ends} | dict(shown)
    call.out.say(picture(call.out.format or "", named, drawn))


def _node(id: str) -> str:
    from memento_cli.core.held import GRAPH, ref_of

    return ref_of(GRAPH, id)


def _ends(edges: Iterable[Joined]) -> dict[str, str]:
    """The nodes at the ends of edges, with what they are called."""
    found: dict[str, str] = {}
    for one in edges:
        found |= {_node(one.subject): one.subject_name, _node(one.object): one.object_name}
    return found


def _triple(one: Joined) -> Triple:
    return Triple(_node(one.subject), one.edge.predicate, _node(one.object), one.weight)


def _mention(memory: Memory, id: str) -> Triple:
    return Triple(memory.id, MENTIONS, _node(id))
