"""What is fuzzed: each reader of bytes from elsewhere, and what it begins with.

A target takes any bytes. It answers, or raises one of memento's errors; all else is a finding.
"""

from __future__ import annotations

import io
import tomllib
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from memento_cli.actions.exchange.sources.entry import decoded
from memento_cli.actions.exchange.sources.front_matter import split_front_matter
from memento_cli.actions.exchange.sources.keys import draft_of
from memento_cli.actions.exchange.sources.opened import source_of_stream
from memento_cli.cli.command_line import reader
from memento_cli.cli.commands.memory.keys import keys_of, links_of, more_of
from memento_cli.core.context.fence import fenced
from memento_cli.core.git.merging import same_value
from memento_cli.core.memory.ids import checked_id, is_safe_id
from memento_cli.core.memory.refs import name_of, person_ref, stored_ref
from memento_cli.core.recall.query_parser import parsed_query
from memento_cli.core.security.secrets import secrets_in
from memento_cli.core.text.visible import visible
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadData, MementoError
from memento_cli.index.journal.lines import rows_of
from memento_cli.index.journal.plain_lines import plain_rows_of
from memento_cli.store.journal.jsonl import entry_of, entry_text
from memento_cli.store.journal.logs import nonblank_lines
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.settings.settings import settings_of, settings_text
from memento_cli.store.toml.merge import merged_text, sides
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.reader import loaded
from memento_cli.store.toml.splice import edited
from tests.core.typed_queries import text_of
from tests.store.helpers import whole

NOW = datetime(2025, 2, 1, 14, 30, tzinfo=UTC)
CODEC = memory_codec(UTC)
KEY = ("memory", "content", "summary")
LINE = (
    '{"id": "01jk0000000000000000000000", "at": "2025-02-01T14:30:00Z", "act": "recorded", '
    '"memory": "a", "by": "me-host", "via": "cli", "batch": "x", "strength": {"initial": 1.0, '
    '"last_reinforced": "2025-02-01T14:30:00Z", "reinforcement_count": 0}, '
    '"text": {"reason": "why \\u001b"}}'
)
NOTE = (
    '{"title": "Walk", "body": "By the sea.", "tags": ["sea", "walk"], "people": ["jo"], '
    '"created": "2024-05-01T08:00:00Z", "source": "https://example.org/1", "importance": 0.5}\n'
)
FRONT = "---\ntitle: \"A walk\"\ntags: [sea, 'a, b']\npeople:\n  - jo # x\ntext: |\n  a\n---\n# W\n"


class Target(NamedTuple):
    """A reader, what it reads when all is well, and the words of its language."""

    read: Callable[[bytes], None]
    seeds: tuple[str, ...]
    words: tuple[str, ...]


def text_in(raw: bytes) -> str:
    """What a command line makes of bytes."""
    return raw.decode(errors="surrogateescape")


def memory_file(raw: bytes) -> None:
    """A file is what tomllib says of it."""
    document = parsed(raw, "x")
    with suppress(tomllib.TOMLDecodeError, RecursionError):
        said = tomllib.loads(raw.decode().removeprefix("\ufeff"))
        assert repr(_in_order(said)) == repr(_in_order(document.data))
    memory = CODEC.value("x", document.data)
    CODEC.data(memory)


def _in_order(value: Any) -> Any:
    """A document with its keys in order; it says the same in any."""
    if isinstance(value, dict):
        return {key: _in_order(value[key]) for key in sorted(value)}
    return [_in_order(entry) for entry in value] if isinstance(value, list) else value


def edited_file(raw: bytes) -> None:
    """An edit says what it was told to, in TOML 1.0 and with the rest as it was."""
    document = parsed(raw, "x")
    CODEC.value("x", document.data)
    text = edited(document, {KEY: 'a "b"\n'})
    said = tomllib.loads(text)
    assert said["memory"]["content"]["summary"] == 'a "b"\n'
    assert edited(parsed(text.encode(), "x"), {KEY: "c"}).startswith(text[:3])


def settings(raw: bytes) -> None:
    """Settings that are read can be written, and say the same."""
    found = settings_of(raw, "x")
    assert settings_of(settings_text(found.values).encode(), "x").values == found.values


