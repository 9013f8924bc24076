"""What has changed in a store since its index was last brought up to date."""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple


class Changes(NamedTuple):
    """The ids of memories whose files were added, changed or removed since the last refresh.

    `acted` are those of whom the journal has new lines, or other ones.
    """

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()


class Erased(Exception):
    """Something was erased that the index may have: rows that are deleted leave words behind."""
