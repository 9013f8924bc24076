"""Writes the manual into a folder: a page for each chapter, screen of help, command and group, an
index, and a page that searches in all of them.

Each page stands for itself: its style is in it, it asks for nothing, and only the page that
searches has a script, which the page's policy names by its hash.
"""

from __future__ import annotations

import os
from base64 import b64encode
from hashlib import sha256
from html import escape

from memento_cli.cli.command_line.surface import GROUPS, PANELS, members
from memento_cli.cli.command_line.usage import examples
from memento_cli.cli.reference.chapters import ABOUT, chapter_text
from memento_cli.cli.reference.markdown import command_text
from memento_cli.cli.reference.pages import ALL, PAGES, first_page, page_text
from memento_cli.cli.reference.site.links import INDEX, SEARCH, of_chapter, of_command, of_page
from memento_cli.cli.reference.site.markup import Section, columns_html, html_of, screen_html
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.cli.reference.tree import commands
from memento_cli.core.text.strict_json import dumped
from memento_cli.errors import Refused
from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.page import palette
from memento_cli.store.files.atomic_export import check_outside
from memento_cli.store.files.files import make_folders, os_errors, write

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memento_cli.cli.command_line.surface import Entry, Group
    from memento_cli.store.settings.values import Settings

FOLDER = os.path.dirname(os.path.abspath(__file__))
STYLE, SCRIPT = "manual.css", "search.js"
GENERATOR = '<meta name="generator" content="memento help">'
HEAD = 1000
"""So many bytes of a page have its generator in them."""
CHAPTERS = "commands"
"""The chapter that lists every command: here it is a page of links."""


class Page(NamedTuple):
    """A page: its file, its title, what is in it, and what to find in it."""

    file: str
    title: str
    body: str
    sections: tuple[Section, ...] = ()


def written(folder: str, settings: Settings) -> list[str]:
    """Write the manual of a store with these settings; answers the paths.

    Its own pages are written over. Refused inside a store, and before any is written, for another
    file of the same name.
    """
    check_outside(folder)
    pages = _pages(settings)
    style = palette() + _asset(STYLE)
    searched = [*pages, _search(pages)]
    paths = [os.path.join(folder, one.file) for one in searched]
    with os_errors(folder):
        make_folders(os.path.abspath(folder))
        _check_own(paths)
    for path, one in zip(paths, searched, strict=True):
        script = _asset(SCRIPT) if one.file == SEARCH else ""
        write(os.path.abspath(path), _whole(one, pages, style, script).encode())
    return paths


def _check_own(paths: list[str]) -> None:
    """Refused if one of these files is there and is no page of the manual."""
    other = next((path for path in paths if os.path.lexists(path) and not _is_own(path)), None)
    if other is not None:
        hint = "name a folder that has no such file"
        raise Refused(f"{other} is there already, and is no page of this manual", hint)


def _is_own(path: str) -> bool:
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return GENERATOR.encode() in file.read(HEAD)


def _asset(name: str) -> str:
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def _pages(settings: Settings) -> list[Page]:
    """Every page but the one that searches."""
    body, sections = screen_html(first_page(settings))
    pages = [Page(INDEX, "memento", body, tuple(sections))]
    for name in PAGES:
        text = page_text(name, settings)
        body, sections = columns_html(text, "All commands") if name == ALL else screen_html(text)
        pages.append(Page(of_page(name), sections[0].title, body, tuple(sections)))
    pages += map(_chapter, TOPICS)
    pages += map(_group, (one for one in GROUPS.values() if not one.hidden))
    return pages + _commands()


def _chapter(name: str) -> Page:
    text = f"# Commands\n\n{TOPICS[name]}\n" if name == CHAPTERS else chapter_text(name)
    body, sections = html_of(text)
    body += "".join(map(_panel, PANELS)) if name == CHAPTERS else ""
    return Page(of_chapter(name), sections[0].title, body, tuple(sections))


def _panel(name: str) -> str:
    shown = [one for one in PANELS[name] if not one.hidden]
    return f"<h2>{escape(name)}</h2>\n{_listed({one.path: one for one in shown})}"


def _listed(entries: Mapping[str, Entry | Group]) -> str:
    rows = (
        f'<tr><td><a href="{of_command(path)}"><code>{escape(path)}</code></a></td>'
        f"<td>{escape(one.help)}</td></tr>"
        for path, one in entries.items()
    )
    return f'<table class="rows"><tbody>{"".join(rows)}</tbody></table>\n'


