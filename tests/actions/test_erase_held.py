"""Erasing states, blocks, kv values and entities: here, in other clones, and what comes later."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.events.observe import observe
from memento_cli.actions.facts.blocks import block, write_block
from memento_cli.actions.facts.facts import facts_of, set_facts
from memento_cli.actions.facts.kv import get_kv, set_kv, unset_kv
from memento_cli.actions.facts.preferences import Subject, set_preference
from memento_cli.actions.facts.states import (
    StateDraft,
    add_state,
    close_states,
    states,
    update_state,
)
from memento_cli.actions.fading.explain import log_of
from memento_cli.actions.graph.graph import entities_of
from memento_cli.actions.graph.relate import Statement, add_edge, describe, remove_edge
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import reinforce
from memento_cli.actions.redaction.erase import erase, erasure
from memento_cli.actions.sessions.sessions import NewItem as Talk
from memento_cli.actions.sessions.sessions import add_item, start_session
from memento_cli.actions.undo.undo import undo
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Draft
from memento_cli.core.memory.record_kinds import FOLDERS
from memento_cli.errors import BadId, MementoError, NotFound, Refused
from memento_cli.store.directory.store import Store
from memento_cli.store.journal.jsonl import entry_text
from tests.actions.test_erase import copy_of, holds, taken_over
from tests.conftest import Ran
from tests.store.helpers import ALEX, DAY, NOW, new_store, put

SAID = "The xylophone is under the third stair"
Run = Callable[..., Ran]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store with a memory, so that there is something to act on."""
    store = new_store(tmp_path / "s")
    record(store, Draft("kept", ALEX), NOW)
    return store


def act(store: Store, day: int = 0, reason: str = "") -> Provenance:
    return Provenance(store.signed(NOW + day * DAY, "cli", reason))


def any_act(store: Store) -> None:
    """Anything that is written: what was erased elsewhere is taken out before."""
    reinforce(Store(store.root), "alex-memory-2025-02", NOW + 30 * DAY)


def _facts(store: Store, said: str, day: int) -> str:
    set_facts(store, ALEX, {"place": said, "colour": f"{said}!"}, act(store, day, said))
    return "states/alex-facts"


def _state(store: Store, said: str, day: int) -> str:
    known = states(store)
    if known:
        update_state(store, known[0].id, {"body": said}, act(store, day, said))
        return f"states/{known[0].id}"
    id = add_state(store, StateDraft("task", "Something"), act(store, day)).id
    update_state(store, id, {"body": said}, act(store, day, said))
    return f"states/{id}"


def _preference(store: Store, said: str, day: int) -> str:
    subject = Subject("tea", "food")
    return f"states/{set_preference(store, subject, 'like', act(store, day), note=said).id}"


def _block(store: Store, said: str, day: int) -> str:
    write_block(store, "user_model", said, act(store, day, said), description=said)
    return "blocks/user_model"


def _kv_value(store: Store, said: str, day: int) -> str:
    set_kv(store, "port", {"a": [said]}, act(store, day, said))
    return "kv/port"


def _entity(store: Store, said: str, day: int) -> str:
    describe(store, "mei", act(store, day), aliases=[f"{said} {day}"], kind=said)
    add_edge(store, Statement("mei", "has", f"thing {day}"), act(store, day, said))
    return "graph/mei"


def _session(store: Store, said: str, day: int) -> str:
    if "one" not in store.held("sessions"):
        start_session(store, act(store, day, said), said, id="one")
    add_item(store, "one", Talk(said), act(store, day, said))
    return "sessions/one"


KINDS = [_facts, _state, _preference, _block, _kv_value, _entity, _session]
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
Kind = Callable[[Store, str, int], str]


