"""doctor: every fault has its place, its words and its advice; --fix loses nothing."""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from time import process_time

import pytest

from memento_cli.actions.checkup import memories as checks
from memento_cli.actions.checkup.doctor import Report, doctor, open_anyway
from memento_cli.actions.checkup.findings import Checkup, Finding
from memento_cli.actions.checkup.memories import gone_cases
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.prune import archive_all, forget, restore
from memento_cli.actions.memory.reinforce import reinforce, settle
from memento_cli.actions.undo.undo import undo
from memento_cli.core.journal.history import JournalEntry, adoption
from memento_cli.errors import BadData, Refused
from memento_cli.store.directory.store import Store
from memento_cli.store.files.names import WAITING
from memento_cli.store.records import collection
from memento_cli.store.toml.merge import waiting
from tests.conftest import Ran
from tests.core.values import memory
from tests.store.helpers import DAY, NOW, new_store, put, recorded, reopened, whole


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s")


def check(store: Store, fix: bool = False) -> Report:
    return doctor(Store(store.root), NOW + 300 * DAY, fix)


def only(store: Store, where: str, fix: bool = False) -> Finding:
    """The one finding, which is at this place under the store."""
    report = check(store, fix)
    assert len(report.findings) == 1, report.findings
    (finding,) = report.findings
    assert os.path.relpath(finding.where, store.root) == where
    assert finding.problem and finding.advice
    return finding


def mends(store: Store, where: str) -> Finding:
    """The one finding, which --fix repairs, after which there is none."""
    before = only(store, where)
    assert before.fixable and not before.fixed
    assert only(store, where, fix=True) == before._replace(fixed=True)
    assert check(store).findings == ()
    return before


def log(store: Store) -> Path:
    (path,) = store.journal.files()
    return Path(path)


def here(path: Path, store: Store) -> str:
    return os.path.relpath(path, store.root)


def test_a_good_store_is_clean_and_counted(store: Store) -> None:
    """In a store that memento alone wrote nothing is found, and all files and lines are counted."""
    one, two = recorded(store), recorded(store, "two", "coffee")
    link(store, one.id, "cause_of", two.id, NOW)
    reinforce(store, one.id, NOW + 2 * DAY)
    forget(store, [two.id], NOW)
    ticks: list[int] = []
    report = doctor(store, NOW + 9 * DAY, tick=lambda: ticks.append(1))
    assert (report.findings, report.notes, report.left) == ((), (), ())
    assert (report.files, report.lines) == (4, 5)
    assert len(ticks) == 3


def test_checking_writes_nothing(store: Store) -> None:
    """Without --fix no byte of the store changes, though there are findings."""
    recorded(store)
    put(store, "b", whole("c"))
    (Path(store.root) / ".gitignore").unlink()
    before = {path: path.read_bytes() for path in Path(store.root).rglob("*") if path.is_file()}
    assert len(check(store).findings) == 2
    after = {path: path.read_bytes() for path in Path(store.root).rglob("*") if path.is_file()}
    assert before == after


# memento.toml and its neighbours


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('timezone = "UTC"', 'timezone = "Mars/Base"', "no zone is called 'Mars/Base'"),
        ("below = 0.15", "below = -1", "prune.below: must be from 0 to 100, not -1"),
        ("limit = 10", "limit = ", "not TOML"),
        ("schema_version = 1", "", "missing schema_version"),
    ],
)
def test_bad_settings_are_named_and_everything_else_is_checked(
    store: Store, old: str, new: str, problem: str
) -> None:
    """Settings that cannot be read are the first finding; the memories are checked all the same."""
    settings = Path(store.settings_file)
    settings.write_text(settings.read_text().replace(old, new))
    put(store, "a", "")
    warned, warnings = reopened(store)
    assert len(warnings) == 1 and problem in warnings[0]
    with pytest.raises(BadData), warned.lock.held():
        pass
    report = doctor(open_anyway(store.root), NOW)
    first, second = report.findings
    assert problem in first.problem and "default settings" in first.problem and first.advice
    assert second.problem == "missing [memory]"


@pytest.mark.parametrize("old", ['timezone = "UTC"', "below = 0.15"])
def test_with_bad_settings_repairs_are_made_all_the_same(store: Store, old: str) -> None:
    """What doctor opens with the default settings may write, whichever setting is bad."""
    settings = Path(store.settings_file)
    settings.write_text(settings.read_text().replace(old, old.partition("=")[0] + '= "x"'))
    put(store, "b", whole("a"))
    report = doctor(open_anyway(store.root), NOW, fix=True)
    assert [finding.fixed for finding in report.findings] == [False, True]


