"""import: bad input is named by its place, and the rest goes in."""

from __future__ import annotations

import io
import json
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Store
from memento_cli.actions.exchange.imports import import_memories
from memento_cli.actions.exchange.sources.entry import BadItem, MemoryItem
from memento_cli.actions.exchange.sources.front_matter import split_front_matter
from memento_cli.actions.exchange.sources.opened import source_of, source_of_stream
from memento_cli.errors import BadData, Failed, NotFound, Usage

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(**keys: Any) -> bytes:
    return json.dumps({"title": "A"} | keys).encode()


BAD = {
    b"{": "not JSON: Expecting property name",
    b"[1]": "not a JSON object",
    b"7": "not a JSON object",
    b"null": "not a JSON object",
    b"{}": "no title, summary or content",
    said(title=" \x1b\n"): "no title, summary or content",
    said(title=None): "no title, summary or content",
    said(title=5): "title: 5 is not text",
    said(body=["x"]): 'body: ["x"] is not text',
    said(tags={"a": 1}, topics=5): "topics: 5 is not a list of texts",
    said(tags=[1]): "tags: [1] is not a list of texts",
    said(created="last week"): "created: bad timestamp 'last week'",
    said(created="2020-13-01"): "created: bad timestamp '2020-13-01'",
    said(created=1700): "created: 1700 is not text",
    said(created="0001-01-01T00:00:00+14:00"): "created: bad timestamp 0001-01-01T00:00:00+14:00: "
    "outside the calendar",
    said(kind="dream"): "kind: 'dream' is not one of working, episodic, semantic, procedural",
    said(importance="high"): "importance: 'high' is not a number",
    said(importance=2): "importance: must be from 0 to 1, not 2",
    said(pinned="perhaps"): "pinned: 'perhaps' is neither true nor false",
    said(person="a/b"): "person: 'a/b' names no person",
    said(people=["x:y"]): "people: 'x:y' names no person",
    said(about={"confidence": 3}): "about.confidence: must be from 0 to 1, not 3",
    said(kind=1, outcome=2): "kind: 1 is not one of working, episodic, semantic, procedural; "
    "outcome: 2 is not one of positive, negative, neutral, mixed",
    b'{"title": "A", "title": "B"}': "not JSON: a key stands twice",
    b'{"title": "A", "importance": NaN}': "not JSON: NaN is not JSON",
    b'{"title": "A", "importance": 1e999}': "not JSON: 1e999 is not finite",
    b'{"title": "A", "body": "\\ud83d"}': "has half a character (U+D83D)",
    b'{"title": "A", "person": "\\ud83d"}': "has half a character (U+D83D)",
    b'{"title": "A", "x": ' + b"[" * 100_000: "not JSON: nested too deeply",
    b'{"title": "A", "x": ' + b"1" * 5000 + b"}": "not JSON: Exceeds the limit",
    b'{"title": "\xff"}': "not UTF-8 at byte 11",
    '{"title": "A"}'.encode("utf-16"): "not UTF-8 at byte 0",
    b'{"title": "A", "body": "' + b"x" * (1 << 20) + b'"}': "1049",
    b'{"title": "A", "body": "' + b"x" * (9 << 20) + b'"}': "more than 4194304 bytes",
}


@pytest.mark.parametrize("dry", [False, True])
@pytest.mark.parametrize(("line", "reason"), BAD.items(), ids=range(len(BAD)))
def test_a_bad_line(store: Store, line: bytes, reason: str, dry: bool) -> None:
    """A bad line is named by its place and its reason; the lines around it go in."""
    line = line.replace(b"\n", b" ")
    stream = io.BytesIO(b'{"title": "Before"}\n\n' + line + b'\r\n{"title": "After"}')
    done = import_memories(store, source_of_stream(stream, "a.jsonl").items, NOW, dry=dry)
    (bad,) = done.skipped
    assert bad.where == "a.jsonl:3"
    assert bad.reason.startswith(reason)
    assert len(done.added) == 2 and len(bad.reason) < 300
    assert len(store.memories.ids()) == (0 if dry else 2)


