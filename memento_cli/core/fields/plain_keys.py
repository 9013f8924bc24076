"""The normalized form of keys."""

from __future__ import annotations

TYPE_CHECKING = False


def plain_key(key: str) -> str:
    """The key with normalized case, width and spaces."""
    if key.isascii():
        return " ".join(key.lower().split())
    import unicodedata

    return " ".join(unicodedata.normalize("NFKC", key).casefold().split())
