"""The names of what is in a store's folder."""

from __future__ import annotations

TYPE_CHECKING = False


FILE = "memento.toml"
