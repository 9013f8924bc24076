"""VERB --help: how it is called, a sentence, examples that can be typed, and its own options."""

from __future__ import annotations

import re
import shlex

import pytest
import typer

from memento_cli.cli.command_line.app import command_of, root
from memento_cli.cli.command_line.reader import read
from memento_cli.cli.command_line.surface import GROUPS, members
from memento_cli.cli.command_line.usage import EVERYWHERE, examples
from memento_cli.cli.reference.tree import COMMON, Command, commands, common_options
from memento_cli.store.settings.fields import SETTINGS

WIDTH, LEAST, MOST = 80, 3, 5


def help_of(path: str) -> str:
    """What --help prints of a command or a group."""
    command = command_of(path)
    context = typer.Context(command, info_name=path, parent=typer.Context(root()))
    text: str = command.get_help(context)
    return text


def typed(example: str) -> list[str]:
    """The words of memento in an example, without what a shell does around it, and the gloss."""
    line = re.sub(r"^git [^|]*\| ", "", example)
    if line.count("memento ") > 1:
        line = line[line.rindex("memento ") :]
    line = re.split(r" {2,}| [|<>] | \|\| ", line)[0]
    return shlex.split(line)[1:]


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_every_command_shows_examples_that_can_be_typed(command: Command) -> None:
    """Three to five lines, each of which is read as it stands, as this command."""
    rows = examples()[command.name]
    assert LEAST <= len(rows) <= MOST
    assert max(map(len, rows)) <= WIDTH - 2
    for row in "\n".join(rows).replace(" \\\n ", "").split("\n"):
        line = read(typed(row))
        assert line is not None and line.path == command.name, row


def test_no_example_is_of_a_command_that_is_gone() -> None:
    """Each stands under the name of a command that help shows."""
    assert {*examples()} == {command.name for command in commands()}


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_a_commands_help_has_its_own_options_and_fits(command: Command) -> None:
    """Every option of its own with its help; those of every command in one line at the end."""
    text = help_of(command.name)
    lines = text.splitlines()
    assert lines[0] == command.usage.replace(" [OPTIONS]", "")
    assert text.endswith(EVERYWHERE) and max(map(len, lines)) <= WIDTH
    flat = " ".join(text.split())
    assert command.help in flat
    for option in command.own:
        assert all(name in text for name in option.names), option
    shown = {name for option in common_options() for name in option.names if name[:2] == "--"}
    head = text.removesuffix(EVERYWHERE)
    own = {name for option in command.own for name in option.names}
    formats = {"--format"} if any("--format" in row for row in lines) else set()
    options = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", head, re.M))
    assert not options & (shown - own - formats)


@pytest.mark.parametrize("path", GROUPS)
def test_a_groups_help_lists_its_commands(path: str) -> None:
    """Each in a line, no wider than a terminal."""
    text = help_of(path)
    assert max(map(len, text.splitlines())) <= WIDTH
    for one in members(path).values():
        assert (f"  {one.name} " in text) != one.hidden


def test_the_help_of_config_counts_the_settings() -> None:
    """A person sees how many there are before they ask for all."""
    assert f" {len(SETTINGS)} settings" in help_of("config")


def test_what_stands_everywhere_is_every_common_option() -> None:
    """The last line of each help names the options that every command takes."""
    assert COMMON
    for option in common_options():
        if option.names[-1] != "--version":
            assert option.names[-1] in EVERYWHERE, option
