"""The reader of command lines: what it reads, Typer reads alike, and it reads all that is right."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from memento_cli.cli.command_line.app import read_by_typer
from memento_cli.cli.command_line.reader import CLUSTER, CommandLine, read
from memento_cli.cli.command_line.table import COMMANDS, COMMON, FILTERS
from memento_cli.cli.reference.generate import table
from memento_cli.cli.run import defaults_of
from memento_cli.errors import Ended, MementoError
from tests.conftest import ROOT, examples

PATHS = sorted(path for path, rows in COMMANDS.items() if rows)
JUNK = [
    "-", "--", "", "--help", "-h", "--version", "--limi", "-lq", "-l5", "-ql", "-qn", "--quiet=x",
    "--format", "ids", "json", "5", "007", "-5", "1_0", "5.5", ".5", "5.", " 5", "²", "1e3", "nan",
    'say "so"', "-not", "+must", "two words", " ", "\t", "é", "日本", "=", "a=b", "-q=x", "-t=x",
    "-tvpn", "--topic=", "--topic", "9" * 19, "x" * 300, "\n", "set", "list", "help",
]  # fmt: skip
words = st.sampled_from(["lunch", "alex-lunch-2025-02", "oauth", "list", "add", *JUNK]) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6
)
values = st.sampled_from(["5", "x", "tsv", "ids", "0.5", "-1"]) | words


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """A command with options of its own, in any place and form, its words, and sometimes junk."""
    path = draw(st.sampled_from(PATHS))
    rows = [*COMMANDS[path].split("\n")[1:], *COMMON]
    rows += FILTERS if " filters" in COMMANDS[path] else ()
    options = [row.split() for row in rows if row.startswith("-")]
    chunks = [[word] for word in draw(st.lists(words, max_size=3))]
    for names, kind, *_ in draw(st.lists(st.sampled_from(options), max_size=4)):
        name = draw(st.sampled_from(names.split(",")))
        value, forms = draw(values), [[name]]
        if kind != "flag":
            forms = [[name, value], [f"{name}={value}"], [name + value], [name, "5"], [name]]
        chunks.append(draw(st.sampled_from(forms)))
    if draw(st.integers(0, 3)) == 0:
        chunks.append([draw(st.sampled_from(JUNK))])
    chunks = draw(st.permutations(chunks))
    before = draw(st.sampled_from([0, 0, 1]))
    said = [arg for chunk in chunks[before:] for arg in chunk]
    return [*(arg for chunk in chunks[:before] for arg in chunk), *path.split(), *said]


def by_typer(args: list[str]) -> CommandLine | None:
    """What Typer reads in a command line; None for a mistake, and where help was asked for."""
    line = CommandLine()
    try:
        read_by_typer(args, line)
    except (MementoError, Ended):
        return None
    return line


def whole(line: CommandLine) -> dict[str, Any]:
    """All that a line says, with what its function takes where nothing is said."""
    module = import_module(f"memento_cli.cli.{line.module}")
    values = defaults_of(getattr(module, line.function)) | line.values
    said = vars(line) | {"values": values, "formats": line.formats, "clusters": None}
    for key in ("before", "common"):
        said[key] = [*said[key].items()]  # in their order: the last one counts
    return said


@settings(max_examples=examples(1500))
@given(lines())
@example(["--", "recall", "lunch"])
@example(["recall", "x", "--limit", "²"])
@example(["--quiet=x", "list"])
@example(["-q", "recall", "lunch", "-l", "5", "--format=ids"])
@example(["--json", "--format", "tsv", "list", "--format", "ids", "--json"])
@example(["record", "--", "-x"])
@example(["record", "x", "--importance", "5."])
@example(["record", "x", "--topic=a", "-t", "b", "--with", "c", "--pin"])
@example(["record", "x", "-qn", "-sd"])
@example(["record", "x", "-t", "--with", "ana"])
@example(["record", "x", "-nt", "-w"])
@example(["record", "x", "--detail", "--", "y"])
@example(["record", "x", "--topic=--with", "-t-w", "-d", "-5", "-s", "--sure"])
@example(["--store", "--json", "list"])
@example(["config", "", "profile"])
@example([" recall", "lunch"])
@example(["recall", "x", "--limit", "--help"])
def test_both_read_a_command_line_alike(args: list[str]) -> None:
    """Whatever is a command line to Typer is the same to the reader, and the other way round."""
    line, typers = read(args), by_typer(args)
    if line is None:
        may_be_text = any(arg[:1] == "-" and len(arg) > CLUSTER for arg in args)
        assert typers is None or may_be_text
    else:
        assert typers and whole(line) == whole(typers)


def test_the_table_is_current() -> None:
    """`python -m memento_cli.cli.reference.generate` changes nothing: options and table agree."""
    assert (ROOT / "memento_cli/cli/command_line/table.py").read_text() == table()
