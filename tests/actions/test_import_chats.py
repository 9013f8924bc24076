"""import: exports of chats, whose turns become events with their own times."""

from __future__ import annotations

import io
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Store, undo
from memento_cli.actions.events.events import EventQuery, events
from memento_cli.actions.exchange.imports import Imported, import_memories
from memento_cli.actions.exchange.sources.json_files import elements
from memento_cli.actions.exchange.sources.opened import source_of, source_of_stream
from memento_cli.actions.redaction.erase import erase
from memento_cli.core.events.events import Event
from memento_cli.errors import BadData, NotFound, Usage

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
Said = dict[str, Any]


def node(id: str, parent: str | None, role: str = "", *parts: Any, **said: Any) -> Said:
    """A node of a tree of OpenAI's, as the export has it."""
    content = {"content_type": said.pop("type", "text"), "parts": list(parts)}
    message = {"id": id, "author": {"role": role}, "content": content, **said} if role else None
    return {"id": id, "parent": parent, "children": [], "message": message}


def openai(*nodes: Said, current: str | None = None, **said: Any) -> Said:
    """A conversation of OpenAI's export."""
    mapping = {one["id"]: one for one in nodes}
    whole = {"title": "Tea", "create_time": 1.7e9, "conversation_id": "c-1", "mapping": mapping}
    return whole | {"current_node": current or nodes[-1]["id"]} | said


def anthropic(*messages: tuple[str, str, Any], id: str = "u-1") -> Said:
    """A conversation of Anthropic's export."""
    rows = [
        {"uuid": f"{id}-{nth}", "sender": sender, "text": text, "content": content,
         "created_at": f"2024-05-01T10:00:{nth:02}.250000Z"}
        for nth, (sender, text, content) in enumerate(messages)
    ]  # fmt: skip
    return {"uuid": id, "name": "Hi", "created_at": "2024-05-01T09:00:00Z", "chat_messages": rows}


LOCOMO = {
    "sample_id": "conv-26",
    "qa": [],
    "conversation": {
        "speaker_a": "Caroline",
        "speaker_b": "Melanie",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Caroline", "dia_id": "D1:1", "text": "Hey Mel!"},
            {"speaker": "Melanie", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a dog"},
            {"speaker": "Melanie", "dia_id": "D1:3", "text": "", "blip_caption": "a cat"},
        ],
        "session_2_date_time": "whenever",
        "session_2": [{"speaker": "Caroline", "dia_id": "D2:1", "text": "?"}],
        "session_10_date_time": "9:00 am on 1 June, 2023",
        "session_10": [{"speaker": "Caroline", "dia_id": "D10:1", "text": "Late"}],
    },
}


def taken(store: Store, path: Path, said: Any, format: str | None = None, **how: Any) -> Imported:
    """What an import of a file that says this has done."""
    raw = said if isinstance(said, bytes) else json.dumps(said).encode()
    path.write_bytes(raw)
    return import_memories(store, source_of(str(path), format=format).items, NOW, **how)


def kept(store: Store) -> list[Event]:
    """The events of a store, as they were observed."""
    return sorted(events(store, EventQuery(), None).events, key=lambda event: event.id)


def test_turns_of_openai(store: Store, tmp_path: Path) -> None:
    """The branch that was shown last is taken, turn by turn, without tools and what is hidden."""
    hidden = {"is_visually_hidden_from_conversation": True}
    said = openai(
        node("root", None),
        node("sys", "root", "system", "Be kind"),
        node("hid", "sys", "user", "hidden", metadata=hidden),
        node("a", "hid", "user", "どのお茶?", create_time=1.71e9),
        node("b", "a", "assistant", "search('tea')", recipient="browser", type="code"),
        node("t", "b", "tool", "found"),
        node("c", "t", "assistant", "Sencha.", "", create_time=1.71e9 + 5),
        node("d", "c", "assistant", "Or matcha."),
        node("other", "a", "assistant", "Coffee."),
        node("e", "d", "user", {"description": "a cup"}, "This?", {}, 7, type="multimodal_text"),
        current="e",
    )
    done = taken(store, tmp_path / "x.json", [said])
    assert (done.events, done.added, done.skipped) == (2, (), ())
    first, second = kept(store)
    assert first.words[:2] == ("どのお茶?", "Sencha.\n\nOr matcha.")
    assert first.at == datetime.fromtimestamp(1.71e9, UTC)
    assert (first.client, first.session, first.source) == ("chatgpt", "c-1", "chat")
    assert (second.words.user, second.words.images) == ("This?", ("a cup",))
    assert (second.at, second.done, second.reply_to) == (first.at, False, first.id)


