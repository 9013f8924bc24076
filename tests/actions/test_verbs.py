"""The verbs over a real store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
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
    full_status,
    init,
    link,
    list_memories,
    log_of,
    memory_at,
    note_use,
    pin,
    prune,
    prune_plan,
    recall,
    recall_like,
    record,
    reinforce,
    restore,
    settle,
    undo,
    why,
    why_not,
)
from memento_cli.actions.checkup.status import drawn_status
from memento_cli.actions.memory.edit import edit_text
from memento_cli.actions.memory.record import duplicates_of
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.line_ids import line_id
from memento_cli.core.memory.memory import Memory, strength_at
from memento_cli.errors import BadData, Conflict, NotFound, Refused
from tests.store.helpers import say

T = datetime(2025, 2, 1, 14, 30, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return init(str(tmp_path / "store"), person="alex").store


def kept(store: Store, summary: str = "Led OAuth2 design review", **more: object) -> Memory:
    tags = Tags(("oauth", "security"), ("ctx://person/viktor",), "positive")
    draft = Draft(summary, "ctx://person/alex", tags=tags)._replace(**more)  # type: ignore[arg-type]
    return record(store, draft, T).memory


def text_of(store: Store, id: str) -> str:
    return Path(store.memories.path(id)).read_text()


def test_three_memories_of_one_person_topic_and_month_are_three_files(store: Store) -> None:
    """An id that is taken gets a random suffix; nothing is overwritten."""
    ids = {kept(store, f"number {n}").id for n in range(3)}
    assert len(ids) == 3 and "alex-oauth-2025-02" in ids
    assert sorted(ids) == store.memories.ids()


def test_an_id_is_never_given_twice(store: Store) -> None:
    """Even when its file is gone for good, the journal remembers the id."""
    first = kept(store)
    Path(store.memories.path(first.id)).unlink()
    assert kept(store, "another").id != first.id


def test_a_draft_that_can_be_no_file_leaves_nothing(store: Store) -> None:
    """A memory out of range is refused before anything is written."""
    with pytest.raises(BadData, match="importance"):
        kept(store, importance=1.1)
    assert store.memories.ids() == [] and store.journal.lines().lines == []


def test_reinforcing_changes_the_file_and_adds_one_line(store: Store) -> None:
    """A use after one half-life lifts 0.5 by 0.075 to 1.075, in the journal and in the file."""
    memory = kept(store)
    use = reinforce(store, memory.id, T + 90 * DAY, "again").result
    assert use.applied and use.delta == pytest.approx(0.075)
    assert "initial = 1.075" in text_of(store, memory.id)
    assert [line.act for line in store.journal.lines().lines] == ["recorded", "reinforced"]


def test_a_skipped_reinforcement_leaves_no_trace(store: Store) -> None:
    """Within a day nothing is written, and the reason is told."""
    memory = kept(store)
    before = text_of(store, memory.id)
    use = reinforce(store, memory.id, T + timedelta(hours=5)).result
    assert use.skip == "too_recent"
    assert text_of(store, memory.id) == before and len(store.journal.lines().lines) == 1


def test_used_only_appends_and_settle_shows_it(store: Store) -> None:
    """`used` leaves the file alone, counts at once, and settling changes no strength."""
    memory = kept(store)
    before = text_of(store, memory.id)
    note_use(store, [memory.id], T + 90 * DAY)
    now = T + 91 * DAY
    strength = strength_at(memory_at(store, memory.id, now), now)
    assert text_of(store, memory.id) == before
    assert settle(store, now) == [memory.id] and settle(store, now) == []
    assert "initial = 1.075" in text_of(store, memory.id)
    assert strength_at(memory_at(store, memory.id, now), now) == strength


def test_settling_waits_for_clones_to_meet(store: Store, tmp_path: Path) -> None:
    """With write = "settle", acts younger than the cut stay out of the files."""
    say(store.root, strength__write="settle")
    store = Store(store.root)
    memory = kept(store)
    reinforce(store, memory.id, T + 90 * DAY)
    assert "initial = 1.0\n" in text_of(store, memory.id)
    assert settle(store, T + 91 * DAY) == []
    assert settle(store, T + 98 * DAY) == [memory.id]
    assert settle(store, T + 98 * DAY, everything=True) == []


def test_an_edit_keeps_what_it_does_not_change(store: Store) -> None:
    """Comments, unknown keys and order stay; the change and its reason are in the journal."""
    memory = kept(store)
    path = Path(store.memories.path(memory.id))
    path.write_text(
        "# mine\n" + path.read_text().replace("[memory.tags]", "mood = 1\n\n[memory.tags]")
    )
    edit(store, memory.id, {"memory.content.summary": "Better"}, T + DAY, "typo")
    assert text_of(store, memory.id).startswith("# mine\n") and "mood = 1" in text_of(
        store, memory.id
    )
    line = store.journal.lines(memory.id).lines[-1]
    assert line.act == "edited" and line.text["reason"] == "typo"
    assert line.text["before"] == {"memory.content.summary": "Led OAuth2 design review"}


def test_edited_numbers_become_a_line_of_the_journal(store: Store) -> None:
    """Numbers that a person sets count from then on, over what the journal has of the others."""
    memory = kept(store)
    reinforce(store, memory.id, T + 90 * DAY)
    edit(store, memory.id, {"memory.strength.initial": 0.4}, T + 100 * DAY)
    now = T + 180 * DAY
    assert strength_at(memory_at(store, memory.id, now), now) == pytest.approx(0.2)
    assert "current = 0.4" in text_of(store, memory.id)


def test_a_content_edit_leaves_fade_and_clock_alone(store: Store) -> None:
    """A new significance does not change the half-life of a memory that is there."""
    memory = kept(store)
    edit(store, memory.id, {"memory.content.significance": "high"}, T + DAY)
    after = memory_at(store, memory.id, T + DAY)
    assert after.fade == memory.fade and after.strength == memory.strength


def test_an_edit_of_a_file_that_changed_meanwhile_is_refused(store: Store) -> None:
    """What an editor or a pull wrote in the meantime is not overwritten."""
    memory = kept(store)
    found = store.memories.read(memory.id)
    path = Path(store.memories.path(memory.id))
    path.write_text(found.document.text.replace("Led", "Was at"))
    with pytest.raises(Conflict):
        edit_text(store, memory.id, found.document.text + "\n# x\n", found.stamp, T)
    assert "Was at" in path.read_text()


def test_an_edit_that_breaks_the_file_is_refused(store: Store) -> None:
    """All problems of the text are named, and the file stays."""
    memory = kept(store)
    found = store.memories.read(memory.id)
    broken = found.document.text.replace("half_life_days = 90", "half_life_days = 0").replace(
        "initial = 1.0", "initial = nan"
    )
    with pytest.raises(BadData) as caught:
        edit_text(store, memory.id, broken, found.stamp, T)
    assert len(caught.value.problems) == 2
    assert text_of(store, memory.id) == found.document.text


def test_every_act_is_undone_to_the_byte(store: Store) -> None:
    """Undo brings files back as they were, act by act; undoing the undo does it again."""
    memory, other = kept(store), kept(store, "Other")
    states = [text_of(store, memory.id)]
    now = T + 90 * DAY
    acts = [
        lambda: reinforce(store, memory.id, now),
        lambda: edit(store, memory.id, {"memory.content.detail": "two\nlines"}, now),
        lambda: pin(store, memory.id, now),
        lambda: link(store, memory.id, "derived_from", other.id, now),
        lambda: edit(store, memory.id, {"memory.strength.initial": 0.7}, now),
    ]
    for act in acts:
        act()
        states.append(text_of(store, memory.id))
    for state in reversed(states[:-1]):
        undo(store, None, now + DAY)
        assert text_of(store, memory.id) == state
    last_undo = log_of(store, memory.id, 1)[0]
    undo(store, last_undo.id, now + DAY)
    assert strength_at(memory_at(store, memory.id, now + DAY), now) > 1


def test_undo_of_a_record_archives_it_and_back(store: Store) -> None:
    """A record that is undone is in the archive; undoing that brings it back."""
    memory = kept(store)
    undo(store, None, T)
    assert store.memories.ids() == [] and store.archive.ids() == [memory.id]
    undo(store, log_of(store, None, 1)[0].id, T)
    assert store.memories.ids() == [memory.id]


def test_undo_does_not_overwrite_a_later_edit(store: Store) -> None:
    """A content act is taken back only while the file says what it made it say."""
    memory = kept(store)
    edit(store, memory.id, {"memory.content.summary": "One"}, T + DAY)
    path = Path(store.memories.path(memory.id))
    path.write_text(path.read_text().replace("One", "By hand"))
    with pytest.raises(Conflict, match=r"content\.summary"):
        undo(store, None, T + DAY)
    assert "By hand" in path.read_text()


def test_an_act_that_stands_in_two_files_is_undone_whole(store: Store) -> None:
    """A batch begun in one month and ended in the next is one act; then comes the one before it."""
    id = kept(store).id
    later = 2_000 * 365 * 86_400_000  # by a clock that is ahead: these are the newest
    keys = [line_id(later + month * 32 * 86_400_000, month) for month in (0, 1)]
    for key in keys:
        store.journal.append([JournalEntry(key, T, "used", id, "a", batch=keys[0])])
    assert len(store.journal.files()) == 3
    assert [line.id for line in undo(store, None, T).lines] == keys
    assert [line.act for line in undo(store, None, T, dry=True).lines] == ["recorded"]


def test_nothing_to_undo_is_said(store: Store) -> None:
    """An empty store has nothing to undo; a thing undone once is not undone twice."""
    with pytest.raises(NotFound):
        undo(store, None, T)
    kept(store)
    line = store.journal.lines().lines[0]
    undo(store, line.id, T)
    with pytest.raises(Refused):
        undo(store, line.id, T)


def test_prune_tells_why_and_undo_brings_the_batch_back(store: Store) -> None:
    """What has faded goes in one batch; a floor and a pin keep, and say so."""
    weak = [kept(store, f"weak {n}") for n in range(3)]
    floor = kept(store, "floored", min_strength=0.2)
    pinned = kept(store, "pinned", pinned=True)
    before = {id: text_of(store, id) for id in store.memories.ids()}
    plan = prune_plan(store, T + 900 * DAY)
    assert {judged.memory.id for judged in plan.prune} == {memory.id for memory in weak}
    kept_by = {judged.memory.id: judged.reason for judged in plan.keep}
    assert "floor 0.2" in kept_by[floor.id] and "pinned" in kept_by[pinned.id]
    assert len(prune(store, plan, T + 900 * DAY).ids) == 3 and len(store.archive.ids()) == 3
    undo(store, None, T + 900 * DAY)
    assert {id: text_of(store, id) for id in store.memories.ids()} == before


def test_pinned_memories_are_not_forgotten(store: Store) -> None:
    """Forgetting a pinned memory is refused; unpinned it goes, and restore brings it back."""
    memory = kept(store, pinned=True)
    with pytest.raises(Refused, match="pinned"):
        forget(store, [memory.id], T)
    assert pin(store, memory.id, T, False) and not pin(store, memory.id, T, False)
    forget(store, [memory.id], T)
    assert recall(store, Query(), T).hits == ()
    restore(store, [memory.id], T)
    assert [hit.memory.id for hit in recall(store, Query(), T).hits] == [memory.id]


def test_a_superseded_memory_is_history(store: Store) -> None:
    """Recall shows the newer one; the older only when all is asked for, and why-not says so."""
    old = kept(store)
    new = kept(store, "Led it again", links=(Link("supersedes", old.id),))
    assert [hit.memory.id for hit in recall(store, Query(), T).hits] == [new.id]
    assert len(recall(store, Query(), T, everything=True).hits) == 2
    assert "supersedes" in why_not(store, Query(), old.id, T)[1][0]


def test_near_duplicates_are_found(store: Store) -> None:
    """Nearly the same words, or the same tags and like words, are told; others are not."""
    memory = kept(store)
    same = Draft("Led an OAuth2 design review", "ctx://person/alex", tags=memory.tags)
    assert [twin.memory.id for twin in duplicates_of(store, same, T)] == [memory.id]
    assert duplicates_of(store, Draft("Ate lunch", "ctx://person/alex"), T) == []
    assert duplicates_of(store, same._replace(person="ctx://person/mei"), T) == []


def test_a_weak_memory_is_listed_only_on_demand(store: Store) -> None:
    """List hides what is weaker than 0.2 and counts it."""
    kept(store)
    late = T + 300 * DAY
    assert list_memories(store, Query(), late)[:2] == ((), 0)
    assert list_memories(store, Query(), late).weak == 1
    assert len(list_memories(store, Query(), late, weak=True).hits) == 1


def test_why_adds_up(store: Store) -> None:
    """The explained arithmetic gives the strength that recall shows."""
    memory = kept(store)
    reinforce(store, memory.id, T + 90 * DAY)
    now = T + 200 * DAY
    found = why(store, memory.id, now)
    assert found.strength == pytest.approx(found.folded.strength.initial * found.retention)
    assert found.strength == recall(store, Query(), now).hits[0].strength
    assert len(found.folded.steps) == 2 and found.weak_at and found.prunable_at


def test_similar_and_stats_count_what_is_there(store: Store) -> None:
    """Similar memories are found by their tags; stats counts them all."""
    one, two = kept(store), kept(store, "Two")
    assert [memory.id for memory, _ in recall_like(store, one.id, T)] == [two.id]
    found = full_status(store, T)
    assert found.memories == 2 and found.topics == {"oauth": 2, "security": 2}


def test_a_year_counts_what_was_recorded_and_used(store: Store) -> None:
    """By the day of whoever asks; what was taken back is no use, and the year before is not in."""
    memory, now = kept(store), T + 364 * DAY
    for days in (10, 20):
        reinforce(store, memory.id, T + days * DAY)
    undo(store, None, T + 21 * DAY)
    found = drawn_status(store, now)
    assert [(one.recorded, one.used) for one in found.year] == [(1, 0), (0, 1)]
    assert found.kinds == {memory.kind: {"active": 0, "faded": 0, "ghost": 1}}
    east = drawn_status(store, now, zone=timezone(timedelta(hours=14))).year
    assert east[0].day - found.year[0].day in (timedelta(0), timedelta(days=1))
    assert [one.used for one in drawn_status(store, T + 370 * DAY).year] == [1]


def test_one_broken_file_hides_no_other(tmp_path: Path) -> None:
    """A file that cannot be read is named once, and everything else works."""
    said: list[str] = []
    store = Store(init(str(tmp_path), person="alex").store.root, said.append)
    memory = kept(store)
    Path(store.root, "memories", "broken.toml").write_text("not toml")
    assert [hit.memory.id for hit in recall(store, Query(), T).hits] == [memory.id]
    assert len(said) == 1 and "broken.toml" in said[0]
    assert prune_plan(store, T).checked == 2
