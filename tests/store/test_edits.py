"""An edit changes the lines that it means, and no other."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from memento_cli.errors import BadData, Conflict
from memento_cli.store.toml.parse import Document
from memento_cli.store.toml.splice import REMOVED, edited
from tests.store.helpers import changed_lines

FILE = """\
# Written by hand.
[memory]
id = "a"            # the file's name
person = "alex"
pinned = false

# what it says
[memory.content]
summary = "one"     # short
detail = \"\"\"
[memory.content]
summary = "not this one"
\"\"\"

[memory.tags]
topics = ["a", "b"] # two

# the links
[[memory.links]]
rel = "cause_of"
target = "x"        # the cause

# the log
[[memory.log]]
timestamp = "2025-01-01T00:00:00Z"
event = "created"
mine = 7

[[memory.log]]
timestamp = "2025-01-02T00:00:00Z"
event = "reinforced"

# the end
"""
LOG = tomllib.loads(FILE)["memory"]["log"]
ENTRY = {"timestamp": "2025-01-03T00:00:00Z", "event": "used"}


def edit(text: str, **changes: Any) -> str:
    keys = {tuple(("memory." + key.replace("__", ".")).split(".")): v for key, v in changes.items()}
    return edited(Document(text, tomllib.loads(text)), keys)


def diff(text: str, **changes: Any) -> list[str]:
    return changed_lines(text, edit(text, **changes))


CASES: list[tuple[dict[str, Any], list[str]]] = [
    ({"content__summary": 'a "b"'},
     ['-summary = "one"     # short', r'+summary = "a \"b\""     # short']),
    ({"pinned": True}, ["-pinned = false", "+pinned = true"]),
    ({"tags__topics": ["c"]}, ['-topics = ["a", "b"] # two', '+topics = ["c"] # two']),
    ({"tags__topics": []}, ['-topics = ["a", "b"] # two', "+topics = [] # two"]),
    ({"tags__outcome": "mixed"}, ['+outcome = "mixed"']),
    ({"project": "p"}, ['+project = "p"']),
    ({"pinned": REMOVED}, ["-pinned = false"]),
    ({"about__start": "2018"}, ["+[memory.about]", '+start = "2018"', "+"]),
    ({"tags__topics": REMOVED}, ["-[memory.tags]", '-topics = ["a", "b"] # two', "-"]),
    ({"log": [*LOG, ENTRY]},
     ["+", "+[[memory.log]]", '+timestamp = "2025-01-03T00:00:00Z"', '+event = "used"']),
    ({"log": [LOG[0]]},
     ["-[[memory.log]]", '-timestamp = "2025-01-02T00:00:00Z"', '-event = "reinforced"', "-"]),
    ({"log": [LOG[1], ENTRY]},
     ["-[[memory.log]]", '-timestamp = "2025-01-01T00:00:00Z"', '-event = "created"', "-mine = 7",
      "-", "+", "+[[memory.log]]", '+timestamp = "2025-01-03T00:00:00Z"', '+event = "used"']),
    ({"log": [LOG[0], ENTRY, LOG[1]]},
     ["+[[memory.log]]", '+timestamp = "2025-01-03T00:00:00Z"', '+event = "used"', "+"]),
    ({"links": [{"rel": "cause_of", "target": "x"}, {"rel": "duplicates", "target": "y"}]},
     ["+[[memory.links]]", '+rel = "duplicates"', '+target = "y"', "+"]),
    ({"links": REMOVED},
     ["-[[memory.links]]", '-rel = "cause_of"', '-target = "x"        # the cause', "-"]),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "shown"), CASES, ids=lambda value: str(value)[:30])
def test_a_diff_shows_only_what_was_meant(changes: dict[str, Any], shown: list[str]) -> None:
    """Each edit of a file written by hand changes its own lines; comments and others' keys stay."""
    assert sorted(diff(FILE, **changes)) == sorted(shown)


@pytest.mark.parametrize(("changes", "shown"), CASES, ids=lambda value: str(value)[:30])
def test_line_endings_stay(changes: dict[str, Any], shown: list[str]) -> None:
    """The same edits of a file with CRLF give the same lines, each of them with CRLF."""
    crlf = FILE.replace("\n", "\r\n")
    after = edit(crlf, **changes)
    assert after.count("\n") == after.count("\r\n")
    assert after.replace("\r\n", "\n") == edit(FILE, **changes)


def test_a_comment_stays_with_what_it_is_about() -> None:
    """A comment above a table stays above it when a table before it comes or goes."""
    after = edit(FILE, about__year_start=2018)
    assert "# the links\n[[memory.links]]" in after
    after = edit(FILE, links=REMOVED)
    assert "# the log\n[[memory.log]]" in after and "# the end\n" in after


def test_a_file_without_a_last_newline_gets_one_only_where_something_comes() -> None:
    """A changed last line stays without a newline; a line added after it begins a new one."""
    text = '[memory]\nid = "a"\n[memory.content]\nsummary = "x"'
    assert edit(text, content__summary="y") == text.replace('"x"', '"y"')
    assert edit(text, content__detail="d").endswith('summary = "x"\ndetail = "d"\n')


def test_a_text_of_several_lines_is_replaced_whole() -> None:
    """No line of the old detail stays, though one looks like a header; comments beside it do."""
    after = edit(FILE, content__detail='new\n"""x"""\n')
    assert tomllib.loads(after)["memory"]["content"]["detail"] == 'new\n"""x"""\n'
    assert "# what it says" in after and 'summary = "one"     # short' in after


@pytest.mark.parametrize(
    "text",
    [
        'memory.id = "a"\nmemory.content.summary = "one" # c\n',
        'memory = { id = "a", content = { summary = "one" } } # c\n',
        '[ "memory" ]\nid = "a" # c\n[ memory . "content" ]\nsummary = "one"\n',
        '# c\n[memory.content]\n"summary" = "one"\n[memory]\nid = "a"\n',
        '# c\n[memory]\nid = "a"\n[memory.content]\nsummary = """\none"""\n',
        "# c\n[memory]\nid = 'a'\ncontent.summary = 'one'\n",
    ],
)
def test_other_ways_of_writing_are_edited_too(text: str) -> None:
    """Dotted keys, inline tables and quoted headers take an edit and keep their comments."""
    after = edit(text, content__summary="two")
    assert tomllib.loads(after)["memory"] == {"id": "a", "content": {"summary": "two"}}
    assert "# c" in after


def test_values_that_no_edit_touches_stay_to_the_byte() -> None:
    """nan, 1_000, 0x1F and a date with an offset are not written anew by an edit beside them."""
    text = '[memory]\nid = "a"\nx = nan\ny = 1_000\nz = 0x1F\nw = 2025-01-01 01:02:03.5+01:00\n'
    assert changed_lines(text, edit(text, id="b")) == ['-id = "a"', '+id = "b"']


def test_a_line_with_many_strings_takes_no_time() -> None:
    """A detail like an endless list of 400 strings does not keep an edit from its key."""
    text = '[memory]\ndetail = """\nid = [' + '"a"  ' * 400 + '\n"""\nid = "a"\n'
    assert edit(text, id="b").endswith('id = "b"\n')


def test_an_edit_that_cannot_be_made_is_a_conflict() -> None:
    """A file that would not be TOML 1.0 after the edit either is refused in words."""
    text = '[memory]\nid = "a"\nx = "\\e"\n'
    with pytest.raises((Conflict, BadData)):
        edited(Document(text, {"memory": {"id": "a", "x": "\x1b"}}), {("memory", "id"): "b"})
