"""The files of states and preferences: what is written is read again, and problems are named."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memento_cli.core.facts.preferences import DOMAINS, STATUSES, Preference, Stance
from memento_cli.core.facts.states import KINDS, State, payload_of
from memento_cli.core.memory.about import About
from memento_cli.core.security.trust import TRUSTS
from memento_cli.errors import BadData, BadValue
from memento_cli.store.records.codec import Codec
from memento_cli.store.records.registry import codec_of
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import rendered
from tests.core.test_states import payloads
from tests.core.values import moments
from tests.store.helpers import ALEX, NOW, changed_lines, new_store, put

CODEC: Codec[Any] = codec_of("states", UTC)
words = st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip)
shares = st.none() | st.floats(0, 1)
times = st.none() | moments
years = st.none() | st.integers(1, 9999)
about = st.builds(About, times, times, years, years, st.none() | words, st.floats(0, 1))
rows = st.builds(
    State,
    st.just("s"),
    st.sampled_from(KINDS),
    st.just(ALEX),
    words,
    moments,
    moments,
    times,
    times,
    shares,
    st.dictionaries(words, payloads, max_size=3),
    st.just(About()) | about,
    st.sampled_from(TRUSTS),
)
stances = st.builds(
    Stance,
    st.sampled_from(STATUSES),
    times,
    times,
    st.lists(words).map(tuple),
    st.just("") | words,
    st.sampled_from(TRUSTS),
)
preferences = st.builds(
    Preference, st.just("p"), st.just(ALEX), st.sampled_from(DOMAINS), words, stances,
    st.none() | stances,
)  # fmt: skip


def read(text: str, id: str = "s") -> Any:
    """What a file with this text says."""
    return CODEC.value(id, parsed(text.encode(), id).data)


@given(rows)
def test_a_state_is_read_as_it_was_written(state: State) -> None:
    """Words, times, payload and the time that it is about come back as they were."""
    begins, ends = state.valid_from, state.valid_until
    assume(not (begins and ends and ends < begins))
    try:
        state = state._replace(payload=payload_of(state.payload))
    except BadValue:
        assume(False)
    assert read(rendered(CODEC.data(state))) == state


@given(preferences)
def test_a_preference_is_read_as_it_was_written(preference: Preference) -> None:
    """Both ways with their statuses, times, evidence and notes come back as they were."""
    assert read(rendered(CODEC.data(preference)), "p") == preference


HEAD = '[state]\nid = "s"\nkind = "fact"\nperson = "alex"\nbody = "x"\ncreated = "2025-02-01"\n'
LIKED = '[preference]\nperson = "alex"\ndomain = "food"\nsubject = "tea"\n'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "has not one of [state], [preference], [facts]"),
        (HEAD + LIKED, "has not one of"),
        ("state = 1\n", "has not one of"),
        (HEAD.replace("fact", "mood"), "state.kind: 'mood' is not one of fact, relation"),
        (HEAD.replace('"x"', '" "'), "state.body: is empty"),
        (HEAD.replace("2025-02-01", "May"), "state.created: bad timestamp 'May'"),
        (HEAD + "confidence = 2\n", "state.confidence: must be from 0 to 1, not 2"),
        (HEAD + "payload = 1\n", "state.payload: not a table"),
        (HEAD + "payload = " + "[" * 25 + "]" * 25, "state.payload: not a table"),
        (HEAD + "[state.payload]\na = " + "[" * 25 + "]" * 25, "nested more than 20 deep"),
        (HEAD + "[state.about]\nyear_start = 2018\n", "missing state.about.confidence"),
        (HEAD + 'valid_from = "2025-02-02"\nvalid_until = "2025-02-01"\n', "before valid_from"),
        (LIKED, "has neither [preference.like] nor [preference.dislike]"),
        (LIKED.replace("food", "habit"), "domain: 'habit' is not one of food, topic, style"),
        (LIKED + "like = 1\n", "preference.like: not a table"),
        (LIKED + "[preference.like]\n", "missing preference.like.status"),
        (LIKED + '[preference.like]\nstatus = "no"\n', "preference.like.status: 'no' is not one"),
        (LIKED + '[preference.dislike]\nstatus = "revoked"\nevidence = 1\n', "evidence: 1 is not"),
    ],
)
def test_a_problem_is_named(text: str, problem: str) -> None:
    """What a file cannot say is told with its place."""
    with pytest.raises(BadData) as caught:
        read(text)
    assert any(problem in told for told in caught.value.problems)


def test_all_problems_come_at_once() -> None:
    """Missing keys and bad values are one error."""
    for root in ("state", "preference"):
        with pytest.raises(BadData) as caught:
            CODEC.value("x", {root: {"person": 1}})
        assert f"{root}.person: 1 is not text" in caught.value.problems
        assert sum(told.startswith("missing") for told in caught.value.problems) >= 2


def test_a_change_touches_its_own_lines(tmp_path: Path) -> None:
    """A state's file keeps comments and unknown keys; one key of the payload is one line."""
    store = new_store(tmp_path / "s")
    text = f"# mine\n{HEAD}mood = 3 # too\n[state.payload]\na = 1\nb = [2]\n"
    path = put(store, "s", text, "states")
    states = store.held("states")
    states.change("s", lambda old: old._replace(payload={"a": 1, "b": [3]}, confirmed=NOW))
    changed = changed_lines(text, path.read_text())
    assert changed == ['+confirmed = "2025-02-01T14:30:00Z"', "-b = [2]", "+b = [3]"]
    states.change("s", lambda old: old._replace(payload={"a": {"c": 1}}))
    assert states.read("s").value.payload == {"a": {"c": 1}}
