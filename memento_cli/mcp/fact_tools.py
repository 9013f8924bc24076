"""block, fact, save_memory: what holds beside memories.

save_memory, by document 004's name, keeps hard facts, memories, entities and edges by one call.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from memento_cli.actions.context.context import blocks_warning
from memento_cli.actions.facts.blocks import block_ref, blocks, delete_block, write_block
from memento_cli.actions.facts.facts import Terms, end_fact, facts_of, set_facts
from memento_cli.actions.facts.kv import kv_ref, set_hard_fact
from memento_cli.actions.graph.knowledge_acts import save_entity, save_relation
from memento_cli.actions.graph.relate import Statement
from memento_cli.actions.memory.naming import checked_person
from memento_cli.core.context.item_text import block_part, fact_part
from memento_cli.core.facts.blocks import block_name
from memento_cli.core.facts.timeline import checked_key, held_facts, past_of
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.refs import same_person, stored_ref
from memento_cli.core.security.trust import TRUSTS
from memento_cli.core.text.visible import visible
from memento_cli.errors import BadValue, NotFound, Usage
from memento_cli.mcp.memory_tools import CONFIRM, REMEMBER
from memento_cli.mcp.server_memory import knower_of
from memento_cli.mcp.tool import Tool, ToolResult, told, wordless

if TYPE_CHECKING:
    from memento_cli.core.facts.blocks import Block
    from memento_cli.mcp.request_context import RequestContext
    from memento_cli.mcp.tool import Said

READ, WRITE, LIST, DELETE = BLOCK_ACTS = ("read", "write", "list", "delete")
GET, SET, END, HISTORY = FACT_ACTS = ("get", "set", "end", "history")

KV, SEMANTIC, NODE, EDGE = KINDS = ("kv", "semantic", "graph_node", "graph_edge")
NEEDS = {
    KV: ("key", "value"),
    SEMANTIC: ("value",),
    NODE: ("key",),
    EDGE: ("subject", "predicate", "object"),
}


def block(desk: RequestContext, said: Said) -> ToolResult:
    """Read, write, list or delete a named text that is always in the context."""
    act, name = said["act"], said["name"] or ""
    desk.check_unlabelled() if act in (READ, LIST) else desk.check_placeless()
    if act in (WRITE, DELETE):
        return _changed(desk, said)
    found = seen_blocks(desk) if act == LIST else [block_named(desk, _named(name))]
    parts = [block_part(one) for one in found]
    text = desk.fenced("\n\n".join(part.text for part in parts))
    rows = [wordless(part.row) | {"id": desk.told_id(part.row["id"])} for part in parts]
    return told(text or "No blocks.", {"act": act, "blocks": rows})


def _changed(desk: RequestContext, said: Said) -> ToolResult:
    act, name = said["act"], _named(said["name"] or "")
    if act == WRITE and said["content"] is None:
        raise Usage("write what?", "content is what the block says")
    whose = _whose(desk, name)
    if act == DELETE:
        if not any(one.is_called(block_name(name), whose) for one in seen_blocks(desk)):
            raise _no_block(name)
        least = desk.house.min_trust
        gone = delete_block(desk.store, name, desk.act(), persona=whose, least=least)
        return ToolResult({"act": act, "blocks": [block_ref(gone)]})
    one = write_block(desk.store, name, said["content"], desk.act(), persona=whose)
    long = blocks_warning(
        desk.store, desk.now, one.persona, alone=desk.scope.person is not None,
        placeless=desk.sees_placeless, min_trust=desk.house.min_trust,
    )  # fmt: skip
    note = "; ".join(filter(None, (long, *desk.noted.values())))
    value: dict[str, Any] = {"act": act, "blocks": [block_ref(one)]}
    return ToolResult(value | ({"note": note} if note else {}))


def seen_blocks(desk: RequestContext) -> list[Block]:
    """The blocks that this server may show, each as who is trusted here has said it last."""
    least = desk.house.min_trust or TRUSTS[-1]
    found = blocks(desk.store, least=least)
    return [one for one in found if desk.sees_of(one.persona) and desk.trusts(one.trust)]


def block_named(desk: RequestContext, name: str) -> Block:
    """The block of a name: of whom this server is about, or of nobody; where it is about nobody, of
    nobody or of the store's own person, as a context tells them."""
    known, person = block_name(name), desk.scope.person
    found = [one for one in seen_blocks(desk) if one.is_called(known, one.persona)]
    for whose in (person, None) if person else (None, _own(desk)):
        for one in found:
            if same_person(one.persona, whose):
                return one
    raise _no_block(name)


