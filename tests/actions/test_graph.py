"""The graph: what is stated, how it fades, what goes with what, and what recall finds by it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from memento_cli.actions.graph.graph import graph_of, nearby, path_between, shown_entity
from memento_cli.actions.graph.relate import (
    Statement,
    add_edge,
    describe,
    forget_entities,
    forget_entity,
    remove_alias,
    remove_edge,
    unrelate_all,
)
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.links import link, unlink
from memento_cli.actions.memory.record import record
from memento_cli.actions.recall.recall import recall
from memento_cli.actions.store.profile import set_settings
from memento_cli.actions.undo.undo import undo
from memento_cli.core.fading.laws import DAILY, Law
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Draft, Link, Tags
from memento_cli.core.memory.record_kinds import GRAPH
from memento_cli.core.recall.query import Query
from memento_cli.errors import Ambiguous, BadData, BadValue, Conflict, NotFound, SecretFound, Usage
from memento_cli.store.directory.store import Store
from tests.conformance.stores import contents
from tests.store.helpers import ALEX, DAY, NOW, new_store

SECRET = "ghp_" + "a1B2" * 9


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return new_store(tmp_path / "s", person="ctx://person/me")


def act(store: Store, day: float = 0.0) -> Provenance:
    """An act so many days later."""
    return Provenance(store.signed(NOW + day * DAY, "test"))


def say(store: Store, text: str, day: float = 0.0) -> bool:
    """State a triple in three words; whether it is new."""
    return add_edge(store, Statement(*text.split()), act(store, day)).is_new


def triples(store: Store, day: float = 0.0, *, deep: bool = False) -> dict[str, float]:
    """The edges that are followed so many days later, with their weights."""
    found = graph_of(store, NOW + day * DAY).followed(deep=deep)
    return {
        f"{one.subject_name} {one.edge.predicate} {one.object_name}": round(one.weight, 3)
        for one in found
    }


def names(store: Store) -> set[str]:
    """What the entities of a store are called."""
    return {entity.name for entity in graph_of(store, NOW).entities.values()}


def test_an_act_on_an_entity_whose_file_is_broken_says_so_and_does_nothing(store: Store) -> None:
    """Its edges and aliases are not known, so nothing is said of them. Others are not held up."""
    say(store, "Alex knows Viktor")
    path = Path(store.held(GRAPH).path("alex"))
    path.write_text(path.read_text() + "[[edge\n")
    before = contents(store)
    for refused in (
        lambda: say(store, "Alex knows Viktor"),
        lambda: say(store, "Vera knows alex"),
        lambda: remove_edge(store, Statement("Alex", "knows", "Viktor"), act(store)),
        lambda: describe(store, "Alex", act(store), aliases=["Lex"]),
        lambda: remove_alias(store, "Alex", ["Lex"], act(store)),
    ):
        with pytest.raises(BadData, match="alex"):
            refused()
    assert contents(store) == before
    assert say(store, "Vera knows Viktor")


def test_stating_a_triple_makes_both_its_ends(store: Store) -> None:
    """Two files, one edge; stated again it is that edge, as strong as new."""
    assert say(store, "Alex knows Viktor")
    assert names(store) == {"Alex", "Viktor"}
    before = contents(store)
    assert not say(store, "ALEX Knows viktor", day=90)
    assert {name for name in contents(store) if name.startswith("graph/")} == {
        name for name in before if name.startswith("graph/")
    }
    assert triples(store, 89) == {"Alex knows Viktor": round(0.5 ** (89 / 90), 3)}
    assert triples(store, 90) == {"Alex knows Viktor": 1.0}


def test_an_edge_fades_while_its_entities_stay(store: Store) -> None:
    """A ghost is followed in a deep look alone; below the setting it is broken for all."""
    add_edge(store, Statement("Alex", "likes", "Tea", law=Law(DAILY, 5.0)), act(store))
    assert triples(store, 23) and not triples(store, 24)
    assert triples(store, 24, deep=True) == {"Alex likes Tea": round(0.95**24, 3)}
    set_settings(store, {"graph.break_below": 0.3})
    again = Store(store.root)
    assert triples(again, 24, deep=True) == {} and names(again) == {"Alex", "Tea"}
    assert not say(again, "Alex likes Tea", day=24) and triples(again, 24)["Alex likes Tea"] == 1.0


def test_taking_an_edge_out_leaves_its_entities(store: Store) -> None:
    """Said again it is done already; one undo brings it back, the next one takes its ends."""
    say(store, "Alex knows Viktor")
    assert remove_edge(store, Statement("alex", "knows", "viktor"), act(store))
    assert not remove_edge(store, Statement("alex", "knows", "viktor"), act(store))
    assert triples(store) == {} and names(store) == {"Alex", "Viktor"}
    assert not remove_edge(store, Statement("Nobody", "knows", "Viktor"), act(store))
    assert not remove_alias(store, "Nobody", ["Alex"], act(store))[1]
    undo(store, None, NOW)
    assert triples(store) == {"Alex knows Viktor": 1.0}
    undo(store, None, NOW)
    assert names(store) == set()


def test_an_edge_stated_anew_does_not_remember(store: Store) -> None:
    """Taken out and stated again, it begins with the weight that it is given then."""
    say(store, "Alex knows Viktor")
    say(store, "Alex knows Viktor", day=5)
    remove_edge(store, Statement("Alex", "knows", "Viktor"), act(store, 6))
    add_edge(store, Statement("Alex", "knows", "Viktor", 0.8), act(store, 7))
    assert triples(store, 7) == {"Alex knows Viktor": 0.8}


def test_what_is_stated_already_takes_no_other_weight(store: Store) -> None:
    """Neither a weight nor a law, which would be lost without a word; nor one that is none."""
    say(store, "Alex knows Viktor")
    for more in (Statement("Alex", "knows", "Viktor", 0.5), Statement("a", "b", "c", 2.0)):
        with pytest.raises((Conflict, BadValue)):
            add_edge(store, more, act(store))
    assert names(store) == {"Alex", "Viktor"}


def test_the_same_statement_with_its_weight_is_a_use(store: Store) -> None:
    """What a script says twice, or again after a kill, is done already."""
    said = Statement("Alex", "likes", "Tea", 0.5, Law(DAILY, 5.0))
    assert add_edge(store, said, act(store)).is_new
    assert not add_edge(store, said, act(store)).is_new and triples(store) == {
        "Alex likes Tea": 1.0
    }


def test_what_is_gone_may_be_forgotten_again(store: Store) -> None:
    """Said again it is done; edges that a deleted file has left hanging go as well."""
    say(store, "Alex knows Viktor")
    assert [forget_entity(store, "Viktor", act(store)).edges for _ in range(2)] == [1, 0]
    say(store, "Alex knows Zoe")
    Path(store.held("graph").path("zoe")).unlink()
    assert forget_entity(store, "Zoe", act(store)).edges == 1 and triples(store) == {}
    with pytest.raises(NotFound):
        forget_entity(store, "Nobody", act(store))


def test_aliases_lead_to_the_entity(store: Store) -> None:
    """To say and to take back; one that another goes by is refused; it can be taken away."""
    say(store, "Alex knows Viktor")
    describe(store, "Alex", act(store), aliases=["Lex"], kind="person")
    assert say(store, "Viktor knows lex") and "Viktor knows Alex" in triples(store)
    assert not describe(store, "lex", act(store), aliases=["LEX"])[1]
    for alias in ("Lex", "alex"):
        with pytest.raises(Conflict):
            describe(store, "Viktor", act(store), aliases=[alias])
    assert remove_alias(store, "Alex", ["lex"], act(store))[1]
    with pytest.raises(NotFound):
        shown_entity(store, "Lex", NOW)
    undo(store, None, NOW)
    assert shown_entity(store, "Lex", NOW).entity.name == "Alex"


def test_an_alias_of_two_must_be_said_otherwise(store: Store) -> None:
    """As a merge may leave it: the candidates are named, and nothing is made."""
    for name in ("Alexander", "Alexandra"):
        describe(store, name, act(store), aliases=[f"{name} Smith"])
        path = store.held("graph").path(name.lower())
        Path(path).write_text(Path(path).read_text().replace(f"{name} Smith", "Lex"))
    with pytest.raises(Ambiguous, match="Lex"):
        say(store, "Lex knows Viktor")
    assert names(store) == {"Alexander", "Alexandra"}


def test_several_are_taken_out_in_one_act(store: Store) -> None:
    """Edges, those of one file among them; and entities, with the edges between them."""
    for text in ("Alex knows Viktor", "Alex likes Tea", "Tea helps Alex", "Zoe knows Tea"):
        say(store, text)
    before = triples(store)
    said = [Statement("Alex", "knows", "Viktor"), Statement("lex", "x", "y")]
    said += [Statement("Alex", "likes", "Tea"), Statement("alex", "Likes", "tea")]
    assert unrelate_all(store, said, act(store)) == 2
    assert set(triples(store)) == {"Tea helps Alex", "Zoe knows Tea"}
    undo(store, None, NOW)
    gone = forget_entities(store, ["Alex", "Tea"], act(store))
    assert [one.name for one in gone] == ["Alex", "Tea"]
    assert triples(store) == {} and names(store) == {"Viktor", "Zoe"}
    undo(store, None, NOW)
    assert triples(store) == before and names(store) == {"Alex", "Viktor", "Tea", "Zoe"}


def test_forgetting_an_entity_leaves_no_hanging_edge(store: Store) -> None:
    """Edges from it and to it go with it, by whatever name; one undo brings all back."""
    say(store, "Alex knows Viktor")
    say(store, "Viktor knows Alex")
    describe(store, "Alex", act(store), aliases=["Lex"])
    say(store, "Acme employs Lex")
    before = contents(store)
    gone = forget_entity(store, "lex", act(store))
    assert (gone.name, gone.edges) == ("Alex", 3)
    assert triples(store) == {} and names(store) == {"Viktor", "Acme"}
    undo(store, None, NOW)
    assert {name: raw for name, raw in contents(store).items() if "graph/" in name} == {
        name: raw for name, raw in before.items() if "graph/" in name
    }


def test_an_edge_is_not_put_back_into_a_file_that_is_gone(store: Store) -> None:
    """Undoing out of order is refused where it would make half a file."""
    say(store, "Alex knows Viktor")
    say(store, "Alex knows Acme")
    undone = undo(store, None, NOW)
    forget_entity(store, "Alex", act(store))
    with pytest.raises(NotFound):
        undo(store, undone.batch, NOW)


def test_a_secret_is_refused_before_anything_is_made(store: Store) -> None:
    """In any of the three words; allowed, it is kept."""
    before = contents(store)
    with pytest.raises(SecretFound):
        add_edge(store, Statement("Alex", "has", SECRET), act(store))
    assert contents(store) == before
    add_edge(store, Statement("Alex", "has", SECRET), act(store)._replace(allow_secret=True))
    assert names(store) == {"Alex", SECRET}


def test_a_broken_file_hides_no_other(store: Store) -> None:
    """It is named and skipped, in reading and in writing."""
    say(store, "Alex knows Viktor")
    Path(store.root, "graph", "broken.toml").write_text("[entity]\nname = 5\n")
    told: list[str] = []
    again = Store(store.root, told.append)
    assert say(again, "Viktor knows Alex") and len(triples(again)) == 2
    assert len(told) == 1 and "broken.toml" in told[0]


def keep(
    store: Store, summary: str, *topics: str, people: tuple[str, ...] = (), **more: str
) -> str:
    """Record a memory; its id."""
    tags = Tags(topics, tuple(f"ctx://person/{name}" for name in people))
    return record(store, Draft(summary, tags=tags, **more), NOW).memory.id


def test_people_and_topics_are_nodes_without_extra_work(store: Store) -> None:
    """A memory mentions them, by name or alias; whose memory it is counts but for the store's."""
    lunch = keep(store, "Lunch", people=("lex",))
    walk = keep(store, "Walk", "oauth", person=ALEX)
    describe(store, "Alex", act(store), aliases=["Lex"])
    assert {one.id for one in shown_entity(store, "ALEX", NOW).memories} == {lunch, walk}
    assert [one.id for one in shown_entity(store, "OAuth", NOW).memories] == [walk]
    for name in ("me", "nobody"):
        with pytest.raises(NotFound):
            shown_entity(store, name, NOW)
    near = nearby(store, "oauth", NOW, 3)
    assert [(one.hops, one.name) for one in near.nodes] == [
        (0, "oauth"), (1, walk), (2, "Alex"), (3, lunch)
    ]  # fmt: skip


