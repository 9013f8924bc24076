"""The side list of what the memories have in common: a choice edits the text of the question."""

from __future__ import annotations

from calendar import monthrange

from rich.text import Text
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from memento_cli.core.recall.query_text import has_filter, with_filter, without_filter
from memento_cli.core.text.visible import visible
from memento_cli.named_tuple import NamedTuple
from memento_cli.tui.cells import fitted
from memento_cli.tui.key_line import KeyHint
from memento_cli.tui.listing import MARKED
from memento_cli.tui.view_names import PEOPLE_NAME

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.actions.browse.facets import Facets

CELLS = 28
COUNT_CELLS = 7
MOST = 40
"""So many values of each kind, the most frequent; the rest is typed."""


class Choice(NamedTuple):
    """A value that can be chosen: the filters that it stands for, and how many memories have it."""

    text: str
    filters: tuple[tuple[str, str], ...]
    number: int

    def is_in(self, question: str) -> bool:
        """Whether a question has it."""
        return all(has_filter(question, *one) for one in self.filters)

    def toggled(self, question: str) -> str:
        """The question with it or, if it has it already, without it."""
        edit = without_filter if self.is_in(question) else with_filter
        for name, value in self.filters:
            question = edit(question, name, value)
        return question


class FacetList(OptionList):
    """Topics, people, kinds, tiers and months, each with its number."""

    DEFAULT_CSS = f"""
    FacetList {{ width: {CELLS}; height: 100%; max-height: 100%; padding: 0;
                 background: $background; scrollbar-size-vertical: 1; }}
    FacetList, FacetList:focus {{ border: none; border-right: solid $primary; }}
    """

    KEY_HINTS = (KeyHint("enter", "Enter", "choose"), KeyHint("escape", "Esc", "close"))

    class Chosen(Message):
        """The question with a value, or without it."""

        def __init__(self, question: str) -> None:
            self.question = question
            super().__init__()

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, compact=True)
        self._choices: dict[str, Choice] = {}
        self._question = ""

    def show(self, facets: Facets, question: str) -> None:
        """Show what there is to choose; the cursor stays on its value."""
        at, before = self.highlighted, self.highlighted_option
        self._question = question
        self._choices.clear()
        self.clear_options()
        for heading, choices in choices_of(facets):
            self.add_option(Option(Text(heading, "bold"), disabled=True))
            for choice in choices[:MOST]:
                key = f"{heading}/{choice.text}"
                self._choices[key] = choice
                self.add_option(Option(self._line(choice), key))
        if before and before.id in self._choices:
            self.highlighted = self.get_option_index(before.id)
        elif self.option_count:
            place = min(at or 0, self.option_count - 1)
            is_heading = self.get_option_at_index(place).disabled
            self.highlighted = place + is_heading  # below each there is a choice

    @property
    def person(self) -> str | None:
        """The name of the person at the cursor, if one is there."""
        option = self.highlighted_option
        heading, _, name = (option.id or "").partition("/") if option else ("", "", "")
        return name if heading == PEOPLE_NAME else None

    def _line(self, choice: Choice) -> Text:
        mark = MARKED if choice.is_in(self._question) else " "
        name = fitted(f"{mark} {choice.text}", CELLS - COUNT_CELLS - 3)
        return Text(name).append(f"{choice.number:>{COUNT_CELLS},}", "dim")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        choice = self._choices.get(event.option_id or "")
        if choice:
            self.post_message(self.Chosen(choice.toggled(self._question)))


def choices_of(facets: Facets) -> Iterator[tuple[str, list[Choice]]]:
    """The values by kind, the months from the newest on; kinds without any are left out."""
    kinds = (
        ("topics", "topic", facets.topics),
        (PEOPLE_NAME, "with", facets.people),
        ("kinds", "kind", facets.kinds),
        ("tiers", "tier", facets.tiers),
    )
    for heading, name, counts in kinds:
        if counts:
            seen = [(visible(text), count) for text, count in counts]
            yield heading, [Choice(text, ((name, text),), count) for text, count in seen]
    months = [
        Choice(one.month, _month(one.month), one.created) for one in facets.months if one.created
    ]
    if months:
        yield "months", months[::-1]


def _month(month: str) -> tuple[tuple[str, str], ...]:
    """The filters for `2026-03`."""
    year, number = map(int, month.split("-"))
    last = monthrange(year, number)[1]
    return (("since", f"{month}-01"), ("until", f"{month}-{last:02}"))
