"""A block in a host's file: whatever a memory says, it is read back as it was shown."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.core.exchange.block import (
    Block,
    Kept,
    Line,
    Written,
    block_in,
    id_digest,
    kept_lines,
    lines_of,
    mark_lines,
    text_digest,
    text_in_file,
    with_block,
    without_blocks,
)
from memento_cli.core.exchange.entries import entries_in, section_of, unwrapped
from memento_cli.core.exchange.shown_text import (
    MOST_DETAIL,
    Notes,
    collapsed,
    content_of,
    edited_content,
    escaped,
    unescaped,
)
from memento_cli.core.memory.memory import Content
from memento_cli.errors import BadData

TAG, ID = "abc123", "alex-tea-2026-11"
PIECES = st.sampled_from(
    ["tea", "Tea.", "# head", "- item", "1. one", "```", "~~~", "<!--", "-->", "| a |", "> q",
     "---", "<!-- memento:end -->", "<!-- memento:begin -->", f"<!-- {ID} -->", "@file", "\\@x",
     "\\\\@x", "*@x*", "a_@x", "[a](b)@x", "a@b.c@x", "@@", "@", "@a/b", "d/@a/b", "\\",
     "&lt;", "*(not confirmed since 2026-01-01)*", "*(contradicts “x”)*", "…", "お茶", "a@b.c",
     "  ", "[x](y.md)"]
)  # fmt: skip
LINES = st.lists(PIECES, min_size=1, max_size=5).map(" ".join)
SUMMARIES = LINES.filter(lambda text: bool(text.strip()))
CONTENTS = st.builds(
    Content, SUMMARIES, st.lists(LINES | st.just(""), max_size=4).map("\n".join).map(str.strip)
)
NOTES = st.sampled_from(
    [Notes(), Notes("2026-01-02"), Notes("2026-01-02", "so ”it is"), Notes("", "x")]
)


def block_of(content: Content, notes: Notes = Notes(), around: str = "mine") -> Block:
    """A file with one memory in its block, read again."""
    written = Written(text_digest(text_in_file(content)), bool(notes.stale))
    kept = Kept(ID, lines_of(content), notes, written)
    marks = mark_lines(TAG, [(id_digest(ID), written)])
    file = with_block(Block((around, "")), kept_lines(kept), marks)
    return block_in(file, TAG, "x.md")


@given(CONTENTS, NOTES)
@example(Content("---", "tea"), Notes())
def test_a_memory_is_read_back_as_it_was_shown(content: Content, notes: Notes) -> None:
    """Whatever a text says, it is one entry of its block, with its id, and as it was written."""
    block = block_of(content, notes)
    (line,) = block.lines
    written = block.was_written(ID)
    assert line.id == ID and line.is_stale == bool(notes.stale)
    assert collapsed(line.text) == collapsed(text_in_file(content))
    assert written and written.text == text_digest(line.text)
    assert block.below == ("",) and block.above[:2] == ("mine", "")


@given(CONTENTS, NOTES)
def test_lines_that_stay_are_read_the_same_again(content: Content, notes: Notes) -> None:
    """What stands in a file may be written again, with other notes, as often as one likes."""
    (line,) = block_of(content, notes).lines
    kept = Kept(ID, line.raw, Notes("2026-09-09"), None)
    again = block_in(
        ["<!-- memento:begin -->", *kept_lines(kept), "<!-- memento:end -->"], TAG, "x"
    )
    assert [one.text for one in again.lines] == [line.text]


@given(CONTENTS)
def test_what_is_edited_is_shown_as_it_was_edited(content: Content) -> None:
    """A text in a file becomes a memory that is shown in the same words."""
    (line,) = block_of(content).lines
    for summary, detail in (content_of(line.text), edited_content(line.text, content)):
        if len(detail) <= MOST_DETAIL:
            shown = text_in_file(Content(summary, detail))
            assert collapsed(shown) == collapsed(line.text)


@given(
    st.lists(st.tuples(st.sampled_from(["", " ", "  ", "\t"]), LINES | st.just("")), max_size=12)
)
def test_an_entry_is_a_run_of_lines(pieces: list[tuple[str, str]]) -> None:
    """Each entry has the lines that stand there, so that nothing between them gets lost."""
    lines = [indent + text for indent, text in pieces]
    for entry in entries_in(lines):
        run = lines[entry.first : entry.first + len(entry.lines)]
        assert [line.strip() for line in run] == [line.strip() for line in entry.lines]


@given(LINES)
def test_nothing_escaped_is_obeyed(text: str) -> None:
    """No mark, comment or mention of a file is left, and what was escaped comes back."""
    out = escaped(text)
    assert "<!--" not in out and "-->" not in out
    assert not any(word[:1] == "@" and word[1:] for word in out.split())
    if "&lt;" not in text:
        assert unescaped(out) == text


@pytest.mark.parametrize(
    "before",
    ["", "See ", "*", "**", "_", "a_", "~~", "[a](b)", "`a`", "<b>", "(", "“", "x@y.zz", "@",
     "\\", "\\\\", "a\\\\", "/\\\\", "\ufeff"],
)  # fmt: skip
def test_no_markdown_makes_a_mention(before: str) -> None:
    """Hosts look for `@path` in each piece of text between other signs of Markdown, so the last one
    has an odd number of backslashes before it; an address and a path of packages stay readable."""
    head, _, tail = escaped(f"{before}@/etc/passwd").rpartition("@")
    assert tail == "/etc/passwd" and (len(head) - len(head.rstrip("\\"))) % 2 == 1
    assert unescaped(f"{head}@{tail}") == f"{before}@/etc/passwd"
    plain = "ana@example.com, node_modules/@types/node, 5 @ 3"
    assert escaped(plain) == plain
    assert len(escaped("@" * 100_000)) == 199_999


def test_loose_lines_of_a_block_stay_in_place() -> None:
    """Headings, comments and blank lines between the entries of a block are kept."""
    text = "<!-- memento:begin -->\n## Style\n\n- Two\n<!-- mine -->\n- Three\n<!-- memento:end -->"
    block = block_in(text.split("\n"), TAG, "x.md")
    loose = [one for one in block.inside if not isinstance(one, Line)]
    assert loose == ["## Style", "", "<!-- mine -->"]
    assert [line.headings for line in block.lines] == [("Style",), ("Style",)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("<!-- memento:begin -->\n- a", "lacks the end"),
        ("<!-- memento:begin -->\n<!-- memento:end -->\n" * 2, "twice"),
    ],
)
def test_marks_that_are_no_pair(text: str, problem: str) -> None:
    """A block without its end, or a second one, is an error that says where."""
    with pytest.raises(BadData, match=problem):
        block_in(text.split("\n"), TAG, "x.md")


def test_an_example_of_marks_is_none() -> None:
    """Marks in a block of code, and those of another store, are not ours."""
    code = "```\n<!-- memento:begin -->\n<!-- memento:end -->\n```\n"
    other = "<!-- memento:begin zzz999 (x) -->\n- a\n<!-- memento:end -->"
    lines = (code + other).split("\n")
    assert not block_in(lines, TAG, "x.md").is_there
    assert "- a" not in [*without_blocks(lines)]


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("- a\n- b", ["a", "b"]),
        ("- a\n  b\n- c", ["a\nb", "c"]),
        ("- a\n  - b\n\n  c\n1. d", ["a\n- b\n\nc", "d"]),
        ("one\ntwo\n\nthree", ["one\ntwo", "three"]),
        ("# h\n- a\n```\n# code\n- no\n```\n- b", ["a\n```\n# code\n- no\n```", "b"]),
        ("<!-- no\n- no\n-->\n- a\n---\n- b", ["a", "b"]),
        ("  - a\n  - b", ["a", "b"]),
        ("- a\n  <!-- x\n  y -->\n  b\n- c", ["a\n<!-- x\ny -->\nb", "c"]),
        ("- a\n  ---\n- b", ["a\n---", "b"]),
        ("- [ ] task\n* star\n+ plus", ["[ ] task", "star", "plus"]),
    ],
)
def test_entries(text: str, entries: list[str]) -> None:
    """The items and paragraphs of a file, with what belongs to each."""
    assert [entry.text for entry in entries_in(text.split("\n"))] == entries


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("one\ntwo", "one two"),
        ("one\n- two\nthree", "one\n- two three"),
        ("one\n\ntwo", "one\n\ntwo"),
        ("```\na\nb\n```", "```\na\nb\n```"),
        ("one  \ntwo", "one  \ntwo"),
        ("| a |\n| b |", "| a |\n| b |"),
    ],
)
def test_broken_lines_are_joined(text: str, whole: str) -> None:
    """The lines of a paragraph are one, as Markdown reads them."""
    assert unwrapped(text) == whole


@pytest.mark.parametrize(
    ("text", "section"),
    [
        ("# x\n## Memory\n- a\n### deeper\n## y", (2, 4)),
        ("## Gemini Added Memories\n- a", (1, 2)),
        ("## Memory management\n- a", None),
        ("```\n## Memory\n```", None),
        ("## Memory\n\n## x\n- a", None),
        ("## Memory\n\n## Added Memories\n- a\n", (3, 5)),
    ],
)
def test_sections_of_memories(text: str, section: tuple[int, int] | None) -> None:
    """The section in which a host keeps what it remembers, where it says anything."""
    assert section_of(text.split("\n")) == section


def test_comments_that_do_not_end_are_passed_over_at_once() -> None:
    """A file of a project may be anybody's, and full of them: each is read to the next one only."""
    start = process_time()
    text = f"<!-- memento:begin -->\n- {'<!-- ' * 20_000}\n<!-- memento:end -->"
    assert len(block_in(text.split("\n"), TAG, "x.md").lines) == 1
    assert process_time() - start < 1
