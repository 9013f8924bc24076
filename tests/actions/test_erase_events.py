"""Erasure of events: the words go everywhere, the lines stay, and nothing brings them back."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.events.events import EventQuery, event_named, events
from memento_cli.actions.events.notes import Note, note, notes_in_force
from memento_cli.actions.events.observe import observe
from memento_cli.actions.git.checks import problems_of
from memento_cli.actions.memory.record import record
from memento_cli.actions.recall.find import find
from memento_cli.actions.redaction.erase import erase, erasure
from memento_cli.actions.redaction.erase_records import check_archivable, erasable
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.journal.event_types import FELT
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Draft
from memento_cli.core.recall.query import Query
from memento_cli.errors import Refused
from memento_cli.index.database.place import index_folder
from memento_cli.store.directory.store import Store
from memento_cli.store.redaction.erasure import erasures
from tests.store.helpers import ALEX, DAY, NOW

SECRET = "I am afraid of the red kite above the harbour"


def seen(store: Store, said: str) -> Event:
    return observe(store, Event("", NOW, CHAT, "", "", Words(said, "I see")))


def everything(store: Store) -> bytes:
    folders = [Path(store.root), Path(index_folder(store.root))]
    return b"".join(p.read_bytes() for f in folders for p in f.rglob("*") if p.is_file())


def test_the_words_of_an_event_go_and_its_line_stays(store: Store) -> None:
    """Its id and its times stay, as threads and replies lead to it; the other lines to the byte."""
    event, other = seen(store, SECRET), seen(store, "Rain")
    find([store], ("events",), Query(words=("kite",)), NOW)
    note(store, [Note(event.id, FELT, {"text": SECRET, "labels": ["afraid"]}, {"valence": -0.5})],
         Provenance(store.signed(NOW, "cli")))  # fmt: skip
    (path,) = store.events.files()
    after = Path(path).read_bytes().split(b"\n")[1]
    erase(store, [event.ref], NOW + DAY)
    assert SECRET.encode() not in everything(store)
    blank = event_named(store, event.id)
    assert (blank.text, blank.at, blank.id) == ("", NOW, event.id)
    assert Path(path).read_bytes().split(b"\n")[1] == after
    assert [one.id for one in events(store, EventQuery()).events] == [other.id]
    felt = [line for line in notes_in_force(store) if line.act == FELT]
    assert [(dict(line.text), line.more["valence"]) for line in felt] == [({}, -0.5)]


def test_nothing_else_takes_an_event_away(store: Store) -> None:
    """Document 003 §1: the log is append only."""
    event = seen(store, SECRET)
    with pytest.raises(Refused, match="append only"):
        check_archivable(store, [event.ref])
    assert erasable(store, event.ref) == event.ref


def test_what_a_merge_brings_back_is_taken_out_again(store: Store) -> None:
    """By the next act, and by doctor; and no commit takes it."""
    event = seen(store, SECRET)
    (path,) = store.events.files()
    raw = Path(path).read_bytes()
    erase(store, [event.ref], NOW)
    Path(path).write_bytes(raw)
    again = Store(store.root)
    relative = str(Path(path).relative_to(store.root))
    assert any("erased" in text for text in problems_of(again, relative, raw, erasures(again)))
    assert any("erased" in one.problem for one in doctor(again, NOW).findings)
    seen(again, "Rain")
    assert SECRET.encode() not in everything(again)


def test_an_erasure_names_the_events_that_quote_it(store: Store) -> None:
    """A memory's words are often those of the turn in which they were said."""
    event = seen(store, f"You know: {SECRET}")
    memory = record(store, Draft(SECRET, ALEX), NOW).memory
    assert event.ref in erasure(store, [memory.id]).quoting


def test_a_receipt_tells_what_git_has_of_an_event(store: Store) -> None:
    """In which commits, of which log."""
    event = seen(store, SECRET)
    for command in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm x"):
        subprocess.run(["git", *command.split()], cwd=store.root, check=True)
    receipt = erasure(store, [event.ref])
    assert receipt.git is not None and receipt.git.commits == 1
    assert [path.partition("/")[0] for path in receipt.git.paths] == ["events"]


def test_a_torn_line_that_names_an_erased_event_goes(store: Store) -> None:
    """Nobody knows what it says."""
    event = seen(store, SECRET)
    (path,) = store.events.files()
    with open(path, "ab") as file:
        file.write(f'{{"id": "{event.id}", "text": "{SECRET}\n'.encode())
    erase(store, [event.ref], NOW)
    assert SECRET.encode() not in everything(store)


def test_what_came_back_is_not_shown_until_it_is_taken_out(store: Store) -> None:
    """A merge or a checkout brings the words; who only reads never sees them."""
    event, _ = seen(store, SECRET), seen(store, "Rain")
    (path,) = store.events.files()
    raw = Path(path).read_bytes()
    erase(store, [event.ref], NOW)
    Path(path).write_bytes(raw)
    again = Store(store.root)
    assert [one.text for one in events(again, EventQuery()).events] == ["Rain\nI see"]
    assert event_named(again, event.id).text == ""
    assert again.events.named([event.id])[event.id].text == ""
    assert not find([again], ("events",), Query(words=("kite",)), NOW).page


def test_an_erasure_that_a_pull_brings_takes_the_event_out_of_the_index(store: Store) -> None:
    """Though the logs of events have not changed yet."""
    event = seen(store, SECRET)
    (path,) = store.events.files()
    raw = Path(path).read_bytes()
    erase(store, [event.ref], NOW)
    told = Path(store.root, "journal", "erased")
    os.rename(told, Path(store.root, "aside"))
    kept = Path(store.root, ".memento", "erasures.jsonl")
    os.rename(kept, Path(store.root, "kept"))
    Path(path).write_bytes(raw)
    assert len(find([Store(store.root)], ("events",), Query(words=("kite",)), NOW).page) == 1
    os.rename(Path(store.root, "aside"), told)
    assert not find([Store(store.root)], ("events",), Query(words=("kite",)), NOW).page


def test_a_branch_that_has_what_is_here_is_no_branch_to_merge(store: Store) -> None:
    """The commands that clean git's history are given, for events as for memories."""
    event = seen(store, SECRET)
    for command in ("init -q", "add -A", "-c user.name=a -c user.email=a@b commit -qm x"):
        subprocess.run(["git", *command.split()], cwd=store.root, check=True)
    receipt = erase(store, [event.ref], NOW)
    assert receipt.git is not None and not receipt.git.unmerged


def test_an_erasure_takes_the_same_event_of_another_import_too(store: Store) -> None:
    """Two clones that take in one export before they meet have it twice."""
    twins = [observe(store, Event("", NOW, CHAT, "", "", Words(SECRET), came="c1")) for _ in "ab"]
    other = observe(store, Event("", NOW, CHAT, "", "", Words("Rain"), came="c2"))
    receipt = erase(store, [twins[0].ref], NOW)
    assert set(receipt.ids) == {one.ref for one in twins}
    assert SECRET.encode() not in everything(store)
    assert event_named(store, other.id).text == "Rain"
