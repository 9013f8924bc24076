"""The files in which hosts of agents keep what they remember: one memory an entry.

An entry is an item of a list or a paragraph, with the headings above it as topics; a file of which
a MEMORY.md tells is one memory. Each is as old as its last change: by git, else by its front
matter, else as the file. What memento itself keeps in a file is none of it.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2s

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    MemoryItem,
    Source,
    one_line,
    reason_of,
    shown_path,
)
from memento_cli.actions.exchange.sources.front_matter import split_front_matter
from memento_cli.actions.exchange.sources.host_places import (
    CODEX,
    INDEX,
    files_of,
    is_topic,
    project_of,
)
from memento_cli.actions.exchange.sources.keys import IMPORTED, words
from memento_cli.actions.exchange.sources.line_times import newest, times_of_lines
from memento_cli.core.exchange.block import without_blocks
from memento_cli.core.exchange.entries import GENERAL, POINTER, entries_in, section_of, unwrapped
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadData, BadTime, NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import read_regular
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Item
    from memento_cli.core.exchange.entries import Entry

LATEST = ("modified", "updated", "last_updated", "date", "created")
"""The keys of front matter that tell a time, the latest first."""
DERIVED = ("rollout_summary_files", "keywords")
"""The headings of Codex below which there is nothing to remember."""
SCOPES = ("scope:", "applies_to:")
PREFIX = "task group:"
MOST_TOPICS = 3
RULES, FACTS, FEEDBACK = "procedural", "semantic", "feedback"
DIGEST_BYTES = 4
_PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 3))
RULE = os.path.join(_PACKAGE, "contrib", "rule.md")
"""What `agent setup` puts into the files that hosts read."""


def from_host(path: str, format: str, zone: tzinfo) -> Source:
    """The items of a host's file, or of all that the host reads in a folder."""
    paths = list(files_of(path, format))
    if not paths or not os.path.exists(path):
        raise NotFound(f"no files of {format} in {shown_path(path)}")
    return Source(item for each in paths for item in _items(each, path, format, zone))


class _File(NamedTuple):
    """A file with its front matter, the lines of its text, the number of the first of them, from 0,
    where it comes from, and the times of its lines."""

    path: str
    keys: Mapping[str, Any]
    lines: Sequence[str]
    first: int
    source: str
    project: str
    times: Mapping[str, datetime]
    modified: datetime


def _items(path: str, root: str, format: str, zone: tzinfo) -> Iterator[Item]:
    where = shown_path(path)
    try:
        file = _read(path, root)
        if is_topic(path):
            yield _topic(file, zone)
        else:
            yield from _entries(file, format)
    except BadData as problem:
        yield BadItem(where, reason_of(problem))
    except OSError as problem:
        why = "a symbolic link" if os.path.islink(path) else problem.strerror
        yield BadItem(where, f"cannot be read: {why}")


def _read(path: str, root: str) -> _File:
    raw = read_regular(path, SIZE_LIMIT)
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as problem:
        raise BadData(path, [f"not UTF-8 at byte {problem.start}"]) from None
    keys, body = split_front_matter(text)
    first = text[: len(text) - len(body)].count("\n")
    folder = os.path.abspath(root if os.path.isdir(root) else os.path.dirname(path))
    inside = os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")
    project, name = project_of(path), os.path.basename(folder)
    label = name if project in ("", name) else f"{project}/{name}"
    modified = datetime.fromtimestamp(int(os.stat(path).st_mtime), UTC)
    source = shown_path(f"file:{label}/{inside}")
    times = times_of_lines(path)
    return _File(path, keys, body.split("\n"), first, source, project, times, modified)


def _entries(file: _File, format: str) -> Iterator[Item]:
    """The memories of a file with many entries. If it has a section of memories, the rest of it is
    a person's."""
    lines, kind = list(_without_own(file.lines)), FACTS
    if os.path.basename(file.path) != INDEX:
        section = section_of(lines)
        kind = FACTS if section else RULES
        start, end = section or (0, len(lines))
        lines = ["" if not start <= number < end else line for number, line in enumerate(lines)]
    folder = os.path.dirname(file.path)
    for entry in _untitled(entries_in(lines)):
        if _is_pointer(entry, folder) or (format == CODEX and _is_derived(entry)):
            continue
        where = f"{shown_path(file.path)}:{file.first + entry.first + 1}"
        try:
            yield MemoryItem(where, _draft(file, entry, kind))
        except BadData as problem:
            yield BadItem(where, reason_of(problem))


