"""Which items of a LangGraph store are meant: filters of values, and conditions of namespaces."""

from __future__ import annotations

from operator import eq, ge, gt, le, lt, ne
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from langgraph.store.base import ListNamespacesOp, MatchCondition

ANY, PREFIX = "*", "prefix"
EQUAL: Mapping[str, Callable[[Any, Any], bool]] = {"$eq": eq, "$ne": ne}
NUMBERS: Mapping[str, Callable[[Any, Any], bool]] = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}


def is_wanted(wanted: Mapping[str, Any] | None, value: Mapping[str, Any]) -> bool:
    """Whether a filter admits a value: each of its keys is equal, or as its operators say. A key
    may be a path: `user.city`."""
    return all(_matches(_at(value, key), one) for key, one in (wanted or {}).items())


def _at(value: Any, path: str) -> Any:
    """What stands under a key, or at a path of keys; None if nothing does."""
    if not isinstance(value, dict) or path in value or "." not in path:
        return value.get(path) if isinstance(value, dict) else None
    key, _, rest = path.partition(".")
    return _at(value.get(key), rest)


def _matches(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, dict) and any(str(key).startswith("$") for key in wanted):
        return all(_compared(value, sign, one) for sign, one in wanted.items())
    if isinstance(wanted, dict):
        return isinstance(value, dict) and is_wanted(wanted, value)
    if isinstance(wanted, list | tuple):
        alike = isinstance(value, list) and len(value) == len(wanted)
        return alike and all(map(_matches, value, wanted))
    return bool(value == wanted)


def _compared(value: Any, sign: str, wanted: Any) -> bool:
    """Whether a value is as an operator says; what is no number is neither more nor less."""
    if sign in EQUAL:
        return EQUAL[sign](value, wanted)
    if sign not in NUMBERS:
        raise ValueError(f"Unsupported operator: {sign}")
    try:
        return NUMBERS[sign](float(value), float(wanted))
    except (TypeError, ValueError):
        return False


def namespaces_of(op: ListNamespacesOp, every: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """A page of the namespaces that meet all conditions, cut to a depth, each once, in order."""
    met = (one for one in every if all(_meets(one, wanted) for wanted in op.match_conditions or ()))
    found = sorted({one[: op.max_depth] for one in met})
    return found[op.offset : op.offset + op.limit]


def _meets(namespace: tuple[str, ...], condition: MatchCondition) -> bool:
    """Whether a namespace begins or ends as a condition says."""
    path = condition.path
    if len(namespace) < len(path):
        return False
    near = namespace[: len(path)] if condition.match_type == PREFIX else namespace[-len(path) :]
    return all(wanted in (ANY, label) for label, wanted in zip(near, path, strict=False))
