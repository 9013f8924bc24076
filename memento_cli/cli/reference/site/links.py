"""Where the pages of the manual stand, and which of them a piece of code in a text means."""

from __future__ import annotations

from memento_cli.cli.command_line.surface import ENTRIES, GROUPS
from memento_cli.cli.reference.chapters import ALIASES, COMMANDED
from memento_cli.cli.reference.pages import PAGES
from memento_cli.cli.reference.topics import TOPICS

PROGRAM, HELP = "memento", "help"
INDEX, SEARCH = "index.html", "search.html"
LONGEST = 3
"""The most words that the path of a command has: `event thread add`."""


def of_page(name: str) -> str:
    """The file of a page of help."""
    return f"page-{name}.html"


def of_chapter(name: str) -> str:
    """The file of a chapter."""
    return f"{name}.html"


def of_command(path: str) -> str:
    """The file of a command or a group, by its path."""
    return f"command-{path.replace(' ', '-')}.html"


def meant(code: str) -> str | None:
    """The file that a piece of code means: `memento fact set city Rome` the one of `fact set`,
    `memento help queries` that chapter, and a path of several words its command. None if none."""
    program, *words = code.split() or [""]
    if program != PROGRAM:
        return of_command(code) if " " in code and code in COMMANDED else None
    if words[:1] == [HELP] and words[1:]:
        return of_topic(" ".join(words[1:])) or of_command(HELP)
    for count in range(min(len(words), LONGEST), 0, -1):
        path = " ".join(words[:count])
        if path in COMMANDED:
            return of_command(path)
    return None


def of_topic(topic: str) -> str | None:
    """The file of what `memento help TOPIC` tells."""
    name = ALIASES.get(topic, topic)
    if name in PAGES:
        return of_page(name)
    if name in TOPICS:
        return of_chapter(name)
    return of_command(name) if name in ENTRIES or name in GROUPS else None
