"""Queries as text: `topic:oauth person:alex -outcome:negative since:2w "exact phrase"`.

Any text is a query. What is no filter, or is one that cannot be read, is plain words.
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
    """What a text asks for, and what was not read as it may have been meant."""

    query: Query
    notes: tuple[str, ...] = ()


def parsed_query(
    text: str, moment: Moment, *, literal: bool = False, also: Sequence[Part] = ()
) -> ParsedQuery:
    """The query in a text; with `literal` all of it is words. `also` is said after the text.

    Several values of one filter are joined with or; of a filter that has but one, the last counts.
    """
    if literal:
        return joined([*(Part("words", word, word) for word in text.split()), *also])
    if _is_plain(text):  # as most are: then the grammar need not be compiled
        return joined([*_words(text), *also])
    import re

    parts: list[Part] = []
    notes: list[str] = []
    for token in re.finditer(TOKEN, text):
        try:
            parts += _meant(token, moment)
        except MementoError as problem:
            parts += _words(token[0])
            why = "; ".join(filter(None, (problem.message, problem.hint)))
            notes.append(f"{token[0]} is read as words: {why}")
    return joined([*parts, *also], notes)


def _is_plain(text: str) -> bool:
    """Whether a text has no quote, no signed word and no filter: then all in it are words."""
    return '"' not in text and not any(
        word[0] in "+-" or word.partition(":")[0].lower() in FILTERS
        for word in text.split()
        if word[0] in "+-" or ":" in word
    )


def joined(parts: Iterable[Part], notes: Iterable[str] = ()) -> ParsedQuery:
    """The query that the parts make, and notes of those that give way to later ones."""
    lists: dict[str, list[Any]] = {}
    said: dict[str, Part] = {}
    parts, notes = list(parts), list(notes)
    for part in parts:
        if isinstance(Query._field_defaults[part.field], tuple):
            lists.setdefault(part.field, []).append(part.value)
            continue
        before = said.get(part.field)
        if before and before.value != part.value:
            notes.append(f"{before.said} gives way to {part.said}")
        said[part.field] = part
    fields: dict[str, Any] = {field: tuple(values) for field, values in lists.items()}
    query = Query(**fields | {field: part.value for field, part in said.items()})
    return ParsedQuery(query, _few(notes, [part.said for part in parts]) if notes else ())


def text_of(query: Query) -> str:
    """A text that asks for the same, for a query that was read from one; page and order aside."""
    said = [f"+{word}" for word in query.required]
    said += [_quoted(phrase) for phrase in query.phrases]
    said += [f"-{word if word.isalnum() else _quoted(word)}" for word in query.without]
    said += [_said("person", query.person)] if query.person else []
    for name, field in NAMED.items():
        said += [_said(name, value) for value in getattr(query, field)]
    said += [f"-{_said(name, value)}" for name, value in query.unless]
    for (name, sign), field in BOUNDS.items():
        limit = getattr(query, field)
        said += [] if limit is None else [f"{name}:{_compared(sign, limit)}"]
    said += [f"trust:{AT_LEAST}{query.min_trust}"] if query.min_trust else []
    said += [f"privacy:{query.min_privacy}"] if query.min_privacy else []
    said += [f"since:{iso(query.since)}"] if query.since else []
    said += [f"until:{iso(query.until)}"] if query.until else []
    if query.about_since or query.about_until:
        ends = (query.about_since, query.about_until)
        said.append("about:" + "..".join(iso(end) if end else "" for end in ends))
    said += [f"about:{stage}" for stage in query.about_stages]
    return " ".join((*said, *query.words))  # words last: a stray quote in one opens nothing then


def _meant(token: re.Match[str], moment: Moment) -> list[Part]:
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


def _compared(sign: str, limit: float) -> str:
    beside = exclusive(limit, -inf if sign == ">" else inf)
    return f"{sign}={limit!r}" if beside is None else f"{sign}{beside!r}"


def _said(name: str, value: str) -> str:
    """A filter as it is typed: a person by the name alone, quotes where they are needed."""
    if name in ("person", "with") and not set("/:") & set(value.removeprefix(PERSON)):
        value = value.removeprefix(PERSON)
    is_bare = value.split() == [value] and '"' not in value and not value.startswith("//")
    return f"{name}:{value if is_bare else _quoted(value)}"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _few(notes: Iterable[str], given: Sequence[str]) -> tuple[str, ...]:
    """The first of these notes, without what is too long in them, or secret, of what was given."""
    from memento_cli.core.text.quoting import shown

    each = list(dict.fromkeys(shown(note, given) for note in notes))
    more = len(each) - MOST_NOTES
    return (*each[:MOST_NOTES], *([f"and {more} more of this sort"] if more > 0 else []))
