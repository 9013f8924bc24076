"""The front matter of a note: YAML between `---` lines, or TOML between `+++` lines.

Every YAML scalar is taken as text (`version: 1.10`, `tags: [no, 2024]`), and the field that it is
for reads it. Only the events of the parser are used, so no tag constructs anything. Aliases, which
could grow without bound, tags of programs, deep nesting and keys that stand twice are refused.
"""

from __future__ import annotations

import re

from memento_cli.errors import BadData
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import yaml

FENCED = re.compile(r"(---|\+\+\+)[ \t]*\n(.*?)^(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
LIMIT = 1 << 16
"""The most characters of YAML."""
DEEPEST = 16
EMPTY = ("", "~", "null", "Null", "NULL")
"""Plain scalars that stand for no value."""
STANDARD = "tag:yaml.org,2002:"
PLAIN_TAGS = ("bool", "float", "int", "map", "null", "seq", "set", "str", "timestamp")


class BadFrontMatter(BadData):
    """Front matter that cannot be read, with the line of the file, counted from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__("front matter", [problem])
        self.line = line


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """The keys of the front matter in lower case, and the text after it; BadFrontMatter or, for
    TOML, BadData if it is invalid. Keys without a value are left out."""
    match = FENCED.match(text)
    if not match:
        return {}, text
    rest = text[match.end() :]
    if match[1] == "+++":
        return parsed(match[2].encode(), "front matter").data, rest
    keys = _yaml(match[2])
    return (keys, rest) if keys is not None else ({}, text)  # a rule above a text


def _yaml(text: str) -> dict[str, Any] | None:
    """The mapping in a text; None if it is another value."""
    import yaml  # few notes have front matter

    if len(text) > LIMIT:
        raise BadFrontMatter(1, f"{len(text)} characters are more than the {LIMIT} allowed")
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        events = yaml.parse(text, Loader=loader)
        value = _Value(events).whole()
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        raise BadFrontMatter(_line(mark), f"not YAML: {problem.problem}") from None
    except yaml.YAMLError as problem:
        raise BadFrontMatter(1, f"not YAML: {str(problem).splitlines()[0]}") from None
    if not isinstance(value, dict):
        return None
    return {key.lower(): one for key, one in value.items() if one not in (None, "", [], {})}


def _line(mark: Any) -> int:
    """The line of the file: the first one is the fence."""
    return 1 if mark is None else int(mark.line) + 2


class _Value:
    """The value that a parser's events describe, built without recursion of the parser."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self.events = events

    def whole(self) -> Any:
        """The value of the only document."""
        import yaml

        for event in self.events:
            if isinstance(event, yaml.NodeEvent):
                value = self.of(event, 0)
                if any(isinstance(rest, yaml.DocumentStartEvent) for rest in self.events):
                    raise BadFrontMatter(_line(event.start_mark), "more than one YAML document")
                return value
        return None

    def of(self, event: yaml.Event, depth: int) -> Any:
        """The value that begins with an event."""
        import yaml

        _check(event, depth)
        if isinstance(event, yaml.ScalarEvent):
            return None if event.implicit[0] and event.value in EMPTY else event.value
        if isinstance(event, yaml.SequenceStartEvent):
            values = (self.of(one, depth + 1) for one in self._until(yaml.SequenceEndEvent))
            return [value for value in values if value is not None]
        pairs: dict[str, Any] = {}
        for key in self._until(yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                raise BadFrontMatter(_line(key.start_mark), "a key that is no text")
            _check(key, depth)
            if key.value in pairs:
                raise BadFrontMatter(_line(key.start_mark), f"{key.value[:40]!r} stands twice")
            pairs[key.value] = self.of(next(self.events), depth + 1)
        return pairs

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        """The events that begin the values of a collection, up to its end."""
        for event in self.events:
            if isinstance(event, end):
                return
            yield event


def _check(event: yaml.Event, depth: int) -> None:
    """Refuse what front matter has no need of, and a hostile one may have."""
    import yaml

    line = _line(event.start_mark)
    if isinstance(event, yaml.AliasEvent):
        raise BadFrontMatter(
            line, f"the alias *{str(event.anchor)[:40]}; write out what it stands for"
        )
    if depth > DEEPEST:
        raise BadFrontMatter(line, f"nested more than {DEEPEST} deep")
    tag = getattr(event, "tag", None)
    if tag not in (None, "!") and tag.removeprefix(STANDARD) not in PLAIN_TAGS:
        raise BadFrontMatter(line, f"the tag {tag[:60]!r}, which is not read")
