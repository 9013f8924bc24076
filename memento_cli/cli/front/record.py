"""memento record SUMMARY: without Typer where no other memory is nearly the same."""

from __future__ import annotations

import os

from memento_cli.actions.record import drafted, record, whole
from memento_cli.cli.front.acts import Act
from memento_cli.cli.front.answer import once
from memento_cli.cli.front.twins import is_as_seen, keep_unread, without_twin
from memento_cli.cli.safe import safe
from memento_cli.core.instructions import may_instruct
from memento_cli.core.memory import Draft, Tags
from memento_cli.core.secret_marks import may_hold_any
from memento_cli.store.clone import AGENT_VARIABLE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape

SAME = (
    "person", "detail", "significance", "kind", "source", "privacy", "project", "agent",
    "session",
)  # fmt: skip
"""The options that are a field of a draft by the same name."""


def answer(shape: Shape) -> Said | None:
    """The id of the new memory. What may have a secret in it is Typer's, which asks; so is what
    may read like instructions, which it says."""
    draft = draft_of(shape)
    if may_hold_any((shape.values, draft)) or _may_instruct(shape) or AGENT_VARIABLE in os.environ:
        return None
    act = Act(shape)
    why = ""
    if "importance" in shape.values or act.store.settings["importance.infer"]:
        from memento_cli.actions.importance import importance_of

        given, topics = shape.values.get("importance"), draft.tags.topics
        weight, why = importance_of(act.store, given, draft.summary, topics)
        draft = draft._replace(importance=weight)
    drafted(act.store, draft, act.now)
    unread = without_twin(act.store, whole(act.store, draft))
    if unread is None or not act.is_clear():
        return None
    with act.store.lock.held():  # so that no other record comes between this one and its note
        still = is_as_seen(act.store, unread)
        memory, _ = once(lambda: record(act.store, draft, act.now))
        if still:
            keep_unread(act.store, unread, memory.id)
    notes = [(2, f"{safe(why)}\n")] if why and "quiet" not in shape.values else []
    return [*act.told(safe(memory.id)), *notes]


def _may_instruct(shape: Shape) -> bool:
    """Whether something that is to be kept may read like instructions."""
    values = shape.values
    return any(
        map(may_instruct, (*shape.words, values.get("detail", ""), *values.get("topic", ())))
    )


def draft_of(shape: Shape) -> Draft:
    """What a shape wants kept, its importance aside."""
    values = shape.values
    topics, people = (tuple(values.get(key, ())) for key in ("topic", "with"))
    draft = Draft(
        shape.words[0], tags=Tags(topics, people, values.get("outcome")), pinned="pin" in values
    )
    return draft._replace(**{key: values[key] for key in SAME if key in values})
