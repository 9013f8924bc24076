"""memento edit: the keys of a memory, and its links."""

from __future__ import annotations

from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.input.selecting import selected
from memento_cli.cli.input.stdin import read_stdin
from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.values import safe
from memento_cli.core.memory.memory import OPPOSING, RELATIONS, trimmed
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.errors import BadData, NotFound, SecretFound, Usage, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.memory.edit import Edited
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, Links, MemoryName, Reason, Yes
    from memento_cli.core.journal.provenance import Provenance


def edit(
    call: Call,
    words: MemoryName,
    summary: Annotated[str | None, typer.Option(metavar="TEXT", help="A new summary.")] = None,
    detail: Annotated[
        str | None, typer.Option("--detail", "-d", metavar="TEXT", help="A new detail; - is stdin.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Any key: tags.outcome=positive."),
    ] = None,
    unset: Annotated[
        list[str] | None, typer.Option("--unset", metavar="KEY", help="Remove a key.")
    ] = None,
    link: Links = None,
    unlink: Annotated[
        list[str] | None, typer.Option(metavar="REL:ID", help="Take a link away; repeatable.")
    ] = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Change a memory: in $EDITOR, or by the options. Comments, order and unknown keys stay.

    A memory that supersedes another hides it from recall. An agent asks before it changes a
    person's memory, which is an agent's word then, and before it makes one history.
    """
    from memento_cli.actions.events.events import append_only
    from memento_cli.actions.memory.edit import edit as act
    from memento_cli.cli.commands.memory.keys import key_of, keys_of

    if event_in(words[0]):
        raise append_only(words[0])
    if detail == "-":
        detail = trimmed(read_stdin("the detail"))
    whole = selected(call, words)
    pairs = list(set_ or [])
    keys = keys_of(pairs, unset or [], call.moment)
    if summary is not None:
        keys |= key_of("content.summary", summary)
    if detail is not None:
        keys |= key_of("content.detail", detail)
    changes = changes_of(call, whole, link or (), unlink or ())
    if (
        not keys and not changes and not (allow_secret and not can_ask())
    ):  # else what stands there is allowed
        _in_editor(call, whole, reason)
        return

    def kept(by: Provenance) -> Edited:
        allow = by.allow_secret
        return act(call.store, whole, keys, call.now, reason, allow_secret=allow, **by_whom(by))

    edited = acting(call, kept) if keys or not changes else None
    if changes:
        _link(call, whole, edited, changes, reason)
    elif edited:
        _report(call, whole, edited)


def _link(
    call: Call, id: str, edited: Edited | None, changes: Sequence[Change], reason: str
) -> None:
    rows = change_links(call, id, changes, reason)
    lines = [_sentence(id, edited)] if edited else []
    lines += [sentence(id, one, row["changed"]) for one, row in zip(changes, rows, strict=True)]
    changed = list(edited.change.after) if edited else []
    call.out.value({"id": id, "changed": changed, "links": rows}, "\n".join(lines))
    if any(one.rel in OPPOSING and not one.removed for one in changes):
        note_circle(call, id)
    call.note_if_ahead()


def _in_editor(call: Call, id: str, reason: str) -> None:
    from memento_cli.actions.memory.edit import edit_text
    from memento_cli.cli.input.editor import edited_until_valid

    call.check_writable()
    record = call.store.memories.read(id)

    def taken(text: str) -> Edited:
        def kept(by: Provenance) -> Edited:
            store, stamp, allow = call.store, record.stamp, by.allow_secret
            return edit_text(
                store, id, text, stamp, call.now, reason, allow_secret=allow, **by_whom(by)
            )

        return acting(call, kept)

    text, left = record.document.text, Usage("nothing was written")
    mistakes = (BadData, SecretFound)
    _report(call, id, edited_until_valid(call, text, ".toml", taken, mistakes, left))


def _report(call: Call, id: str, edited: Edited) -> None:
    call.out.value({"id": id, "changed": list(edited.change.after)}, _sentence(id, edited))
    if edited.uses_dropped:
        call.out.note(f"Of its {edited.uses_dropped} uses only the number is kept, not the times")


def _sentence(id: str, edited: Edited) -> str:
    """Which keys of a memory an edit has changed, for people."""
    names = ", ".join(key.removeprefix("memory.") for key in edited.change.after)
    if names:
        return safe(f"{id}: changed {names}")
    return safe(id) + (" changed" if edited.written else " unchanged")


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
    changes = []
    for text in links:
        rel, target = _parts(id, "--link", text)
        changes.append(Change(rel, selected(call, [target]), False))
    for text in unlinks:
        rel, target = _parts(id, "--unlink", text)
        changes.append(Change(rel, _linked(call, id, target), True))
    return tuple(changes)


def change_links(
    call: Call, id: str, changes: Sequence[Change], reason: str
) -> list[dict[str, Any]]:
    """Set and take away links of a memory, each as an act; a row each, as JSON has it.

    An agent is asked before a person's memory becomes history, and before it loses a link.
    """
    from memento_cli.actions.memory.links import link, unlink

    def changed(rel: str, target: str, removed: bool) -> bool:
        do = unlink if removed else link
        return acting(
            call,
            lambda by: do(call.store, id, rel, target, call.now, reason=reason, **by_whom(by)),
        )

    return [{"rel": one.rel, "target": one.target, "changed": changed(*one)} for one in changes]


def sentence(id: str, change: Change, changed: bool) -> str:
    """What became of one link, for people."""
    if change.removed:
        note = ": taken away" if changed else ": there was no such link"
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
    from memento_cli.core.events.threads import LABELS  # few edits change links

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
    targets = {one.target for one in call.store.memories.read(id).value.links}
    try:
        return target if target in targets else selected(call, [target])
    except NotFound:
        return target
