"""The links of a memory, as `memento edit` sets them and takes them away."""

from __future__ import annotations

from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.output.safe import safe
from memento_cli.core.events.threads import LABELS
from memento_cli.core.memory.memory import OPPOSING, RELATIONS
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.errors import NotFound, Usage, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.cli.call import Call


class Change(NamedTuple):
    """A link that is to be set, or taken away if `removed`: its relation and its target's id."""

    rel: str
    target: str
    removed: bool


def changes_of(
    call: Call, id: str, links: Sequence[str], unlinks: Sequence[str]
) -> tuple[Change, ...]:
    """The changes that the texts `REL:ID` of --link and --unlink name, checked before any is made.

    Usage for a text of another shape, and for events; BadValue for an unknown relation; NotFound
    if there is no such memory to link to. What is unlinked may be gone.
    """
    from memento_cli.cli.input.selecting import selected

    changes = []
    for text in links:
        rel, target = _parts(id, "--link", text)
        changes.append(Change(rel, selected(call, [target]), False))
    for text in unlinks:
        rel, target = _parts(id, "--unlink", text)
        changes.append(Change(rel, _linked(call, id, target), True))
    return tuple(changes)


def change_links(
    call: Call, id: str, changes: Sequence[Change], options: dict[str, Any]
) -> list[dict[str, Any]]:
    """Set and take away links of a memory, each as an act; a row each, as JSON has it.

    An agent is asked before a person's memory becomes history, and before it loses a link.
    """
    rows = []
    for change in changes:
        changed = _change(call, id, change, options)
        rows.append({"rel": change.rel, "target": change.target, "changed": changed})
    return rows


def _change(call: Call, id: str, change: Change, options: dict[str, Any]) -> bool:
    """Set or take away one link; whether it was not so already."""
    from memento_cli.actions.memory.links import link, unlink

    do, why = (unlink if change.removed else link), options["reason"]
    store, now = call.store, call.now
    return acting(
        call,
        options,
        lambda by: do(store, id, change.rel, change.target, now, reason=why, **by_whom(by)),
    )


def sentence(id: str, change: Change, changed: bool) -> str:
    """What became of one link, for people."""
    if change.removed:
        note = ": taken away" if changed else ": not so"
    else:
        note = "" if changed else ": so already"
    return safe(f"{id} {change.rel.replace('_', ' ')} {change.target}{note}")


def note_circle(call: Call, id: str) -> None:
    """Say so if a memory is history although it was said to supersede another: of a circle, and of
    two that contradict each other, the newest is current."""
    from memento_cli.actions.memory.reading import standing

    with call.out.advice():
        newer = standing(call.store, [id], call.now).history.get(id)
        if not newer:
            return
        links = call.store.memories.read(newer).value.links
        rels = [one.rel for one in links if one.target == id and one.rel in OPPOSING]
        option = f"{rels[0]}:{safe(id)}" if rels else "REL:ID"
        line = f"memento edit {safe(newer)} --unlink {option}"
        note = f"{safe(id)} is history all the same: {safe(newer)} is newer, and current"
        call.out.note(f"{note}; `{line}` takes away the link that says so")


def _parts(id: str, option: str, text: str) -> tuple[str, str]:
    """The relation and the target of a text `REL:ID`."""
    rel, colon, target = text.partition(":")
    name = rel.replace("-", "_")
    if not colon or not target:
        hint = f"REL is one of {', '.join(RELATIONS)}"
        raise Usage(f"{option} {text!r} is not REL:ID", hint)
    if name in LABELS or event_in(target):
        line = safe(f"memento event link EVENT {name if name in LABELS else 'REL'} {target}")
        raise Usage("this links memories, and not events", f"`{line}`")
    if name not in RELATIONS:
        raise unknown("relation", rel, RELATIONS)
    return name, target


def _linked(call: Call, id: str, target: str) -> str:
    """The id of what a memory is linked to, even if that is gone."""
    from memento_cli.actions.memory.reading import resolve_id

    targets = {one.target for one in call.store.memories.read(id).value.links}
    try:
        return target if target in targets else resolve_id(call.store, target)
    except NotFound:
        return target
