"""Questions on a terminal, editors, and signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memento_cli import Store, init, open_store

pexpect = pytest.importorskip("pexpect")

MEMENTO = [sys.executable, "-m", "memento_cli"]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    made = init(str(tmp_path / "store"), person="alex").store
    monkeypatch.setenv("MEMENTO_STORE", made.root)
    monkeypatch.setenv("MEMENTO_NOW", "2025-02-01T12:00:00Z")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    return made


def memento(*args: str, code: int = 0, **env: str) -> str:
    done = subprocess.run(
        [*MEMENTO, *args],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env=os.environ | env,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout + done.stderr


def talk(*args: str, answers: list[tuple[str, str]], code: int = 0, **env: str) -> str:
    """Run a command on a terminal, with room for a question on a line, and answer its questions."""
    child = pexpect.spawn(
        MEMENTO[0], [*MEMENTO[1:], *args], encoding="utf-8", timeout=20,
        env=os.environ | {"COLUMNS": "200"} | env,
        dimensions=(24, 200),
    )  # fmt: skip
    seen = ""
    for question, answer in answers:
        child.expect_exact(question)
        seen += child.before + question
        child.sendline(answer)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == code, seen + child.before
    return seen + child.before


def editor(tmp_path: Path, script: str) -> str:
    """An editor that changes its file by a line of shell; the file is $1."""
    path = tmp_path / "an editor"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return f"'{path}'"


def test_a_near_duplicate_is_asked_about(store: Store) -> None:
    """On a terminal a near-duplicate may be reinforced, linked, superseded, or kept beside."""
    memento("record", "Had lunch with Viktor", "--topic", "lunch")
    question = [("[K]eep both, [r]einforce that one, [l]ink as duplicate: ", "k")]
    talk("record", "Had a lunch with Viktor", answers=question)
    assert len(store.memories.ids()) == 2
    talk("record", "Had lunch with Viktor", answers=[("What now?", "s")])
    assert len(store.memories.ids()) == 3
    links = [link for id in store.memories.ids() for link in store.memories.read(id).value.links]
    assert [link.rel for link in links] == ["supersedes"]
    later = {"MEMENTO_NOW": "2025-06-01"}
    talk("record", "Had lunch with Viktor", answers=[("What now?", "r")], **later)
    assert len(store.memories.ids()) == 3


LONG = "They bloom in April.\n\nThe first stands by the well.\n\nThe third was struck by lightning."


@pytest.mark.parametrize("by", ["--detail", "--editor"])
def test_no_words_are_lost_at_a_near_duplicate(store: Store, tmp_path: Path, by: str) -> None:
    """What says more than the old one is not left out for it: what loses words is not offered."""
    memento("record", "pear trees")
    writes = editor(tmp_path, f"printf '%s' 'pear trees\n\n{LONG}' > \"$1\"")
    given = ["pear trees", "--detail", LONG] if by == "--detail" else ["--editor"]
    question = [("What now? [K]eep both, [l]ink as duplicate, [s]upersede it: ", "r"), ("now?", "")]
    seen = talk("record", *given, answers=question, EDITOR=writes)
    assert "The old one lacks the detail of the new one" in seen
    details = [store.memories.read(id).value.content.detail for id in store.memories.ids()]
    assert sorted(details) == ["", LONG]


def test_of_several_near_duplicates_the_question_names_one(store: Store) -> None:
    """Each answer says which of them it means, and that one it is."""
    old, new = (memento("record", "pear trees", "-q", "-t", topic).strip() for topic in ("a", "b"))
    asked = f"[r]einforce {new}, [l]ink as duplicate of {old}, [s]upersede {new}: "
    talk("record", "pear trees", "-t", "b", answers=[(asked, "r")])
    assert len(store.memories.ids()) == 2


def test_a_near_duplicate_in_a_script_is_a_warning(store: Store) -> None:
    """Without a terminal both are kept, a warning says so, and the code is 0."""
    memento("record", "Had lunch with Viktor")
    assert "Nearly the same" in memento("record", "Had lunch with Viktor")
    assert len(store.memories.ids()) == 2


def test_prune_shows_and_asks(store: Store) -> None:
    """On a terminal a prune shows what goes and why, and goes on only with a yes."""
    memento("record", "Faded", "--topic", "old")
    late = {"MEMENTO_NOW": "2028-01-01"}
    ahead = "Dated 2028-01-01 00:00 UTC: Archive 1 memory?"
    talk("prune", "--now", "2028-01-01", "--utc", answers=[(ahead, "n")], code=6)
    seen = talk("prune", answers=[("Archive 1 memory?", "n")], code=6, **late)
    assert "below 0.15 since 2025-10-0" in seen and len(store.memories.ids()) == 1
    talk("prune", answers=[("Archive 1 memory?", "y")], **late)
    assert store.memories.ids() == []


def test_prune_in_a_script_needs_a_yes(store: Store) -> None:
    """Without a terminal and without --yes a prune refuses, and nothing is done."""
    memento("record", "Faded", "--topic", "old")
    assert "--yes" in memento("prune", code=6, MEMENTO_NOW="2028-01-01")
    assert len(store.memories.ids()) == 1
    memento("prune", "--yes", MEMENTO_NOW="2028-01-01")
    assert len(store.archive.ids()) == 1


def test_prune_by_hand(store: Store, tmp_path: Path) -> None:
    """In the editor each memory gets a verb; a line that is removed is kept."""
    for topic in ("one", "two", "three", "four", "five"):
        memento("record", f"About {topic} alone", "--topic", topic)
    script = (
        'sed -i -e "s/^prune alex-two/pin alex-two/" -e "s/^prune alex-three/reinforce alex-three/"'
        ' -e "/^prune alex-four/d" -e "s/^prune alex-five/keep alex-five/" "$1"'
    )
    env = {"EDITOR": editor(tmp_path, script), "MEMENTO_NOW": "2028-01-01"}
    memento("prune", "--edit", **env)
    assert store.archive.ids() == ["alex-one-2025-02"]
    assert store.memories.read("alex-two-2025-02").value.pinned
    assert store.memories.read("alex-three-2025-02").value.strength.reinforcement_count == 1


def test_a_list_that_is_left_as_it_is_asks(store: Store) -> None:
    """Who leaves the editor as they came may have meant to do nothing."""
    memento("record", "Faded", "--topic", "old")
    late = {"EDITOR": "true", "MEMENTO_NOW": "2028-01-01"}
    talk("prune", "--edit", answers=[("Archive 1 memory?", "n")], code=6, **late)
    assert len(store.memories.ids()) == 1
    memento("prune", "--edit", "--yes", **late)
    assert store.memories.ids() == []


def test_mistakes_in_the_list_do_nothing(store: Store, tmp_path: Path) -> None:
    """Every mistake in the edited list is named at once, and nothing is done."""
    memento("record", "Faded", "--topic", "old")
    script = 'printf "burn alex-old-2025-02\\nprune nobody\\n" > "$1"'
    env = {"EDITOR": editor(tmp_path, script), "MEMENTO_NOW": "2028-01-01"}
    seen = memento("prune", "--edit", code=2, **env)
    assert "line 1" in seen and "line 2" in seen and len(store.memories.ids()) == 1


def test_edit_in_an_editor(store: Store, tmp_path: Path) -> None:
    """What the editor leaves is the memory now, and the journal says what changed."""
    id = memento("record", "Had lunhc").strip()
    memento("edit", id, EDITOR=editor(tmp_path, 'sed -i "s/lunhc/lunch/" "$1"'))
    assert store.memories.read(id).value.content.summary == "Had lunch"
    assert "unchanged" in memento("edit", id, EDITOR="true")


def test_a_broken_edit_writes_nothing(store: Store, tmp_path: Path) -> None:
    """A text that is no memory is refused with its problems; on a terminal it may be mended."""
    id = memento("record", "Had lunch").strip()
    breaks = editor(tmp_path, 'sed -i "s/half_life_days = 90/half_life_days = 0/" "$1"')
    assert "half_life_days" in memento("edit", id, code=4, EDITOR=breaks)
    talk("edit", id, answers=[("What now?", "q")], code=2, EDITOR=breaks)
    assert store.memories.read(id).document.text.count("half_life_days = 90") == 1


def test_an_editor_that_fails_changes_nothing(store: Store) -> None:
    """An editor that ends with an error, or does not exist, leaves the memory as it was."""
    id = memento("record", "Had lunch").strip()
    before = store.memories.read(id).stamp
    memento("edit", id, code=1, EDITOR="false")
    memento("edit", id, code=1, EDITOR="no-such-editor-anywhere")
    assert store.memories.read(id).stamp == before


def test_record_in_an_editor(store: Store, tmp_path: Path) -> None:
    """The first line is the summary, the rest the detail; an empty text records nothing."""
    write = editor(tmp_path, 'printf "A summary\\n\\nAnd more\\nof it\\n" > "$1"')
    id = memento("record", "--editor", EDITOR=write).strip()
    content = store.memories.read(id).value.content
    assert (content.summary, content.detail) == ("A summary", "And more\nof it")
    memento("record", "--editor", code=6, EDITOR=editor(tmp_path, ': > "$1"'))
    assert len(store.memories.ids()) == 1


def test_no_editor_inherits_the_lock(store: Store, tmp_path: Path) -> None:
    """While an editor is open, other commands write."""
    id = memento("record", "Had lunch").strip()
    other = editor(tmp_path, f"{' '.join(MEMENTO)} record 'Written meanwhile' --topic other >&2")
    memento("edit", id, EDITOR=other)
    assert len(store.memories.ids()) == 2


def test_the_default_place_is_made_after_asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Recording without a store offers to make one on a terminal; a script gets an error."""
    monkeypatch.delenv("MEMENTO_STORE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    assert "memento init" in memento("record", "x", code=3)
    talk("record", "First one", answers=[("Make one in", "n")], code=3)
    assert not (tmp_path / "data").exists()
    talk("record", "First one", answers=[("Make one in", "y")])
    assert len(open_store(str(tmp_path / "data" / "memento")).memories.ids()) == 1


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signals_end_it_with_their_codes(store: Store, number: int, code: int) -> None:
    """Ctrl-C is 130 and SIGTERM 143, without a traceback."""
    with subprocess.Popen(
        [*MEMENTO, "record", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        time.sleep(1.0)
        process.send_signal(number)
        _, said = process.communicate(timeout=20)
    assert process.returncode == code and "Traceback" not in said


def test_an_agent_on_a_terminal_asks_the_person(store: Store) -> None:
    """Who is asked sees what stands there and what would; no keeps it, yes lets the agent have its
    way, and --yes is not asked at all."""
    memento("fact", "set", "drink", "Sencha\u202e at noon")
    words, agent = ("fact", "set", "drink", "Latte"), {"MEMENTO_AGENT": "claude"}
    asked = "(it says: drink = Sencha\\u202e at noon; it would say: drink = Latte)"
    for answer, code, kept in (("n", 6, "Sencha"), ("y", 0, "Latte")):
        seen = talk(*words, answers=[("[y]es, [N]o: ", answer)], code=code, **agent)
        assert "Replace what the user said of drink?" in seen and asked in seen
        assert kept in memento("fact", "get", "drink")
    memento("fact", "set", "drink", "Sencha")
    assert "?" not in talk(*words, "--yes", answers=[], **agent)
    assert "?" not in talk("fact", "set", "drink", "Sencha", answers=[])


@pytest.mark.parametrize("args", [[""], ["", "-d", "the detail"], ["-"], ["  "]])
@pytest.mark.parametrize("dry", [[], ["--dry-run"]])
def test_an_empty_summary_is_refused(store: Store, args: list[str], dry: list[str]) -> None:
    """No word stands in for one that a script left empty; what is piped beside it is not taken."""
    command = [*MEMENTO, "record", *args, *dry]
    ran = subprocess.run(command, input="\n", capture_output=True, text=True)
    assert ran.returncode == 2 and "there is no text to keep" in ran.stderr
    assert not store.memories.ids()
