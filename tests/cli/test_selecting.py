"""How a person names a memory at a terminal, and how a script does: ids, parts, numbers, words."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store, init
from memento_cli.core.text.containing import texts_with_words
from tests.conftest import Ran

pexpect = pytest.importorskip("pexpect")

SAID = ["met Ana, the budget slips", "Café with Zoë", "歯医者に行った", "the budget is closed"]
TOPICS = ["budget", "coffee", "dentist", "closed"]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Callable[..., Ran]) -> Store:
    """A store with four memories."""
    store = init(str(tmp_path / "kept"), person="alex").store
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    monkeypatch.setenv("MEMENTO_NOW", "2025-02-01T12:00:00Z")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    for text, topic in zip(SAID, TOPICS, strict=True):
        assert run("record", text, "--topic", topic, "--if-duplicate", "keep").code == 0
    return store


def at_terminal(script: str, *answers: tuple[str, str], columns: int = 80) -> str:
    """What a terminal shows of some commands, with the answers that are typed to its questions."""
    memento = f'memento() {{ "{sys.executable}" -m memento_cli "$@"; }}; '
    child = pexpect.spawn(
        "sh", ["-c", memento + script], encoding="utf-8", timeout=30, dimensions=(40, columns),
        env={**os.environ, "COLUMNS": str(columns)},
    )  # fmt: skip
    shown = ""
    for question, answer in answers:
        child.expect_exact(question)
        shown += child.before + child.after
        child.sendline(answer)
    child.expect(pexpect.EOF)
    return str(shown + child.before).replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("budget ana", [0]),
        ("budg", [0, 3]),
        ("CAFE zoe", [1]),
        ("歯医", [2]),
        ("budget zoe", []),
        ("x", []),
        ("", []),
    ],
)
def test_all_words_must_stand_in_a_text(words: str, found: list[int]) -> None:
    """Words fit as parts, in any script, whatever their case and accents; all of them must."""
    assert texts_with_words(words, enumerate(SAID)) == found


def test_a_number_is_a_row_of_the_last_list(kept: Store) -> None:
    """A number names the row of the last list on this terminal; the table has no ids there."""
    shown = at_terminal("memento list --sort created; memento show 2 --path; memento pin 1-2")
    assert "alex-budget" not in shown.partition(".toml")[0].rpartition("\n")[0]
    assert shown.count("is pinned") == 2 and ".toml" in shown
    assert "alex-budget-2025-02" in at_terminal("memento list", columns=120)


def test_a_number_without_a_list_is_not_found(kept: Store) -> None:
    """Another terminal's list does not count, nor a row that the last list did not have."""
    at_terminal("memento list")
    assert "no list has a number 1 here" in at_terminal("memento show 1; true")
    assert "no number 9" in at_terminal("memento list; memento show 9")


def test_words_name_one_memory(kept: Store) -> None:
    """All words together mean the one memory that has them, in any script."""
    assert "alex-dentist-2025-02 is pinned" in at_terminal("memento pin 歯医者")
    shown = at_terminal("memento forget ana budget", ("Archive it?", "y"))
    assert "alex-budget-2025-02 is archived" in shown
    assert "alex-budget-2025-02 is back" in at_terminal("memento restore ana")


def test_of_several_a_person_chooses(kept: Store) -> None:
    """Several that have the words are shown with their words; Enter means none of them."""
    asked = "Which one? 1-2, or Enter for none"
    shown = at_terminal("memento pin the budget", (asked, "2"))
    assert "met Ana, the budget slips" in shown and "is pinned" in shown
    assert "none was chosen" in at_terminal("memento pin the budget", (asked, ""))


def test_the_last_recorded_is_an_at_sign(kept: Store) -> None:
    """@ is what this person recorded last."""
    assert "alex-closed-2025-02" in at_terminal("memento show @ --path")


@pytest.mark.parametrize("name", ["1", "1-2", "@"])
def test_a_script_names_no_rows(kept: Store, run: Callable[..., Ran], name: str) -> None:
    """A number or @ in a script is refused: what it means changes with each list."""
    done = run("forget", name, "--yes")
    assert done.code == 2 and "in a script give the id" in done.stderr
    assert "row on a screen" in at_terminal("memento list; memento forget 1 --yes")


def test_words_change_nothing_in_a_script(kept: Store, run: Callable[..., Ran]) -> None:
    """Verbs that change take ids and parts of them in a script; reading takes words that fit."""
    assert run("forget", "ana", "--yes").code == 3
    assert run("show", "ana", "--path").stdout.endswith("alex-budget-2025-02.toml\n")
    several = run("show", "the", "budget")
    assert several.code == 4 and "met Ana, the budget slips" in several.stderr
    assert run("forget", "dentist", "--yes").code == 0


def test_ids_come_through_a_pipe(kept: Store) -> None:
    """A - reads the ids that are to be reinforced."""
    script = f"'{sys.executable}' -m memento_cli"
    done = subprocess.run(
        f"{script} recall budget --format ids | {script} reinforce - --now 2025-03-01",
        shell=True, capture_output=True, text=True, check=True, env=os.environ,
    )  # fmt: skip
    assert done.stdout.count("is now") == 2


def test_undo_takes_the_number_of_an_act(kept: Store) -> None:
    """After a log at a terminal, 2 is the second act of it; it is no memory, and another list's
    number is no act."""
    shown = at_terminal("memento pin budget-2025; memento pin coffee; memento log; memento undo 2")
    assert "Undid: pinned alex-budget-2025-02" in shown
    assert "is of a list of acts" in at_terminal("memento log; memento forget 1; true")
    assert "is of a list of memories" in at_terminal("memento list; memento undo 1; true")


