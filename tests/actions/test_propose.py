"""sleep: proposals of what to make of memories; nothing else is written, and nothing twice."""

from __future__ import annotations

import json
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store, apply, apply_safe, proposals, propose, reject, undo
from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.events.observe import observe
from memento_cli.actions.events.planned import Drafted, propose_drafts, step_draft
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import forget
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import note_use
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.store.profile import set_settings
from memento_cli.actions.tidy.propose import Slept
from memento_cli.actions.tidy.run import run_tidy
from memento_cli.actions.tidy.sleep_finds import SleepInput, sleep_input
from memento_cli.actions.tidy.sleep_steps import effects
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.fading.laws import BASE_LEVEL
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Draft, Link, Memory, Tags
from memento_cli.core.security.trust import TRUST, USER, trust_of
from memento_cli.core.tidy.sleep_steps import sleep_step
from memento_cli.errors import BadData, Conflict, NotFound
from tests.store.helpers import ALEX, DAY, NOW, new_store

LATER = NOW + 30 * DAY


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s", person="alex")


def keep(store: Store, text: str, days: float = 0, topic: str = "deploy", **more: Any) -> str:
    """The id of a memory that was recorded so many days later."""
    draft = Draft(text, ALEX, tags=Tags((topic,)), **more)
    return record(store, draft, NOW + days * DAY, allow_secret=True).memory.id


def deploys(store: Store) -> list[str]:
    """Three episodes that belong together."""
    words = "deploy failed, the migration locked the {} table and {}"
    what = [("users", "we waited"), ("orders", "Zanzibar called"), ("carts", "Ana came")]
    return [keep(store, words.format(*each), 7 * n) for n, each in enumerate(what)]


def copied(store: Store) -> tuple[str, str]:
    """Two exact copies."""
    return keep(store, "Led the review", topic="a"), keep(store, "led the REVIEW", 0.1, topic="b")


def does(slept: Slept) -> list[str]:
    return [one.step.do for one in slept.drafts]


def words(store: Store, text: str) -> list[str]:
    """The files that have these words."""
    files = (path for path in Path(store.root).rglob("*") if path.is_file())
    return [path.name for path in files if text in path.read_text(errors="replace")]


def contents(store: Store, *folders: str) -> dict[str, bytes]:
    """What stands in the files of folders."""
    paths = (path for name in folders for path in Path(store.root, name).rglob("*.toml"))
    return {str(path): path.read_bytes() for path in paths}


def test_only_proposals_are_written(store: Store) -> None:
    """A sleep changes no memory, and a dry one nothing."""
    deploys(store), copied(store)
    before = contents(store, "memories", "archive")
    dry = propose(store, LATER, dry=True)
    assert (dry.ids, does(dry)) == ((), ["merge", "promote"])
    assert not proposals(store)
    slept = propose(store, LATER)
    assert does(slept) == ["merge", "promote"]
    assert sorted(slept.ids) == sorted(one.id for one in proposals(store))
    assert contents(store, "memories", "archive") == before
    assert not [found for found in doctor(store, LATER).findings if "proposals" in found.path]


def test_twice_is_once(store: Store) -> None:
    """What waits, was applied or was rejected is not proposed again; what was undone is."""
    deploys(store)
    (id,) = propose(store, LATER).ids
    assert does(propose(store, LATER)) == []
    reject(store, [id], LATER)
    assert does(propose(store, LATER)) == []
    undo(store, None, LATER)
    apply(store, id, LATER)
    assert does(propose(store, LATER)) == []
    undo(store, None, LATER)
    assert [one.id for one in proposals(store)] == [id]
    undo(store, None, LATER)
    assert not proposals(store)
    assert does(propose(store, LATER)) == ["promote"]


def test_a_new_member_is_a_reason_to_ask_again(store: Store) -> None:
    """What was rejected may be proposed once another memory belongs to it."""
    deploys(store)
    reject(store, propose(store, LATER).ids, LATER)
    keep(store, "deploy failed, the migration locked the tags table, nobody saw", 21)
    assert does(propose(store, LATER)) == ["promote"]


