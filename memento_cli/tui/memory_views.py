"""The views of memories: the list, the archive, and one memory whole."""

from __future__ import annotations

from functools import partial

from rich.text import Text

from memento_cli.actions.browse.detail import detail, neighbours
from memento_cli.actions.memory.naming import summaries_of
from memento_cli.actions.undo.telling import act_words
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.fading.wording import law_text
from memento_cli.core.journal.event_types import UNDONE
from memento_cli.core.memory.described import described
from memento_cli.core.memory.memory import strength_at
from memento_cli.pictures.bars import TIER_STYLES, bar
from memento_cli.pictures.canvas import Style
from memento_cli.pictures.charts import chart_lines
from memento_cli.pictures.curve import curve_chart, curve_words
from memento_cli.tui.cells import shown
from memento_cli.tui.preview_content import (
    PreviewContent,
    Way,
    below,
    joined,
    labelled,
    minute,
    paragraph,
    title,
    ways_text,
)
from memento_cli.tui.results import first_memories, found_in_archive, found_memories, memory_lines
from memento_cli.tui.view import View

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from memento_cli.actions.browse.detail import Detail
    from memento_cli.actions.fading.explain import LogRow
    from memento_cli.core.fading.curve import StrengthHistory
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.store_access import Host

BAR_CELLS = 20
CURVE_ROWS = 8
LEAST_CURVE = 40
SGR = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "red": "31"}
NAME = "memories"
UNDID = "undid "
AGAIN = UNDID + UNDONE
ORDERS = {
    "newest first": "created",
    "last used first": "last_reinforced",
    "most important first": "importance",
}
"""The orders of a list beside that of its strength or its score."""


def see_memory(store: Store, key: str, now: datetime, host: Host) -> PreviewContent:
    """A memory of the store or of its archive, whole."""
    whole = detail(store, key, now)
    near = neighbours(store, whole.memory.id, now)
    summaries = summaries_of(store, near, now)
    links = [
        Way(NAME, link.id, link.summary or link.id, _relation(link.rel, link.incoming))
        for link in whole.links
    ]
    like = [Way(NAME, id, summaries.get(id, id)) for id in near]

    def drawn(width: int) -> Text:
        return _drawn(whole, links, like, width, now, host)

    return PreviewContent(drawn, (*links, *like))


def _relation(rel: str, incoming: bool) -> str:
    return ("<- " if incoming else "") + rel.replace("_", " ")


def _drawn(
    whole: Detail,
    links: Sequence[Way],
    like: Sequence[Way],
    width: int,
    now: datetime,
    host: Host,
) -> Text:
    content = whole.memory.content
    return joined(
        ("", title(content.summary)),
        ("", paragraph(content.detail)),
        ("", _strength(whole, now, plain=host.plain)),
        ("", _curve(whole.history, width, host)),
        ("Links", ways_text(links)),
        ("Like it", ways_text(like)),
        ("What was done, the newest first", history_text(whole.log, host.zone)),
        ("What else is known", _facts(whole, now, host.zone)),
    )


def _strength(whole: Detail, now: datetime, *, plain: bool) -> Text:
    """The strength as a bar, and in words."""
    strength = strength_at(whole.memory, now)
    tier = tier_of(strength)
    words = [tier, *(["pinned: it does not fade"] if whole.memory.pinned else [])]
    words += ["in the archive"] if whole.archived else []
    words += ["history: a newer one supersedes it"] if whole.newer else []
    drawn = bar(strength, BAR_CELLS, plain=plain).rstrip()
    return Text.assemble((drawn, TIER_STYLES[tier]), f" {strength:.2f} {', '.join(words)}")


def _curve(life: StrengthHistory, width: int, host: Host) -> Text:
    """The strength under its own law, drawn and in words: what was, and what will be."""
    words = Text(shown(curve_words(life, host.zone)))
    if width < LEAST_CURVE:
        return words
    chart = curve_chart(life._replace(courses=life.courses[:1]), host.zone)
    lines = chart_lines(chart, Style(width, host.plain, _painted), CURVE_ROWS)
    return Text.from_ansi("\n".join(lines)).append("\n\n").append_text(words)


def _painted(text: str, style: str) -> str:
    """A part of a picture, which has no words of a store, with the codes of its style."""
    return f"\x1b[{SGR[style]}m{text}\x1b[0m" if style in SGR else text


def _facts(whole: Detail, now: datetime, zone: tzinfo) -> Text:
    facts = [("id", whole.memory.id)]
    facts += [("history", f"now {whole.newer}")] if whole.newer else []
    facts += [("conflict", f"with {', '.join(whole.against)}")] if whole.against else []
    facts += described(whole.memory, now, lambda at: minute(at, zone))
    facts.append(("law", law_text(whole.memory.fade.law)))
    return labelled(facts)


def history_text(rows: Sequence[LogRow], zone: tzinfo) -> Text:
    """Acts, a line each: when, what, and why. Of an undo that was undone, and of what undid that,
    nothing is said but what came of it."""

    def line(row: LogRow) -> Text:
        if row.act == UNDONE:
            words = ", ".join(row.more).replace(UNDID, "took back: ", 1)
            return Text.assemble((f"{minute(row.at, zone)}  ", "dim"), shown(words))
        more = (row.reason, *row.more, "taken back since" if row.undone else "")
        note = ", ".join(filter(None, more))
        text = Text.assemble((f"{minute(row.at, zone)}  ", "dim"), shown(act_words(row.act)))
        return text.append(f"  {shown(note)}", "dim") if note else text

    told = (row for row in rows if row.act != UNDONE or not (row.undone or AGAIN in row.more))
    return below(map(line, told))


MEMORIES = View(
    "1",
    NAME,
    "memory",
    "words, or topic:oauth with:ana since:2w kind:episodic",
    "Nothing here yet: n writes the first memory",
    found_memories,
    see_memory,
    frozenset(("edit", "reinforce", "pin", "forget", "link", "facets", "sort")),
    memory_lines,
    first_memories,
    {name: partial(found_memories, sort=sort) for name, sort in ORDERS.items()},
)
ARCHIVE = View(
    "0",
    "archive",
    "memory",
    "words, or topic:oauth with:ana since:2w kind:episodic",
    "The archive is empty: x archives a memory, P all that have faded",
    found_in_archive,
    see_memory,
    frozenset(("restore",)),
)
