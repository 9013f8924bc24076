"""What entities are called, and how much their edges weigh."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.graph.entities import (
    Edge,
    Entity,
    Names,
    edge_law,
    edge_ref,
    edge_strength,
    edges_to,
    entity_name,
    predicate_of,
    same_edges,
    weight_at,
)
from memento_cli.core.journal.event_types import UNDONE
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.memory.creation import Defaults
from memento_cli.core.memory.record_kinds import filed_name, held
from memento_cli.errors import Ambiguous, BadValue, MementoError

T = datetime(2025, 2, 1, 12, tzinfo=UTC)
LAWS = (
    Law(HALF_LIFE, 90.0),
    Law(EBBINGHAUS, 10.0),
    Law(DAILY, 5.0),
    Law(TTL, 30.0),
    Law(NEVER),
    Law(BASE_LEVEL, 0.45),
)
WORDS = st.sampled_from(["Alex", "Lex", "Acme", "Viktor", "Vic", "Green tea", "Zoe"])


def used(day: float, id: str, act: str = "used", undoes: str = "") -> JournalEntry:
    """A line of an act on an edge so many days later."""
    return JournalEntry(id, T + timedelta(days=day), act, "graph/x/y", "a", undoes=undoes)


def weight(edge: Edge, law: Law, lines: list[JournalEntry], day: float) -> float:
    """What an edge weighs so many days later."""
    now = T + timedelta(days=day)
    return weight_at(edge_strength(edge, law, lines, now), law, now)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Alex", "Alex"),
        ("  Green \n tea ", "Green tea"),
        ("ctx://person/alex", "alex"),
        ("ctx://~acme/person/Viktor", "Viktor"),
    ],
)
def test_a_name_is_what_people_call_it(text: str, name: str) -> None:
    """Spaces are one, and of a person's reference the last part is the name."""
    assert entity_name(text) == name


@pytest.mark.parametrize("text", ["", "  ", "x" * 301, "a\x1b[31m", "ctx://nobody"])
def test_what_is_no_name_is_refused(text: str) -> None:
    """Nothing, too much, control signs, and references to no person."""
    with pytest.raises(MementoError):
        entity_name(text)


def test_predicates_that_differ_in_capitals_and_spaces_are_one() -> None:
    """`Works at` is works_at; its line has the same name."""
    assert predicate_of("Works  at") == predicate_of("works_at") == "works_at"
    one, other = Edge("works_at", "Acme", T), Edge("Works at", "ACME", T)
    assert edge_ref("alex", one) == edge_ref("alex", other) != edge_ref("alex", Edge("x", "y", T))
    assert held(edge_ref("alex", one)) == ("graph", "alex")


def test_a_name_and_an_alias_mean_the_entity() -> None:
    """In any capitals; a name is its entity's own, though another has it as an alias."""
    alex = filed_name("Alex")
    names = Names({alex: Entity("Alex", ("Lex", "Vic")), "viktor": Entity("Viktor", ("Alex",))})
    assert [names.resolve(text) for text in ("ALEX", "lex", alex, "Viktor")] == [alex] * 3 + [
        "viktor"
    ]
    assert names.resolve("Nobody") == filed_name("Nobody")


def test_an_alias_of_two_is_nobodys() -> None:
    """Whoever says it is told who claims it; an edge to it leads to neither."""
    names = Names({"alexander": Entity("Alexander", ("Lex",)), "lexington": Entity("L", ("lex",))})
    with pytest.raises(Ambiguous) as told:
        names.resolve("LEX")
    assert told.value.hint == "alexander, lexington"
    assert names.node("Lex") == filed_name("lex")


