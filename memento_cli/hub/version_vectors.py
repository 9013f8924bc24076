"""Version vectors: which of two versions of a file knows the other's changes (Parker et al. 1983).

A vector counts for each clone its changes of the file that are in a version. So a clone that meets
others on several hubs, or on a hub that was restored, knows an older version for what it is.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    Vector = Mapping[str, int]


def includes(one: Vector, other: Vector) -> bool:
    """Whether every change in a version with the vector `other` is in one with the vector `one`."""
    return all(one.get(clone, 0) >= count for clone, count in other.items())


def joined(one: Vector, other: Vector) -> dict[str, int]:
    """The vector of a version that has the changes of both."""
    return {clone: max(one.get(clone, 0), other.get(clone, 0)) for clone in {**one, **other}}


def after_change(vector: Vector, replica: str) -> dict[str, int]:
    """The vector of a version with one more change, by the clone that counts under this name."""
    return {**vector, replica: vector.get(replica, 0) + 1}