def _without_own(lines: Sequence[str]) -> Iterator[str]:
    """The lines of a file, with blank ones in place of what memento has put there: its blocks, and
    the rule of `agent setup`, but for the heading, which a person may have, too."""
    rule = set(_rule_lines())
    for line in without_blocks(lines):
        yield "" if line.rstrip() in rule else line


@cache
def _rule_lines() -> tuple[str, ...]:
    with open(RULE, encoding="utf-8") as file:
        return tuple(line.rstrip() for line in file if not line.startswith("#"))


def _draft(file: _File, entry: Entry, kind: str) -> Draft:
    summary, detail = words("", unwrapped(entry.text))
    return Draft(
        summary, detail=detail, tags=Tags(_topics(entry.headings)), kind=kind,
        source=_source(file, entry.text), project=file.project or None,
        created=newest(file.times, entry.lines) or file.modified, more=IMPORTED,
    )  # fmt: skip


def _source(file: _File, text: str) -> str:
    """Where a text comes from: its file, and a digest by which it is known among the others."""
    told = blake2s(" ".join(text.split()).encode(), digest_size=DIGEST_BYTES).hexdigest()
    return f"{file.source}#{told}"


def _topics(headings: Sequence[str], *others: str) -> tuple[str, ...]:
    """The nearest headings, without those that say nothing of the matter."""
    texts = [*others, *headings[::-1]]
    topics = [
        one_line(text[len(PREFIX) :] if text.lower().startswith(PREFIX) else text) for text in texts
    ]
    known = {topic.casefold(): topic for topic in topics[::-1] if topic}
    return tuple(topic for key, topic in [*known.items()][::-1] if key not in GENERAL)[:MOST_TOPICS]


def _untitled(entries: Sequence[Entry]) -> list[Entry]:
    """The entries without the heading that is above all of them and their other headings: the title
    of the file."""
    titles = {entry.headings[:1] for entry in entries}
    is_title = len(titles) == 1 and any(entry.headings[1:] for entry in entries)
    named = next(iter(titles), ()) if is_title else ()
    start = 1 if named and not named[0].lower().startswith(PREFIX) else 0
    return [entry._replace(headings=entry.headings[start:]) for entry in entries]


def _is_pointer(entry: Entry, folder: str) -> bool:
    """Whether an entry of an index tells of a file that is there, which is a memory of its own."""
    match = POINTER.match(entry.text)
    return bool(match) and os.path.isfile(os.path.join(folder, match[2] if match else ""))


def _is_derived(entry: Entry) -> bool:
    last = entry.headings[-1].lower() if entry.headings else ""
    return last in DERIVED or entry.text.lower().startswith(SCOPES)


def _topic(file: _File, zone: tzinfo) -> MemoryItem:
    """The memory of a file of which an index tells."""
    nested = file.keys.get("metadata")
    keys = {**(nested if isinstance(nested, dict) else {}), **file.keys}
    body = "\n".join(without_blocks(file.lines)).strip()
    title, headings = _pointed(file.path)
    about = _text(keys, "description") or title or _text(keys, "name")
    summary, detail = words(about, body)
    if not summary:
        raise BadData(file.path, ["is empty"])
    type = _text(keys, "type")
    written = newest(file.times, [line for line in file.lines if line.strip()])
    draft = Draft(
        summary, detail=detail, tags=Tags(_topics(headings, type)),
        kind=RULES if type == FEEDBACK else FACTS, source=_source(file, f"{about}\n{body}"),
        project=file.project or None, created=written or _dated(keys, zone) or file.modified,
        more=IMPORTED,
    )  # fmt: skip
    return MemoryItem(shown_path(file.path), draft, replaces=True)


def _pointed(path: str) -> tuple[str, tuple[str, ...]]:
    """The title of a file in the index beside it, and the headings above that."""
    folder, name = os.path.split(path)
    with suppress(OSError, BadData, UnicodeDecodeError):
        text = read_regular(os.path.join(folder, INDEX), SIZE_LIMIT).decode()
        for entry in _untitled(entries_in(text.split("\n"))):
            match = POINTER.match(entry.text)
            if match and match[2] == name:
                hook = one_line(match[3])
                return f"{one_line(match[1])}: {hook}" if hook else one_line(
                    match[1]
                ), entry.headings
    return "", ()


def _text(keys: Mapping[str, Any], name: str) -> str:
    value = keys.get(name)
    return one_line(value) if isinstance(value, str) else ""


def _dated(keys: Mapping[str, Any], zone: tzinfo) -> datetime | None:
    for name in LATEST:
        with suppress(BadTime, ValueError):
            if isinstance(keys.get(name), str):
                return stored_moment(keys[name], zone)
    return None