def told(store: Store, kind: Kind) -> str:
    """Something said twice, of which an editor left a copy."""
    kind(store, SAID, 0)
    ref = kind(store, f"{SAID}, still", 1)
    folder, id = ref.split("/")
    path = store.held(folder).path(id)
    for name in (f"{path}.orig", f"{path}~", f"{store.held(folder).folder}/.{id}.toml.swp"):
        shutil.copy(path, name)
    return ref


def others(store: Store, ref: str) -> list[str]:
    """The ends of edges, which are entities of their own, and go with it here."""
    found = [f"graph/{id}" for id in store.held("graph").ids()]
    return [ref, *(name for name in found if name != ref)]


@kinds
def test_nothing_of_its_words_is_left(store: Store, kind: Kind) -> None:
    """Not in its file, copies beside it or the journal; the log still tells that it was."""
    ref = told(store, kind)
    looked = erasure(store, others(store, ref))
    assert holds(store.root)
    done = erase(store, others(store, ref), NOW + 2 * DAY)
    assert holds(store.root) == []
    assert done.traces == looked.traces and len(done.traces.files) >= 4
    assert ERASED in [entry.act for entry in log_of(store, ref)]
    assert doctor(store, NOW + 9 * DAY).findings == ()
    for target in (None, done.batch):
        with pytest.raises(Refused, match="erased"):
            undo(store, target, NOW + 3 * DAY)


@kinds
def test_what_was_done_before_is_not_undone(store: Store, kind: Kind) -> None:
    """The words that an undo would need are gone; nothing comes back by it."""
    ref = told(store, kind)
    batches = [entry.batch for entry in log_of(store, ref)]
    erase(store, others(store, ref), NOW + 2 * DAY)
    for batch in batches:
        with pytest.raises(Refused, match="erased"):
            undo(store, batch, NOW + 3 * DAY)
    assert holds(store.root) == []


@kinds
def test_another_clone_erases_it_at_its_next_act(store: Store, tmp_path: Path, kind: Kind) -> None:
    """Also what it had said of it meanwhile, if that does not stand by itself."""
    ref = told(store, kind)
    other = copy_of(store, tmp_path / "other")
    erase(store, others(store, ref), NOW + 2 * DAY)
    taken_over(store, other)
    assert holds(other.root)
    warned: list[str] = []
    reinforce(Store(other.root, warned.append), "alex-memory-2025-02", NOW + 30 * DAY)
    assert holds(other.root) == [] and any("was erased; removed" in text for text in warned)
    assert doctor(other, NOW + 40 * DAY).findings == ()


@pytest.mark.parametrize("kind", [_state, _preference, _block])
def test_what_a_clone_changed_meanwhile_goes_too(store: Store, tmp_path: Path, kind: Kind) -> None:
    """It did not know; what it had before its change would stand in the journal."""
    ref = told(store, kind)
    other = copy_of(store, tmp_path / "other")
    erase(store, [ref], NOW + 2 * DAY)
    kind(other, f"{SAID}, for ever", 3)
    taken_over(store, other)
    any_act(other)
    assert holds(other.root) == []


@kinds
def test_it_may_be_stated_again(store: Store, tmp_path: Path, kind: Kind) -> None:
    """Later, under the same key: that stays here and in clones that hear of both at once."""
    ref = told(store, kind)
    other = copy_of(store, tmp_path / "other")
    erase(store, others(store, ref), NOW + 2 * DAY)
    kind(store, "A flute", 3)
    kind(store, "A flute and a drum", 4)
    undo(store, None, NOW + 5 * DAY)
    any_act(store)
    assert os.path.exists(os.path.join(store.root, f"{ref}.toml"))
    assert holds(store.root) == [] and any("flute" in text for text in _texts(store))
    for folder in ("journal", *FOLDERS):
        if os.path.exists(os.path.join(store.root, folder)):
            shutil.copytree(f"{store.root}/{folder}", f"{other.root}/{folder}", dirs_exist_ok=True)
    any_act(other)
    assert holds(other.root) == [] and any("flute" in text for text in _texts(other))
    for each in (store, other):
        assert doctor(Store(each.root), NOW + 40 * DAY).findings == ()