def test_a_way_leads_over_memories_links_and_edges(store: Store) -> None:
    """The shortest; over nothing that is superseded, and over ghosts only in a deep look."""
    one, two = keep(store, "One", "alpha"), keep(store, "Two", "beta")
    assert path_between(store, "alpha", "beta", NOW).triples is None
    link(store, one, "cause_of", two, NOW)
    way = path_between(store, "alpha", "beta", NOW).triples
    assert way and [step.predicate for step in way] == ["mentions", "cause_of", "mentions"]
    say(store, "alpha is beta")
    assert len(path_between(store, "alpha", "beta", NOW).triples or ()) == 1
    late = NOW + 200 * DAY
    assert len(path_between(store, "alpha", "beta", late).triples or ()) == 3
    assert len(path_between(store, "alpha", "beta", late, deep=True).triples or ()) == 1
    link(store, keep(store, "Three", "gamma"), "supersedes", one, NOW)
    assert path_between(store, "alpha", "beta", late).triples is None
    assert path_between(store, "alpha", "alpha", late).triples == ()
    assert path_between(store, one, "alpha", late).triples is None


def hits(store: Store, word: str, hops: int, day: float = 0.0, **more: bool) -> list[str]:
    """The summaries that a recall finds."""
    found = recall(store, Query(words=(word,)), NOW + day * DAY, hops=hops, **more).hits
    return [hit.memory.content.summary for hit in found]


