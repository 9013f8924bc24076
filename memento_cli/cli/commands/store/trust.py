"""memento store trust"""

from __future__ import annotations

import os

from memento_cli.cli.output.safe import safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call


def trust(call: Call) -> None:
    """Let this clone write to a store that came with a repository. Reading needs no trust."""
    from memento_cli.store.directory.location import store_location
    from memento_cli.store.directory.store import Store
    from memento_cli.store.directory.trust import is_trusted, trust

    store = Store(store_location(call.store_path, os.environ), call.out.warn)
    was_trusted = is_trusted(store.root)
    trust(store)
    outcome = "may be written already" if was_trusted else "may be written here from now on"
    call.out.value({"store": store.root, "new": not was_trusted}, f"{safe(store.root)} {outcome}")
