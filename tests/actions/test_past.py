"""The store as it was at a moment: the same as the store was then."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memento_cli import (
    Draft,
    Query,
    Store,
    Tags,
    edit,
    forget,
    import_memories,
    init,
    link,
    list_memories,
    note_use,
    pin,
    recall,
    record,
    restore,
    source_of,
    strength_at,
    undo,
    why_not,
)
from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.fading.law import law_changes, set_law
from memento_cli.actions.recall.past import Past, memory_then
from memento_cli.core.journal.past import ARCHIVED, BY_HAND, LATER, OLDER
from memento_cli.core.recall.query import Recalled, ids_of
from memento_cli.errors import Conflict, NotFound, Refused
from tests.conftest import Ran, examples
from tests.core.values import day
from tests.store.helpers import say

Call = Callable[..., Ran]
THEN = Past(recorded=True)
TEXTS = ("tea in the garden", "coffee in the kitchen", "tea and coffee", "a garden of tea roses")
SUMMARY = "memory.content.summary"
QUERIES = (
    Query(words=("tea",), limit=3),
    Query(words=("coffee", "garden"), limit=9),
    Query(topics=("t1",), limit=9),
    Query(limit=9),
)


def kept(store: Store, text: str = TEXTS[0], at: float = 0, topic: str = "t0", **more: Any) -> str:
    """The id of a new memory."""
    draft = Draft(text, person="alex", tags=Tags((topic,)))._replace(**more)
    return record(store, draft, day(at)).memory.id


def at_once(store: Store, act: tuple[Any, ...], ids: list[str], now: datetime) -> None:
    """Do one act to a store, if that takes it."""
    name, number, text = act
    id, other = ids[number % len(ids)], ids[(number + 1) % len(ids)]
    try:
        match name:
            case "record":
                draft = Draft(text, person="alex", tags=Tags((f"t{number % 2}",)))
                draft = draft._replace(created=now + timedelta(days=number))
                ids.append(record(store, draft, now).memory.id)
            case "edit":
                edit(store, id, {SUMMARY: text}, now)
            case "tag":
                edit(store, id, {"memory.tags.topics": [f"t{len(text) % 2}"]}, now)
            case "pin":
                pin(store, id, now, len(text) % 2 == 0)
            case "law":
                set_law(store, law_changes(store, [id], "half-life=5", now), now)
            case "link":
                link(store, id, "supersedes", other, now)
            case "used":
                note_use(store, [id], now)
            case "forget":
                forget(store, [id], now)
            case "restore":
                restore(store, [id], now)
    except (NotFound, Refused, Conflict):
        return


def longer(text: str, number: int) -> str:
    """A text of a length of its own: no two are equally good hits."""
    return text + " again" * (number + 6 - len(text.split()))


NAMES = ("record", "edit", "tag", "pin", "law", "link", "used", "forget", "restore")
acts = st.tuples(st.sampled_from(NAMES), st.integers(0, 5), st.sampled_from(TEXTS))


def told(found: Recalled) -> list[Any]:
    """What a recall answers, without what only the past has."""
    hits = [(hit.memory, hit.strength, hit.score, hit.parts) for hit in found.hits]
    return [hits, *found._replace(hits=(), reach=None)]


def same_as(old: Store, store: Store, now: datetime) -> None:
    """Whatever is asked of a store as it was, it says what that store says."""
    for query in QUERIES:
        then = recall(store, query, now, past=THEN)
        assert told(then) == told(recall(old, query, now))
        assert then.reach is not None and not then.reach.doubts
        listed = list_memories(store, query, now, weak=True, past=THEN)
        assert told(listed) == told(list_memories(old, query, now, weak=True))
        archived = list_memories(store, query, now, archived=True, past=THEN)
        assert told(archived) == told(list_memories(old, query, now, archived=True))


@settings(max_examples=examples(20))
@given(st.lists(acts, max_size=8))
@example([("forget", 0, ""), ("edit", 1, TEXTS[2]), ("restore", 0, ""), ("link", 0, "")])
@example([("pin", 0, ""), ("law", 1, ""), ("used", 1, ""), ("tag", 0, "x"), ("record", 1, "tea")])
def test_the_store_is_as_it_was(steps: list[tuple[Any, ...]]) -> None:
    """A copy of the store after every act says what the store says of that moment later."""
    with tempfile.TemporaryDirectory() as folder:
        store = init(os.path.join(folder, "store"), person="alex").store
        ids = [kept(store, longer(text, n), topic=f"t{n % 2}") for n, text in enumerate(TEXTS)]
        copies = [_copy(store, folder, 0)]
        for at, (name, number, text) in enumerate(steps, start=1):
            at_once(store, (name, number, longer(text, at + len(TEXTS))), ids, day(at))
            copies.append(_copy(store, folder, at))
        for at, old in enumerate(copies):
            same_as(old, store, day(at + 0.5))


def _copy(store: Store, folder: str, at: int) -> Store:
    place = os.path.join(folder, f"copy{at}")
    shutil.copytree(store.root, place)
    return Store(place)


def test_what_was_undone_was_never_done(store: Store) -> None:
    """As for strengths: an act that was taken back counts at no moment."""
    id = kept(store)
    edit(store, id, {SUMMARY: "coffee"}, day(2))
    forget(store, [id], day(4))
    undo(store, None, day(6))
    undo(store, None, day(6))
    for at in (1, 3, 5, 7):
        assert memory_then(store, id, day(at)).memory.content.summary == TEXTS[0]
        assert ids_of(list_memories(store, Query(), day(at), past=THEN)) == [id]


def test_the_log_in_a_file_ends_then(store: Store) -> None:
    """What was done later stands in no log of then; how it began does, though it be dated ahead."""
    id = kept(store, created=day(9))
    edit(store, id, {SUMMARY: "coffee"}, day(1))
    edit(store, id, {SUMMARY: "cocoa"}, day(3))
    log = memory_then(store, id, day(2), THEN).memory.log
    assert [entry.event for entry in log] == ["created", "updated"]


def test_the_law_of_then_counts(store: Store) -> None:
    """A strength of then is that of the law that the memory had then."""
    id = kept(store)
    before = strength_at(memory_then(store, id, day(90)).memory, day(90))
    set_law(store, law_changes(store, [id], "half-life=1", day(91)), day(91))
    (hit,) = recall(store, Query(("tea",)), day(90), past=THEN).hits
    assert hit.strength == before == pytest.approx(0.5)
    assert recall(store, Query(("tea",)), day(92), past=THEN).hits[0].strength == 0.1


def test_what_was_recorded_later_was_not_there(store: Store) -> None:
    """Of what is dated before and recorded later, one view tells only how many, one shows it."""
    id = kept(store, at=9, created=day(1))
    edit(store, id, {SUMMARY: "coffee"}, day(10))
    left_out = recall(store, Query(("tea",)), day(5), past=THEN)
    assert left_out.hits == () and left_out.reach is not None and left_out.reach.later == 1
    shown = recall(store, Query(("tea",)), day(5), past=Past())
    assert ids_of(shown) == [id] and shown.reach is not None
    assert shown.reach.doubts == {id: LATER} and shown.reach.later == 0
    assert recall(store, Query(("tea",)), day(0.5), past=Past()).hits == ()
    with pytest.raises(NotFound, match="was not there"):
        memory_then(store, id, day(5), THEN)
    assert memory_then(store, id, day(5)).memory.content.summary == TEXTS[0]


def test_an_import_was_not_there_before_it(store: Store, tmp_path: Path) -> None:
    """What another tool kept for years is in this store since its import."""
    (tmp_path / "old.jsonl").write_text(json.dumps({"content": "tea", "created": "2024-01-01"}))
    import_memories(store, source_of(str(tmp_path / "old.jsonl")).items, day(5))
    assert list_memories(store, Query(), day(4), weak=True, past=THEN).total == 0
    assert list_memories(store, Query(), day(5), weak=True, past=THEN).total == 1
    assert list_memories(store, Query(), day(4), weak=True, past=Past()).total == 1


def test_where_history_does_not_reach_is_told(store: Store) -> None:
    """A file that was edited by hand, one that was dropped in, one that is gone."""
    by_hand, gone = kept(store), kept(store, topic="t1")
    edit(store, by_hand, {SUMMARY: "coffee"}, day(1))
    file = Path(store.memories.path(by_hand))
    file.write_text(file.read_text().replace("coffee", "cocoa"))
    dropped = by_hand.replace("t0", "t2")
    text = file.read_text().replace(by_hand, dropped)
    Path(store.memories.path(dropped)).write_text(text)
    Path(store.memories.path(gone)).unlink()
    reach = list_memories(store, Query(), day(2), past=THEN).reach
    assert reach is not None and reach.gone == (gone,)
    assert reach.doubts == {by_hand: BY_HAND, dropped: OLDER}


def test_a_file_that_was_adopted_is_known_from_its_first_act_on(store: Store) -> None:
    """What a dropped file said before the journal heard of it, nobody knows."""
    id = kept(store)
    other = id.replace("t0", "t1")
    text = Path(store.memories.path(id)).read_text().replace(id, other)
    Path(store.memories.path(other)).write_text(text)
    note_use(store, [other], day(5))
    doubts = []
    for at in (4, 6):
        reach = list_memories(store, Query(), day(at), past=THEN).reach
        assert reach is not None
        doubts.append(dict(reach.doubts))
    assert doubts == [{other: OLDER}, {}]


def test_what_was_erased_stays_away(store: Store) -> None:
    """An erased memory is told as one without a file, and nothing of its words."""
    from memento_cli import erase

    id = kept(store)
    edit(store, id, {SUMMARY: "coffee"}, day(1))
    erase(store, [id], day(3))
    found = recall(store, Query(("tea",)), day(0.5), past=THEN)
    assert found.hits == () and found.reach is not None and found.reach.gone == (id,)
    with pytest.raises(Refused, match="erased"):
        memory_then(store, id, day(0.5))


def test_looking_back_writes_nothing(store: Store) -> None:
    """Files, journal and index are as before, and the present is what it was."""
    id = kept(store)
    edit(store, id, {SUMMARY: "coffee"}, day(1))
    forget(store, [kept(store, topic="t1")], day(1))
    recall(store, Query(("coffee",)), day(2))
    before = _bytes(store.root)
    for past in (THEN, Past()):
        assert recall(store, Query(("tea",)), day(0.5), past=past).total == 2
        list_memories(store, Query(), day(0.5), archived=True, past=past)
        memory_then(store, id, day(0.5), past)
    assert _bytes(store.root) == before
    assert recall(store, Query(("tea",)), day(2)).hits == ()
    assert ids_of(recall(store, Query(("coffee",)), day(2))) == [id]


def _bytes(root: str) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path(root).rglob("*") if path.is_file()}


def test_why_not_asks_the_same_past(store: Store) -> None:
    """A memory that has the word now had not, and one that was in the archive says so."""
    id = kept(store)
    edit(store, id, {SUMMARY: "coffee"}, day(1))
    assert why_not(store, Query(("coffee",)), id, day(0.5), past=THEN)[1]
    assert not why_not(store, Query(("tea",)), id, day(0.5), past=THEN)[1]
    forget(store, [id], day(2))
    restore(store, [id], day(4))
    assert memory_then(store, id, day(3)).then.place == ARCHIVED
    with pytest.raises(NotFound, match="archive"):
        why_not(store, Query(("tea",)), id, day(3), past=THEN)


@pytest.fixture
def told_store(store: Store, call: Call, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store with one memory that was edited, on the tenth day of these tests' time."""
    monkeypatch.setenv("MEMENTO_NOW", "2025-01-11")
    edit(store, kept(store), {SUMMARY: "coffee"}, day(5))
    return store


