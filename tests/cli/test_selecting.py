"""How a person names a memory at a terminal, and how a script does: ids, parts, numbers, words."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store, init
from memento_cli.core.text.normal_forms import texts_with_words
from memento_cli.index.database.place import index_folder
from tests.conftest import Ran
from tests.store.helpers import put, whole

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


def drop(store: Store, id: str, summary: str = "one") -> None:
    """Put a memory into the store by hand, the newest of all."""
    put(store, id, whole(id).replace('summary = "one"', f'summary = "{summary}"'))


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


def test_a_number_whose_memory_is_gone_is_no_part_of_an_id(kept: Store) -> None:
    """What stood at a number of the last list and has gone since is told; nothing else is meant."""
    shown = at_terminal(
        "memento list --sort created; memento forget 1; memento forget 1; true",
        ("Archive it?", "y"),
    )
    assert "alex-budget-2025-02 is in the archive" in shown and "is short for" not in shown
    assert "write 1-2" in at_terminal("memento list; memento pin 2-1; true")


def test_of_ids_that_share_a_part_a_person_chooses(kept: Store) -> None:
    """They are shown with their words; a script is told of them, and each verb does the same."""
    asked = ("Which one? 1-4, or Enter for none", "2")
    for verb in ("pin", "show", "fade why", "log"):
        shown = at_terminal(f"memento {verb} 2025-02", asked)
        assert "met Ana, the budget slips" in shown and "alex-closed-2025-02" in shown
    told = at_terminal("memento forget 2025-02 --yes; true")
    assert "'2025-02' is short for 4 ids" in told and "Café with Zoë" in told


def test_a_misspelt_word_is_told_the_nearest(kept: Store, run: Callable[..., Ran]) -> None:
    """What no memory has is answered with the nearest, or with the archived one that has it."""
    assert "did you mean alex-budget-2025-02?" in at_terminal("memento show bugdet; true")
    assert "nearest: alex-budget-2025-02 (met Ana, the budget slips)" in at_terminal(
        "memento show slpis; true", columns=200
    )
    assert run("forget", "dentist", "--yes").code == 0
    assert "`memento restore alex-dentist-2025-02`" in at_terminal("memento show 歯医; true")


def test_words_name_one_memory(kept: Store) -> None:
    """All words together mean the one memory that has them, in any script."""
    assert "alex-dentist-2025-02 is pinned" in at_terminal("memento pin 歯医者")
    shown = at_terminal("memento forget ana budget", ("Archive it?", "y"))
    assert "alex-budget-2025-02 is archived" in shown
    assert "alex-budget-2025-02 is back" in at_terminal("memento restore ana")
    shown = at_terminal("memento forget ana budget --erase", ("Erase for good?", "y"))
    assert "alex-budget-2025-02: met Ana, the budget slips" in shown.partition("Erase for")[0]
    assert "alex-budget-2025-02 is erased" in shown


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
    shown = at_terminal("memento list --sort created; memento forget 1 --yes")
    assert "row on a screen" in shown
    assert "with --yes, give the id: alex-budget-2025-02" in " ".join(shown.split())


@pytest.mark.parametrize(
    "line",
    [
        "agent feedback 1 used",
        "session end 1",
        "session show 20",
        "session add 1 Tea",
        "context --in-session 1",
        "edit coffee --unlink supersedes:1",
        "edit coffee --link supersedes:1",
        "event link 1 reply_to 2",
    ],
)
def test_no_verb_takes_a_row_in_a_script(run: Callable[..., Ran], kept: Store, line: str) -> None:
    """Nor takes it for a part of an id: a digit is in every id."""
    run("session", "start")
    done = run(*line.split())
    assert done.code == 2 and "is a row on a screen" in done.stderr, done


def test_a_number_is_a_session_of_its_list(kept: Store, run: Callable[..., Ran]) -> None:
    """At a terminal, after a list of sessions."""
    run("session", "start", "Tea", "--id", "tea-1")
    run("session", "start", "Coffee", "--id", "coffee-2")
    shown = at_terminal("memento session list; memento session end 1; memento session show 2")
    assert "coffee-2 ended" in shown and "tea-1  Tea" in shown.partition("ended")[2]


def test_words_change_nothing_in_a_script(kept: Store, run: Callable[..., Ran]) -> None:
    """Verbs that change take ids and parts of them in a script; reading takes words that fit."""
    assert run("forget", "ana", "--yes").code == 3
    assert run("forget", "ana", "--erase", "--yes").code == 3
    assert run("show", "ana", "--path").stdout.endswith("alex-budget-2025-02.toml\n")
    several = run("show", "the", "budget")
    assert several.code == 4
    assert "  1  met Ana, the budget slips  (alex-budget-2025-02)\n" in several.stderr
    assert run("forget", "dentist", "--yes").code == 0


def test_ids_come_through_a_pipe(kept: Store) -> None:
    """A - reads the ids that are to be reinforced."""
    script = f"'{sys.executable}' -m memento_cli"
    done = subprocess.run(
        f"{script} recall budget --format ids | {script} reinforce - --now 2025-03-01",
        shell=True, capture_output=True, text=True, check=True, env=os.environ,
    )  # fmt: skip
    assert done.stdout.count("is now") == 2
    line = f"{script} recall budget | {script} reinforce - --now 2025-03-01"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, env=os.environ)
    assert done.returncode == 3 and "as --format ids prints them" in done.stderr


def test_undo_takes_the_number_of_an_act(kept: Store) -> None:
    """After a log at a terminal, 2 is the second act of it; it is no memory, and another list's
    number is no act."""
    shown = at_terminal("memento pin budget-2025; memento pin coffee; memento log; memento undo 2")
    assert "Undid: pinned alex-budget-2025-02" in shown
    assert "recorded   alex-coffee-2025-02  Café with Zoë" in shown
    assert "one of the acts in the last" in at_terminal("memento log; memento forget 1; true")
    assert "one of the memories in the last" in at_terminal("memento list; memento undo 1; true")


def test_a_log_tells_whose_act_it_was(kept: Store) -> None:
    """At a terminal, too, where it was another's: a store may be a team's. One's own have no
    name."""
    acts = "memento pin budget-2025; MEMENTO_ACTOR=bob@desk memento pin coffee"
    shown = at_terminal(f"{acts}; memento log --limit 2", columns=200)
    lines = [line for line in shown.splitlines() if "  pinned  " in line]
    assert ["by bob-desk" in line for line in lines] == [True, False], shown


def test_the_number_of_an_event_is_told(kept: Store, run: Callable[..., Ran]) -> None:
    """An event is not forgotten by its number: that is said, with what can be done."""
    assert run("event", "add", "It rained").code == 0
    told = at_terminal("memento event list; memento forget 1; true", columns=200)
    assert "1 is one of the events" in told and "`memento forget --erase` blanks" in told


def test_a_text_without_quotes_names_no_other_memory(kept: Store) -> None:
    """What follows a number or a whole id is not looked for with it: it belongs to an option."""
    for name in ("1", "alex-budget-2025-02"):
        told = at_terminal(f"memento list; memento edit {name} --summary The budget; true")
        assert f"{name} already names a memory; what is 'budget'?" in told


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


def test_fields_leave_the_numbers(kept: Store) -> None:
    """Rows with other fields are the last list, too; an id that is asked for stays."""
    shown = at_terminal("memento list -t dentist --fields summary,id; memento pin 1")
    assert "1   歯医者に行った   alex-dentist-2025-02" in shown
    assert "alex-dentist-2025-02 is pinned" in shown
    shown = at_terminal("memento log --fields act; memento undo 1")
    assert "memory" not in shown.partition("Undid")[0]
    assert "Undid: pinned alex-dentist-2025-02" in shown


def test_a_number_is_of_the_list_that_the_command_takes(
    kept: Store, run: Callable[..., Ran]
) -> None:
    """Another list's number is refused, and so is any number in a script."""
    run("state", "add", "task", "Call the bank")
    assert "one of the memories in the last" in at_terminal("memento list; memento state done 1")
    assert "one of the states in the last" in at_terminal("memento state list; memento forget 1")
    assert "one of the memories in the last" in at_terminal("memento list; memento tidy apply 1")
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


