"""Two versions of one document made one, key by key."""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.core.git.three_way import Agreed, parts
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any


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
"""The keys that only say when an act was: of two the later."""
IN_SHORT = {("session", "summary")}
"""The keys that say in short what stands elsewhere whole: of two either serves."""
BIRTHS = {("state", "created")}
"""The keys that say when what both clones have made was first said: of two the earlier."""
FACT, SET, REPLACED = ("kv",), "set", "replaced"
Path = tuple[str, ...]


class Merged(NamedTuple):
    """What both say together, and the keys on which they cannot agree: there it has ours."""

    data: dict[str, Any]
    apart: tuple[Path, ...]


def merged(base: Mapping[str, Any], ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Merged:
    """What two sides made of a base: of each key the version that one of them changed.

    Lists are united, without what either took out. The numbers of strength only show what the
    journal has (DESIGN 2.6): the newer side's stand together; of a hard fact that both set, the
    later. A text of several lines is merged line by line. What else both changed, and differently,
    they are apart on.
    """
    apart: list[Path] = []
    return Merged(_table(base, ours, theirs, (), apart), tuple(apart))


def common(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """What both say: the base of two versions that have none."""
    both = {}
    for key in ours:
        one, other = ours[key], theirs.get(key, MISSING)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            both[key] = common(one, other)
        elif same(one, other):
            both[key] = one
    return both


def is_another(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two documents of one id are two memories: neither the day nor the words are one's."""
    return all(not same(_at(one, path), _at(other, path)) for path in (CREATED, SUMMARY))


def differs_in_words(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two documents have other summaries: without a common base, two memories."""
    return not same(_at(one, SUMMARY), _at(other, SUMMARY))


def comes_first(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Which of two memories keeps the id that both have: the older; on every clone the same."""
    return _age(one) <= _age(other)


def same(one: Any, other: Any) -> bool:
    """Whether two values of a document are one; 1, 1.0 and true are three."""
    return _key(one) == _key(other)


def _age(data: Mapping[str, Any]) -> tuple[str, str]:
    return str(_at(data, CREATED)), _key(data.get("memory"))


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data.get(key, MISSING) if isinstance(data, Mapping) else MISSING
    return data


def _key(value: Any) -> str:
    if isinstance(value, Mapping):
        return repr({key: _key(value[key]) for key in sorted(value)})
    return repr(list(map(_key, value))) if isinstance(value, list) else repr(value)


def _table(base: Any, ours: Any, theirs: Any, path: Path, apart: list[Path]) -> dict[str, Any]:
    if path == STRENGTH:
        return dict(max(ours, theirs, key=_newness))
    both = path == FACT and not (same(ours, base) or same(theirs, base))
    if both and _set_at(ours) != _set_at(theirs):
        return dict(max(ours, theirs, key=_set_at))
    if path == REVIEW:
        ours, theirs = _reviews(base, ours, theirs)
    made = {}
    for key in {**ours, **theirs}:
        was, one, other = (side.get(key, MISSING) for side in (base, ours, theirs))
        value = _value(was, one, other, (*path, key), apart)
        if value is not MISSING:
            made[key] = value
    return made


def _reviews(base: Any, ours: Any, theirs: Any) -> tuple[Any, Any]:
    """Of a card that both sides answered, or confirmed, both get what the later one made of it."""
    for keys, when in ((SCHEDULE, "last"), (("confirmed",), "confirmed")):
        was, one, other = (
            {key: side[key] for key in keys if key in side} for side in (base, ours, theirs)
        )
        if same(one, was) or same(other, was):
            continue
        later = max(one, other, key=lambda side: (str(side.get(when, "")), _key(side)))
        ours, theirs = (
            {key: value for key, value in side.items() if key not in keys} | later
            for side in (ours, theirs)
        )
    return ours, theirs


def _value(base: Any, ours: Any, theirs: Any, path: Path, apart: list[Path]) -> Any:
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        return _table(base if isinstance(base, Mapping) else {}, ours, theirs, path, apart)
    if same(theirs, base) or same(ours, theirs):
        return ours
    if same(ours, base):
        return theirs
    sides = (base, ours, theirs)
    if all(side is MISSING or isinstance(side, list) for side in sides):
        # A list without entries has no key: what a side took out of it stays out.
        known, here, there = ([] if side is MISSING else side for side in sides)
        made = _united(known, here, there, path)
        return made if made or MISSING not in (ours, theirs) else MISSING
    if ours is MISSING or theirs is MISSING:  # taken out, and changed: what was changed is not lost
        return theirs if ours is MISSING else ours
    if isinstance(ours, list) and isinstance(theirs, list):
        return _united([], ours, theirs, path)
    if path in STAMPS or path in IN_SHORT:
        return max(ours, theirs, key=str)
    if path in BIRTHS or path == SALT:  # salts of two clones that erased before they met
        return min(ours, theirs, key=str)
    text = _lines(base, ours, theirs)
    if text is None:
        apart.append(path)
    return ours if text is None else text


def _united(base: list[Any], ours: list[Any], theirs: list[Any], path: Path) -> list[Any]:
    was, here, there = ({_key(entry) for entry in side} for side in (base, ours, theirs))
    kept = [entry for entry in ours if _key(entry) in there or _key(entry) not in was]
    made = kept + [entry for entry in theirs if _key(entry) not in here | was]
    return sorted(made, key=_moment) if path == LOG else made


def _lines(base: Any, ours: Any, theirs: Any) -> str | None:
    """A text of several lines, if the sides changed different ones."""
    if not all(isinstance(text, str) for text in (base, ours, theirs)) or "\n" not in base:
        return None
    made = list(parts(*(text.splitlines(keepends=True) for text in (base, ours, theirs))))
    agreed = [part.items for part in made if isinstance(part, Agreed)]
    return "".join("".join(items) for items in agreed) if len(agreed) == len(made) else None


def _newness(strength: Any) -> tuple[str, str, str]:
    last, count = (strength.get(key, "") for key in ("last_reinforced", "reinforcement_count"))
    return str(last), f"{count:>20}", _key(strength)


def _set_at(fact: Any) -> tuple[str, int]:
    """When a hard fact was set, and its turn among those of one moment; of one that was taken away,
    when that was."""
    before = fact.get(REPLACED)
    until = before.get("until", "") if isinstance(before, Mapping) else ""
    turn = fact.get("turn", 0)
    return str(fact.get(SET, until)), turn if isinstance(turn, int) else 0


def _moment(entry: Any) -> str:
    return str(entry.get("timestamp", "")) if isinstance(entry, Mapping) else ""
