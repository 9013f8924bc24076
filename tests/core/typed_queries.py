"""Queries as a person would type them: the text of a query that was parsed."""

from __future__ import annotations

from math import inf

from memento_cli.core.memory.refs import PERSON
from memento_cli.core.recall.query import NAMED, Query, exclusive
from memento_cli.core.recall.query_parser import AT_LEAST, BOUNDS
from memento_cli.core.time.when import iso


def text_of(query: Query) -> str:
    """A text that parses to the same query, for a query that was parsed; page and order aside."""
    parts = [f"+{word}" for word in query.required]
    parts += [_quoted(phrase) for phrase in query.phrases]
    parts += [f"-{word if word.isalnum() else _quoted(word)}" for word in query.without]
    parts += [_typed_filter("person", query.person)] if query.person else []
    for name, field in NAMED.items():
        parts += [_typed_filter(name, value) for value in getattr(query, field)]
    parts += [f"-{_typed_filter(name, value)}" for name, value in query.unless]
    for (name, sign), field in BOUNDS.items():
        limit = getattr(query, field)
        parts += [] if limit is None else [f"{name}:{_typed_bound(sign, limit)}"]
    parts += [f"trust:{AT_LEAST}{query.min_trust}"] if query.min_trust else []
    parts += [f"privacy:{query.min_privacy}"] if query.min_privacy else []
    parts += [f"since:{iso(query.since)}"] if query.since else []
    parts += [f"until:{iso(query.until)}"] if query.until else []
    if query.about_since or query.about_until:
        ends = (query.about_since, query.about_until)
        parts.append("about:" + "..".join(iso(end) if end else "" for end in ends))
    parts += [f"about:{stage}" for stage in query.about_stages]
    return " ".join((*parts, *query.words))  # words last, as one may have a stray quote


def _typed_bound(sign: str, limit: float) -> str:
    exclusive_limit = exclusive(limit, -inf if sign == ">" else inf)
    return f"{sign}={limit!r}" if exclusive_limit is None else f"{sign}{exclusive_limit!r}"


def _typed_filter(name: str, value: str) -> str:
    """A filter as it is typed: a person by the bare name, quotes only where they are needed."""
    if name in ("person", "with") and not set("/:") & set(value.removeprefix(PERSON)):
        value = value.removeprefix(PERSON)
    is_bare = value.split() == [value] and '"' not in value and not value.startswith("//")
    return f"{name}:{value if is_bare else _quoted(value)}"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
