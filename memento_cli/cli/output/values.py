"""Values as text: moments in UTC or as local clocks show them, cells of a table, JSON; and what a
store says, made harmless for a terminal and a spreadsheet: nothing acts or hides."""

from __future__ import annotations

from datetime import datetime

from memento_cli.core.text.normal_forms import FORMULAS
from memento_cli.core.time.when import in_zone, iso, local_iso

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo
    from typing import Any

CELL_SIGNS = 200


def safe(text: str, *, lines: bool = False) -> str:
    """The text with every control and invisible sign shown as `\\u001b`.

    `lines` keeps newlines and tabs.
    """
    if text.isascii() and text.isprintable():
        return text
    from memento_cli.core.text.visible import visible  # most texts need no look at each sign

    return visible(text, lines=lines)


def said(text: str) -> str:
    """A safe text of a store, with a mark before it if it reads like instructions."""
    from memento_cli.core.security.instructions import flags  # a list has them from the index
    from memento_cli.core.security.trust import READS

    return f"({READS}) {safe(text)}" if flags(text) else safe(text)


def flagged(row: Mapping[str, Any], keys: Sequence[str]) -> Mapping[str, Any]:
    """A row with a mark before each text that reads like instructions; one that has `flags` is
    marked already."""
    if "flags" in row:
        return row
    texts = {key: row[key] for key in keys if key != "id" and isinstance(row.get(key), str)}
    return {**row, **{key: said(text) for key, text in texts.items()}}


def between_tabs(text: str) -> str:
    """A safe text as a cell: with `'` before it where a spreadsheet would compute it.

    Likewise where it opens a quotation that only another cell would close. Exact texts are JSON's.
    """
    is_open = text[:1] == '"' and text.count('"') % 2
    return f"'{text}" if is_open or text.startswith(FORMULAS) else text


def moment_text(moment: datetime, zone: tzinfo | None = None) -> str:
    """A moment for machines: ISO 8601 in UTC with `Z`, or as the clocks of a zone show it."""
    return local_iso(moment, zone) if zone else iso(moment)


def cell(value: Any, zone: tzinfo | None = None, *, short: bool = False) -> str:
    """A value as one cell: no tab, no newline, nothing that acts. A `short` moment is its day."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        if short:
            return f"{in_zone(value, zone) if zone else value:%Y-%m-%d}".zfill(10)
        return moment_text(value, zone)
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, bool):
        return ("yes" if value else "") if short else ("true" if value else "false")
    if isinstance(value, list | tuple):
        return safe(", ".join(str(entry) for entry in value))
    return safe(str(value))


def short_cell(value: Any, zone: tzinfo | None = None) -> str:
    """A value as one cell of a table on a terminal, cut to CELL_SIGNS."""
    text = cell(value, zone, short=True)
    return text if len(text) <= CELL_SIGNS else text[: CELL_SIGNS - 2] + " …"


def column(value: Any, zone: tzinfo | None = None) -> str:
    """A value as one cell between tabs; a number below zero is one, whatever it begins with."""
    text = cell(value, zone)
    return text if isinstance(value, int | float) else between_tabs(text)


def json_text(value: Any, zone: tzinfo | None = None) -> str:
    """JSON that is safe to print; moments are ISO 8601."""
    from memento_cli.core.text.strict_json import dumped

    return dumped(_plain(value, zone))


def _plain(value: Any, zone: tzinfo | None) -> Any:
    if isinstance(value, datetime):
        return moment_text(value, zone)
    if isinstance(value, dict):
        return {key: _plain(entry, zone) for key, entry in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return _plain(value._asdict(), zone)
    return [_plain(entry, zone) for entry in value] if isinstance(value, list | tuple) else value
