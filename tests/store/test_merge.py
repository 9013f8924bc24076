"""Merging the text of a file: keys by meaning, comments and order of both, and git's markers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.core.git.merging import merged_document, same_value
from memento_cli.errors import BadData, Conflict
from memento_cli.store.toml.merge import (
    Sides,
    comments,
    key_names,
    marked,
    merged_text,
    sides,
    waiting,
    with_comments,
)
from memento_cli.store.toml.reader import loaded
from memento_cli.store.toml.tokens import statements
from memento_cli.store.toml.writer import rendered, value_at
from tests.store.helpers import changed_lines

BASE = """\
# of the file
[memory]
id = "a"   # its name
person = "alex"

[memory.content]
summary = "one"
# about the detail
detail = \"\"\"
first
second
third
\"\"\"

[memory.tags]
topics = ["tea", "rome"]

# what happened
[[memory.log]]
timestamp = "2025-01-01T00:00:00Z"
event = "created"
"""
ENTRY = '\n[[memory.log]]\ntimestamp = "2025-01-0{}T00:00:00Z"\nevent = "used"\n'
COMMENTED = """\
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
Work = list[tuple[Act, int]]
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


def changed(*changes: tuple[str, str]) -> str:
    text = BASE
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def both(*changes: tuple[str, str], base: str = BASE) -> str:
    """What the first change here and the others there come to."""
    made = merged_text(base, changed(changes[0]), changed(*changes[1:]))
    assert made.apart == ()
    return made.text


PERSON, SUMMARY = ('"alex"', '"mei"'), ('"one"', '"two"')


def test_keys_of_both_sides_and_nothing_else_change() -> None:
    """Where each side changed another key, the lines of both changes are all that differ."""
    assert changed_lines(BASE, both(PERSON, SUMMARY)) == [
        '-person = "alex"', '+person = "mei"', '-summary = "one"', '+summary = "two"',
    ]  # fmt: skip


CHANGES = [
    ("# of the file", "# of this file"),
    ("# its name", "# a name"),
    ("# about the detail\n", ""),
    ("[memory.tags]", "# mine\n[memory.tags]"),
    ('person = "alex"\n', 'mine = 1  # unknown\nperson = "alex"\n'),
    ("second\n", "zweite\n"),
    ('"rome"', '"rome", "oauth"'),
    ('topics = ["tea", "rome"]', 'topics = [\n  "tea",  # green\n  "rome",\n]'),
    ("# what happened", "[mine]\nkey = { x = 1 }\n\n# what happened"),
]


@pytest.mark.parametrize("change", CHANGES)
def test_what_one_side_wrote_stays_beside_what_the_other_did(change: tuple[str, str]) -> None:
    """Comments, unknown keys, layout and lines of a text stay from whichever side they are."""
    for changes in ((change, SUMMARY), (SUMMARY, change)):
        assert both(*changes) == changed(change, SUMMARY)


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_merged_again_is_what_it_was(change: tuple[str, str]) -> None:
    """With nothing changed on one side, or the same on both, the text is the other's."""
    other = changed(change)
    for base, ours, theirs in ((BASE, other, BASE), (BASE, BASE, other), (BASE, other, other)):
        assert merged_text(base, ours, theirs) == (other, ())


def test_comments_of_both_stand_where_both_wrote_some() -> None:
    """Of two comments at one place both stay, ours first."""
    ours = ("# of the file\n", "# of the file\n# mine\n")
    theirs = ("# of the file\n", "# of the file\n# yours\n")
    assert both(ours, theirs).startswith("# of the file\n# mine\n# yours\n[memory]")


def test_the_log_is_united_in_the_order_of_time() -> None:
    """Entries of both sides stand once each, by their time; the comment stays above the first."""
    made = merged_text(BASE, BASE + ENTRY.format(3), BASE + ENTRY.format(2))
    assert made.text == BASE + ENTRY.format(2) + ENTRY.format(3)


def test_line_ends_of_windows_stay() -> None:
    """If both sides end their lines as Windows does, what is merged does, too."""
    texts = [text.replace("\n", "\r\n") for text in (BASE, changed(PERSON), changed(SUMMARY))]
    made = merged_text(*texts)
    assert made.text == changed(PERSON, SUMMARY).replace("\n", "\r\n")


UNUSUAL = [
    'memory.id = "a"\nmemory.person = "alex"\nmemory.content.summary = "one"\n',
    'memory = { id = "a", person = "alex", content = { summary = "one" } }\n',
    '[memory]\nid = "a"\nperson = "alex"\ncontent = { summary = "one" }\n',
    '["memory"]\n"id" = "a"\nperson = \'alex\'\n[memory."content"]\nsummary = """one"""\n',
    'memory.person = "alex"\n[memory.content]\nsummary = "one"\n',
]


