"""Three versions of a sequence: what two sides made of one base, part by part (diff3).

After Khanna, Kunal and Pierce, "A Formal Investigation of Diff3" (2007): what stands in all three
holds the parts together; between two such stretches a side that left the base alone gives way.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from memento_cli.named_tuple import Generic, NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")


class Agreed(NamedTuple, Generic[T]):
    """What stands in both sides, or what one made of it that the other had left alone."""

    items: Sequence[T]


class Apart(NamedTuple, Generic[T]):
    """What both sides changed, and differently."""

    base: Sequence[T]
    ours: Sequence[T]
    theirs: Sequence[T]


def parts(
    base: Sequence[T], ours: Sequence[T], theirs: Sequence[T]
) -> Iterator[Agreed[T] | Apart[T]]:
    """The merged sequence in parts, those in which the sides are apart with all three versions."""
    b = o = t = 0
    for in_base, in_ours, in_theirs, size in _common(base, ours, theirs):
        if (in_base, in_ours, in_theirs) != (b, o, t):
            yield _part(base[b:in_base], ours[o:in_ours], theirs[t:in_theirs])
        if size:
            yield Agreed(base[in_base : in_base + size])
        b, o, t = in_base + size, in_ours + size, in_theirs + size


def shared(one: Sequence[T], other: Sequence[T]) -> list[T]:
    """What stands in both, in order: a base for two that have none."""
    return [item for start, _, size in matches(one, other) for item in one[start : start + size]]


def matches(one: Sequence[T], other: Sequence[T]) -> list[tuple[int, int, int]]:
    """The stretches that two have in common: where in each, and how long, in order.

    Equal ends are not searched, which takes long.
    """
    least = min(len(one), len(other))
    head = next((n for n in range(least) if one[n] != other[n]), least)
    tail = next((n for n in range(least - head) if one[-1 - n] != other[-1 - n]), least - head)
    inner = SequenceMatcher(
        None, one[head : len(one) - tail], other[head : len(other) - tail], autojunk=False
    )
    found = [(head + a, head + b, size) for a, b, size in inner.get_matching_blocks() if size]
    ends = [(0, 0, head), *found, (len(one) - tail, len(other) - tail, tail)]
    return [stretch for stretch in ends if stretch[2]]


def _part(base: Sequence[T], ours: Sequence[T], theirs: Sequence[T]) -> Agreed[T] | Apart[T]:
    if theirs in (base, ours):
        return Agreed(ours)
    return Agreed(theirs) if ours == base else Apart(base, ours, theirs)


def _common(
    base: Sequence[T], ours: Sequence[T], theirs: Sequence[T]
) -> Iterator[tuple[int, int, int, int]]:
    """Stretches that stand in all three: their places and length; at last, the three ends."""
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
