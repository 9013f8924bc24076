"""The files of proposals: undone to the byte, erased with what they are about, and checked."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import apply, edit, feedback, forget, init, proposals, record, reject, undo
from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.fading.explain import log_of
from memento_cli.actions.redaction.erase import erase, erasure
from memento_cli.actions.security.secrets import stored_secrets
from memento_cli.actions.store.profile import set_settings
from memento_cli.actions.tidy.proposals import apply_all, proposal_id
from memento_cli.actions.tidy.run import NOBODY, run_tidy
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.errors import Conflict, MementoError, NotFound, Refused
from memento_cli.index.database.place import cache_folder
from memento_cli.store.directory.store import Store
from tests.store.helpers import DAY, NOW, put, reopened

WORD = "xylophone"
ANSWER = f'The {WORD} is in the attic. It was moved there,\nwhen "they" came.'
SECRET = "ghp_" + "0123456789" * 3 + "012345"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return init(str(tmp_path / "store"), person="alex").store


def kept(store: Store, summary: str = "It is in the cellar", topic: str = "cellar") -> str:
    return record(store, Draft(summary, tags=Tags((topic,))), NOW).memory.id


def proposed(store: Store, id: str, answer: str = ANSWER, days: int = 1) -> str:
    return feedback(store, id, "not_helpful", NOW + days * DAY, answer=answer).proposal


def texts(store: Store) -> dict[str, bytes]:
    """Every file of memories and proposals."""
    folders = (store.memories.folder, store.archive.folder, store.proposals.folder)
    paths = (path for folder in folders for path in Path(folder).glob("*.toml*"))
    return {str(path): path.read_bytes() for path in paths}


def holds(root: str) -> list[str]:
    """The files under a folder in which the word stands."""
    paths = (path for path in Path(root).rglob("*") if path.is_file())
    return [os.path.relpath(path, root) for path in paths if WORD.encode() in path.read_bytes()]


def rejected(store: Store, id: str) -> None:
    reject(store, [id], NOW + 2 * DAY, "it is not")


def applied(store: Store, id: str) -> None:
    apply(store, id, NOW + 2 * DAY)


ACTS: dict[str, Callable[[Store, str], None]] = {"rejected": rejected, "applied": applied}


@pytest.mark.parametrize("act", ACTS)
def test_undo_brings_a_proposal_back_to_the_byte(store: Store, act: str) -> None:
    """Also as somebody has edited it; and undoing the undo does it again."""
    id = proposed(store, kept(store))
    path = Path(store.proposals.path(id))
    path.write_text("# mine\n" + path.read_text().replace("attic", "loft"))
    before = texts(store)
    ACTS[act](store, id)
    after = texts(store)
    assert str(path) not in after
    undo(store, None, NOW + 3 * DAY)
    assert {path: raw for path, raw in texts(store).items() if "archive" not in path} == before
    undo(store, undo_id(store), NOW + 4 * DAY)
    assert texts(store) == after
    assert doctor(store, NOW + 9 * DAY).findings == ()


def test_both_say_why(store: Store) -> None:
    """What is applied as what is rejected has its reason in the log."""
    rejected(store, proposed(store, kept(store)))
    apply_all(store, [proposed(store, kept(store))], NOW + 2 * DAY, "it is so")
    told = {entry.act: entry.reason for entry in log_of(store)}
    assert (told["rejected"], told["applied"]) == ("it is not", "it is so")


def undo_id(store: Store) -> str:
    return next(entry.batch for entry in log_of(store) if entry.act == "undone")


def test_undo_of_a_feedback_takes_its_proposal_away(store: Store) -> None:
    """With the strength that it took; undoing the undo proposes the same again."""
    id = kept(store)
    before = texts(store)
    proposed(store, id)
    after = texts(store)
    undo(store, None, NOW + 3 * DAY)
    assert texts(store) == before and proposals(store) == []
    undo(store, undo_id(store), NOW + 4 * DAY)
    assert texts(store) == after


def test_undo_leaves_what_somebody_has_made_of_a_proposal(store: Store) -> None:
    """A proposal that was edited since is not thrown away with the feedback; one that is gone is
    no reason to refuse."""
    id = proposed(store, kept(store))
    path = Path(store.proposals.path(id))
    path.write_text(path.read_text().replace("attic", "loft"))
    before = texts(store)
    with pytest.raises(Conflict, match="has changed since"):
        undo(store, None, NOW + 3 * DAY)
    assert texts(store) == before
    rejected(store, id)
    feedback_id = next(entry.batch for entry in log_of(store) if entry.act == "proposed")
    undo(store, feedback_id, NOW + 3 * DAY)
    assert proposals(store) == []


@pytest.mark.parametrize("said", [SECRET.encode(), b"\xff"])
def test_a_proposal_with_a_secret_goes_without_a_trace(store: Store, said: bytes) -> None:
    """The journal has no secret that nobody allowed, and only text; no undo can bring it back."""
    id = proposed(store, kept(store))
    path = Path(store.proposals.path(id))
    path.write_bytes(path.read_bytes().replace(b"attic", said))
    rejected(store, id)
    logs = b"".join(Path(log).read_bytes() for log in store.journal.files())
    assert said not in logs and b"it is not" in logs
    with pytest.raises(Refused, match="does not have what the proposal"):
        undo(store, None, NOW + 3 * DAY)


def test_a_secret_that_was_allowed_in_an_answer_is_allowed_where_it_goes(store: Store) -> None:
    """In the proposal's file and in the journal; applying it asks anew."""
    id = kept(store)
    done = feedback(store, id, "used", NOW + DAY, answer=f"use {SECRET}", allow_secret=True)
    found = stored_secrets(store)
    assert {each.path.partition("/")[0] for each in found} == {"proposals", "journal"}
    assert all(each.allowed for each in found)
    with pytest.raises(MementoError, match="GitHub token"):
        apply(store, done.proposal, NOW + 2 * DAY)
    assert len(proposals(store)) == 1 and store.memories.ids() == [id]


