"""The front door's small parts say what the parts of Typer's way say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import platformdirs
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.cli import told
from memento_cli.cli.front import cells
from memento_cli.cli.front.completion import is_plain_id
from memento_cli.cli.front.lines import ids_in, line_text
from memento_cli.cli.offered import PLAIN_ID
from memento_cli.core import when
from memento_cli.core.history import Line, line_id
from memento_cli.core.ids import is_safe_id
from memento_cli.errors import BadData
from memento_cli.store import jsonl
from memento_cli.store.place import default_place

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
moments = st.datetimes(timezones=st.just(UTC))
ids = st.builds(line_id, st.integers(0, 1 << 47), st.integers(0, 1 << 80))
texts = st.text(max_size=20)
plain_ids = st.text(alphabet="aB9._-@ é", max_size=8) | st.sampled_from(
    ["con", "NUL.x", "com1", "lpt9.a.b", "company", "a" * 200, "a" * 201, "aux-1", "a.", "a" * 199]
)
values: st.SearchStrategy[Any] = st.one_of(
    texts, st.booleans(), st.integers(), st.floats(allow_nan=False), st.lists(texts, max_size=3)
)


@given(moments)
def test_moments_are_written_alike(moment: datetime) -> None:
    """ISO 8601 is the same, made from microseconds or from a datetime."""
    assert cells.iso((moment - EPOCH) // timedelta(microseconds=1)) == when.iso(moment)


@given(values)
def test_values_are_written_alike(value: Any) -> None:
    """A cell is the same at both doors."""
    assert cells.cell(value) == told.cell(value)


@given(plain_ids)
@example("")
def test_plain_ids_are_those_that_completion_offers(text: str) -> None:
    """An id is plain if it can be one, and holds nothing that a shell could act on."""
    assert is_plain_id(text) == bool(PLAIN_ID.fullmatch(text) and is_safe_id(text))


@given(ids, moments, texts, texts, st.just("") | ids)
def test_lines_are_written_alike(
    id: str, at: datetime, memory: str, reason: str, batch: str
) -> None:
    """A journal line of the front door is the JSON that the journal writes."""
    said: dict[str, object] = {"reason": reason} if reason else {}
    line = Line(id, at, "used", memory, "alex-vm", batch=batch, text=said)
    micros = (at - EPOCH) // timedelta(microseconds=1)
    text = line_text(id, micros, "used", memory, "alex-vm", batch, reason)
    assert text == jsonl.line_text(line) + "\n"
    assert ids_in(text.encode()) == ids_in(b'cut"}\n' + text.encode()) == [id]


@pytest.mark.parametrize("tail", ['{"id": "x"}\n', "torn\n{", '{"act": "used"}\n', "\x00\n"])
def test_unusual_tails_are_refused(tail: str) -> None:
    """Behind what is not a line of memento's own the front door writes nothing."""
    with pytest.raises(BadData):
        ids_in(b"\n" + tail.encode())


def test_adopted_lines_do_not_count() -> None:
    """The derived id of an adoption is no clock of this writer."""
    line = Line(line_id(5, 5), EPOCH, "recorded", "a", "memento", via="adoption")
    assert ids_in(jsonl.line_text(line).encode() + b"\n") == []


@pytest.mark.parametrize("data", [None, "", "/data", "relative", "/sp ace", "/data/", " /data"])
@pytest.mark.parametrize("home", ["/home/alex", "/home/alex/", "relative", "/"])
def test_the_default_place_is_that_of_platformdirs(
    data: str | None, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The short way to the platform's data folder leads to the same place."""
    monkeypatch.setenv("HOME", home)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if data is not None:
        monkeypatch.setenv("XDG_DATA_HOME", data)
    assert default_place() == platformdirs.user_data_dir("memento")
