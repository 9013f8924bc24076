"""How the page looks and reads: widths, schemes, contrast, what a screen reader is told."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.chromium import Chromium, Tab
from tests.web.conftest import SAMPLE, served

AXE = Path(os.environ.get("MEMENTO_AXE", "/nowhere"), "node_modules/axe-core/axe.min.js")
"""What npm has installed into the folder that $MEMENTO_AXE names."""
VIEWS = (
    "#q=", "#q=token", "#q=token+topic:oauth", "#memory/alex-tokens-2025-01",
    "#memory/alex-tokens-2025-01?edit=1", "#new", "#people", "#person/viktor", "#states",
    "#facts?on=2020-01-01&and=2026-01-01&compare=alex+%2F+city", "#threads", "#events", "#graph",
    "#graph/mei", "#blocks", "#kv", "#mood", "#forecast?days=365", "#log", "#q=&in=archive",
    "#nonsense",
)  # fmt: skip


@pytest.fixture(scope="module")
def page(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The page of the sample store, for tests that only look."""
    tab = chromium.tab()
    root = shutil.copytree(SAMPLE, tmp_path_factory.mktemp("looks") / "sample")
    with served(root, writable=True) as link:
        tab.call("Page.setBypassCSP", enabled=True)  # for axe, which is not the page's
        tab.open(link)
        yield tab
    tab.close()


@pytest.mark.parametrize("width", [360, 800, 1400])
def test_nothing_scrolls_sideways(page: Tab, width: int) -> None:
    """No view is wider than the window, on a phone neither; what can be clicked is large enough."""
    page.look(width)
    small = """[...document.querySelectorAll('button, select, summary, nav a, .chip, .day, .month')]
      .filter((one) => one.matches('a, button, select, summary') && one.checkVisibility())
      .map((one) => [one.className, one.textContent, one.getBoundingClientRect()])
      .filter(([, , box]) => box.width > 1 && (box.height < 24 || box.width < 23.9))
      .map(([kind, text, box]) => `${kind} ${text} ${box.width} x ${box.height}`)"""
    for view in VIEWS:
        page.go(view)
        assert page.tell("document.documentElement.scrollWidth") <= width, view
        assert page.tell(small) == [], view


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core from npm in $MEMENTO_AXE")
@pytest.mark.parametrize(("width", "dark"), [(360, True), (1400, False)])
def test_axe_finds_nothing(page: Tab, width: int, dark: bool) -> None:
    """No view has a problem that axe knows, light or dark, narrow or wide."""
    page.look(width, dark=dark)
    page.tell(AXE.read_text() + ";0")
    for view in VIEWS:
        page.go(view)
        page.until("!document.querySelector('aside:empty')")
        told = page.tell("axe.run().then((found) => JSON.stringify(found.violations.map("
                         "(one) => [one.id, one.nodes[0].html])))")  # fmt: skip
        assert json.loads(told) == [], view


def test_those_who_hear_the_page_are_told(page: Tab) -> None:
    """The number of hits is told aloud, each view has one heading of the first level, the view in
    the menu is the current one, and the title of the window names it."""
    page.look(1400)
    page.go("#q=token")
    assert page.tell("document.getElementById('told').textContent").endswith(" memories found")
    for view in VIEWS:
        page.go(view)
        assert page.tell("document.querySelectorAll('h1').length") == 1, view
    page.go("#people")
    assert page.tell("document.querySelector('nav [aria-current]').textContent") == "People"
    assert page.tell("document.title").startswith("People · ")


def test_an_empty_list_offers_nothing_to_narrow(page: Tab) -> None:
    """Where nothing was found there is no heading over nothing, and what is said of it stands below
    the search box, on a phone, too."""
    page.look(360, 1200)
    page.go("#q=xylophone")
    page.until("document.querySelector('.empty')")
    page.until("!document.querySelector('details.narrow')")
    assert page.tell("document.querySelector('.total').getBoundingClientRect().top") < 200


def test_the_menu_of_a_phone_opens_and_closes(page: Tab) -> None:
    """On a phone the views are behind one button, which says where one is."""
    page.look(360)
    page.go("#people")
    assert page.tell("document.getElementById('nav').checkVisibility()") is False
    page.click("Menu: People")
    assert page.tell("document.getElementById('tools').checkVisibility()")
    page.click("Facts")
    page.until("document.querySelector('h1').textContent === 'Facts'")
    assert page.tell("document.getElementById('nav').checkVisibility()") is False


def test_a_print_is_dark_on_light_without_buttons(page: Tab) -> None:
    """Paper has all of what is shown in the light colours, whatever the reader prefers on a screen,
    and nothing that only a click would answer."""
    dark = {"name": "prefers-color-scheme", "value": "dark"}
    page.look(800, dark=True)
    page.call("Emulation.setEmulatedMedia", media="print", features=[dark])
    asks = """[...document.querySelectorAll('button, .button, input, select, nav a')]
      .filter((one) => one.checkVisibility()).map((one) => one.outerHTML)"""
    for view in VIEWS:
        if view not in ("#new", "#memory/alex-tokens-2025-01?edit=1"):
            page.go(view)
            assert page.tell(asks) == [], view
    assert page.tell("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.look(1400)
