"""Merging two versions of one document, key by key."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher

from memento_cli.named_tuple import Generic, NamedTuple, TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    Data = Mapping[str, Any]

MISSING: Any = object()
ID, CREATED = ("memory", "id"), ("memory", "created")
SUMMARY = ("memory", "content", "summary")
STRENGTH, LOG, SALT = ("memory", "strength"), ("memory", "log"), ("erasure", "salt")
REVIEW = ("memory", "review")
SCHEDULE = ("due", "last", "state", "step", "stability", "difficulty")
STAMPS = {
    ("state", "confirmed"),
    ("block", "updated"),
    ("session", "summarized"),
    *(
        ("preference", stance, stamp)
        for stance in ("like", "dislike")
        for stamp in ("confirmed_at", "revoked_at")
    ),
}
"""The keys with the time of an act: the later of two counts."""
SUMMARIES = {("session", "summary")}
"""The keys with a summary of something else in the store: either of two will do."""
CREATIONS = {("state", "created")}
"""The keys with the time of a creation by both clones: the earlier of two counts."""
FACT, SET, REPLACED = ("kv",), "set", "replaced"
Path = tuple[str, ...]
T = TypeVar("T")


class Merged(NamedTuple):
    """The merged data, and the keys with conflicts, where it has our values."""

    data: dict[str, Any]
    apart: tuple[Path, ...]


def merged_document(base: Data, ours: Data, theirs: Data) -> Merged:
    """The merge of two versions of a base: each key has the value that one side changed.

    Lists are united, without what either side removed. The numbers of strength follow from the
    journal (DESIGN 2.6), so the newer side's are taken together; of a kv value that both set, the
    later is taken. A text of several lines is merged by lines. Any other key that both changed
    differently is a conflict (`apart`).
    """
    apart: list[Path] = []
    return Merged(_merged_table(base, ours, theirs, (), apart), tuple(apart))


def common_values(ours: Data, theirs: Data) -> dict[str, Any]:
    """The values that both have: a base for two versions without one."""
    values = {}
    for key in ours:
        one, other = ours[key], theirs.get(key, MISSING)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            values[key] = common_values(one, other)
        elif same_value(one, other):
            values[key] = one
    return values


def is_another(one: Data, other: Data) -> bool:
    """Whether two documents of one id are two memories: both creation and summary differ."""
    return all(not same_value(_at(one, path), _at(other, path)) for path in (CREATED, SUMMARY))


def differs_in_words(one: Data, other: Data) -> bool:
    """Whether two documents have different summaries: without a common base, two memories."""
    return not same_value(_at(one, SUMMARY), _at(other, SUMMARY))


def comes_first(one: Data, other: Data) -> bool:
    """Whether the first of two memories keeps the id of both: the older, on every clone."""
    return _age(one) <= _age(other)


def same_value(one: Any, other: Any) -> bool:
    """Whether two values of a document are equal; 1, 1.0 and true differ."""
    return _key(one) == _key(other)


def _age(data: Data) -> tuple[str, str]:
    return str(_at(data, CREATED)), _key(data.get("memory"))


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data.get(key, MISSING) if isinstance(data, Mapping) else MISSING
    return data


def _key(value: Any) -> str:
    if isinstance(value, Mapping):
        return repr({key: _key(value[key]) for key in sorted(value)})
    return repr(list(map(_key, value))) if isinstance(value, list) else repr(value)


def _merged_table(
    base: Any, ours: Any, theirs: Any, path: Path, apart: list[Path]
) -> dict[str, Any]:
    if path == STRENGTH:
        return dict(max(ours, theirs, key=_newness))
    both = path == FACT and not (same_value(ours, base) or same_value(theirs, base))
    if both and _set_at(ours) != _set_at(theirs):
        return dict(max(ours, theirs, key=_set_at))
    if path == REVIEW:
        ours, theirs = _merged_reviews(base, ours, theirs)
    values = {}
    for key in {**ours, **theirs}:
        base_value, one, other = (side.get(key, MISSING) for side in (base, ours, theirs))
        value = _merged_value(base_value, one, other, (*path, key), apart)
        if value is not MISSING:
            values[key] = value
    return values


def _merged_reviews(base: Any, ours: Any, theirs: Any) -> tuple[Any, Any]:
    """Both sides with the review values of the later one, if both answered or confirmed a card."""
    for keys, when in ((SCHEDULE, "last"), (("confirmed",), "confirmed")):
        was, one, other = (
            {key: side[key] for key in keys if key in side} for side in (base, ours, theirs)
        )
        if same_value(one, was) or same_value(other, was):
            continue
        later = max(one, other, key=lambda side: (str(side.get(when, "")), _key(side)))
        ours, theirs = (
            {key: value for key, value in side.items() if key not in keys} | later
            for side in (ours, theirs)
        )
    return ours, theirs


def _merged_value(base: Any, ours: Any, theirs: Any, path: Path, apart: list[Path]) -> Any:
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        return _merged_table(base if isinstance(base, Mapping) else {}, ours, theirs, path, apart)
    if same_value(theirs, base) or same_value(ours, theirs):
        return ours
    if same_value(ours, base):
        return theirs
    sides = (base, ours, theirs)
    if all(side is MISSING or isinstance(side, list) for side in sides):
        # A list without entries has no key: what a side took out of it stays out.
        base_list, our_list, their_list = ([] if side is MISSING else side for side in sides)
        entries = _merged_list(base_list, our_list, their_list, path)
        return entries if entries or MISSING not in (ours, theirs) else MISSING
    if (
        ours is MISSING or theirs is MISSING
    ):  # removed by one, changed by the other: the change wins
        return theirs if ours is MISSING else ours
    if isinstance(ours, list) and isinstance(theirs, list):
        return _merged_list([], ours, theirs, path)
    if path in STAMPS or path in SUMMARIES:
        return max(ours, theirs, key=str)
    if path in CREATIONS or path == SALT:  # salts of two clones that erased before they met
        return min(ours, theirs, key=str)
    text = _merged_lines(base, ours, theirs)
    if text is None:
        apart.append(path)
    return ours if text is None else text


def _merged_list(base: list[Any], ours: list[Any], theirs: list[Any], path: Path) -> list[Any]:
    was, here, there = ({_key(entry) for entry in side} for side in (base, ours, theirs))
    kept = [entry for entry in ours if _key(entry) in there or _key(entry) not in was]
    entries = kept + [entry for entry in theirs if _key(entry) not in here | was]
    return sorted(entries, key=_moment) if path == LOG else entries


def _merged_lines(base: Any, ours: Any, theirs: Any) -> str | None:
    """The merged text of several lines, if the sides changed different ones; else None."""
    if not all(isinstance(text, str) for text in (base, ours, theirs)) or "\n" not in base:
        return None
    merged_parts = list(parts(*(text.splitlines(keepends=True) for text in (base, ours, theirs))))
    agreed = [part.items for part in merged_parts if isinstance(part, Agreed)]
    return "".join("".join(items) for items in agreed) if len(agreed) == len(merged_parts) else None


def _newness(strength: Any) -> tuple[str, str, str]:
    last, count = (strength.get(key, "") for key in ("last_reinforced", "reinforcement_count"))
    return str(last), f"{count:>20}", _key(strength)


def _set_at(fact: Any) -> tuple[str, int]:
    """When a kv value was set, or else removed, and its turn among those of one moment."""
    before = fact.get(REPLACED)
    until = before.get("until", "") if isinstance(before, Mapping) else ""
    turn = fact.get("turn", 0)
    return str(fact.get(SET, until)), turn if isinstance(turn, int) else 0


def _moment(entry: Any) -> str:
    return str(entry.get("timestamp", "")) if isinstance(entry, Mapping) else ""


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
