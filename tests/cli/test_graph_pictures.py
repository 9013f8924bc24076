"""Graphs as dot and Mermaid: what a name says is never markup."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.cli.commands.graph.look import picture
from memento_cli.core.graph.graph import Triple

EVIL = (
    '"]; evil [label="x',
    "\\",
    'a\\" -> b',
    "%%{init: {'theme': 'dark'}}%%",
    'x"]\n  click n0 "javascript:alert(1)"',
    "<img src=x onerror=alert(1)>",
    "#quot;`end`",
    "\x1b[31m\u202e",
)
TEXTS = st.text(max_size=30) | st.sampled_from(EVIL)
DOT = re.compile(
    r'  n\d+ \[label="(?:[^"\\]|\\\\|\\")*"\];'
    r'|  n\d+ -> n\d+ \[label="(?:[^"\\]|\\\\|\\")*", penwidth=[\d.]+\];'
)
LABEL = r'"(?:[\w _.,-]|#\d+;)*"'
MERMAID = re.compile(rf"  n\d+\[{LABEL}\]|  n\d+ -->\|{LABEL}\| n\d+")


@given(TEXTS, TEXTS, TEXTS)
def test_names_are_labels_and_nothing_else(one: str, predicate: str, other: str) -> None:
    """Each line is a node or an edge, whatever the names are."""
    triples = [Triple("a", predicate, "b", 0.5)]
    dot = picture("dot", {"a": one, "b": other}, triples).split("\n")
    assert (dot[0], dot[-1], len(dot)) == ("digraph memento {", "}", 5)
    assert all(DOT.fullmatch(line) for line in dot[1:-1]), dot
    mermaid = picture("mermaid", {"a": one, "b": other}, triples).split("\n")
    assert (mermaid[0], len(mermaid)) == ("flowchart LR", 4)
    assert all(MERMAID.fullmatch(line) for line in mermaid[1:]), mermaid


def test_a_node_that_nobody_named_is_called_by_its_id() -> None:
    """It is drawn as well, and an edge that begins and ends in one node."""
    told = picture("mermaid", {}, [Triple("a", "r", "a")])
    assert told == 'flowchart LR\n  n0["a"]\n  n0 -->|"r"| n0'


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not here")
@pytest.mark.parametrize("text", EVIL)
def test_graphviz_reads_it(text: str) -> None:
    """As one edge between two nodes."""
    told = picture("dot", {"a": text, "b": text}, [Triple("a", text, "b")])
    done = subprocess.run(
        ["dot", "-Tplain"], input=told, capture_output=True, text=True, check=True
    )
    kinds = [line.split()[0] for line in done.stdout.splitlines()]
    assert [kinds.count(kind) for kind in ("node", "edge")] == [2, 1]
