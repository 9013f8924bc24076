"""import: what programs for notes write: YAML front matter, dated names, tags, people, links, jrnl.

An export of notes is read by such programs, and comes back as it was.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given

from memento_cli import Store, memory_at
from memento_cli.actions.exchange.imports import Imported, import_memories
from memento_cli.actions.exchange.sources.front_matter import BadFrontMatter, split_front_matter
from memento_cli.actions.exchange.sources.jrnl import entry_start
from memento_cli.actions.exchange.sources.note_marks import dated_name, marks_in
from memento_cli.actions.exchange.sources.opened import source_of
from memento_cli.core.memory.memory import Memory
from memento_cli.store.exchange.memory_formats import note_data, note_text
from tests.store.values import memories

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


def taken(store: Store, path: Path, format: str | None = None) -> Imported:
    return import_memories(store, source_of(str(path), format=format).items, NOW)


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder


def by_source(store: Store, done: Imported) -> dict[str, Memory]:
    found = [memory_at(store, id, NOW) for id in done.added if "/" not in id]
    return {memory.source.rpartition("/")[2]: memory for memory in found}


def keys_of(text: str) -> dict[str, Any]:
    return split_front_matter(f"---\n{text}\n---\nbody")[0]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("title: A # c", {"title": "A"}),
        ("title: 'it''s'", {"title": "it's"}),
        ('title: "a \\"b\\"\\nc" # d', {"title": 'a "b"\nc'}),
        ("tags:\n  - a\n  - 'b'\n  # c\n", {"tags": ["a", "b"]}),
        ("tags:\n- a\n-\n- b", {"tags": ["a", "b"]}),
        ("tags: [a,\n  'b, c' , d]", {"tags": ["a", "b, c", "d"]}),
        ("text: |\n  a\n  b\nnext: 1", {"text": "a\nb\n", "next": "1"}),
        ("text: >-\n  a\n  b", {"text": "a b"}),
        ("Date: 2020-01-01\nempty:\nnull: ~", {"date": "2020-01-01"}),
        ("nested:\n  key: value\ntitle: A", {"nested": {"key": "value"}, "title": "A"}),
        ("tags: [no, 2024, 1.10, 'null']", {"tags": ["no", "2024", "1.10", "null"]}),
        ("a: !!str 5\nb: &x 6", {"a": "5", "b": "6"}),
        ("just words", {}),
        ("- a\n- b", {}),
    ],
)
def test_front_matter(text: str, keys: dict[str, Any]) -> None:
    """YAML is read as YAML, each scalar as the text that stands there; what is no mapping is no
    front matter."""
    assert keys_of(text) == keys


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("title: A: B", 2, "not YAML: mapping values are not allowed"),
        ("title: A\ntags: [a", 4, "not YAML: "),
        ("a: 1\nb: 2\na: 3", 4, "'a' stands twice"),
        ("a: &a [x]\nb: *a", 3, "the alias *a; write out what it stands for"),
        ("a: &a [1]\nb: &b [*a, *a]", 3, "the alias *a"),
        ('a: 1\nb: !!python/object/apply:os.system ["id"]', 3, "the tag 'tag:yaml.org,2002:python"),
        ("a: !custom x", 2, "the tag '!custom'"),
        ("a: " + "[" * 20 + "]" * 20, 2, "nested more than 16 deep"),
        ("a: " + "[" * 30_000, 2, ""),
        ("? [a]\n: b", 2, "a key that is no text"),
        ("a: \x01", 1, "not YAML"),
        ("a: " + "x" * 70_000, 1, "70004 characters are more than the 65536 allowed"),
    ],
)
def test_bad_front_matter(text: str, line: int, reason: str) -> None:
    """What is invalid, hostile or ambiguous is named with the line of the file where it stands."""
    with pytest.raises(BadFrontMatter) as caught:
        keys_of(text)
    assert caught.value.line == line
    assert caught.value.problems[0].startswith(reason)


def test_a_note_with_bad_front_matter_is_named(store: Store, tmp_path: Path) -> None:
    """Its file and line are told, and its neighbours come in."""
    folder = written(tmp_path / "n", {"a.md": "---\na: 1\nb: c: d\n---\nx", "b.md": "Good."})
    done = taken(store, folder)
    assert len(done.added) == 1
    assert done.skipped[0].where.endswith("a.md:3")
    assert done.skipped[0].reason.startswith("not YAML: mapping values are not allowed")


@pytest.mark.parametrize("text", ["\ufeff---\ntitle: A\ntags: b c\n---\nx", "---\ntitle: A\n"
                                  "tags: b c\n---\nx"])  # fmt: skip
def test_windows_files(store: Store, tmp_path: Path, text: str) -> None:
    """A mark of the byte order and the line ends of Windows change nothing; tags in one string are
    parted by spaces, if it has no commas."""
    folder = written(tmp_path / "n", {"a.md": text.replace("\n", "\r\n")})
    (memory,) = by_source(store, taken(store, folder)).values()
    assert memory.content[:2] == ("A", "x") and memory.tags.topics == ("b", "c")


DAY = datetime(2026, 10, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("path", "moment", "title"),
    [
        ("2026-10-03", DAY, ""),
        ("2026-10-03-fix-the-login", DAY, "fix the login"),
        ("2026-10-03 Fix the log-in", DAY, "Fix the log-in"),
        ("2026_10_03", DAY, ""),
        ("20261003", DAY, ""),
        ("20261003-title", DAY, "title"),
        ("202610030915 Zettel", DAY.replace(hour=9, minute=15), "Zettel"),
        ("20261003T091530", DAY.replace(hour=9, minute=15, second=30), ""),
        ("2026-10-03T09-15 x", DAY.replace(hour=9, minute=15), "x"),
        ("daily.journal.2026.10.03", DAY, "daily.journal"),
        ("Meeting 2026-10-03", DAY, "Meeting"),
        ("journal/2026/10/03", DAY, ""),
        ("journal/2026/10-October/03", DAY, ""),
        ("2025/01/2026-10-03", DAY, ""),
        ("2026-13-03", None, "2026-13-03"),
        ("2026-10-031", None, "2026-10-031"),
        ("2026-02-30", None, "2026-02-30"),
        ("9999-10-03", None, "9999-10-03"),
        ("20261003abc", None, "20261003abc"),
        ("1234567890", None, "1234567890"),
        ("2026/13/03", None, "03"),
        ("v2", None, "v2"),
        ("", None, ""),
    ],
)
def test_dates_in_names(path: str, moment: datetime | None, title: str) -> None:
    """The name of a daily note, of a post, of a slip or of a folder's day is its date, and the rest
    its title; a number that is no day of our times is none."""
    assert dated_name(["n", *path.split("/")], UTC) == (moment, title)


@pytest.mark.parametrize(
    ("text", "tags", "people", "links"),
    [
        ("#one and (#two), #a/b. #tech:x: #京都", "one two a/b tech:x 京都", "", ""),
        ("# Heading\n## Another #tag", "tag", "", ""),
        ("issue #123, C#, #C++, a#b, https://x.y/#frag [l](#top) #a#b", "", "", ""),
        ("`#no` ``@no`` [[a]] `open #yes", "yes", "", "a"),
        ("```\n#no @no [[no]]\n```", "", "", ""),
        ("met @ana, @Ben-Li and (@zoë.b).", "", "ana Ben-Li zoë.b", ""),
        ("mail ana@x.com, @types/node, @me@social.org", "", "", ""),
        ("#One #one @Ana @ana", "One", "Ana", ""),
        ("[[Note|alias]] ![[pic.png]] [[a/B#c]] [[open", "", "", "Note pic.png a/B"),
        ("[[@Zoë]] #[[京都]] [[]] [[|x]]", "京都", "Zoë", ""),
        ("", "", "", ""),
    ],
)
def test_marks(text: str, tags: str, people: str, links: str) -> None:
    """Tags, people and links are found where programs for notes find them, and nowhere else."""
    lines = [text] if text.startswith("```") else text.split("\n")
    assert marks_in(lines) == tuple(tuple(names.split()) for names in (tags, people, links))


def test_hostile_lines_take_linear_time() -> None:
    """A line of a megabyte that is all marks is read once."""
    start = time.process_time()
    for text in ("[[", "#", "# ", "#a", "`", "[[@", "@a ", "[[a]]", "]]", "@"):
        assert all(len(names) <= 100 for names in marks_in([text * (1 << 19)]))
        dated_name([text * (1 << 19), "2" * (1 << 20)], UTC)
        entry_start("[2026" + text * (1 << 19))
    assert time.process_time() - start < 10


def test_long_notes_and_journals_take_linear_time(store: Store, tmp_path: Path) -> None:
    """A fence that is never closed makes one line of all that follows, and a journal may have a
    hundred thousand lines that only begin like a date."""
    files = {"open.md": "# Open\n```\n" + "\n" * 400_000,
             "many.txt": "[2026-10-03 09:15] A\n" + "2026-10-03 x y z\n" * 60_000}  # fmt: skip
    folder = written(tmp_path / "long", files)
    start = time.process_time()
    assert all(len(taken(store, folder / name).added) == 1 for name in files)
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[2026-10-03 09:15] A", "2026-10-03T09:15:00"),
        ("[2026-10-3 9:05:07 pm] A", "2026-10-03T21:05:07"),
        ("[2026-10-03 12:15 AM] A", "2026-10-03T00:15:00"),
        ("2026-10-03 12:15 PM A", "2026-10-03T12:15:00"),
        ("2026-10-03 24:15 A", ""),
        ("[2026-10-03 13:15 PM] A", ""),
        ("[2026-02-30 09:15] A", ""),
        ("[2026-10-03 9] A", ""),
        ("[2026-10-03 09:15:00:00] A", ""),
        ("[٢٠٢٦-10-03 09:15] A", ""),
        ("[+026-10-03 09:15] A", ""),
        ("[10-03-2026 09:15] A", ""),
        ("[0000-10-03 09:15] A", ""),
    ],
)
def test_the_time_of_an_entry(text: str, found: str) -> None:
    """As jrnl writes it; what no calendar and no clock shows is text."""
    start = entry_start(text)
    assert (start[0].isoformat() if start else "") == found


VAULT = {
    "kickoff.md": "---\ntitle: The plan\ntags: [web]\n---\nMet @ana. #web #Plan\n"
    "[[Budget|money]], [[journal/2026-10-03]], [[Nowhere]], [[kickoff]], [[twice]]",
    "Budget.md": "It is 4,000.",
    "journal/2026-10-03.md": "Rain all day. [[Budget]]",
    "a/twice.md": "One",
    "b/twice.md": "Two",
    "none.txt": "no journal",
}


def test_a_vault(store: Store, tmp_path: Path) -> None:
    """Names give dates and titles, marks topics and people, and links to notes that are imported
    become edges; the same again adds nothing."""
    folder = written(tmp_path / "vault", VAULT)
    done = taken(store, folder)
    found = by_source(store, done)
    plan, day = found["kickoff.md"], found["2026-10-03.md"]
    assert plan.tags.topics == ("web", "Plan") and plan.tags.people == ("ctx://person/ana",)
    assert (day.created, day.content.summary) == (DAY, "Rain all day.")
    edges = [ref for ref in done.added if ref.count("/") == 2]
    assert len(edges) == 3 and not done.skipped
    again = taken(store, folder)
    assert not again.added and not again.skipped


JOURNAL = """\
[2026-10-03 09:15] Met Ana. The budget slips. @ana #money
It was cold.

