"""The generated parts of the manual, as Markdown."""

from __future__ import annotations

from memento_cli.core.time.when import span_text
from memento_cli.errors import EXIT_CODES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.cli.reference.tree import Command, Option
    from memento_cli.core.fields.field import Field

ENVIRONMENT = (
    ("MEMENTO_STORE", "The store's folder, where --store does not name one."),
    ("MEMENTO_NOW", "The moment to act at, where --now does not name one."),
    ("MEMENTO_ACTOR", "Who is named in the journal, instead of user@host."),
    ("MEMENTO_AGENT", "The agent that types: what it writes is marked as an agent's."),
    ("MEMENTO_MCP_TOKEN", "The token that clients of mcp --http must send."),
    ("MEMENTO_SESSION", "Which session is meant, where a command does not name one."),
    ("MEMENTO_TOKENS", "What summary.command is told: how many tokens it may take."),
    ("MEMENTO_EVENTS", "What watch tells the command that it runs: how many events there are."),
    ("XDG_CACHE_HOME, HOME", "Where the index is kept: in the user's cache."),
    ("SHELL, ZDOTDIR", "For which shell completion is installed, and where zsh starts."),
    ("VISUAL, EDITOR", "The editor of edit, record --editor and prune --edit; vi if neither."),
    ("MEMENTO_PAGER", "What shows a text that is longer than the terminal; `cat`: nothing does."),
    ("PAGER", "The same, where neither that nor `pager` in your own settings is set; else less."),
    ("COLUMNS", "How wide text for a terminal may be, instead of as wide as the terminal is."),
    ("TZ", "The zone of the times that you type."),
    ("LC_ALL, LC_TIME, LANG", "Whether 10/11/2026 has the day or the month first, on a terminal."),
    ("NO_COLOR", "No colours, unless --color always."),
    ("FORCE_COLOR, CLICOLOR_FORCE", "Colours in a pipe, too, unless NO_COLOR."),
    ("TERM", "No colours on a dumb one."),
)
"""The variables that memento reads, and what they do."""


def fields_text(fields: Sequence[Field]) -> str:
    """Keys with their type, range, default and meaning, table by table."""
    tables: dict[str, list[str]] = {}
    for field in fields:
        if field.kind == "tables":
            title = f"### [[{field.path}]]\n\n{field.doc}\n\n"
            tables[title] = [_field_line(inner) for inner in field.of]
        else:
            table = ".".join(field.keys[:-1])
            title = f"### [{table}]\n\n" if table else ""
            tables.setdefault(title, []).append(_field_line(field))
    return "\n\n".join(title + "\n".join(lines) for title, lines in tables.items())


def _field_line(field: Field) -> str:
    notes = [_type(field), *(["required"] if field.required else []), *_default(field)]
    return f"- `{field.keys[-1]}` ({', '.join(notes)}): {field.doc}"


def _type(field: Field) -> str:
    if field.kind == "choice":
        return " | ".join(field.choices)
    names = {"texts": "list of texts", "whole": "whole number", "flag": "true or false",
             "scalar": "text, number, true or false", "moment": "time",
             "span": "length of time"}  # fmt: skip
    name = names.get(field.kind, field.kind)
    if field.above is not None:
        return f"{name} above {field.above:g}"
    if field.low is not None and field.high is not None:
        return f"{name} from {field.low:g} to {field.high:g}"
    return name if field.low is None else f"{name}, at least {field.low:g}"


def _default(field: Field) -> list[str]:
    if field.default in (None, "", ()) or field.required:
        return []
    value = span_text(field.default) if field.kind == "span" else field.default
    if isinstance(value, bool):
        return [f"default {str(value).lower()}"]
    return [f"default {value:g}" if isinstance(value, float) else f"default {value}"]


def exit_codes_text() -> str:
    """The promised exit codes as a table."""
    rows = [f"| {number} | {name} | {when} |" for number, name, when in EXIT_CODES]
    return "\n".join(["| code | name | when |", "|---|---|---|", *rows])


def import_keys_text() -> str:
    """What the keys of foreign formats mean, as a table."""
    from memento_cli.actions.exchange.sources.keys import NAMES

    rows = [f"| `{path}` | {', '.join(f'`{name}`' for name in names)} |"
            for path, names in NAMES.items()]  # fmt: skip
    return "\n".join(["| becomes | from |", "|---|---|", *rows])


def environment_text() -> str:
    """The variables that memento reads, as a list."""
    return "\n".join(f"- `{name}`: {meaning}" for name, meaning in ENVIRONMENT)


def commands_text() -> str:
    """Every command with its arguments and options, panel by panel."""
    # Few texts need Typer.
    from memento_cli.cli.reference.tree import COMMON, commands, common_options

    parts: list[str] = []
    panel = ""
    for command in commands():
        if command.panel != panel:
            panel = command.panel
            parts.append(f"## {panel}\n")
        parts.append(command_text(command, 3, common=False))
    parts += [f"## {COMMON}\n", "Before the command's name or after it.\n"]
    return "\n".join([*parts, *map(_option_line, common_options())])


def command_text(command: Command, level: int, *, common: bool = True) -> str:
    """One command as a section of Markdown."""
    sections: dict[str, list[str]] = {}
    for argument in command.arguments:
        line = f"- `{argument.value.name}{'...' if argument.several else ''}`: {argument.help}"
        sections.setdefault("Arguments", []).append(line)
    for option in command.options if common else command.own:
        sections.setdefault(option.section, []).append(_option_line(option))
    parts = [f"{'#' * level} memento {command.name}\n", f"    {command.usage}\n", command.help]
    for title, lines in sections.items():
        parts.append("\n" + "\n".join([f"{title}:\n", *lines]))
    return "\n".join(parts) + "\n"


def _option_line(option: Option) -> str:
    return f"- {names_of(option, '`{}`')}: {option.help}"


def names_of(option: Option, style: str) -> str:
    """An option's names, the last with what it takes: `-p`, `--person WHO`."""
    *short, last = option.names
    names = [*short, f"{last} {option.value.name}" if option.value else last]
    return ", ".join(map(style.format, names))
