"""Vectors of unit length, the int8 rows in which they are kept, and the cosine of two of them."""

from __future__ import annotations

from math import hypot, isfinite, sqrt
from operator import mul

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LARGEST = 127


def unit(vector: Sequence[float], dims: int = 0) -> list[float]:
    """The first `dims` components (0: all) of a vector, scaled to the length 1.

    Models of the Matryoshka kind say the most in their first components. ValueError if there are
    fewer than `dims`, or if the vector is empty, all zero, or has a component that is no finite
    number.
    """
    if dims > len(vector):
        raise ValueError(f"{len(vector)} dimensions are fewer than the {dims} asked for")
    components = vector[:dims] if dims else vector
    length = hypot(*components)
    if not isfinite(length):
        raise ValueError("a component is not a finite number")
    if not length:
        raise ValueError("all components are zero")
    return [component / length for component in components]


def quantized(vector: Sequence[float]) -> bytes:
    """The row of a vector: one int8 a component, scaled so that the largest is ±127.

    The direction changes by less than a hundredth of a radian, and no cosine needs the length. The
    vector must have a component that is not zero.
    """
    scale = LARGEST / max(map(abs, vector))
    return bytes([round(component * scale) & 0xFF for component in vector])


def components(row: bytes) -> memoryview:
    """The components of a row, -127 to 127, without a copy."""
    return memoryview(row).cast("b")


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Document 002's cosine of two vectors, 0 to 1; 0 where it is negative, undefined, or the
    lengths differ."""
    return max(0.0, signed_cosine(one, other))


def signed_cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """The cosine of two vectors, -1 to 1; 0 where it is undefined or the lengths differ."""
    lengths = sqrt(sum(map(mul, one, one)) * sum(map(mul, other, other)))
    if len(one) != len(other) or not lengths:
        return 0.0
    product: float = sum(map(mul, one, other))
    return product / lengths


def cosines_of(row: bytes, rows: Iterable[bytes]) -> list[float]:
    """The cosines of a row with others of as many components, -1 to 1; 0 for rows of zeros.

    Three times as fast as one after the other.
    """
    own = components(row).tolist()
    own_square = sum(map(mul, own, own))
    cosines = []
    for other in (components(one).tolist() for one in rows):
        lengths = sqrt(own_square * sum(map(mul, other, other)))
        cosines.append(sum(map(mul, own, other)) / lengths if lengths else 0.0)
    return cosines
