"""memento edit"""

from __future__ import annotations

from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.input.selecting import selected
from memento_cli.cli.input.stdin import read_stdin
from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.safe import safe
from memento_cli.core.memory.memory import OPPOSING, trimmed
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.errors import BadData, Conflict, SecretFound, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.actions.memory.edit import Edited
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, MemoryName, Reason, Yes
    from memento_cli.cli.commands.memory.links import Change


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
    link: Annotated[
        list[str] | None,
        typer.Option(metavar="REL:ID", help="Link it to another, as supersedes:ID; repeatable."),
    ] = None,
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
    from memento_cli.cli.commands.memory.links import changes_of

    if event_in(words[0]):
        raise append_only(words[0])
    if detail == "-":
        detail = trimmed(read_stdin("the detail"))
    whole = selected(call, words)
    pairs = list(set_ or [])
    params = {"reason": reason, "allow_secret": allow_secret, "yes": yes}
    keys = keys_of(pairs, unset or [], call.moment)
    if summary is not None:
        keys |= key_of("content.summary", summary)
    if detail is not None:
        keys |= key_of("content.detail", detail)
    changes = changes_of(call, whole, link or (), unlink or ())
    if (
        not keys and not changes and not (allow_secret and not can_ask())
    ):  # else what stands there is allowed
        _in_editor(call, whole, params)
        return

    def kept(by: Provenance) -> Edited:
        allow = by.allow_secret
        return act(call.store, whole, keys, call.now, reason, allow_secret=allow, **by_whom(by))

    edited = acting(call, params, kept) if keys or not changes else None
    if changes:
        _link(call, whole, edited, changes, params)
    elif edited:
        _report(call, whole, edited)


def _link(
    call: Call, id: str, edited: Edited | None, changes: Sequence[Change], options: dict[str, Any]
) -> None:
    """Change the links of a memory, whose keys may have been edited before."""
    from memento_cli.cli.commands.memory.links import change_links, note_circle, sentence

    rows = change_links(call, id, changes, options)
    lines = [_sentence(id, edited)] if edited else []
    lines += [sentence(id, one, row["changed"]) for one, row in zip(changes, rows, strict=True)]
    changed = list(edited.change.after) if edited else []
    call.out.value({"id": id, "changed": changed, "links": rows}, "\n".join(lines))
    if any(one.rel in OPPOSING and not one.removed for one in changes):
        note_circle(call, id)
    call.note_if_ahead()


def _in_editor(call: Call, id: str, params: dict[str, Any]) -> None:
    from memento_cli.actions.memory.edit import edit_text
    from memento_cli.cli.input.editor import AGAIN, edited_text

    call.check_writable()
    record = call.store.memories.read(id)
    text = record.document.text

    def kept(by: Provenance) -> Edited:
        store, stamp, now, why = call.store, record.stamp, call.now, params["reason"]
        allow = by.allow_secret
        return edit_text(store, id, text, stamp, now, why, allow_secret=allow, **by_whom(by))

    while True:
        text = edited_text(text, ".toml", call.out.preference("editor"))
        try:
            edited = acting(call, params, kept)
        except (BadData, Conflict, SecretFound) as problem:
            if isinstance(problem, Conflict) or not can_ask():
                raise
            call.out.error(problem)
            if call.out.ask("What now?", AGAIN, "e") != "e":
                raise Usage("nothing was written") from None
            continue
        _report(call, id, edited)
        return


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
