"""Every command and option explains itself, and the README speaks of what there is."""

from __future__ import annotations

import re

import pytest

from memento_cli.cli.command_line.surface import NAMES
from memento_cli.cli.reference.tree import Command, commands, common_options
from tests.conftest import ROOT

README = ROOT / "README.md"


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_commands_have_help(command: Command) -> None:
    """A command's line and help are sentences; its arguments and options have a line each."""
    assert command.line.endswith(".") and len(command.line) <= 60
    assert command.help.endswith(".")
    for place in (*command.arguments, *command.options):
        assert place.help.endswith((".", "…", "?")), place
    names = [name for option in command.options for name in option.names]
    assert len(names) == len(set(names)), "two options with one name"


def test_common_options_have_help() -> None:
    """The options of every command have a line each."""
    assert all(option.help.endswith(".") for option in common_options())


def test_the_readme_names_real_commands() -> None:
    """Each `memento WORD` in the README is a command that there is."""
    readme = README.read_text()
    named = set(re.findall(r"`memento ([a-z]+)\b", readme))
    for block in _blocks(readme):
        named |= set(re.findall(r"(?:^ *|\$ |[|;&] *)memento ([a-z]+)\b", block, re.M))
    assert named - {path.split()[0] for path in NAMES} == set()
    assert {"init", "record", "recall", "reinforce", "prune"} <= named


def test_the_readme_says_how_to_test() -> None:
    """The first sh block after `<!-- test -->` is the test command that CI runs."""
    marked = README.read_text().partition("\n<!-- test -->\n")[2]
    assert any("pytest" in block for block in _blocks(marked)[:1])


def _blocks(text: str) -> list[str]:
    """The fenced blocks of commands."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S)
    return [block for language, block in fenced if language in ("sh", "console")]
