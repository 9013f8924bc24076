"""Queries as text: `topic:oauth person:alex -outcome:negative since:2w "exact phrase"`.

Any text is a query. What is no filter, or cannot be read as one, is plain words.
"""

from __future__ import annotations

from math import inf

from memento_cli.core.memory.refs import PERSON
from memento_cli.core.recall.filters import (
    AT_LEAST,
    BOUNDS,
    FILTERS,
    Part,
    excluded,
    filter_parts,
)
from memento_cli.core.recall.query import NAMED, Query, exclusive
from memento_cli.core.time.when import iso
from memento_cli.errors import MementoError, Usage
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Sequence
    from typing import Any

    from memento_cli.core.recall.filters import (
        Moment,
    )


TEXT = {"": "words", "+": "required", "-": "without"}
MOST_NOTES = 5
TOKEN = (
    r'(?P<sign>[-+](?=[\w"]|[^\x00-\x7f]))?'
    rf"(?:(?P<name>(?ai:{'|'.join(FILTERS)})):(?!//|\s|$))?"
    r'(?:"(?P<quoted>(?:[^"]|"")*)"(?!")|(?P<bare>\S+))'
)
"""A word, a phrase or a filter, with its sign. A quote is doubled within quotes."""


class ParsedQuery(NamedTuple):
    """The query in a text, and notes on what could not be read as a filter."""

    query: Query
    notes: tuple[str, ...] = ()


def parsed_query(
    text: str, moment: Moment, *, literal: bool = False, also: Sequence[Part] = ()
) -> ParsedQuery:
    """The query in a text; with `literal` all of it is words. The parts `also` follow those of the
    text.

    Several values of one filter are joined with or; of a filter with one value the last counts.
    """
    if literal:
        return joined([*(Part("words", word, word) for word in text.split()), *also])
    if _is_plain(text):  # most queries are; the grammar need not be compiled
        return joined([*_words(text), *also])
    import re

    parts: list[Part] = []
    notes: list[str] = []
    for token in re.finditer(TOKEN, text):
        try:
            parts += _token_parts(token, moment)
        except MementoError as problem:
            parts += _words(token[0])
            why = "; ".join(filter(None, (problem.message, problem.hint)))
            notes.append(f"{token[0]} is read as words: {why}")
    return joined([*parts, *also], notes)


def _is_plain(text: str) -> bool:
    """Whether a text has no quote, no signed word and no filter, so that all of it is words."""
    return '"' not in text and not any(
        word[0] in "+-" or word.partition(":")[0].lower() in FILTERS
        for word in text.split()
        if word[0] in "+-" or ":" in word
    )


def joined(parts: Iterable[Part], notes: Iterable[str] = ()) -> ParsedQuery:
    """The query of the parts, with notes on parts that later ones replace."""
    lists: dict[str, list[Any]] = {}
    latest: dict[str, Part] = {}
    parts, notes = list(parts), list(notes)
    for part in parts:
        if isinstance(Query._field_defaults[part.field], tuple):
            lists.setdefault(part.field, []).append(part.value)
            continue
        earlier = latest.get(part.field)
        if earlier and earlier.value != part.value:
            notes.append(f"{earlier.said} gives way to {part.said}")
        latest[part.field] = part
    fields: dict[str, Any] = {field: tuple(values) for field, values in lists.items()}
    query = Query(**fields | {field: part.value for field, part in latest.items()})
    return ParsedQuery(query, _shortened(notes, [part.said for part in parts]) if notes else ())


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


def _token_parts(token: re.Match[str], moment: Moment) -> list[Part]:
    sign, name, quoted, bare = token.group("sign", "name", "quoted", "bare")
    text = " ".join(quoted.replace('""', '"').split()) if bare is None else bare
    is_open = bare is not None and bare.startswith('"')
    if name is None:
        if bare and bare.endswith(":") and bare[:-1].lower() in FILTERS:
            raise Usage("it has no value")
        if is_open or not text:
            return _words(token[0])
        field = "phrases" if bare is None and sign != "-" else TEXT[sign or ""]
        return [Part(field, text, token[0])]
    if is_open or not text:
        raise Usage("it has no value")
    name = name.lower()
    if sign != "-":
        return filter_parts(name, text, moment, token[0])
    return [excluded(name, text, token[0])]


def _words(text: str) -> list[Part]:
    return [Part("words", word, word) for word in text.split()]


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


def _shortened(notes: Iterable[str], typed: Sequence[str]) -> tuple[str, ...]:
    """The first notes, with the typed texts in them shortened and secrets hidden."""
    from memento_cli.core.text.quoting import shown

    shortened = list(dict.fromkeys(shown(note, typed) for note in notes))
    more = len(shortened) - MOST_NOTES
    return (*shortened[:MOST_NOTES], *([f"and {more} more of this sort"] if more > 0 else []))
