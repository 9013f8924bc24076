"""The house itself: checked by the tools, and by rules that no tool knows."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.house.source import MODULES, PACKAGE, modules_of_tests, nodes_of, text_of, tree_of

MODULE_LINES, BODY_LINES = 350, 40
TOP_LEVEL = {
    "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "uv.lock",
    "memento_cli", "tests", "sample-data", "completions", "PKG-INFO",
}  # fmt: skip
TOOLS = {
    "ruff check": ("-m", "ruff", "check", "."),
    "ruff format": ("-m", "ruff", "format", "--check", "."),
    "mypy": ("-m", "mypy"),
    "import-linter": (
        "-c",
        "from importlinter.cli import lint_imports_command as run; run(['--no-cache'])",
    ),
}


@pytest.mark.parametrize("name", TOOLS)
def test_tools_find_nothing(name: str) -> None:
    """Lint, format, strict types and the import contracts are clean."""
    done = subprocess.run(
        [sys.executable, *TOOLS[name]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_modules_are_short() -> None:
    """No module is longer than 350 lines: it would be split. What is generated may be."""
    long = {str(path.relative_to(ROOT)): _length(path) for path in MODULES}
    assert {name: lines for name, lines in long.items() if lines > MODULE_LINES} == {}


def test_functions_are_short() -> None:
    """No function's body is longer than 40 lines, its signature and docstring not counted."""
    long = {where: lines for where, lines in _bodies() if lines > BODY_LINES}
    assert long == {}


def test_modules_say_what_they_are() -> None:
    """Every module of the package begins with a docstring."""
    silent = [path for path in MODULES if not ast.get_docstring(tree_of(path))]
    assert silent == []


def test_tests_say_what_must_be_true() -> None:
    """Every test, in every folder, has the sentence that it checks."""
    silent = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in modules_of_tests()
        for node in tree_of(path).body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and not ast.get_docstring(node)
    ]
    assert silent == []


def test_the_top_level_is_what_the_design_names() -> None:
    """The top level holds what DESIGN names, dot-files, and nothing else."""
    assert _top_level() - TOP_LEVEL == set()


def test_doors_alone_print() -> None:
    """Beside the doors nothing prints, and in them only `out` writes to stdout and stderr."""
    writers = {
        str(path.relative_to(PACKAGE))
        for path in MODULES
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and _prints(node.func)
    }
    # __main__ and app print the version; app the help; stdin says that it waits.
    assert writers <= {
        "__main__.py",
        "cli/command_line/app.py",
        "cli/output/out.py",
        "cli/input/stdin.py",
    }


def _prints(function: ast.expr) -> bool:
    if isinstance(function, ast.Name):
        return function.id == "print"
    return ast.unparse(function) in ("sys.stdout.write", "sys.stderr.write")


def _length(path: Path) -> int:
    return len(text_of(path).splitlines())


def _bodies() -> Iterator[tuple[str, int]]:
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
                yield f"{path.relative_to(ROOT)}: {node.name}", lines


def _top_level() -> set[str]:
    """What git knows of, or would be told of; without git, all that is not a dot-file."""
    git = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    try:
        done = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=False)
        names = done.stdout.splitlines() if done.returncode == 0 else []
    except FileNotFoundError:
        names = []
    found = {name.partition("/")[0] for name in names} or {path.name for path in ROOT.iterdir()}
    return {name for name in found if not name.startswith(".")}
