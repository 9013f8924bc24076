"""memento link, unlink"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from memento_cli.cli.acting import act_of, acting, by_whom
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Reason, Yes
from memento_cli.cli.safe import safe
from memento_cli.core.held import event_in
from memento_cli.core.memory import RELATIONS
from memento_cli.core.newest import OPPOSING
from memento_cli.core.threads import CAUSED_BY, LABELS, REPLY_TO, SAME_TOPIC
from memento_cli.errors import Ambiguous, BadId, NotFound, Usage

WORDS = {REPLY_TO: "replies to", SAME_TOPIC: "has the same topic as", CAUSED_BY: "was caused by"}
"""What is said of one event to another."""
One = Annotated[
    str, typer.Argument(metavar="ID", help="A memory's id, or a unique part of it; or an event's.")
]
Relation = Annotated[
    str,
    typer.Argument(
        metavar="RELATION",
        help=f"Of memories: {', '.join(RELATIONS)}. Of events: {', '.join(LABELS)}.",
    ),
]
Target = Annotated[str, typer.Argument(metavar="ID", help="The id of the other, or a part of it.")]
Confidence = Annotated[
    float | None, typer.Option(metavar="0..1", help="Of events: how sure that is; else wholly.")
]


def link(
    ctx: typer.Context,
    id: One,
    relation: Relation,
    target: Target,
    confidence: Confidence = None,
    reason: Reason = "",
    yes: Yes = False,
) -> None:
    """Link a memory to another, or an event to another that it goes back to.

    A memory that supersedes another hides it from recall: an agent asks before it hides a person's.
    An event replies to at most one.
    """
    from memento_cli.actions.event_links import link_events
    from memento_cli.actions.links import link as act
    from memento_cli.actions.reading import known_id

    call = of(ctx)
    store, now = call.store, call.now
    if _of_events(relation, id, target):
        one, other = _event(call, relation, id), _event(call, relation, target)
        sure = 1.0 if confidence is None else confidence
        by = act_of(call, {"reason": reason})
        changed = link_events(call.store, one, relation, other, by, confidence=sure)
    elif confidence is not None:
        raise Usage("--confidence is for links of events", f"one of: {', '.join(LABELS)}")
    else:
        one, other = known_id(call.store, id), known_id(call.store, target)
        changed = acting(
            call,
            {"reason": reason, "yes": yes},
            lambda by: act(store, one, relation, other, now, reason=reason, **by_whom(by)),
        )
    _told(call, (one, relation, other), changed, "" if changed else ": so already")
    if _filed(relation) in OPPOSING:
        _note_circle(call, one)


def unlink(
    ctx: typer.Context,
    id: One,
    relation: Relation,
    target: Target,
    reason: Reason = "",
    yes: Yes = False,
) -> None:
    """Take a link away; of an event also the reply that was assumed when it was observed.

    An agent asks before it takes one from a person's memory.
    """
    from memento_cli.actions.event_links import unlink_events
    from memento_cli.actions.links import unlink as act
    from memento_cli.actions.reading import known_id

    call = of(ctx)
    store, now = call.store, call.now
    if _of_events(relation, id, target):
        one, other = _event(call, relation, id), _event(call, relation, target)
        by = act_of(call, {"reason": reason})
        changed = unlink_events(call.store, one, relation, other, by)
    else:
        one = known_id(call.store, id)
        other = _linked(call, one, target)
        changed = acting(
            call,
            {"reason": reason, "yes": yes},
            lambda by: act(store, one, relation, other, now, reason=reason, **by_whom(by)),
        )
    _told(call, (one, relation, other), changed, ": taken away" if changed else ": not so")


def _of_events(relation: str, *names: str) -> bool:
    """Whether a relation is one of events; Usage for a name that goes with no such relation."""
    if _filed(relation) in LABELS:
        return True
    for name in names:
        if event_in(name):
            hint = f"events: {', '.join(LABELS)}"
            raise Usage(f"{relation} is no relation of events, as {name} is one", hint)
    return False


def _event(call: Call, relation: str, text: str) -> str:
    """The reference of the event that a text means; Usage if that is a memory."""
    from memento_cli.actions.events import event_named
    from memento_cli.actions.reading import known_id

    try:
        return event_named(call.store, text).ref
    except NotFound:
        with suppress(NotFound, Ambiguous, BadId):
            memory = known_id(call.store, text)
            hint = f"memories: {', '.join(RELATIONS)}"
            raise Usage(f"{relation} links events, and {memory} is a memory", hint) from None
        raise


def _linked(call: Call, one: str, target: str) -> str:
    """The id of what a memory is linked to, even if it is gone."""
    from memento_cli.actions.reading import known_id

    targets = {each.target for each in call.store.memories.read(one).value.links}
    try:
        return target if target in targets else known_id(call.store, target)
    except NotFound:
        return target


def _note_circle(call: Call, one: str) -> None:
    """Say so if a memory is history all the same: of a circle, and of two that contradict each
    other, the newest is current."""
    from memento_cli.actions.reading import standing

    with call.out.advice():
        if newer := standing(call.store, [one], call.now).history.get(one):
            told = f"{safe(one)} is history all the same: {safe(newer)} is newer, and current"
            links = call.store.memories.read(newer).value.links
            rels = [each.rel for each in links if each.target == one and each.rel in OPPOSING]
            which = f"unlink {safe(newer)} {rels[0]} {safe(one)}" if rels else "unlink"
            call.out.note(f"{told}; `memento {which}` takes away the link that says so")


def _told(call: Call, link: tuple[str, str, str], changed: bool, how: str) -> None:
    one, relation, other = link
    rel = _filed(relation)
    value = {"id": one, "rel": rel, "target": other, "changed": changed}
    call.out.value(value, safe(f"{one} {WORDS.get(rel, rel.replace('_', ' '))} {other}{how}"))
    call.note_if_ahead()


def _filed(relation: str) -> str:
    return relation.replace("-", "_")
