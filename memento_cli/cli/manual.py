"""memento manual"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Annotated

import typer

from memento_cli.cli.call import Call, of
from memento_cli.errors import NotFound, Usage

TOPICS = {
    "start": "From nothing to a memory that is found again.",
    "commands": "Every command with its options.",
    "file-format": "What stands in a memory's file, key by key, with a full example.",
    "settings": "What stands in memento.toml.",
    "journal": "What was done: lines, their fold into a strength, undo, clones.",
    "strength": "How memories fade and grow stronger, in numbers; similarity; prune.",
    "times": "What may be typed where a time is asked for.",
    "formats": "--format, --fields, colours, and what programs may rely on.",
    "import": "What can be taken in, and what becomes of it.",
    "exit-codes": "What the exit codes mean.",
    "promises": "What holds whatever happens.",
}
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "manual")


def manual(
    ctx: typer.Context,
    topic: Annotated[
        str | None,
        typer.Argument(metavar="TOPIC", help="A topic or a command; lists them if none is given."),
    ] = None,
    man: Annotated[
        bool, typer.Option("--man", help="The man page: memento manual --man > memento.1.")
    ] = False,
) -> None:
    """Print the manual: one topic, as Markdown, or the list of topics."""
    call = of(ctx)
    if man:
        _man_page(call, topic)
    elif topic is None:
        _topics(call)
    else:
        name, text = chapter(topic)
        call.out.value({"topic": name, "text": text}, text.rstrip("\n"))


def chapter(topic: str) -> tuple[str, str]:
    """The name and the Markdown text of a topic, or of a command's reference."""
    name = _known(topic)
    if name in TOPICS:
        with open(os.path.join(FOLDER, f"{name}.md"), encoding="utf-8") as file:
            return name, _filled(file.read())
    from memento_cli.cli.reference import command_text
    from memento_cli.cli.tree import commands

    return name, next(command_text(found, 1) for found in commands() if found.name == name)


def _known(topic: str) -> str:
    """The topic or command that is meant: a whole name, or the unique start of one."""
    from memento_cli.cli.app import ENTRIES

    names = [*TOPICS, *ENTRIES]
    found = [name for name in names if name == topic] or [n for n in TOPICS if n.startswith(topic)]
    if topic and (topic in names or len(found) == 1):
        return found[0]
    from rapidfuzz import process

    near = process.extractOne(topic, names, score_cutoff=60)
    hint = f"did you mean {near[0]}? " if near else ""
    raise NotFound(f"No topic {topic[:60]!r} in the manual", f"{hint}`memento manual` lists them.")


def _topics(call: Call) -> None:
    if call.out.format is not None:
        rows = [{"id": name, "about": line} for name, line in TOPICS.items()]
        call.out.rows(rows, ("id", "about"), "topics")
        return
    width = max(map(len, TOPICS))
    for name, line in TOPICS.items():
        call.out.say(f"{name:<{width}}  {line}")
    call.out.note("`memento manual TOPIC` prints one; a command's name works, too.")


def _man_page(call: Call, topic: str | None) -> None:
    from memento_cli.cli.man_page import man_page

    if topic is not None:
        raise Usage("--man is the whole man page; it takes no topic")
    text = man_page()
    call.out.value({"topic": "man", "text": text}, text.rstrip("\n"))


def _filled(text: str) -> str:
    """A chapter with its generated parts: each line `{{name}}` gives place to one."""
    lines = [
        GENERATED[line[2:-2]]() if line.startswith("{{") and line.endswith("}}") else line
        for line in text.splitlines()
    ]
    return "\n".join(lines) + "\n"


def _fields() -> str:
    from memento_cli.cli.reference import fields_text
    from memento_cli.store.memory_file import FIELDS

    return fields_text(FIELDS)


def _settings() -> str:
    from memento_cli.cli.reference import fields_text
    from memento_cli.store.settings import SETTINGS

    return fields_text(SETTINGS)


def _line_fields() -> str:
    from memento_cli.cli.reference import fields_text
    from memento_cli.store.schema import LINE_FIELDS

    return fields_text(LINE_FIELDS)


def _import_keys() -> str:
    from memento_cli.cli.reference import import_keys_text

    return import_keys_text()


def _exit_codes() -> str:
    from memento_cli.cli.reference import exit_codes_text

    return exit_codes_text()


def _commands() -> str:
    from memento_cli.cli.reference import commands_text

    return commands_text()


def _environment() -> str:
    from memento_cli.cli.reference import environment_text

    return environment_text()


GENERATED: dict[str, Callable[[], str]] = {
    "fields": _fields,
    "settings": _settings,
    "line-fields": _line_fields,
    "exit-codes": _exit_codes,
    "import-keys": _import_keys,
    "commands": _commands,
    "environment": _environment,
}
"""The parts of the manual that the code knows better than a text."""