def journal(raw: bytes) -> None:
    """Both readers of a log say the same of each line, and one is written as it is read."""
    for _, line in nonblank_lines(raw):
        rows = [_or_error(rows_of, line, 7), _or_error(plain_rows_of, line, 7)]
        assert rows[0] == rows[1]
        with suppress(BadData):
            value = entry_of(line)
            assert entry_of(entry_text(value)) == value


def _or_error(read: Callable[..., Any], *args: Any) -> Any:
    try:
        return read(*args)
    except (MementoError, ValueError) as problem:
        return type(problem)


def query(raw: bytes) -> None:
    """Any text is a query, which can be said as a text again."""
    found = parsed_query(text_in(raw), lambda text, end: typed_moment(text, NOW, UTC, end=end))
    text_of(found.query)
    parsed_query(text_in(raw), lambda text, end: NOW, literal=True)


def reference(raw: bytes) -> None:
    """A person's reference, typed or stored."""
    text = text_in(raw)
    name_of(stored_ref(text))
    name_of(person_ref(text))


def id(raw: bytes) -> None:
    """An id that passes is safe."""
    assert is_safe_id(checked_id(text_in(raw)))


def moment(raw: bytes) -> None:
    """A moment, in a file or typed."""
    text = text_in(raw)
    with suppress(MementoError):
        assert stored_moment(text).tzinfo is UTC
    assert typed_moment(text, NOW, UTC) <= typed_moment(text, NOW, UTC, end=True)


def json_lines(raw: bytes) -> None:
    """Lines to import."""
    list(source_of_stream(io.BytesIO(raw), "-", UTC).items)


def front_matter(raw: bytes) -> None:
    """A note to import."""
    said, body = split_front_matter(decoded(raw).replace("\r\n", "\n"))
    draft_of(said | {"title": "x", "body": body}, UTC)


def keys(raw: bytes) -> None:
    """What is typed behind `--set`, `--unset` and `--link`."""
    text = text_in(raw)
    for read in (
        lambda: more_of([text]),
        lambda: keys_of([text], [], lambda typed: typed_moment(typed, NOW, UTC)),
        lambda: keys_of([], [text], lambda typed: NOW),
        lambda: links_of([text]),
    ):
        with suppress(MementoError):
            read()


def merge(raw: bytes) -> None:
    """Two versions and what they were made from: one text that is TOML, or that has markers."""
    texts = [text.decode(errors="replace") for text in [*raw.split(b"\0"), b"", b""][:3]]
    made = merged_text(*texts)
    if made.apart:
        assert sides(made.text) is not None
    else:
        parsed(made.text.encode(), "x")
    twice = merged_text(texts[0], texts[1], texts[1])
    assert not twice.apart and same_value(loaded(twice.text), parsed(texts[1].encode(), "x").data)


def markers(raw: bytes) -> None:
    """What git leaves where it cannot merge."""
    sides(text_in(raw))


def secrets(raw: bytes) -> None:
    """Whatever is found stands there, and little of it is shown."""
    text = text_in(raw)
    for found in secrets_in(text):
        assert 0 <= found.start < found.end <= len(text)
        assert text[found.start : found.end] not in found.shown


def arguments(raw: bytes) -> None:
    """A command line."""
    reader.read(text_in(raw).split("\0"))


def fence(raw: bytes) -> None:
    """What agents read."""
    text = raw.decode(errors="replace")
    notice, opening, *inside, closing = fenced(text, "0123456789abcdef").split("\n")
    assert opening not in inside and closing not in inside and notice not in opening
    assert visible("\n".join(inside), lines=True) == "\n".join(inside)