def test_what_is_made_goes_back_to_each(store: Store) -> None:
    """A promotion is semantic, derived from each, and leaves its episodes as they are."""
    ids = deploys(store)
    before = contents(store, "memories")
    (id,) = propose(store, LATER).ids
    made = apply(store, id, LATER).memory
    assert (made.kind, made.source) == ("semantic", "sleep")
    assert {link.target for link in made.links if link.rel == "derived_from"} == set(ids)
    assert contents(store, "memories").items() >= before.items()


def test_its_own_words_are_no_input(store: Store) -> None:
    """What sleep made is never looked at, and its episodes count for nothing else."""
    deploys(store)
    made = apply(store, *propose(store, LATER).ids, LATER).memory
    record(store, Draft(made.content.summary, ALEX, kind="semantic"), LATER)
    keep(store, "deploy failed, the migration locked the tags table, nobody saw", 21)
    assert does(propose(store, LATER)) == []


def test_a_merge_keeps_tags_and_links_and_comes_back(store: Store) -> None:
    """The one that stays gets the topics of the others, which are archived, and is linked to them;
    an undo restores every file to the letter."""
    kept, gone = copied(store)
    propose(store, LATER)
    before = contents(store, "memories", "archive", "proposals")
    apply(store, proposals(store)[0].id, LATER)
    assert store.memories.read(kept).value.tags.topics == ("a", "b")
    assert store.memories.read(kept).value.links == (Link("duplicates", gone),)
    assert gone in store.archive and gone not in store.memories
    undo(store, None, LATER)
    assert contents(store, "memories", "archive", "proposals") == before


def test_show_tells_what_an_act_would_do(store: Store) -> None:
    """The effects of a proposal are what applying it changes."""
    kept, gone = copied(store)
    (id,) = propose(store, LATER).ids
    changed, archived = effects(store, store.proposals.read(id), LATER)
    assert (changed.how, changed.id, archived.how, archived.id) == (
        "changed",
        kept,
        "archived",
        gone,
    )
    assert changed.change.after["memory.tags.topics"] == ["a", "b"]
    assert not archived.change.after


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda store, id: edit(store, id, {"memory.content.summary": "Else"}, LATER), Conflict),
        (lambda store, id: forget(store, [id], LATER), NotFound),
    ],
)
def test_what_changed_since_is_refused(store: Store, change: Any, error: Any) -> None:
    """A proposal about a memory that says something else, or is gone, is not applied."""
    first, *_ = deploys(store)
    copied(store)
    merging, promoting = propose(store, LATER).ids
    change(store, first)
    with pytest.raises(error):
        apply(store, promoting, LATER)
    change(store, copied_id := proposals_of(store, merging)[0])
    assert copied_id
    before = contents(store, "memories", "archive", "proposals")
    with pytest.raises(error):
        apply(store, merging, LATER)
    assert contents(store, "memories", "archive", "proposals") == before


def proposals_of(store: Store, id: str) -> list[str]:
    return list(store.proposals.read(id).document.data["plan"]["evidence"])


def test_safe_is_only_what_says_the_same(store: Store) -> None:
    """Only exact copies are merged at once, as one act; a file that lies about it is left."""
    copied(store)
    deploys(store)
    one, other = keep(store, "Tea at noon", topic="tea"), keep(store, "Rum at ten", topic="rum")
    propose(store, LATER)
    (exact,) = (one.id for one in proposals(store) if one.tags.topics == ("merge",))
    path = Path(store.proposals.path(exact))
    lie = path.with_name("alex-lie-2025-02.toml")
    first, second = proposals_of(store, exact)
    from memento_cli.core.tidy.sleep_steps import memory_hash

    seen = [memory_hash(store.memories.read(id).value) for id in (first, second, one, other)]
    text = path.read_text().replace(exact, "alex-lie-2025-02")
    for old, new in zip((first, second, *seen[:2]), (one, other, *seen[2:]), strict=True):
        text = text.replace(f'"{old}"', f'"{new}"')
    lie.write_text(text)
    assert apply_safe(store, LATER) == [exact]
    assert one in store.memories and other in store.memories
    undo(store, None, LATER)
    assert first in store.memories and second in store.memories


