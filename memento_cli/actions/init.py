"""init: make a store."""

from __future__ import annotations

from typing import NamedTuple

from memento_cli.store.store import Store, made_store


class Made(NamedTuple):
    """A new store, and the names of what was written for it."""

    store: Store
    written: tuple[str, ...]


def init(
    path: str, *, profile: str = "half-life", person: str = "me", timezone: str = "UTC"
) -> Made:
    """Make a store in a folder, which may have files and a git repository already."""
    written = made_store(path, {"profile": profile, "person": person, "timezone": timezone})
    return Made(Store(path), tuple(written))
