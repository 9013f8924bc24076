"""memento trust"""

from __future__ import annotations

import os

import typer

from memento_cli.cli.call import of
from memento_cli.cli.safe import safe


def trust(ctx: typer.Context) -> None:
    """Let this clone write to a store that came with a repository. Reading needs no trust."""
    from memento_cli.store.store import Store, found_store
    from memento_cli.store.trust import is_trusted, trust

    call = of(ctx)
    store = Store(found_store(call.store_path, os.environ), call.out.warn)
    known = is_trusted(store.root)
    trust(store)
    said = "may be written already" if known else "may be written here from now on"
    call.out.value({"store": store.root, "new": not known}, f"{safe(store.root)} {said}")