def test_turns_of_anthropic(store: Store, tmp_path: Path) -> None:
    """What was said are the texts among the blocks; two questions in a row are two turns."""
    think, text = {"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Hi!"}
    said = anthropic(
        ("human", "Hello", [{"type": "text", "text": "Hello"}]),
        ("assistant", "Hi! This block is not supported.", [think, text]),
        ("human", "Only text", []),
        ("system", "no", []),
        ("human", "Again", None),
        ("assistant", " ", []),
    )
    assert taken(store, tmp_path / "x.json", [said]).events == 3
    words = [(event.words.user, event.words.assistant, event.done) for event in kept(store)]
    assert words == [("Hello", "Hi!", True), ("Only text", "", False), ("Again", "", False)]
    first = kept(store)[0]
    assert first.at == datetime(2024, 5, 1, 10, 0, 0, 250_000, UTC)
    assert (first.client, first.session) == ("claude", "u-1")


def test_utterances_of_locomo(store: Store, tmp_path: Path) -> None:
    """Each utterance is an event at the time of its session; a session without one is named."""
    done = taken(store, tmp_path / "x.json", [LOCOMO])
    assert (done.events, [bad.where for bad in done.skipped]) == (
        4,
        [f"{tmp_path}/x.json[0].session_2"],
    )
    hey, look, cat, late = kept(store)
    assert (hey.text, hey.at) == ("Caroline: Hey Mel!", datetime(2023, 5, 8, 13, 56, tzinfo=UTC))
    assert (look.words.images, look.session) == (("a dog",), "conv-26/session-1")
    assert (cat.source, cat.text, late.session) == ("image", "a cat", "conv-26/session-10")


def test_times_in_the_zone_of_the_store(store: Store, tmp_path: Path) -> None:
    """A time without a zone is in that of the store."""
    from zoneinfo import ZoneInfo

    (tmp_path / "x.json").write_text(json.dumps(LOCOMO["conversation"]))
    source = source_of(str(tmp_path / "x.json"), ZoneInfo("Asia/Tokyo"))
    import_memories(store, source.items, NOW)
    first = kept(store)[0]
    assert first.at == datetime(2023, 5, 8, 4, 56, tzinfo=UTC)
    assert first.session == "Caroline-Melanie/session-1"


@pytest.mark.parametrize(
    "said",
    [
        openai(node("a", None, "user", "Q"), node("b", "a", "assistant", "A")),
        anthropic(("human", "Q", []), ("assistant", "A", [])),
        LOCOMO,
    ],
)
def test_twice_adds_nothing(store: Store, tmp_path: Path, said: Said) -> None:
    """The same import again adds nothing, and one of a file with more adds what is new."""
    first = taken(store, tmp_path / "x.json", [said])
    again = taken(store, tmp_path / "y.json", [said])
    assert (again.events, again.already) == (0, first.events)
    more = [said, anthropic(("human", "New", []), id="u-2")]
    assert taken(store, tmp_path / "z.json", more, "anthropic").events == 1


def test_an_answer_that_came_later(store: Store, tmp_path: Path) -> None:
    """A turn that was imported before anybody answered it comes once more, answered."""
    taken(store, tmp_path / "x.json", [anthropic(("human", "Q", []))])
    answered = [anthropic(("human", "Q", []), ("assistant", "A", []))]
    assert taken(store, tmp_path / "x.json", answered).events == 1
    assert taken(store, tmp_path / "x.json", answered).events == 0


def test_an_older_export_adds_nothing(store: Store, tmp_path: Path) -> None:
    """A turn that is there with its answer does not come without it."""
    asked, answered = ("human", "Q", []), ("assistant", "A", [])
    taken(store, tmp_path / "x.json", [anthropic(asked, answered)])
    older = taken(store, tmp_path / "x.json", [anthropic(asked)])
    assert (older.events, older.already) == (0, 1)


@pytest.mark.parametrize("first", [1, 2])
def test_an_erased_turn_stays_erased_with_its_answer(
    store: Store, tmp_path: Path, first: int
) -> None:
    """Whether a turn was erased before or after it was answered, neither form comes back."""
    said = [("human", "Secret tea", []), ("assistant", "Noted", [])]
    taken(store, tmp_path / "x.json", [anthropic(*said[:first])])
    erase(store, [one.ref for one in kept(store)], NOW)
    for most in (1, 2):
        again = taken(store, tmp_path / "x.json", [anthropic(*said[:most])])
        assert (again.events, again.already, kept(store)) == (0, 1, [])


def test_a_turn_without_a_time_costs_no_other(store: Store, tmp_path: Path) -> None:
    """It is named by its place, and the conversation goes on with the first that tells a time."""
    said = anthropic(("human", "Undated", []), ("human", "Dated", []), ("human", "Later", []))
    said["created_at"] = said["chat_messages"][0]["created_at"] = said["chat_messages"][2][
        "created_at"
    ] = None
    done = taken(store, tmp_path / "x.json", [said])
    assert [(bad.where, bad.reason) for bad in done.skipped] == [
        (f"{tmp_path}/x.json[0][0]", "tells no time")
    ]
    assert [event.text for event in kept(store)] == ["Dated", "Later"]
    assert len({event.at for event in kept(store)}) == 1


