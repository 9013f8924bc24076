"""Three-way merge of sequences, part by part (diff3).

After Khanna, Kunal and Pierce, "A Formal Investigation of Diff3" (2007): stretches common to all
three versions separate the parts; in a part that only one side changed, its version is taken.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from memento_cli.named_tuple import Generic, NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")


class Agreed(NamedTuple, Generic[T]):
    """A part that is equal on both sides, or that only one side changed."""

    items: Sequence[T]


class Apart(NamedTuple, Generic[T]):
    """A part that both sides changed differently."""

    base: Sequence[T]
    ours: Sequence[T]
    theirs: Sequence[T]


def parts(
    base: Sequence[T], ours: Sequence[T], theirs: Sequence[T]
) -> Iterator[Agreed[T] | Apart[T]]:
    """The merged sequence in parts; conflicting ones have all three versions."""
    b = o = t = 0
    for in_base, in_ours, in_theirs, size in _common(base, ours, theirs):
        if (in_base, in_ours, in_theirs) != (b, o, t):
            yield _part(base[b:in_base], ours[o:in_ours], theirs[t:in_theirs])
        if size:
            yield Agreed(base[in_base : in_base + size])
        b, o, t = in_base + size, in_ours + size, in_theirs + size


def shared(one: Sequence[T], other: Sequence[T]) -> list[T]:
    """The common items in order: a base for two sequences without one."""
    return [item for start, _, size in matches(one, other) for item in one[start : start + size]]


def matches(one: Sequence[T], other: Sequence[T]) -> list[tuple[int, int, int]]:
    """The common stretches of two sequences in order: the place in each, and the length.

    Equal beginnings and ends are found without the slower search.
    """
    shorter = min(len(one), len(other))
    head = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    tail = next((n for n in range(shorter - head) if one[-1 - n] != other[-1 - n]), shorter - head)
    inner = SequenceMatcher(
        None, one[head : len(one) - tail], other[head : len(other) - tail], autojunk=False
    )
    inner_matches = [
        (head + a, head + b, size) for a, b, size in inner.get_matching_blocks() if size
    ]
    ends = [(0, 0, head), *inner_matches, (len(one) - tail, len(other) - tail, tail)]
    return [stretch for stretch in ends if stretch[2]]


def _part(base: Sequence[T], ours: Sequence[T], theirs: Sequence[T]) -> Agreed[T] | Apart[T]:
    if theirs in (base, ours):
        return Agreed(ours)
    return Agreed(theirs) if ours == base else Apart(base, ours, theirs)


def _common(
    base: Sequence[T], ours: Sequence[T], theirs: Sequence[T]
) -> Iterator[tuple[int, int, int, int]]:
    """The common stretches of all three: their places and length; at last, the three ends."""
    one, other = matches(base, ours), matches(base, theirs)
    i = j = 0
    while i < len(one) and j < len(other):
        (start, in_ours, size), (begin, in_theirs, length) = one[i], other[j]
        low, high = max(start, begin), min(start + size, begin + length)
        if low < high:
            yield low, in_ours + low - start, in_theirs + low - begin, high - low
        if start + size < begin + length:
            i += 1
        else:
            j += 1
    yield len(base), len(ours), len(theirs), 0