def test_two_bad_settings_are_two_findings(store: Store) -> None:
    """Each bad value in memento.toml has a finding of its own."""
    settings = Path(store.settings_file)
    settings.write_text(re.sub(r"= (0.15|10)\n", '= "much"\n', settings.read_text()))
    assert len(doctor(open_anyway(store.root), NOW).findings) == 2


def test_an_unknown_setting_is_named_with_the_one_that_was_meant(store: Store) -> None:
    """A misspelt key in memento.toml is found, and the advice has the right spelling."""
    settings = Path(store.settings_file)
    settings.write_text(f"{settings.read_text()}\n[list]\nhide_belov = 0.1\n")
    finding = only(store, "memento.toml")
    assert finding.problem == "unknown setting list.hide_belov"
    assert "list.hide_below" in finding.advice


def test_a_newer_store_is_checked_and_not_written(store: Store) -> None:
    """In a store of a newer format doctor finds faults, and --fix is refused before it writes."""
    settings = Path(store.settings_file)
    settings.write_text(settings.read_text().replace("schema_version = 1", "schema_version = 9"))
    assert "newer" in only(store, "memento.toml").problem
    (Path(store.root) / ".gitignore").unlink()
    with pytest.raises(Refused):
        check(store, fix=True)
    assert not (Path(store.root) / ".gitignore").exists()


@pytest.mark.parametrize("name", [".gitignore", ".gitattributes"])
def test_git_files_get_the_lines_they_lack(store: Store, name: str) -> None:
    """--fix adds what git's files lack, or the whole file, and keeps lines that are not UTF-8."""
    path = Path(store.root) / name
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0] + b"caf\xe9")
    mends(store, name)
    assert b"caf\xe9\n" in path.read_bytes()
    path.unlink()
    mends(store, name)


# what stands in the folders


def test_leftovers_of_a_killed_write_go_when_they_are_old(store: Store) -> None:
    """--fix removes a temporary file of an hour ago and leaves one that may be in use."""
    recorded(store)
    fresh, old = (Path(store.memories.folder) / name for name in (".tmp-1-a", ".tmp-2-b"))
    fresh.touch()
    old.touch()
    os.utime(old, (time.time() - 4000,) * 2)
    mends(store, here(old, store))
    assert fresh.exists() and not old.exists()


@pytest.mark.parametrize(
    "name", ["a.toml~", ".#a.toml", "#a.toml#", "a.swp", "4913", "a.toml.orig", ".a.toml.swp",
             "a.sync-conflict-20250101-1.toml", "README.md"]
)  # fmt: skip
def test_other_programs_files_are_no_news(store: Store, name: str) -> None:
    """Backups, swap files and a README beside the memories are no findings."""
    recorded(store)
    (Path(store.memories.folder) / name).write_text("x")
    assert check(store).findings == ()


@pytest.mark.parametrize("kind", ["folder", "fifo", "link", "socket"])
def test_what_is_no_file_is_named(store: Store, kind: str) -> None:
    """A folder, pipe, socket or link that is called like a memory is one finding, and no wait."""
    path = Path(store.memories.folder) / "x.toml"
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "socket":
        os.mknod(path, 0o140600)
    else:
        path.symlink_to("/etc/hostname")
    only(store, "memories/x.toml")


@pytest.mark.parametrize("name", ["con", "a b ", "-rf", "a:b", "ünï⁄", "x" * 230])
def test_names_that_are_not_safe_everywhere(store: Store, name: str) -> None:
    """A file whose name cannot be an id everywhere is one finding, which speaks of the id."""
    put(store, name, whole("a"))
    assert "id" in only(store, f"memories/{name}.toml").problem


def test_a_name_in_capitals_is_not_read(store: Store) -> None:
    """A file that ends in .TOML is no memory of the store, and doctor says that it is not read."""
    put(store, "a", whole("a")).rename(Path(store.memories.folder, "a.TOML"))
    assert "not read" in only(store, "memories/a.TOML").problem


# what files say


