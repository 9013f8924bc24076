"""The manual's chapters: Markdown, with the parts that the code knows better filled in."""

from __future__ import annotations

import os
from collections.abc import Callable

from memento_cli.cli.commands import ENTRIES
from memento_cli.cli.reference.markdown import (
    command_text,
    commands_text,
    environment_text,
    exit_codes_text,
    fields_text,
    import_keys_text,
)
from memento_cli.cli.reference.topics import FOLDER, TOPICS
from memento_cli.cli.reference.tree import commands
from memento_cli.errors import NotFound
from memento_cli.store.block_file import FIELDS as BLOCK_FIELDS
from memento_cli.store.entity_file import FIELDS as ENTITY_FIELDS
from memento_cli.store.facts_file import FIELDS as FACTS_FIELDS
from memento_cli.store.hard_fact_file import FIELDS as KV_FIELDS
from memento_cli.store.memory_fields import FIELDS
from memento_cli.store.preference_file import FIELDS as PREFERENCE_FIELDS
from memento_cli.store.schema import LINE_FIELDS
from memento_cli.store.session_file import FIELDS as SESSION_FIELDS
from memento_cli.store.settings import SETTINGS
from memento_cli.store.state_row_file import FIELDS as STATE_FIELDS
from memento_cli.store.user import USER_SETTINGS

GENERATED: dict[str, Callable[[], str]] = {
    "fields": lambda: fields_text(FIELDS),
    "settings": lambda: fields_text(SETTINGS),
    "state-fields": lambda: fields_text(STATE_FIELDS),
    "preference-fields": lambda: fields_text(PREFERENCE_FIELDS),
    "facts-fields": lambda: fields_text(FACTS_FIELDS),
    "block-fields": lambda: fields_text(BLOCK_FIELDS),
    "entity-fields": lambda: fields_text(ENTITY_FIELDS),
    "kv-fields": lambda: fields_text(KV_FIELDS),
    "session-fields": lambda: fields_text(SESSION_FIELDS),
    "user-settings": lambda: fields_text(USER_SETTINGS),
    "line-fields": lambda: fields_text(LINE_FIELDS),
    "exit-codes": exit_codes_text,
    "import-keys": import_keys_text,
    "commands": commands_text,
    "environment": environment_text,
}


def chapter(topic: str) -> tuple[str, str]:
    """The name and the Markdown text of a topic, or of a command's reference."""
    name = _known(topic)
    if name in TOPICS:
        with open(os.path.join(FOLDER, f"{name}.md"), encoding="utf-8") as file:
            return name, _filled(file.read())
    return name, next(command_text(found, 1) for found in commands() if found.name == name)


def _known(topic: str) -> str:
    """The topic or command that is meant: a whole name, or the unique start of one."""
    names = [*TOPICS, *ENTRIES]
    found = [name for name in names if name == topic] or [n for n in TOPICS if n.startswith(topic)]
    if topic and (topic in names or len(found) == 1):
        return found[0]
    from rapidfuzz import process

    near = process.extractOne(topic, names, score_cutoff=60)
    hint = f"did you mean {near[0]}? " if near else ""
    raise NotFound(f"No topic {topic[:60]!r} in the manual", f"{hint}`memento manual` lists them.")


def _filled(text: str) -> str:
    """A chapter with its generated parts: each line `{{name}}` gives place to one."""
    lines = [
        GENERATED[line[2:-2]]() if line.startswith("{{") and line.endswith("}}") else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"
