"""memento store rebuild"""

from __future__ import annotations

from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.safe import safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call


def rebuild(call: Call) -> None:
    """Make the index again. It is only a shortcut: nothing is in it that the files do not say."""
    from memento_cli.actions.store.rebuild import rebuild as act

    with call.out.progress("reading", len(call.store.memories.ids())) as tick:
        done = act(call.store, tick)
    events = f", {counted(done.events, 'event')}" if done.events else ""
    content = f"{done.memories} memories{events} and {done.lines} lines"
    call.out.value(done._asdict(), f"Indexed {content} in {done.seconds:.1f} s")
    if done.broken:
        call.out.note(f"{done.broken} files cannot be read; `memento doctor` explains")
    call.out.note(f"In {safe(done.folder)}")
