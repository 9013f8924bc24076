"""remember, link, pin, unpin, forget, feedback, used: what an agent may do to memories."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memento_cli.actions.memory.edit import pin
from memento_cli.actions.memory.feedback import EVENTS
from memento_cli.actions.memory.feedback import event_feedback as note_event
from memento_cli.actions.memory.feedback import feedback as note
from memento_cli.actions.memory.links import link as relate
from memento_cli.actions.memory.prune import forget as archive
from memento_cli.actions.memory.record import duplicates_of, record
from memento_cli.actions.memory.reinforce import used as note_used
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.memory import KINDS, RELATIONS, Draft, Tags, split_content
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.trust import AGENT, PRIVACIES, is_persons, trust_of
from memento_cli.errors import BadValue, Refused
from memento_cli.mcp.tool import AGREED, Tool, ToolResult

if TYPE_CHECKING:
    from memento_cli.mcp.request_context import RequestContext
    from memento_cli.mcp.tool import Said

MEMORY = Field("memory_id", "text", "Its id.", required=True)
CONFIRM = Field(AGREED, "flag", "The user has agreed.", False)
REASON = Field("reason", "text", "Why.")


def remember(desk: RequestContext, said: Said) -> ToolResult:
    """Keep a new memory; those that it nearly repeats are named."""
    summary, detail = split_content(said["content"])
    draft = desk.scope.claimed(
        Draft(
            summary,
            detail=detail,
            tags=Tags(said["tags"]),
            kind=said["type"],
            source=said["source"],
            privacy=said["privacy_scope"] or PRIVACIES[0],
            importance=said["importance"],
            project=said["project"],
            agent=desk.client,
            more=desk.origin,
        )
    )
    twins = duplicates_of(desk.store, draft, desk.now, desk.bounds)
    memory = record(desk.store, draft, desk.now, via=desk.via).memory
    alike = desk.told_ids(twin.memory.id for twin in twins)
    told, flags = {"memory_id": memory.id, "similar": alike}, flags_of(memory)
    return ToolResult(told | ({"flags": flags} if flags else {}) | desk.noted)


def link(desk: RequestContext, said: Said) -> ToolResult:
    """Relate one memory to another. The user is asked before theirs becomes history by it."""
    one, other = (desk.memory(said[key]) for key in ("from_id", "to_id"))
    new = relate(
        desk.store, one.id, said["rel"], other.id, desk.now,
        via=desk.via, by=AGENT, agreed=desk.agreed,
    )  # fmt: skip
    ids = {"from_id": desk.told_id(one.id), "to_id": desk.told_id(other.id)}
    return ToolResult(ids | {"rel": said["rel"], "already": not new})


def pinned(desk: RequestContext, said: Said, *, wanted: bool) -> ToolResult:
    """Keep a memory from fading, or let it fade again. The user is asked before an important one is
    unpinned, whoever wrote it."""
    memory = desk.memory(said["memory_id"])
    new = pin(desk.store, memory.id, desk.now, wanted, via=desk.via, by=AGENT, agreed=desk.agreed)
    return ToolResult({"memory_id": desk.told_id(memory.id), "pinned": wanted, "already": not new})


def forget(desk: RequestContext, said: Said) -> ToolResult:
    """Archive a memory, from where it can be restored; or erase what it says, for good.

    The user is asked before theirs is archived, and before any is erased.
    """
    memory = desk.memory(said["memory_id"])
    id = desk.told_id(memory.id)
    if not said["hard"]:
        if is_persons(trust_of(memory)):
            desk.ask(f"Archive {memory.id}, which the user vouches for?", memory)
        moved = archive(desk.store, [memory.id], desk.now, said["reason"] or "", via=desk.via)
        return ToolResult({"memory_id": id, "hard": False, "undo": moved.batch})
    from memento_cli.actions.redaction.erase import erase  # few agents may

    if not desk.house.destructive:
        raise Refused(
            "this server erases nothing",
            f"without hard it is archived; `memento forget --erase {memory.id}` is for a person",
        )
    desk.ask(f"Erase {memory.id} for good? Nothing brings it back.", memory)
    receipt = erase(desk.store, [memory.id], desk.now, via=desk.via)
    left = receipt.git.commits if receipt.git else 0
    unlinked, quoting = (
        desk.told_ids(filter(desk.sees_id, ids)) for ids in (receipt.unlinked, receipt.quoting)
    )
    told = {"memory_id": id, "hard": True, "unlinked": unlinked, "quoting": quoting}
    return ToolResult(told | {"commits_in_git": left})


REMEMBER = Tool(
    "remember",
    "Keep a memory: a fact, a decision, a preference, what happened. No keys or passwords.",
    (
        Field("content", "text", "What is to be kept; the first sentence is its summary.",
              required=True),
        Field("type", "choice", "What sort.", "episodic", choices=KINDS),
        Field("tags", "texts", "Topics.", ()),
        Field("importance", "number", "0 to 1.", 0.5, low=0, high=1),
        Field("source", "text", "chat, tool, file, url or a URI.", "chat"),
        Field("privacy_scope", "choice", "Who may see it; else private.", choices=PRIVACIES),
        Field("project", "text", "Its project."),
    ),
    remember,
)  # fmt: skip
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
)
PIN = Tool(
    "pin", "Keep a memory from fading.", (MEMORY,), partial(pinned, wanted=True), repeats=True
)
UNPIN = Tool(
    "unpin", "Let a memory fade again.", (MEMORY, CONFIRM), partial(pinned, wanted=False),
    repeats=True,
)  # fmt: skip
FORGET = Tool(
    "forget",
    "Archive a memory (can be undone); hard erases what it says everywhere, for good.",
    (MEMORY, Field("hard", "flag", "Erase it.", False), REASON, CONFIRM),
    forget,
    destroys=True,
)


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
