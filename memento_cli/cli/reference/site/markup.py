"""Markdown and the screens of help as HTML, with links; and as plain sections, to search in."""

from __future__ import annotations

import re
from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt

from memento_cli.cli.reference.site.links import PROGRAM, meant
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it.token import Token

ROW = re.compile(r"  (memento (?:[^ ]| (?! ))+)(?: {2,}(\S.*))?")
"""A line of a screen: a command, and behind a gap what it does, or another command."""
CALLED = re.compile(r"\bmemento(?: [a-z]+){1,3}")
NAMED = re.compile(r"(?<=  )[a-z]+(?=  )", re.M)
"""A word that stands alone in a column."""
SCROLLED = '<div class="wide" role="group" aria-label="Table" tabindex="0">'


class Section(NamedTuple):
    """What stands below a heading, in words alone: the heading's id, empty for the top."""

    anchor: str
    title: str
    text: str


def reader() -> MarkdownIt:
    """What reads the chapters: CommonMark with tables, and no HTML of their own."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def html_of(markdown: str) -> tuple[str, list[Section]]:
    """A text in Markdown as HTML, and its sections."""
    tokens = reader().parse(markdown)
    _without_gaps(tokens)
    anchors = _named(tokens)
    parts = list[str]()
    for token in tokens:
        parts.append(_html(token, anchors))
    body = "".join(parts).replace("<th></th>", "<td></td>")  # an empty one heads nothing
    return body, _sections(tokens, anchors)


def _without_gaps(tokens: Iterable[Token]) -> None:
    """Let no heading be more than a level below the one before it, as readers of screens go by."""
    level, given = 0, 0
    for token in tokens:
        if token.type == "heading_open":
            own = int(token.tag[1])
            level, given = (level, given) if own == given else (min(own, level + 1), own)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{level}"


def _named(tokens: Sequence[Token]) -> dict[int, str]:
    """An id for each heading below the first level, by its line."""
    anchors = dict[int, str]()
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.tag != "h1" and token.map:
            name = re.sub(r"[^a-z0-9]+", "-", _words(inline).lower()).strip("-") or "part"
            taken = sum(one.rstrip("0123456789").rstrip("-") == name for one in anchors.values())
            anchors[token.map[0]] = f"{name}-{taken + 1}" if taken else name
    return anchors


def _html(token: Token, anchors: dict[int, str]) -> str:
    match token.type:
        case "inline":
            return "".join(map(_inline, token.children or ()))
        case "fence" | "code_block":
            return f'<pre tabindex="0"><code>{_linked(token.content.rstrip())}</code></pre>\n'
        case "table_open":
            return f"{SCROLLED}<table>\n"
        case "table_close":
            return "</table></div>\n"
        case "heading_open":
            anchor = anchors.get(token.map[0] if token.map else -1)
            return f'<{token.tag} id="{anchor}">' if anchor else f"<{token.tag}>"
        case _ if token.hidden:
            return ""
        case "hr":
            return "<hr>\n"
        case _:
            closing = "/" if token.nesting < 0 else ""
            return f"<{closing}{token.tag}>" + ("\n" if closing else "")


def _inline(token: Token) -> str:
    match token.type:
        case "text":
            return escape(token.content)
        case "softbreak" | "hardbreak":
            return "\n"
        case "code_inline":
            code, file = f"<code>{escape(token.content)}</code>", meant(token.content)
            return f'<a href="{file}">{code}</a>' if file else code
        case "link_open":
            return f'<a href="{escape(str(token.attrGet("href")))}" rel="noreferrer">'
        case _:
            return f"<{'/' if token.nesting < 0 else ''}{token.tag}>"


def _linked(code: str) -> str:
    """Code in which each command is a link to its page."""
    parts, end = list[str](), 0
    for found in CALLED.finditer(code):
        file = meant(found[0])
        if file:
            called = found[0]
            while meant(shorter := called.rpartition(" ")[0]) == file and shorter != PROGRAM:
                called = shorter
            parts.append(escape(code[end : found.start()]))
            parts.append(f'<a href="{file}">{escape(called)}</a>')
            end = found.start() + len(called)
    return "".join([*parts, escape(code[end:])])


def _words(token: Token) -> str:
    """What an inline token says, without its marks."""
    return "".join(
        " " if child.type in ("softbreak", "hardbreak") else child.content
        for child in token.children or ()
    )


def _sections(tokens: Iterable[Token], anchors: dict[int, str]) -> list[Section]:
    found, title, anchor, texts = list[Section](), "", "", list[str]()
    is_heading = False
    for token in tokens:
        if token.type == "heading_open":
            if texts or title:
                found.append(Section(anchor, title, " ".join(texts)))
            anchor, texts = anchors.get(token.map[0] if token.map else -1, ""), []
            is_heading = True
        elif token.type == "inline":
            if is_heading:
                title = _words(token)
            else:
                texts.append(_words(token))
            is_heading = False
        elif token.type in ("fence", "code_block"):
            texts.append(token.content)
    return [*found, Section(anchor, title, " ".join(texts))]


def screen_html(text: str) -> tuple[str, list[Section]]:
    """A screen of help as HTML: its rows as a table, the rest as it stands; and its words."""
    title, _, rest = text.partition("\n")
    blocks = "".join(_blocks(rest.strip("\n").split("\n")))
    return f"<h1>{escape(title)}</h1>\n{blocks}", [Section("", title, rest)]


def columns_html(text: str, title: str) -> tuple[str, list[Section]]:
    """A screen whose columns stay as they are, with a title: a command that begins one is a link to
    its page."""

    def link(found: re.Match[str]) -> str:
        file = meant(f"{PROGRAM} {found[0]}")
        return f'<a href="{file}">{found[0]}</a>' if file else found[0]

    linked = NAMED.sub(link, escape(text, quote=False))
    body = f'<h1>{escape(title)}</h1>\n<pre tabindex="0">{linked}</pre>\n'
    return body, [Section("", title, text)]


def _blocks(lines: Sequence[str]) -> Iterator[str]:
    """Runs of rows as tables, the line above one as its heading, other lines as they stand."""
    run, is_table = list[str](), False
    for line in [*lines, ""]:
        fits = ROW.fullmatch(line) is not None
        if run and fits is not is_table:
            heads = run[-1:] if fits and run[-1][:1].strip() else []
            yield _table(run) if is_table else _plain(run[: len(run) - len(heads)])
            yield from map(_head, heads)
            run = []
        is_table = fits
        run.append(line)
    if any(run):
        yield _plain(run)


def _head(line: str) -> str:
    """A heading; what stands behind a gap in it is a command."""
    text, _, command = line.partition("  ")
    file = meant(f"{PROGRAM} {command.strip()}") if command else None
    code = f' <a href="{file}"><code>{escape(command.strip())}</code></a>' if file else ""
    return f"<h2>{_linked(text)}{code}</h2>\n"


def _table(lines: Iterable[str]) -> str:
    rows = []
    for line in lines:
        found = ROW.fullmatch(line)
        assert found
        what = found[2] or ""
        told = _linked(what) if what.startswith(PROGRAM) else escape(what)
        told = f"<code>{told}</code>" if what.startswith(PROGRAM) else told
        rows.append(f"<tr><td><code>{_linked(found[1])}</code></td><td>{told}</td></tr>")
    return "\n".join([f'{SCROLLED}<table class="rows"><tbody>', *rows, "</tbody></table></div>\n"])


def _plain(lines: Sequence[str]) -> str:
    text = "\n".join(lines).strip("\n")
    if not text:
        return ""
    if any(line.startswith(" ") or "   " in line for line in lines):
        return f'<pre tabindex="0">{_linked(text)}</pre>\n'
    return f"<p>{_linked(text)}</p>\n"