@given(st.dictionaries(WORDS, st.lists(WORDS, max_size=3), max_size=5), WORDS)
def test_resolving_is_what_a_plain_look_gives(aliases: dict[str, list[str]], text: str) -> None:
    """The entity of that name; else the only one that claims it; else it stands for itself."""
    entities = {filed_name(n): Entity(n, tuple(others)) for n, others in aliases.items()}
    claiming = [n for n, others in aliases.items() if text in others]
    if text in aliases or not claiming:
        meant = text
    else:
        meant = claiming[0] if len(claiming) == 1 else text
    assert Names(entities).node(text) == filed_name(meant)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_a_use_brings_the_weight_back_to_1_by_any_law(law: Law) -> None:
    """An edge fades from its first weight; stated again it is as strong as new."""
    edge = Edge("knows", "Alex", T, weight=0.5)
    assert weight(edge, law, [], 0) == pytest.approx(0.5)
    assert weight(edge, law, [], 20) <= 0.5
    assert weight(edge, law, [used(20, "1")], 20) == pytest.approx(1.0)
    assert weight(edge, law, [used(20, "1")], 10) == weight(edge, law, [], 10)


def test_a_use_that_was_undone_is_none() -> None:
    """Undone, an edge fades from where it was; a line told twice counts once."""
    lines, edge, law = (
        [used(20, "1"), used(20, "1")],
        Edge("knows", "Alex", T),
        Law(HALF_LIFE, 10.0),
    )
    assert weight(edge, law, lines, 30) == pytest.approx(0.5)
    undone = [*lines, used(21, "2", UNDONE, undoes="1")]
    assert weight(edge, law, undone, 30) == pytest.approx(0.125)


def test_lines_of_an_edge_that_was_taken_out_do_not_count() -> None:
    """What was used before it was stated anew was another edge of the same name."""
    edge = Edge("knows", "Alex", T, weight=0.4)
    assert weight(edge, Law(NEVER), [used(-3, "1")], 5) == pytest.approx(0.4)


@given(st.floats(0, 1), st.lists(st.floats(0, 90), max_size=5), st.floats(0, 100))
def test_a_weight_is_from_0_to_1(first: float, days: list[float], now: float) -> None:
    """Whatever it began with, whenever it was used, by every law."""
    lines = [used(day, str(n)) for n, day in enumerate(days)]
    for law in LAWS:
        assert 0 <= weight(Edge("x", "y", T, first), law, lines, now) <= 1 + 1e-12


def test_an_edge_fades_by_its_own_law_or_the_stores() -> None:
    """Without one of its own it gets what knowledge of medium significance gets."""
    own = Edge("x", "y", T, law=Law(DAILY, 9.0))
    assert edge_law(own, "never") == Law(DAILY, 9.0)
    assert edge_law(Edge("x", "y", T), "half-life") == Law(HALF_LIFE, 90.0)
    assert edge_law(Edge("x", "y", T), "half-life", Defaults(by_kind=True)) == Law(HALF_LIFE, 180.0)
    assert edge_law(Edge("x", "y", T), "daily") == Law(DAILY, 5.0)
    with pytest.raises(BadValue):
        edge_law(Edge("x", "y", T), "fancy")


def test_edges_are_found_by_what_they_mean() -> None:
    """By any name of the object, and whatever the predicate's capitals."""
    edges = (Edge("Knows", "lex", T), Edge("knows", "Vic", T))
    entities = {"alexander": Entity("Alexander", ("Lex",)), "viktor": Entity("Viktor", edges=edges)}
    names = Names(entities)
    assert same_edges(entities["viktor"], names, "knows", "alexander") == (0,)
    assert edges_to(entities, names, "alexander") == [("viktor", 0, edges[0])]


@given(
    st.dictionaries(
        WORDS, st.tuples(st.lists(WORDS, max_size=2), st.lists(WORDS, max_size=3)), min_size=1
    )
)
def test_no_edge_hangs_where_an_entity_was(told: dict[str, tuple[list[str], list[str]]]) -> None:
    """Without the edges to it, and itself, nothing is left that leads to an entity."""
    entities = {
        filed_name(name): Entity(name, tuple(others), edges=tuple(Edge("r", o, T) for o in objects))
        for name, (others, objects) in told.items()
    }
    names, gone = Names(entities), next(iter(entities))
    lost = {(id, place) for id, place, _ in edges_to(entities, names, gone)}
    for id, entity in entities.items():
        for place, edge in enumerate(entity.edges):
            if id != gone and names.node(edge.object) == gone:
                assert (id, place) in lost
            else:
                assert (id, place) not in lost
