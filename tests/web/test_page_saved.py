"""A saved page in a real browser: it opens from a file and searches by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import pytest

from memento_cli import Store
from memento_cli.core.recall.query_parser import FILTERS
from memento_cli.web.frozen import frozen_store
from memento_cli.web.looking import Looking
from tests.web.chromium import Tab
from tests.web.conftest import NOW, memory, page_file

Saved = Callable[..., Tab]

TEXTS = [
    memory(
        "Met José at the café", "He paid for the crème brûlée", topics=["food"], people=["josé"]
    ),
    memory("Straße 7, Müller's garden", topics=["tech:rust"], created="2026-04-01T12:00:00Z"),
    memory("歯医者に行った", "東京タワーの近く", topics=["health"]),
    memory("Встреча с Анной", "Обсудили ёлку", kind="semantic"),
    memory("שלום עולם", "مَرْحَبًا", tier="ghost", strength=0.1),
    memory("Kubernetes upgrade plan", "the garden of services", people=["Ana Maria"]),
]


def found(tab: Tab, text: str) -> list[str]:
    """The summaries of what is found, in order."""
    tab.tell(f"route.go(route.list({text!r}))")
    tab.until(f"document.title.startsWith({text!r})")
    return list(tab.tell("[...document.querySelectorAll('.title')].map((one) => one.textContent)"))


FOUND: dict[str, list[int]] = {
    "jose": [0], "CAFE": [0], "brul": [0], "creme brulee": [0], "strasse": [1], "muller": [1],
    "歯医": [2], "東京": [2], "встреч": [3], "елку": [3], "שלום": [4], "مرحبا": [4],
    "garden": [1, 5], "netes": [5], '"the garden"': [5], "garden -kubernetes": [1],
    "+garden kubernetes": [5, 1], "topic:food": [0], "topic:tech:rust": [1], "with:jose": [0],
    'with:"ana maria"': [5], "kind:semantic": [3], "-kind:episodic": [3], "tier:ghost": [4],
    "since:2026-04-01": [1], "since:2026-04 until:2026-04": [1], "until:2026-03-13": [],
    "xylophone": [],
}  # fmt: skip
"""What is asked, and the numbers of the texts that answer, in order."""


def test_words_and_filters_find(saved: Saved) -> None:
    """Words are found by their beginning, without accents and case, in any script, and inside of
    words if nothing begins so; phrases and filters bound what is found."""
    tab = saved(TEXTS)
    answers = {text: found(tab, text) for text in FOUND}
    assert answers == {text: [TEXTS[n]["summary"] for n in few] for text, few in FOUND.items()}


def test_the_page_knows_every_filter(saved: Saved) -> None:
    """What the query language has as a filter the page reads as one, and says that it cannot."""
    tab = saved(TEXTS)
    assert set(tab.tell("query.FIELDS")) == set(FILTERS)
    found(tab, "trust:agent garden")
    assert "does not know trust:" in tab.text()


GUESSED = {"gardem": "garden", "kubrenetes": "kubernetes", "jardin": None, "cafd": None}
"""What is misspelt, and the word that is looked for in its place, if any."""


def test_a_misspelt_word_finds(saved: Saved) -> None:
    """A word that nothing has is taken for the most similar one, as memento itself does, and that
    is said; a short one is not, nor one that is too different."""
    tab = saved(TEXTS)
    for text, meant in GUESSED.items():
        assert bool(found(tab, text)) == bool(meant), text
        assert (f"“{meant}” is looked for" in tab.text()) == bool(meant)
    found(tab, "gardem")
    assert "garden" in tab.tell("document.querySelector('mark').textContent")


TIMES = {
    "garden since april": [1, 2, 5], "in march": [0, 4, 5], "last week": [2], "last year": [3],
    "this month": [2], "since:yesterday": [], "since:april": [2, 1], "until 2025": [3],
    "garden last week": [2, 5, 1], "may": [],
}  # fmt: skip
"""What is asked, on a Sunday in November 2026, and the numbers of the texts that answer."""


def test_a_time_in_words_finds(saved: Saved) -> None:
    """Who names a time in words finds what is of it; beside other words it comes first, as with
    memento itself. The name of a month is one behind a word of time alone."""
    created = {2: "2026-11-18", 3: "2025-05-03"}
    texts = [
        text | {"created": f"{created[n]}T12:00:00Z"} if n in created else text
        for n, text in enumerate(TEXTS)
    ]
    tab = saved(texts)
    answers = {text: sorted(found(tab, text)) for text in TIMES}
    assert answers == {
        text: sorted(TEXTS[n]["summary"] for n in few) for text, few in TIMES.items()
    }
    assert found(tab, "garden last week")[0] == TEXTS[2]["summary"]
    assert "16 Nov 2026 to 22 Nov 2026" in tab.text()


def test_a_saved_search_hides_what_was_replaced(saved: Saved) -> None:
    """A search leaves out what a newer memory replaces, and says so, as memento's does; the
    forecast has what is prunable already."""
    old = memory("Garden of 2025", newer="id-Garden of 2026")
    weak = {"id": old["id"], "summary": "Garden of 2025", "strength": 0.1}
    forecast = {"until": "2027-11-29T09:00:00Z", "turns": [], "prunable": [weak]}
    tab = saved([old, memory("Garden of 2026")], forecast=forecast)
    assert found(tab, "garden") == ["Garden of 2026"]
    assert "1 hidden, as newer ones replace them." in tab.text()
    tab.go("#forecast")
    assert "1 memory prunable already" in tab.text()


def test_what_matches_is_marked(saved: Saved) -> None:
    """The words that were looked for stand out in the summary, or in the passage that has them."""
    tab = saved(TEXTS)
    found(tab, "jose")
    assert tab.tell("[...document.querySelectorAll('mark')].map((one) => one.textContent)") == [
        "José"
    ]
    found(tab, "東京")
    assert tab.tell("document.querySelector('.passage mark').textContent") == "東京"


def test_a_saved_page_says_what_it_is(saved: Saved) -> None:
    """It tells of which day it is and what it cannot, and asks nothing of anybody."""
    tab = saved(TEXTS)
    assert (
        "A copy of 29 Nov 2026, 09:00, which changes nothing. Not in it: the archive" in tab.text()
    )
    assert "Save as a page" not in tab.text()
    assert [address for address in tab.asked() if not address.startswith("file:")] == []


def test_an_empty_page_says_so_everywhere(saved: Saved) -> None:
    """Each view of an empty store says in words that nothing is there."""
    tab = saved([])
    for view in tab.tell("main.store.views"):
        tab.go("#q=" if view == "memories" else f"#{view}")
        assert tab.tell("document.querySelector('#main .empty')?.textContent.length") > 20, view


def test_what_is_not_there_is_said(saved: Saved) -> None:
    """An address of nothing gets a sentence and a way on, whatever stands in it."""
    tab = saved(TEXTS)
    for hash in (
        "#memory/none",
        "#nonsense",
        "#thread/__proto__",
        "#graph/x",
        "#%E0%A4%A",
        "#memory",
    ):
        tab.go(hash)
        assert tab.tell("document.querySelector('#main a').textContent") == "See all memories", hash


def test_the_page_of_a_whole_store_shows_it_all(tab: Tab, sample: Path, tmp_path: Path) -> None:
    """What is exported opens from a file: each view has something to show, a memory has its curve,
    its history and what is like it, a person has facts, a thread its events."""
    looking = Looking(Store(str(sample), lambda *_: None), NOW, UTC)
    path = tmp_path / "store.html"
    path.write_text("".join(frozen_store(looking)), encoding="utf-8")
    tab.open(path.as_uri())
    for view in tab.tell("main.store.views"):
        tab.go("#q=" if view == "memories" else f"#{view}")
        assert tab.tell("document.querySelector('#main .empty, #main .soft.bad')") is None, view
        assert tab.tell("document.querySelector('#main li, #main section, #main dl')") is not None
    tab.go("#memory/alex-tokens-2025-01")
    headings = tab.tell("[...document.querySelectorAll('h2')].map((one) => one.textContent)")
    assert headings == ["Strength", "Linked with", "History", "Particulars", "Similar memories"]
    tab.go("#person/viktor")
    assert "Tallinn" in tab.text() and "likes black tea" in tab.text()
    buttons = "[...document.querySelectorAll('#main .toolbar a')].map((one) => one.hash)"
    for person in ("viktor", "alex"):
        tab.go(f"#person/{person}")
        for hash in tab.tell(buttons):
            tab.go(hash)
            assert "That did not work" not in tab.text(), hash
    tab.go("#threads")
    tab.click("accents")
    tab.until("document.querySelectorAll('.talk > li').length === 3")


@pytest.mark.longer
def test_ten_thousand_memories_open_and_filter_at_once(tab: Tab, tmp_path: Path) -> None:
    """A page of 10,000 memories opens in seconds, answers each letter within a moment, and draws
    no more than a page of them."""
    texts = [
        memory(f"Note {n} on {'garden' if n % 3 else 'oauth'}", "word " * 40, id=f"n-{n}",
               topics=[f"t{n % 50}"]) for n in range(10_000)
    ]  # fmt: skip
    path = page_file(tmp_path / "big.html", texts)
    start = time.monotonic()
    tab.open(path.as_uri())
    assert time.monotonic() - start < 10
    assert tab.tell("document.querySelectorAll('*').length") < 3000
    tab.until("(found => found.entries.length)(search.found([], '', '', 0)) === 0")
    found(tab, "garden")  # the words are read by now
    spent = tab.tell("""(async () => {
      const start = performance.now();
      history.replaceState(null, '', '#q=oauth');
      await main.draw();
      return performance.now() - start;
    })()""")
    assert spent < 1000
    assert "3,334 memories match" in tab.text()