def test_a_safe_merge_whose_memory_cannot_be_read_waits(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is named in a warning and stays proposed; the others are merged."""
    copied(store)
    tea, _other = (keep(store, "Tea at noon", topic=topic) for topic in ("tea", "noon"))
    propose(store, LATER)
    with_tea = {one.id for one in proposals(store) if tea in proposals_of(store, one.id)}
    Path(store.memories.path(tea)).write_text("[memory")
    warnings: list[str] = []
    monkeypatch.setattr(store, "warn", warnings.append)
    applied = apply_safe(store, LATER)
    assert applied and not with_tea & set(applied)
    (waiting,) = with_tea
    assert any(f"{waiting} waits for the next sleep" in warning for warning in warnings)


@pytest.mark.parametrize("nearly", ["", " today"])
def test_an_agents_copy_adds_nothing_to_the_users(store: Store, nearly: str) -> None:
    """The user's memory stays as it is, but for the link to the copy; neither more words nor a
    proposal that somebody wrote lets the agent's stay in its place."""
    mine = keep(store, "Led the review of the whole new release", topic="a")
    words, more = "Led the review of the whole new release", {TRUST: "agent"}
    its = keep(store, words + nearly, 0.1, topic="evil", importance=0.9, more=more)
    other = keep(store, words, 0.2, topic="b")
    propose(store, LATER)
    apply_safe(store, LATER)
    kept = store.memories.read(mine).value
    assert (trust_of(kept), kept.tags.topics) == (USER, ("a", "b"))
    assert other not in store.memories and (its in store.memories) == bool(nearly)
    undo(store, None, LATER)
    pair = [store.memories.read(id).value for id in (its, mine)]
    lie = sleep_step("merge", pair, "lie", {"keep": its, "exact": True})
    (id,) = propose_drafts(
        store,
        [Drafted(step_draft(store, lie, "sleep"), lie)],
        Provenance(store.signed(LATER, "cli")),
    )
    apply_safe(store, LATER)
    assert mine in store.memories and id in [one.id for one in proposals(store)]


def test_knowledge_is_superseded_by_what_is_newer(store: Store) -> None:
    """Of knowledge the newer supersedes; what was said at once contradicts."""
    old = keep(store, "Alex lives in Berlin", -300, kind="semantic")
    new = keep(store, "Alex lives in Munich", kind="semantic")
    keep(store, "Ana works for Acme", kind="semantic", topic="x")
    keep(store, "Ana works for Umbrella", 0.1, kind="semantic", topic="x")
    slept = propose(store, LATER)
    assert sorted(does(slept)) == ["contradict", "supersede"]
    for id in slept.ids:
        apply(store, id, LATER)
    assert store.memories.read(new).value.links == (Link("supersedes", old),)
    assert does(propose(store, LATER, since=NOW - 999 * DAY)) == []


def test_fault_u12_a_file_that_goes_while_one_sleeps_is_no_error(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process moves between the first look and the next is left to the next sleep."""
    ids = [keep(store, f"Tea is served at noon in the garden room {n}", topic="tea") for n in "123"]

    def and_gone(*args: Any) -> SleepInput:
        look = sleep_input(*args)
        for id in ids:
            Path(store.memories.path(id)).rename(Path(store.root) / f"{id}.away")
        return look

    with monkeypatch.context() as patched:
        patched.setattr("memento_cli.actions.tidy.propose.sleep_input", and_gone)
        slept = propose(store, LATER)
    assert does(slept) == [] and slept.changed and not slept.left
    for id in ids:
        (Path(store.root) / f"{id}.away").rename(store.memories.path(id))
    assert len(does(propose(store, LATER + 90 * DAY))) == slept.changed


def test_what_is_used_for_weeks_and_lost_soon_gets_another_law(store: Store) -> None:
    """A memory of spaced uses that its law would lose gets one by which it lasts."""
    id = keep(store, "The door code is on the card", significance="low")
    for days in (3, 10, 17):
        note_use(store, [id], NOW + days * DAY)
    now = NOW + 85 * DAY
    slept = propose(store, now)
    assert does(slept) == ["convert"]
    apply(store, *slept.ids, now)
    assert store.memories.read(id).value.fade.law.code == BASE_LEVEL


def test_threads_are_proposed_with_the_rest(store: Store) -> None:
    """Events that hang together are among the proposals, of the source sleep, and only once."""
    for n in range(8):
        said = f"The Zanzibar ferry timetable and the Zanzibar ferry tickets, part {n}"
        at = NOW + (n // 2) * 9 * DAY
        observe(store, Event("", at, CHAT, "", "", Words(said, "Zanzibar ferry tickets it is")))
    slept = propose(store, LATER)
    if slept.drafts:
        assert set(does(slept)) == {"thread"}
        assert {one.source for one in proposals(store)} == {"sleep"}
    assert does(propose(store, LATER)) == []


def test_a_limit_leaves_the_rest_for_the_next_sleep(store: Store) -> None:
    """What is beyond the limit is counted, and proposed by the next sleep."""
    deploys(store), copied(store)
    slept = propose(store, LATER, limit=1)
    assert (does(slept), slept.left) == (["merge"], 1)
    assert does(propose(store, LATER + 90 * DAY)) == ["promote"]


def test_what_is_older_comes_in_only_with_what_is_new(store: Store) -> None:
    """Once it has slept, a clone looks at what was recorded since, and who is like that."""
    propose(store, NOW - DAY)
    deploys(store)
    assert does(propose(store, LATER + 300 * DAY, since=LATER)) == []
    keep(store, "deploy failed, the migration locked the tags table, nobody saw", 31)
    assert does(propose(store, LATER + DAY, since=LATER)) == ["promote"]


def test_an_erasure_takes_its_proposals_and_their_words(store: Store) -> None:
    """Of an erased memory no proposal stays, and no word of it in the journal."""
    ids = deploys(store)
    first = propose(store, LATER).ids
    reject(store, first, LATER)
    keep(store, "deploy failed, the migration locked the tags table, nobody saw", 21)
    propose(store, LATER)
    assert len(words(store, "Zanzibar")) > 2
    erase(store, [ids[1]], LATER)
    assert words(store, "Zanzibar") == []
    assert not proposals(store)


def test_a_secret_is_not_proposed(store: Store) -> None:
    """What would quote a key, though somebody allowed that, is passed over and named."""
    key = "ghp_" + "a1B2" * 9
    told: list[str] = []
    for n, id in enumerate(deploys(store)):
        edit(store, id, {"memory.content.detail": f"key {key} {n}"}, LATER, allow_secret=True)
    assert does(propose(Store(store.root, told.append), LATER)) == []
    assert any("secret" in text for text in told)


def test_a_summary_may_come_from_elsewhere(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's own program may write what is promoted, which is then an agent's word; without
    one each sentence has the number of the episode that it is from."""
    for n, id in enumerate(deploys(store)):
        detail = f"Step {n} took the lock of table t{n}. " + "It was long. " * 40
        edit(store, id, {"memory.content.detail": detail}, LATER)
    (one,) = propose(store, LATER, dry=True).drafts
    numbers = {line.rpartition(" ")[2] for line in one.draft.detail.splitlines()}
    assert numbers and numbers <= {"[1]", "[2]", "[3]"}
    program = json.dumps([sys.executable, "-c", "print('Migrations lock tables.')"])
    folder = tmp_path / "config" / "memento"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(f"[summary]\ncommand = {program}\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (other,) = propose(store, LATER).drafts
    assert other.draft.summary == "Migrations lock tables."
    assert other.draft.detail == f"{one.draft.summary}\n{one.draft.detail}"
    assert other.draft.more[TRUST] == "agent"


def test_a_night_sleeps_if_it_is_let(store: Store) -> None:
    """maintain sleeps only where the setting says so, and then only proposes."""
    deploys(store)
    assert run_tidy(store, LATER).proposed == ()
    set_settings(store, {"maintain.sleep": True})
    store = Store(store.root)
    proposed = run_tidy(store, LATER).proposed
    assert [one.id for one in proposals(store)] == list(proposed)
    assert run_tidy(store, LATER).proposed == ()


def test_a_broken_plan_is_named_and_refused(store: Store) -> None:
    """A proposal whose plan says nothing that can be done is no act, and doctor tells of it."""
    copied(store)
    (id,) = propose(store, LATER).ids
    path = Path(store.proposals.path(id))
    path.write_text(path.read_text().replace("keep = ", "kept = "))
    with pytest.raises(BadData):
        apply(store, id, LATER)
    assert [one for one in proposals(store) if "cannot be done" in one.content.summary]
    assert any("[plan]" in found.problem for found in doctor(store, LATER).findings)
    assert apply_safe(store, LATER) == []


def test_the_source_of_a_proposal_is_sleep(store: Store) -> None:
    """All of it can be told from what others proposed."""
    deploys(store), copied(store)
    propose(store, LATER)
    found: list[Memory] = proposals(store)
    assert {one.source for one in found} == {"sleep"}
    assert all(one.created == LATER for one in found)


def test_a_sleep_in_the_past_sees_what_was_there(store: Store) -> None:
    """At a moment before them, memories are no input."""
    deploys(store)
    past: datetime = NOW + timedelta(days=8)
    assert does(propose(store, past, dry=True)) == []


def test_what_is_recorded_now_of_old_times_is_new(store: Store) -> None:
    """An import is of any time: what was recorded or edited since the last sleep is looked at."""
    propose(store, LATER)
    for days in (-300, -299.9):
        draft = Draft("Led the review", ALEX, created=NOW + days * DAY)
        record(store, draft, LATER + DAY)
    assert does(propose(store, LATER + 2 * DAY)) == ["merge"]


def test_a_sleep_that_was_undone_is_slept_again(store: Store) -> None:
    """What it had proposed is proposed once more, however long ago that was recorded."""
    copied(store)
    first = propose(store, LATER + 200 * DAY)
    undo(store, None, LATER + 200 * DAY)
    assert does(propose(store, LATER + 201 * DAY)) == does(first)


def test_what_says_something_else_may_be_proposed_again(store: Store) -> None:
    """A rejected proposal comes back once what it is about was edited, as its hint says."""
    copied(store)
    one = propose(store, LATER).ids[0]
    ids = proposals_of(store, one)
    reject(store, [one], LATER)
    assert does(propose(store, LATER)) == []
    for id in ids:
        edit(store, id, {"memory.content.summary": "Led the whole review"}, LATER)
    assert does(propose(store, LATER)) == ["merge"]


def test_a_merge_that_was_cut_off_is_begun_again(store: Store) -> None:
    """Killed between the files and the journal, it is merged anew: one undo brings all back."""
    copied(store)
    (one,) = propose(store, LATER).ids
    kept = str(store.proposals.read(one).document.data["plan"]["keep"])
    gone = next(id for id in proposals_of(store, one) if id != kept)
    store.memories.change(kept, lambda memory: memory._replace(links=(Link("duplicates", gone),)))
    store.memories.move([gone], store.archive)
    apply(store, one, LATER)
    assert gone in store.archive and not doctor(store, LATER).findings
    undo(store, None, LATER)
    assert gone in store.memories and one in store.proposals
    assert not store.memories.read(kept).value.links


def test_one_merge_that_cannot_be_stops_no_other(tmp_path: Path) -> None:
    """Of two proposals that share a memory the first is applied, the other named and left."""
    told = list[str]()
    store = Store(new_store(tmp_path / "t", person="alex").root, told.append)
    ids = [keep(store, "Led the review", n / 10) for n in range(3)]
    tea = [keep(store, "Tea at noon", n / 10, topic="tea") for n in range(2)]
    groups = [ids[:2], ids[:0:-1], tea]
    drafts = []
    for group in groups:
        memories = [store.memories.read(id).value for id in group]
        step = sleep_step("merge", memories, "the same", {"keep": group[0], "exact": True})
        drafts.append(Drafted(step_draft(store, step, "sleep"), step))
    propose_drafts(store, drafts, Provenance(store.signed(LATER, "cli")))
    assert len(apply_safe(store, LATER)) == 2
    assert len(proposals(store)) == 1 and any("is left" in text for text in told)
    undo(store, None, LATER)
    assert all(id in store.memories for id in (*ids, *tea))
