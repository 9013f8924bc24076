"""The views of memories: the list, the archive, and one memory whole."""

from __future__ import annotations

from functools import partial

from rich.text import Text

from memento_cli.actions.browse.detail import detail, neighbours
from memento_cli.actions.memory.naming import summaries_of
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.fading.wording import law_text
from memento_cli.core.memory.described import described
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.memory.refs import name_of, person_key
from memento_cli.pictures.bars import TIER_STYLES, bar
from memento_cli.pictures.canvas import Style
from memento_cli.pictures.charts import chart_lines
from memento_cli.pictures.curve import curve_chart, curve_words
from memento_cli.tui.act_lines import history_text
from memento_cli.tui.cells import shown
from memento_cli.tui.preview_content import (
    PreviewContent,
    Way,
    joined,
    labelled,
    minute,
    paragraph,
    title,
    ways_text,
)
from memento_cli.tui.results import first_memories, found_in_archive, found_memories, memory_lines
from memento_cli.tui.view import View
from memento_cli.tui.view_names import MEMORIES_NAME, PEOPLE_NAME

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from memento_cli.actions.browse.detail import Detail
    from memento_cli.core.fading.curve import StrengthHistory
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.store_access import Host

BAR_CELLS = 20
CURVE_ROWS = 8
LEAST_CURVE = 40
SGR = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "red": "31"}
RELATIONS = {
    "cause_of": ("causes", "caused by"),
    "derived_from": ("derived from", "source of"),
    "duplicates": ("same as", "same as"),
    "contradicts": ("contradicts", "contradicts"),
    "supersedes": ("replaces", "replaced by"),
}
"""What stands before the memory at the other end of a link, from here and from there."""
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
        Way(MEMORIES_NAME, link.id, link.summary or link.id, _relation(link.rel, link.incoming))
        for link in whole.links
    ]
    like = [Way(MEMORIES_NAME, id, summaries.get(id, id)) for id in near]

    people = [
        Way(PEOPLE_NAME, person_key(ref), name_of(ref), "with") for ref in whole.memory.tags.people
    ]

    def drawn(width: int) -> Text:
        return _drawn(whole, (*links, *people), like, width, now, host)

    return PreviewContent(drawn, (*links, *people, *like))


def _relation(rel: str, incoming: bool) -> str:
    return RELATIONS.get(rel, (rel, f"{rel} of it"))[incoming].replace("_", " ")


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
        ("Linked", ways_text(links)),
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
    words += ["replaced by a newer one"] if whole.newer else []
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
    facts += [("replaced by", whole.newer), ("contradicts", ", ".join(whole.against))]
    facts += described(whole.memory, now, lambda at: minute(at, zone))
    facts.append(("law", law_text(whole.memory.fade.law)))
    return labelled(facts)


MEMORIES = View(
    "1",
    MEMORIES_NAME,
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
    "The archive is empty: x archives a memory, P all that are prunable",
    found_in_archive,
    see_memory,
    frozenset(("restore",)),
)
