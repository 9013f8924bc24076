"""memento event affect, and how a feeling is told"""

from __future__ import annotations

from memento_cli.cli.input.acting import acting, spoken
from memento_cli.cli.input.events_named import event_selected
from memento_cli.cli.output.values import safe
from memento_cli.core.events.affect import (
    AXES,
    CONFIDENCE,
    LABEL_SIGNS,
    LABELS,
    MOST_LABELS,
    TEXT,
    advice_on,
    affect_in,
    affect_text,
)
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.core.memory.refs import name_of, person_ref
from memento_cli.core.security.trust import marked

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowSecret,
        EventName,
        Evidence,
        Of,
        Reason,
        Yes,
    )
    from memento_cli.core.events.affect import Affect
    from memento_cli.core.events.events import Event
    from memento_cli.core.events.mood import Felt

NOT_TAKEN = "The mood keeps what it said today; `memento state mood --say TEXT --force` changes it"


def affect(
    call: Call,
    event: EventName,
    valence: Annotated[
        float | None, typer.Option(metavar="-1..1", help="From unpleasant to pleasant.")
    ] = None,
    arousal: Annotated[
        float | None, typer.Option(metavar="-1..1", help="From calm to excited.")
    ] = None,
    dominance: Annotated[
        float | None, typer.Option(metavar="-1..1", help="From helpless to in control.")
    ] = None,
    label: Annotated[
        list[str] | None,
        typer.Option("--label", "-l", metavar="WORD", help="A short word for it; repeatable."),
    ] = None,
    text: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What was felt, and why; - is stdin.")
    ] = None,
    confidence: Annotated[
        float | None, typer.Option(metavar="0..1", help="How sure that is.")
    ] = None,
    of: Of = "",
    mood: Annotated[
        str, typer.Option(metavar="TEXT", help="What their long mood may say from now on.")
    ] = "",
    evidence: Evidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Note what an event felt like: a text, labels, three numbers, and how sure that is.

    All of them are needed. What the same person told of it before is replaced, of which an agent
    asks.
    """
    from memento_cli.actions.events.feelings import feel

    parts = {key: call.params[key] for key in (*AXES, CONFIDENCE)}
    fresh = affect_in(parts | {LABELS: label or None, TEXT: text and spoken(text)})
    observed = event_selected(call, event)
    person = person_ref(of or call.store.settings["person"])
    by = {"evidence": evidence, "reason": reason, "allow_secret": allow_secret, "yes": yes}
    felt = acting(
        call, lambda act: feel(call.store, observed, fresh, act, person=person, mood=mood), by
    )
    row = {"id": observed.ref, "person": person, **felt._asdict()}
    call.out.value(row, f"{safe(observed.ref)} felt {safe(affect_text(felt))}")
    wanted = dict.fromkeys(" ".join(word.split()) for word in label or () if word.strip())
    if tuple(wanted) != felt.labels:
        kept = f"Labels kept: {', '.join(felt.labels)}"
        call.out.note(safe(f"{kept}; {MOST_LABELS} of {LABEL_SIGNS} signs are the most"))
    for note in _notes(call, observed, felt, person, mood):
        call.out.note(note)


def _notes(call: Call, event: Event, felt: Affect, person: str, mood: str) -> Iterator[str]:
    """What is to be known beside it, though nothing is wrong."""
    from memento_cli.actions.events.feelings import mood_state, mood_text

    advice = advice_on(felt.text)
    if advice:
        yield f"The text has {advice}"
    state = mood_state(call.store, person) if mood.strip() else None
    if state and state.body != mood_text(mood):
        yield NOT_TAKEN
    if event.at > call.clock:
        yield f"The event is of {call.out.minute(event.at)}: the mood counts it from then on"


def felt_lines(felt: Felt) -> list[tuple[str, str]]:
    """What somebody felt, as an event that is shown tells it: in numbers, and in words."""
    named = f"felt by {name_of(felt.person)}"
    line = marked(affect_text(felt.affect), felt.trust)
    return [(named, line), ("", felt.affect.text)]


def felt_row(felt: Felt) -> dict[str, Any]:
    """What somebody felt, as JSON has it."""
    event = ref_of(EVENTS, felt.event)
    row = {"event": event, "at": felt.moment, "person": felt.person, **felt.affect._asdict()}
    return row | {"trust": felt.trust}
