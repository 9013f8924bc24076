"""One memory's strength in time: as a chart, as a small picture, and in words.

The terminal, the pages and the browsers draw it from one value (`StrengthHistory`).
"""

from __future__ import annotations

from memento_cli.core.fading.forecast import EXPIRED, FADED, GHOST, PRUNABLE, WEAK
from memento_cli.core.fading.laws import TTL
from memento_cli.core.fading.strength import tier_of
from memento_cli.core.fading.wording import law_text
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.time.when import in_zone
from memento_cli.pictures.charts import Chart, Curve
from memento_cli.pictures.small import small_svg

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime, tzinfo

    from memento_cli.core.fading.curve import StrengthCurve, StrengthHistory


OWN = "*"


def sign_of(course: StrengthCurve, place: int) -> str:
    """The sign of a course: its own law's, or the initial of another's."""
    return OWN if place == 0 else course.memory.fade.law.name[0]


def law_label(course: StrengthCurve, place: int) -> str:
    """The law of a course, and whether it is the memory's own."""
    text = law_text(course.memory.fade.law)
    if place == 0:
        return f"{text}, pinned" if course.memory.pinned else f"{text} (its own)"
    return text


def curve_chart(life: StrengthHistory, zone: tzinfo) -> Chart:
    """The past and the future by its own law as one curve; others, where asked for, from now on."""
    own, *others = life.courses
    curves = [Curve(OWN, law_label(own, 0), (*life.past, *own.points), own=True)]
    curves += [
        Curve(sign_of(course, place), law_label(course, place), course.points)
        for place, course in enumerate(others, 1)
    ]
    start = life.past[0][0] if life.past else life.now
    uses = [step.line.at for step in life.steps if step.use and step.use.applied]
    return Chart(start, life.until, curves, life.thresholds, life.now, uses, zone)


def small_curve(life: StrengthHistory, zone: tzinfo) -> str:
    """Its own curve as a small SVG that stands alone, at most 3 kB."""
    return small_svg(curve_chart(life._replace(courses=life.courses[:1]), zone), _state(life))


def curve_words(life: StrengthHistory, zone: tzinfo) -> str:
    """How strong it is, when it will be weak and prunable, and what a use now would do."""
    return " ".join((_state(life), _unused(life, zone), _used(life, zone))).strip()


def _state(life: StrengthHistory) -> str:
    strength = strength_at(life.memory, life.now)
    pinned = ", pinned" if life.memory.pinned else ""
    return f"Its strength is {strength:.3f} ({tier_of(strength)}{pinned})."


def _unused(life: StrengthHistory, zone: tzinfo) -> str:
    memory, falls = life.memory, life.falls[0]
    if memory.pinned:
        return "It does not fade while it is pinned."
    if memory.fade.law.code == TTL:
        end = falls.get(EXPIRED)
        return f"It expires on {_day(end, zone)}." if end else "Its time to live has ended."
    strength, parts = strength_at(memory, life.now), []
    for name, level in _told(life).items():
        if strength < level:
            parts.append(f"{name} (below {level:g}) already")
        elif name in falls:
            parts.append(f"{name} (below {level:g}) from {_day(falls[name], zone)}")
    never = " or ".join(_told(life))
    return f"Unused, it is {' and '.join(parts)}." if parts else f"It is never {never}."


def _told(life: StrengthHistory) -> Mapping[str, float]:
    """The thresholds that the words tell of: for a store that hides and prunes nothing, those of
    the tiers."""
    levels = {WEAK: life.weak, PRUNABLE: life.thresholds.get(PRUNABLE, 0.0)}
    told = {name: level for name, level in levels.items() if level}
    return told or {name: life.thresholds[name] for name in (FADED, GHOST)}


def _used(life: StrengthHistory, zone: tzinfo) -> str:
    use = life.use
    if life.archived:
        return "It is in the archive, where nothing is used."
    if use.skip:
        return f"A use now would change nothing: {use.skip}."
    days = [
        f"{name} from {_day(use.falls[name], zone)}" for name in _told(life) if name in use.falls
    ]
    then = f", {' and '.join(days)}" if days else ""
    return f"A use now would make it {use.strength:.3f}{then}."


def _day(at: datetime, zone: tzinfo) -> str:
    return f"{in_zone(at, zone):%Y-%m-%d}"