@pytest.mark.parametrize("option", ["--as-of", "--now"])
def test_the_commands_look_back(option: str, told_store: Store, call: Call) -> None:
    """recall, list and show have the words of then, by either option, and say that they do."""
    assert TEXTS[0] in call("recall", "tea", option, "2025-01-02").stdout
    assert call("recall", "coffee", option, "2025-01-02").stdout == ""
    assert TEXTS[0] in call("recall", "tea", option, "2025-01-02", "--explain").stdout
    assert TEXTS[0] in call("recall", "tea", option, "2025-01-02", "--fence").stdout
    assert TEXTS[0] in call("list", option, "2025-01-02").stdout
    assert TEXTS[0] in call("show", "alex-t0", option, "2025-01-02").stdout
    assert "coffee" in call("show", "alex-t0", option, "2025-01-07").stdout
    assert "coffee" in call("show", "alex-t0", option, "+1y").stdout


def test_json_marks_what_is_not_certain(told_store: Store, call: Call) -> None:
    """Of the past every row says whether history reaches; of the present and the future none."""
    (id,) = told_store.memories.ids()
    file = Path(told_store.memories.path(id))
    for marked in (True, False):
        for verb in (["list"], ["recall", "t0"], ["recall", "t0", "--explain"], ["show", id]):
            said = json.loads(call(*verb, "--json", "--as-of", "3d").stdout)
            row = said["memories"][0] if "memories" in said else said
            assert row["certain"] is marked
        file.write_text(file.read_text().replace("coffee", "cocoa"))
    done = call("list", "--as-of", "3d", "--fields", "id,certain")
    assert done.stdout == f"{id}\tfalse\n"
    assert "1 memory may have said something else then: " + id in done.stderr
    for when in ([], ["--as-of", "+3d"]):
        assert "certain" not in call("list", "--json", *when).stdout


