"""The journal's lines as JSON: one object a line, strict in reading, safe in writing."""

from __future__ import annotations

from memento_cli.core.history import Line
from memento_cli.core.memory import Strength
from memento_cli.core.when import iso
from memento_cli.errors import BadData
from memento_cli.store.line_parts import NoLine, parts_of
from memento_cli.store.strict_json import dumped

KEYS = ("id", "at", "act", "memory", "by", "via", "batch", "undoes", "strength", "text")
KNOWN = frozenset(KEYS)


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
        texts, at, numbers, said = parts_of(raw)
    except NoLine as problem:
        raise BadData(where, [str(problem)]) from None
    id, act, memory, by, via, batch, undoes = texts
    text = said.get("text", {})
    return Line(
        id,
        at,
        act,
        memory,
        by,
        via,
        batch,
        undoes,
        Strength(*numbers) if numbers else None,
        text if isinstance(text, dict) else {"reason": str(text)},
        {} if KNOWN.issuperset(said) else {k: v for k, v in said.items() if k not in KNOWN},
    )
