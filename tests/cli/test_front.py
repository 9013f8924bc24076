"""The front door: what it reads it reads as Typer does, and what it answers Typer's way answers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memento_cli.cli.app import root
from memento_cli.cli.call import Call
from memento_cli.cli.front.shapes import COMMON, FLAGS, VERBS, WORDS, Shape, parsed
from memento_cli.core.asking import asked
from memento_cli.core.query import Query

RENAMED = {"with": "people"}
"""The options that a function takes by another name."""
POSITIONAL = {"recall": "words", "used": "ids", "reinforce": "ids", "show": "id",
              "completion": "shell", "record": "summary"}  # fmt: skip
OPTIONS = sorted({*COMMON, *(option for options in VERBS.values() for option in options)})
JUNK = [
    "-", "--", "", "--help", "--version", "--json", "--limi", "-lq", "-l5", "-ql", "--all", "--now",
    "--format", "ids", "tsv", "json", "5", "007", "-5", "1_0", "5.5", ".5", "5.", " 5", "²", "a:b",
    'say "so"', "-not", "+must", "two words", " ", "\t", "é", "日本", "\udcff", "=", "a=b", "help",
    "me", "kind:semantic", "topic:", "person:alex", "(a OR b)", "*", "^x", "x" * 300, "\n",
]  # fmt: skip
words = st.sampled_from(["lunch", "alex-lunch-2025-02", "oauth", *JUNK]) | st.text(max_size=6)
values = st.sampled_from(["5", "x", "tsv", "ids", "0.5"]) | words


@st.composite
def lines(draw: st.DrawFn) -> list[str]:
    """A verb with its own options, in any place and form, its words, and sometimes junk."""
    verb = draw(st.sampled_from(sorted(VERBS)))
    own = sorted({**COMMON, **VERBS[verb]})
    fewest = WORDS[verb][0]
    chunks = [[word] for word in draw(st.lists(words, min_size=fewest, max_size=fewest + 1))]
    for option in draw(st.lists(st.sampled_from(own), max_size=3)):
        value, form = draw(values), draw(st.sampled_from(["alone", "pair", "equals"]))
        said = {"alone": [option], "pair": [option, value], "equals": [f"{option}={value}"]}
        is_flag = {**COMMON, **VERBS[verb]}[option] in FLAGS
        chunks.append(said["alone" if is_flag and form == "pair" else form])
    if draw(st.integers(0, 3)) == 0:
        chunks.append([draw(st.sampled_from([*JUNK, *OPTIONS]))])
    chunks = draw(st.permutations(chunks))
    before = draw(st.sampled_from([0, 0, 1]))
    return [arg for chunk in (*chunks[:before], [verb], *chunks[before:]) for arg in chunk]


def as_typer_reads(args: list[str]) -> tuple[str, dict[str, Any]]:
    """The verb, and all values, that Typer reads in a command line; nothing is run."""
    call = Call()
    context = root().make_context("memento", list(args), obj=call)
    name, command, rest = context.command.resolve_command(context, context._protected_args)
    within = command.make_context(name, [*rest, *context.args], parent=context)
    out = call.out
    read = within.params | call.filters
    read |= {"store": call.store_path, "now": call.now_text, "format": out.format}
    read |= {"quiet": out.quiet, "fields": out.fields, "color": out.color}
    return name, {key: [*v] if isinstance(v, tuple) else v for key, v in read.items()}


def expected(shape: Shape) -> dict[str, Any]:
    """All values of a shape: what it says, and what the shortest line of its verb leaves."""
    place = POSITIONAL.get(shape.verb)
    _, read = as_typer_reads([shape.verb, *(["x"] if place else [])])
    if place:
        several = isinstance(read[place], list)
        read[place] = shape.words if several else next(iter(shape.words), None)
    return read | {RENAMED.get(key, key): value for key, value in shape.values.items()}


@settings(max_examples=1000)
@given(lines())
@example(["--", "recall", "lunch"])
@example(["used", "x", "-r=why"])
@example(["recall", "x", "--limit", "²"])
@example(["--quiet=x", "list"])
@example(["-q", "recall", "lunch", "-l", "5", "--format=ids"])
@example(["completion", "--ids", "--", "-x"])
@example(["record", "x", "--importance", "5."])
@example(["record", "x", "--topic=a", "-t", "b", "--with", "c", "--pin"])
@example(["used", "--", "-x"])
def test_both_read_a_command_line_alike(args: list[str]) -> None:
    """Whatever the front door reads, Typer reads the same verb, words, options and store in it."""
    shape = parsed(args)
    if shape is not None and shape.verb != "version":
        assert as_typer_reads(args) == (shape.verb, expected(shape))


@pytest.mark.parametrize(
    "line",
    [
        "recall lunch",
        "recall lunch at noon --limit 5",
        "-q --store s list --limit=20",
        "list -a --order asc --limit 5 --sort strength",
        "prune --dry-run",
        "prune -n --below 0.2",
        "show alex",
        "show alex --path",
        "used a b --reason why",
        "reinforce a",
        "completion --ids -- al",
        "completion --ids --archived -- ",
        "record text --topic a --topic b --person me --importance 0.7",
        "--version",
    ],
)
def test_the_hot_shapes_are_read(line: str) -> None:
    """What is typed most, and what the scripts of the shells ask, needs no Typer."""
    assert parsed(line.split(" ")) is not None


@pytest.mark.parametrize(
    "line",
    [
        "",
        "recall",
        "recall topic:oauth",
        "recall -outcome:negative x",
        "recall x --explain",
        "recall x --json",
        "recall x -l5",
        "recall x --limit 5 --limit 6",
        "recall x --limit -1",
        "recall x --limit",
        "recall x --now 2025",
        "list",
        "list --all",
        "list --limit 5 --sort created",
        "list --limit 5 --order up",
        "prune",
        "prune --below 0.2",
        "prune -n --below -1",
        "prune -n --below nan",
        "prune -n --edit",
        "list lunch",
        "show a b",
        "show -",
        "used -",
        "used -- -",
        "list --format json",
        "record two words",
        "used",
        "completion bash",
        "record -",
        "record x --detail -",
        "log",
        "rec x",
        "-- recall x",
        "--version x",
    ],
)
def test_other_lines_are_left_to_typer(line: str) -> None:
    """What is unfamiliar, or said in an unusual way, the front door does not read."""
    assert parsed(line.split(" ")) is None


def no_moment(text: str, end: bool) -> Any:
    """No time is read in plain words."""
    raise AssertionError(text)


@given(st.lists(words, min_size=1, max_size=3))
def test_plain_words_are_nothing_else_to_the_query_language(given: list[str]) -> None:
    """The words of a recall that the front door reads are words alone in a query."""
    shape = parsed(["recall", *given])
    if shape is not None:
        said = " ".join(shape.words)
        assert asked(said, no_moment).query == Query(words=tuple(said.split()))
        assert not asked(said, no_moment).notes
