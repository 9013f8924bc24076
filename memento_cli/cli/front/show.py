"""memento show ID: one memory, whole, where the index has all that its file says."""

from __future__ import annotations

import os
from time import gmtime

from memento_cli.cli.front.cells import MICROS, YEAR_1000, cell
from memento_cli.cli.front.ids import key_of
from memento_cli.cli.front.index import FILE_ROW, Here, from_index
from memento_cli.cli.safe import safe
from memento_cli.core.curves import ages_of, days_since, peak_text, retained_text, strength_now
from memento_cli.core.instructions import may_instruct
from memento_cli.core.refs import name_of
from memento_cli.core.trust import TRUST, UNLABELLED, told
from memento_cli.index.look import MEMORIES
from memento_cli.index.numbers import STRENGTH, both_of
from memento_cli.index.rest import PARTS as SEPARATOR
from memento_cli.index.rest import UNTOLD, unpacked

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape

COLUMNS = (
    "id", "person", "created", "summary", "detail", "significance", "topics", "people", "outcome",
    "kind", "source", "privacy", "trust", "pinned", "importance", "project", "agent", "session",
    *STRENGTH.split(", "), "rest",
)  # fmt: skip
ORIGIN_TRUST = TRUST.removeprefix("memory.")
ROW = f"""
SELECT {", ".join(COLUMNS)} FROM memory
WHERE key = ? AND since <= ? AND (until IS NULL OR until > ?)
"""


def answer(shape: Shape) -> Said | None:
    """The text of one memory, or only where its file is."""
    return from_index(shape, _shown, files=False)


def _shown(here: Here, shape: Shape) -> Said | None:
    key = key_of(here, shape.words[0])
    name, *stamp = here.one(FILE_ROW, key) or ("",)
    if key is None or not here.is_as_indexed(name, *stamp):
        return None
    if "path" in shape.values:
        return [(1, safe(os.path.join(here.root, MEMORIES, os.fsdecode(name))) + "\n")]
    newer, row = here.newer(key), here.one(ROW, key, here.now, here.now)
    said = dict(zip(COLUMNS, row or (), strict=False))
    if newer is None or not said or said["rest"] == UNTOLD or said["created"] < YEAR_1000:
        return None
    if any(may_instruct(said[name]) for name in ("summary", "detail", "topics")):
        return None
    return [(1, _text(said, newer, here.now) + "\n")]


def _text(said: dict[str, Any], newer: str, now: int) -> str:
    """As `cli/show.py` prints it."""
    head = [safe(said["summary"])]
    if said["detail"]:
        head += ["", safe(said["detail"], lines=True).strip("\n")]
    people = said["people"].split(SEPARATOR) if said["people"] else []
    more = [pair for pair in unpacked(said["rest"]) if pair[0] != ORIGIN_TRUST]
    year, month, day, hour, minute, *_ = gmtime(said["created"] // MICROS)
    facts = [
        ("id", said["id"]),
        ("history", newer and f"now {newer}"),
        ("strength", _arithmetic(said, now)),
        ("person", name_of(said["person"])),
        ("with", ", ".join(map(name_of, people))),
        ("topics", said["topics"].replace(SEPARATOR, ", ")),
        ("outcome", said["outcome"]),
        ("created", f"{year:04d}-{month:02d}-{day:02d} {hour:02d}:{minute:02d} UTC"),
        *((key, said[key]) for key in ("significance", "kind", "source")),
        ("trust", told(said["trust"])),
        ("privacy", "" if said["privacy"] == UNLABELLED else said["privacy"]),
        ("importance", f"{said['importance']:g}"),
        *((key, said[key]) for key in ("project", "agent", "session")),
        *((label, cell(value)) for label, value in more),
    ]
    rows = [(label, value) for label, value in facts if value]
    width = max(len(label) for label, _ in rows)
    return "\n".join([*head, "", *(f"{label:<{width}}  {safe(value)}" for label, value in rows)])


def _arithmetic(said: dict[str, Any], now: int) -> str:
    """As `cli/rows.py` has it."""
    numbers, fading = both_of([said[name] for name in STRENGTH.split(", ")])
    initial, last, count, times = numbers
    law, parameter, weight, floor = fading
    days, ages, pinned = days_since(last, now), ages_of(times, now), said["pinned"]
    share = "1" if pinned else retained_text(law, parameter, days, count, ages)
    total = strength_now(numbers, fading, pinned, now)
    note = " (pinned: it does not fade)" if pinned else ""
    top = peak_text(law, initial, weight)
    return f"max({floor:g}, {top} · {share}) = {total:.3f}{note}"