def test_every_problem_of_a_broken_file_is_a_finding(store: Store) -> None:
    """Four faults in a memory are four findings at its path; the good one beside it has none."""
    put(store, "a", '[memory]\nid = "a"\npinned = 1\n')
    put(store, "b", whole("b"))
    report = check(store)
    assert len(report.findings) == 4
    assert {finding.where for finding in report.findings} == {store.memories.path("a")}
    assert not any(finding.fixable for finding in report.findings)


def test_the_file_name_is_the_id(store: Store) -> None:
    """--fix changes an id that differs from the file's name, and nothing else in the file."""
    path = put(store, "b", whole("a") + "# kept\n")
    assert "'a'" in mends(store, "memories/b.toml").problem
    assert path.read_text() == whole("b") + "# kept\n"


def test_ids_that_some_file_system_takes_for_one(store: Store) -> None:
    """Ids that differ only in case are found on both sides, over memories and archive."""
    put(store, "alex", whole("alex"))
    put(store, "Alex", whole("Alex"), "archive")
    problems = [finding.problem for finding in check(store).findings]
    assert problems == ["some file systems take it for alex", "some file systems take it for Alex"]


def test_one_id_written_in_two_ways(store: Store) -> None:
    """Of two files named alike in composed and decomposed letters, the decomposed one is found."""
    for id in ("café", "cafe\u0301"):
        put(store, id, whole("café"))
    assert "has the id of café.toml, too" in only(store, "memories/cafe\u0301.toml").problem


def test_a_copy_in_the_archive_goes_only_when_it_is_one(store: Store) -> None:
    """--fix removes an archived copy that is equal to the byte; what cannot be read is no copy."""
    put(store, "a", whole())
    twin = put(store, "a", whole() + "x = \n", "archive")
    assert not any(finding.fixed for finding in check(store, fix=True).findings)
    twin.write_text(whole())
    mends(store, "archive/a.toml")
    assert not twin.exists() and "a" in store.memories


def test_links_that_lead_nowhere(store: Store) -> None:
    """A link to an unknown id is a finding, one to an archived memory is none."""
    put(store, "b", whole("b"), "archive")
    tables = "".join(f'\n[[memory.links]]\nrel = "cause_of"\ntarget = "{id}"\n' for id in "bc")
    put(store, "a", whole() + tables)
    assert only(store, "memories/a.toml").problem == "cause_of c: no such memory"


def test_garbled_text_is_only_noted(store: Store) -> None:
    """Text decoded wrongly is a note with the likely sign; a word with an Ã is not such."""
    put(store, "a", whole(one="cafÃ© â€œxâ€\u009d"))
    put(store, "b", whole("b").replace("one", "Ãrvore, façade, Â and â"))
    report = check(store)
    assert report.findings == () and len(report.notes) == 1
    assert "'Ã©' (perhaps 'é')" in report.notes[0].problem


