"""memento store migrate"""

from __future__ import annotations

from memento_cli.cli.output.safe import safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call


def migrate(call: Call) -> None:
    """Bring an older store to this memento's format. It goes forward only, and keeps a copy."""
    from memento_cli.actions.store.migrate import migrate as act

    done = act(call.store)
    if done.renamed:
        call.out.note(f"Renamed: {', '.join(done.renamed)}")
    if done.before == done.after:
        text = f"Nothing to do: the store has format {done.after}, this memento's"
    else:
        copies = ", ".join(safe(path) for path in done.copies)
        text = f"Format {done.before} is now {done.after}; kept {copies}"
    call.out.value(done._asdict(), text)
