"""The differences of two documents, key by key, in the types of JSON."""

from __future__ import annotations

from datetime import date, datetime, time
from math import isfinite

from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import Mapping
from memento_cli.store.toml.writer import key_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any


class Change(NamedTuple):
    """Keys of a document with their values before and after; None for an absent key."""

    before: dict[str, Any]
    after: dict[str, Any]


def flat(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """A document as path → value, in the types of JSON; a list of tables is one value."""
    values: dict[str, Any] = {}
    for key, value in data.items():
        path = prefix + key_text(key)
        values |= flat(value, path + ".") if isinstance(value, Mapping) else {path: plain(value)}
    return values


def plain(value: Any) -> Any:
    """A value of a document in the types of JSON: times, NaN and infinities become text."""
    if isinstance(value, datetime | date | time):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    if isinstance(value, Mapping):
        return {key: plain(entry) for key, entry in value.items()}
    return [plain(entry) for entry in value] if isinstance(value, list) else value


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal in a file, where 1 is neither true nor 1.0."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def removals_first(keys: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The keys to be changed, removals first, so that a table may become a value."""
    return sorted(keys.items(), key=lambda item: item[1] is not None)


def change_of(before: Mapping[str, Any], keys: Mapping[str, Any]) -> Change:
    """The change to these keys. A table that becomes a value counts as absent before, because its
    keys are removed one by one."""
    values = {
        key: None if isinstance(value, Mapping) and keys[key] is not None else value
        for key, value in before.items()
    }
    return Change(values, dict(keys))


def changed_keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> Change:
    """The keys in which two documents differ."""
    old, new = flat(before), flat(after)
    keys = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    return Change({key: old.get(key) for key in keys}, {key: new.get(key) for key in keys})
