"""A key without what makes it no other one."""

from __future__ import annotations

TYPE_CHECKING = False


def plain_key(key: str) -> str:
    """A key without what makes it no other one: capitals, width, spaces."""
    if key.isascii():
        return " ".join(key.lower().split())
    import unicodedata

    return " ".join(unicodedata.normalize("NFKC", key).casefold().split())
