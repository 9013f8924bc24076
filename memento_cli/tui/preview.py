"""One memory whole, as text: what it says, its strength and curve, its history, what is near it."""

from __future__ import annotations

from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from memento_cli.actions.undo.telling import act_words
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.fading.wording import law_text
from memento_cli.core.memory.described import described
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.time.when import in_zone
from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.canvas import Style
from memento_cli.pictures.charts import chart_lines
from memento_cli.pictures.curve import curve_chart, curve_words
from memento_cli.tui.cells import bar, shown, shown_lines

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime, tzinfo

    from memento_cli.actions.browse.detail import Detail, Linked
    from memento_cli.actions.fading.explain import LogRow
    from memento_cli.core.fading.curve import StrengthHistory

BAR_CELLS = 20
LABEL_CELLS = 12
CURVE_ROWS = 8
LEAST_CURVE = 40
SGR = {"bold": "1", "dim": "2", "green": "32", "yellow": "33", "red": "31"}
TIER_STYLES = {"active": "green", "faded": "yellow", "ghost": "red"}
GO = "app.go_to"
"""The action that a click on a memory's line calls, with its id."""


class Seen(NamedTuple):
    """A memory, whole, and those that are most like it, each with its summary."""

    detail: Detail
    near: tuple[tuple[str, str], ...] = ()


class Preview(VerticalScroll, can_focus=True):
    """What is to be seen of the line at the cursor."""

    DEFAULT_CSS = """
    Preview { padding: 0 1; scrollbar-size-vertical: 1; }
    Preview > Static { width: 100%; height: auto; }
    """

    def compose(self) -> Iterable[Static]:
        yield Static()

    def show(self, text: Text, *, same: bool = False) -> None:
        """Show a text from its beginning; of the `same` thing, where it was read."""
        self.query_one(Static).update(text)
        if not same:
            self.scroll_home(animate=False)

    def action_scroll_by(self, by: int) -> None:
        self.scroll_relative(y=by, animate=False)


def memory_text(seen: Seen, width: int, now: datetime, zone: tzinfo, *, plain: bool) -> Text:
    """A memory as text for so many cells."""
    memory = seen.detail.memory
    text = Text(shown(memory.content.summary), "bold")
    if memory.content.detail:
        text.append("\n\n" + shown_lines(memory.content.detail).strip("\n"), "not bold")
    text = Text.assemble(text, "\n\n", _strength(seen.detail, now, plain=plain))
    if width >= LEAST_CURVE:
        curve = curve_text(seen.detail.history, width, zone, plain=plain)
        text.append("\n\n").append_text(curve)
    text.append("\n\n").append_text(_facts(seen, now, zone))
    for title, part in (
        ("Links", _links(seen)),
        ("Like it", _neighbours(seen)),
        ("History, the newest first", _history(seen, zone)),
    ):
        if part:
            text.append(f"\n\n{title}\n", "bold").append_text(part)
    return text


def _strength(detail: Detail, now: datetime, *, plain: bool) -> Text:
    """The strength as a bar, and in words."""
    strength = strength_at(detail.memory, now)
    tier = tier_of(strength)
    words = [tier, *(["pinned: it does not fade"] if detail.memory.pinned else [])]
    words += ["in the archive"] if detail.archived else []
    words += ["history: a newer one supersedes it"] if detail.newer else []
    text = Text(bar(strength, BAR_CELLS, plain=plain).rstrip(), TIER_STYLES[tier])
    return text.append(f" {strength:.2f} {', '.join(words)}", "default")


def curve_text(life: StrengthHistory, width: int, zone: tzinfo, *, plain: bool) -> Text:
    """The curve of a strength under its own law: what was, and what will be without a use."""
    chart = curve_chart(life._replace(courses=life.courses[:1]), zone)
    lines = chart_lines(chart, Style(width, plain, _painted), CURVE_ROWS)
    return Text.from_ansi("\n".join(lines)).append("\n\n" + shown(curve_words(life, zone)))


def _painted(text: str, style: str) -> str:
    """A part of a picture, which has no words of a store, with the codes of its style."""
    return f"\x1b[{SGR[style]}m{text}\x1b[0m" if style in SGR else text


def _facts(seen: Seen, now: datetime, zone: tzinfo) -> Text:
    """What else is known of a memory, a line each."""
    detail = seen.detail
    facts = [("id", detail.memory.id + (" (in the archive)" if detail.archived else ""))]
    facts += [("history", f"now {detail.newer}")] if detail.newer else []
    facts += [("conflict", f"with {', '.join(detail.against)}")] if detail.against else []
    facts += described(detail.memory, now, lambda at: minute(at, zone))
    facts.append(("law", law_text(detail.memory.fade.law)))
    return _labelled(facts)


def _labelled(facts: Iterable[tuple[str, str]]) -> Text:
    return _below(_label(label).append(shown(value), "default") for label, value in facts)


def _links(seen: Seen) -> Text:
    def line(link: Linked) -> Text:
        rel = link.rel.replace("_", " ")
        label = _label(f"<- {rel}" if link.incoming else rel)
        return label.append_text(_way_to(link.id, link.summary))

    return _below(map(line, seen.detail.links))


def _neighbours(seen: Seen) -> Text:
    return _below(_way_to(id, summary) for id, summary in seen.near)


def _way_to(id: str, summary: str) -> Text:
    """A memory in a line, which a click leads to."""
    text = Text(shown(summary or id), "underline")
    text.apply_meta({"@click": (GO, (id,))})
    return text


def _history(seen: Seen, zone: tzinfo) -> Text:
    def line(row: LogRow) -> Text:
        more = (row.reason, *row.more, "undone since" if row.undone else "")
        text = Text(f"{minute(row.at, zone)}  ", "dim").append(shown(act_words(row.act)), "default")
        note = ", ".join(filter(None, more))
        return text.append(f"  {shown(note)}") if note else text

    return _below(map(line, seen.detail.log))


def _label(text: str) -> Text:
    return Text(f"{text:<{LABEL_CELLS}} ", "dim")


def _below(lines: Iterable[Text]) -> Text:
    """Lines below each other."""
    return Text("\n").join(lines)


def minute(at: datetime, zone: tzinfo) -> str:
    """A moment to its minute, as the clocks of a zone show it."""
    return f"{in_zone(at, zone):%Y-%m-%d %H:%M}"