def _texts(store: Store) -> list[str]:
    paths = (path for name in FOLDERS for path in Path(store.root, name).glob("*.toml"))
    return [path.read_text() for path in paths]


def test_a_clock_that_was_ahead_takes_nothing_that_came_later(store: Store) -> None:
    """Of who erased: whoever knows of it when he states something anew says so."""
    _block(store, SAID, 0)
    ahead = JournalEntry("7zzzzzzzzzzzzzzzzzzzzzzzzz", NOW, ERASED, "blocks/user_model", "eve")
    folder = Path(store.root, "journal", "erased")
    folder.mkdir(parents=True)
    (folder / "eve-1.jsonl").write_text(entry_text(ahead) + "\n")
    any_act(store)
    assert holds(store.root) == []
    for kind in (_block, _kv_value):
        ref = kind(store, "A flute", 1)
        kind(store, "A drum", 2)
        os.utime(folder / "eve-1.jsonl", (0, 0))
        any_act(store)
        assert "drum" in Path(store.root, f"{ref}.toml").read_text()
    undo(store, None, NOW + 3 * DAY)


def test_of_a_file_that_both_have_the_old_goes(store: Store, tmp_path: Path) -> None:
    """Claims, edges and names that a merge unites with what was stated since."""
    facts, mei = told(store, _facts), told(store, _entity)
    other = copy_of(store, tmp_path / "other")
    erase(store, [*others(store, mei), facts], NOW + 2 * DAY)
    set_facts(other, ALEX, {"place": "Oslo"}, act(other, 3))
    add_edge(other, Statement("mei", "likes", "tea"), act(other, 3))
    set_kv(other, "port", SAID, act(other, 3))
    taken_over(store, other)
    any_act(other)
    assert facts_of(other, ALEX).claims.keys() == {"place"}
    entity = entities_of(other)["mei"]
    assert [edge.object for edge in entity.edges] == ["tea"]
    assert entity.aliases == () and entity.kind is None
    assert get_kv(other, "port", NOW + 4 * DAY).value == SAID


def test_a_hard_fact_that_was_replaced_goes_with_the_old_one(store: Store) -> None:
    """What is kept for an undo of what was stated since is not what was erased."""
    set_kv(store, "port", "a flute", act(store, 0))
    before = Path(store.root, "kv", "port.toml").read_text()
    erase(store, ["kv/port"], NOW + DAY)
    set_kv(store, "port", "a drum", act(store, 2))
    path = Path(store.root, "kv", "port.toml")
    path.write_text(path.read_text() + before.replace('[kv]\nkey = "port"', "[kv.replaced]"))
    assert doctor(store, NOW + 3 * DAY, fix=True).findings[0].fixed
    assert "flute" not in path.read_text() and "drum" in path.read_text()
    unset_kv(store, "port", act(store, 3))
    any_act(store)
    assert "drum" in path.read_text()


def test_edges_that_lead_to_an_entity_go_with_it(store: Store, tmp_path: Path) -> None:
    """By any of its names, here and elsewhere; other edges and their uses stay."""
    describe(store, "mei", act(store), aliases=["Miss M"])
    add_edge(store, Statement("alex", "knows", "mei"), act(store))
    add_edge(store, Statement("alex", "knows", "kim"), act(store))
    path = Path(store.root, "graph", "alex.toml")
    path.write_text("# mine\n" + path.read_text().replace('"mei"', '"Miss M"'))
    other = copy_of(store, tmp_path / "other")
    done = erase(store, ["graph/mei"], NOW + DAY)
    assert done.unlinked == ("graph/alex",) and done.traces.trimmed == (str(path),)
    assert "Miss M" not in path.read_text() and path.read_text().startswith("# mine\n")
    taken_over(store, other)
    any_act(other)
    for each in (store, other):
        assert [edge.object for edge in entities_of(each)["alex"].edges] == ["kim"]
        assert "mei" not in entities_of(each)
    add_edge(other, Statement("alex", "knows", "mei"), act(other, 2))
    remove_edge(other, Statement("alex", "knows", "kim"), act(other, 2))
    any_act(other)
    assert [edge.object for edge in entities_of(other)["alex"].edges] == ["mei"]
    undo(other, None, NOW + 3 * DAY)


