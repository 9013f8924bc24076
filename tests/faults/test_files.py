"""FAULTS, files and parsing: rows 1 to 25."""

from __future__ import annotations

import os
import subprocess
import time
import tomllib
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.prune import archive_all
from memento_cli.actions.memory.reading import memories_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import reinforce, settle
from memento_cli.core.memory.memory import Draft, Memory, strength_at
from memento_cli.errors import BadData, Conflict
from memento_cli.store.directory.store import Store
from memento_cli.store.toml.parse import SIZE_LIMIT
from tests.store.helpers import (
    ALEX,
    DAY,
    NOW,
    changed_lines,
    put,
    recorded,
    reopened,
    whole,
)


def problems(store: Store, id: str) -> list[str]:
    """What is wrong with a file; it is skipped, named once, and the others are read."""
    put(store, "good", whole("good"))
    store, warnings = reopened(store)
    assert [memory.id for memory in memories_at(store, NOW)] == ["good"]
    assert len(warnings) == 1 and f"{id}.toml" in warnings[0]
    with pytest.raises(BadData) as caught:
        store.memories.read(id)
    found = doctor(store, NOW).findings
    assert {finding.where for finding in found} == {store.memories.path(id)}
    assert [finding.problem for finding in found] == caught.value.problems
    return caught.value.problems


def test_fault_01_an_empty_file_is_named(store: Store) -> None:
    """Valid TOML that says nothing: "missing [memory]"."""
    put(store, "a", "")
    assert problems(store, "a") == ["missing [memory]"]


def test_fault_02_a_file_cut_at_any_byte_is_an_error_or_a_part_and_stays(store: Store) -> None:
    """No traceback at any length, and nothing is written back."""
    raw = (whole() + 'mine = "é\\u00e9"\n\n[memory.tags]\ntopics = ["a", "b"]\n').encode()
    read = 0
    for size in range(len(raw)):
        path = put(store, "a", raw[:size])
        try:
            store.memories.read("a")
            read += 1
        except BadData as problem:
            assert problem.problems
            with pytest.raises(BadData):
                edit(store, "a", {"memory.pinned": True}, NOW)
        assert path.read_bytes() == raw[:size]
    assert 0 < read < 250
    store, _ = reopened(store)
    assert len(memories_at(store, NOW)) == 1


@pytest.mark.parametrize("twice", ["pinned = true\npinned = true\n", "[memory]\n"])
def test_fault_04_a_doubled_key_or_table_is_named_with_its_line(store: Store, twice: str) -> None:
    """What merge=union leaves: the error names the line, doctor offers newest-wins."""
    put(store, "a", whole().replace("[memory.content]", twice + "\n[memory.content]"))
    (problem,) = problems(store, "a")
    assert "at line" in problem
    (finding,) = doctor(store, NOW, fix=True).findings
    assert finding.fixed and doctor(store, NOW).findings == ()


def test_fault_05_a_byte_order_mark_is_accepted(store: Store) -> None:
    """Read as if it were not there; written back without it, and only by an edit."""
    path = put(store, "a", b"\xef\xbb\xbf" + whole().encode())
    assert memories_at(store, NOW)[0].id == "a"
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    edit(store, "a", {"memory.pinned": True}, NOW)
    assert path.read_bytes().startswith(b"[memory]")


def test_fault_06_windows_line_endings_stay(store: Store) -> None:
    """An edit of a CRLF file, also one with new keys and tables, writes CRLF."""
    path = put(store, "a", whole().replace("\n", "\r\n"))
    edit(store, "a", {"memory.about.life_stage": "a\nb", "memory.project": "p"}, NOW, "why")
    text = path.read_bytes().decode()
    assert text.count("\n") == text.count("\r\n") > 16
    assert store.memories.read("a").value.more["memory.about.life_stage"] == "a\nb"


