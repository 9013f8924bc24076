"""Reading journal lines in memento's own layout by one pattern, in half the time.

For rebuilds only: compiling the pattern takes longer than reading a few lines.
"""

from __future__ import annotations

import re
from datetime import datetime

from memento_cli.core.journal.event_types import WEAKENING, code_of
from memento_cli.core.journal.line_ids import CROCKFORD, DIGITS
from memento_cli.core.text.strict_json import LINE_LIMIT
from memento_cli.core.time.when import micros
from memento_cli.index.journal.lines import ID_BYTES, rows_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any


SIGN = r'[^"\\\x00-\x1f\x7f]'
ONE_LINE = SIGN + "*+"
MOMENT = r"[0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2}(?:\.[0-9]{1,6}+)?+Z"
ID = f"[{CROCKFORD}]{{26}}"
NUMBERS = (
    rf'\{{"initial": ((?:0|[1-9][0-9]?)(?:\.[0-9]{{1,18}}+)?+), "last_reinforced": "({MOMENT})",'
    r' "reinforcement_count": ([0-9]|[1-9][0-9]{1,14}+)\}'
)
LINE = re.compile(
    rf'\{{"id": "({ID})", "at": "({MOMENT})", "act": "([a-z]++)", "memory": "({SIGN}++)",'
    rf' "by": "{ONE_LINE}"(?:, "via": "({ONE_LINE})")?+(?:, "batch": "{ONE_LINE}")?+'
    rf'(?:, "undoes": "({ID})")?(?:, "strength": {NUMBERS})?'
    rf'(?:, "text": \{{"reason": "{ONE_LINE}"\}})?+\}}'
)


def plain_rows_of(raw: bytes, log: int) -> list[tuple[Any, ...]]:
    """The rows of a line as by `rows_of`, quicker if it has memento's own layout."""
    try:
        match = LINE.fullmatch(raw.decode()) if len(raw) <= LINE_LIMIT else None
        if match is None:
            return rows_of(raw, log)
        id, at, act, memory, via, undoes, initial, last, count = match.groups()
        number = _packed(id)
        numbers: tuple[Any, ...] = (None, None, None)
        if initial is not None and act not in WEAKENING:
            numbers = (float(initial), _micros(last), int(count))
        target = _packed(undoes) if undoes else None
        return [(memory, _micros(at), number, log, code_of(act, via), target, *numbers)]
    except ValueError:  # no UTF-8, no such day, no valid id: `rows_of` words the error
        return rows_of(raw, log)


def _micros(text: str) -> int:
    return micros(datetime.fromisoformat(text))


def _packed(id: str) -> bytes:
    number = int(id.translate(DIGITS), 32)
    if not number or number >> 8 * ID_BYTES:
        raise ValueError("an id beyond all times")
    return number.to_bytes(ID_BYTES)