@pytest.mark.parametrize("base", UNUSUAL)
def test_unusual_ways_of_writing_are_merged_too(base: str) -> None:
    """Dotted keys, tables on one line and quoted names: what both say is what is merged."""
    ours, theirs = base.replace("alex", "mei"), base.replace("one", "two")
    made = merged_text(base, ours, theirs)
    assert made.apart == ()
    assert same_value(loaded(made.text), loaded(base.replace("alex", "mei").replace("one", "two")))


def test_without_a_base_what_both_say_stands_once() -> None:
    """Two that were added alike are apart only on keys that differ."""
    mine = changed(PERSON, ("# its name", "# mine"))
    made = merged_text(None, mine, changed(PERSON))
    assert made == (mine.replace("id =", "# its name\nid ="), ())
    assert merged_text("", changed(PERSON), changed(SUMMARY)).apart == (
        ("memory", "person"),
        ("memory", "content", "summary"),
    )


# conflicts

OURS, THEIRS = changed(SUMMARY), changed(('"one"', '"three"'), PERSON)


def test_a_true_conflict_stands_readable_in_markers() -> None:
    """Only the key that both changed is between the markers, with what it was."""
    made = merged_text(BASE, OURS, THEIRS)
    inside = '<<<<<<< ours\nsummary = "two"\n||||||| base\nsummary = "one"\n=======\n'
    inside += 'summary = "three"\n>>>>>>> theirs\n'
    assert made.text == changed(PERSON).replace('summary = "one"\n', inside)
    assert key_names(made.apart) == "content.summary"


def test_a_text_of_several_lines_is_whole_between_its_markers() -> None:
    """Both versions of a detail that both changed stand whole, so that each side can be read."""
    versions = [changed(("second", word)) for word in ("zweite", "deuxième")]
    made = merged_text(BASE, *versions)
    assert made.text.count('detail = """') == 3 and key_names(made.apart) == "content.detail"
    assert sides(made.text) == Sides(versions[0], versions[1], BASE)


def test_markers_are_as_long_as_git_says() -> None:
    """In a merge inside a merge git asks for longer ones."""
    made = merged_text(BASE, OURS, THEIRS, 9)
    assert "\n<<<<<<<<< ours\n" in made.text and "\n=========\n" in made.text
    assert sides(made.text) == sides(merged_text(BASE, OURS, THEIRS).text)


def test_a_base_that_was_itself_a_conflict_does_not_matter() -> None:
    """Of a common ancestor with markers, what its own sides agree on counts."""
    inner = marked(BASE, OURS, THEIRS, 9)
    made = merged_text(inner, changed(SUMMARY, PERSON), changed(SUMMARY, ('"rome"', '"bath"')))
    assert made.apart == () and loaded(made.text)["memory"]["content"]["summary"] == "two"
    for broken in ("<<<<<<< ours\nx = \n", "no toml", "\0", inner.replace(">>>>", "")):
        assert merged_text(broken, BASE, changed(SUMMARY)).apart == (
            ("memory", "content", "summary"),
        )


TOLD = [
    ("a\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\nd\n", Sides("a\nb\nd\n", "a\nc\nd\n", None)),
    ("<<<<<<< x\nb\n||||||| z\n=======\nc\n>>>>>>> y\n", Sides("b\n", "c\n", "")),
    ("<<<<<<< x\r\nb\r\n=======\r\nc\r\n>>>>>>> y\r\n", Sides("b\r\n", "c\r\n", None)),
    ("<<<<<<< x\nb\n=======\n>>>>>>> y", Sides("b\n", "", None)),
    (
        "T\n=======\n<<<<<<< x\nb\n=======\nc\n>>>>>>> y\n",
        Sides("T\n=======\nb\n", "T\n=======\nc\n", None),
    ),  # a heading's line is no marker
    (
        "<<<<<<< x\n<<<<<<<< z\n1\n========\n2\n>>>>>>>> z\n=======\nc\n>>>>>>> y\n",
        Sides("<<<<<<<< z\n1\n========\n2\n>>>>>>>> z\n", "c\n", None),
    ),  # a conflict inside
    ("a = 1\n", None),
    ("<<<<<<< x\nb\n=======\nb\n>>>>>>> y\n", None),  # nothing differs
    ("<<<<<<< x\nb\n=======\nc\n", None),
    ("=======\nc\n>>>>>>> y\n", None),
    ("<<<<<<< x\n<<<<<<< x\n=======\nc\n>>>>>>> y\n", None),
    ("<<<<<<< x\n>>>>>>> y\n", None),
]


@pytest.mark.parametrize(("text", "wanted"), TOLD)
def test_what_stands_in_markers_is_read_if_they_are_whole(text: str, wanted: Sides | None) -> None:
    """Two sides, and the base where it is shown; of broken markers nothing is made."""
    assert sides(text) == wanted