def _whose(desk: RequestContext, name: str) -> str | None:
    """Whose block of a name is written or deleted: the one that is read by it, if it may be."""
    if desk.scope.person is not None:
        return desk.scope.person
    try:
        return block_named(desk, name).persona
    except NotFound:
        return None


def _no_block(name: str) -> NotFound:
    return NotFound(f"no block {name[:80]!r}", "block with act: list shows them")


def _own(desk: RequestContext) -> str:
    return stored_ref(desk.store.settings["person"])


def _named(name: str) -> str:
    if not name:
        raise Usage("which block?", "name says it; act: list shows them")
    return name


def fact(desk: RequestContext, said: Said) -> ToolResult:
    """What holds of whom: get, set, end or history of a key, each in two times."""
    desk.check_unlabelled()
    subject = checked_person(desk.store, said["subject"] or desk.scope.person or "")
    desk.scope.check_person(subject)
    act, key = said["act"], said["key"] and checked_key(said["key"])
    if act in (SET, END):
        desk.check_placeless()
    if act in (SET, END) and not key:
        raise Usage(f"{act} which key?")
    if act == SET:
        if said["value"] is None:
            raise Usage(f"set {key} to what?", "value says it")
        start, end = (_moment(desk, said[name]) for name in ("valid_from", "valid_until"))
        terms = Terms(start, end, said["confidence"])
        set_facts(desk.store, subject, {key: said["value"]}, desk.act(said["reason"] or ""), terms)
    elif act == END:
        at, least = _moment(desk, said["valid_until"]), desk.house.min_trust
        end_fact(desk.store, subject, key, desk.act(said["reason"] or ""), at=at, least=least)
    told_now = _facts_told(desk, subject, key, act)
    return told_now if act in (GET, HISTORY) else told_now.noting(desk.noted)


def _moment(desk: RequestContext, text: str | None) -> Any:
    return desk.moment(text) if text else None


def _facts_told(desk: RequestContext, subject: str, key: str | None, act: str) -> ToolResult:
    """What holds, or every value that a key has had, also after it was changed: what was said of
    another time does not hold now."""
    facts, now = facts_of(desk.store, subject).trusted(desk.house.min_trust or TRUSTS[-1]), desk.now
    if act != GET:
        keys = [key] if key else sorted(facts.claims)
        held = [(one, stretch) for one in keys for stretch in past_of(facts, one, now)]
    else:
        held = [pair for pair in held_facts(facts, now, now) if key in (None, pair[0])]
    parts = [fact_part(subject, one, stretch, desk.zone) for one, stretch in held]
    if key and not parts and act in (GET, HISTORY):
        raise NotFound(f"nothing is known of {key[:80]!r}")
    rows = [wordless(part.row, "valid_from", "valid_until", "confidence") for part in parts]
    text = desk.fenced("\n".join(part.text for part in parts))
    return told(text or "Nothing is known.", {"subject": visible(subject), "facts": rows})


BLOCK = Tool(
    "block",
    "A named text that is always in the context: read, write, list or delete it.",
    (
        Field("act", "choice", "What to do.", READ, choices=BLOCK_ACTS),
        Field("name", "text", "Which."),
        Field("content", "text", "What it is to say, whole."),
        CONFIRM,
    ),
    block,
    reads=(READ, LIST),
)
FACT = Tool(
    "fact",
    "What holds of whom, and since when; the past is kept.",
    (
        Field("act", "choice", "What to do.", GET, choices=FACT_ACTS),
        Field("subject", "text", "Of whom; else the store's person."),
        Field("key", "text", "Which key."),
        Field("value", "scalar", "What holds."),
        Field("valid_from", "text", "From when."),
        Field("valid_until", "text", "Until when."),
        Field("confidence", "number", "How sure, 0 to 1.", low=0, high=1),
        Field("reason", "text", "Why."),
        CONFIRM,
    ),
    fact,
    reads=(GET, HISTORY),
)


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
