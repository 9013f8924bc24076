"""The changes of a store since its index was last brought up to date."""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple


class Changes(NamedTuple):
    """The ids of memories whose files were added, changed or removed since the last refresh.

    `acted` are those whose lines in the journal have changed.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()


class Erased(Exception):
    """Something was erased that the index may have: deleted rows leave text in its file."""
