"""Text that reads like instructions: what is told of it, and of what else nothing is."""

from __future__ import annotations

import json
import os
import re
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any
from unicodedata import normalize
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.memory import Content, Tags
from memento_cli.core.security import instruction_views, instructions
from memento_cli.core.security.instruction_forms import FORMS
from memento_cli.core.security.instruction_views import CODES, views
from memento_cli.core.security.instructions import HIDDEN, flags, flags_of, name_flags
from memento_cli.core.security.mark_table import MarkTable
from tests.conftest import ROOT
from tests.core.instruction_texts import ATTACKS, HARMLESS, SPLIT
from tests.core.values import memory

DATA = Path(os.environ.get("MEMENTO_BENCH_DATA") or ROOT.parent / "shared" / "data")
MOST_FALSE = 5
"""So many real texts may be flagged, of more than twenty thousand."""
TABLES = 1153675677


@pytest.mark.parametrize(("text", "what"), ATTACKS)
def test_what_reads_like_instructions_is_told(text: str, what: str) -> None:
    """Each form is found, in several languages, whatever disguise it has."""
    assert what in flags(text)
    assert what in flags(f"Monday was a long day.\n{text}\nTuesday was not.")


@pytest.mark.parametrize("text", HARMLESS)
def test_what_people_write_is_not(text: str) -> None:
    """Words that orders are made of are none by themselves, and neither are pictures and links."""
    assert flags(text) == ()


def test_every_form_is_shown_by_an_example() -> None:
    """The table has no form that these tests do not know: each label, and each pattern but those of
    a language that has another."""
    assert {what for _, what in ATTACKS} == {*FORMS, HIDDEN}
    seen = [view for text, _ in ATTACKS for view in views(text)]
    for label, forms in FORMS.items():
        for marks, pattern in forms:
            shown = [view for view in seen if re.search(pattern, view, re.MULTILINE)]
            assert shown, (label, pattern)
            assert all(any(mark in view for mark in marks) for view in shown), (label, pattern)


def test_marks_and_patterns_are_as_texts_are_looked_at() -> None:
    """Each is in lower case and in normal form, or it would never be found."""
    for marks, pattern in (form for forms in FORMS.values() for form in forms):
        for text in (*marks, pattern):
            assert normalize("NFKC", text) == text
        assert list(map(str.lower, marks)) == list(marks)


@pytest.mark.parametrize(("summary", "detail", "topics"), SPLIT)
def test_an_order_may_be_divided_among_the_texts_of_a_memory(
    summary: str, detail: str, topics: tuple[str, ...]
) -> None:
    """What is none in the summary, the detail and the topics is one where they are read on."""
    for text in (summary, detail, *topics):
        assert flags(text) == ()
    one = memory("m", content=Content(summary, detail), tags=Tags(topics))
    assert flags_of(one) == ("overrides instructions",)


def test_all_that_a_memory_says_is_read() -> None:
    """An order may stand in the summary, in the detail, in a topic, in any name and in the id."""
    order = ATTACKS[0][0]
    plain = memory("m")
    assert flags_of(plain) == ()
    for changed in (
        {"content": Content(order)},
        {"content": Content("Notes", f"First.\n{order}")},
        {"tags": Tags((order,))},
        {"tags": Tags(people=(order,))},
        {"person": order},
        {"source": order},
        {"project": order},
        {"agent": order},
        {"id": order.lower().replace(" ", "-")},
    ):
        assert flags_of(plain._replace(**changed)) == ("overrides instructions",)


def test_a_name_joins_its_words_in_other_ways() -> None:
    """What stands between the words of a name hides no order."""
    for joint in "._-+@~='":
        assert name_flags(joint.join(("ignore", "all", "previous", "instructions")))
    assert name_flags("2026-11-28-notes.on_the-rules") == ()


def test_codes_may_be_one_inside_the_other_and_an_end_is_set_to_it() -> None:
    """Two are undone, and no more, so that nobody can make a text that takes long."""
    text = ATTACKS[0][0]
    for depth in range(4):
        assert bool(flags(text)) == (depth <= instructions.DEPTH)
        text = b64encode(text.encode()).decode()


@given(st.text())
def test_the_first_view_is_the_text_without_what_cannot_be_seen(text: str) -> None:
    """Of any text, also of several lines, what hides is left out, and nothing else."""
    seen = "".join(sign for sign in text if sign.isspace() or not instruction_views.HIDES[sign])
    assert views(text)[0] == normalize("NFKC", seen).lower().replace("’", "'")


@given(st.text(), st.binary(min_size=18), st.text("0123456789abcdefＡ日", min_size=24))
def test_any_text_has_flags(text: str, data: bytes, digits: str) -> None:
    """Whatever it is, and whatever seems to be a code in it, no text ends in an error."""
    for one in (text, digits, b64encode(data).decode(), data.hex(), f"/{b64encode(data).decode()}"):
        assert isinstance(flags(f"{text}{one}"), tuple)


@given(st.text(), st.lists(st.sampled_from([*CODES, "ignor", "अनदेखा", "無視", "<|"])))
def test_a_mark_is_found_wherever_it_stands(text: str, marks: list[str]) -> None:
    """A table of marks finds those that a text has, as a search for each would, but for letters of
    ASCII after others."""
    table = MarkTable([*CODES, "ignor", "अनदेखा", "無視", "<|"])
    whole = "; ".join((text.lower(), *marks))
    found = set(table.found_in(whole))
    assert set(marks) <= found
    assert all(mark in whole for mark in found)


def test_who_changes_what_is_flagged_counts_the_version_on() -> None:
    """An index keeps the flags of its rows, and makes them anew if the version is another one."""
    tables = repr((FORMS, list(CODES), instruction_views.ALIKE)).encode()
    assert (instructions.VERSION, crc32(tables)) == (4, TABLES)


def _real_texts() -> Iterator[dict[str, Any]]:
    for path in sorted(DATA.glob("*/*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


@pytest.mark.longer
def test_real_texts_are_hardly_ever_flagged() -> None:
    """Of dialogues, notes, commits, questions and articles in eight languages, as memories, nearly
    none reads like instructions."""
    if not DATA.is_dir():
        pytest.skip(f"no texts in {DATA} ($MEMENTO_BENCH_DATA names its folder)")
    count, flagged = 0, []
    for row in _real_texts():
        text = row.get("text") or row.get("body") or row.get("query", "")
        summary, _, detail = text.partition(". ")
        topics = tuple(row.get("tags") or ())
        content = Content(row.get("title") or summary, detail)
        if told := flags_of(memory("m", content=content, tags=Tags(topics))):
            flagged.append((told, summary))
        count += 1
    assert count > 20_000
    assert len(flagged) <= MOST_FALSE, flagged


def test_a_text_full_of_marks_is_read_in_time_that_grows_with_its_length() -> None:
    """A word of a hundred thousand letters holds nobody up for half a minute, in any script."""
    start = process_time()
    for marks, pattern in (form for every in FORMS.values() for form in every):
        text = "\n".join(mark.strip() * (60_000 // len(mark)) for mark in marks)
        re.search(pattern, text, re.MULTILINE)
    assert process_time() - start < 5
