"""memento fade set: memories that fade by another law, with all their uses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import (
    Draft,
    Query,
    Store,
    Tags,
    edit,
    init,
    law_changes,
    memory_at,
    note_use,
    record,
    set_law,
    strength_at,
    undo,
)
from memento_cli.actions.fading.law import matching_ids
from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    DAILY,
    EBBINGHAUS,
    HALF_LIFE,
    LAWS,
    NEVER,
    TTL,
    Law,
)
from memento_cli.core.memory.memory import Memory
from memento_cli.errors import BadValue

T = datetime(2025, 2, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
NOW = T + 10 * DAY


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return init(str(tmp_path / "store"), person="alex").store


def kept(store: Store, topic: str = "work", **more: object) -> Memory:
    memory = record(store, Draft("One", tags=Tags((topic,)))._replace(**more), T).memory  # type: ignore[arg-type]
    note_use(store, [memory.id], T + 5 * DAY)
    return memory


@pytest.mark.parametrize(
    ("text", "law", "strength"),
    [
        ("half-life=5", Law(HALF_LIFE, 5), 0.5375),
        ("half-life", Law(HALF_LIFE, 90), 0.9677),
        ("ebbinghaus=10", Law(EBBINGHAUS, 10), 0.5 * 0.7165),
        ("daily=5", Law(DAILY, 5), 0.7738),
        ("ttl=48h", Law(TTL, 2), 0.1),
        ("never", Law(NEVER), 1.0),
        ("base-level=0.5", Law(BASE_LEVEL, 0.5), 0.6748),
    ],
)
def test_a_law_counts_for_all_past_uses(store: Store, text: str, law: Law, strength: float) -> None:
    """A strength is as had the law been so from the first, and what was foretold comes true."""
    id = kept(store).id
    before = strength_at(memory_at(store, id, NOW), NOW)
    (plan,) = law_changes(store, [id], text, NOW)
    assert plan.fade.law == law and plan.before == before
    assert plan.after == pytest.approx(strength, abs=1e-3)
    assert set_law(store, [plan], NOW) == ([] if text == "half-life" else [id])
    after = memory_at(store, id, NOW)
    assert after.fade.law == law and strength_at(after, NOW) == plan.after


@pytest.mark.parametrize("text", ["ebbinghaus=90", "daily=90", "ttl=90d", "never"])
def test_another_law_of_the_same_number_is_another(store: Store, text: str) -> None:
    """What had a half-life of 90 days changes, and its file says so; and back again."""
    id = kept(store).id
    for wanted in (text, "half-life=90"):
        (plan,) = law_changes(store, [id], wanted, NOW)
        assert plan.changes and set_law(store, [plan], NOW) == [id]
        assert memory_at(store, id, NOW).fade.law == plan.fade.law
    assert plan.fade.law == Law(HALF_LIFE, 90)


@pytest.mark.parametrize("name", LAWS)
def test_one_undo_brings_all_laws_back(store: Store, name: str) -> None:
    """A conversion of many is one act; undone, the files are as they were, to the last byte."""
    ids = [kept(store, topic).id for topic in ("a", "b", "c")]
    files = {id: Path(store.memories.path(id)).read_bytes() for id in ids}
    changed = set_law(store, law_changes(store, ids, name, NOW, floor=0.0), NOW)
    assert changed == ids
    undo(store, None, NOW)
    for id in ids:
        assert memory_at(store, id, NOW).fade.law == Law(HALF_LIFE, 90)
        assert set(Path(store.memories.path(id)).read_bytes().split()) == set(files[id].split())


def test_the_other_number_goes(store: Store) -> None:
    """A file says the number of its law only, and what people wrote around it stays."""
    id = kept(store).id
    path = Path(store.memories.path(id))
    path.write_text(path.read_text().replace("half_life_days = 90", "half_life_days = 90 # why"))
    set_law(store, law_changes(store, [id], "ttl=36h", NOW), NOW, "a deadline")
    said = path.read_text()
    assert 'law = "ttl"' in said and 'ttl = "36h"' in said and "half_life_days" not in said
    line = store.journal.lines(id).lines[-1]
    assert (line.act, line.text["reason"]) == ("converted", "a deadline")


def test_a_conversion_is_no_use(store: Store) -> None:
    """By base-level edits count as uses; to change the law is no edit."""
    id = kept(store).id
    set_law(store, law_changes(store, [id], "base-level", NOW), NOW)
    (plan,) = law_changes(store, [id], "", NOW)
    assert plan.after < 0.7
    edit(store, id, {"memory.content.detail": "more"}, NOW)
    assert strength_at(memory_at(store, id, NOW), NOW) == 1.0


def test_which_are_converted(store: Store) -> None:
    """The filters of a query say which, weak ones too; what is so already stays as it is."""
    one, other = kept(store, "a").id, kept(store, "b", law=Law(DAILY, 5.0)).id
    assert matching_ids(store, Query(topics=("b",)), NOW + 900 * DAY) == [other]
    plans = law_changes(store, matching_ids(store, Query(), NOW), "daily", NOW)
    assert {plan.memory.id for plan in plans if plan.changes} == {one}


@pytest.mark.parametrize("text", ["linear", "half-life=soon", "daily=100", "ttl=48", "decay=1"])
def test_what_is_no_law(store: Store, text: str) -> None:
    """A law that there is not, or a number that it cannot have, is an error that shows it."""
    with pytest.raises(BadValue):
        law_changes(store, [kept(store).id], text, NOW)
