"""The file of an entity, and back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.graph.entities import Edge, Entity
from memento_cli.core.memory.record_kinds import GRAPH
from memento_cli.core.security.trust import TRUSTS
from memento_cli.errors import BadData
from memento_cli.store.records.registry import codec_of
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import rendered
from tests.store.helpers import new_store

T = datetime(2025, 2, 1, 12, tzinfo=UTC)
CODEC = codec_of("graph", UTC)
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1).filter(
    lambda text: not text.isspace()
)
LAWS = st.one_of(
    st.none(),
    st.just(Law(NEVER)),
    st.builds(Law, st.just(HALF_LIFE), st.integers(1, 999).map(float)),
    st.builds(Law, st.just(DAILY), st.integers(0, 99).map(float)),
    st.builds(Law, st.just(TTL), st.integers(1, 999).map(float)),
    st.builds(Law, st.just(BASE_LEVEL), st.sampled_from([0.25, 0.5])),
)
MOMENTS = st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1), timezones=st.just(UTC))
EDGES = st.builds(
    Edge,
    TEXT,
    TEXT,
    MOMENTS,
    st.floats(0, 1),
    LAWS,
    st.lists(TEXT, max_size=2).map(tuple),
    st.sampled_from(TRUSTS),
)
ENTITIES = st.builds(
    Entity,
    TEXT,
    st.lists(TEXT, max_size=2).map(tuple),
    st.one_of(st.none(), TEXT),
    st.lists(EDGES, max_size=3).map(tuple),
)


@given(ENTITIES)
def test_what_is_written_is_read_again(entity: Entity) -> None:
    """Names, kind, and each edge with its law and evidence, through text."""
    text = rendered(CODEC.data(entity))
    assert CODEC.value("x", parsed(text.encode(), "x").data) == entity


def test_a_file_is_laid_out_for_people() -> None:
    """One table for the entity and one for each edge; what is not said is not there."""
    edge = Edge("works_at", "Acme", T, 0.5, Law(DAILY, 5.0), ("alex-tea-2025-02",))
    text = rendered(CODEC.data(Entity("Alex", ("Lex",), "person", (edge,))))
    assert text == (
        '[entity]\nname = "Alex"\naliases = ["Lex"]\nkind = "person"\n\n'
        '[[edge]]\npredicate = "works_at"\nobject = "Acme"\nsince = "2025-02-01T12:00:00Z"\n'
        'weight = 0.5\nlaw = "daily"\ndaily_percent = 5\nevidence = ["alex-tea-2025-02"]\n'
    )
    assert rendered(CODEC.data(Entity("Acme"))) == '[entity]\nname = "Acme"\n'


def test_an_edge_may_say_little() -> None:
    """A weight is 1 and a law the store's, if it says none; a law's number may be left out."""
    text = "[entity]\nname='A'\n[[edge]]\npredicate='p'\nobject='B'\nsince=2025-02-01T12:00:00Z\n"
    (edge,) = CODEC.value("a", parsed(text.encode(), "a").data).edges
    assert edge == Edge("p", "B", T)
    (edge,) = CODEC.value("a", parsed(f"{text}law='half-life'\n".encode(), "a").data).edges
    assert edge.law == Law(HALF_LIFE, 90.0)


EDGE = "[entity]\nname='A'\n[[edge]]\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "missing [entity]"),
        ("[entity]", "missing entity.name"),
        ("entity = 1", "missing [entity]"),
        ("[entity]\nname = 5", "entity.name: 5 is not text"),
        ("[entity]\nname = ' '", "entity.name: is empty"),
        ("edge = 1\n[entity]\nname='A'", "edge: not a list of tables"),
        (EDGE + "object='B'\nsince='2025-02-01'", "missing edge[0].predicate"),
        (EDGE + "predicate='p'\nobject='B'\nsince='soon'", "edge[0].since"),
        (EDGE + "predicate='p'\nobject='B'\nsince='2025-02-01'\nweight=2", "edge[0].weight"),
        (EDGE + "predicate='p'\nobject='B'\nsince='2025-02-01'\nlaw='fancy'", "edge[0].law"),
        (EDGE + "predicate='p'\nobject='B'\nsince='2025-02-01'\ndaily_percent=100",
         "edge[0].daily_percent"),
    ],
)  # fmt: skip
def test_every_problem_is_named(text: str, problem: str) -> None:
    """What is missing, and what is of the wrong kind or out of its range, with its place."""
    with pytest.raises(BadData) as told:
        CODEC.value("x", parsed(text.encode(), "x").data)
    assert problem in str(told.value)


def test_comments_and_unknown_keys_stay(tmp_path: Path) -> None:
    """An edit of an alias leaves the rest of a file as somebody wrote it."""
    store = new_store(tmp_path / "s")
    text = "# mine\n[entity]\nname = 'Alex' # who\nage = 7\n\n[[edge]] # work\npredicate = 'p'\n"
    text += "object = 'B'\nsince = 2025-02-01\nsure = true\n"
    Path(tmp_path, "s", "graph").mkdir(exist_ok=True)
    Path(tmp_path, "s", "graph", "alexander.toml").write_text(text)
    store.held(GRAPH).change("alexander", lambda entity: entity._replace(aliases=("Lex",)))
    after = Path(tmp_path, "s", "graph", "alexander.toml").read_text()
    assert after == text.replace("age = 7\n", 'age = 7\naliases = ["Lex"]\n')
