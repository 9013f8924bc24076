"""link, pin, unpin, forget, feedback: what an agent may do to memories."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memento_cli.actions.graph.used import USES, edge_of, is_edge, no_edge, use_edges
from memento_cli.actions.memory.edit import pin
from memento_cli.actions.memory.feedback import EVENTS
from memento_cli.actions.memory.feedback import event_feedback as note_event
from memento_cli.actions.memory.feedback import feedback as note
from memento_cli.actions.memory.links import link as relate
from memento_cli.actions.memory.prune import forget as archive
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.memory import RELATIONS
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.security.trust import AGENT, is_persons, trust_of
from memento_cli.errors import BadValue, Refused
from memento_cli.tools.request_context import copied_id
from memento_cli.tools.tool import AGREED, Tool, told

if TYPE_CHECKING:
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

MEMORY = Field("memory_id", "text", "Its id.", required=True, aliases=("id",))
MADE = Field("memory_id", "text", "Its id.")
OF_EVENT = Field("event", "text", "What came of it.")
CONFIRM = Field(AGREED, "flag", "The user has agreed.", False)
ALREADY = Field("already", "flag", "Whether it was so before.")
REASON = Field("reason", "text", "Why.")


def link(request: RequestContext, args: Arguments) -> ToolResult:
    """Relate one memory to another. The user is asked before theirs becomes history by it."""
    one, other = (request.memory(args[key]) for key in ("from_id", "to_id"))
    new = relate(
        request.store, one.id, args["rel"], other.id, request.now,
        via=request.via, by=AGENT, agreed=request.agreed,
    )  # fmt: skip
    ids = {"from_id": request.told_id(one.id), "to_id": request.told_id(other.id)}
    return told(
        "Linked." if new else "It was linked so already.",
        ids | {"rel": args["rel"], "already": not new},
    )


def pinned(request: RequestContext, args: Arguments, *, wanted: bool) -> ToolResult:
    """Keep a memory from fading, or let it fade again. The user is asked before an important one is
    unpinned, whoever wrote it."""
    memory = request.memory(args["memory_id"])
    new = pin(
        request.store, memory.id, request.now, wanted,
        via=request.via, by=AGENT, agreed=request.agreed,
    )  # fmt: skip
    done = "Pinned" if wanted else "Unpinned"
    text = f"{done}." if new else f"{done} already."
    value = {"memory_id": request.told_id(memory.id), "pinned": wanted, "already": not new}
    return told(text, value)


def forget(request: RequestContext, args: Arguments) -> ToolResult:
    """Archive a memory, from where it can be restored; or erase what it says, for good.

    The user is asked before theirs is archived, and before any is erased.
    """
    memory = request.memory(args["memory_id"])
    id = request.told_id(memory.id)
    if not args["hard"]:
        if is_persons(trust_of(memory)):
            request.ask(f"Archive {memory.id}, which the user vouches for?", memory)
        reason = args["reason"] or ""
        moved = archive(request.store, [memory.id], request.now, reason, via=request.via)
        text = "Archived: the user can restore it."
        return told(text, {"memory_id": id, "hard": False, "undo": moved.batch})
    from memento_cli.actions.redaction.erase import erase  # few agents may

    if not request.config.destructive:
        raise Refused(
            "this server erases nothing",
            f"without hard it is archived; `memento forget --erase {memory.id}` is for a person",
        )
    request.ask(f"Erase {memory.id} for good? Nothing brings it back.", memory)
    receipt = erase(request.store, [memory.id], request.now, via=request.via)
    unlinked, quoting = (
        request.told_ids(filter(request.sees_id, ids))
        for ids in (receipt.unlinked, receipt.quoting)
    )
    for file in receipt.left:
        request.config.warn(f"what was erased is left in {file}")
    value = {"memory_id": id, "hard": True, "unlinked": unlinked, "quoting": quoting}
    value |= {"commits_in_git": receipt.git.commits if receipt.git else 0}
    note = "The user's cache still has it, of which they are told." if receipt.left else ""
    return told("Erased.", value, note)


LINK = Tool(
    "link",
    "Relate one memory to another.",
    (
        Field("from_id", "text", "A memory.", required=True),
        Field("rel", "choice", "How it relates to", required=True, choices=RELATIONS),
        Field("to_id", "text", "another.", required=True),
        CONFIRM,
    ),
    link,
    repeats=True,
    gives=(
        Field("from_id", "text", "The one."),
        Field("to_id", "text", "The other."),
        Field("rel", "text", "How they relate."),
        ALREADY,
    ),
)
PINNED = (MADE, Field("pinned", "flag", "Whether it is pinned now."), ALREADY)
PIN = Tool(
    "pin", "Keep a memory from fading.", (MEMORY,), partial(pinned, wanted=True), repeats=True,
    gives=PINNED,
)  # fmt: skip
UNPIN = Tool(
    "unpin", "Let a memory fade again.", (MEMORY, CONFIRM), partial(pinned, wanted=False),
    repeats=True, gives=PINNED,
)  # fmt: skip
FORGET = Tool(
    "forget",
    "Archive a memory (can be undone); hard erases what it says everywhere, for good.",
    (MEMORY, Field("hard", "flag", "Erase it.", False), REASON, CONFIRM),
    forget,
    destroys=True,
    gives=(
        MADE,
        Field("hard", "flag", "Whether its words are gone for good."),
        Field("undo", "text", "The batch that `memento undo` brings back."),
        Field("unlinked", "texts", "Memories that were linked to it."),
        Field("quoting", "texts", "Memories that mention it."),
        Field("commits_in_git", "whole", "In so many commits of git it still stands."),
    ),
)


def feedback(request: RequestContext, args: Arguments) -> ToolResult:
    """Note what came of a memory or an event; a right answer becomes a proposal."""
    id = copied_id(args["memory_id"])
    args = {**args, "memory_id": id}
    if event_in(id):
        return _of_event(request, args)
    if is_edge(id):
        return _of_edge(request, args)
    done = note(
        request.store,
        request.memory(id).id,
        args["event"],
        request.now,
        score=args["score"],
        answer=args["answer"] or "",
        reason=args["reason"] or "",
        via=request.via,
        by=AGENT,
    )
    strength = {"before": round(done.before, 4), "after": round(done.after, 4)}
    value = {"memory_id": request.told_id(done.memory.id), "event": done.event}
    proposal = done.proposal and request.told_id(done.proposal)
    return told("Noted.", value | {"strength": strength, "proposal": proposal})


def _of_event(request: RequestContext, args: Arguments) -> ToolResult:
    if args["score"] is not None or args["answer"]:
        raise BadValue("score and answer are for memories", "leave them out for an event")
    event, act = request.event(args["memory_id"]), request.act(args["reason"] or "")
    note_event(request.store, event.ref, args["event"], act)
    return told("Noted.", {"memory_id": request.told_id(event.ref), "event": args["event"]})


def _of_edge(request: RequestContext, args: Arguments) -> ToolResult:
    """An edge that was used weighs 1 again; nothing else changes its weight."""
    ref, event = args["memory_id"], args["event"]
    if event not in USES or args["score"] is not None or args["answer"]:
        raise BadValue(f"{event} says nothing of a relation", f"{' or '.join(USES)} without more")
    request.check_own()
    if not request.trusts(edge_of(request.store, ref).trust):
        raise no_edge(ref)
    use_edges(request.store, [ref], request.act(args["reason"] or ""))
    return told("Noted.", {"memory_id": ref, "event": event})


FEEDBACK = Tool(
    "feedback",
    "Say what came of a memory that was recalled: this makes it stronger or weaker.",
    (
        MEMORY,
        Field("event", "choice", "What came of it.", required=True, choices=EVENTS),
        Field("score", "number", "How much, 0 to 1.", low=0, high=1),
        Field("answer", "text", "What would have been right."),
        REASON,
        CONFIRM,
    ),
    feedback,
    gives=(
        MADE,
        OF_EVENT,
        Field("strength.before", "number", "Its strength until now."),
        Field("strength.after", "number", "Its strength from now on."),
        Field("proposal", "text", "The proposal that the right answer became."),
    ),
)
