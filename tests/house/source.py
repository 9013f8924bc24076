"""The source of the package and of its tests, parsed once in a process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from tests.conftest import ROOT

PACKAGE = ROOT / "memento_cli"
GENERATED = PACKAGE / "cli/command_line/table.py"
MODULES = sorted({*PACKAGE.rglob("*.py")} - {GENERATED})
"""The modules of the package that somebody has written."""


@cache
def text_of(path: Path) -> str:
    """What a file says."""
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    """A module as Python reads it."""
    return ast.parse(text_of(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Everything that is in a module."""
    return tuple(ast.walk(tree_of(path)))


@cache
def modules_of_tests() -> tuple[Path, ...]:
    """The modules of tests, in every folder."""
    return tuple(sorted((ROOT / "tests").rglob("test_*.py")))