def test_recall_follows_the_graph(store: Store) -> None:
    """Linked memories, those with the same people, and those that edges lead to, each hop less."""
    tea = keep(store, "Tea at noon", people=("viktor",))
    link(store, keep(store, "Kettle broken"), "cause_of", tea, NOW)
    keep(store, "Walk", people=("viktor",))
    keep(store, "Berlin move", "acme")
    keep(store, "New chairs", "desk")
    say(store, "Viktor works_at Acme")
    say(store, "Acme owns Desk")
    assert hits(store, "tea", 0) == ["Tea at noon"]
    found = recall(store, Query(words=("tea",)), NOW, hops=1).hits
    assert {hit.memory.content.summary for hit in found} == {
        "Tea at noon", "Kettle broken", "Walk", "Berlin move"
    }  # fmt: skip
    gains = {hit.memory.content.summary: dict(hit.gains)["graph"] for hit in found}
    assert gains.pop("Tea at noon") == 0.0 and set(gains.values()) == {0.5}
    assert "New chairs" in hits(store, "tea", 2) and hits(store, "tea", 2)[0] == "Tea at noon"
    assert len(hits(store, "tea", 1, day=200)) == 3
    assert len(hits(store, "tea", 1, day=200, deep=True)) == 4


def test_topics_at_large_join_nothing(store: Store) -> None:
    """Only a topic that is an entity of the graph does."""
    keep(store, "Tea", "drinks")
    keep(store, "Coffee", "drinks")
    assert hits(store, "tea", 1) == ["Tea"]
    describe(store, "Drinks", act(store))
    assert hits(store, "tea", 1) == ["Tea", "Coffee"]