def test_what_is_edited_by_hand_is_what_is_applied(store: Store) -> None:
    """A proposal is a file like a memory's: its links may lead to several, which must be there."""
    one, two = kept(store), kept(store, "It is in the hall", "hall")
    id = proposed(store, one)
    path = Path(store.proposals.path(id))
    link = f'\n[[memory.links]]\nrel = "supersedes"\ntarget = "{two}"\n'
    path.write_text(path.read_text() + link)
    memory = apply(store, id, NOW + 2 * DAY).memory
    assert [link.target for link in memory.links] == [one, two]
    other = proposed(store, one)
    forget(store, [one], NOW + 3 * DAY)
    before = texts(store)
    with pytest.raises(NotFound):
        apply(store, other, NOW + 4 * DAY)
    assert texts(store) == before


# erasure


def test_an_erasure_takes_out_what_was_proposed_about_a_memory(store: Store) -> None:
    """Proposals that lead to it, copies beside them, and what the journal has of them; no other."""
    id, other = kept(store), kept(store, "It is in the hall", "hall")
    first, second = proposed(store, id), proposed(store, id, f"No {WORD} here", 2)
    reject(store, [second], NOW + 3 * DAY, f"there is a {WORD}")
    path = Path(store.proposals.path(first))
    for name in (f"{path}.orig", f"{path}~", store.proposals.folder + "/.tmp-1-0123456789"):
        Path(name).write_bytes(path.read_bytes())
    stays = proposed(store, other, "It is not")
    assert len(erasure(store, [id]).traces.files) == 5
    receipt = erase(store, [id], NOW + 4 * DAY)
    assert holds(store.root) == [] and holds(cache_folder()) == []
    assert len(receipt.traces.files) == 5 and sum(receipt.traces.lines.values()) == 3
    assert store.proposals.ids() == [stays]
    assert doctor(store, NOW + 9 * DAY).findings == ()
    with pytest.raises(Refused):
        undo(store, None, NOW + 5 * DAY)


@pytest.mark.parametrize("undone", [False, True])
def test_an_erasure_takes_out_what_a_memory_was_proposed_with(store: Store, undone: bool) -> None:
    """The lines are about the one that it supersedes, which stays, with all that is its own."""
    wrong = kept(store)
    id = proposed(store, wrong)
    right = apply(store, id, NOW + 2 * DAY).memory.id
    edit(store, right, {"memory.content.summary": "It is up there"}, NOW + 3 * DAY)
    if undone:
        undo(store, None, NOW + 4 * DAY)
        undo(store, None, NOW + 4 * DAY)  # which proposes it again
    erase(store, [right], NOW + 5 * DAY)
    assert holds(store.root) == [] and store.proposals.ids() == []
    assert store.memories.ids() == [wrong]
    acts = [entry.act for entry in log_of(store, wrong)]
    assert acts == ["proposed", "not_helpful", "recorded"]


def test_a_proposal_with_the_very_words_goes_and_a_later_one_stays(store: Store) -> None:
    """What was proposed by then is what was erased; who says it afterwards says it anew."""
    about = kept(store, "Something else", "else")
    id = kept(store, f"The {WORD} is in the attic", "attic")
    proposed(store, about, f"The  {WORD} is in THE attic")
    erase(store, [id], NOW + 2 * DAY)
    assert store.proposals.ids() == []
    later = proposed(store, about, f"The {WORD} is in the attic", 3)
    kept(store, "Any act", "any")
    assert store.proposals.ids() == [later]


