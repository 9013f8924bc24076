"""memento block"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.acting import acting, typed
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Reason, Yes
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.blocks import STANDARD
from memento_cli.core.refs import name_of
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.core.blocks import Block

TAKES = {
    "write": ("persona", "description", "reason", "allow_secret", "yes"),
    "read": ("persona",),
    "list": ("persona",),
    "delete": ("persona", "reason", "yes"),
}
COLUMNS = ("name", "persona", "updated", "purpose")


def block(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME] [TEXT]",
            help="A name, as " + ", ".join(STANDARD) + "; for write also a text, - is stdin.",
        ),
    ] = None,
    persona: Annotated[
        str | None, typer.Option(metavar="WHO", help="Whose block; else of nobody in particular.")
    ] = None,
    description: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What it is for; else that stays.")
    ] = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Named blocks: short texts that are always in the context, whole."""
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    given = what or []
    match verb:
        case "write":
            _write(call, given, ctx.params)
        case "read":
            _read(call, given, persona)
        case "list":
            _list(call, given, persona)
        case _:
            _delete(call, given, ctx.params)
    call.note_if_ahead()


def _write(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.blocks import write_block
    from memento_cli.actions.context import too_long

    if len(given) != 2:
        raise Usage("write takes a name and a text", "- reads the text from stdin")
    name, text = given
    content = typed(text, "the block")
    whose = {key: said[key] for key in ("persona", "description")}
    written = acting(call, said, lambda act: write_block(call.store, name, content, act, **whose))
    call.out.value(_row(written), safe(written.name))
    with call.out.advice():
        if long := too_long(call.store, call.now, written.persona):
            call.out.warn(long)


def _read(call: Call, given: list[str], persona: str | None) -> None:
    from memento_cli.actions.blocks import block as block_named
    from memento_cli.actions.blocks import blocks

    if len(given) > 1:
        raise Usage("read takes one name, or none for all", "")
    if given:
        found = block_named(call.store, given[0], persona, until=call.named_now)
        call.out.value(_row(found), safe(found.content, lines=True))
        return
    every = blocks(call.store, persona, until=call.named_now)
    call.out.values([_row(one) for one in every], _sections(every), "blocks")
    _note_if_none(call, every)


def _list(call: Call, given: list[str], persona: str | None) -> None:
    from memento_cli.actions.blocks import blocks

    if given:
        raise Usage("list takes no names", "`memento block read NAME` shows one")
    every = blocks(call.store, persona, until=call.named_now)
    rows = [_row(one) for one in every]
    if not call.out.machine:
        rows = [row | {"persona": name_of(row["persona"] or "")} for row in rows]
    call.out.rows(rows, COLUMNS, "blocks")
    _note_if_none(call, every)


def _delete(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.blocks import delete_block

    if len(given) != 1:
        raise Usage("delete takes one name", "`memento block list` shows them")
    name, whose = given[0], said["persona"]
    gone = acting(call, said, lambda act: delete_block(call.store, name, act, persona=whose))
    call.out.value(_row(gone), f"{safe(gone.name)} is deleted")


def _note_if_none(call: Call, every: list[Block]) -> None:
    if not every:
        call.out.note("No blocks; `memento block write NAME TEXT` writes one")


def _sections(every: list[Block]) -> list[str]:
    """Each block under its name, with a blank line between."""
    sections = [f"{_title(one)}\n{safe(one.content, lines=True)}" for one in every]
    return ["\n\n".join(sections)] if sections else []


def _title(block: Block) -> str:
    return safe(f"## {block.name}" + (f" ({name_of(block.persona)})" if block.persona else ""))


def _row(block: Block) -> dict[str, Any]:
    from memento_cli.actions.blocks import block_ref

    return {
        "id": block_ref(block),
        "name": block.name,
        "persona": block.persona,
        "content": block.content,
        "description": block.description,
        "purpose": block.purpose,
        "updated": block.updated,
    }
