"""What a journal line says, checked part by part, before it becomes a value or a row."""

from __future__ import annotations

from datetime import UTC

from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadTime
from memento_cli.store.files.strict_json import loaded

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

    Parts = tuple[list[str], datetime, tuple[float, datetime, int] | None, dict[str, Any]]

TEXTS = ("id", "act", "memory", "by", "via", "batch", "undoes")
TEXT = {str}
COUNT_LIMIT = 2**53  # as `WHOLE_LIMIT` of the fields, without importing them


class NoLine(ValueError):
    """What is wrong with a line."""


def parts_of(raw: bytes | str) -> Parts:
    """The texts of `TEXTS`, the moment, the numbers if it sets any, and the whole object.

    NoLine if it is no journal line.
    """
    try:
        said = loaded(raw)
        if not isinstance(said, dict):
            raise ValueError("not an object")
        texts = [said.get(key, "") for key in TEXTS]
        if not (texts[0] and texts[1] and texts[2] and said.get("at") and _are_texts(texts)):
            raise ValueError(_lacking(said))
        "".join(texts).encode()  # half a character can be kept nowhere
        strength = said.get("strength")
        numbers = _numbers(strength) if strength else None
        return texts, _moment(said["at"]), numbers, said
    except UnicodeEncodeError:
        raise NoLine("not a journal line: half a character") from None
    except (ValueError, BadTime, TypeError) as problem:
        raise NoLine(f"not a journal line: {problem}") from None


def others_in(told: object, memory: str) -> list[str]:
    """The memories that a line is about beside its own; none where these are no texts."""
    try:
        if not isinstance(told, list) or not told or not _are_texts(told):
            return []
        "".join(told).encode()  # half a character can be kept nowhere
    except UnicodeEncodeError:
        return []
    return [other for other in dict.fromkeys(told) if other and other != memory]


def _are_texts(values: list[Any]) -> bool:
    return set(map(type, values)) == TEXT


def _lacking(said: Mapping[str, Any]) -> str:
    missing = [key for key in ("id", "at", "act", "memory") if not said.get(key)]
    wrong = [key for key in TEXTS if not isinstance(said.get(key, ""), str)]
    return f"missing or not text: {', '.join(missing + wrong)}"


def _numbers(said: Mapping[str, Any]) -> tuple[float, datetime, int]:
    missing = [key for key in ("initial", "last_reinforced") if key not in said]
    if missing:
        raise ValueError(f"missing strength.{missing[0]}")
    initial, count = said["initial"], said.get("reinforcement_count", 0)
    if (
        not isinstance(initial, int | float)
        or not 0 <= initial <= 100
        or type(count) is not int
        or not 0 <= count < COUNT_LIMIT
    ):
        raise ValueError("strength is not numbers in range")
    return float(initial), _moment(said["last_reinforced"]), count


def _moment(said: object) -> datetime:
    if not isinstance(said, str):
        raise ValueError("a moment is not text")
    return stored_moment(said, UTC)
