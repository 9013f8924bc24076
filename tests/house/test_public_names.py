"""The names that the package offers: one list, which type checkers and importers see alike."""

from __future__ import annotations

import ast
from pathlib import Path

import memento_cli
from tests.house.source import nodes_of


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
