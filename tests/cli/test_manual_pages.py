"""The manual as pages: whole, linked, in their own policy, and searched in a real browser."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from memento_cli.cli.command_line.surface import ENTRIES, GROUPS, members
from memento_cli.cli.reference.chapters import chapter_text
from memento_cli.cli.reference.site.links import meant, of_chapter, of_command, of_page
from memento_cli.cli.reference.site.markup import html_of
from memento_cli.cli.reference.site.writing import written
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.store.settings.settings import DEFAULTS

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--virtual-time-budget=3000", "--dump-dom",
)  # fmt: skip
EMPTY = {"meta", "input", "hr", "br"}
MEANT = {
    "memento fact set city Rome": "command-fact-set.html",
    "memento help queries": "queries.html",
    "memento help codes": "exit-codes.html",
    "memento help all": "page-all.html",
    "memento event thread add": "command-event-thread-add.html",
    "memento fact": "command-fact.html",
    "fade why": "command-fade-why.html",
    "memento": None,
    "recall": None,
    "memento frobnicate": None,
}


class Checked(HTMLParser):
    """Reads a page: its links and ids, and whether each element is closed where it has to be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links, self.ids, self.levels = list[str](), list[str](), list[int]()
        self.open = list[str]()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what it has."""
        values = dict(attrs)
        self.links += [str(values["href"])] if "href" in values else []
        self.ids += [str(values["id"])] if "id" in values else []
        self.levels += [int(tag[1])] if re.fullmatch(r"h\d", tag) else []
        assert not [name for name in values if name.startswith("on")]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """It ends what was begun last."""
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages, in a folder."""
    place = tmp_path_factory.mktemp("manual") / "pages"
    paths = written(str(place), DEFAULTS)
    assert sorted(map(str, place.iterdir())) == sorted(paths)
    return place


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    """What each of them says."""
    return {path.name: path.read_text(encoding="utf-8") for path in site.iterdir()}


def test_each_chapter_and_command_has_a_page(pages: dict[str, str]) -> None:
    """And so has each screen of help, a group, and the search."""
    files = {of_chapter(name) for name in TOPICS} | {of_page("fading"), "index.html", "search.html"}
    paths = [path for path, one in {**ENTRIES, **GROUPS}.items() if not one.hidden]
    assert pages.keys() >= files | set(map(of_command, paths))


def test_every_page_is_well_formed_and_every_link_leads_somewhere(pages: dict[str, str]) -> None:
    """Elements are nested, no id stands twice, levels of headings skip none, links have a target
    in the folder, and nothing outside is asked for."""
    read = {name: Checked(text) for name, text in pages.items()}
    for name, page in read.items():
        assert page.open == [] and len(page.ids) == len(set(page.ids)), name
        assert page.levels[0] == 1 and page.levels.count(1) == 1, name
        assert all(b - a <= 1 for a, b in zip(page.levels, page.levels[1:], strict=False)), name
        for link in page.links:
            file, _, anchor = link.partition("#")
            assert not anchor or anchor in read[file or name].ids, f"{name}: {link}"
            assert not file or file in pages, f"{name}: {link}"
        assert not re.search(r"\b(?:src|url)\s*[=(]|@import|style=", pages[name].split("<main")[0])


def test_the_policy_names_what_a_page_has_and_nothing_else(pages: dict[str, str]) -> None:
    """Its one style by its hash; only the search has a script, by its hash, too."""
    for name, text in pages.items():
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
        assert policy and policy[1].startswith("default-src 'none'; ") and "unsafe" not in policy[1]
        (style,) = re.findall(r"<style>(.*?)</style>", text, flags=re.S)
        scripts = re.findall(r"<script>(.*?)</script>", text, flags=re.S)
        assert len(scripts) == (name == "search.html")
        for part in (style, *scripts):
            digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
            assert f"'sha256-{digest}'" in policy[1]


@pytest.mark.parametrize("topic", [name for name in TOPICS if name != "commands"])
def test_a_page_says_what_its_chapter_says(topic: str) -> None:
    """No word is lost on the way, and no mark of Markdown is left over."""
    markdown = chapter_text(topic)
    shown = html.unescape(re.sub(r"<[^>]+>", "", html_of(markdown)[0]))
    plain = re.sub(r"^```.*$|^\|[-|: ]+\|$|^ *\d+\. ", "", markdown, flags=re.M)
    signs = re.compile(r"[\s`*|\\#-]+")
    assert signs.sub("", shown) == signs.sub("", plain)
    assert "**" not in shown and "](" not in shown


@pytest.mark.parametrize("code", MEANT)
def test_a_command_in_a_text_is_a_link_to_it(code: str) -> None:
    """The longest command that it begins with, or what `memento help` would tell."""
    assert meant(code) == MEANT[code]


def test_the_screen_of_all_commands_links_each(pages: dict[str, str]) -> None:
    """Its columns stay, and each name at the top level leads to its page."""
    links = set(Checked(pages["page-all.html"].partition("<nav")[0] + "</body></html>").links)
    top = [one.path for one in members("").values() if not one.hidden]
    assert set(map(of_command, top)) - links == set()


def test_a_chapter_cannot_bring_markup_of_its_own() -> None:
    """What looks like HTML in a text is text."""
    body, _ = html_of("# <b>x</b>\n\n<script>alert(1)</script> & `<i>`\n")
    assert "<script" not in body and "<b>" not in body and "<i>" not in body


@pytest.mark.skipif(BROWSER is None, reason="no Chromium: apt-get install chromium")
def test_a_browser_finds_from_disk(site: Path, tmp_path: Path) -> None:
    """The address of a question shows what was found, its words marked, without a server."""
    address = f"{(site / 'search.html').as_uri()}?q=erase+history"
    done = subprocess.run(
        [str(BROWSER), *FLAGS, f"--user-data-dir={tmp_path}", address],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    found = done.stdout.partition('<ol id="found">')[2].partition("</ol>")[0]
    assert 'href="erasure.html' in found and "<mark>" in found
    assert re.search(r'id="told"[^>]*>\d+ found', done.stdout)


def test_what_is_searched_is_all_that_is_said(pages: dict[str, str]) -> None:
    """Each section of each chapter is a document of the search, with its place."""
    (text,) = re.findall(r'id="documents">(.*?)</script>', pages["search.html"], flags=re.S)
    rows = json.loads(text)
    files = {file.partition("#")[0] for file, *_ in rows}
    assert files == pages.keys() - {"search.html"}
    assert ["queries.html#the-query-language", "Queries", "The query language"] in [
        row[:3] for row in rows
    ]
