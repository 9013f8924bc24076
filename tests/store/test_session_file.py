"""The file of a session, and back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import SESSIONS
from memento_cli.core.security.trust import TRUSTS
from memento_cli.core.sessions.sessions import ROLES, Item, Session
from memento_cli.errors import BadData
from memento_cli.store.records.registry import codec_of
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import rendered
from tests.store.helpers import new_store

T = datetime(2025, 2, 1, 12, tzinfo=UTC)
CODEC = codec_of("sessions", UTC)
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1).filter(
    lambda text: not text.isspace()
)
IDS = TEXT.filter(is_safe_id)
MOMENTS = st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1), timezones=st.just(UTC))
ITEMS = st.builds(
    Item,
    TEXT,
    MOMENTS,
    st.sampled_from(ROLES),
    TEXT,
    st.one_of(st.just(""), TEXT),
    st.lists(st.one_of(IDS, IDS.map("events/{}".format)), max_size=2).map(tuple),
    st.sampled_from(TRUSTS),
)
SESSION_VALUES = st.builds(
    Session,
    st.just("x"),
    st.just("ctx://person/alex"),
    MOMENTS,
    st.integers(1, 100_000),
    st.integers(1, 99).map(float),
    st.one_of(st.just(""), TEXT),
    st.one_of(st.none(), TEXT),
    st.one_of(st.none(), TEXT),
    st.one_of(st.just(""), TEXT),
    st.one_of(st.none(), MOMENTS),
    st.lists(IDS, max_size=2).map(tuple),
    st.lists(ITEMS, max_size=3).map(tuple),
    st.sampled_from(TRUSTS),
)
LEAST = """
[session]
id = "x"
person = "alex"
token_budget = 4000
ttl = "48h"
created = "2025-02-01T12:00:00Z"
"""


@given(SESSION_VALUES)
def test_what_is_written_is_read_again(session: Session) -> None:
    """Everything that it says, and each item, through text."""
    text = rendered(CODEC.data(session))
    assert CODEC.value("x", parsed(text.encode(), "x").data) == session


def test_a_file_is_laid_out_for_people() -> None:
    """One table for the session and one for each item; what is not said is not there."""
    item = Item("1a", T, "user", "Hello", refs=("events/01m7",))
    text = rendered(CODEC.data(Session("x", "ctx://person/alex", T, 4000, 2.0, items=(item,))))
    assert text == (
        '[session]\nid = "x"\nperson = "ctx://person/alex"\ntoken_budget = 4000\nttl = "2d"\n'
        'created = "2025-02-01T12:00:00Z"\n\n[[item]]\nid = "1a"\nat = "2025-02-01T12:00:00Z"\n'
        'role = "user"\ntext = "Hello"\nfrom = ["events/01m7"]\n'
    )


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('id = "x"', 'id = "y"', "session.id"),
        ("4000", "0", "token_budget"),
        ("4000", "100001", "token_budget"),
        ('"48h"', '"soon"', "ttl"),
        ('created = "2025-02-01T12:00:00Z"', "", "created"),
        ("", '[[item]]\nid = "1"\nat = "2025-02-01"\nrole = "judge"\ntext = "x"', "role"),
        ("", '[[item]]\nid = "1"\nat = "2025-02-01"\n', "text"),
    ],
)
def test_what_makes_no_sense_is_named(tmp_path: Path, old: str, new: str, problem: str) -> None:
    """A file with a value that cannot be is bad data, which names the key; another is read."""
    store = new_store(tmp_path / "s")
    folder = store.held(SESSIONS)
    folder.create_raw("x", LEAST.encode())
    assert folder.read("x").value.person == "ctx://person/alex"
    text = LEAST.replace(old, new, 1) if old else LEAST + new
    Path(folder.path("x")).write_text(text)
    with pytest.raises(BadData, match=problem):
        folder.read("x")
