"""How a mood moved, drawn in a terminal and on a page."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest

from memento_cli import Affect, Store, feel
from memento_cli.actions.events.observe import observe
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.time.when import iso
from memento_cli.pictures.canvas import Style, cells
from memento_cli.pictures.charts import Chart, Curve, chart_lines
from memento_cli.pictures.mood import TITLES
from memento_cli.pictures.page import chart_svg
from tests.conftest import Ran
from tests.store.helpers import DAY, NOW

Call = Callable[..., Ran]
EVIL = "<script>alert(1)</script>\x1b[31m\u202e"


@pytest.fixture
def moody(store: Store) -> Store:
    """A store in which five things were felt, the last one an evil one."""
    for nth, (valence, text) in enumerate(
        ((0.9, "よかった"), (-1, "悲しい"), (0, EVIL), (1, EVIL))
    ):
        at = NOW + nth * DAY
        event = observe(store, Event("", at, CHAT, "", "", Words("Hi")))
        affect = Affect(valence, -valence, 0, (text,), text * 9, 0.9)
        feel(store, event, affect, Provenance(store.signed(at, "test")))
    return store


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("more", [[], ["--ascii"]])
def test_a_picture_fits_its_terminal(
    moody: Store, call: Call, monkeypatch: pytest.MonkeyPatch, width: int, more: list[str]
) -> None:
    """No line is wider; three axes stand over the same dates, and nothing acts on a terminal."""
    monkeypatch.setenv("COLUMNS", str(width))
    drawn = call("state", "mood", "--history", *more)
    lines = drawn.stdout.splitlines()
    assert drawn.code == 0 and max(map(cells, lines)) <= width
    assert [line.split(":")[0] for line in lines if line.startswith(TITLES)] == list(TITLES)
    assert "\x1b" not in drawn.stdout and "\u202e" not in drawn.stdout
    assert drawn.stdout.isascii() or not more


def test_a_page_is_sound(moody: Store, call: Call, tmp_path: Path) -> None:
    """It is XML with three charts, in which what was felt is text."""
    path = tmp_path / "mood.html"
    assert call("state", "mood", "--history", "--html", str(path)).code == 0
    tree = ElementTree.parse(path)
    tags = [element.tag.rpartition("}")[2] for element in tree.iter()]
    assert tags.count("svg") == 3 and "script" not in tags
    assert "よかった" in path.read_text() and "\x1b" not in path.read_text()
    assert call("state", "mood", "--history", "--html", str(path)).code == 6
    assert call("state", "mood", "--history", "--html", str(path), "--force").code == 0


def test_a_page_of_nothing_is_a_page(store: Store, call: Call) -> None:
    """Where nothing was felt, there is no chart, in the terminal neither."""
    ElementTree.fromstring(call("state", "mood", "--history", "--html", "-").stdout)
    drawn = call("state", "mood", "--history")
    assert drawn.code == 0 and drawn.stdout == "" and "Nothing was felt" in drawn.stderr
    assert '"moods": []' in call("state", "mood", "--history", "--json").stdout


def test_one_feeling_is_drawn(store: Store, call: Call) -> None:
    """Though it came just now, and no time has passed."""
    event = observe(store, Event("", NOW, CHAT, "", "", Words("Hi")))
    feel(store, event, Affect(0.5, 0, 0, (), "x", 1), Provenance(store.signed(NOW, "test")))
    at = NOW.isoformat()
    assert "Cheerful or low: cheerful now" in call("state", "mood", "--history", "--now", at).stdout


def test_the_mood_now_is_that_of_now(store: Store, call: Call) -> None:
    """In the title as in `memento state mood`, however short ago; nothing is told of later."""
    event = observe(store, Event("", NOW, CHAT, "", "", Words("Hi")))
    feel(store, event, Affect(0.5, 0, 0, (), "x", 1), Provenance(store.signed(NOW, "test")))
    at = (NOW + DAY / 1440).isoformat()
    words = json.loads(call("state", "mood", "--json", "--now", at).stdout)["words"]
    drawn = call("state", "mood", "--history", "--now", at)
    assert words.startswith("Cheerful; since ") and " ".join(drawn.stdout.split()).startswith(words)
    told = json.loads(call("state", "mood", "--history", "--json", "--now", at).stdout)
    assert max(point["at"] for point in told["points"]) == told["now"]


def test_a_history_does_not_begin_in_the_future(moody: Store, call: Call) -> None:
    """A --since that is still to come is a mistake, and is told."""
    done = call("state", "mood", "--history", "--since", "+2d")
    assert done.code == 2 and "--since +2d is still to come" in done.stderr


@pytest.mark.parametrize(
    ("zone", "at", "now"),
    [
        ("America/Los_Angeles", "0001-01-01T00:00:00Z", "2026-01-01T00:00:00Z"),
        ("Asia/Tokyo", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
    ],
)
def test_a_mood_at_the_edge_of_the_calendar_is_drawn(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch, zone: str, at: str, now: str
) -> None:
    """Also where the clocks on the wall have no such day."""
    monkeypatch.setenv("TZ", zone)
    event = observe(store, Event("", datetime.fromisoformat(at), CHAT, "", "", Words("Hi")))
    feel(store, event, Affect(0.5, 0, 0, (), "x", 1), Provenance(store.signed(NOW, "test")))
    for more in ((), ("--html", "-")):
        assert call("state", "mood", "--history", *more).code == 0
        drawn = call("state", "mood", "--history", "--now", now, *more)
        assert drawn.code == 0 and at[3:10] in drawn.stdout


def test_a_long_history_is_drawn_in_a_moment(store: Store) -> None:
    """Also of thousands of points."""
    points = [(NOW + nth * DAY, (nth % 7) / 7) for nth in range(20_000)]
    chart = Chart(NOW, points[-1][0], [Curve("*", "x", points)], {})
    start = time.process_time()
    assert chart_lines(chart, Style(80, plain=True)) and chart_svg(chart, "x")
    assert time.process_time() - start < 3


@pytest.mark.parametrize(("more", "day"), [((), "2025-02-02"), (("--utc",), "2025-02-01")])
def test_days_of_a_mood_are_those_of_the_clock(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], day: str
) -> None:
    """Of the person's clock or, with --utc, of UTC; in the terminal as on a page."""
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    at = datetime(2025, 2, 1, 20, tzinfo=UTC)
    event = observe(store, Event("", at, CHAT, "", "", Words("Hi")))
    feel(store, event, Affect(0.5, 0, 0, (), "x", 1), Provenance(store.signed(at, "test")))
    assert f"\n{day}  x" in call("state", "mood", "--history", *more).stdout
    page = call("state", "mood", "--history", "--html", "-", "--now", iso(at), *more).stdout
    assert f"As of {day}" in page and f"<bdi>{day}</bdi>" in page


def test_a_mood_that_keeps_what_it_said_does_not_say_the_same(store: Store, call: Call) -> None:
    """A second text on one day is not taken; the same text is there already."""
    calm = "Calm these days. " * 20
    call("state", "mood", "--say", calm)
    other = call("state", "mood", "--say", "Restless, and glad of every walk by the sea")
    assert "keeps what it said" in other.stdout and "--force" in other.stderr
    same = call("state", "mood", "--say", calm)
    assert "says so already" in same.stdout and same.stderr == ""
