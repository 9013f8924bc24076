"""The views: what each lists, and what is to be seen of one line of it."""

from __future__ import annotations

from memento_cli.actions.browse.detail import detail, neighbours
from memento_cli.actions.memory.naming import summaries_of
from memento_cli.named_tuple import NamedTuple
from memento_cli.tui.found import found_in_archive, found_memories, memory_lines
from memento_cli.tui.preview import Seen, memory_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime, tzinfo

    from rich.text import Text

    from memento_cli.store.directory.store import Store
    from memento_cli.tui.desk import Host
    from memento_cli.tui.found import Found
    from memento_cli.tui.listing import Line

    Drawn = Callable[[int], Text]
    """What is seen of one thing, as text for so many cells."""


class View(NamedTuple):
    """A list: its key on the keyboard, its name, and how it is read.

    `find` answers what a text finds in it (all for ""), and `see` what is to be seen of a line.
    `asks` is shown where the text is typed. `acts` are what may be done to its lines. `lines` reads
    more of them, if not all are read at once.
    """

    key: str
    name: str
    asks: str
    find: Callable[[Store, str, datetime, tzinfo], Found]
    see: Callable[[Store, str, datetime, Host], Drawn]
    acts: frozenset[str] = frozenset()
    lines: Callable[[Store, Sequence[str], datetime, Sequence[str]], dict[str, Line]] | None = None


def _see_memory(store: Store, key: str, now: datetime, host: Host) -> Drawn:
    near = neighbours(store, key, now)
    summaries = summaries_of(store, near, now)
    seen = Seen(detail(store, key, now), tuple((id, summaries.get(id, "")) for id in near))

    def drawn(width: int) -> Text:
        return memory_text(seen, width, now, host.zone, plain=host.plain)

    return drawn


MEMORIES = View(
    "1",
    "memories",
    "words, or topic:oauth with:ana since:2w kind:episodic",
    found_memories,
    _see_memory,
    frozenset(("edit", "reinforce", "pin", "forget", "link", "linked", "facets")),
    memory_lines,
)
ARCHIVE = View(
    "0",
    "archive",
    "words, or topic:oauth with:ana since:2w kind:episodic",
    found_in_archive,
    _see_memory,
    frozenset(("restore", "linked")),
)
VIEWS = (MEMORIES, ARCHIVE)
ACTS = frozenset(act for view in VIEWS for act in view.acts)
"""What may be done in some views, and not in others."""