def test_as_of_is_seen_from_now(told_store: Store, call: Call) -> None:
    """With both options, --now says from where --as-of is seen."""
    assert TEXTS[0] in call("list", "--now", "2025-01-07", "--as-of", "3d").stdout
    assert "coffee" in call("list", "--now", "2025-01-09", "--as-of", "3d").stdout


def test_the_file_has_no_past(told_store: Store, call: Call) -> None:
    """--raw and --path are of the file, which is only as it is."""
    for option in ("--raw", "--path"):
        assert call("show", "alex-t0", option, "--as-of", "2d").code == 2
        assert call("show", "alex-t0", option, "--now", "2d").code == 0


def test_what_was_looked_at_in_the_past_is_not_counted(told_store: Store, call: Call) -> None:
    """A recall of another moment is no use, whatever the store counts."""
    say(told_store.root, recall__counts="use")
    lines = len(told_store.journal.lines().lines)
    for when in ("2d", "+2d"):
        assert call("recall", "t0", "--as-of", when).code == 0
    assert len(told_store.journal.lines().lines) == lines


def test_what_became_history_later_was_current(store: Store, call: Call) -> None:
    """`show --as-of` names the newer memory from the day on that it superseded this one."""
    older = kept(store)
    link(store, kept(store, TEXTS[1], 2, "t1"), "supersedes", older, day(4))
    said = [call("--store", store.root, "show", older, "--as-of", f"{day(at):%F}") for at in (3, 5)]
    assert ["history " in ran.stdout for ran in said] == [False, True]


HOSTILE: list[dict[str, Any]] = [
    {"memory.fade.law.x": 1},
    {"memory.fade": 1, "memory.fade.law": "half-life"},
    {"memory.fade.half_life_days": [1, {"a": None}]},
    {"memory.fade.half_life_days": 1e308, "memory.importance": -5},
    {"memory.content.significance": {"deep": {"er": "x"}}},
    {'memory."a.b".c': "x", "memory..x": 1, "": 2, "memory.fade.": 3},
]


@pytest.mark.parametrize("keys", HOSTILE, ids=repr)
def test_a_line_of_a_stranger_is_only_doubted(store: Store, keys: dict[str, Any]) -> None:
    """An edit that says what no file can say is no fault of who looks back, or checks the store."""
    id, now = kept(store), day(9)
    for text in ({"before": keys, "after": {}}, {"before": {}, "after": keys}):
        store.journal.append([store.signed(day(5), "cli").line("edited", id, text=text)])
    assert ids_of(list_memories(store, Query(), day(3), weak=True, past=Past())) == [id]
    assert memory_then(store, id, day(3), Past()).memory.id == id
    assert doctor(store, now).lines
