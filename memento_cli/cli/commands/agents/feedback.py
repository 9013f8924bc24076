"""memento agent feedback"""

from __future__ import annotations

from memento_cli.actions.undo.telling import act_words
from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.input.acting import acting
from memento_cli.cli.output.values import safe
from memento_cli.core.fading.wording import skip_reason
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.memory.feedback import Feedback
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, Id, Reason, Yes

EVENTS = ("used", "helpful", "not_helpful", "edited", "neglected")
EVENT_HELP = "used or helpful: a use. not_helpful or neglected: it gets weaker. edited: counted."


def feedback(
    call: Call,
    id: Id,
    event: Annotated[
        str, typer.Argument(metavar="|".join(EVENTS), help=EVENT_HELP, show_default=False)
    ],
    score: Annotated[
        float | None,
        typer.Option(
            "--score", metavar="0..1", help="How much of a weakening; all if it is not said."
        ),
    ] = None,
    answer: Annotated[
        str | None,
        typer.Option("--answer", metavar="TEXT", help="What is right: proposed as a new memory."),
    ] = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Note what came of a memory that was recalled. It counts in its strength and its usage.

    An event stays as it was observed: not_helpful takes it out of searches, of which an agent asks
    where a person said it; helpful brings it back. An edge that was used weighs 1 again.
    """
    from memento_cli.actions.graph.used import USES, is_edge
    from memento_cli.actions.memory.feedback import feedback as act
    from memento_cli.cli.input.selecting import selected

    event = one_of(event.replace("-", "_"), EVENTS, "the event")
    if answer is not None and not answer.strip():
        raise Usage("--answer is empty", "leave it out, or say what is right")
    if event_in(id):
        if answer or score is not None:
            raise Usage(
                "--answer and --score are for memories",
                "`memento event add TEXT` says what is right instead",
            )
        return _of_event(call, id, event, {"reason": reason, "yes": yes})
    if is_edge(id):
        if answer or score is not None or event not in USES:
            raise Usage(f"an edge is {' or '.join(USES)}, with nothing more")
        return _of_edge(call, id, event, {"reason": reason, "yes": yes})
    id = selected(call, [id])
    done = act(
        call.store, id, event, call.now,
        score=score,
        answer=answer or "",
        reason=reason,
        by=call.by,
        allow_secret=allow_secret,
    )  # fmt: skip
    outcome = _outcome(call, event, done)
    numbers = {"before": done.before, "strength": done.after, "skip": done.skip}
    value = {"id": id, "event": event, **numbers, "proposal": done.proposal or None}
    call.out.value(value, f"{safe(id)} {event}: {outcome}")
    if done.proposal:
        call.out.note(f"Proposed: {safe(done.proposal)}, to supersede it")
        call.out.note(f"`memento tidy apply {safe(done.proposal)}` records it")
    call.note_if_ahead()


def _outcome(call: Call, event: str, done: Feedback) -> str:
    """What became of the strength, and why it stays if it does."""
    if done.before != done.after:
        return f"from {done.before:.3f} to {done.after:.3f}"
    why = skip_reason(done.use, call.store.settings.rules) if done.use else ""
    why = why or (f"{act_words(event)} was told before, within the rest" if done.skip else "")
    return f"strength stays {done.after:.3f}" + (f": {why}" if why else "")


def _of_event(call: Call, text: str, event: str, by: dict[str, Any]) -> None:
    from memento_cli.actions.memory.feedback import event_feedback

    ref = acting(call, lambda act: event_feedback(call.store, text, event, act), by)
    effect = "is searched" if event == "helpful" else "is kept, and no longer searched"
    call.out.value({"id": ref, "event": event}, f"{safe(ref)} {effect}")


def _of_edge(call: Call, ref: str, event: str, by: dict[str, Any]) -> None:
    from memento_cli.actions.graph.used import use_edges

    acting(call, lambda act: use_edges(call.store, [ref], act), by)
    call.out.value({"id": ref, "event": event}, f"{safe(ref)} weighs 1 again")
