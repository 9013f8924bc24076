"""A page beside others: other tabs, programs that write, a memento that is started again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from socket import socket

from memento_cli import Draft, Store, record
from memento_cli.index.database.place import FILE, index_folder
from tests.web.chromium import Chromium, Tab
from tests.web.conftest import NOW, served

FIRST = "document.querySelector('.title')?.textContent"
NEWS = "document.getElementById('news').textContent"


def written(root: Path, text: str, hours: int = 1) -> None:
    """Another program records a memory."""
    record(Store(str(root), lambda *_: None), Draft(text, "ana"), NOW + timedelta(hours=hours))


def test_what_others_write_comes_into_sight(opened: Tab, sample: Path) -> None:
    """What another program has recorded stands in the list soon, and neither the focus nor what is
    in sight moves; where it is the first view of its kind, the menu has it, too."""
    opened.go("#q=&sort=created")
    written(sample, "Seen at the top")
    opened.until(f"{FIRST} === 'Seen at the top'")
    opened.tell("document.querySelectorAll('.title')[20].focus()")
    seen = "document.activeElement"
    place = f"{seen}.getBoundingClientRect().top"
    title, top = opened.tell(f"[{seen}.textContent, {place}]")
    written(sample, "Seen above it all", hours=2)
    opened.until(f"{FIRST} === 'Seen above it all'")
    assert opened.tell(f"{seen}.textContent") == title
    assert abs(opened.tell(place) - top) < 1
    opened.tell("document.querySelector('nav a[data-view=people]').focus()")
    written(sample, "Seen at last", hours=3)
    opened.until(f"{FIRST} === 'Seen at last'")
    assert opened.tell(f"{seen}.textContent") == "People"


def test_who_writes_is_not_disturbed(opened: Tab, sample: Path) -> None:
    """A form stays as it is while others write, and so do rows with buttons: it is said, and shown
    when it is asked for. What the page has done itself is no news."""
    opened.go("#new")
    opened.click("In one line")
    opened.type("half a sent")
    written(sample, "Meanwhile", hours=-1)
    opened.until(f"{NEWS}.includes('Others have changed the store')")
    opened.type("ence")
    assert opened.tell("document.getElementById('field-summary').value") == "half a sentence"
    opened.click("Show")
    opened.until(f"{NEWS} === ''")
    opened.drawn()
    opened.click("Record")
    opened.until(f"{FIRST} === 'half a sentence'")
    opened.go("#log")
    opened.click("Undo")
    opened.until("document.querySelector('.row .sign')?.textContent === 'undone'")
    opened.tell("changes.look()")
    assert opened.tell(NEWS) == ""


def test_a_phone_s_menu_stays_open_while_others_write(opened: Tab, sample: Path) -> None:
    """Who looks for a view in the menu finds it open, though the view below is drawn anew; what was
    said of others is gone with the next view."""
    opened.look(360)
    opened.go("#log")
    opened.click("Menu: Log")
    written(sample, "Meanwhile")
    opened.until(f"{NEWS}.includes('Others have changed the store')")
    opened.click("Show")
    opened.until("document.querySelector('.row').textContent.includes('Meanwhile')")
    assert opened.tell("document.getElementById('nav').checkVisibility()")
    written(sample, "And again")
    opened.until(f"{NEWS}.includes('Others have changed the store')")
    opened.click("People")
    opened.until(f"{NEWS} === ''")


@contextmanager
def started(*arguments: str) -> Iterator[str]:
    """The link of a memento with these arguments, as somebody starts it at a terminal."""
    memento = subprocess.Popen(
        [sys.executable, "-m", "memento_cli", *arguments], text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert memento.stdout
    yield memento.stdout.readline().strip()
    memento.terminate()
    memento.communicate()


def test_a_memento_that_was_started_again_takes_its_old_tabs_along(
    chromium: Chromium, sample: Path
) -> None:
    """A tab whose memento has ended says how it was started, by itself; one at the same address is
    alive again when the new link was opened in another."""
    tab = chromium.tab()
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["--store", str(sample), "open", "--web", "--write", "--port", str(port)]
    with started(*words) as link:
        assert Path(index_folder(str(sample)), FILE).exists()  # no page waits for it
        tab.open(link)
    tab.until(f"{NEWS}.includes({' '.join(['Start it again at a terminal: memento', *words])!r})")
    with started(*words) as link:
        tab.go("#people")
        assert "needs its whole link" in tab.text()
        tab.beside(link)
        token = link.partition("token=")[2]
        tab.until(f"JSON.parse(localStorage.getItem('link')).token === {token!r}")
        tab.call("Page.bringToFront")
        tab.until(f"{NEWS} === '' && document.querySelector('h1').textContent === 'People'")
    tab.close()


def test_a_page_without_its_link_has_nothing_else(tab: Tab, sample: Path) -> None:
    """Who comes to the address alone gets one word, and no box to search in."""
    tab.forgive("403")
    with served(sample) as link:
        tab.open(link.partition("?")[0])
        assert "needs its whole link" in tab.text() and "memento open --web" in tab.text()
        shown = "[...document.querySelectorAll('a, button, input')]"
        assert tab.tell(f"{shown}.filter((one) => one.checkVisibility()).length") == 0
