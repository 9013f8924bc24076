"""Lines on a terminal are broken between words: messages, rows of acts, and the manual."""

from __future__ import annotations

import pytest

from memento_cli.cli.hosts.host_facts import FACTS
from memento_cli.cli.output.wrapping import reflowed, wrapped
from memento_cli.cli.reference.chapters import chapter
from memento_cli.cli.reference.topics import TOPICS

WIDTH = 80
CODE = "    "


def test_a_line_is_broken_between_words() -> None:
    """What follows is indented as the line is; a word that is too long stays whole."""
    assert wrapped("one two three", 8) == "one two\nthree"
    assert wrapped("  one two three", 9) == "  one two\n  three"
    assert wrapped("  1  two  three four", 12) == "  1  two\n      three\n      four"
    assert wrapped("short\n\nlines stay", 20) == "short\n\nlines stay"
    assert wrapped("a unbreakable b", 6) == "a\nunbreakable\nb"
    assert wrapped("\x1b[2mone\x1b[0m two three", 8) == "\x1b[2mone\x1b[0m two\nthree"
    assert wrapped("歯医者 に 行った", 8) == "歯医者\nに\n行った"


def test_a_command_is_not_broken() -> None:
    """Between backquotes it is one word, and behind four blanks one line: a person copies it."""
    assert wrapped(f"{CODE}git clone here there", 9) == f"{CODE}git clone here there"
    assert wrapped("Hint: `memento fact list` shows", 20) == "Hint:\n`memento fact list`\nshows"
    assert wrapped("it's ` that is odd", 9) == "it's `\nthat is\nodd"


def test_blocks_of_a_chapter_are_set_to_the_width() -> None:
    """Paragraphs and items are joined and broken again; tables stand in columns; comments of long
    lines of code stand below them; what fits stays as it is."""
    assert reflowed("one two\nthree four five", 14) == "one two three\nfour five"
    assert reflowed("fits\nas it is", 14) == "fits\nas it is"
    assert reflowed("- one two three\n  four", 12) == "- one two\n  three four"
    assert reflowed("1. one two three", 12) == "1. one two\n   three"
    table = "| a | b |\n|---|---|\n| key | one two three four five six seven |"
    assert reflowed(table, 30) == "a    b\nkey  one two three four five\n     six seven"
    unnamed = "| | a | b |\n|---|---|---|\n| key | x | |\n| a \\| b | | yes |"
    assert reflowed(unnamed, 30) == "       a  b\nkey    x\na | b     yes"
    assert reflowed(unnamed, 10) == "       a\n    b\nkey    x\na | b\n    yes"
    code = "    memento list     # what is strong"
    assert reflowed(code, 36) == "    memento list  # what is strong"
    assert reflowed(code, 30) == "    memento list\n        # what is strong"
    fenced = "```\nkey = 1        # a comment that is long\n\nmore\n```"
    assert reflowed(fenced, 20) == fenced


@pytest.mark.parametrize("topic", [*TOPICS, "recall", "fact", "fade set"])
def test_a_chapter_has_no_line_of_text_that_a_terminal_breaks(topic: str) -> None:
    """Only code, which is there to be copied, may be wider than the terminal."""
    text = chapter(topic)[1]
    shown = reflowed(text, WIDTH)
    long = [line for line in shown.splitlines() if len(line) > WIDTH]
    assert all(line.startswith(CODE) or line in text for line in long)
    assert "|---" not in shown


def test_the_hosts_are_compared_in_columns() -> None:
    """Each host has a column of its own under its name, also on a usual terminal."""
    lines = reflowed(chapter("hosts")[1], WIDTH).splitlines()
    at = next(number for number, line in enumerate(lines) if line.split() == list(FACTS))
    assert lines[at + 1].split() == ["version", *(one.version for one in FACTS.values())]
    assert lines[at + 1].index(FACTS["copilot"].version) == lines[at].index("copilot")
