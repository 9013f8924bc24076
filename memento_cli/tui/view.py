"""A view: what it lists, and what is to be seen of one line of it."""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime, tzinfo

    from memento_cli.store.directory.store import Store
    from memento_cli.tui.listing import Line
    from memento_cli.tui.preview_content import PreviewContent
    from memento_cli.tui.results import Results
    from memento_cli.tui.store_access import Host

    Find = Callable[[Store, str, datetime, tzinfo], Results]


class View(NamedTuple):
    """A list: its key on the keyboard, its name, what one line of it is, and how it is read.

    `asks` is shown where a text is typed, and `none` where there is nothing at all. `find` answers
    what a text finds (all for ""), and `see` what is to be seen of a line, by its key. `acts` are
    what may be done to its lines. Of a list that may be long `lines` reads more of its lines, and
    `first` answers its beginning, for who opens it; `orders` find in other orders, by their names.
    """

    key: str
    name: str
    noun: str
    asks: str
    none: str
    find: Find
    see: Callable[[Store, str, datetime, Host], PreviewContent]
    acts: frozenset[str] = frozenset()
    lines: Callable[[Store, Sequence[str], datetime, Sequence[str]], dict[str, Line]] | None = None
    first: Callable[[Store, datetime, tzinfo], Results] | None = None
    orders: Mapping[str, Find] = {}

    @property
    def short_name(self) -> str:
        """Its name for a narrow screen: of one thing."""
        return "memory" if self.name == "memories" else self.name.removesuffix("s")