def test_one_file_that_cannot_be_checked_does_not_stop_the_rest(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An id that no edit can reach, a file that is gone when it is read again: one finding each."""
    put(store, "a", whole("x").replace('id = "x"', 'id = "\\e"').replace("one", "\\e"))
    put(store, "b", whole("x"))
    put(store, "c", whole("x"))
    put(store, "d", whole("d") + "[memory.fade]\nhalf_life_days = 0\n")
    read = checks.read_regular

    def gone(path: str, limit: int) -> bytes:
        if path == store.memories.path("b"):
            raise OSError(errno.EIO, "Input/output error")
        return read(path, limit)

    monkeypatch.setattr(checks, "read_regular", gone)
    report = check(store)
    assert [os.path.basename(f.where) for f in report.findings] == [f"{id}.toml" for id in "abcd"]
    assert "in an editor" in report.findings[0].advice
    assert "Input/output error" in report.findings[1].problem
    assert [f.fixable for f in report.findings] == [False, False, True, False]


def test_a_file_that_could_not_be_read_once_is_not_said_to_be_fixed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the file is sound, there is nothing in it that --fix could mend."""
    put(store, "a", whole("a"))
    read, failed = collection.read_with_status, list[str]()

    def once(path: str, limit: int) -> tuple[bytes, os.stat_result]:
        if path == store.memories.path("a") and not failed:
            failed.append(path)
            raise OSError(errno.EIO, "Input/output error")
        return read(path, limit)

    monkeypatch.setattr(collection, "read_with_status", once)
    finding = only(store, "memories/a.toml", fix=True)
    assert "cannot be read" in finding.problem and not finding.fixed and not finding.fixable
    assert check(store).findings == ()


# the archive


def test_a_file_that_no_act_archived_is_moved_back(store: Store) -> None:
    """What a killed prune left in the archive is found by its name; --fix brings it back."""
    memory = recorded(store)
    store.memories.move([memory.id], store.archive)
    finding = mends(store, f"archive/{memory.id}.toml")
    assert finding.problem == "is in the archive, but no act put it there"
    assert f"memento restore {memory.id}" in finding.advice
    assert store.memories.ids() == [memory.id] and store.archive.ids() == []


def test_a_file_that_came_back_and_was_archived_by_no_act_is_moved_back(store: Store) -> None:
    """After a restore, or an undone prune, the archive is not its place either."""
    one, two = recorded(store, topic="a"), recorded(store, topic="b")
    forget(store, [one.id], NOW)
    restore(store, [one.id], NOW)
    forget(store, [two.id], NOW)
    undo(store, None, NOW)
    store.memories.move([one.id, two.id], store.archive)
    assert [finding.fixed for finding in check(store, fix=True).findings] == [True, True]
    assert len(store.memories.ids()) == 2 and check(store).findings == ()


def test_what_an_act_archived_is_no_fault(store: Store) -> None:
    """Pruned, forgotten, a record undone, a restore undone, an undone undo: it is in its place.

    Nor is a file that the journal does not know.
    """
    ids = [recorded(store, topic=topic).id for topic in "abcde"]
    undo(store, None, NOW)
    forget(store, [ids[0]], NOW)
    archive_all(store, "pruned", [ids[1]], NOW)
    forget(store, [ids[2]], NOW)
    restore(store, [ids[2]], NOW)
    undo(store, None, NOW)
    forget(store, [ids[3]], NOW)
    undo(store, undo(store, None, NOW).batch, NOW)
    put(store, "old", whole("old"), "archive")
    assert sorted([*ids, "old"]) == store.archive.ids()
    assert check(store).findings == ()


# merges


def test_what_a_union_merge_doubled_is_mended_and_kept_beside(store: Store) -> None:
    """--fix keeps the last of each doubled key, and the file as it was stays beside it as .orig."""
    memory = recorded(store, "one", detail="x\n[memory.strength]\ninitial = 7\n")
    path = Path(store.memories.path(memory.id))
    good = path.read_text()
    double = "initial = 1.0\ncurrent = 1.0\n" + "initial = 1.1\ncurrent = 1.1\n"
    merged = good.replace("initial = 1.0\ncurrent = 1.0\n", double, 1) + "# end\n"
    path.write_text(merged)
    finding = only(store, f"memories/{memory.id}.toml")
    assert finding.fixable and "Cannot overwrite" in finding.problem
    check(store, fix=True)
    mended = good.replace("initial = 1.0\ncurrent = 1.0\n", "initial = 1.1\ncurrent = 1.1\n", 1)
    assert path.read_text() == mended + "# end\n"
    assert Path(f"{path}.orig").read_text() == merged
    settle(store, NOW)
    assert check(store).findings == ()


def test_a_doubled_table_becomes_one_with_every_key(store: Store) -> None:
    """Tables of one name become one, the later value counts, and no .orig is overwritten."""
    text = whole() + '\n[memory.tags]\noutcome = "mixed"\ntopics = ["a"]\n'
    path = put(store, "a", text + '\n[memory.tags] # again\ntopics = ["b"]\npeople = ["x"]\n')
    mends(store, "memories/a.toml")
    tags = store.memories.read("a").value.tags
    assert tags == (("b",), ("ctx://person/x",), "mixed")
    put(store, "a", text + '\n[memory.tags]\ntopics = ["c"]\n')
    check(store, fix=True)
    assert Path(f"{path}.1.orig").exists()


def test_what_cannot_be_mended_without_loss_is_left(store: Store) -> None:
    """A file that is no memory even without its doubled tables is not touched by --fix."""
    for id, more in (("a", "x = \n"), ("b", '["memory"]\n["memory"]\n'), ("c", "[memory.x")):
        path = put(store, id, whole(id) + "\n[memory.tags]\n[memory.tags]\n" + more)
        before = path.read_bytes()
        check(store, fix=True)
        assert path.read_bytes() == before
    assert len(check(store).findings) == 3


def conflict(text: str, ours: str, theirs: str, old: str) -> str:
    assert old in text
    marked = f"<<<<<<< HEAD\n{ours}||||||| base\n{old}=======\n{theirs}>>>>>>> theirs\n"
    return text.replace(old, marked, 1)


def test_a_conflict_in_numbers_alone_is_mended(store: Store) -> None:
    """If both sides differ only in strength, which the journal knows, the newer numbers stay."""
    memory = recorded(store)
    path = Path(store.memories.path(memory.id))
    old = "reinforcement_count = 0\n"
    ours, theirs = "reinforcement_count = 2\n", "reinforcement_count = 1\n"
    path.write_text(conflict(path.read_text(), ours, theirs, old))
    finding = only(store, f"memories/{memory.id}.toml")
    assert finding.fixable and "conflict markers" in finding.problem
    check(store, fix=True)
    assert store.memories.read(memory.id).value.strength.reinforcement_count == 2


def summaries(store: Store) -> dict[str, str]:
    return {id: store.memories.read(id).value.content.summary for id in store.memories.ids()}


@pytest.mark.parametrize("journalled", ["ours", "theirs"])
def test_of_two_summaries_the_one_edited_last_stays_and_the_other_can_be_had(
    store: Store, journalled: str
) -> None:
    """--fix takes the words that the journal has from the last edit; undo brings the others."""
    memory = recorded(store)
    path = Path(store.memories.path(memory.id))
    before = path.read_text()
    edit(store, memory.id, {"memory.content.summary": journalled}, NOW + DAY)
    path.write_text(
        conflict(before, 'summary = "ours"\n', 'summary = "theirs"\n', 'summary = "one"\n')
    )
    mends(store, f"memories/{memory.id}.toml")
    assert summaries(store) == {memory.id: journalled}
    undo(store, None, NOW + 2 * DAY)
    other = {"ours": "theirs", "theirs": "ours"}[journalled]
    assert summaries(store) == {memory.id: other} and check(store).findings == ()


def test_numbers_that_the_journal_does_not_know_are_the_newer_ones(store: Store) -> None:
    """Of a file without a journal the numbers of the newer use stay, those of one side together."""
    old, one, other = (
        f'last_reinforced = "2025-02-0{day}T14:30:00Z"\nreinforcement_count = {day}\n'
        for day in (1, 2, 3)
    )
    text = whole("x").replace("reinforcement_count = 0", "reinforcement_count = 1")
    put(store, "x", conflict(text, one, other, old))
    mends(store, "memories/x.toml")
    assert store.memories.read("x").value.strength.reinforcement_count == 3


def test_markers_inside_a_text_of_several_lines_are_found(store: Store) -> None:
    """A merge without memento's driver may leave markers in a detail, which can still be read."""
    memory = recorded(store, detail="a\nb\nc\n")
    path = Path(store.memories.path(memory.id))
    path.write_text(conflict(path.read_text(), "B\n", "b\nß\n", "b\n"))
    assert "conflict markers" in mends(store, f"memories/{memory.id}.toml").problem
    assert store.memories.read(memory.id).value.content.detail in ("a\nB\nc\n", "a\nb\nß\nc\n")


def test_a_conflict_inside_a_conflict_is_mended(store: Store) -> None:
    """Where git took two files for one and merged them twice, each memory gets its own again."""
    inner = "<<<<<<<< HEAD\n========\n[mine]\nx = 1\n>>>>>>>> main\n"
    other = whole("y", one="two") + inner
    put(store, "x", f"<<<<<<< HEAD\n{whole('x')}=======\n{other}>>>>>>> main\n")
    mends(store, "memories/x.toml")
    assert summaries(store) == {"x": "one", "y": "two"}
    assert "[mine]" in store.memories.read("y").document.text


def test_two_memories_in_one_file_become_two(store: Store) -> None:
    """A file of which the sides are two memories is given to the older; the other gets an id."""
    one = whole("x")
    later = '"2025-02-02T09:00:00Z"'
    other = whole("x").replace('"2025-02-01T14:30:00Z"', later).replace('"one"', '"two"')
    put(store, "x", f"<<<<<<< HEAD\n{other}=======\n{one}>>>>>>> theirs\n")
    mends(store, "memories/x.toml")
    (fresh,) = summaries(store).keys() - {"x"}
    assert summaries(store) == {"x": "one", fresh: "two"} and fresh.startswith("x-")
    assert store.memories.read("x").document.text == one


def test_a_memory_in_both_folders_that_differs_becomes_one(store: Store) -> None:
    """One clone archived it while another edited it: the edit is taken where the last move says."""
    for last, folder in ((None, store.archive), (restore, store.memories)):
        memory = recorded(store)
        forget(store, [memory.id], NOW)
        away = Path(store.archive.path(memory.id))
        if last:
            last(store, [memory.id], NOW)
            away.write_text(Path(store.memories.path(memory.id)).read_text())
        edited = away.read_text().replace('"one"', '"two"') + "# mine\n"
        put(store, memory.id, edited)
        assert "differs" in mends(store, f"archive/{memory.id}.toml").problem
        text = folder.read(memory.id).document.text
        assert (memory.id in store.memories) != (memory.id in store.archive) and "# mine" in text


def test_two_memories_of_one_id_in_both_folders_become_two(store: Store) -> None:
    """One clone forgot its own while another recorded a different one: both stay, apart."""
    memory = recorded(store)
    forget(store, [memory.id], NOW)
    later = '"2025-03-02T09:00:00Z"'
    put(store, memory.id, whole(memory.id).replace('"2025-02-01T14:30:00Z"', later, 1))
    path = Path(store.memories.path(memory.id))
    path.write_text(path.read_text().replace('"one"', '"two"'))
    mends(store, f"archive/{memory.id}.toml")
    assert store.archive.ids() == [memory.id] and list(summaries(store).values()) == ["two"]


def test_a_memory_that_waits_for_the_end_of_a_merge_gets_its_place(store: Store) -> None:
    """What the merge driver left beside the files is a memory after --fix; merged, if it is one."""
    for text, summary in ((whole("x-1"), "one"), (whole("x-1", one="two"), "two")):
        base = None if summary == "one" else whole("x-1")
        path = Path(store.root, "memories", f"x-1.toml{WAITING}")
        path.write_text(waiting(base, text))
        mends(store, f"memories/x-1.toml{WAITING}")
        assert summaries(store) == {"x-1": summary} and not path.exists()
    path.write_text("no side\n")
    assert not only(store, f"memories/x-1.toml{WAITING}", fix=True).fixed


# the journal


def test_bad_lines_of_a_log_are_set_aside_once(store: Store) -> None:
    """A torn line and one of garbage are named at their numbers; --fix moves them out of the log,
    in their order, says where to, and has nothing more to say afterwards."""
    memory = recorded(store)
    path = log(store)
    good = path.read_bytes()
    path.write_bytes(b"garbage\n" + good + b'{"id": "01m7')
    findings = check(store).findings
    assert [finding.where for finding in findings] == [f"{path}:1", f"{path}:3"]
    assert all(finding.fixable and "--fix sets it aside" in finding.advice for finding in findings)
    fixed = check(store, fix=True).findings
    assert [finding.fixed for finding in fixed] == [True, True]
    aside = fixed[0].after.split(" in ")[1].split(",")[0]
    assert Path(aside).read_bytes() == b'garbage\n{"id": "01m7\n' and not fixed[1].after
    assert ".memento" in Path(aside).parts and path.read_bytes() == good
    assert check(store).findings == ()
    reinforce(store, memory.id, NOW + 9 * DAY)
    assert check(store, fix=True).findings == ()


def test_a_bad_line_between_markers_is_set_aside_and_they_are_not(store: Store) -> None:
    """Markers and bad lines of one log go at once; the lines of both sides stay."""
    for topic in "ab":
        recorded(store, topic=topic)
    path = log(store)
    one, two = path.read_text().splitlines()
    path.write_text(f"<<<<<<< HEAD\n{one}\n=======\nbad\n{two}\n>>>>>>> other\n")
    assert all(finding.fixed for finding in check(store, fix=True).findings)
    assert path.read_text() == f"{one}\n{two}\n"
    (aside,) = Path(store.root, ".memento", "set-aside").iterdir()
    assert aside.read_text() == "bad\n"


@pytest.mark.parametrize("place", ["journal", "journal/2025-02", "events", "memories", "kv", "."])
def test_what_a_kill_left_is_removed_wherever_it_was(store: Store, place: str) -> None:
    """An old temporary file is named and removed in each folder of a store; a new one stays."""
    folder = Path(store.root, place)
    folder.mkdir(parents=True, exist_ok=True)
    old, new = folder / ".tmp-1-old", folder / ".tmp-1-new"
    for path in (old, new):
        path.write_text("half")
    os.utime(old, (1, 1))
    (finding,) = check(store, fix=True).findings
    assert finding.where == str(old) and finding.fixed
    assert not old.exists() and new.exists()


def test_a_time_without_a_zone_is_noted_until_the_journal_knows_it(store: Store) -> None:
    """In a file that was dropped in, it is told in which zone it is taken; no other is told."""
    memory = recorded(store)
    path = Path(store.memories.path(memory.id))
    strange = path.with_name("strange.toml")
    text = path.read_text().replace(memory.id, "strange")
    strange.write_text(text)
    assert check(store).notes == ()
    created = re.search(r'created = "([^"]+)Z"', text)
    assert created
    strange.write_text(text.replace(f'"{created[1]}Z"', f'"{created[1]}"'))
    notes = check(store).notes
    assert {note.where for note in notes} == {str(strange)} and len(notes) == 2
    assert all("names no zone" in note.problem and "UTC" in note.problem for note in notes)
    reinforce(store, "strange", NOW + 9 * DAY)
    assert check(store).notes == ()


MARKED = "First\n<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> other\nlast"


def test_a_conflict_within_a_text_is_one(
    store: Store, call: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git's markers in a text of several lines are no words of it: nothing shows or edits them,
    doctor names them; and a text that says them on purpose is kept as it is."""
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    memory = recorded(store)
    assert call("edit", memory.id, "--detail", "First\nmiddle\nlast").code == 0
    path = Path(store.memories.path(memory.id))
    path.write_text(path.read_text().replace("middle", "\n".join(MARKED.split("\n")[1:-1])))
    before = path.read_bytes()
    assert "theirs" not in call("recall", "lunch").stdout + call("recall", "theirs").stdout
    for args in (["show", memory.id], ["edit", memory.id, "--summary", "Other"]):
        told = call(*args)
        assert told.code == 4 and "conflict markers" in told.stderr, args
    assert path.read_bytes() == before
    assert "conflict" in call("doctor").stdout
    id = call("record", "On merging", "--detail", MARKED).stdout.strip()
    assert store.memories.read(id).value.content.detail == MARKED
    assert call("recall", "theirs", "--format", "ids").stdout == f"{id}\n"
    assert call("edit", id, "--summary", "On merging again").code == 0
    assert store.memories.read(id).value.content.detail == MARKED


def test_conflict_markers_in_a_log_go_and_both_sides_stay(store: Store) -> None:
    """--fix takes three git markers out of a log and leaves the lines of both sides in it."""
    for topic in "abc":
        recorded(store, topic=topic)
    path = log(store)
    one, two, three = path.read_text().splitlines()
    path.write_text(f"{one}\n<<<<<<< HEAD\n{two}\n=======\n{three}\n>>>>>>> other\n")
    assert [finding.fixable for finding in check(store, fix=True).findings] == [True] * 3
    assert path.read_text() == f"{one}\n{two}\n{three}\n"
    assert check(store).findings == ()


def test_acts_of_a_newer_memento_are_no_fault(store: Store) -> None:
    """Lines with acts that this memento does not know are neither findings nor notes."""
    memory = recorded(store)
    store.journal.append(
        [JournalEntry("", NOW, "dreamt", memory.id, "me"), JournalEntry("", NOW, "x", "y", "me")]
    )
    report = check(store)
    assert report.findings == () and report.notes == ()


def test_a_recorded_memory_whose_file_is_gone_is_noted(store: Store) -> None:
    """A memory with lines and no file is a note that says how git shows what became of it."""
    memory = recorded(store)
    os.unlink(store.memories.path(memory.id))
    report = check(store)
    assert report.findings == ()
    assert f"git log --full-history -- memories/{memory.id}.toml" in report.notes[0].advice


def test_lines_of_a_clock_ahead_are_noted_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All lines of a log that were written in the future are one note, which counts them."""
    with monkeypatch.context() as patched:
        ahead = time.time() + 3 * 86400
        patched.setattr("memento_cli.store.journal.journal.time.time", lambda: ahead)
        recorded(store, topic="a")
        recorded(store, topic="b")
    report = check(store)
    assert report.findings == ()
    assert [note.where for note in report.notes] == [f"{log(store)}:1"]
    assert "2 lines" in report.notes[0].problem


# numbers


def test_numbers_that_no_line_made_are_named_and_adopted_on_demand(store: Store) -> None:
    """A strength changed by hand is a finding until settle --adopt makes it the journal's."""
    memory = recorded(store)
    reinforce(store, memory.id, NOW + 50 * DAY)
    store.memories.set_keys(memory.id, {"memory.strength.initial": 1.4})
    finding = only(store, f"memories/{memory.id}.toml")
    assert f"settle --adopt {memory.id}" in finding.advice
    settle(store, NOW + 60 * DAY, adopt=[memory.id])
    assert check(store).findings == ()
    assert store.memories.read(memory.id).value.strength.initial == 1.4


def test_numbers_of_any_time_are_no_fault(store: Store) -> None:
    """Not settled yet, undone, merged, or of a law or rules that were changed since."""
    memory = recorded(store)
    path = Path(store.memories.path(memory.id))
    projections = [path.read_bytes()]
    for day in (40, 80, 120):
        reinforce(store, memory.id, NOW + day * DAY)
        projections.append(path.read_bytes())
    undo(store, None, NOW + 130 * DAY)
    for text in projections:
        path.write_bytes(text)
        assert check(store).findings == ()
    edit(store, memory.id, {"memory.fade.half_life_days": 365}, NOW + 140 * DAY)
    assert check(store).findings == ()
    settings = Path(store.settings_file)
    settings.write_text(settings.read_text().replace("boost = 0.15", "boost = 0.3"))
    assert check(reopened(store)[0]).findings == ()


def test_strange_numbers_in_the_archive_become_the_journals(store: Store) -> None:
    """`settle` does not reach the archive; --fix shows there what counts."""
    memory = recorded(store)
    forget(store, [memory.id], NOW)
    path = Path(store.archive.path(memory.id))
    path.write_text(path.read_text().replace("initial = 1.0", "initial = 1.3"))
    mends(store, f"archive/{memory.id}.toml")
    assert store.archive.read(memory.id).value.strength.initial == 1.0


def test_numbers_of_a_merge_are_no_fault(store: Store) -> None:
    """A line of another clone that arrives late changes what all later lines made."""
    memory = recorded(store)
    reinforce(store, memory.id, NOW + 80 * DAY)
    late = log(store).with_name("other-12345678.jsonl")
    row = log(store).read_text().splitlines()[1].replace('"by": "', '"by": "other-')
    row = row.replace("2025-04-22", "2025-03-01").replace('{"id": "01', '{"id": "02')
    late.write_text(row + "\n")
    assert check(store).findings == ()
    assert settle(store, NOW + 90 * DAY) == [memory.id]
    assert check(store).findings == ()


def test_a_clock_that_is_ahead_is_noted(store: Store) -> None:
    """A memory that was last reinforced in the year 2999 is a note, and no finding."""
    put(store, "a", whole().replace("2025-02-01", "2999-02-01"))
    report = check(store)
    assert report.findings == () and "until 2999-02-01" in report.notes[0].problem


def test_a_clock_that_is_ahead_is_judged_by_the_journal(store: Store) -> None:
    """Numbers of the year 2999 in a file are noted only while the journal does not have its own."""
    memory = recorded(store)
    path = Path(store.memories.path(memory.id))
    path.write_text(path.read_text().replace('inforced = "2025', 'inforced = "2999'))
    assert check(store).notes == ()
    put(store, "a", path.read_text().replace(memory.id, "a"))
    assert [note.where for note in check(store).notes] == [store.memories.path("a")]


def test_a_repair_that_fails_says_so(store: Store) -> None:
    """One repair that fails is left as not fixed and does not keep the next from being done."""
    put(store, "a", whole())
    put(store, "a", whole(), "archive")
    (Path(store.root) / ".gitignore").unlink()
    (Path(store.root) / ".gitignore").symlink_to("nowhere")
    report = check(store, fix=True)
    assert [finding.fixed for finding in report.findings] == [False, True]
    assert len(report.left) == 1


def test_fault_u5_what_is_gone_is_told_in_linear_time(store: Store) -> None:
    """Of ten times as many memories in the journal it takes ten times as long, and 30 are allowed;
    what asks each of all the others takes a hundred times."""

    def seconds(count: int) -> float:
        ids = {f"m-{number}" for number in range(count)}
        lines = {id: [adoption(memory(id))] for id in ids}
        began = process_time()
        assert not list(gone_cases(Checkup(store, NOW, lines, {}, {}), ids))
        return process_time() - began

    assert min(seconds(20_000) for _ in range(2)) < 30 * min(seconds(2_000) for _ in range(3))
