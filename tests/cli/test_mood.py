"""How a mood moved, drawn in a terminal and on a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from memento_cli import Affect, Store, feel
from memento_cli.actions.holding import Act
from memento_cli.actions.observe import observe
from memento_cli.cli.canvas import cells
from memento_cli.core.events import CHAT, Event, Words
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
        feel(store, event, affect, Act(store.signed(at, "test")))
    return store


@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("more", [[], ["--ascii"]])
def test_a_picture_fits_its_terminal(
    moody: Store, call: Call, monkeypatch: pytest.MonkeyPatch, width: int, more: list[str]
) -> None:
    """No line is wider; three axes stand over the same dates, and nothing acts on a terminal."""
    monkeypatch.setenv("COLUMNS", str(width))
    drawn = call("mood", "--history", *more)
    lines = drawn.stdout.splitlines()
    assert drawn.code == 0 and max(map(cells, lines)) <= width
    assert [line.split(":")[0] for line in lines if " now, baseline " in line] == [
        "valence",
        "arousal",
        "dominance",
    ]
    assert "\x1b" not in drawn.stdout and "\u202e" not in drawn.stdout
    assert drawn.stdout.isascii() or not more


def test_a_page_is_sound(moody: Store, call: Call, tmp_path: Path) -> None:
    """It is XML with three charts, in which what was felt is text."""
    path = tmp_path / "mood.html"
    assert call("mood", "--history", "--html", str(path)).code == 0
    tree = ElementTree.parse(path)
    tags = [element.tag.rpartition("}")[2] for element in tree.iter()]
    assert tags.count("svg") == 3 and "script" not in tags
    assert "よかった" in path.read_text() and "\x1b" not in path.read_text()
    assert call("mood", "--history", "--html", str(path)).code == 6
    assert call("mood", "--history", "--html", str(path), "--force").code == 0


def test_a_page_of_nothing_is_a_page(store: Store, call: Call) -> None:
    """Where nothing was felt, there is no chart, in the terminal neither."""
    ElementTree.fromstring(call("mood", "--history", "--html", "-").stdout)
    drawn = call("mood", "--history")
    assert drawn.code == 0 and drawn.stdout == "" and "Nothing was felt" in drawn.stderr
    assert '"moods": []' in call("mood", "--history", "--json").stdout


def test_one_feeling_is_drawn(store: Store, call: Call) -> None:
    """Though it came just now, and no time has passed."""
    event = observe(store, Event("", NOW, CHAT, "", "", Words("Hi")))
    feel(store, event, Affect(0.5, 0, 0, (), "x", 1), Act(store.signed(NOW, "test")))
    at = NOW.isoformat()
    assert "valence: 0.50 now" in call("mood", "--history", "--now", at).stdout