TOML_WORDS = (
    "[memory]", "[[memory.log]]", '"""', "'''", "= ", "{", "}", "[", "]", "\\u001b", "\\ud800",
    "#", "nan", "inf", "1e999", "0x", "2025-02-01", "T14:30:00Z", "a.b", "\r\n", "\x00", "\ufeff",
    "true", "memory.fade.law", "half_life_days", "<<<<<<< HEAD\n", "=======\n", "9" * 40, "\x1b",
)  # fmt: skip
JSON_WORDS = (
    '{"', '": ', "}", "]", "[", "null", "1e999", "NaN", "\\ud800", "\\u0000", "-0", "1.5", "true",
    '"text"', '"strength"', '"id"', '"at"', "\n", "\x00", "\u2028", "9" * 30, '"undoes"', "\r", "é",
)  # fmt: skip
QUERY_WORDS = (
    "topic:", "person:", "since:", "about:", "..", "-", "+", '"', '""', "strength:>", "importance:",
    "<=", "1e5", "2w", "2025", "last month", "ctx://person/", "kind:episodic", " ", "\t", "\x00",
    "é", "tier:", "until:", "日本", "\udcff",
)  # fmt: skip
TIME_WORDS = (
    "2025-02-01", "T", "14:30", ":00", "Z", "+01:00", "-", "3d", "2 weeks", " ago", "in ", "+6mo",
    "yesterday", "last ", "month", "November", " 3", "1999", "am", ".", "/", "²", "99999", "UTC",
)  # fmt: skip
REF_WORDS = ("ctx://", "person/", "~", "/", ":", "\x00", "é", "\ud800")
ID_WORDS = ("-", ".", " ", "con", "é", "e\u0301", "\x00", "ﬁ", "~", "\u200d")
NOTE_WORDS = ("---\n", "+++\n", "- ", ": ", "[", "'", '"', "\n", "#", "|", "\\", "tags", "date")
ARGUMENT_WORDS = ("\0", "--", "-l", "=", "show", "record", "--topic", "-", "5")
FENCE_WORDS = ("<<", "memory-data", "\u200d", "\n", "\u202e", "ｍ", "é", "\ufe0f", "❤", "\u3000")
MEMORY = (whole(), whole() + '[memory.tags]\ntopics = ["a"]\n', whole().replace("\n", "\r\n"))
MARK_WORDS = ("<<<<<<< HEAD\n", "||||||| x\n", "=======\n", ">>>>>>> x\n", "a\n", "\r\n", "\n")
MARKED = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\nd\n"
SECRET_WORDS = (
    "AKIA",
    "ghp_",
    "sk-",
    "-----BEGIN ",
    "PRIVATE KEY-----",
    "eyJ",
    "://",
    ":",
    "@",
    "a",
)
SECRETS = ("AKIA" + "Q" * 16, "https://me:hunter2x@example.org/", "ghp_" + "a1" * 18)
MERGE = ("\0".join((whole(), whole().replace('"one"', '"two"'), whole() + "# x\n")), MARKED)
TARGETS = {
    "memory_file": Target(memory_file, MEMORY, TOML_WORDS),
    "edited_file": Target(edited_file, MEMORY, TOML_WORDS),
    "settings": Target(settings, ("schema_version = 1\n[recall]\nlimit = 5\n",), TOML_WORDS),
    "journal": Target(journal, (LINE, f"{LINE}\n{LINE}\n"), JSON_WORDS),
    "query": Target(query, ('topic:oauth -outcome:negative since:2w "a b" +x',), QUERY_WORDS),
    "reference": Target(reference, ("alex", "ctx://~org/person/alex"), REF_WORDS),
    "id": Target(id, ("alex-oauth-2025-02",), ID_WORDS),
    "moment": Target(moment, ("2025-02-01T14:30:00Z", "3 November 2026"), TIME_WORDS),
    "json_lines": Target(json_lines, (NOTE,), JSON_WORDS),
    "front_matter": Target(front_matter, (FRONT, '+++\ntitle = "x"\n+++\nbody'), NOTE_WORDS),
    "keys": Target(keys, ("tags.topics=[1]", "affect.valence=0.4", "cause_of:x"), TOML_WORDS),
    "merge": Target(merge, MERGE, (*TOML_WORDS, "\0")),
    "markers": Target(markers, (MARKED,), MARK_WORDS),
    "secrets": Target(secrets, SECRETS, SECRET_WORDS),
    "arguments": Target(arguments, ("recall\0lunch\0--limit\x005",), ARGUMENT_WORDS),
    "fence": Target(fence, ("<<end memory-data 0123456789abcdef>>\n",), FENCE_WORDS),
}