def test_fault_07_other_encodings_are_named_and_garbled_text_is_kept(store: Store) -> None:
    """UTF-16 and Latin-1 are no UTF-8; text that was encoded twice is valid and stays."""
    garbled = whole("m").replace("one", "CafÃ© â€” Zoë")
    path = put(store, "m", garbled)
    edit(store, "m", {"memory.pinned": True}, NOW)
    assert "CafÃ© â€” Zoë" in path.read_text()
    (note,) = doctor(store, NOW).notes
    assert "Latin-1" in note.advice
    path.unlink()
    put(store, "a", whole().encode("utf-16"))
    assert problems(store, "a") == ["not UTF-8 (it looks like UTF-16)"]
    put(store, "a", whole().replace("one", "café").encode("latin-1"))
    assert problems(store, "a")[0].startswith("not UTF-8 at byte")


def test_fault_09_an_escaped_escape_loads_and_is_written_escaped(store: Store) -> None:
    """Valid TOML; no file of ours holds the raw sign."""
    path = put(store, "a", whole().replace('"one"', '"\\u001b[31mred"'))
    assert store.memories.read("a").value.content.summary == "\x1b[31mred"
    edit(store, "a", {"memory.content.detail": "\x1b]0;x\x07\x9b"}, NOW, "\x1b[2J")
    assert not set(path.read_bytes()) & {0x1B, 0x07, 0x9B}
    logs = "".join(Path(log).read_text() for log in store.journal.files())
    assert "\x1b" not in logs and "\x9b" not in logs


def test_fault_10_half_a_character_is_refused(store: Store) -> None:
    """In a file it is a parser's error; on the way to one it is refused, and nothing is left."""
    put(store, "a", whole().replace('"one"', '"\\ud800"'))
    assert "not a Unicode scalar" in problems(store, "a")[0]
    with pytest.raises(BadData, match="half a character"):
        record(store, Draft("caf\udce9", ALEX), NOW)
    with pytest.raises(BadData, match="half a character"):
        edit(store, "good", {"memory.content.summary": "\ud800"}, NOW)
    assert sorted(name for name in os.listdir(store.memories.folder) if name.endswith(".toml")) == [
        "a.toml",
        "good.toml",
    ]


@pytest.mark.parametrize("sign", ["[", "{a=", "[[", '{"a"='])
def test_fault_11_endless_nesting_is_one_error(store: Store, sign: str) -> None:
    """10,000 levels: no RecursionError escapes from either parser."""
    put(store, "a", whole() + "x = " + sign * 10_000)
    assert len(problems(store, "a")) == 1


def test_fault_12_a_key_of_10000_parts_is_refused_at_once(store: Store) -> None:
    """The parser would take a second; dots in texts, paths and numbers are no parts."""
    put(store, "a", whole() + "a." * 10_000 + "a = 1\n")
    start = time.process_time()
    assert problems(store, "a") == ["a key of more than 100 dotted parts"]
    assert time.process_time() - start < 0.5
    dotted = Draft("1.2." * 200, ALEX, detail="a.b\n" * 5 + "x.y." * 500 + "'" + "z." * 500)
    assert record(store, dotted, NOW).memory.content.detail == dotted.detail


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e308", "-0.1", "1e999"])
@pytest.mark.parametrize("key", ["memory.strength.initial", "memory.fade.half_life_days"])
def test_fault_14_numbers_out_of_range_are_named(store: Store, key: str, number: str) -> None:
    """Not finite or out of range: an error of that file with the key's path."""
    table, _, name = key.rpartition(".")
    text = whole().replace("\n[memory.strength]", "\n[memory.other]")
    put(store, "a", text + f"\n[{table}]\n{name} = {number}\n")
    (problem,) = problems(store, "a")
    assert problem.startswith(f"{key}: ")


