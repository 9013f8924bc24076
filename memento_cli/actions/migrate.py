"""migrate: a store of an older format becomes one of this memento's, step by step, never back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from memento_cli.actions.checkup.repair import kept_copy
from memento_cli.errors import Failed
from memento_cli.store.files import read_regular, replace
from memento_cli.store.settings import SCHEMA_VERSION
from memento_cli.store.splice import edited
from memento_cli.store.store import Store
from memento_cli.store.toml import SIZE_LIMIT, parsed

Step = Callable[[Store], None]
# From each version to the next. A step may be run twice: one that was killed starts again.
STEPS: Mapping[int, Step] = {}


class Migrated(NamedTuple):
    """The versions before and after, and the copies of memento.toml that were kept."""

    before: int
    after: int
    copies: tuple[str, ...] = ()


def migrate(
    store: Store, *, steps: Mapping[int, Step] = STEPS, version: int = SCHEMA_VERSION
) -> Migrated:
    """Bring the store to this version. Nothing to do when it is there; an error when it is newer.

    Before each step a copy of memento.toml is kept (memento.toml.v1); after it the file says the
    next version. The store has to be opened again after it.
    """
    with store.lock.held():  # refuses a newer store
        before: int = store.settings["schema_version"]
        copies = []
        for number in range(before, version):
            if number not in steps:
                raise Failed(f"no step leads from format {number} to {number + 1}")
            raw = read_regular(store.settings_file, SIZE_LIMIT)
            copies.append(kept_copy(store.settings_file, f".v{number}", raw))
            steps[number](store)
            raw = read_regular(store.settings_file, SIZE_LIMIT)
            document = parsed(raw, store.settings_file)
            text = edited(document, {("schema_version",): number + 1})
            replace(store.settings_file, text.encode())
    return Migrated(before, max(before, version), tuple(copies))
