"""Events on the command line: how they are listed, found, and brought from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Draft, Store, init, record
from memento_cli.actions.events.observe import observe
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.errors import NotFound
from tests.conftest import Ran
from tests.store.helpers import DAY, NOW

Call = Callable[..., Ran]


def seen(store: Store, said: str, days: float = 0, answer: str = "I see") -> str:
    """The reference of an event in which a user says so."""
    return observe(store, Event("", NOW + days * DAY, CHAT, "", "", Words(said, answer))).ref


def test_an_event_is_listed_on_one_line(store: Store, call: Call) -> None:
    """With the minute in which it was; JSON has the text as it is."""
    ref = seen(store, "Tea,\nplease", answer="Yes\tof course")
    assert (
        call("event", "list").stdout
        == f"{ref}\t2025-02-01T14:30:00Z\tchat\tTea, please Yes of course\n"
    )
    (row,) = json.loads(call("event", "list", "--json").stdout)["events"]
    assert (row["text"], row["at"]) == ("Tea,\nplease\nYes\tof course", "2025-02-01T14:30:00Z")


def test_nothing_that_fits_is_not_nothing(store: Store, call: Call) -> None:
    """Where there are events, filters that none passes are told of."""
    assert "Nothing was observed" in call("event", "list", "--client", "x").stderr
    seen(store, "Hi")
    assert "Nothing that was observed fits" in call("event", "list", "--client", "x").stderr
    assert "--offset 1 is past the end: there is 1" in call("event", "list", "--offset", "1").stderr


def test_a_recall_that_finds_nothing_says_where_else_to_look(store: Store, call: Call) -> None:
    """Only where something answers: what was observed, what holds, or memories."""
    seen(store, "The red boat")
    assert call("fact", "set", "city", "Rome").code == 0
    assert call("recall", "kite").stderr == "Nothing found\n"
    for words, sources, answers in (
        ("boat", "memories", "events"),
        ("rome", "memories", "states"),
        ("rome", "events", "states"),
        ("boat OR rome", "memories,blocks", "states,events"),
    ):
        told = call("recall", words, "--in", sources).stderr
        where = sources.replace(",", ", ")
        assert told == f"Nothing found in {where}; --in {answers} finds some\n"
    assert call("recall", "rome", "--in", "memories,events,blocks,graph,states").stdout


def test_without_words_the_newest_event_comes_first(store: Store, call: Call) -> None:
    """None is stronger than another; of one moment the first that was written."""
    refs = [seen(store, f"Turn {nth}", nth) for nth in (1, 3, 2)]
    found = json.loads(call("recall", "--in", "events", "--json").stdout)["memories"]
    assert [row["id"] for row in found] == [refs[1], refs[2], refs[0]]
    some = json.loads(call("recall", "--in", "events", "--limit", "1", "--json").stdout)
    assert [row["id"] for row in some["memories"]] == [refs[1]]


def test_what_events_prints_another_store_observes(
    store: Store, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same words, and no time that nobody said."""
    seen(store, "Yesterday it rained")
    rows = tmp_path / "events.ndjson"
    rows.write_text(call("event", "list", "--format", "ndjson").stdout)
    other = init(str(tmp_path / "other"), person="kim").store
    assert call("event", "add", "--jsonl", str(rows), "--store", other.root).code == 0
    (one,), (two,) = ([*each.events.events()] for each in (store, other))
    assert isinstance(one, Event) and isinstance(two, Event)
    assert (one.words, one.about, one.at) == (two.words, two.about, two.at)


@pytest.mark.parametrize("args", [("event", "add", "--jsonl"), ("event", "extract"), ("import",)])
@pytest.mark.parametrize("path", ["/nowhere", "/dev/null/x"])
def test_a_file_that_is_not_there_is_not_found(
    store: Store, call: Call, args: tuple[str, ...], path: str
) -> None:
    """Of each command that reads one, by the same code and words."""
    done = call(*args, path)
    assert done.code == NotFound.code and "nothing at" in done.stderr


def test_an_import_names_the_events_that_it_kept(store: Store, call: Call, tmp_path: Path) -> None:
    """Beside the memories; a dry run has none to name."""
    path = tmp_path / "export.json"
    said = {"uuid": "m", "sender": "human", "text": "Q", "created_at": "2024-05-01T10:00:00Z"}
    path.write_text(json.dumps([{"uuid": "u", "name": "Hi", "chat_messages": [said]}]))
    dry = json.loads(call("import", str(path), "--dry-run", "--json").stdout)
    assert (dry["added"], dry["events"]) == ([], 1)
    done = json.loads(call("import", str(path), "--json").stdout)
    (event,) = store.events.events()
    assert isinstance(event, Event) and done["added"] == [event.ref] and done["events"] == 1


def test_json_of_an_event_says_in_which_talk_it_was(store: Store, call: Call) -> None:
    """Whether it is added, listed, shown or found; null where there is nothing to say; a memory
    beside it has none of this, unless that is asked for."""
    first = seen(store, "The old kettle hums")
    talk = ("--client", "herta", "--session", "7")
    call("event", "add", "-u", "A kettle", "-a", "Yes", *talk)
    answer = (
        "event",
        "add",
        "-u",
        "In 2018 the kettle was new",
        "-a",
        "So it was",
        *talk,
        "--json",
    )
    added = json.loads(call(*answer).stdout)
    record(store, Draft("A kettle of copper"), NOW)
    listed = {
        row["id"]: row for row in json.loads(call("event", "list", "--json").stdout)["events"]
    }
    shown = json.loads(call("show", added["id"], "--json").stdout)
    sought = ("recall", "kettle", "--in", "memories,events")
    found = {row["id"]: row for row in json.loads(call(*sought, "--json").stdout)["memories"]}
    keys = ("client", "session", "reply_to", "about")
    for row in (listed[added["id"]], shown, found[added["id"]]):
        assert {key: row[key] for key in keys} == {key: added[key] for key in keys}
    assert (added["client"], added["session"]) == ("herta", "7")
    assert added["reply_to"] == next(id for id in listed if id not in (first, added["id"]))
    assert added["about"]["year_start"] == 2018
    for row in (listed[first], found[first]):
        assert {row[key] for key in keys} == {None}
    assert all("reply_to" not in row for row in found.values() if row["in"] == "memories")
    columns = call(*sought, "--fields", "client,session").stdout.splitlines()
    assert sorted(columns) == ["\t", "\t", "herta\t7", "herta\t7"]