def test_what_quotes_it_is_named(store: Store) -> None:
    """A memory of the same words, and what else holds them; and the other way round."""
    ref = told(store, _block)
    _block(store, "Nothing of it any more", 2)
    quoting = record(store, Draft("Note", ALEX, detail=f"He said: {SAID.upper()}"), NOW).memory.id
    state = _state(store, SAID, 0)
    assert set(erasure(store, [ref]).quoting) == {quoting, state}
    assert set(erasure(store, [state]).quoting) == {quoting, ref}


def test_what_came_from_it_is_named(store: Store) -> None:
    """An item of a session that was made of a memory or of an event, in words of its own."""
    memory = record(store, Draft(SAID, ALEX), NOW).memory.id
    event = observe(store, Event("", NOW, CHAT, "", "", Words("Tea at ten", "I see")))
    session = start_session(store, act(store)).id
    add_item(store, session, Talk("We spoke of it", refs=(memory, event.ref)), act(store, 1))
    for ref in (memory, event.ref):
        assert f"sessions/{session}" in erasure(store, [ref]).quoting


def test_only_what_is_there_or_was_is_erased(store: Store) -> None:
    """What is gone by its whole name, too."""
    ref = told(store, _state)
    close_states(store, [ref.split("/")[1]], None, act(store, 2))
    os.unlink(os.path.join(store.root, f"{ref}.toml"))
    erase(store, [ref], NOW + 3 * DAY)
    assert not [path for path in holds(store.root) if "journal" in path]
    for name in ("states/nobody", "kv/x"):
        with pytest.raises(NotFound):
            erase(store, [name], NOW)
    with pytest.raises(BadId):
        erase(store, ["states/.."], NOW)


HOSTILE = ["states/../memories/x", "states/..", "graph/a/../../x", "kv/a\nb", "graph/a/b/c", "kv/"]


def test_hostile_names_in_the_journal_touch_nothing(store: Store) -> None:
    """No path is made of them, and acts go on."""
    lines = [
        JournalEntry(f"01m80t6k3128qvfg4dj11rr5t{n}", NOW, ERASED, name, "eve")
        for n, name in enumerate(HOSTILE)
    ]
    folder = Path(store.root, "journal", "erased")
    folder.mkdir(parents=True)
    (folder / "eve-1.jsonl").write_text("".join(entry_text(line) + "\n" for line in lines))
    before = {path: path.read_bytes() for path in Path(store.root).rglob("*.toml")}
    any_act(store)
    write_block(Store(store.root), "a", "b", act(store))
    after = {path: path.read_bytes() for path in before}
    assert {path: text for path, text in after.items() if "memories" not in path.parts} == {
        path: text for path, text in before.items() if "memories" not in path.parts
    }
    assert block(store, "a").content == "b"


@pytest.mark.parametrize("odd", ["large", "bytes", "pipe", "link", "folder", "broken", "gone"])
def test_a_file_that_cannot_be_read_goes_and_nothing_else(
    store: Store, tmp_path: Path, odd: str
) -> None:
    """Of what was erased; of another's that cannot be read, nothing is taken out."""
    ref = told(store, _block)
    add_edge(store, Statement("alex", "knows", "mei"), act(store))
    other = put(store, "kim", b"\xff" * 10, "graph")
    path, outside = Path(store.root, f"{ref}.toml"), tmp_path / "outside"
    outside.write_text(SAID)
    path.unlink()
    if odd == "large":
        path.write_bytes(b"#" * (2 << 20))
    elif odd == "bytes":
        path.write_bytes(b"\xff\xfe" + SAID.encode())
    elif odd == "pipe":
        os.mkfifo(path)
    elif odd == "link":
        path.symlink_to(outside)
    elif odd == "folder":
        path.mkdir()
    elif odd == "broken":
        path.write_text(f"<<<<<<< a\n{SAID}\n")
    erase(store, [ref], NOW + 2 * DAY)
    assert path.is_dir() if odd == "folder" else not os.path.lexists(path)
    assert outside.read_text() == SAID and other.read_bytes() == b"\xff" * 10
    assert holds(store.root) == []


