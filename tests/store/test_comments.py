"""Comments through a merge: nothing that anyone wrote for people is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.core.git.merging import merged_document, same_value
from memento_cli.store.toml.comments import comments, with_comments
from memento_cli.store.toml.merge import merged_text
from memento_cli.store.toml.reader import loaded
from memento_cli.store.toml.tokens import statements

BASE = """\
# of the file
[memory]
id = "a"   # its name
pinned = false

# what was said
[memory.content]
summary = "one"
detail = \"\"\"
first # no comment
second
\"\"\"

[memory.tags]
topics = ["tea", "rome"]  # two
people = []

[[memory.links]]
# the first
rel = "cause_of"
target = "b"  # why

[[memory.log]]
timestamp = "2025-01-01T00:00:00Z"  # at noon
event = "created"

[mine]
one = 1  # unknown
table = { key = "#", list = [1, 2] }
# the end
"""
Act = Callable[[list[str], int, str, str], None]
"""What someone does to the statements of a file, at a place, with a new word and a new comment."""


def note_above(lines: list[str], at: int, word: str, note: str) -> None:
    lines.insert(at, f"{note}\n")


def note_beside(lines: list[str], at: int, word: str, note: str) -> None:
    lines[at] = lines[at].rstrip() + f"  {note}\n"


def take_out(lines: list[str], at: int, word: str, note: str) -> None:
    del lines[at]


def say_otherwise(lines: list[str], at: int, word: str, note: str) -> None:
    lines[at] = lines[at].partition("=")[0] + f'= "{word}"\n'


def say_on_lines(lines: list[str], at: int, word: str, note: str) -> None:
    lines[at] = lines[at].partition("=")[0] + f'= [\n  "tea",  {note}\n  "{word}",\n]\n'


def new_key(lines: list[str], at: int, word: str, note: str) -> None:
    lines.insert(at, f"{word} = 1  {note}\n")


def key_at_end(lines: list[str], at: int, word: str, note: str) -> None:
    lines.append(f"\n{word} = 1  {note}")


def table_at_end(lines: list[str], at: int, word: str, note: str) -> None:
    lines.append(f"\n{note}\n[{word}]\nkey = 1\n")


def new_link(lines: list[str], at: int, word: str, note: str) -> None:
    lines.insert(at, f'[[memory.links]]\nrel = "duplicates"\ntarget = "{word}"  {note}\n\n')


ACTS: list[Act] = [note_above, note_beside, take_out, say_otherwise, say_on_lines]
ACTS += [new_key, key_at_end, table_at_end, new_link]
work = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 40)), max_size=4)
Work = list[tuple[Act, int]]


def worked_on(text: str, name: str, work: Work, windows: bool = False) -> str:
    """What comes of some acts, but for those that would leave no TOML."""
    for nth, (act, at) in enumerate(work):
        lines = statements(text)
        act(lines, at % len(lines), f"{name}{nth}", f"# {name} {nth}.")
        made = "".join(lines)
        try:
            loaded(made)
        except ValueError:
            continue
        text = made
    return text.replace("\n", "\r\n") if windows else text


def filled(data: Any) -> Any:
    """A document without tables in which nothing is left: what empties one may take it out."""
    if not isinstance(data, dict):
        return data
    return {key: inner for key, value in data.items() if (inner := filled(value)) != {}}


@given(st.booleans(), work, work, st.booleans(), st.booleans())
@example(True, [(key_at_end, 0)], [(note_above, 3), (table_at_end, 0)], False, False)
@example(True, [(new_link, 23)], [(new_link, 23), (note_beside, 8)], False, True)
@example(True, [(say_on_lines, 15)], [(say_on_lines, 15)], False, False)
@example(False, [(note_beside, 3)], [(note_beside, 3)], False, False)
def test_no_comment_of_either_side_is_lost(
    known: bool, mine: Work, yours: Work, windows: bool, too: bool
) -> None:
    """What a side added, and what neither took out, stands in the merged text.

    That text says what the keys merge to, whatever else the sides did, with any line ends.
    """
    base = BASE if known else None
    ours, theirs = worked_on(BASE, "ours", mine, windows), worked_on(BASE, "theirs", yours, too)
    was, here, there = (set(comments(text)) for text in (base or "", ours, theirs))
    made = merged_text(base, ours, theirs)
    lost = [each for each in (here & there) | ((here | there) - was) if each not in made.text]
    assert not lost
    if not made.apart and known:
        wanted = merged_document(*map(loaded, (BASE, ours, theirs))).data
        assert same_value(filled(loaded(made.text)), filled(wanted))


NOTES = [
    ("a = 1  # x\n", "a = 1\n", "a = 1  # x\n"),
    ("a = 1  # x\r\n", "b = 2\na = 1\n", "b = 2\na = 1  # x\n"),
    ("a = 1  # x\n", "a = 1  # y\n", "# x\na = 1  # y\n"),
    ("a = 1  # x\n", "a = 2\n", "# x\na = 2\n"),
    ("# x\n# y\na = 1\n", "a = 1", "# x\n# y\na = 1\n"),
    ("a = 1\n# x", "a = 1\r\n", "a = 1\r\n# x\r\n"),
    ("# x\n[t]\na = 1\n", "[t]\na = 1\n[u]\na = 2\n", "# x\n[t]\na = 1\n[u]\na = 2\n"),
    ("b = 1\n# x\n[t]\n", "[t]\n[u]\nb = 1\n", "# x\n[t]\n[u]\nb = 1\n"),
    ("a = [  # x\n  1,  # y\n]\n", "a = [1,]\n", "a = [  # x\n  1,  # y\n]\n"),
    ("a = [\n  1,  # y\n]\n", "a = [1, 2]\n", "# y\na = [1, 2]\n"),
    ('a = """\n# x"""  # y\n', 'a = """\r\n# x"""', 'a = """\n# x"""  # y\n'),
    ("b = 1  # x\na = 1\n", "a = 1\n", "# x\na = 1\n"),
    ("# x\na = 1\n# x\n", "# x\na = 1\n", "# x\na = 1\n# x\n"),
    ("a = 1  # x\n", "", "# x\n"),
]


@pytest.mark.parametrize(("side", "text", "wanted"), NOTES)
def test_a_comment_stands_by_what_it_is_about(side: str, text: str, wanted: str) -> None:
    """It goes to the end of its own line where that is there; else above it or what came next."""
    assert with_comments(text, "", text, side) == wanted
    assert with_comments(wanted, "", text, side) == wanted


def test_a_comment_that_one_side_took_out_stays_away() -> None:
    """What the other left as it was does not bring it back; that it changed it does."""
    base, without = "# x\na = 1  # y\n", "a = 1\n"
    for sides in ((base, without), (without, base)):
        assert with_comments(without, base, *sides) == without
    assert with_comments(without, base, without, "# z\na = 1  # y\n") == "# z\na = 1\n"
