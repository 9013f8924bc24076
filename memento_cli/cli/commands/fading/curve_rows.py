"""What a memory's curve is drawn and told from, on a terminal and on a page."""

from __future__ import annotations

from memento_cli.core.fading.forecast import EXPIRED
from memento_cli.core.fading.parameters import law_text
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.time.when import in_zone

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from memento_cli.actions.fading.forecast import StrengthHistory
    from memento_cli.cli.call import Call
    from memento_cli.cli.drawing.charts import Chart
    from memento_cli.core.fading.curve import StrengthCurve


OWN = "*"
SIGNS = {"half-life": "h", "ebbinghaus": "e", "daily": "d", "ttl": "t", "never": "n",
         "base-level": "b"}  # fmt: skip


def title(life: StrengthHistory) -> str:
    """The id and the summary of a memory."""
    memory = life.courses[0].memory
    return f"{memory.id}: {memory.content.summary}"


def rows_of(call: Call, life: StrengthHistory) -> list[dict[str, str]]:
    """For each law: its sign, its name, the strength now, and when it reaches each threshold."""
    rows = []
    for place, (course, falls) in enumerate(zip(life.courses, life.falls, strict=True)):
        strength = strength_at(course.memory, life.now)
        row = {"": sign_of(course, place), "law": named(course, place), "now": f"{strength:.3f}"}
        for name, level in life.thresholds.items():
            row[name] = "already" if strength < level else _day(call, falls, name)
        rows.append(row)
    return rows


def _day(call: Call, falls: Mapping[str, datetime], name: str) -> str:
    at = falls.get(name) or falls.get(EXPIRED)
    return f"{in_zone(at, call.zone):%Y-%m-%d}" if at else "never"


def sign_of(course: StrengthCurve, place: int) -> str:
    """The sign of a course: its own law's, or the initial of another's."""
    return OWN if place == 0 else SIGNS[course.memory.fade.law.name]


def named(course: StrengthCurve, place: int) -> str:
    """The law of a course, and whether it is the memory's own."""
    text = law_text(course.memory.fade.law)
    if place == 0:
        return f"{text}, pinned" if course.memory.pinned else f"{text} (its own)"
    return text


def chart_of(call: Call, life: StrengthHistory) -> Chart:
    """The past and the future by its own law as one curve, the others from now on."""
    from memento_cli.cli.drawing.charts import Chart, Curve

    own, *others = life.courses
    curves = [Curve(OWN, named(own, 0), (*life.past, *own.points), own=True)]
    curves += [
        Curve(sign_of(course, place), named(course, place), course.points)
        for place, course in enumerate(others, 1)
    ]
    start = life.past[0][0] if life.past else life.now
    uses = [step.line.at for step in life.steps if step.use and step.use.applied]
    return Chart(start, life.until, curves, life.thresholds, life.now, uses, call.zone)
