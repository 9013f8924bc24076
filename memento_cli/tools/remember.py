"""remember: what an agent keeps, and what it is told of what was there already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.actions.memory.record import (
    importance_of,
    record_all,
    repeated_by,
    sharing_words,
)
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import About, about_keys
from memento_cli.core.memory.creation import INTENSITY
from memento_cli.core.memory.memory import (
    KINDS,
    SUPERSEDES,
    Draft,
    Link,
    Tags,
    split_content,
)
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.trust import AGENT, PRIVACIES
from memento_cli.core.tidy.conflicts import opposed
from memento_cli.core.time.when import iso
from memento_cli.errors import BadValue
from memento_cli.tools.memory_tools import CONFIRM, MADE
from memento_cli.tools.tool import Tool, filled, told

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.core.memory.memory import Memory
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult


def remember(request: RequestContext, args: Arguments) -> ToolResult:
    """Keep new memories, all or none; what is there already that says the same, or the contrary, is
    told."""
    rows = args["memories"] or [args]
    if (args["content"] is None) == (not args["memories"]):
        wrong = "keep one or several?" if args["memories"] else "keep what?"
        raise BadValue(wrong, "content is what one memory says; memories are several")
    store, now = request.store, request.now
    drafts = [_draft(request, {**args, **filled(row)}) for row in rows]
    known = [_known(request, draft) for draft in drafts]
    made = record_all(store, drafts, now, via=request.via, by=AGENT, agreed=request.agreed)
    memories = [one.memory for one in made]
    similar = [
        twin.memory
        for draft, near in zip(drafts, known, strict=True)
        for twin in repeated_by(store, draft, near, now)
    ]
    contrary = [
        pair.other
        for memory, near in zip(memories, known, strict=True)
        for pair in opposed(memory, near)
    ]
    same = request.said_before() if len(memories) == 1 and not similar else None
    value = {
        "memory_id": memories[0].id,
        "memory_ids": [one.id for one in memories] if len(memories) > 1 else None,
        "similar": request.told_ids(one.id for one in (*similar, *filter(None, [same]))),
        "contradicts": request.told_ids(one.id for one in contrary),
        "flags": [flag for one in memories for flag in flags_of(one)] or None,
    }
    lines = [f"says nearly the same: {_line(one)}" for one in similar]
    lines += [f"may say the same in other words: {_line(same)}"] if same else []
    lines += [f"says the contrary: {_line(one)}" for one in contrary]
    return told("Kept.", value, request.fenced("\n".join(lines)), request.note)


def _known(request: RequestContext, draft: Draft) -> list[Memory]:
    """The memories that share most words with a new one, without those that it makes history."""
    history = {link.target for link in draft.links}
    near = sharing_words(request.store, draft, request.now, request.bounds)
    return [one for one in near if one.id not in history]


def _draft(request: RequestContext, args: Arguments) -> Draft:
    """A memory as a call describes it, with what is inferred where it says nothing."""
    summary, detail = split_content(args["content"])
    importance, _ = importance_of(request.store, args["importance"], summary, args["tags"])
    links = (Link(SUPERSEDES, request.memory(id).id) for id in args["supersedes"])
    draft = Draft(
        summary,
        detail=detail,
        tags=Tags(args["tags"], args["people"]),
        kind=args["type"],
        source=args["source"],
        privacy=args["privacy_scope"] or PRIVACIES[0],
        importance=importance,
        project=args["project"],
        agent=request.client,
        links=tuple(links),
        more=request.origin | _felt(args) | _occurred(request, args["occurred_at"]),
    )
    return request.scope.claimed(draft)


def _felt(args: Arguments) -> dict[str, Any]:
    return {} if args["emotion"] is None else {INTENSITY: args["emotion"]}


def _occurred(request: RequestContext, text: str | None) -> dict[str, Any]:
    """The time that a memory is about, if it is not now."""
    if text is None:
        return {}
    return about_keys(About(request.moment(text), request.moment(text, end=True), confidence=1.0))


def _line(memory: Memory) -> str:
    return f"{memory.id} ({iso(memory.created)[:10]}): {' '.join(memory.content.summary.split())}"


CONTENT = Field(
    "content", "text", "What is to be kept; the first sentence is its summary.", aliases=("text",)
)
OF_ONE = (
    Field("type", "choice", "What sort.", choices=KINDS),
    Field("tags", "texts", "Topics."),
    Field("importance", "number", "0 to 1; else inferred.", low=0, high=1),
    Field("people", "texts", "Who else it is about."),
    Field("occurred_at", "text", "When it happened, if not now."),
    Field("supersedes", "texts", "Ids of what is no longer current."),
    Field("emotion", "number", "How strongly it was felt, 0 to 1.", low=0, high=1),
)
"""What is said of a memory, also of each of several."""


def _undescribed(*fields: Field) -> tuple[Field, ...]:
    """The same fields, which were described above: each word of a schema costs every turn."""
    return tuple(field._replace(doc="") for field in fields)


DEFAULTS: Mapping[str, Any] = {"type": "episodic", "tags": (), "people": (), "supersedes": ()}
REMEMBER = Tool(
    "remember",
    "Keep a memory: a fact, a decision, a preference, what happened. No keys or passwords.",
    (
        CONTENT,
        *(one._replace(default=DEFAULTS.get(one.path)) for one in OF_ONE),
        Field("memories", "tables", "Several at once, each with content and its own of the above.",
              (), of=_undescribed(CONTENT._replace(required=True), *OF_ONE)),
        Field("source", "text", "chat, tool, file, url or a URI.", "chat"),
        Field("privacy_scope", "choice", "Who may see it; else private.", choices=PRIVACIES),
        Field("project", "text", "Its project."),
        CONFIRM,
    ),
    remember,
    gives=(
        MADE,
        Field("memory_ids", "texts", "Those of all, where there are several."),
        Field("similar", "texts", "Memories that say nearly the same."),
        Field("contradicts", "texts", "Memories that say the contrary."),
        Field("flags", "texts", "What of it reads like instructions."),
    ),
)  # fmt: skip
