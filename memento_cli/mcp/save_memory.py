"""save_memory, by document 004's name: hard facts, memories, entities and edges by one call."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from memento_cli.actions.facts.kv import kv_ref, set_hard_fact
from memento_cli.actions.graph.knowledge_acts import save_entity, save_relation
from memento_cli.actions.graph.relate import Statement
from memento_cli.core.fields.field import Field
from memento_cli.errors import BadValue
from memento_cli.mcp.memory_tools import CONFIRM, REMEMBER
from memento_cli.mcp.server_memory import knower_of
from memento_cli.mcp.tool import Tool, ToolResult

if TYPE_CHECKING:
    from memento_cli.mcp.request_context import RequestContext
    from memento_cli.mcp.tool import Said

KV, SEMANTIC, NODE, EDGE = KINDS = ("kv", "semantic", "graph_node", "graph_edge")
NEEDS = {
    KV: ("key", "value"),
    SEMANTIC: ("value",),
    NODE: ("key",),
    EDGE: ("subject", "predicate", "object"),
}


def save_memory(desk: RequestContext, said: Said) -> ToolResult:
    """Keep one thing of the kind that is said; what it is called from then on is answered."""
    kind = said["type"]
    lacking = [name for name in NEEDS[kind] if said[name] in (None, "")]
    if lacking:
        raise BadValue(f"{kind} needs {', '.join(lacking)}", "as " + ", ".join(NEEDS[kind]))
    if kind == SEMANTIC:
        topics = [said["key"]] if said["key"] else []
        given = {"content": str(said["value"]), "type": SEMANTIC, "tags": topics}
        id = REMEMBER.act(desk, REMEMBER.said(given)).value["memory_id"]
        return ToolResult({"type": kind, "id": id, **desk.noted})
    if kind == KV:
        desk.check_placeless()
    else:
        desk.check_own()
    return ToolResult({"type": kind, "id": _held(desk, said), **desk.noted})


def _held(desk: RequestContext, said: Said) -> str:
    if said["type"] == KV:
        length: Any = said["ttl"]
        ttl = None if length is None else timedelta(milliseconds=length)
        fact = set_hard_fact(
            desk.store,
            said["key"],
            said["value"],
            desk.act(),
            ttl=ttl,
            person=desk.scope.person or "",
        )
        return kv_ref(fact.key, fact.person)
    if said["type"] == NODE:
        return save_entity(desk.store, said["key"], knower_of(desk))
    statement = Statement(said["subject"], said["predicate"], said["object"])
    return save_relation(desk.store, statement, knower_of(desk))


SAVE_MEMORY = Tool(
    "save_memory",
    "Keep a hard fact (kv), a memory (semantic), an entity or a relation of two.",
    (
        Field("type", "choice", "Which.", SEMANTIC, choices=KINDS),
        Field("key", "text", "A hard fact's key, an entity's name, or a topic."),
        Field("value", "scalar", "What it says."),
        Field("ttl", "whole", "kv: gone after so many milliseconds.", low=1, high=10**13),
        Field("subject", "text", "graph_edge: who"),
        Field("predicate", "text", "does what"),
        Field("object", "text", "to whom."),
        CONFIRM,
    ),
    save_memory,
)
