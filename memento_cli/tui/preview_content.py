"""What is to be seen of one thing: a text for any width, and the ways that lead on from it."""

from __future__ import annotations

from rich.text import Text

from memento_cli.core.time.when import in_zone
from memento_cli.named_tuple import NamedTuple
from memento_cli.tui.cells import shown, shown_lines

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime, tzinfo

LABEL_CELLS = 12
GO = "app.go_to"
"""The action of a click on a way: its view and its key there."""


class Way(NamedTuple):
    """A way to another thing: the view and the key under which it stands, and what it is; or, with
    key "", to what a question finds in a view."""

    view: str
    key: str
    text: str
    label: str = ""
    question: str = ""


class PreviewContent(NamedTuple):
    """What is seen of one thing, as a text for so many cells, and where one may go from there."""

    drawn: Callable[[int], Text]
    ways: tuple[Way, ...] = ()


def content_of(*parts: tuple[str, Text], ways: Iterable[Way] = ()) -> PreviewContent:
    """What is seen, in parts, each below its heading ("" for none); empty parts are left out."""
    text = joined(*parts)
    return PreviewContent(lambda width: text, tuple(ways))


def joined(*parts: tuple[str, Text]) -> Text:
    """Parts with their headings, a line between them."""
    blocks = [
        Text.assemble((f"{heading}\n", "bold"), body) if heading else body
        for heading, body in parts
        if body
    ]
    return Text("\n\n").join(blocks)


def title(text: str) -> Text:
    """What a thing is called."""
    return Text(shown(text), "bold")


def paragraph(text: str, style: str = "") -> Text:
    """A text of several lines."""
    return Text(shown_lines(text).strip("\n"), style)


def labelled(facts: Iterable[tuple[str, str]]) -> Text:
    """Values with their labels, a line each; empty ones are left out."""
    return below(label(name).append(shown(value)) for name, value in facts if value)


def label(text: str) -> Text:
    """What stands before a value."""
    return Text.assemble((f"{shown(text):<{LABEL_CELLS}} ", "dim"))


def ways_text(ways: Iterable[Way]) -> Text:
    """Ways, a line each, which a click follows."""

    def line(way: Way) -> Text:
        text = Text(shown(way.text), "underline")
        text.apply_meta({"@click": (GO, (way.view, way.key, way.question))})
        return label(way.label).append_text(text) if way.label else text

    return below(map(line, ways))


def below(lines: Iterable[Text]) -> Text:
    """Lines below each other."""
    return Text("\n").join(lines)


def minute(at: datetime, zone: tzinfo) -> str:
    """A moment to its minute, as the clocks of a zone show it."""
    return f"{in_zone(at, zone):%Y-%m-%d %H:%M}"


def day(at: datetime | None, zone: tzinfo) -> str:
    """A moment to its day; "" for none."""
    return f"{in_zone(at, zone):%Y-%m-%d}" if at else ""
