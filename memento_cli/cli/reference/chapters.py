"""The manual's chapters: Markdown, with the parts that the code knows better filled in."""

from __future__ import annotations

import os

from memento_cli.cli.command_line.meant import MEANT
from memento_cli.cli.command_line.surface import ENTRIES, GROUPS
from memento_cli.cli.hosts.host_facts import facts_text
from memento_cli.cli.reference.markdown import (
    command_text,
    commands_text,
    environment_text,
    exit_codes_text,
    fields_text,
    import_keys_text,
)
from memento_cli.cli.reference.pages import PAGES, page_text
from memento_cli.cli.reference.topics import FOLDER, TOPICS
from memento_cli.core.text.normal_forms import nearest
from memento_cli.errors import NotFound
from memento_cli.store.records.schema import fields_of
from memento_cli.store.settings.fields import SETTINGS
from memento_cli.store.settings.settings import DEFAULTS
from memento_cli.store.settings.user import USER_SETTINGS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memento_cli.store.settings.values import Settings

GENERATED: dict[str, Callable[[], str]] = {
    "fields": lambda: fields_text(fields_of("memory")),
    "settings": lambda: fields_text(SETTINGS),
    "state-fields": lambda: fields_text(fields_of("state")),
    "preference-fields": lambda: fields_text(fields_of("preference")),
    "facts-fields": lambda: fields_text(fields_of("facts")),
    "block-fields": lambda: fields_text(fields_of("block")),
    "entity-fields": lambda: fields_text(fields_of("entity")),
    "kv-fields": lambda: fields_text(fields_of("kv")),
    "session-fields": lambda: fields_text(fields_of("session")),
    "user-settings": lambda: fields_text(USER_SETTINGS),
    "line-fields": lambda: fields_text(fields_of("journal")),
    "exit-codes": exit_codes_text,
    "import-keys": import_keys_text,
    "commands": commands_text,
    "hosts": facts_text,
    "environment": environment_text,
}


ALIASES = {"codes": "exit-codes", "files": "file-format", "manual": "commands"}
"""Shorter names of chapters."""
ABOUT: Mapping[str, tuple[str, ...]] = {
    "record": ("file-format",),
    "recall": ("queries",),
    "context": ("context",),
    "open": ("open",),
    "import": ("import",),
    "export": ("export",),
    "undo": ("journal",),
    "log": ("journal",),
    "prune": ("upkeep",),
    "forget": ("erasure",),
    "fade": ("strength",),
    "fade review": ("review",),
    "fade set": ("profiles",),
    "fact": ("facts",),
    "kv": ("kv",),
    "state": ("states",),
    "state mood": ("feelings",),
    "block": ("blocks",),
    "graph": ("graph",),
    "event": ("events",),
    "event affect": ("feelings",),
    "event extract": ("extract",),
    "event thread": ("threads",),
    "session": ("sessions",),
    "agent": ("agents",),
    "agent materialize": ("materialize",),
    "agent setup": ("hosts",),
    "agent mcp": ("mcp", "serving"),
    "agent token": ("serving",),
    "tidy": ("sleep", "upkeep"),
    "config": ("settings", "profiles"),
    "store git": ("git",),
    "store trust": ("trust",),
    "store settle": ("journal",),
    "store secrets": ("secrets",),
    "store watch": ("watch",),
    "store hub": ("team",),
    "store sync": ("team",),
    "store vectors": ("vectors",),
}
"""The chapters that tell more of a command or of a group."""

COMMANDED = (*(path for path, one in ENTRIES.items() if not one.hidden), *GROUPS)


def chapter(topic: str, settings: Settings = DEFAULTS) -> tuple[str, str]:
    """The name and the text of a topic, or of a command: its page if there is one, how it is
    called, and its chapters. NotFound if there is no such topic."""
    name = _known(ALIASES.get(topic, topic))
    if name in TOPICS and name not in COMMANDED:
        return name, chapter_text(name)
    from memento_cli.cli.reference.tree import commands  # few texts need Typer

    parts = [page_text(f"{name}s", settings)] if f"{name}s" in PAGES else []
    parts += [page_text("fading", settings)] if name == "fade" else []
    level = 2 if parts else 1
    parts += [command_text(one, level, common=one.name == name) for one in commands(name)]
    parts += [chapter_text(one) for one in ABOUT.get(name, ())]
    return name, "\n\n".join(part.strip("\n") for part in parts) + "\n"


def chapter_text(name: str) -> str:
    """A chapter of the manual, with its generated parts."""
    with open(os.path.join(FOLDER, f"{name}.md"), encoding="utf-8") as file:
        return _filled(file.read())


def _known(topic: str) -> str:
    """The topic or command that is meant: a whole name, or the unique start of one."""
    names = [*TOPICS, *COMMANDED]
    names_found = [name for name in names if name == topic] or [
        n for n in TOPICS if n.startswith(topic)
    ]
    if topic and (topic in names or len(names_found) == 1):
        return names_found[0]
    line = MEANT.get(topic)
    if line:
        raise NotFound(f"there is no `memento {topic}`", f"`memento {line}`")
    near = nearest(topic, names)
    hint = f"did you mean {near[0]}? " if near else ""
    raise NotFound(
        f"No topic {topic[:60]!r} in the help", f"{hint}`memento help topics` lists them"
    )


def _filled(text: str) -> str:
    """A chapter with its generated parts: each line `{{name}}` gives place to one."""
    lines = [
        GENERATED[line[2:-2]]() if line.startswith("{{") and line.endswith("}}") else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"