def test_a_row_that_is_gone_is_no_other(kept: Store, run: Callable[..., Ran]) -> None:
    """Its id may be the beginning of another one: the row is not found, and nothing is done."""
    drop(kept, "soup")
    drop(kept, "soup-stock")
    listed = "memento list --all --sort created --limit 2; "
    shown = at_terminal(listed + f"rm {kept.memories.path('soup')}; memento pin 1-2; echo $?")
    assert "soup is gone" in shown and shown.endswith("3\n") and "is pinned" not in shown
    for verb in ("show", "forget -n", "forget --erase -n"):
        drop(kept, "soup")
        shown = at_terminal(f"{listed} rm {kept.memories.path('soup')}; memento {verb} 1")
        assert "soup is gone" in shown, verb
    for _ in range(2):
        run("state", "add", "task", "Call the bank")
    shortest = min(kept.held("states").ids(), key=len)
    path = kept.held("states").path(shortest)
    shown = at_terminal(f"memento state list; rm {path}; memento state done 1; true")
    assert f"{shortest} is gone" in shown and "is done" not in shown


def test_several_words_are_one_memory_before_they_are_parts_of_ids(kept: Store) -> None:
    """Each may be a part of another memory's id: the one that has both words is meant."""
    drop(kept, "house", "A budget for the dentist")
    assert at_terminal("memento pin budget dentist").count("is pinned") == 1
    assert at_terminal("memento pin coffee dentist").count("is pinned") == 2
    assert "house is unpinned" in at_terminal("memento pin --remove budget alex-d dentist; "
                                              "memento pin --remove for dentist")  # fmt: skip