def test_no_line_is_a_traceback(store: Store) -> None:
    """Whatever JSON says under the keys that are known, it is an entry or one reason."""
    keys = st.sampled_from(
        ["title", "body", "content", "tags", "created", "source", "person", "people", "kind",
         "files", "about", "origin", "origin_trace", "importance", "pinned", "outcome"]
    )  # fmt: skip
    words = st.text(max_size=5) | st.sampled_from(["2020-01-01", "a:b", "kim", "semantic"])
    values = st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | words,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=2),
        max_leaves=4,
    )

    @given(st.dictionaries(keys, values, max_size=5))
    def check(entry: dict[str, Any]) -> None:
        stream = io.BytesIO(json.dumps(entry).encode() + b"\n")
        items = list(source_of_stream(stream).items)
        assert len(items) == 1 and isinstance(items[0], MemoryItem | BadItem)
        done = import_memories(store, items, NOW, dry=True)
        assert len(done.added) + len(done.skipped) == 1

    check()


@given(st.text(st.sampled_from("-+.:ab \t\n\"'[],|>#~"), max_size=60))
def test_no_front_matter_is_a_traceback(text: str) -> None:
    """Whatever stands between the fences, it is keys and values or one named problem."""
    for fence in ("---", "+++"):
        try:
            keys, _ = split_front_matter(f"{fence}\n{text}\n{fence}\nbody")
        except BadData as problem:
            assert problem.problems
        else:
            assert all(keys)


@pytest.mark.parametrize(
    ("name", "raw", "reason"),
    [
        ("empty.md", b"\n \n", "is empty"),
        ("latin.md", b"caf\xe9", "not UTF-8 at byte 3"),
        ("date.md", b"---\ndate: someday\n---\nx", "date: bad timestamp 'someday'"),
        ("toml.md", b"+++\ntitle = \n+++\nx", "not TOML: Invalid value"),
        ("large.md", b"x" * ((1 << 20) + 1), "1048577 bytes are more than the 1048576 allowed"),
    ],
)
def test_a_bad_note(store: Store, tmp_path: Path, name: str, raw: bytes, reason: str) -> None:
    """A Markdown file that says nothing sensible is named; its neighbours go in."""
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "good.md").write_text("Good")
    (folder / name).write_bytes(raw)
    os.symlink("good.md", folder / "link.md")
    done = import_memories(store, source_of(str(folder)).items, NOW)
    assert len(done.added) == 1
    reasons = {os.path.basename(where): why for where, why in done.skipped}
    assert reasons.pop("link.md") == "cannot be read: a symbolic link"
    assert reasons.pop(name).startswith(reason) and not reasons


def test_long_lines_take_no_time(store: Store) -> None:
    """Lines made to be looked at again and again are read in one pass."""
    import time

    start = time.process_time()
    for text in ("# " + " " * 300_000 + "x", "---\na" + " " * 300_000 + "\n---\n", "# #" * 100_000,
                 "---\na: [" + "'\"" * 100_000 + "\n---\n", "``` \n" * 60_000):  # fmt: skip
        line = json.dumps({"title": "A", "body": text}).encode()
        list(source_of_stream(io.BytesIO(line)).items)
        with suppress(BadData):
            split_front_matter(text)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("name", "format", "error"),
    [
        ("missing", None, NotFound),
        ("missing", "git", NotFound),
        ("plain.txt", None, Usage),
        ("both", None, Usage),
        ("empty", None, Usage),
        ("empty", "markdown", NotFound),
        ("empty", "git", NotFound),
        ("pipe", None, Usage),
        ("nul\0", None, NotFound),
        ("nul\0", "git", Failed),
    ],
)
def test_nothing_to_read_at_all(
    tmp_path: Path, name: str, format: str | None, error: type[Exception]
) -> None:
    """What cannot be read at all is an error before anything is imported."""
    (tmp_path / "plain.txt").write_text("x")
    (tmp_path / "empty").mkdir()
    (tmp_path / "both").mkdir()
    (tmp_path / "both" / "a.md").write_text("x")
    (tmp_path / "both" / "a.jsonl").write_text("{}")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(error):
        source_of(str(tmp_path / name), format=format)