[not a date] stays in it
[2026-10-04 06:30:00 PM] Dinner at Rua da Graça *
2026-10-05 07:00 Old style. Body.
2026-10-05 07:00 Another of that minute.
"""


def test_jrnl(store: Store, tmp_path: Path) -> None:
    """Each entry of a journal is a memory of its time; a star is importance, a tag both a topic and
    a person; the same again adds nothing, nor does it after an entry was added."""
    path = written(tmp_path / "j", {"journal.txt": JOURNAL}) / "journal.txt"
    found = by_source(store, taken(store, path))
    first = found["journal.txt#2026-10-03T09:15:00"]
    assert first.content.summary == "Met Ana." and "[not a date]" in first.content.detail
    assert first.created == DAY.replace(hour=9, minute=15)
    assert first.tags[:2] == (("money", "ana"), ("ctx://person/ana",))
    dinner = found["journal.txt#2026-10-04T18:30:00"]
    assert (dinner.content.summary, dinner.importance) == ("Dinner at Rua da Graça", 0.8)
    assert len(found) == 4
    path.write_text(JOURNAL + "[2026-10-06 07:00] More.\n")
    assert len(taken(store, path.parent).added) == 1


def test_a_folder_of_jrnl(store: Store, tmp_path: Path) -> None:
    """jrnl's other form is a file a day; what is no journal is left out."""
    files = {"2026/10/03.txt": "[2026-10-03 09:15] A.\n", "2026/10/04.txt": "[2026-10-04 09:15] B.",
             "readme.txt": "no journal"}  # fmt: skip
    assert len(taken(store, written(tmp_path / "j", files)).added) == 2


@given(memories)
def test_the_front_matter_of_a_note_is_valid_yaml(memory: Memory) -> None:
    """Whatever a memory says, other programs read its title, its date, and tags without spaces."""
    front = note_text(memory).removeprefix("---\n").partition("\n---\n")[0]
    if any("\ufffd" < sign < "\U00010000" for sign in front) or "\\ud" in front:
        return  # no YAML has these
    keys = yaml.safe_load(front)
    assert keys["title"] == memory.content.summary
    assert keys["date"] == keys["created"]
    assert set(keys["tags"]) == {"-".join(topic.split()) for topic in memory.tags.topics}


def test_tags_that_were_edited_elsewhere(store: Store) -> None:
    """They are the topics then; one with a space that stayed keeps it."""
    text = (
        '---\nmemento: 1\nid: "a"\ntopics: ["design review", "x"]\n'
        'tags: ["design-review", "new"]\n---\n\n# A\n'
    )
    assert note_data(text, "a")["memory"]["tags"]["topics"] == ["design review", "new"]
