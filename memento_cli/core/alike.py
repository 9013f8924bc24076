"""A first look at how alike two texts are: rapidfuzz takes as long to import as Python to start."""

from __future__ import annotations

ROUNDING = 1e-9
ALIKE_TOO = 0.7
"""So alike have summaries at least to be nearly the same, however alike the tags are."""


def may_repeat(said: str, other: str, likeness: float) -> bool:
    """Whether a plain text may be nearly the same as another (`near_duplicates`)."""
    return may_be_alike(said, other, min(likeness, ALIKE_TOO))


def may_be_alike(text: str, other: str, share: float) -> bool:
    """Whether `token_sort_ratio` of rapidfuzz, divided by 100, is at least `share` (0 to 1).

    It is 2 · l / (m + n): l signs, of m and n, stand in both in the same order, the words sorted.
    """
    one, two = (" ".join(sorted(each.split())) for each in (text, other))
    most = (len(one) + len(two)) / 2
    if min(len(one), len(two)) < share * most - ROUNDING:
        return False
    return not most or in_common(one, two) >= share * most - ROUNDING


def in_common(text: str, other: str) -> int:
    """The length of the longest common subsequence, a bit for each sign (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, sign in enumerate(text):
        places[sign] = places.get(sign, 0) | 1 << place
    whole = (1 << len(text)) - 1
    rest = whole
    for sign in other:
        both = rest & places.get(sign, 0)
        rest = (rest + both) | (rest - both)
    return len(text) - (rest & whole).bit_count()
