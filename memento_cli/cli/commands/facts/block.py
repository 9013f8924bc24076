"""memento block: named texts that are always in the context."""

from __future__ import annotations

from memento_cli.cli.input.acting import acting, typed
from memento_cli.cli.output.rows import note_flags
from memento_cli.cli.output.values import safe
from memento_cli.core.memory.refs import name_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, BlockName, BlockOf, Reason, Yes
    from memento_cli.core.facts.blocks import Block

COLUMNS = ("name", "persona", "updated", "purpose")


def set_(
    call: Call,
    name: BlockName,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="What it says; - is stdin.")],
    of: BlockOf = None,
    description: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What it is for; else that stays.")
    ] = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Set what a block says, in the place of what it said. The words need no quotes."""
    from memento_cli.actions.context.context import blocks_warning
    from memento_cli.actions.facts.blocks import write_block

    content = typed(" ".join(text), "the block")
    block = acting(
        call,
        lambda act: write_block(
            call.store, name, content, act, persona=of, description=description
        ),
    )
    call.out.value(_row(block), safe(block.name))
    with call.out.advice():
        if long := blocks_warning(call.store, call.now, block.persona):
            call.out.warn(long)
    call.note_if_ahead()


def get(
    call: Call,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="The name; without one, all blocks.")
    ] = None,
    of: BlockOf = None,
) -> None:
    """Print what a block says, and nothing else; without a name all blocks, under their names."""
    from memento_cli.actions.facts.blocks import block as block_named
    from memento_cli.actions.facts.blocks import blocks

    if name is not None:
        block = block_named(call.store, name, of, until=call.named_now)
        call.out.value(_row(block), safe(block.content, lines=True))
        note_flags(call.out, block.content)
        return
    found_blocks = blocks(call.store, of, until=call.named_now)
    sections = []
    for one in found_blocks:
        whose = f" ({name_of(one.persona)})" if one.persona else ""
        sections.append(f"{safe(f'## {one.name}{whose}')}\n{safe(one.content, lines=True)}")
    texts = ["\n\n".join(sections)] if sections else []
    call.out.values([_row(one) for one in found_blocks], texts, "blocks")
    note_flags(call.out, *(one.content for one in found_blocks))
    _note_if_none(call, found_blocks)


def list_(call: Call, of: BlockOf = None) -> None:
    """List the blocks: whose they are, when each was written, and what it is for."""
    from memento_cli.actions.facts.blocks import blocks

    found_blocks = blocks(call.store, of, until=call.named_now)
    rows = [_row(one) for one in found_blocks]
    if not call.out.machine:
        rows = [row | {"persona": name_of(row["persona"] or "")} for row in rows]
    call.out.rows(rows, COLUMNS, "blocks")
    _note_if_none(call, found_blocks)


def delete(
    call: Call, name: BlockName, of: BlockOf = None, reason: Reason = "", yes: Yes = False
) -> None:
    """Delete a block; an undo brings it back."""
    from memento_cli.actions.facts.blocks import delete_block

    block = acting(call, lambda act: delete_block(call.store, name, act, persona=of))
    call.out.value(_row(block), f"{safe(block.name)} is deleted")
    call.note_if_ahead()


def _note_if_none(call: Call, found_blocks: list[Block]) -> None:
    if not found_blocks:
        call.out.note("No blocks; `memento block set NAME TEXT` sets one")


def _row(block: Block) -> dict[str, Any]:
    from memento_cli.actions.facts.blocks import block_ref

    return {
        "id": block_ref(block),
        "name": block.name,
        "persona": block.persona,
        "content": block.content,
        "description": block.description,
        "purpose": block.purpose,
        "updated": block.updated,
    }
