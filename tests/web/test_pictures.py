"""Pictures in a real browser: nothing in them runs, names fit their frames, and dark is dark."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from memento_cli import Draft, Store, curve, record
from memento_cli.core.graph.graph import Triple
from memento_cli.core.text.visible import visible
from memento_cli.pictures.curve import small_curve
from memento_cli.pictures.graph import drawn
from memento_cli.pictures.graph_svg import graph_svg
from tests.web.chromium import Tab
from tests.web.conftest import NOW
from tests.web.test_page_safety import PAYLOADS

NAMES = (*(text.replace("\ud83d", "") for text in PAYLOADS), "Ana", "WWWWWWW MMMMM", "歯医者さん")
OUTSIDE = """[...document.querySelectorAll('.box')].filter((box) => box.querySelector('text'))
  .map((box) => [box.querySelector('text').getBBox(), box.querySelector('rect').getBBox()])
  .filter(([text, frame]) => text.x < frame.x || text.x + text.width > frame.x + frame.width)
  .length"""
OVER = """(() => { const boxes = [...document.querySelectorAll('.edge text, .box rect')]
  .map((one) => one.getBBox());
  return boxes.filter((one, at) => boxes.slice(at + 1).some((other) =>
    one.x + 1 < other.x + other.width && other.x + 1 < one.x + one.width &&
    one.y + 1 < other.y + other.height && other.y + 1 < one.y + one.height)).length })()"""


@pytest.fixture
def graph(tab: Tab, tmp_path: Path) -> Tab:
    """A graph whose names, edges and kinds are payloads, as a file of its own."""
    names = dict(enumerate(NAMES))
    ids = [f"graph/{nth}" for nth in names]
    triples = [
        Triple(ids[nth], NAMES[nth], ids[(nth * 7 + 3) % len(ids)], nth / len(ids)) for nth in names
    ]
    kinds = dict(zip(ids, NAMES, strict=True))
    file = tmp_path / "graph.svg"
    file.write_text(graph_svg(drawn(dict(zip(ids, NAMES, strict=True)), triples, kinds, ids[:1])))
    tab.call("Page.navigate", url=file.as_uri())
    tab.until("document.documentElement.localName === 'svg' && document.readyState === 'complete'")
    return tab


def test_nothing_runs_in_a_graph(graph: Tab) -> None:
    """What names say is text, in whatever place it stands."""
    made = "document.querySelectorAll('script, iframe, foreignObject, image, a, use').length"
    assert graph.tell(f"[window.ran ?? null, {made}]") == [None, 0]
    assert graph.tell("document.querySelectorAll('.box text').length") == len(NAMES)
    told = "[...document.querySelectorAll('.box title')].map((one) => one.textContent)"
    assert any(title.startswith(visible(PAYLOADS[0])) for title in graph.tell(told))


def test_names_stand_within_their_frames(graph: Tab) -> None:
    """As wide as this browser's letters are; and neither names nor labels cover each other."""
    assert graph.tell(OUTSIDE) == 0
    assert graph.tell(OVER) == 0


def test_a_graph_is_dark_for_whoever_reads_in_the_dark(graph: Tab) -> None:
    """By a style of its own."""
    colour = "getComputedStyle(document.querySelector('.back')).fill"
    light = graph.tell(colour)
    graph.look(1400, dark=True)
    assert light == "rgb(255, 255, 255)" != graph.tell(colour)


def test_a_small_curve_is_a_picture(tab: Tab, store: Store, tmp_path: Path) -> None:
    """In an image, whose page forbids whatever else there is."""
    id = record(store, Draft(NAMES[0], "alex"), NOW - timedelta(days=90)).memory.id
    svg = tmp_path / "curve.svg"
    svg.write_text(small_curve(curve(store, id, NOW), NOW.tzinfo))  # type: ignore[arg-type]
    page = tmp_path / "page.html"
    policy = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src *">'
    page.write_text(f'<!DOCTYPE html>{policy}<main id="main"><img src="curve.svg" alt=""></main>')
    tab.open(page.as_uri())
    tab.until("document.images[0].complete")
    assert tab.tell("document.images[0].naturalWidth > 0")