@pytest.mark.parametrize("time", ["yesterday", "now", "3d", "last week", "+2y", ""])
def test_a_session_has_a_date(store: Store, tmp_path: Path, time: str) -> None:
    """What counts from the day on which it is read is no time of a session."""
    talk = LOCOMO["conversation"] | {"session_1_date_time": time, "session_2": []}
    done = taken(store, tmp_path / "x.json", [talk])
    assert [bad.where for bad in done.skipped] == [f"{tmp_path}/x.json[0].session_1"]
    assert [event.text for event in kept(store)] == ["Caroline: Late"]


@pytest.mark.parametrize("id", ["", "D1:1"])
def test_sessions_of_one_number(store: Store, tmp_path: Path, id: str) -> None:
    """Each session is taken by its own name, also where two names tell one number."""
    row = {"speaker": "Mel", "dia_id": id}
    talk = {
        "speaker_a": "Mel",
        "session_0001_date_time": "8 May 2023",
        "session_0001": [row | {"text": "Two"}],
        "session_1_date_time": "8 May 2023",
        "session_1": [row | {"text": "One"}],
    }
    taken(store, tmp_path / "x.json", [talk])
    assert {(event.words.said, event.session[-9:]) for event in kept(store)} == {
        ("One", "session-1"),
        ("Two", "sion-0001"),
    }


def test_an_erased_event_stays_erased(store: Store, tmp_path: Path) -> None:
    """What was erased since is not brought back by the same import."""
    said = [anthropic(("human", "Secret tea", []), ("assistant", "Noted", []))]
    taken(store, tmp_path / "x.json", said)
    (log,) = store.events.files()
    row = json.loads(Path(log).read_text())
    Path(log).write_text(json.dumps(row | {"text": {}}) + "\n")
    again = taken(store, tmp_path / "x.json", said)
    assert (again.events, again.already, kept(store)) == (0, 1, [])


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (openai(node("a", "b", "user", "Q"), node("b", "a", "assistant", "A")), "in a circle"),
        ({"mapping": {}, "current_node": 7}, ""),
        ({"mapping": {"a": 7}, "current_node": "a"}, ""),
        (openai(node("a", None, "user", "Q"), create_time=None), "tells no time"),
        (openai(node("a", None, "user", "Q", create_time=1e300), create_time="x"), "no time"),
        (openai(node("a", None, "user", "AKIA" + "A1B2" * 4)), "AWS"),
        (openai(node("a", None, "user", "x" * (1 << 20) + "x")), "signs"),
        ({"nothing": 1}, "no conversation as the export of openai has them"),
        (["a"], "no conversation"),
    ],
)
def test_a_bad_conversation_stops_no_other(
    store: Store, tmp_path: Path, said: Any, reason: str
) -> None:
    """What is wrong with one is told with its place, and the others go in."""
    good = openai(node("g", None, "user", "Good"), conversation_id="g")
    done = taken(store, tmp_path / "x.json", [said, good], "openai")
    assert [event.text for event in kept(store)] == ["Good"]
    assert [bad.reason for bad in done.skipped if reason not in bad.reason] == []
    assert bool(done.skipped) == bool(reason)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b'[{"mapping": {"a": tru}}, GOOD]', "not JSON"),
        (b'[{"mapping": {}, "mapping": {}}, GOOD]', "twice"),
        (b'[{"mapping": {}, "create_time": NaN}, GOOD]', "NaN"),
        (b"[" + b"[" * 20_000 + b"]" * 20_000 + b", GOOD]", "nested too deeply"),
        (b'[{"mapping": ' + b"9" * 5_000 + b"}, GOOD]", "not JSON"),
        (b'\xef\xbb\xbf [GOOD, {"mapping": {}', "ends in the middle"),
        (b'[GOOD, {"mapping": "', "ends in the middle"),
        (b'[GOOD, {"\xff": 1}]', "not JSON"),
        (b"GOOD\n\nGOOD2", ""),
    ],
)
def test_broken_json(store: Store, tmp_path: Path, raw: bytes, reason: str) -> None:
    """What is no JSON is named; what stands beside it, or before it, is read."""
    good = [
        json.dumps(openai(node("g", None, "user", "Good"), conversation_id=id)).encode()
        for id in "gh"
    ]
    raw = raw.replace(b"GOOD2", good[1]).replace(b"GOOD", good[0])
    done = taken(store, tmp_path / "x.json", raw, "openai")
    assert done.events == (1 if reason else 2)
    assert [bad.reason for bad in done.skipped if reason not in bad.reason] == []
    assert bool(done.skipped) == bool(reason)