def test_a_proposal_that_only_quotes_is_named(store: Store) -> None:
    """As a memory would be: it stays, and the receipt says so."""
    id = kept(store, f"The {WORD} is in the attic", "attic")
    about = kept(store, "Something else", "else")
    other = proposed(store, about, f"She says: the {WORD} is in the attic, and laughs")
    goes = proposed(store, id)
    receipt = erase(store, [id], NOW + 2 * DAY)
    assert store.proposals.ids() == [other] and goes != other
    assert receipt.quoting == (about, f"proposals/{other}")


def test_a_proposal_that_comes_back_is_not_shown_and_goes_with_the_next_act(store: Store) -> None:
    """As a merge brings it, with its line or without, whatever its name."""
    id = kept(store)
    was = Path(store.proposals.path(proposed(store, id))).read_bytes()
    erase(store, [id], NOW + 2 * DAY)
    for name in ("alex-cellar-2025-02-1234", "alex-cellar-2025-02"):
        put(store, name, was, "proposals")
        fresh, warnings = reopened(store)
        assert proposals(fresh) == []
        with pytest.raises(NotFound):
            proposal_id(fresh, name)
        assert [finding.problem for finding in doctor(fresh, NOW + 9 * DAY).findings][-1:] == [
            "was erased, and came back"
        ]
        kept(fresh, "Any act", "any")
        assert fresh.proposals.ids() == []
        assert any("was erased; removed" in warning for warning in warnings)


def test_what_another_clone_has_proposed_goes_when_it_hears(store: Store, tmp_path: Path) -> None:
    """A clone takes out its own proposals about what the other has erased."""
    id = kept(store)
    other = clone_of(store, tmp_path / "other")
    proposed(other, id)
    erase(store, [id], NOW + 2 * DAY)
    for log in (Path(store.root) / "journal").rglob("*.jsonl"):
        target = Path(other.root) / os.path.relpath(log, store.root)
        target.parent.mkdir(exist_ok=True)
        if "erased" in target.parts:
            target.write_bytes(log.read_bytes())
    kept(other, "Any act", "any")
    assert other.proposals.ids() == [] and holds(other.root) == []


def clone_of(store: Store, root: Path) -> Store:
    for name in ("memories", "archive", "proposals", "journal"):
        for path in (Path(store.root) / name).rglob("*"):
            target = root / os.path.relpath(path, store.root)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.is_file():
                target.write_bytes(path.read_bytes())
    (root / "memento.toml").write_bytes(Path(store.settings_file).read_bytes())
    return Store(str(root))


# doctor

BASE = "<<<<<<< ours\n{}=======\n{}>>>>>>> theirs\n"


def only(store: Store, *, fix: bool = False) -> str:
    """The one finding's problem, which is in the folder of proposals."""
    (finding,) = doctor(Store(store.root), NOW + 9 * DAY, fix).findings
    assert os.path.dirname(finding.where) == store.proposals.folder and finding.advice
    return finding.problem


def test_a_broken_proposal_is_found_and_passed_over(store: Store) -> None:
    """Its file is named; the others are listed, and it can be rejected."""
    good = proposed(store, kept(store))
    put(store, "broken", "no TOML", "proposals")
    assert "not TOML" in only(store)
    fresh, warnings = reopened(store)
    assert [proposal.id for proposal in proposals(fresh)] == [good] and len(warnings) == 1
    reject(fresh, ["broken"], NOW + 2 * DAY)
    assert doctor(store, NOW + 9 * DAY).findings == ()
    undo(fresh, None, NOW + 3 * DAY)
    assert Path(store.proposals.path("broken")).read_text() == "no TOML"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("b.TOML", "does not end in .toml"),
        (".tmp-1-0123456789", "left by a write that was killed"),
        ("a/b.toml", "is a folder with the name of a memory"),
    ],
)
def test_what_is_no_proposal_is_named(store: Store, name: str, problem: str) -> None:
    """As in the folder of memories."""
    path = Path(store.proposals.folder, name.replace("a/b.toml", "b.toml"))
    path.mkdir(parents=True) if "/" in name else path.write_text("x")
    os.utime(path, (0, 0))
    assert problem in only(store)


def test_a_proposal_that_says_another_id_gets_its_own(store: Store) -> None:
    """Its name is what counts; --fix sets it."""
    id = proposed(store, kept(store))
    path = Path(store.proposals.path(id))
    path.write_text(path.read_text().replace(id, "other"))
    assert "says that its id is 'other'" in only(store, fix=True)
    assert doctor(store, NOW + 9 * DAY).findings == ()


