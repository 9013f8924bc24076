"""Slugs: text as a-z 0-9 and hyphens, for names of files."""

from __future__ import annotations

SIGNS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def slug(text: str, limit: int) -> str:
    """Lower case, runs of anything else one hyphen, cut to `limit`; a short hash if empty."""
    spaced = "".join([sign if sign in SIGNS else " " for sign in text.lower()])
    return "-".join(spaced.split())[:limit].strip("-") or _hash(text)


def _hash(text: str) -> str:
    from hashlib import blake2s

    return blake2s(text.encode(errors="surrogatepass"), digest_size=3).hexdigest()
