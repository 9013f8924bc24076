"""Graphs as dot, Mermaid and SVG: what a name says is never markup, and nothing covers a name."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Draft, Store, Tags, record
from memento_cli.core.graph.graph import MENTIONS, Triple
from memento_cli.pictures.graph import Drawn, dot, drawn, mermaid
from memento_cli.pictures.graph_svg import MOST_NODES, graph_svg
from memento_cli.pictures.layout import layout
from tests.conftest import Ran
from tests.store.helpers import NOW

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
    graph = drawn({"a": one, "b": other}, [Triple("a", predicate, "b", 0.5)])
    lines = dot(graph).split("\n")
    assert (lines[0], lines[-1], len(lines)) == ("digraph memento {", "}", 5)
    assert all(DOT.fullmatch(line) for line in lines[1:-1]), lines
    lines = mermaid(graph).split("\n")
    assert (lines[0], len(lines)) == ("flowchart LR", 4)
    assert all(MERMAID.fullmatch(line) for line in lines[1:]), lines


def test_a_node_that_nobody_named_is_called_by_its_id() -> None:
    """It is drawn as well, and an edge that begins and ends in one node."""
    told = mermaid(drawn({}, [Triple("a", "r", "a")]))
    assert told == 'flowchart LR\n  n0["a"]\n  n0 -->|"r"| n0'


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not here")
@pytest.mark.parametrize("text", EVIL)
def test_graphviz_reads_it(text: str) -> None:
    """As one edge between two nodes."""
    told = dot(drawn({"a": text, "b": text}, [Triple("a", text, "b")]))
    done = subprocess.run(
        ["dot", "-Tplain"], input=told, capture_output=True, text=True, check=True
    )
    kinds = [line.split()[0] for line in done.stdout.splitlines()]
    assert [kinds.count(kind) for kind in ("node", "edge")] == [2, 1]


SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "style", "rect", "g", "path", "polygon", "text"}
Frame = tuple[float, float, float, float]


def some_graph(count: int, edges: int, seed: int = 1) -> Drawn:
    """So many names and edges, drawn by lot: one large part, several edges between two, circles."""
    random = Random(seed)
    names = {f"graph/{nth}": "name " * random.randint(1, 5) + str(nth) for nth in range(count)}
    ids = list(names)
    triples = [
        Triple(random.choice(ids), "knows", random.choice(ids), random.random())
        for _ in range(edges)
    ]
    return drawn(names, triples, {ids[0]: "person"}, [ids[0]])


def frames(svg: str) -> list[Frame]:
    """The frame of each name in a picture: left, top, right, bottom."""
    found = []
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        for rect in group.iter(f"{SVG}rect"):
            if "box" in group.attrib["class"] and rect.get("height") == "30":
                x, y, width, height = (float(rect.attrib[key]) for key in SIDES)
                found.append((x, y, x + width, y + height))
    return found


SIDES = ("x", "y", "width", "height")


@given(TEXTS, TEXTS, TEXTS)
def test_a_name_is_text_in_an_svg(one: str, predicate: str, other: str) -> None:
    """The picture is XML of a few harmless elements, whatever the names and the kinds are."""
    graph = drawn({"a": one, "b": other}, [Triple("a", predicate, "b", 0.5)], {"a": predicate})
    root = ElementTree.fromstring(graph_svg(graph))
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in TAGS
        assert not any(key.startswith("on") or "href" in key for key in element.attrib)
    assert "url(" not in (root.find(f"{SVG}style").text or "")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("count", "edges"), [(1, 0), (1, 3), (2, 1), (2, 6), (9, 0), (30, 40), (60, 90)]
)
def test_no_name_covers_another(count: int, edges: int) -> None:
    """Every name is in the picture with a frame of its own, and none lies over another."""
    graph = some_graph(count, edges)
    svg = graph_svg(graph)
    boxes = frames(svg)
    assert len(boxes) == count
    root = ElementTree.fromstring(svg)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for nth, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 0 and top >= 0 and right <= width and bottom <= height
        for x0, y0, x1, y1 in boxes[nth + 1 :]:
            assert right <= x0 + 1 or x1 <= left + 1 or bottom <= y0 + 1 or y1 <= top + 1
    assert svg == graph_svg(graph)  # the same graph always looks the same


def test_each_edge_has_a_title_and_its_weight() -> None:
    """An edge tells itself when pointed at; a ghost is dashed, what is asked for is marked."""
    triples = [Triple("a", "knows", "b", 0.9), Triple("b", "likes", "a", 0.1)]
    graph = drawn({"a": "Ana", "b": "Bo"}, [*triples, Triple("m", MENTIONS, "a")], {}, ["a"])
    svg = graph_svg(graph)
    assert "<title>Ana knows Bo, weight 0.90</title>" in svg and 'stroke-width="3.2"' in svg
    assert svg.count('class="edge ghost"') == 1 == svg.count('class="box asked"')
    assert ">knows</text>" in svg and ">likes</text>" in svg
    assert f">{MENTIONS}</text>" not in svg and svg.count('class="edge mention"') == 1


def test_joined_names_stand_close() -> None:
    """In a chain the ends are the farthest apart, and it lies along the picture."""
    spots = layout([(60.0, 30.0)] * 5, [(0, 1), (1, 2), (2, 3), (3, 4)], 120.0)
    xs = [x for x, _ in spots]
    assert xs in (sorted(xs), sorted(xs, reverse=True))
    assert layout([], [], 1.0) == []


@pytest.mark.parametrize("format", ["dot", "mermaid", "svg"])
def test_a_graph_of_nobody_is_a_picture_of_nothing(
    format: str, store: Store, call: Callable[..., Ran]
) -> None:
    """A store without names, as each is at first, is no fault."""
    done = call("graph", "list", "--format", format)
    assert done.code == 0 and done.stdout
    assert format != "svg" or "A graph of 0 names and 0 edges" in done.stdout


def test_what_is_too_much_to_look_at_is_refused(store: Store, call: Callable[..., Ran]) -> None:
    """A picture of many names says what to draw instead."""
    edge = '[[edge]]\npredicate = "knows"\nobject = "n{}"\nsince = "2026-01-01T00:00:00Z"\n'
    edges = [edge.format(nth) for nth in range(MOST_NODES)]
    folder = Path(store.root, "graph")
    folder.mkdir(exist_ok=True)
    Path(folder, "hub.toml").write_text('[entity]\nname = "hub"\n' + "".join(edges))
    done = call("graph", "list", "--deep", "--format", "svg")
    assert done.code == 6 and "--hops 2 --format svg" in done.stderr
    drawn = call("graph", "show", "n2", "--deep", "--format", "svg")
    assert drawn.code == 0 and drawn.stdout.startswith("<svg ")


def test_a_memory_is_called_by_its_words(store: Store, call: Callable[..., Ran]) -> None:
    """A picture says what a memory says, and its id when pointed at."""
    draft = Draft("Met her <at> the harbour", "alex", tags=Tags(people=("ctx://person/ana",)))
    id = record(store, draft, NOW).memory.id
    svg = call("graph", "show", "ana", "--format", "svg", "--now", NOW.isoformat()).stdout
    assert f"<title>Met her &lt;at&gt; the harbour (memory {id})</title>" in svg
    assert ">Met her &lt;at&gt; the harbour</text>" in svg and 'class="box asked"' in svg
