"""Recall over several stores: one order, each hit with its store, and writing to the nearest."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Draft, Store, init, record
from memento_cli.core.recall.query import Hit, hit_of
from memento_cli.core.recall.ranking import PROFILES, Parts, total
from memento_cli.core.recall.rescoring import pooled_hits
from memento_cli.store.directory.platform_folders import user_file
from tests.conformance.stores import memory
from tests.conftest import Ran
from tests.store.helpers import NOW

Call = Callable[..., Ran]
SCHEME = PROFILES["half-life"]


@pytest.fixture
def layers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Store, Store]:
    """A project's store, in which the shell stands, and a personal one."""
    monkeypatch.delenv("MEMENTO_STORE", raising=False)
    project = init(str(tmp_path / "project"), person="alex").store
    personal = init(str(tmp_path / "personal"), person="alex").store
    record(project, Draft("The build takes green tea", "alex"), NOW)
    record(project, Draft("The server is called oolong", "alex"), NOW)
    record(personal, Draft("Green tea, never black", "alex"), NOW)
    monkeypatch.chdir(project.root)
    return project, personal


@pytest.fixture
def configured(layers: tuple[Store, Store]) -> object:
    """The same with the personal store as a layer in the user's settings."""
    place = Path(user_file())
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f'layers = ["{layers[1].root}", "{layers[0].root}", "/gone"]\n')
    yield layers
    place.unlink()


def hit(id: str, relevance: float) -> Hit:
    """A hit of this relevance."""
    parts = Parts(relevance, 0.5, 0.5, None)
    return hit_of(memory(id), NOW)._replace(parts=parts, score=total(parts, SCHEME))


def test_relevance_is_the_share_of_the_best_of_all() -> None:
    """The best of a search in which nothing fits well does not come first."""
    good, poor = [hit("a", 1.0), hit("b", 0.5)], [hit("c", 1.0)]
    ((a, b), (c,)) = pooled_hits([(10.0, good), (2.0, poor)], SCHEME)
    assert [one.parts.relevance for one in (a, b, c) if one.parts] == [1.0, 0.5, 0.2]
    assert a.score > b.score > c.score
    assert pooled_hits([(0.0, good)], SCHEME) == [good]


def test_stores_that_are_named_twice_are_read_together(
    layers: tuple[Store, Store], call: Call
) -> None:
    """Each hit says which store it is from, and the limit is one for all."""
    project, personal = layers
    both = ("--store", project.root, "--store", personal.root)
    found = json.loads(call(*both, "recall", "green", "tea", "--json").stdout)["memories"]
    assert {one["store"] for one in found} == {project.root, personal.root}
    assert all(one["in"] == "memories" for one in found)
    alone = json.loads(call(*both, "recall", "green", "tea", "--json", "--limit", "1").stdout)
    assert alone["memories"] == found[:1]
    rest = json.loads(call(*both, "recall", "green", "tea", "--json", "--offset", "1").stdout)
    assert rest["memories"] == found[1:]
    fenced, explained = (
        call(*both, "recall", "green", "tea", way).stdout for way in ("--fence", "--explain")
    )
    for root in (project.root, personal.root):
        assert explained.count(root) == 1
        assert root not in fenced and f"store: {os.path.basename(root)}" in fenced
    listed = json.loads(call(*both, "list", "--all", "--json").stdout)["memories"]
    assert len(listed) == 3 and {one["store"] for one in listed} == {project.root, personal.root}


def test_layers_of_the_user_are_read_and_not_written(
    configured: tuple[Store, Store], call: Call, run: Callable[..., Ran]
) -> None:
    """The store that is found is the nearest, and the one to write to; a lost layer is named."""
    project, personal = configured
    found = call("recall", "green", "--json")
    assert len(json.loads(found.stdout)["memories"]) == 2 and "/gone" in found.stderr
    piped = run("recall", "green", cwd=project.root)
    assert project.root in piped.stdout and personal.root in piped.stdout
    before = personal.memories.ids()
    assert call("record", "A third tea").code == 0
    assert personal.memories.ids() == before and len(project.memories.ids()) == 3
    named = call("--store", project.root, "recall", "green", "--json")
    assert len(json.loads(named.stdout)["memories"]) == 1, "who names a store means it alone"


def test_a_command_for_one_store_takes_no_two(layers: tuple[Store, Store], call: Call) -> None:
    """Which of two would it write to?"""
    project, personal = layers
    done = call("--store", project.root, "--store", personal.root, "record", "x")
    assert done.code == 2 and "one --store" in done.stderr


def test_settings_of_the_user_that_are_nonsense_are_an_error(
    configured: tuple[Store, Store], call: Call
) -> None:
    """All that is wrong is named, with the file."""
    Path(user_file()).write_text("layers = 3\ncolour = 'red'\n")
    done = call("recall", "green")
    assert done.code == 4 and "layers" in done.stderr and "colour" in done.stderr


def test_a_source_that_there_is_not_is_refused(layers: tuple[Store, Store], call: Call) -> None:
    """The sources are told."""
    done = call("recall", "green", "--in", "memories,dreams")
    assert done.code == 2 and "dreams" in done.stderr and "states" in done.stderr
