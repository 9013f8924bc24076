"""memento event link"""

from __future__ import annotations

from memento_cli.cli.input.acting import act_of
from memento_cli.cli.input.events_named import event_selected
from memento_cli.cli.output.safe import safe
from memento_cli.core.events.threads import CAUSED_BY, LABELS, REPLY_TO, SAME_TOPIC, label_of
from memento_cli.errors import Ambiguous, BadId, NotFound, Usage
from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import EventName, Reason

WORDS = {REPLY_TO: "replies to", SAME_TOPIC: "has the same topic as", CAUSED_BY: "was caused by"}


def link(
    call: Call,
    event: EventName,
    relation: Annotated[
        str, typer.Argument(metavar="REL", help=f"How it goes back: {', '.join(LABELS)}.")
    ],
    target: Annotated[str, typer.Argument(metavar="EVENT", help="The event it goes back to.")],
    confidence: Annotated[
        float, typer.Option(metavar="0..1", help="How sure it is that the link holds.")
    ] = 1.0,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take the link away, also one that was assumed.")
    ] = False,
    reason: Reason = "",
) -> None:
    """Link an event to an earlier one that it goes back to, or take such a link away.

    An event replies to at most one other: a new reply_to takes the place of the one before.
    """
    from memento_cli.actions.events.links import link_events, unlink_events

    if remove and "confidence" in call.given:
        raise Usage("--confidence is for a link that is made", "--remove takes one away")
    label = label_of(relation)
    one, other = _event(call, event), _event(call, target)
    by = act_of(call, {"reason": reason})
    if remove:
        changed = unlink_events(call.store, one, label, other, by)
        note = ": taken away" if changed else ": not so"
    else:
        changed = link_events(call.store, one, label, other, by, confidence=confidence)
        note = "" if changed else ": so already"
    value = {"id": one, "rel": label, "target": other, "changed": changed}
    call.out.value(value, safe(f"{one} {WORDS[label]} {other}{note}"))
    call.note_if_ahead()


def _event(call: Call, text: str) -> str:
    """The reference of the event that a text names; Usage if it names a memory."""
    from memento_cli.actions.memory.reading import resolve_id

    try:
        return event_selected(call, text).ref
    except NotFound:
        with suppress(NotFound, Ambiguous, BadId):
            memory = resolve_id(call.store, text)
            hint = f"`memento edit {memory} --link REL:ID` links memories"
            raise Usage(f"{memory} is a memory, and no event", hint) from None
        raise
