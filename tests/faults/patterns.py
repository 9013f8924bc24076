"""Every pattern that the package has or makes, and how it is called: searching, or at one place."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

from memento_cli.core.security.instruction_forms import FORMS
from memento_cli.core.security.secret_forms import NO_PASSWORD, PORT
from memento_cli.core.security.secret_marks import MARKS
from tests.conftest import ROOT
from tests.house.source import MODULES, nodes_of

SEARCHING = frozenset(("search", "finditer", "findall", "sub", "subn", "split"))
MATCHING = frozenset(("match", "fullmatch"))
METHODS = SEARCHING | MATCHING
ADAPTERS = "adapters"
GIVEN = frozenset(f"re.{method}" for method in METHODS)
MADE: dict[str, Callable[[Any], object]] = {
    "memento_cli.core.recall.life_stages._english": lambda make: make(),
    "memento_cli.core.recall.life_stages._japanese": lambda make: make(),
    "memento_cli.core.security.secrets._pattern": lambda make: [
        make(kind, mark) for kind, marks in MARKS.items() for mark in marks
    ],
    "memento_cli.core.security.disguises._narrowed": lambda make: make("Ａ"),  # a set of signs
    "memento_cli.actions.redaction.erase_person.name_test": lambda make: [
        cell.cell_contents.__self__ for cell in make(("ctx://person/alex",)).__closure__
    ],
    "memento_cli.core.events.topic_words._run_pattern": lambda make: make("東京都"),
}
"""Functions that make patterns, and how to have them all."""


TABLES = {
    "memento_cli.core.security.instruction_forms.FORMS": [
        re.compile(pattern, re.MULTILINE) for forms in FORMS.values() for _, pattern in forms
    ],
    "memento_cli.core.security.secret_forms.NO_PASSWORD": [
        re.compile(pattern, re.ASCII | re.DOTALL)
        for pattern in (NO_PASSWORD, f"{PORT}|{NO_PASSWORD}")
    ],
}
"""Patterns that are texts in tables, as they are made by those who use them."""


class Used(NamedTuple):
    """A pattern, where it is, and the methods by which it is called."""

    name: str
    pattern: re.Pattern[Any]
    methods: frozenset[str]


class Module(NamedTuple):
    """A module, its name and everything in it."""

    name: str
    nodes: tuple[ast.AST, ...]

    @property
    def names(self) -> dict[str, Any]:
        return vars(import_module(self.name))


@cache
def modules() -> list[Module]:
    """All modules but the script that is run, and does something when it is imported, and those for
    a library that is not installed."""
    found = []
    for path in MODULES:
        if path.name not in ("launch.py", "__main__.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if path.parent.name == ADAPTERS and not _can_import(name):
                continue
            found.append(Module(name, nodes_of(path)))
    return found


def _can_import(name: str) -> bool:
    try:
        import_module(name)
    except ModuleNotFoundError:
        return False
    return True


def patterns() -> list[Used]:
    """Each pattern once."""
    every = modules()
    called = [call for module in every for call in _calls(module)]
    found: dict[tuple[Any, int], Used] = {}
    for name, pattern in chain(_held(every), _made(), _given(every)):
        methods = frozenset(how for what, how in called if what in (name, _id(pattern))) or METHODS
        key = (pattern.pattern, pattern.flags)
        before = found[key].methods if key in found else frozenset()
        found[key] = Used(name, pattern, methods | before)
    return list(found.values())


def made_elsewhere() -> set[str]:
    """The functions that make a pattern, by their names: `MADE` has to know how to call them."""
    found = set()
    for module in modules():
        for function in module.nodes:
            if isinstance(function, ast.FunctionDef):
                calls = (node for node in ast.walk(function) if isinstance(node, ast.Call))
                if any(ast.unparse(call.func) == "re.compile" for call in calls):
                    found.add(f"{module.name}.{function.name}")
    return found


def _calls(module: Module) -> Iterator[tuple[str, str]]:
    """What has a method of a pattern called, and which: the pattern, or where it was made."""
    for node in module.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        of, how = node.func.value, node.func.attr
        if how in METHODS:
            of = node.args[0] if ast.unparse(of) == "re" else of
            of = of.func if isinstance(of, ast.Call) else of
            value = module.names.get(of.id) if isinstance(of, ast.Name) else None
            yield _id(value) if isinstance(value, re.Pattern | str) else _place(value), how


def _id(pattern: re.Pattern[Any] | str) -> str:
    """A pattern, whether it is made yet or a text."""
    return repr(pattern if isinstance(pattern, str) else pattern.pattern)


def _place(value: object) -> str:
    return f"{getattr(value, '__module__', '')}.{getattr(value, '__name__', '')}"


def _held(every: list[Module]) -> Iterator[tuple[str, re.Pattern[Any]]]:
    """The patterns that stand in modules, by themselves or in tables."""
    for module in every:
        for name, value in module.names.items():
            yield from ((f"{module.name}.{name}", one) for one in _within(value))


def _made() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Those that functions make, and those in tables."""
    for name, made in TABLES.items():
        yield from ((name, pattern) for pattern in made)
    for name, ask in MADE.items():
        module, _, function = name.rpartition(".")
        for one in _within(ask(getattr(import_module(module), function))):
            yield name, one


def _given(every: list[Module]) -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Those that are texts, and are given to a function of `re` under their name or as they are."""
    for module in every:
        for node in module.nodes:
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) in GIVEN):
                continue
            text = node.args[0]
            value = text.value if isinstance(text, ast.Constant) else None
            if isinstance(text, ast.Name):
                value = module.names.get(text.id)
            if isinstance(value, str):
                name = text.id if isinstance(text, ast.Name) else f"line {node.lineno}"
                yield f"{module.name}.{name}", re.compile(value)


def _within(value: object, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        yield from chain.from_iterable(_within(one, depth - 1) for one in value.values())
    elif depth and isinstance(value, tuple | list | set | frozenset):
        yield from chain.from_iterable(_within(one, depth - 1) for one in value)
    elif depth and callable(value):
        cells = getattr(value, "__closure__", None) or ()
        yield from chain.from_iterable(_within(cell.cell_contents, depth - 1) for cell in cells)
