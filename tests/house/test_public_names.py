"""The names that the package offers: one list, which type checkers and importers see alike."""

from __future__ import annotations

import ast
from pathlib import Path

import memento_cli
from memento_cli.tools.toolsets import TOOLSETS
from tests.house.source import nodes_of

RETIRED = {
    "convert", "conversions", "hard", "maintain", "neighbours", "prefer", "relate", "similar",
    "sleep", "stats", "unalias", "unrelate", "unweave", "used", "weave",
}  # fmt: skip
"""Words that the commands no longer have."""
DOCUMENTED = {"find_similar", "prefer"}
"""Names with such a word: a document gives one (001), one tool is `fact like` and its kin."""


def test_the_package_and_the_tools_use_the_words_of_the_commands() -> None:
    """Whoever knows a command finds it in Python and over MCP under the same word."""
    names = {*memento_cli.__all__, *(tool.name for tools in TOOLSETS.values() for tool in tools)}
    assert {name for name in names if RETIRED & {*name.split("_")}} == DOCUMENTED


def test_each_name_is_where_the_list_says() -> None:
    """Whoever imports a name of the package gets it, and a type checker finds it in the same
    module."""
    checked = {
        (node.module, each.name)
        for node in nodes_of(Path(memento_cli.__file__))
        if isinstance(node, ast.ImportFrom)
        for each in node.names
        if str(node.module).startswith(f"{memento_cli.__name__}.")
    }
    listed = [
        (f"{memento_cli.__name__}.{module}", name)
        for module, names in memento_cli.HOMES.items()
        for name in names.split()
    ]
    assert sorted(listed) == sorted(checked)
    assert [name for _, name in listed if not hasattr(memento_cli, name)] == []