def test_a_proposal_about_nothing_is_named(store: Store) -> None:
    """What it would supersede has to be somewhere, if only in the archive."""
    id = kept(store)
    proposed(store, id)
    forget(store, [id], NOW + 2 * DAY)
    assert doctor(store, NOW + 9 * DAY).findings == ()
    os.unlink(store.archive.path(id))
    assert only(store) == f"proposes what supersedes {id}: no such memory"


def test_what_a_merge_left_in_a_proposal_is_mended(store: Store) -> None:
    """Key by key; where both have changed one, the old text stays beside it, and no act is told."""
    id = proposed(store, kept(store))
    path = Path(store.proposals.path(id))
    text = path.read_text()
    line = next(line for line in text.splitlines(keepends=True) if "summary" in line)
    both = BASE.format(line.replace("attic", "loft"), line.replace("attic", "hall"))
    path.write_text(text.replace(line, both))
    acts = len(store.journal.lines().lines)
    assert "conflict markers" in only(store, fix=True)
    assert doctor(store, NOW + 9 * DAY).findings == ()
    assert proposals(store)[0].content.summary in (
        f"The {WORD} is in the {place}." for place in ("loft", "hall")
    )
    assert Path(f"{path}.orig").exists() and len(store.journal.lines().lines) == acts


def test_a_pass_over_the_store_is_told_and_is_nobodys(store: Store) -> None:
    """Log shows it without a memory, several as one; undo passes over it, and doctor is content."""
    id = kept(store)
    set_settings(store, {"maintain.note": True})
    store = Store(store.root)
    for days in (1, 2, 3):
        run_tidy(store, NOW + days * DAY)
    entries = log_of(store)
    assert [(entry.act, entry.memory) for entry in entries] == [
        ("maintained", ""),
        ("recorded", id),
    ]
    assert entries[0].more == ("3 passes over the store since 2025-02-02",)
    assert doctor(store, NOW + 9 * DAY).findings == ()
    with pytest.raises(Refused, match="a pass over the store"):
        undo(store, entries[0].batch, NOW + 4 * DAY)
    assert [line.memory for line in undo(store, None, NOW + 4 * DAY).lines] == [id]
    assert NOBODY not in {entry.memory for entry in log_of(store)}


def test_a_proposal_about_nothing_that_can_be_is_rejected_as_itself(store: Store) -> None:
    """A target that is no id does not come into the journal, where it would block undo."""
    id = proposed(store, kept(store))
    path = Path(store.proposals.path(id))
    path.write_text(re.sub(r'target = ".*"', 'target = "../x"', path.read_text()))
    reject(store, [id], NOW + 2 * DAY)
    last = max(store.journal.lines().lines, key=lambda line: line.id)
    assert (last.act, last.memory) == ("rejected", id)
    undo(store, None, NOW + 3 * DAY)
    assert id in store.proposals


def test_two_answers_of_the_same_words_are_two_memories(store: Store) -> None:
    """Applied in one act, each is made, and one undo takes both back."""
    older = kept(store)
    ids = [proposed(store, older, days=days) for days in (1, 2)]
    assert len({recorded.memory.id for recorded in apply_all(store, ids, NOW + 3 * DAY)}) == 2
    undo(store, None, NOW + 4 * DAY)
    assert list(store.memories.ids()) == [older] and len(proposals(store)) == 2


def test_a_memory_of_the_same_words_that_somebody_made_is_left(store: Store) -> None:
    """What is not to the letter what an apply makes is no left-over of it, whatever happens."""
    older = kept(store)
    id = proposed(store, older)
    other = Store(shutil.copytree(store.root, store.root + "-other"))
    raw = Path(apply(other, id, NOW + 2 * DAY).path).read_text()
    mine = put(store, "alex-mine", re.sub(r'id = ".*"', 'id = "alex-mine"\npinned = true', raw))
    assert apply(store, id, NOW + 2 * DAY).memory.id != "alex-mine"
    assert "alex-mine" in store.memories and mine


def test_what_a_kill_left_half_applied_is_applied_once(store: Store, tmp_path: Path) -> None:
    """The memory is there, its proposal too, and no line: the next apply takes that memory."""
    older = kept(store)
    id = proposed(store, older)
    other = Store(shutil.copytree(store.root, tmp_path / "other"))
    whole = apply(other, id, NOW + 2 * DAY).memory
    shutil.copy(other.memories.path(whole.id), store.memories.path(whole.id))
    assert apply(store, id, NOW + 2 * DAY).memory == whole
    assert list(store.memories.ids()) == [older, whole.id] and not proposals(store)
    undo(store, None, NOW + 3 * DAY)
    assert list(store.memories.ids()) == [older] and len(proposals(store)) == 1
