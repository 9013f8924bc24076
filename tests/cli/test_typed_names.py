"""People and topics as people type them: without accents, in any capitals, by an alias."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from memento_cli import Store
from tests.conftest import Ran

Call = Callable[..., Ran]


@pytest.fixture
def known(store: Store, call: Call) -> Store:
    """A store that knows Ana, José and Café, and whom Pepe means."""
    assert call("record", "Tea", "-p", "Ana", "-w", "José Pérez", "-t", "Café").code == 0
    assert call("graph", "name", "José Pérez", "--alias", "Pepe").code == 0
    return store


def shown(call: Call, *args: str) -> list[str]:
    """The summaries that a list or a recall shows."""
    return [row["summary"] for row in json.loads(call(*args, "--json").stdout)["memories"]]


@pytest.mark.parametrize(
    "words",
    ["-p ana", "-p ANA", "-p ＡＮＡ", "-w jose\u00a0perez", "-w PEPE", "-t cafe", "-t CAFÉ"],
)
def test_a_filter_means_who_is_there(known: Store, call: Call, words: str) -> None:
    """Neither capitals nor accents nor width are needed, and an alias means whom it names."""
    option, name = words.split(" ", 1)
    assert (
        shown(call, "list", option, name) == shown(call, "recall", "tea", option, name) == ["Tea"]
    )


def test_a_filter_in_words_means_the_same(known: Store, call: Call) -> None:
    """`person:ana` is --person ana, and what is excluded is excluded in every spelling."""
    assert shown(call, "recall", "tea person:ana topic:cafe") == ["Tea"]
    assert shown(call, "recall", "tea -topic:cafe") == []


def test_a_sentence_is_no_name(known: Store, call: Call) -> None:
    """A person is called by eight words at most; a longer name is written as a whole reference."""
    sentence = "we all had tea with Ana and with her aunt"
    done = call("record", "Tea", "-w", sentence)
    assert done.code == 2 and "“we all had tea with Ana and with …” names no person" in done.stderr
    assert call("record", "Tea", "-w", "María de los Ángeles Pérez de la Cruz").code == 0
    assert call("record", "Tea", "-w", f"ctx://person/{sentence}").code == 0


@pytest.mark.parametrize(
    "words", ["project:WEB", "project:cafe", "agent:claude", "session:s-1", "session:S-1"]
)
def test_a_label_means_what_is_there(store: Store, call: Call, words: str) -> None:
    """Projects, agents and sessions need neither capitals nor accents, in the words of a query, as
    an option, and where they are excluded; every spelling is found, and no other."""
    for text, project in (("Tea", "Web"), ("More tea", "web"), ("Third tea", "Café")):
        labels = ("--project", project, "--session", "S-1", "--set", "agent=Claude")
        assert call("record", text, *labels).code == 0
    assert call("record", "Other tea", "--project", "api").code == 0
    field, _, name = words.partition(":")
    found = {"WEB": 2, "cafe": 1}.get(name, 3)
    assert len(shown(call, "recall", f"tea {words}")) == found
    assert len(shown(call, "list", "--where", words)) == found
    assert len(shown(call, "list", f"--where=-{words}")) == 4 - found
    if field == "project":
        assert len(shown(call, "list", "--project", name)) == found
    assert shown(call, "list", "--where", f"{field}:nobody") == []


@pytest.mark.parametrize("line", ["record Tea", "list", "recall tea"])
def test_a_comma_joins_no_names(known: Store, call: Call, line: str) -> None:
    """Who types a list is told how several are named; a comma within a name has a blank."""
    for option in ("-w", "-t"):
        ran = call(*line.split(), option, "bob,carl")
        assert ran.code == 2 and f"{option} bob {option} carl" in ran.stderr
        assert call(*line.split(), option, "Perez, Ana").code == 0


def test_every_spelling_is_found(known: Store, call: Call) -> None:
    """Files that another program wrote have other capitals: a filter finds them all."""
    assert call("record", "More tea", "-p", "ctx://person/ana", "-t", "x").code == 0
    assert sorted(shown(call, "list", "-p", "ANA")) == ["More tea", "Tea"]


def test_what_is_new_is_written_as_what_is_there(known: Store, call: Call) -> None:
    """A memory, a fact and a value are of the person whom the word means, and a note says whom an
    alias means."""
    ran = call("record", "Cake", "-p", "ana", "-w", "pepe", "-t", "CAFE")
    assert "pepe means José Pérez" in ran.stderr
    memory = known.memories.read(ran.stdout.strip()).value
    assert memory.person == "ctx://person/Ana"
    assert (memory.tags.people, memory.tags.topics) == (("ctx://person/José Pérez",), ("Café",))
    assert call("fact", "set", "city", "Rome", "--of", "José Pérez").code == 0
    for who in ("jose perez", "PEPE"):
        assert call("fact", "get", "city", "--of", who).stdout == "Rome\n", who
        assert call("kv", "set", "port", "80", "--of", who).code == 0
    assert len(known.held("kv").ids()) == 1


def test_what_may_be_several_is_listed(known: Store, call: Call) -> None:
    """Two people who differ in accents alone are asked about, with their names, and nothing is
    done; who is typed as they are written is meant."""
    for name in ("José", "Josè"):
        assert call("record", f"Lunch with {name}", "-w", name, "-t", "x").code == 0
    ran = call("list", "-w", "jose")
    assert ran.code == 4 and "José" in ran.stderr and "Josè" in ran.stderr
    assert shown(call, "list", "-w", "JOSÉ") == ["Lunch with José"]


def test_a_name_that_nobody_has_is_itself(known: Store, call: Call) -> None:
    """A new person and a new topic are written as they are typed."""
    ran = call("record", "Rain", "-w", "Zoë", "-t", "Ñandú")
    memory = known.memories.read(ran.stdout.strip()).value
    assert (memory.tags.people, memory.tags.topics) == (("ctx://person/Zoë",), ("Ñandú",))
    assert ran.stderr == ""


def test_a_name_of_the_graph_needs_no_accents(known: Store, call: Call) -> None:
    """What is shown, joined and deleted is the name that is there; a new name is its own."""
    assert call("graph", "show", "jose perez").stdout.startswith("José Pérez, also Pepe\n")
    assert call("graph", "add", "JOSE PEREZ", "knows", "Zoë").code == 0
    assert call("graph", "path", "pepe", "zoe").stdout.startswith("José Pérez\tknows\tZoë")
    assert call("graph", "add", "Zoé", "knows", "Ana").code == 0
    assert call("graph", "show", "zoe").code == 4
    assert call("graph", "delete", "Zoé", "--yes").code == 0
    assert len(known.held("graph").ids()) == 3
