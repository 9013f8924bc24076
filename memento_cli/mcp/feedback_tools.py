"""feedback, used: what came of what was recalled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memento_cli.actions.memory.feedback import EVENTS
from memento_cli.actions.memory.feedback import event_feedback as note_event
from memento_cli.actions.memory.feedback import feedback as note
from memento_cli.actions.memory.reinforce import used as note_used
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.security.trust import AGENT
from memento_cli.errors import BadValue
from memento_cli.mcp.memory_tools import CONFIRM, MEMORY, REASON
from memento_cli.mcp.tool import Tool, ToolResult

if TYPE_CHECKING:
    from memento_cli.mcp.request_context import RequestContext
    from memento_cli.mcp.tool import Said


def feedback(desk: RequestContext, said: Said) -> ToolResult:
    """Note what came of a memory or an event; a right answer becomes a proposal."""
    if event_in(said["memory_id"]):
        return _of_event(desk, said)
    done = note(
        desk.store,
        desk.memory(said["memory_id"]).id,
        said["event"],
        desk.now,
        score=said["score"],
        answer=said["answer"] or "",
        reason=said["reason"] or "",
        via=desk.via,
        by=AGENT,
    )
    strength = {"before": round(done.before, 4), "after": round(done.after, 4)}
    told = {"memory_id": desk.told_id(done.memory.id), "event": done.event, "strength": strength}
    return ToolResult(told | ({"proposal": done.proposal} if done.proposal else {}))


def _of_event(desk: RequestContext, said: Said) -> ToolResult:
    """Set an event aside, or bring it back."""
    if said["score"] is not None or said["answer"]:
        raise BadValue("score and answer are for memories", "leave them out for an event")
    event, act = desk.event(said["memory_id"]), desk.act(said["reason"] or "")
    note_event(desk.store, event.ref, said["event"], act)
    return ToolResult({"memory_id": event.ref, "event": said["event"]})


def used(desk: RequestContext, said: Said) -> ToolResult:
    """Note that memories were of use, which makes them stronger."""
    ids = list(dict.fromkeys(desk.memory(text).id for text in said["memory_ids"]))
    if not ids:
        raise BadValue("memory_ids names none", "the ids of those that were of use")
    note_used(desk.store, ids, desk.now, via=desk.via)
    return ToolResult({"memory_ids": desk.told_ids(ids)})


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
)
USED = Tool(
    "used",
    "Note that memories were of use in an answer.",
    (Field("memory_ids", "texts", "Their ids.", required=True),),
    used,
)
