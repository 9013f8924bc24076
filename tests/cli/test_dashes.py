"""A text that begins with a hyphen is never cut, nor filed as something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Store
from tests.conftest import Ran

Call = Callable[..., Ran]
GOES_AFTER = "text that begins with - goes after --"
TEXTS = [
    ["event", "add", "-uhh, what was that?"],
    ["event", "add", "-a nice day it was"],
    ["event", "add", "-q what?"],
    ["record", "My summary", "-decided by Anna"],
    ["record", "-starts with a dash"],
    ["record", "x", "-qdof two\nlines"],
    ["record", "x", "-t=of two words"],
    ["state", "add", "task", "-pick up kids"],
    ["state", "add", "task", "-y call mum"],
    ["state", "add", "task", "--y call mum"],
    ["state", "add", "fact", "-pigs fly"],
    ["recall", "-tests are slow"],
    ["recall", "lunch", "-what now"],
]


def files(store: Store) -> set[Path]:
    """Every file of the store but the index's."""
    return {path for path in Path(store.root).rglob("*") if ".memento" not in str(path)}


@pytest.mark.parametrize("line", TEXTS, ids=" ".join)
def test_a_text_in_the_place_of_options_is_refused(
    store: Store, run: Callable[..., Ran], line: list[str]
) -> None:
    """Words with spaces are no options: nothing is kept or asked, and the error says how it is
    typed. After -- the same text is taken whole."""
    before = files(store)
    ran = run(*line)
    assert ran.code == 2 and GOES_AFTER in ran.stderr and files(store) == before, ran
    assert ran.stdout == ""


@pytest.mark.parametrize(
    ("arg", "meant"),
    [
        ("-topic=vpn", "--topic"),
        ("-topic", "--topic"),
        ("-person=alex", "--person"),
        ("-detail", "--detail"),
        ("-pin", "--pin"),
        ("-help", "--help"),
        ("-store=x", "--store"),
    ],
)
def test_a_long_option_needs_two_hyphens(store: Store, call: Call, arg: str, meant: str) -> None:
    """It was read as a short one with the rest for its value."""
    before = files(store)
    ran = call("record", "S one", arg)
    assert ran.code == 2 and f"did you mean {meant}?" in ran.stderr and files(store) == before
    ran = call("-quiet", "list")
    assert ran.code == 2 and "did you mean --quiet?" in ran.stderr


def test_short_options_take_their_value_as_before(store: Store, call: Call) -> None:
    """Attached to it, after a space, or behind other short options; a value may have spaces then,
    and begin with a hyphen."""
    ran = call("record", "Tea", "-tvpn", "-t", "of two", "-d", "-with milk")
    (id,) = store.memories.ids()
    memory = store.memories.read(id).value
    assert ran.code == 0 and memory.tags.topics == ("vpn", "of two")
    assert memory.content.detail == "-with milk"
    assert call("list", "-al5").code == 0 and call("log", "-l5").code == 0
    assert call("recall", "-qtvpn", "tea").stdout.startswith(id)
    assert call("record", "--", "-starts with a dash").code == 0


@pytest.mark.parametrize(
    "line",
    [
        "recall -alpha",
        "record -starts",
        "record -beta",
        "state add task -pick",
        "state add fact -pigs",
        "fact set city -rome",
        "block set persona -rome",
        "state done -pick",
    ],
)
def test_a_word_that_was_read_as_options_is_named(store: Store, call: Call, line: str) -> None:
    """An error that comes of it says so, and how the word is typed as text."""
    ran = call(*line.split())
    word = line.split()[-1]
    assert ran.code == 2 and GOES_AFTER in ran.stderr, ran
    assert word in ran.stderr or "no such option" in ran.stderr, ran


def test_a_short_option_takes_its_value_without_an_equals_sign(store: Store, call: Call) -> None:
    """The topic would be `=vpn`; that of a long option is what stands behind the sign."""
    ran = call("record", "S one", "-t=vpn")
    assert ran.code == 2 and "-t vpn" in ran.stderr and not list(store.memories.ids())
    assert call("record", "S one", "--topic=vpn").code == 0


def test_an_error_of_other_options_says_nothing_of_hyphens(store: Store, call: Call) -> None:
    """What was read as it was meant is not named: a number, or one letter."""
    assert GOES_AFTER not in call("list", "-l5", "--order", "up").stderr
    assert GOES_AFTER not in call("list", "-aq", "--order", "up").stderr


@pytest.mark.parametrize("line", [["-t", "--with", "ana"], ["-nt", "-w"], ["--detail", "--", "y"]])
def test_no_option_is_a_value(store: Store, run: Callable[..., Ran], line: list[str]) -> None:
    """Where a value was left out nothing is kept, and the error says how such a value is given."""
    ran = run("record", "x", *line)
    assert ran.code == 2 and "needs a value" in ran.stderr and "as --option=" in ran.stderr
    assert ran.stdout == ""
    kept = run("record", "x", "--detail=--with", "-t", "-5").stdout.strip()
    assert '"--with"' in run("show", kept, "--json").stdout