def test_what_a_kill_left_of_it_goes(store: Store) -> None:
    """A temporary file that says that it is this; not one of another's."""
    ref = told(store, _facts)
    raw = Path(store.root, f"{ref}.toml").read_text()
    Path(store.root, "states", ".tmp-1").write_text(raw)
    Path(store.root, "states", ".tmp-2").write_text(raw.replace("person/alex", "person/kim"))
    erase(store, [ref], NOW + 2 * DAY)
    assert [Path(path).name for path in holds(store.root)] == [".tmp-2"]


def test_a_torn_line_about_it_goes(store: Store) -> None:
    """Nobody knows what it says; that of another is left as it is."""
    ref = told(store, _entity)
    log = next(Path(store.root, "journal").glob("2*/*.jsonl"))
    torn = [f'{{"id": "0", "memory": "{name}/0a", "text": "xylophone' for name in (ref, "graph/x")]
    log.write_bytes(log.read_bytes() + "".join(f"{row}\n" for row in torn).encode())
    erase(store, others(store, ref), NOW + 2 * DAY)
    assert log.read_text().count("xylophone") == 1 and '"graph/x/0a"' in log.read_text()


def test_a_folder_that_leads_out_is_refused(store: Store, tmp_path: Path) -> None:
    """Nothing is erased beyond it, and doctor names it."""
    ref = told(store, _block)
    shutil.move(os.path.join(store.root, "blocks"), tmp_path / "blocks")
    os.symlink(tmp_path / "blocks", os.path.join(store.root, "blocks"))
    again = Store(store.root)
    with pytest.raises(MementoError, match="leads out"):
        erase(again, [ref], NOW)
    assert SAID in (tmp_path / "blocks" / "user_model.toml").read_text()
    assert any("leads out" in each.problem for each in doctor(again, NOW).findings)


def test_forget_says_what_to_do_instead(run: Run, store: Store) -> None:
    """What holds has no archive; an erasure takes a part of a name, and a receipt is given."""
    ref = told(store, _block)
    refused = run("--store", store.root, "forget", "user_m", "--yes")
    assert refused.code == 6 and "block delete" in refused.stderr and ref in refused.stderr
    part = run("--store", store.root, "forget", "graph/mei/0a", "--erase", "--yes")
    assert part.code == 6 and "graph remove" in part.stderr
    dry = run("--store", store.root, "forget", "user_m", "--erase", "--dry-run")
    assert dry.code == 0 and "blocks/user_model.toml would be erased" in dry.stderr
    done = run("--store", store.root, "forget", "user_m", "--erase", "--yes", "--json")
    told_of = json.loads(done.stdout)
    assert done.code == 0 and told_of["erased"] == [ref] and len(told_of["files"]) == 4
    assert holds(store.root) == []
    assert run("--store", store.root, "block", "get", "user_model").code == 3
    assert "erased" in run("--store", store.root, "log", ref).stdout


def test_a_socket_in_a_folder_is_passed_over(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds no words."""
    ref = told(store, _block)
    monkeypatch.chdir(os.path.join(store.root, "blocks"))
    with socket.socket(socket.AF_UNIX) as end:
        end.bind("user_model.toml~1")
        erase(store, [ref], NOW + 2 * DAY)
    assert [Path(path).name for path in holds(store.root)] == []
