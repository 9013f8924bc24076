"""Acts that meet an error, another writer, or another clone: nothing is half done."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import (
    Draft,
    Link,
    Query,
    Store,
    Tags,
    edit,
    forget,
    init,
    link,
    memory_at,
    note_use,
    pin,
    prune,
    prune_plan,
    recall,
    record,
    reinforce,
    undo,
    why_not,
)
from memento_cli.core.memory.memory import strength_at
from memento_cli.errors import BadData, BadTime, BadValue, Failed

T = datetime(2025, 2, 1, 14, 30, tzinfo=UTC)
DAY = timedelta(days=1)
LATE = T + 900 * DAY


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = init(str(tmp_path / "store"), person="alex").store
    for name in ("one", "two"):
        record(made, Draft(f"Number {name}", tags=Tags((name,))), T)
    return made


ONE, TWO = "alex-one-2025-02", "alex-two-2025-02"
ACTS: dict[str, Callable[[Store], object]] = {
    "record": lambda store: record(store, Draft("A third"), T),
    "edit": lambda store: edit(store, ONE, {"memory.content.summary": "Other"}, LATE),
    "edit numbers": lambda store: edit(store, ONE, {"memory.strength.initial": 0.5}, LATE),
    "pin": lambda store: pin(store, ONE, LATE),
    "link": lambda store: link(store, ONE, "cause_of", TWO, LATE),
    "reinforce": lambda store: reinforce(store, ONE, LATE),
    "used": lambda store: note_use(store, [ONE, TWO], LATE),
    "forget": lambda store: forget(store, [ONE, TWO], LATE),
    "prune": lambda store: prune(store, prune_plan(store, LATE), LATE),
    "undo": lambda store: undo(store, None, LATE),
}


def contents(store: Store) -> dict[str, bytes]:
    """Every file of the store but the journal, the lock and the clone's id."""
    skipped = ("journal", ".memento")
    files = (path for path in Path(store.root).rglob("*") if path.is_file())
    return {str(p): p.read_bytes() for p in files if not set(skipped) & set(p.parts)}


@pytest.mark.parametrize("name", ACTS)
def test_an_act_that_cannot_be_journalled_changes_no_file(store: Store, name: str) -> None:
    """When the journal cannot be written the act fails, and every file is what it was."""
    before = contents(store)
    log = store.journal.files()[0]
    os.rename(log, log + ".aside")
    os.mkdir(log)  # nothing can be appended to a folder
    if name == "undo":  # needs lines of its own to see: of the month before
        month = os.path.join(store.root, "journal", "2000-01")
        os.mkdir(month)
        shutil.copy(log + ".aside", os.path.join(month, os.path.basename(log)))
    with pytest.raises((Failed, BadData)):
        ACTS[name](store)
    assert contents(store) == before


def test_prune_spares_what_was_pinned_or_used_meanwhile(store: Store) -> None:
    """Between the plan and the yes a memory may be pinned or used: then it stays."""
    plan = prune_plan(store, LATE)
    assert len(plan.prune) == 2
    pin(store, ONE, LATE)
    assert prune(store, plan, LATE).ids == (TWO,)


def test_undo_is_of_this_clone(store: Store, tmp_path: Path) -> None:
    """The newest act of another clone, of the same actor, is not this one's to undo unasked."""
    shutil.copytree(store.root, tmp_path / "other")
    other = Store(str(tmp_path / "other"))
    record(other, Draft("Theirs", tags=Tags(("theirs",))), T)
    shutil.copytree(Path(other.root, "journal"), Path(store.root, "journal"), dirs_exist_ok=True)
    shutil.copytree(Path(other.root, "memories"), Path(store.root, "memories"), dirs_exist_ok=True)
    assert undo(store, None, T).lines[0].memory == TWO


def test_what_is_superseded_is_hidden_whatever_is_asked(store: Store) -> None:
    """A superseded memory stays hidden when its successor does not match; --all shows both."""
    record(store, Draft("Berlin", links=(Link("supersedes", ONE),)), T)
    query = Query(words=("one",))
    assert recall(store, query, T).hits == () and recall(store, query, T).superseded == 1
    assert len(recall(store, query, T, everything=True).hits) == 1
    assert "supersedes" in why_not(store, query, ONE, T)[1][0]
    assert why_not(store, query, ONE, T, everything=True)[1] == []