lines = st.lists(st.sampled_from(['a = "1"\n', "b = 2\n", "# c\n", "\n", "[d]\n"]), max_size=6)


texts = lines.map("".join)


once = st.permutations(['a = "1"\n', "b = 2\n", "# c\n", "\n", "[d]\n", "e = 3\n"])


distinct = st.tuples(once, st.integers(0, 6)).map(lambda drawn: "".join(drawn[0][: drawn[1]]))


@given(distinct, distinct, distinct)
def test_markers_lead_back_to_the_sides(base: str, ours: str, theirs: str) -> None:
    """What git's own merge would leave has each side in it, but for what one side alone changed.

    Of statements that stand twice, which no TOML has, there is more than one way to tell the sides.
    """
    text = marked(base, ours, theirs)
    pair = sides(text)
    if pair is None:
        assert not text.startswith("<<<<<<<") and "\n<<<<<<<" not in text
    else:
        assert marked(pair.base or "", pair.ours, pair.theirs) == text


@given(texts, texts)
def test_what_waits_is_one_side_with_its_base(base: str, ours: str) -> None:
    """A memory that waits for the end of a merge can be read back as it was."""
    assert sides(waiting(base, ours)) == (Sides(ours, "", base) if ours else None)


keys = st.sampled_from(["summary", "detail", "mine", "a b"])


values = st.sampled_from(["one", "two\nlines\nhere\n", "", 1, 1.0, True, [], ["x"], ["x", "y"]])


tables = st.dictionaries(keys, values, max_size=3)


logs = st.lists(
    st.builds(lambda nth: {"timestamp": f"2025-0{nth}", "event": "used"}, st.integers(1, 4)),
    max_size=3,
    unique_by=repr,
)


documents = st.builds(
    lambda top, content, log: {
        "memory": {"id": "a", **top, "content": {"summary": "s", **content}}
        | ({"log": log} if log else {})
    },
    tables,
    tables,
    logs,
)


@given(documents, documents, documents)
def test_the_text_says_what_the_keys_merge_to(base: Any, ours: Any, theirs: Any) -> None:
    """Of files in memento's own layout the merged text says the merged keys, or is in markers."""
    made = merged_text(*map(rendered, (base, ours, theirs)))
    wanted = merged_document(base, ours, theirs)
    assert set(made.apart) == set(wanted.apart)
    if not made.apart:
        assert same_value(loaded(made.text), wanted.data)
    else:
        pair = sides(made.text)
        assert pair and same_value(loaded(pair.ours), wanted.data)
        other = loaded(pair.theirs)
        assert all(same_value(value_at(other, path), value_at(theirs, path)) for path in made.apart)


noise = st.one_of(
    texts,
    st.text(max_size=30),
    documents.map(rendered),
    st.lists(st.sampled_from([*statements(BASE), "<<<<<<< x\n", "=======\n", ">>>>>>> y\n"])).map(
        "".join
    ),
)


@given(st.none() | noise, noise, noise)
def test_any_three_texts_are_merged_or_refused(base: str | None, ours: str, theirs: str) -> None:
    """A side that is no TOML, or cannot be edited, is an error of ours and no other."""
    try:
        made = merged_text(base, ours, theirs)
    except (BadData, Conflict):
        return
    pair = sides(made.text) if made.apart else Sides(made.text, made.text, None)
    assert pair and all(isinstance(loaded(side), dict) for side in pair[:2])


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
    base = COMMENTED if known else None
    ours, theirs = (
        worked_on(COMMENTED, "ours", mine, windows),
        worked_on(COMMENTED, "theirs", yours, too),
    )
    was, here, there = (set(comments(text)) for text in (base or "", ours, theirs))
    made = merged_text(base, ours, theirs)
    lost = [each for each in (here & there) | ((here | there) - was) if each not in made.text]
    assert not lost
    if not made.apart and known:
        wanted = merged_document(*map(loaded, (COMMENTED, ours, theirs))).data
        assert same_value(filled(loaded(made.text)), filled(wanted))


@pytest.mark.parametrize(("side", "text", "wanted"), NOTES)
def test_a_comment_stands_by_what_it_is_about(side: str, text: str, wanted: str) -> None:
    """It goes to the end of its own line where that is there; else above it or what came next."""
    assert with_comments(text, "", text, side) == wanted
    assert with_comments(wanted, "", text, side) == wanted


def test_a_comment_that_one_side_took_out_stays_away() -> None:
    """What the other left as it was does not bring it back; that it changed it does."""
    base, without = "# x\na = 1  # y\n", "a = 1\n"
    for pair in ((base, without), (without, base)):
        assert with_comments(without, base, *pair) == without
    assert with_comments(without, base, without, "# z\na = 1  # y\n") == "# z\na = 1\n"
