"""block, fact, save_memory: what holds beside memories.

save_memory, by document 004's name, keeps kv values, memories, entities and edges by one call.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from memento_cli.actions.context.context import blocks_warning
from memento_cli.actions.facts.blocks import block_ref, delete_block, write_block
from memento_cli.actions.facts.facts import Terms, end_fact, facts_of, set_facts
from memento_cli.actions.facts.kv import kv_ref, set_kv
from memento_cli.actions.graph.knowledge_acts import save_entity, save_relation
from memento_cli.actions.graph.relate import Statement
from memento_cli.actions.memory.naming import checked_person
from memento_cli.core.context.item_text import block_part, fact_part
from memento_cli.core.facts.blocks import block_name
from memento_cli.core.facts.kv import value_words
from memento_cli.core.facts.timeline import checked_key, held_facts, past_of
from memento_cli.core.fields.field import Field
from memento_cli.core.security.trust import TRUSTS
from memento_cli.errors import BadValue, NotFound, Usage
from memento_cli.tools.memory_tools import CONFIRM
from memento_cli.tools.records_seen import (
    LEFT_OUT,
    block_named,
    fitting,
    no_block,
    seen_blocks,
    time_in,
)
from memento_cli.tools.remember import REMEMBER
from memento_cli.tools.server_memory import knower_of
from memento_cli.tools.tool import LABELS, Tool, told, wordless

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

READ, WRITE, LIST, DELETE = BLOCK_ACTS = ("read", "write", "list", "delete")
BETWEEN = {READ: "\n\n", LIST: "\n"}
GET, SET, END, HISTORY = FACT_ACTS = ("get", "set", "end", "history")

TIMES = ("valid_from", "valid_until", "confidence")

KV, SEMANTIC, NODE, EDGE = KINDS = ("kv", "semantic", "graph_node", "graph_edge")
NEEDS = {
    KV: ("key", "value"),
    SEMANTIC: ("value",),
    NODE: ("key",),
    EDGE: ("subject", "predicate", "object"),
}


def block(request: RequestContext, args: Arguments) -> ToolResult:
    """Read, write, list or delete a named text that is always in the context."""
    act, name = args["act"], args["name"] or ""
    request.check_unlabelled() if act in (READ, LIST) else request.check_placeless()
    if act != WRITE and args.get("content") is not None:
        raise Usage(f"{act} changes no content", f"act: {WRITE} does")
    if act in (WRITE, DELETE):
        return _changed(request, args)
    found = [block_named(request, name)] if name and act == READ else seen_blocks(request)
    parts = [block_part(one) for one in found]
    texts = (part.text.split("\n")[0] if act == LIST else part.text for part in parts)
    rows = (wordless(part.row) | {"id": request.told_id(part.row["id"])} for part in parts)
    shown, left = fitting(list(zip(texts, rows, strict=True)))
    text = request.fenced(BETWEEN[act].join(text for text, _ in shown))
    value = {"act": act, "blocks": [row for _, row in shown], "left_out": left}
    return told(text or "No blocks.", value, "A name reads one of them." if left else "")


def _changed(request: RequestContext, args: Arguments) -> ToolResult:
    act, name = args["act"], _named(args["name"] or "")
    if act == WRITE and args["content"] is None:
        raise Usage("write what?", "content is what the block says")
    whose = _whose(request, name)
    if act == DELETE:
        if not any(one.is_called(block_name(name), whose) for one in seen_blocks(request)):
            raise no_block(name)
        least = request.config.min_trust
        gone = delete_block(request.store, name, request.act(), persona=whose, least=least)
        return told("Deleted.", {"act": act, "blocks": [{"id": block_ref(gone)}]})
    one = write_block(request.store, name, args["content"], request.act(), persona=whose)
    long = blocks_warning(
        request.store, request.now, one.persona, alone=request.scope.person is not None,
        placeless=request.sees_placeless, min_trust=request.config.min_trust,
    )  # fmt: skip
    return told("Written.", {"act": act, "blocks": [{"id": block_ref(one)}]}, long, request.note)


def _whose(request: RequestContext, name: str) -> str | None:
    """Whose block of a name is written or deleted: the one that is read by it, if it may be."""
    if request.person is not None:
        return request.person
    try:
        return block_named(request, name).persona
    except NotFound:
        return None


def _named(name: str) -> str:
    if not name:
        raise Usage("which block?", "name says it; act: list shows them")
    return name


def fact(request: RequestContext, args: Arguments) -> ToolResult:
    """What holds of whom: get, set, end or history of a key, each in two times."""
    request.check_unlabelled()
    subject = checked_person(request.store, args["subject"] or request.person or "")
    request.scope.check_person(subject)
    act, key = args["act"], args["key"] and checked_key(args["key"])
    keys = [key] if key else []
    if act != SET and (args["value"] is not None or args["values"]):
        raise Usage(f"{act} sets nothing", f"act: {SET} does")
    if act in (SET, END):
        request.check_placeless()
        done = request.act(args["reason"] or "")
    if act == SET:
        values = _values(key, args)
        start, end = (time_in(request, args, name) for name in ("valid_from", "valid_until"))
        set_facts(request.store, subject, values, done, Terms(start, end, args["confidence"]))
        keys = list(map(checked_key, values))
    elif act == END:
        if not key:
            raise Usage("end which key?")
        at, least = time_in(request, args, "valid_until"), request.config.min_trust
        end_fact(request.store, subject, key, done, at=at, least=least)
    return _facts_told(request, subject, keys, act)


def _values(key: str | None, args: Arguments) -> dict[str, Any]:
    """The values that a call sets, by their keys."""
    values = dict(args["values"])
    if (key is None) != (args["value"] is None) or not (key or values):
        raise Usage("set what?", "key and value, or values: {key: value, ...}")
    for name, value in values.items():
        if not isinstance(value, str | int | float | bool):
            raise BadValue(f"the value of {name} is no text, number or truth value")
    return values | ({key: args["value"]} if key else {})


def _facts_told(
    request: RequestContext, subject: str, wanted: Sequence[str], act: str
) -> ToolResult:
    """What holds of these keys, or of all, or every value that they have had, also after one was
    changed: what was said of another time does not hold now."""
    least, now = request.config.min_trust or TRUSTS[-1], request.now
    facts = facts_of(request.store, subject).trusted(least)
    if act != GET:
        keys = wanted or sorted(facts.claims)
        held = [(one, stretch) for one in keys for stretch in past_of(facts, one, now)]
    else:
        held = [pair for pair in held_facts(facts, now, now) if not wanted or pair[0] in wanted]
    parts = [fact_part(subject, one, stretch, request.zone) for one, stretch in held]
    if wanted and not parts and act in (GET, HISTORY):
        raise NotFound(f"nothing is known of {wanted[0][:80]!r}")
    shown, left = fitting([(part.text, wordless(part.row, *TIMES)) for part in parts])
    text = request.fenced("\n".join(text for text, _ in shown))
    rows = [row for _, row in shown]
    value = {"subject": request.told_id(subject), "facts": rows, "left_out": left}
    note = "" if act in (GET, HISTORY) else request.note
    return told(
        text or "Nothing is known.", value, "A key tells one of them." if left else "", note
    )


BLOCK = Tool(
    "block",
    "A named text that is always in the context: read, write, list or delete it.",
    (
        Field("act", "choice", "What to do.", READ, choices=BLOCK_ACTS),
        Field("name", "text", "Which; read without it: all."),
        Field("content", "text", "What it is to say, whole."),
        CONFIRM,
    ),
    block,
    reads=(READ, LIST),
    gives=(
        Field("act", "text", "What was done."),
        Field("blocks", "tables", "The blocks.", of=(Field("id", "text", "Its id."), *LABELS)),
        LEFT_OUT,
    ),
)
FACT = Tool(
    "fact",
    "What holds of whom, and since when; the past is kept.",
    (
        Field("act", "choice", "What to do.", GET, choices=FACT_ACTS),
        Field("subject", "text", "Of whom; else the store's person."),
        Field("key", "text", "Which key."),
        Field("value", "scalar", "What holds."),
        Field("values", "table", "set: several at once, {key: value}.", {}),
        Field("valid_from", "text", "From when."),
        Field("valid_until", "text", "Until when."),
        Field("confidence", "number", "How sure, 0 to 1.", low=0, high=1),
        Field("reason", "text", "Why."),
        CONFIRM,
    ),
    fact,
    reads=(GET, HISTORY),
    gives=(
        Field("subject", "text", "Of whom."),
        Field("facts", "tables", "The values, in the order of the text.", of=(
            Field("valid_from", "text", "Since when."),
            Field("valid_until", "text", "Until when."),
            Field("confidence", "number", "How sure."),
            *LABELS,
        )),
        LEFT_OUT,
    ),
)  # fmt: skip


def save_memory(request: RequestContext, args: Arguments) -> ToolResult:
    """Keep one thing of the kind that is said; what it is called from then on is answered."""
    kind, store = args["type"], request.store
    lacking = [name for name in NEEDS[kind] if args[name] in (None, "")]
    if lacking:
        raise BadValue(f"{kind} needs {', '.join(lacking)}", "as " + ", ".join(NEEDS[kind]))
    if args["ttl"] and kind != KV:
        raise BadValue(f"a {kind} has no ttl: it fades", f"type: {KV} is gone after its ttl")
    if kind == SEMANTIC:
        topics = [args["key"]] if args["key"] else []
        given = {"content": value_words(args["value"]), "type": SEMANTIC, "tags": topics}
        id = REMEMBER.act(request, REMEMBER.arguments_of(given)).value["memory_id"]
    elif kind == KV:
        request.check_placeless()
        ttl = args["ttl"] and timedelta(milliseconds=args["ttl"])
        whose = request.scope.person or ""
        fact = set_kv(store, args["key"], args["value"], request.act(), ttl=ttl, person=whose)
        id = kv_ref(fact.key, fact.person)
    elif kind == NODE:
        observed = () if args["value"] in (None, "") else (value_words(args["value"]),)
        id = save_entity(store, args["key"], knower_of(request), observed)
    else:
        statement = Statement(args["subject"], args["predicate"], args["object"])
        id = save_relation(store, statement, knower_of(request))
    return told("Kept.", {"type": kind, "id": id}, request.note)


SAVE_MEMORY = Tool(
    "save_memory",
    "Keep a kv value (kv), a memory (semantic), an entity or a relation of two.",
    (
        Field("type", "choice", "Which.", SEMANTIC, choices=KINDS),
        Field("key", "text", "A kv value's key, an entity's name, or a topic."),
        Field("value", "any", "What it says: text, or for kv any JSON."),
        Field("ttl", "whole", "kv: gone after so many milliseconds.", low=1, high=10**13),
        Field("subject", "text", "graph_edge: who"),
        Field("predicate", "text", "does what"),
        Field("object", "text", "to whom."),
        CONFIRM,
    ),
    save_memory,
    gives=(
        Field("type", "text", "What sort of thing was kept."),
        Field("id", "text", "What it is called from now on."),
    ),
)
