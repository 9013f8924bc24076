"""memento migrate"""

from __future__ import annotations

import typer

from memento_cli.cli.call import of
from memento_cli.cli.safe import safe


def migrate(ctx: typer.Context) -> None:
    """Bring an older store to this memento's format. It goes forward only, and keeps a copy."""
    from memento_cli.actions.migrate import migrate as act

    call = of(ctx)
    done = act(call.store)
    if done.before == done.after:
        text = f"Nothing to do: the store has format {done.after}, this memento's"
    else:
        kept = ", ".join(safe(path) for path in done.copies)
        text = f"Format {done.before} is now {done.after}; kept {kept}"
    call.out.value({"before": done.before, "after": done.after, "copies": done.copies}, text)
