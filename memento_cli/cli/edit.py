"""memento edit"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.acting import acting, by_whom
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Id, Reason, Yes
from memento_cli.cli.out import can_ask
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.stdin import read_stdin
from memento_cli.core.held import event_in
from memento_cli.core.memory import trimmed
from memento_cli.errors import BadData, Conflict, SecretFound, Usage

if TYPE_CHECKING:
    from memento_cli.actions.edit import Edited
    from memento_cli.actions.holding import Act


def edit(
    ctx: typer.Context,
    id: Id,
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
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Change a memory: in $EDITOR, or by the options. Keeps comments, order and unknown keys.

    An agent asks before it changes a person's, which is an agent's word then.
    """
    from memento_cli.actions.edit import edit as act
    from memento_cli.actions.events import append_only
    from memento_cli.actions.reading import known_id
    from memento_cli.cli.keys import key_of, keys_of

    call = of(ctx)
    if event_in(id):
        raise append_only(id)
    if detail == "-":
        detail = trimmed(read_stdin("the detail"))
    whole = known_id(call.store, id)
    pairs = list(set_ or [])
    said = {"reason": reason, "allow_secret": allow_secret, "yes": yes}
    keys = keys_of(pairs, unset or [], call.moment)
    if summary is not None:
        keys |= key_of("content.summary", summary)
    if detail is not None:
        keys |= key_of("content.detail", detail)
    if not keys and not (allow_secret and not can_ask()):  # else what stands there is allowed
        _in_editor(call, whole, said)
        return

    def kept(by: Act) -> Edited:
        allow = by.allow_secret
        return act(call.store, whole, keys, call.now, reason, allow_secret=allow, **by_whom(by))

    edited = acting(call, said, kept)
    _report(call, whole, edited)


def _in_editor(call: Call, id: str, said: dict[str, Any]) -> None:
    from memento_cli.actions.edit import edit_text
    from memento_cli.cli.editor import AGAIN, edited_text

    call.check_writable()
    found = call.store.memories.read(id)
    text = found.document.text

    def kept(by: Act) -> Edited:
        store, stamp, now, why = call.store, found.stamp, call.now, said["reason"]
        allow = by.allow_secret
        return edit_text(store, id, text, stamp, now, why, allow_secret=allow, **by_whom(by))

    while True:
        text = edited_text(text, ".toml")
        try:
            edited = acting(call, said, kept)
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
    keys = list(edited.change.after)
    names = ", ".join(key.removeprefix("memory.") for key in keys)
    what = f": changed {safe(names)}" if keys else " changed" if edited.written else " unchanged"
    text = safe(id) + what
    call.out.value({"id": id, "changed": keys}, text)
    if edited.uses_dropped:
        call.out.note(f"Of its {edited.uses_dropped} uses only the number is kept, not the times")
