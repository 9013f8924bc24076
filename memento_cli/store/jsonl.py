"""The journal's lines as JSON: one object a line, strict in reading, safe in writing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC
from math import isfinite
from typing import Any

from memento_cli.core.fields import WHOLE_LIMIT
from memento_cli.core.history import Line
from memento_cli.core.memory import Strength
from memento_cli.core.when import iso, stored_moment
from memento_cli.errors import BadData, BadTime

LINE_LIMIT = 1 << 22
KEYS = ("id", "at", "act", "memory", "by", "via", "batch", "undoes", "strength", "text")
KNOWN = frozenset(KEYS)
TEXTS = ("id", "act", "memory", "by", "via", "batch", "undoes")
# What some reader takes for the end of a line, and what no terminal should get raw.
LOOSE = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def dumped(value: Any) -> str:
    """JSON in which every text is readable and none of it can break a line or a terminal."""
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False)
    return LOOSE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def loaded(raw: bytes | str) -> Any:
    """The value of a JSON text. Doubled keys, NaN, infinities and endless nesting are errors."""
    if len(raw) > LINE_LIMIT:
        raise ValueError(f"more than {LINE_LIMIT} bytes")
    try:
        if isinstance(raw, bytes):
            plain = raw[:2] == b'{"'  # as nearly every line begins: UTF-8 (RFC 4627, section 3)
            encoding = "utf-8" if plain else json.detect_encoding(raw)
            raw = raw.decode(encoding, "surrogatepass")
        return _decoded(raw)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _decoded(text: str) -> Any:
    if text[:1] == "{":  # without the two searches for white space
        value, end = DECODER.raw_decode(text)
        if end == len(text):
            return value
    return DECODER.decode(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:20]} is not finite")
    return number


DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_float=_finite)


def line_text(line: Line) -> str:
    """A journal line as it stands in the file, without its end."""
    strength = line.strength
    numbers = strength and {
        "initial": strength.initial,
        "last_reinforced": iso(strength.last_reinforced),
        "reinforcement_count": strength.reinforcement_count,
    }
    said = dict(zip(KEYS, (*line[:8], numbers, line.text), strict=True)) | {"at": iso(line.at)}
    always = ("id", "at", "act", "memory", "by")
    kept = {key: value for key, value in said.items() if value or key in always}
    return dumped(kept | dict(line.more))


def line_of(raw: bytes | str, where: str = "journal") -> Line:
    """The journal line in this JSON, or BadData that says what is wrong with it."""
    try:
        said = loaded(raw)
        if not isinstance(said, dict):
            raise ValueError("not an object")
        return _line(said)
    except (ValueError, BadTime, TypeError) as problem:
        raise BadData(where, [f"not a journal line: {problem}"]) from None


def _line(said: Mapping[str, Any]) -> Line:
    texts = [said.get(key, "") for key in TEXTS]
    id, act, memory, by, via, batch, undoes = texts
    if not (id and act and memory and said.get("at") and all(type(t) is str for t in texts)):
        missing = [key for key in ("id", "at", "act", "memory") if not said.get(key)]
        wrong = [key for key in TEXTS if not isinstance(said.get(key, ""), str)]
        raise ValueError(f"missing or not text: {', '.join(missing + wrong)}")
    strength, text = said.get("strength"), said.get("text", {})
    return Line(
        id,
        stored_moment(said["at"], UTC),
        act,
        memory,
        by,
        via,
        batch,
        undoes,
        _numbers(strength) if strength else None,
        text if isinstance(text, dict) else {"reason": str(text)},
        {} if KNOWN.issuperset(said) else {k: v for k, v in said.items() if k not in KNOWN},
    )


def _numbers(said: Mapping[str, Any]) -> Strength:
    missing = [key for key in ("initial", "last_reinforced") if key not in said]
    if missing:
        raise ValueError(f"missing strength.{missing[0]}")
    initial, count = said["initial"], said.get("reinforcement_count", 0)
    if (
        not isinstance(initial, int | float)
        or not 0 <= initial <= 100
        or type(count) is not int
        or not 0 <= count < WHOLE_LIMIT
    ):
        raise ValueError("strength is not numbers in range")
    return Strength(float(initial), stored_moment(said["last_reinforced"], UTC), count)