def test_numbers_and_words_are_no_mixture(kept: Store) -> None:
    """A number among words could be a row or a word: nothing is done; in quotes it is a word."""
    drop(kept, "lounge", "Lunch in room 12")
    assert "1 is a row on a screen" in at_terminal("memento list; memento pin 1 slips")
    assert "12 is a row on a screen" in at_terminal("memento pin room 12 || true")
    assert "lounge is pinned" in at_terminal("memento pin 'room 12'")
    assert at_terminal("memento list -t coffee; memento pin 1 lounge").count("is pinned") == 2


def test_no_id_takes_the_place_of_a_row(kept: Store, run: Callable[..., Ran]) -> None:
    """After a list 1 is its first row, though a memory is called 1; in a script, and as id:1, it is
    that memory."""
    drop(kept, "1")
    shown = at_terminal("memento list -t coffee; memento pin 1; memento show 1 --path")
    assert "alex-coffee-2025-02 is pinned" in shown and shown.endswith("alex-coffee-2025-02.toml\n")
    assert "1 is pinned" in at_terminal("memento pin 1")
    assert "1 is unpinned" in at_terminal("memento list; memento pin --remove id:1")
    assert run("show", "1", "--path").stdout.endswith("/1.toml\n")


def test_rows_of_the_archive_are_restored(kept: Store) -> None:
    """`list --archived` numbers what restore takes."""
    shown = at_terminal(
        "memento forget coffee --yes; memento list --archived; memento restore 1; memento restore 1"
    )
    assert "alex-coffee-2025-02 is back" in shown


def test_what_is_no_number_chooses_nothing(kept: Store) -> None:
    """A sign that only looks like a number, or a number too high, is asked about again."""
    asked = [("Which one?", answer) for answer in ("²", "4", "")]
    assert "none was chosen" in at_terminal("memento pin the budget", *asked)


def test_of_several_states_a_person_chooses(kept: Store, run: Callable[..., Ran]) -> None:
    """A part of the ids of several states is asked about, as it is of memories."""
    for text in ("File tax 2024", "File tax 2025"):
        assert run("state", "add", "task", text).code == 0
    assert "is short for 2 ids" in run("state", "close", "tax").stderr
    assert "held until" in at_terminal("memento state close tax", ("Which one? 1-2", "2"))


def test_a_key_cannot_shift_the_rows(kept: Store, run: Callable[..., Ran]) -> None:
    """The key of a fact in a file of others may have any sign, also the ones that end a line."""
    run("fact", "set", "aaa", "first")
    run("fact", "set", "bbb", "second")
    path = Path(kept.held("states").path("alex-facts"))
    text = path.read_text()
    for key in (r"a\nctx://person/alex\tbbb", r"a\tb", r"a\u2028b", r"a\\nb"):
        path.write_text(text.replace("[fact.aaa]", f'[fact."{key}"]'))
        shown = at_terminal("memento fact list; memento fact get 1; memento fact get 2")
        assert shown.endswith("\nfirst\nsecond\n"), key


def test_a_list_of_others_is_none(kept: Store) -> None:
    """A list in the cache that somebody else can have written numbers nothing."""
    run = "memento list -t coffee; "
    lists = f"{index_folder(kept.root)}/lists"
    assert "is pinned" in at_terminal(f"{run} chmod 700 {lists}; memento pin 1")
    linked = f"cd {lists}; for it in *; do mv $it {kept.root}/x; ln -s {kept.root}/x $it; done"
    for spoilt in (f"chmod 777 {lists}", f"chmod 666 {lists}/*", linked):
        shown = at_terminal(f"{run} {spoilt}; memento pin --remove 1; chmod 700 {lists}")
        assert "no list has a number 1" in shown, spoilt


def test_an_old_list_is_asked_about(kept: Store) -> None:
    """After an hour a person may have forgotten what its numbers mean, also to erase them."""
    aged = f"memento list -t coffee; touch -d '2 hours ago' {index_folder(kept.root)}/lists/*; "
    for verb in ("pin", "forget --erase"):
        shown = at_terminal(f"{aged} memento {verb} 1", ("do you mean alex-coffee-2025-02?", "n"))
        assert "not done" in shown


def test_a_number_without_a_list_is_told_which_command_numbers_them(kept: Store) -> None:
    """Each sort of thing has its own list."""
    for line, lister in (
        ("tidy apply 1", "tidy list"),
        ("undo 1", "log"),
        ("event link 1 caused_by 2", "event list"),
        ("show 1", "list"),
    ):
        assert f"`memento {lister}` numbers its rows" in at_terminal(f"memento {line}; true")


def test_the_server_is_not_started_by_hand(kept: Store) -> None:
    """At a terminal `mcp` says who starts it, and does not wait for what a program would say."""
    for line in ("mcp", "agent mcp"):
        assert "`memento agent setup --client claude`" in at_terminal(f"memento {line}; true")


def test_a_forecast_gives_its_summaries_the_room_of_the_ids(
    kept: Store, run: Callable[..., Ran]
) -> None:
    """A terminal has numbers in place of ids, so a summary is cut only at its edge."""
    assert run("record", "a " * 35, "--topic", "long-topic").code == 0
    shown = at_terminal("memento fade forecast --days 60 --no-chart")
    assert "a a a a a a a a a a a a a a a a a a a" in shown
