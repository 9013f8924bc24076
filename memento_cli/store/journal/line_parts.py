"""The parts of a journal line, checked, from which an entry or a row of the index is made."""

from __future__ import annotations

from datetime import UTC

from memento_cli.core.text.strict_json import loaded
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadTime

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import Any

    Parts = tuple[list[str], datetime, tuple[float, datetime, int] | None, dict[str, Any]]

TEXTS = ("id", "act", "memory", "by", "via", "batch", "undoes")
TEXT = {str}
COUNT_LIMIT = 2**53  # as `WHOLE_LIMIT` of the fields, without importing them


class InvalidLine(ValueError):
    """A line that is no journal entry; the message says why."""


def parsed_parts(raw: bytes | str) -> Parts:
    """The values of `TEXTS`, the time, the numbers of `strength` if there are any, and all fields.

    InvalidLine if it is no journal line.
    """
    try:
        fields = loaded(raw)
        if not isinstance(fields, dict):
            raise ValueError("not an object")
        texts = [fields.get(key, "") for key in TEXTS]
        if not (texts[0] and texts[1] and texts[2] and fields.get("at") and _are_texts(texts)):
            raise ValueError(_missing_keys(fields))
        "".join(texts).encode()  # a lone surrogate can be stored nowhere
        strength = fields.get("strength")
        numbers = _numbers(strength) if strength else None
        return texts, _moment(fields["at"]), numbers, fields
    except UnicodeEncodeError:
        raise InvalidLine("not a journal line: half a character") from None
    except (ValueError, BadTime, TypeError) as problem:
        raise InvalidLine(f"not a journal line: {problem}") from None


def other_memories(ids: object, memory: str) -> list[str]:
    """The memories that a line is about beside `memory`; none unless they are a list of texts."""
    try:
        if not isinstance(ids, list) or not ids or not _are_texts(ids):
            return []
        "".join(ids).encode()  # a lone surrogate can be stored nowhere
    except UnicodeEncodeError:
        return []
    return [id for id in dict.fromkeys(ids) if id and id != memory]


def _are_texts(values: list[Any]) -> bool:
    return set(map(type, values)) == TEXT


def _missing_keys(fields: Mapping[str, Any]) -> str:
    missing = [key for key in ("id", "at", "act", "memory") if not fields.get(key)]
    wrong = [key for key in TEXTS if not isinstance(fields.get(key, ""), str)]
    return f"missing or not text: {', '.join(missing + wrong)}"


def _numbers(strength: Mapping[str, Any]) -> tuple[float, datetime, int]:
    missing = [key for key in ("initial", "last_reinforced") if key not in strength]
    if missing:
        raise ValueError(f"missing strength.{missing[0]}")
    initial, count = strength["initial"], strength.get("reinforcement_count", 0)
    if (
        not isinstance(initial, int | float)
        or not 0 <= initial <= 100
        or type(count) is not int
        or not 0 <= count < COUNT_LIMIT
    ):
        raise ValueError("strength is not numbers in range")
    return float(initial), _moment(strength["last_reinforced"]), count


def _moment(value: object) -> datetime:
    if not isinstance(value, str):
        raise ValueError("a moment is not text")
    return stored_moment(value, UTC)