def test_undo_of_a_move_leaves_the_files_alone(store: Store) -> None:
    """Bringing back what was pruned settles nothing: the files are what they were to the byte."""
    note_use(store, [ONE], T + 90 * DAY)
    before = contents(store)
    prune(store, prune_plan(store, LATE), LATE)
    undo(store, None, LATE)
    assert contents(store) == before


def test_numbers_are_set_over_the_journals(store: Store) -> None:
    """Setting a number to what a stale file shows is still setting it."""
    note_use(store, [ONE], T + 90 * DAY)
    now = T + 91 * DAY
    assert memory_at(store, ONE, now).strength.initial > 1
    edit(store, ONE, {"memory.strength.initial": 1.0}, now)
    assert memory_at(store, ONE, now).strength.initial == 1.0
    assert memory_at(store, ONE, now).strength.reinforcement_count == 1


def test_log_entries_of_other_tools_are_kept(store: Store) -> None:
    """However long a file's log is, entries that no journal has do not go."""
    path = Path(store.memories.path(ONE))
    entry = (
        '\n[[memory.log]]\ntimestamp = "2024-01-01T00:00:{:02}Z"\nevent = "noted"\nnote = "{}"\n'
    )
    path.write_text(path.read_text() + "".join(entry.format(n, n) for n in range(60)))
    reinforce(store, ONE, T + 90 * DAY)
    edit(store, ONE, {"memory.content.summary": "Other"}, T + 91 * DAY)
    assert path.read_text().count('event = "noted"') == 60


def test_several_acts_can_be_one(store: Store) -> None:
    """What is done as one act is undone by one undo."""
    with store.one_act():
        pin(store, ONE, LATE)
        reinforce(store, TWO, LATE)
    assert len(undo(store, None, LATE).lines) == 2
    assert not store.memories.read(ONE).value.pinned
    assert strength_at(memory_at(store, TWO, LATE), LATE) < 1


def test_the_first_act_of_any_kind_adopts(store: Store) -> None:
    """A memory that the journal does not know is adopted by a pin and an edit, too."""
    for name in ("pin", "edit", "link"):
        text = Path(store.memories.path(ONE)).read_text()
        fresh = f"alex-{name}-2025-02"
        Path(store.memories.path(fresh)).write_text(text.replace(ONE, fresh))
    pin(store, "alex-pin-2025-02", T)
    edit(store, "alex-edit-2025-02", {"memory.content.summary": "Other"}, T)
    link(store, "alex-link-2025-02", "cause_of", TWO, T)
    for name in ("pin", "edit", "link"):
        assert store.journal.lines(f"alex-{name}-2025-02").lines[0].via == "adoption"


def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    """From Python, too, a time that names no zone is an error that says so."""
    with pytest.raises(BadTime, match="no time zone"):
        recall(store, Query(), datetime(2025, 1, 1))
    with pytest.raises(BadTime, match="no time zone"):
        record(store, Draft("x"), datetime(2025, 1, 1))


def test_an_id_and_a_second_line_are_not_edited_in(store: Store) -> None:
    """An id does not change, and a summary is one line, whichever door it comes through."""
    with pytest.raises(BadValue):
        edit(store, ONE, {"memory.id": "other"}, T)
    with pytest.raises(BadValue):
        edit(store, ONE, {"memory.content.summary": "a\nb"}, T)
    with pytest.raises(BadValue):
        record(store, Draft("a\nb"), T)


def test_bad_settings_are_read_with_defaults_and_not_written(tmp_path: Path) -> None:
    """A store whose settings cannot be read is read with the defaults, and said so; not written."""
    made = init(str(tmp_path / "store"), person="alex").store
    record(made, Draft("Here"), T)
    settings = Path(made.root, "memento.toml")
    settings.write_text(settings.read_text().replace("below = 0.15", 'below = "abc"'))
    said: list[str] = []
    broken = Store(made.root, said.append)
    assert len(recall(broken, Query(), T).hits) == 1 and "prune.below" in said[0]
    with pytest.raises(Exception, match=r"prune\.below"):
        record(broken, Draft("There"), T)
