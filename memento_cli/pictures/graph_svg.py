"""A graph as an SVG that stands alone: boxes with names, edges as broad as their weight.

What a store says is escaped text. Everything has a title, which a browser shows when it is pointed
at: a name with its kind, an edge with its weight.
"""

from __future__ import annotations

from collections import Counter
from math import hypot

from memento_cli.core.fading.strength import BOUNDS
from memento_cli.core.graph.graph import MENTIONS
from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.canvas import cells, fitted
from memento_cli.pictures.graph import MEMORY
from memento_cli.pictures.layout import layout
from memento_cli.pictures.page import DARK, LIGHT, NAMESPACE, escaped

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from memento_cli.core.graph.graph import Triple
    from memento_cli.pictures.graph import Drawn
    from memento_cli.pictures.layout import Size, Spot

MOST_NODES = 200
"""More are too many to look at, and take too long."""
NAME_CELLS = 30
"""The most cells of a name."""
NAME_SIZE, EDGE_SIZE = 13, 11
"""The sizes of the letters of a name and of an edge, as the style has them."""
BROAD, SLIM, CAPITAL, USUAL = 1.02, 0.42, 0.72, 0.64
"""How broad signs are, as a part of their size, in the broadest fonts that browsers come with."""
BROAD_SIGNS, SLIM_SIGNS = frozenset("mwMW@%—…"), frozenset("iljtfrI.,:;'|!()[] -/")
BOX_HEIGHT, BOX_SIDE, LABEL_HEIGHT = 30.0, 14.0, 15.0
EDGE = 24.0
"""What is left free around the picture."""
UNIT = 95.0
"""How far apart joined boxes are, without their own breadth."""
BOW = 34.0
"""How far two edges between the same boxes stand apart."""
ARROW, ARROW_SIDE = 9.0, 4.5
PLACES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73)
"""Where on an edge its label may stand, the best place first."""
GHOST = BOUNDS["ghost"][1]
LEGEND_HEIGHT = 26.0
MEMORY_TOLD = "a memory, with a faint line to what it mentions"

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #1b1f24; text-anchor: middle; }
.back { fill: #ffffff; }
.edge path { fill: none; stroke: #8c959f; stroke-linecap: round; }
.edge polygon { fill: #8c959f; }
.ghost path { stroke-dasharray: 5 5; }
.mention path { stroke: #d1d9e0; } .mention polygon { fill: #d1d9e0; }
.edge text { font-size: 11px; fill: #59636e; stroke: #ffffff; stroke-width: 4px;
  stroke-linejoin: round; paint-order: stroke; }
.box rect { fill: #ffffff; stroke: #59636e; stroke-width: 1.5; }
.asked rect { stroke-width: 3.5; fill: #fff8c5; }
.asked text { font-weight: 700; }
.memory rect { stroke-dasharray: 2 3; }
.legend { text-anchor: start; font-size: 12px; fill: #59636e; }
COLOURS
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; } .back { fill: #0d1117; }
  .edge path { stroke: #6e7681; } .edge polygon { fill: #6e7681; }
  .mention path { stroke: #3d444d; } .mention polygon { fill: #3d444d; }
  .edge text { fill: #9aa4ae; stroke: #0d1117; }
  .box rect { fill: #161b22; stroke: #9aa4ae; } .asked rect { fill: #3b3214; }
  .legend { fill: #9aa4ae; }
DARKER
}
"""


class Box(NamedTuple):
    """The frame of a name or of a label: its middle, and its breadth and height."""

    x: float
    y: float
    width: float
    height: float

    def covers(self, other: Box) -> bool:
        """Whether the two stand over each other."""
        return (
            abs(self.x - other.x) * 2 < self.width + other.width
            and abs(self.y - other.y) * 2 < self.height + other.height
        )

    def border(self, towards: Spot) -> Spot:
        """Where the line from its middle to a place outside leaves it."""
        dx, dy = towards[0] - self.x, towards[1] - self.y
        shares = [side / 2 / abs(gap) for side, gap in ((self.width, dx), (self.height, dy)) if gap]
        share = min([1.0, *shares])
        return self.x + dx * share, self.y + dy * share


class Bow(NamedTuple):
    """An edge as a curve (a quadratic Bézier curve): its ends, and what bends it."""

    start: Spot
    bend: Spot
    end: Spot

    def at(self, share: float) -> Spot:
        """A place on it, from 0 at the start to 1."""
        rest = 1 - share
        x, y = (
            rest * rest * start + 2 * rest * share * bend + share * share * end
            for start, bend, end in zip(*self, strict=True)
        )
        return x, y


def graph_svg(graph: Drawn) -> str:
    """The graph as a whole SVG file. It has at most `MOST_NODES` nodes."""
    boxes = _boxes(graph)
    kinds = _kinds(graph)
    width = max((box.x + box.width / 2 for box in boxes.values()), default=EDGE) + EDGE
    bottom = max((box.y + box.height / 2 for box in boxes.values()), default=EDGE) + EDGE
    legend = list(_legend(kinds, bottom)) if len(kinds) > 1 else []
    height = bottom + (LEGEND_HEIGHT if legend else 0)
    title = f"A graph of {len(boxes)} names and {len(graph.triples)} edges"
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="{NAMESPACE}" {size} role="img" aria-label="{title}">',
            f"<title>{title}</title>",
            f"<style>{_style(len(kinds))}</style>",
            '<rect class="back" width="100%" height="100%"/>',
            *_edges(graph, boxes),
            *_nodes(graph, boxes, kinds),
            *legend,
            "</svg>",
        ]
    )


def _boxes(graph: Drawn) -> dict[str, Box]:
    """The frame of each node."""
    nodes = {node: place for place, node in enumerate(graph.labels)}
    sizes = [_size(label) for label in graph.labels.values()]
    pairs = [(nodes[one.subject], nodes[one.object]) for one in graph.triples]
    broad = sum(width for width, _ in sizes) / max(len(sizes), 1)
    spots = layout(sizes, dict.fromkeys(pairs), UNIT + broad)
    circles = Counter(pair for pair in pairs if pair[0] == pair[1])
    room = EDGE + BOW * max(circles.values(), default=0)
    return {
        node: Box(x + EDGE, y + room, *size)
        for node, (x, y), size in zip(nodes, spots, sizes, strict=True)
    }


def _size(label: str) -> Size:
    return breadth(fitted(label, NAME_CELLS), NAME_SIZE) + 2 * BOX_SIDE, BOX_HEIGHT


def breadth(text: str, size: float) -> float:
    """About how broad a text is, in letters of a size; rather too broad than too slim."""
    return size * sum(map(_share, text))


def _share(sign: str) -> float:
    if sign in BROAD_SIGNS:
        return BROAD
    if sign in SLIM_SIGNS:
        return SLIM
    wide = cells(sign)
    return BROAD if wide > 1 else CAPITAL if sign.isupper() else USUAL * wide


def _kinds(graph: Drawn) -> dict[str, int]:
    """What there is, the most frequent first, and the colour of each; "" is of no kind."""
    counts = Counter(graph.kinds.get(node, "") for node in graph.labels)
    return {kind: place for place, (kind, _) in enumerate(counts.most_common())}


def _nodes(graph: Drawn, boxes: Mapping[str, Box], kinds: Mapping[str, int]) -> Iterator[str]:
    for node, label in graph.labels.items():
        box, kind = boxes[node], graph.kinds.get(node, "")
        classes = ["box", f"k{kinds[kind] % len(LIGHT)}" if kind else ""]
        classes += ["memory"] if kind == MEMORY else []
        classes += ["asked"] if node in graph.asked else []
        whose = f"{kind} {node}" if kind == MEMORY and node != label else kind
        told = f"{label} ({whose})" if kind else label
        corner = 4 if kind == MEMORY else BOX_HEIGHT / 2
        frame = (
            f'<rect x="{box.x - box.width / 2:.1f}" y="{box.y - box.height / 2:.1f}"'
            f' width="{box.width:.1f}" height="{box.height:.0f}" rx="{corner:.0f}"/>'
        )
        name = escaped(fitted(label, NAME_CELLS))
        text = f'<text x="{box.x:.1f}" y="{box.y + 4.5:.1f}">{name}</text>'
        inside = f"<title>{escaped(told)}</title>{frame}{text}"
        yield f'<g class="{" ".join(filter(None, classes))}">{inside}</g>'


def _edges(graph: Drawn, boxes: Mapping[str, Box]) -> Iterator[str]:
    taken = list(boxes.values())
    between = Counter[frozenset[str]]()
    many = Counter(frozenset((one.subject, one.object)) for one in graph.triples)
    for one in graph.triples:
        pair = frozenset((one.subject, one.object))
        bow = _bow(one, boxes, between[pair], many[pair])
        between[pair] += 1
        label = _label(one, bow, taken)
        if label:
            taken.append(label)
        yield _edge(one, graph.labels, bow, label)


def _bow(one: Triple, boxes: Mapping[str, Box], nth: int, count: int) -> Bow:
    """The edge as a curve between the frames of its boxes; straight, if it is the only one."""
    start, end = boxes[one.subject], boxes[one.object]
    if one.subject == one.object:
        top, side = start.y - start.height / 2, start.width / 4
        bend = start.x, top - 2 * BOW * (1 + nth)
        return Bow((start.x - side, top), bend, (start.x + side, top))
    shift = BOW * (nth - (count - 1) / 2)
    if one.subject > one.object:
        shift = -shift  # the other way round, the same side is the other one
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy) or 1.0
    bend = (
        (start.x + end.x) / 2 - 2 * shift * dy / length,
        (start.y + end.y) / 2 + 2 * shift * dx / length,
    )
    return Bow(start.border(bend), bend, end.border(bend))


def _label(one: Triple, bow: Bow, taken: Sequence[Box]) -> Box | None:
    """Where the label of an edge has room; None if it has nowhere, or there is none to tell: a
    mention is drawn as one."""
    width = breadth(fitted(one.predicate, NAME_CELLS), EDGE_SIZE) + 6
    for share in PLACES if one.predicate not in ("", MENTIONS) else ():
        box = Box(*bow.at(share), width, LABEL_HEIGHT)
        if not any(box.covers(other) for other in taken):
            return box
    return None


def _edge(one: Triple, labels: Mapping[str, str], bow: Bow, label: Box | None) -> str:
    told = f"{labels[one.subject]} {one.predicate} {labels[one.object]}, weight {one.weight:.2f}"
    kind = " mention" if one.predicate == MENTIONS else " ghost" if one.weight < GHOST else ""
    broad = 1.2 if one.predicate == MENTIONS else 1 + 2.5 * min(1.0, one.weight)
    (x0, y0), (bend_x, bend_y), (x1, y1) = bow
    length = hypot(x1 - bend_x, y1 - bend_y) or 1.0
    back_x, back_y = (bend_x - x1) / length, (bend_y - y1) / length
    foot_x, foot_y = x1 + back_x * ARROW, y1 + back_y * ARROW
    line = f"M{x0:.1f} {y0:.1f}Q{bend_x:.1f} {bend_y:.1f} {foot_x:.1f} {foot_y:.1f}"
    tip = (
        f"{x1:.1f},{y1:.1f}"
        f" {foot_x - back_y * ARROW_SIDE:.1f},{foot_y + back_x * ARROW_SIDE:.1f}"
        f" {foot_x + back_y * ARROW_SIDE:.1f},{foot_y - back_x * ARROW_SIDE:.1f}"
    )
    parts = [
        f"<title>{escaped(told)}</title>",
        f'<path d="{line}" stroke-width="{broad:.1f}"/>',
        f'<polygon points="{tip}"/>',
    ]
    if label:
        name = escaped(fitted(one.predicate, NAME_CELLS))
        parts.append(f'<text x="{label.x:.1f}" y="{label.y + 4:.1f}">{name}</text>')
    return f'<g class="edge{kind}">{"".join(parts)}</g>'


def _legend(kinds: Mapping[str, int], top: float) -> Iterator[str]:
    """What the colours stand for, as far as there are different ones."""
    x = EDGE
    for kind, colour in [*kinds.items()][: len(LIGHT)]:
        if kind:
            name = MEMORY_TOLD if kind == MEMORY else fitted(kind, NAME_CELLS)
            box = f'<rect x="{x:.0f}" y="{top:.0f}" width="16" height="12" rx="4"/>'
            memory = " memory" if kind == MEMORY else ""
            yield f'<g class="box k{colour}{memory}">{box}</g>'
            yield f'<text class="legend" x="{x + 22:.0f}" y="{top + 10:.0f}">{escaped(name)}</text>'
            x += 22 + breadth(name, NAME_SIZE) + BOX_SIDE


def _style(count: int) -> str:
    def colours(palette: Sequence[str]) -> str:
        shown = enumerate(palette[:count])
        return "\n".join(f".k{place} rect {{ stroke: {colour}; }}" for place, colour in shown)

    return STYLE.replace("COLOURS", colours(LIGHT)).replace("DARKER", colours(DARK))