def _group(group: Group) -> Page:
    shown = {one.path: one for one in members(group.path).values() if not one.hidden}
    title = f"memento {group.path}"
    screen = f"{group.path}s" if f"{group.path}s" in PAGES else ""
    more = f'<p>On one screen: <a href="{of_page(screen)}">{screen}</a></p>' if screen else ""
    body = (
        f"<h1>{escape(title)}</h1>\n<p>{escape(group.help)}</p>\n{_listed(shown)}"
        f"{more}{_more(group.path)}"
    )
    return Page(of_command(group.path), title, body, (Section("", title, group.help),))


def _commands() -> list[Page]:
    pages = []
    for one in commands():
        text = command_text(one, 1, common=False)
        if rows := examples().get(one.name):
            text += "\n".join(["\nExamples:\n", *(f"    {row}" for row in rows)]) + "\n"
        body, sections = html_of(text)
        title = f"memento {one.name}"
        pages.append(Page(of_command(one.name), title, body + _more(one.name), tuple(sections)))
    return pages


def _more(path: str) -> str:
    """Links to the group of a command, and to the chapters that tell more of it."""
    above = path.rpartition(" ")[0]
    links = [(of_command(above), f"memento {above}")] if above else []
    words = path.split()
    told = next((ABOUT[name] for count in range(len(words), 0, -1)
                 if (name := " ".join(words[:count])) in ABOUT), ())  # fmt: skip
    links += [(of_chapter(name), TOPICS[name].rstrip(".")) for name in told]
    links.append((of_chapter(CHAPTERS), "all commands"))
    items = "".join(f'<li><a href="{file}">{escape(text)}</a></li>' for file, text in links)
    return f"<h2>More</h2>\n<ul>{items}</ul>\n"


def _search(pages: list[Page]) -> Page:
    """The page that searches: its documents stand in it."""
    rows = [
        [f"{one.file}#{section.anchor}" if section.anchor else one.file, one.title,
         section.title, " ".join(section.text.split())]
        for one in pages for section in one.sections
    ]  # fmt: skip
    documents = dumped(rows).replace("<", "\\u003c")
    body = (
        '<h1>Search</h1>\n<p id="told" role="status">Type words above.</p>\n'
        '<ol id="found"></ol>\n<noscript><p>This page needs its script.</p></noscript>\n'
        f'<script type="application/json" id="documents">{documents}</script>\n'
    )
    return Page(SEARCH, "Search", body)


def _whole(page: Page, pages: list[Page], style: str, script: str) -> str:
    policy = f"default-src 'none'; style-src {_hash(style)}; base-uri 'none'"
    if script:
        policy += f"; script-src {_hash(script)}"
    acting = f"<script>{script}</script>\n" if script else ""
    title = "memento" if page.file == INDEX else f"{page.title} · memento"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
{GENERATOR}
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header>
<a class="home" href="{INDEX}">memento</a>
<form role="search" action="{SEARCH}"><input type="search" name="q" id="q" aria-label="Search"
 placeholder="Search the manual" autocomplete="off"><button>Search</button></form>
<a class="contents" href="#contents">Contents</a>
</header>
<main id="main" tabindex="-1">
{page.body}</main>
<nav id="contents" aria-label="Contents">
{"".join(_contents(page, pages))}</nav>
{acting}</body>
</html>
"""


def _contents(page: Page, pages: list[Page]) -> Iterator[str]:
    titles = {one.file: one.title for one in pages}
    at_a_glance = {of_page(name): name for name in PAGES}
    chapters = {of_chapter(name): titles[of_chapter(name)] for name in TOPICS}
    top = [one.path for one in members("").values() if not one.hidden]
    above = page.file.removesuffix(".html").removeprefix("command-").partition("-")[0]
    names = list[str]()
    for name in sorted(top):
        names.append(name)
        if name in GROUPS and name == above:
            names += [one.path for one in members(name).values() if not one.hidden]
    groups = (
        ("On one screen", at_a_glance),
        ("Chapters", dict(sorted(chapters.items(), key=lambda one: one[1].lower()))),
        ("Commands", {of_command(name): name for name in names}),
    )
    for name, links in groups:
        yield f"<h2>{name}</h2>\n<ul>\n"
        for file, text in links.items():
            here = ' aria-current="page"' if file == page.file else ""
            yield f'<li><a href="{file}"{here}>{escape(text)}</a></li>\n'
        yield "</ul>\n"


def _hash(text: str) -> str:
    """How a policy names what stands in a page."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