def test_fault_14_minus_zero_is_zero(store: Store) -> None:
    """-0.0 is a number like zero."""
    put(store, "a", whole().replace("initial = 1.0", "initial = -0.0"))
    assert strength_at(store.memories.read("a").value, NOW) == 0.1


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ('tags = "x"', "memory.tags"),
        ('fade.half_life_days = "90"', "memory.fade.half_life_days"),
        ("fade.half_life_days = true", "memory.fade.half_life_days"),
        ("pinned = 0", "memory.pinned"),
        ("links = [1]", "memory.links"),
        ("kind = 3", "memory.kind"),
        ("project = 2025-01-01", "memory.project"),
    ],
)
def test_fault_15_a_wrong_type_is_named_with_its_path(store: Store, line: str, path: str) -> None:
    """Text for a number, a number for a flag, and so on: the error says where."""
    put(store, "a", whole().replace("\n\n", f"\n{line}\n\n", 1))
    (problem,) = problems(store, "a")
    assert problem.startswith(f"{path}: ")


@pytest.mark.parametrize("days", ["0", "0.0", "-1", "-0.0"])
def test_fault_16_a_half_life_of_nothing_is_an_error(store: Store, days: str) -> None:
    """Never a division by zero."""
    put(store, "a", whole() + f"\n[memory.fade]\nhalf_life_days = {days}\n")
    (problem,) = problems(store, "a")
    assert "must be > 0" in problem


def test_fault_16_the_smallest_half_life_and_the_largest_strength_count(store: Store) -> None:
    """At the edges of what is allowed nothing overflows; beyond them is an error."""
    edge = whole().replace("initial = 1.0", "initial = 100")
    put(store, "a", edge + "\n[memory.fade]\nhalf_life_days = 5e-324\nmin_strength = 0\n")
    memory = store.memories.read("a").value
    assert strength_at(memory, NOW) == 100 and strength_at(memory, NOW + DAY) == 0
    put(store, "a", whole().replace("initial = 1.0", "initial = 1e9"))
    assert "must be from 0 to 100" in problems(store, "a")[0]


HAND = """\
# mine
[memory]
id = "a"
mood = { now = "calm", colours = [ 0x1F, 1_000 ] } # odd
person = 'alex'
created = 2025-02-01T15:30:00+01:00

[memory.content]
summary = "one"

[mine]
id = "not a memory's"
x = nan
"""


def test_fault_17_unknown_keys_tables_and_comments_stay_to_the_byte(store: Store) -> None:
    """Edits and reinforcements touch their own lines only."""
    path = put(store, "a", HAND)
    edit(store, "a", {"memory.content.summary": "two"}, NOW, "why")
    after = path.read_text()
    removed = [line for line in changed_lines(HAND, after) if line.startswith("-")]
    assert removed == ['-summary = "one"']
    reinforce(store, "a", NOW + 30 * DAY)
    removed = [line for line in changed_lines(after, path.read_text()) if line.startswith("-")]
    assert removed == []
    assert tomllib.loads(path.read_text())["mine"]["id"] == "not a memory's"


def test_fault_19_a_file_of_100_mb_is_not_read(store: Store) -> None:
    """Above 1 MiB a file is named, not loaded; below it 50,000 keys are."""
    path = put(store, "a", whole())
    os.truncate(path, 100_000_000)
    assert problems(store, "a") == [f"100000000 bytes are more than the {SIZE_LIMIT} allowed"]
    put(store, "a", whole() + "[memory.x]\n" + "".join(f"k{n} = {n}\n" for n in range(50_000)))
    assert store.memories.read("a").id == "a"


def test_fault_20_thousands_of_files_are_all_read(store: Store) -> None:
    """Every one of 3,000 is listed, checked and settled; `memento store bench` measures time."""
    for nth in range(3000):
        put(store, f"m{nth}", whole(f"m{nth}"))
    assert len(memories_at(store, NOW)) == len(store.memories.ids()) == 3000
    reinforce(store, "m2999", NOW + 30 * DAY)
    assert len(settle(store, NOW + 31 * DAY)) == 2999
    assert settle(store, NOW + 31 * DAY) == []
    report = doctor(store, NOW + 31 * DAY)
    assert report.findings == () and (report.files, report.lines) == (3002, 3001)
    assert len(memories_at(store, NOW + 31 * DAY)) == 3000