def test_undo_takes_no_number_in_a_script(kept: Store, run: Callable[..., Ran]) -> None:
    """A script gives the act's id: what a number means changes with each log."""
    done = run("undo", "1", "--yes")
    assert done.code == 2 and "in a script give the id" in done.stderr


def test_a_log_is_asked_for_by_words(kept: Store, run: Callable[..., Ran]) -> None:
    """log names one memory as show does, and --changes what each change of it changed."""
    assert "alex-coffee-2025-02" in at_terminal("memento log zoë")
    assert run("edit", "coffee", "--detail", "At noon").code == 0
    assert "At noon" in run("log", "zoë", "--changes").stdout
    assert "alex-dentist-2025-02" in at_terminal("memento list -t dentist; memento log 1")


def test_fade_names_memories_as_the_other_verbs_do(kept: Store) -> None:
    """why, curve and set take numbers of the last list and words, too."""
    shown = at_terminal("memento list -t dentist; memento fade why 1; memento fade set never zoë")
    assert "alex-dentist-2025-02" in shown and "alex-coffee-2025-02" in shown


def test_numbers_of_states_and_facts(kept: Store, run: Callable[..., Ran]) -> None:
    """A number of `state list` is a state, one of `fact list` a key and whose it is."""
    run("state", "add", "task", "Call the bank")
    run("state", "add", "task", "Water the plants")
    shown = at_terminal("memento state list --kind task; memento state done 1")
    assert "Call the bank" in shown and "is done" in shown
    shown = at_terminal("memento state done water plants")
    assert "is done" in shown
    run("fact", "set", "city", "Rome", "--of", "ana")
    run("fact", "set", "2", "two")
    shown = at_terminal("memento fact list --of ana; memento fact correct 1 Lyon")
    assert "Lyon" in shown and run("fact", "get", "city", "--of", "ana").stdout == "Lyon\n"
    assert run("fact", "get", "2").stdout == "two\n"
    run("fact", "like", "tea", "--domain", "food")
    at_terminal("memento fact list --likes; memento fact confirm 1")
    assert "confirmed" in run("fact", "list", "--likes").stdout


def test_a_number_is_of_the_list_that_the_command_takes(
    kept: Store, run: Callable[..., Ran]
) -> None:
    """Another list's number is refused, and so is any number in a script."""
    run("state", "add", "task", "Call the bank")
    assert "is of a list of memories" in at_terminal("memento list; memento state done 1")
    assert "is of a list of states" in at_terminal("memento state list; memento forget 1")
    assert "is of a list of memories" in at_terminal("memento list; memento tidy apply 1")
    for args in (
        ("state", "done", "1"),
        ("tidy", "apply", "1"),
        ("event", "link", "1", "caused_by", "2"),
    ):
        assert "row on a screen" in run(*args).stderr


def test_numbers_and_words_of_events(kept: Store, run: Callable[..., Ran]) -> None:
    """Events are named by numbers of `event list`, or by their words."""
    run("event", "add", "The kettle broke")
    run("event", "add", "We bought a kettle")
    shown = at_terminal("memento event list; memento event link 1 caused_by 2")
    assert "was caused by" in shown
    assert "same topic" in at_terminal("memento event link bought same_topic broke")
    shown = at_terminal("memento event list; memento event thread add kettles 1-2")
    assert "2 events added" in shown
    shown = at_terminal("memento event thread list; memento event thread show 1")
    assert shown.count("kettle") > 2


def test_numbers_of_proposals(kept: Store, run: Callable[..., Ran]) -> None:
    """`tidy list` numbers what it proposes, which no other verb takes for its own."""
    id = run("list", "--limit", "1", "--format", "ids").stdout.strip()
    done = run("agent", "feedback", id, "edited", "--answer", "the budget is met")
    assert done.code == 0, done.stderr
    shown = at_terminal(
        "memento tidy list; memento tidy show 1; memento show 1; memento tidy reject 1"
    )
    assert "`memento tidy show` shows it" in shown and "is rejected" in shown


def test_evidence_and_numbers_to_adopt_may_be_named_by_words(
    kept: Store, run: Callable[..., Ran]
) -> None:
    """As wherever a memory is asked for."""
    shown = at_terminal("memento graph add ana works_at acme --evidence 'met ana'")
    assert "works_at" in shown
    assert "alex-budget" in run("graph", "show", "ana", "--json").stdout
    assert "settled" in at_terminal("memento store settle --adopt 歯医者")


def test_a_number_is_forgotten_whatever_ids_have_it(kept: Store, run: Callable[..., Ran]) -> None:
    """A row is a row, also where other ids have that number in them; so is one to erase."""
    run("state", "add", "fact", "Room 1")
    run("state", "add", "fact", "Floor 1")
    shown = at_terminal("memento list --sort created; memento forget 1", ("Archive it?", "y"))
    assert "is archived" in shown
    shown = at_terminal("memento list; memento forget 1 --erase -n; true")
    assert "would erase 1" in shown


def test_an_empty_list_leaves_the_numbers_of_the_one_before(kept: Store) -> None:
    """And it has no head: a note says that there is nothing."""
    shown = at_terminal("memento list; memento tidy list; memento pin 1")
    assert "Nothing is proposed" in shown and "is pinned" in shown and "reason" not in shown