def test_what_the_graph_brings_in_answers_to_the_filters(store: Store) -> None:
    """Nothing superseded comes in, nothing that a filter leaves out or that lacks a +word."""
    keep(store, "Tea", people=("viktor",))
    old = keep(store, "Old walk", people=("viktor",))
    link(store, keep(store, "New walk", "walks"), "supersedes", old, NOW)
    keep(store, "Secret walk", people=("viktor",), project="x")
    assert hits(store, "tea", 1) == ["Tea", "Secret walk"]
    asked = Query(words=("tea",), projects=("x",))
    assert recall(store, asked, NOW, hops=1).hits == ()
    asked = Query(required=("tea",))
    assert len(recall(store, asked, NOW, hops=1).hits) == 1


@pytest.mark.parametrize(("words", "hops"), [((), 1), (("tea",), 4), (("tea",), -1)])
def test_hops_need_words_and_are_few(store: Store, words: tuple[str, ...], hops: int) -> None:
    """From no words there is nothing to follow; more than 3 hops reach everything."""
    with pytest.raises(Usage):
        recall(store, Query(words=words), NOW, hops=hops)


def test_links_are_said_once_and_taken_away_once(store: Store) -> None:
    """Circles are allowed, a memory beside itself is not; undo takes back either."""
    one, two = keep(store, "One", "a"), keep(store, "Two", "b")
    assert link(store, one, "cause-of", two, NOW) and not link(store, one, "cause_of", two, NOW)
    assert link(store, two, "cause_of", one, NOW)
    for rel, target, error in (("cause_of", one, Conflict), ("likes", two, BadValue),
                               ("cause_of", "gone", NotFound)):  # fmt: skip
        with pytest.raises(error):
            link(store, one, rel, target, NOW)
    assert unlink(store, one, "cause_of", two, NOW) and not unlink(store, one, "cause_of", two, NOW)
    assert store.memories.read(one).value.links == ()
    undo(store, None, NOW)
    assert store.memories.read(one).value.links == (Link("cause_of", two),)


def test_a_link_to_what_is_gone_can_be_taken_away(store: Store) -> None:
    """Its target need not be there."""
    one = keep(store, "One", "a")
    edit(store, one, {"memory.links": [{"rel": "cause_of", "target": "gone-2025"}]}, NOW)
    assert unlink(store, one, "cause_of", "gone-2025", NOW)


def test_the_past_knows_only_what_was_stated_then(store: Store) -> None:
    """At a moment before an edge, or before its last use, it is as it was."""
    say(store, "Alex knows Viktor", day=10)
    say(store, "Alex knows Viktor", day=100)
    assert triples(store, 9) == {} and triples(store, 55) == {
        "Alex knows Viktor": round(0.5**0.5, 3)
    }
    assert shown_entity(store, "Alex", NOW - timedelta(days=1)).out == ()
