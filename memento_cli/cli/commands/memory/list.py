"""memento list"""

from __future__ import annotations

from memento_cli.cli.command_line import options
from memento_cli.cli.input.past import looked_back, note_reach, printer, shown_progress
from memento_cli.cli.output.rows import note_nothing, note_page, print_sightings
from memento_cli.index.fading.order import FEW

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AsOf


def list_(
    call: Call,
    everything: Annotated[bool, typer.Option("--all", "-a", help="Weak ones too.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="What is in the archive.")] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compare every file with the index first.")
    ] = False,
    as_of: AsOf = None,
) -> None:
    """List memories, the strongest first. Weak ones are hidden: --all shows them."""
    from memento_cli.actions.recall.find import list_from_stores
    from memento_cli.core.recall.query import ids_of

    stores, back = call.layers, looked_back(call, as_of)
    query = options.query(call, dated=False)
    with shown_progress(call.out, back) as past:
        findings = list_from_stores(
            stores, query, call.now, weak=everything, archived=archived, fresh=fresh, past=past
        )
    recalled = findings.found
    out = printer(call.out, recalled.reach)
    print_sightings(out, findings.page, call.now, stores=len(stores) > 1)
    note_nothing(call, query, recalled)
    if recalled.over:
        call.out.note(
            f"{recalled.over} expired {_memories(recalled.over)} hidden; --all shows them"
        )
    if recalled.weak:
        weak = f"more than {FEW}" if recalled.weak > FEW else f"{recalled.weak}"
        call.out.note(f"{weak} weak {_memories(recalled.weak)} hidden; --all shows them")
    note_page(call, recalled)
    note_reach(call.out, recalled.reach, ids_of(recalled))


def _memories(count: int) -> str:
    return "memory is" if count == 1 else "memories are"
