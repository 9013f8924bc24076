"""What the keys of JSON objects and of front matter mean: memento's own names, and others'."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from memento_cli.actions.exchange.sources.entry import heading_of, one_line, topics_of_paths
from memento_cli.core.fields.checks import MISSING, lookup, value_of
from memento_cli.core.memory.memory import (
    SUMMARY_SIGNS,
    Draft,
    Tags,
    split_content,
    trimmed,
    with_plain_ends,
)
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.trust import IMPORTED as FROM_ELSEWHERE
from memento_cli.core.security.trust import TRUST
from memento_cli.errors import BadData, BadRef
from memento_cli.store.records.memory_fields import FIELDS, MORE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo
    from typing import Any

    from memento_cli.core.fields.field import Field

PLAIN = ("kind", "privacy", "pinned", "importance", "project", "agent", "session")
TABLES = ("content", "tags")
FIELD_OF = {
    field.path.removeprefix("memory."): field
    for field in FIELDS
    if field.keys[1] in (*TABLES, *PLAIN, "person", "created", "source")
}
NAMES = {path: (field.keys[-1], *field.aliases) for path, field in FIELD_OF.items()}
"""The fields of a draft, and the keys accepted for each; the first present one counts."""
UNIX_MILLIS = 1e11
"""From here on a number counts as Unix milliseconds, below as seconds."""
SPACED_ZONE = re.compile(r"(\d) ([+-]\d\d:?\d\d)")
IMPORTED = {TRUST: FROM_ELSEWHERE}


def draft_of(row: Mapping[str, Any], zone: tzinfo) -> Draft:
    """The draft made of the known keys of a source, or BadData with all of their problems."""
    lifted = _with_both_texts(_lifted(row))
    values, problems = values_of(FIELD_OF, NAMES, lifted, zone, _adapted)
    files = row.get("files")
    topics = _topics(values.get("tags.topics", ()))
    if not topics and isinstance(files, list):
        topics = topics_of_paths([path for path in files if isinstance(path, str)])
    person = _refs("person", [values.get("person", "")], problems)
    people = _refs("people", values.get("tags.people", ()), problems)
    more = _more(row, zone, problems)
    summary, detail = words(values.get("content.summary", ""), values.get("content.detail", ""))
    if not summary and not problems:
        problems.append("no title, summary or content")
    if problems:
        raise BadData("the entry", problems)
    return Draft(
        summary=summary,
        detail=detail,
        person=next(iter(person), ""),
        significance=values.get("content.significance", "medium"),
        tags=Tags(topics, people, values.get("tags.outcome")),
        source=one_line(values.get("source", "")) or "import",
        created=values.get("created"),
        more=more | IMPORTED,
        **{name: values[name] for name in PLAIN if name in values},
    )


def words(summary: str, text: str) -> tuple[str, str]:
    """Summary and detail. Text alone is split; a heading that repeats the summary is removed."""
    summary, text = one_line(summary), with_plain_ends(text)
    if not summary:
        summary, text = split_content(text)
        summary = one_line(summary)
    heading, rest = heading_of(text)
    if heading and one_line(heading) == summary:
        text = rest
    text = trimmed(text)
    if len(summary) > SUMMARY_SIGNS + 2:  # a cut one, with its ellipsis, is not cut again
        whole = summary
        summary = split_content(whole)[0]
        text = f"{whole}\n\n{text}".rstrip()
    return summary, text


def _lifted(row: Mapping[str, Any]) -> dict[str, Any]:
    """The keys, with those of the tables `content` and `tags` of document 001 at the top level."""
    flat = {key: value for key, value in row.items() if key not in TABLES}
    for table in TABLES:
        inside = row.get(table)
        flat |= inside if isinstance(inside, Mapping) else {table: inside}
    return flat


def _with_both_texts(row: dict[str, Any]) -> dict[str, Any]:
    """The keys, with a text beside a detail at the head of it: the detail is the rest, and of two
    texts one would be dropped. One that is in the other is told once."""
    detail, names = NAMES["content.detail"][0], NAMES["content.detail"][1:]
    rest = row.get(detail)
    text = next((row[name] for name in names if isinstance(row.get(name), str)), "").strip()
    if not (isinstance(rest, str) and rest.strip() and text) or text in rest:
        return row
    if rest.strip() in text:
        is_titled = any(row.get(name) for name in NAMES["content.summary"])
        return row if is_titled else row | {detail: text}
    return row | {detail: f"{text}\n{rest}"}


def values_of(
    fields: Mapping[str, Field],
    names: Mapping[str, tuple[str, ...]],
    row: Mapping[str, Any],
    zone: tzinfo,
    adapted: Callable[[Field, Any], Any] = lambda field, raw: raw,
) -> tuple[dict[str, Any], list[str]]:
    """The values of the fields that a row has under any of their names, and all problems."""
    values: dict[str, Any] = {}
    problems: list[str] = []
    for path, field in fields.items():
        name = next((each for each in names[path] if row.get(each) not in (None, "")), None)
        if name is not None:
            short = field._replace(path=name, required=False)
            value, errors = value_of(short, adapted(field, row[name]), zone)
            values |= {} if errors else {path: value}
            problems += errors
    return values, problems


def _adapted(field: Field, raw: Any) -> Any:
    """A value that front matter can only have as a string, in the type of the field."""
    is_number = isinstance(raw, int | float) and not isinstance(raw, bool)
    if field.kind == "moment" and is_number and 1e8 <= raw < 1e13:  # since 1973
        return datetime.fromtimestamp(raw if raw < UNIX_MILLIS else raw / 1000, UTC)
    if not isinstance(raw, str):
        return raw
    text = raw.strip()
    if field.kind == "texts":
        return text.split(",")
    if field.kind == "flag":
        return {"true": True, "false": False}.get(text.lower(), raw)
    if field.kind == "moment":
        is_unix = text.isdecimal() and 9 <= len(text) <= 13
        return _adapted(field, int(text)) if is_unix else SPACED_ZONE.sub(r"\1\2", text)
    if field.kind in ("number", "whole"):
        try:
            return (float if field.kind == "number" else int)(text)
        except ValueError:
            return raw
    return raw


def _topics(texts: tuple[str, ...]) -> tuple[str, ...]:
    cleaned = (one_line(text).lstrip("#") for text in texts)
    return tuple(dict.fromkeys(text for text in cleaned if text))


def _refs(name: str, texts: Any, problems: list[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for text in texts:
        try:
            if text.strip():
                found[person_ref(text)] = None
        except BadRef as problem:
            problems.append(f"{name}: {problem.message}")
    return tuple(found)


def _more(row: Mapping[str, Any], zone: tzinfo, problems: list[str]) -> dict[str, Any]:
    """The source's values of about, affect, review and origin, by the paths of their fields."""
    if isinstance(row.get("origin_trace"), Mapping):
        row = {"origin": row["origin_trace"], **row}
    more = {}
    for field in MORE:
        raw, _ = lookup(row, field.keys[1:])
        if raw is MISSING:
            raw = next((row[name] for name in field.aliases if name in row), MISSING)
        if raw is not MISSING and raw is not None:
            short = field._replace(path=".".join(field.keys[1:]))
            more[field.path], errors = value_of(short, _adapted(field, raw), zone)
            problems += errors
    return more
