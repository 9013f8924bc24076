"""The man page memento(1), as roff, from the command tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from memento_cli import __version__
from memento_cli.cli.app import HELP
from memento_cli.cli.manual import TOPICS
from memento_cli.cli.reference import ENVIRONMENT, names_of
from memento_cli.cli.tree import Command, Option, commands, common_options
from memento_cli.errors import EXIT_CODES

FILES = (
    ("memento.toml", "The settings of the store in this folder."),
    ("memories/ID.toml", "One memory a file."),
    ("archive/ID.toml", "Memories that were pruned or forgotten."),
    ("journal/YYYY-MM/ACTOR-CLONE.jsonl", "What was done; append only."),
)


def man_page() -> str:
    """The whole page."""
    return "\n".join(
        [
            f'.TH MEMENTO 1 "" "memento {_roff(__version__)}" "User Commands"',
            *_section("NAME", ["memento \\- long-term memory in plain files"]),
            *_section("SYNOPSIS", ["\\fBmemento\\fR [\\fIOPTIONS\\fR] \\fICOMMAND\\fR [\\fIARGS\\fR]"]),
            *_section("DESCRIPTION", [_line(" ".join(HELP.split()))]),
            *_section("OPTIONS", ["Before the command's name or after it.", *_options(common_options())]),
            *_section("COMMANDS", [line for command in commands() for line in _command(command)]),
            *_section("EXIT STATUS", _exit_codes()),
            *_section("ENVIRONMENT", _pairs(ENVIRONMENT)),
            *_section("FILES", _pairs(FILES)),
            *_section("SEE ALSO", ["\\fBmemento manual\\fR \\fITOPIC\\fR, with the topics:",
                                   *_pairs(TOPICS.items())]),
        ]
    ) + "\n"  # fmt: skip


def _section(title: str, lines: Iterable[str]) -> list[str]:
    return [f".SH {title}", *lines]


def _command(command: Command) -> list[str]:
    own = [option for option in command.options if option.section != "Common options"]
    usage = command.usage.removeprefix("memento ")
    arguments = ((argument.value.name, argument.help) for argument in command.arguments)
    return [f'.SS "{_roff(usage)}"', _line(command.help), *_pairs(arguments), *_options(own)]


def _options(options: Sequence[Option]) -> list[str]:
    return _pairs((names_of(option, "{}"), option.help) for option in options)


def _exit_codes() -> list[str]:
    return _pairs((str(number), f"{name}: {when}.") for number, name, when in EXIT_CODES)


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[str]:
    lines: list[str] = []
    for term, text in pairs:
        lines += [".TP", f"\\fB{_roff(term)}\\fR", _line(text)]
    return lines


def _roff(text: str) -> str:
    """Text in which nothing is a request or an escape; hyphens stay hyphens to be copied."""
    plain = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")
    return re.sub(r"[^\x00-\x7f]", lambda found: f"\\[u{ord(found[0]):04X}]", plain)


def _line(text: str) -> str:
    """A line of text; one that starts with a dot or quote is no request."""
    line = _roff(text)
    return "\\&" + line if line[:1] in (".", "'") else line
