"""Times in and out: in UTC with Z, or as the clock of whoever asks shows them."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from memento_cli import Affect, Draft, feel, init, record
from memento_cli.actions.events.observe import observe
from memento_cli.cli.output.out import Output
from memento_cli.cli.output.values import cell, json_text, short_cell
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.core.time.when import local_iso
from tests.conftest import Ran

AT = datetime(2026, 1, 10, 5, 6, 59, 250_000, tzinfo=UTC)
TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with one memory, and a person in Tokyo."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    path = tmp_path / "s"
    record(init(str(path), person="alex").store, Draft("Green tea", more={
        "memory.about.start": AT, "memory.about.confidence": 0.5,
    }), AT)  # fmt: skip
    return path


def test_a_moment_is_iso_8601() -> None:
    """Exact in UTC; local to the second and without a zone (document 003 §6-2)."""
    assert json_text({"at": AT}) == '{"at": "2026-01-10T05:06:59.250000Z"}'
    assert json_text({"at": [AT]}, TOKYO) == '{"at": ["2026-01-10T14:06:59"]}'
    assert (cell(AT), cell(AT, TOKYO)) == ("2026-01-10T05:06:59.250000Z", "2026-01-10T14:06:59")
    assert (short_cell(AT), short_cell(AT, TOKYO)) == ("2026-01-10", "2026-01-10")


def test_what_is_told_can_be_typed() -> None:
    """A local time that was told means the same moment when it is typed there."""
    whole = AT.replace(microsecond=0)
    assert typed_moment(local_iso(whole, TOKYO), whole, TOKYO) == whole


def test_what_no_local_calendar_has_stays_in_utc() -> None:
    """The last hours of the calendar are told with their Z."""
    last = datetime.max.replace(tzinfo=UTC)
    assert local_iso(last, TOKYO) == "9999-12-31T23:59:59Z"


@pytest.mark.parametrize("form", ["tsv", "json", "ndjson", "table"])
@pytest.mark.parametrize(
    "args",
    [
        ("recall", "tea", "--fields", "created"),
        ("list", "--all", "--fields", "created"),
        ("log", "--fields", "at"),
    ],
)
def test_what_programs_read_is_in_utc(
    call: Callable[..., Ran], store: Path, args: tuple[str, ...], form: str
) -> None:
    """In a pipe, whatever is printed; --utc changes nothing there."""
    said = ("--store", str(store), *args, "--format", form)
    assert "2026-01-10T14:06:59" not in call(*said).stdout
    assert call(*said, "--utc").stdout == call(*said).stdout


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The output is that of a terminal."""
    monkeypatch.setattr(Output, "terminal", True)


def test_a_memory_shown_whole_tells_local_time(
    call: Callable[..., Ran], store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In words to the minute, as the clock of a terminal shows it; in JSON always in UTC."""
    show = ("--store", str(store), "show", "alex")
    assert "2026-01-10 05:06 UTC\n" in call(*show).stdout
    monkeypatch.setattr(Output, "terminal", True)
    assert "2026-01-10 14:06\n" in call(*show).stdout
    assert "2026-01-10 05:06 UTC\n" in call(*show, "--utc").stdout
    told = json.loads(call(*show, "--json").stdout)["memory"]
    assert told["created"] == told["about"]["start"] == "2026-01-10T05:06:59.250000Z"


@pytest.mark.parametrize("option", ["--utc", ""])
@pytest.mark.parametrize(
    ("line", "utc", "local"),
    [
        (
            "undo --dry-run",
            "alex-memory-2026-01, of 2026-01-09 23:30 UTC\n",
            ", of 2026-01-10 08:30\n",
        ),
        ("fade why alex", "  2026-01-09  recorded", "  2026-01-10  recorded"),
        ("status --full", "  2026-01-09 to 2026-01-09", "  2026-01-10 to 2026-01-10"),
        ("kv set port 1 --ttl 1d", "until 2026-01-10T23:30:00Z", "until 2026-01-11T08:30:00\n"),
        ("fact set city Kyoto", "from 2026-01-09T23:30:00Z", "from 2026-01-10T08:30:00\n"),
        ("fact set city Kyoto --from 2026-01-01", "from 2026-01-01\n", "from 2026-01-01\n"),
        ("fade curve alex", "2026-01-09 ", "2026-01-10 "),
        ("log mood --changes", 'mood.at: "2026-01-09T23:30:00Z"', 'mood.at: "2026-01-10T08:30:00"'),
    ],
)
def test_what_people_read_tells_local_time(
    call: Callable[..., Ran],
    evening: Path,
    terminal: None,
    line: str,
    utc: str,
    local: str,
    option: str,
) -> None:
    """Each time of a text is local on a terminal, and in UTC with --utc."""
    said = ("--store", str(evening), "--now", "2026-01-09T23:30:00Z", *line.split())
    told = call(*said, *filter(None, [option])).stdout
    assert (utc if option else local) in told
    assert ("2026-01-09" in told) <= (option == "--utc")


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with a memory and a feeling of one moment, which is of the next day in Tokyo."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    at, path = datetime(2026, 1, 9, 23, 30, tzinfo=UTC), tmp_path / "e"
    store = init(str(path), person="alex").store
    event = observe(store, Event("", at, CHAT, "", "", Words("Hi")))
    feel(store, event, Affect(0.5, 0, 0, (), "x", 1), Provenance(store.signed(at, "test")))
    record(store, Draft("Green tea"), at)
    return path


def test_the_context_of_a_companion_is_local(call: Callable[..., Ran], tmp_path: Path) -> None:
    """ISO 8601 without a zone in JSON (003 §6-2), to the minute in words; --utc says otherwise."""
    path = tmp_path / "c"
    store = init(str(path), person="alex", profile="companion", timezone="Asia/Tokyo").store
    record(store, Draft("Green tea"), AT)
    said = ("--store", str(path), "context")

    def date(*more: str) -> str:
        told: str = json.loads(call(*said, "--json", *more).stdout)["memories"][0]["date"]
        return told

    assert date() == "2026-01-10T14:06:59"
    assert "- 2026-01-10 14:06 alex" in call(*said).stdout
    assert date("--utc") == "2026-01-10T05:06:59Z"
    fenced = ("--store", str(path), "recall", "tea", "--fence")
    assert "created: 2026-01-10T14:06:59\n" in call(*fenced).stdout
    assert "created: 2026-01-10T05:06:59.250000Z\n" in call(*fenced, "--utc").stdout