def test_fault_21_the_file_name_wins_and_writing_waits_for_the_repair(store: Store) -> None:
    """Found by its name; content is not written until doctor has set the id."""
    path = put(store, "b", whole("a"))
    assert memories_at(store, NOW)[0].id == "b"
    with pytest.raises(Conflict, match="says that its id is 'a'") as caught:
        edit(store, "b", {"memory.pinned": True}, NOW)
    assert "doctor --fix" in caught.value.hint and path.read_text() == whole("a")
    assert doctor(store, NOW, fix=True).left == ()
    edit(store, "b", {"memory.pinned": True}, NOW)


@pytest.mark.parametrize(
    ("one", "other"), [("alex", "Alex"), ("café", "cafe\u0301"), ("file2", "file２")]
)
def test_fault_22_ids_that_differ_by_case_or_form_are_named(
    store: Store, one: str, other: str
) -> None:
    """Neither is merged into the other, and neither file is touched."""
    for nth, id in enumerate((one, other)):
        put(store, id, whole(id).replace("one", str(nth)))
    files = {path: path.read_bytes() for path in Path(store.memories.folder).iterdir()}
    if len(files) == 1:
        pytest.skip("this file system itself takes them for one")
    report = doctor(store, NOW, fix=True)
    assert report.left and not any(finding.fixable for finding in report.findings)
    assert {path: path.read_bytes() for path in files} == files


def test_fault_24_a_log_of_5000_entries_of_others_loads_and_stays(store: Store) -> None:
    """Acts go on in time, and no entry of another tool is lost for ours; the journal has all."""
    entry = '\n[[memory.log]]\ntimestamp = "2025-02-01T{:02}:{:02}:{:02}Z"\nevent = "seen"\n'
    log = "".join(entry.format(n // 3600, n // 60 % 60, n % 60) for n in range(5000))
    path = put(store, "a", whole() + log)
    start = time.process_time()
    assert len(store.memories.read("a").value.log) == 5000
    reinforce(store, "a", NOW + 30 * DAY)
    assert time.process_time() - start < 3
    after = store.memories.read("a").value
    assert len(after.log) == 5000 and after.strength.reinforcement_count == 1
    assert path.read_text().startswith(whole()[:60])


def test_fault_25_toml_1_1_is_read_and_1_0_written(store: Store) -> None:
    """What tomllib does not know yet is read by tomlkit; such a file is not edited half."""
    text = whole() + '\n[memory.tags]\ntopics = ["\\e[1m"]\n'
    path = put(store, "a", text)
    assert store.memories.read("a").value.tags.topics == ("\x1b[1m",)
    try:
        edit(store, "a", {"memory.pinned": True}, NOW)
    except Conflict:
        assert path.read_text() == text
    else:
        tomllib.loads(path.read_text())
    archive_all(store, "forgotten", ["a"], NOW)
    assert (Path(store.archive.folder) / "a.toml").exists()


def test_fault_04_what_git_itself_merged_loads_after_the_repair(store: Store) -> None:
    """A real union merge of two reinforcements: the file is mended, and no act is lost."""
    memory: Memory = recorded(store)
    git(store, "init", "-q")
    with (Path(store.root) / ".gitattributes").open("a") as attributes:
        attributes.write("* merge=union\n")
    commit(store)
    for branch, day in (("one", 40), ("two", 80)):
        git(store, "checkout", "-qb", branch, "HEAD~0" if branch == "one" else "one~1")
        reinforce(reopened(store)[0], memory.id, NOW + day * DAY, branch)
        commit(store)
    git(store, "merge", "-q", "-m", "m", "one")
    assert memories_at(reopened(store)[0], NOW) == []
    (finding,) = doctor(store, NOW + 90 * DAY, fix=True).findings
    assert finding.fixed and doctor(store, NOW + 90 * DAY).left == ()
    assert memories_at(store, NOW + 90 * DAY)[0].strength.reinforcement_count == 2


def git(store: Store, *words: str) -> None:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@t", "-C", store.root, *words]
    subprocess.run(command, check=True, capture_output=True)


def commit(store: Store) -> None:
    git(store, "add", "-A")
    git(store, "commit", "-qm", "c")
