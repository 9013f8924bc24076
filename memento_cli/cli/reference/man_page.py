"""The man page memento(1), as roff, from the command tree."""

from __future__ import annotations

import re

from memento_cli import __version__
from memento_cli.cli.command_line.app import HELP
from memento_cli.cli.reference.markdown import ENVIRONMENT, names_of
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.cli.reference.tree import commands, common_options
from memento_cli.errors import EXIT_CODES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memento_cli.cli.reference.tree import Command, Option

SYNOPSIS = "\\fBmemento\\fR [\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIARGS\\fR]"
FILES = (
    ("memento.toml", "The settings of the store in this folder."),
    ("memories/ID.toml", "One memory a file."),
    ("archive/ID.toml", "Memories that were pruned or forgotten."),
    ("events/YYYY-MM/ACTOR-CLONE.jsonl", "What happened; append only."),
    ("journal/YYYY-MM/ACTOR-CLONE.jsonl", "What was done; append only."),
)

LEFT = ".ad l"
"""Lines end where they do: one of a single long word cannot be made as wide as the others."""
BREAK = "|\\:"
"""A bar after which a long heading may go on in the next line."""


def man_page() -> str:
    """The whole page."""
    sections = {
        "NAME": ["memento \\- long-term memory in plain files"],
        "SYNOPSIS": [SYNOPSIS],
        "DESCRIPTION": [_line(" ".join(HELP.split()))],
        "OPTIONS": ["Before the command's name or after it.", *_options(common_options())],
        "COMMANDS": [line for command in commands() for line in _command(command)],
        "EXIT STATUS": _pairs((f"{code}", f"{name}: {when}.") for code, name, when in EXIT_CODES),
        "ENVIRONMENT": _pairs(ENVIRONMENT),
        "FILES": _pairs(FILES),
        "SEE ALSO": ["\\fBmemento help\\fR \\fITOPIC\\fR:", *_pairs(TOPICS.items())],
    }
    lines = [f'.TH MEMENTO 1 "" "memento {_roff(__version__)}" "User Commands"', LEFT]
    for title, body in sections.items():
        lines += [f".SH {title}", *body]
    return "\n".join(lines) + "\n"


def _command(command: Command) -> list[str]:
    usage = command.usage.removeprefix("memento ")
    arguments = ((argument.value.name, argument.help) for argument in command.arguments)
    return [
        f'.SS "{_roff(usage).replace("|", BREAK)}"',
        _line(command.help),
        *_pairs(arguments),
        *_options(command.own),
    ]


def _options(options: Sequence[Option]) -> list[str]:
    return _pairs((names_of(option, "{}"), option.help) for option in options)


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[str]:
    lines: list[str] = []
    for term, text in pairs:
        lines += [".TP", f"\\fB{_roff(term).replace('|', BREAK)}\\fR", _line(text)]
    return lines


def _roff(text: str) -> str:
    """Text in which nothing is a request or an escape; hyphens stay hyphens to be copied."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return re.sub(r"[^\x00-\x7f]", lambda found: f"\\[u{ord(found[0]):04X}]", plain)


def _line(text: str) -> str:
    """A line of text; one that starts with a dot or quote is no request."""
    line = _roff(text)
    return "\\&" + line if line[:1] in (".", "'") else line
