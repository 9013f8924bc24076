"""What a store says, made harmless for a terminal and a spreadsheet: nothing acts or hides."""

from __future__ import annotations

from memento_cli.core.text.normal_forms import FORMULAS


def safe(text: str, *, lines: bool = False) -> str:
    """The text with every control and invisible sign shown as `\\u001b`.

    `lines` keeps newlines and tabs.
    """
    if text.isascii() and text.isprintable():
        return text
    from memento_cli.core.text.visible import visible  # most texts need no look at each sign

    return visible(text, lines=lines)


def between_tabs(text: str) -> str:
    """A safe text as a cell: with `'` before it where a spreadsheet would compute it.

    Likewise where it opens a quotation that only another cell would close. Exact texts are JSON's.
    """
    is_open = text[:1] == '"' and text.count('"') % 2
    return f"'{text}" if is_open or text.startswith(FORMULAS) else text
