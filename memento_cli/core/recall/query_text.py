"""Editing the text of a query: a filter that is put into it, or taken out of it again."""

from __future__ import annotations

import re

from memento_cli.core.recall.query_parser import TOKEN

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

PLAIN = re.compile(r'[^\s"]+')
"""A value that needs no quotes."""
BOUNDS = ("since", "until")
"""Filters of which the last alone counts, so that a new one takes the place of the old."""


def filter_text(name: str, value: str) -> str:
    """The filter `name:value` as it is typed, with quotes where the value needs them."""
    if PLAIN.fullmatch(value):
        return f"{name}:{value}"
    doubled = value.replace('"', '""')
    return f'{name}:"{doubled}"'


def has_filter(text: str, name: str, value: str) -> bool:
    """Whether the text of a query has this filter."""
    return any(_is(token, name, value) for token in _tokens(text))


def with_filter(text: str, name: str, value: str) -> str:
    """The text with this filter at its end; `since` and `until` take the place of others."""
    kept = without_filter(text, name, None if name in BOUNDS else value)
    return f"{kept} {filter_text(name, value)}".strip()


def without_filter(text: str, name: str, value: str | None = None) -> str:
    """The text without this filter, or without any of its name; the rest as it was typed."""
    tokens = (token[0] for token in _tokens(text) if not _is(token, name, value))
    return " ".join(tokens)


def _tokens(text: str) -> Iterator[re.Match[str]]:
    return re.finditer(TOKEN, text)


def _is(token: re.Match[str], name: str, value: str | None) -> bool:
    """Whether a token is this filter, and excludes nothing."""
    sign, called, quoted, bare = token.group("sign", "name", "quoted", "bare")
    if sign == "-" or called is None or called.lower() != name:
        return False
    typed = bare if quoted is None else quoted.replace('""', '"')
    return value is None or typed.lower() == value.lower()