@pytest.mark.parametrize(
    ("raw", "events", "reasons"),
    [
        (b"hello world\n", 0, ["not JSON"]),
        (b'"a"', 0, ["no conversation"]),
        (b'["a","b"]', 0, ["no conversation"] * 2),
        (b"[1, GOOD, null]", 1, ["no conversation"] * 2),
        (b"[GOOD GOOD2]", 0, ["not JSON"]),
        (b"[GOOD, junk GOOD2]", 1, ["not JSON"]),
        (b"[GOOD,, GOOD2]", 2, ["not JSON"]),
        (b"GOOD, GOOD2", 1, ["not JSON"]),
        (b"[GOOD]]", 1, ["not JSON"]),
        (b"[GOOD, GOOD2}]", 1, ["not JSON"]),
        (b"[GOOD", 1, ["ends in the middle"]),
        (b'[]{"a":[1]}', 0, ["no conversation"]),
        (b"[]", 0, []),
    ],
)
def test_nothing_in_a_file_is_passed_over(
    store: Store, tmp_path: Path, raw: bytes, events: int, reasons: list[str]
) -> None:
    """What is no conversation is named, and what stands where none may stand."""
    good = [
        json.dumps(openai(node("g", None, "user", "Good"), conversation_id=id)).encode()
        for id in "gh"
    ]
    raw = raw.replace(b"GOOD2", good[1]).replace(b"GOOD", good[0])
    done = taken(store, tmp_path / "x.json", raw, "openai")
    assert done.events == events
    assert len(done.skipped) == len(reasons)
    assert all(reason in bad.reason for reason, bad in zip(reasons, done.skipped, strict=True))


def test_an_export_is_known_by_what_stands_in_it(store: Store, tmp_path: Path) -> None:
    """In a folder only the files of the export are read; where there are several, one is named."""
    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "user.json").write_text('{"id": "user-1"}')
    (folder / "broken.json").write_text('{"mapping": {')
    (folder / "chat.html").write_text("<html>")
    source = folder / "conversations.json"
    done = taken(store, source, [anthropic(("human", "Q", []))])
    assert import_memories(store, source_of(str(folder)).items, NOW).already == done.events == 1
    (folder / "locomo.json").write_text(json.dumps(LOCOMO))
    with pytest.raises(Usage, match="anthropic and locomo"):
        source_of(str(folder))
    assert import_memories(store, source_of(str(folder), format="locomo").items, NOW).events == 4
    with pytest.raises(NotFound, match="no openai files"):
        source_of(str(folder), format="openai")
    with pytest.raises(Usage, match="no format that is known"):
        source_of(str(folder / "user.json"))


def test_a_stream(store: Store) -> None:
    """An export may come through a pipe."""
    raw = json.dumps([anthropic(("human", "Q", []))]).encode()
    source = source_of_stream(io.BytesIO(raw), format="anthropic")
    assert import_memories(store, source.items, NOW, person="kim").events == 1
    assert kept(store)[0].person == "ctx://person/kim"


def test_a_dry_run_and_undo(store: Store, tmp_path: Path) -> None:
    """A dry run keeps nothing, and events are nothing that an undo takes back."""
    said = [anthropic(("human", "Q", []))]
    assert taken(store, tmp_path / "x.json", said, dry=True).events == 1
    assert not os.path.exists(store.events.folder) or not kept(store)
    taken(store, tmp_path / "x.json", said)
    with pytest.raises(NotFound, match="nothing to undo"):
        undo(store, None, NOW + timedelta(days=1))
    assert len(kept(store)) == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=4), inside),
    max_leaves=12,
)


@given(st.lists(JSON, max_size=6), st.integers(1, 40))
def test_parts_are_the_entries_of_the_list(said: list[Any], chunk: int) -> None:
    """However few bytes are read at once, the parts of a list are its entries."""
    for indent in (None, 1):
        raw = json.dumps(said, indent=indent, ensure_ascii=False).encode(errors="surrogatepass")
        found = [json.loads(part) for part in elements(io.BytesIO(raw), chunk)]
        assert found == said


@given(st.binary(max_size=60) | st.text('[]{},"a \\').map(str.encode), st.integers(1, 9))
def test_any_bytes_have_parts_or_are_an_error(raw: bytes, chunk: int) -> None:
    """Nothing but BadData comes of bytes that are no JSON, and no word of them is lost."""
    try:
        parts = list(elements(io.BytesIO(raw), chunk, most=30))
    except BadData as problem:
        assert problem.problems
    else:
        assert b"".join(parts).count(b"a") == raw.count(b"a")
