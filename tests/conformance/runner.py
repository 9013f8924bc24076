"""The verdict on each vector: passed, failed, or not applicable, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from memento_cli.errors import MementoError
from tests.conformance import cocoro_events, ebbinghaus, memento_goals_tools, poco, tyvi_lifecycle
from tests.conformance.compare import difference, error_difference, expected_error
from tests.conformance.system import NotApplicable, NotUnderstood, System
from tests.conformance.vectors import Vector

PASSED, FAILED, NOT_APPLICABLE = "passed", "failed", "not applicable"
SYSTEMS: Mapping[str, System] = {
    "ebbinghaus": ebbinghaus.system,
    "tyvi": tyvi_lifecycle.system,
    "memento_goals": memento_goals_tools.system,
    "cocoro": cocoro_events.system,
    "poco": poco.system,
}


class Verdict(NamedTuple):
    """What became of one vector."""

    id: str
    op: str
    state: str
    reason: str = ""


def verdict(system: System, vector: Vector) -> Verdict:
    """Ask the project, and judge the answer. Nothing passes by default."""
    try:
        reason = _fault(system, vector)
    except NotApplicable as why:
        return Verdict(vector.id, vector.op, NOT_APPLICABLE, str(why))
    except Exception as problem:
        reason = f"{type(problem).__name__}: {problem}"
    return Verdict(vector.id, vector.op, FAILED if reason else PASSED, reason or "")


def verdicts(name: str, vectors: list[Vector]) -> list[Verdict]:
    """The verdicts on all vectors of one system."""
    system = SYSTEMS.get(name, System())
    return [verdict(system, vector) for vector in vectors]


def _fault(system: System, vector: Vector) -> str | None:
    """What the project does other than the vector says."""
    expected = vector.expected
    error = expected_error(expected)
    try:
        answer = system.answer(vector.op, vector.inputs, vector.fixtures)
    except NotUnderstood as problem:
        return str(problem)
    except MementoError as problem:
        if error is None:
            return f"refused: {problem.message}"
        return error_difference(expected, problem)
    if error is not None:
        return f"expected the error {error!r}, got {answer!r}"
    if isinstance(expected, Mapping) and set(expected) == {"must"}:
        return system.broken_rule(expected["must"], answer)
    return difference(expected, answer, vector.tolerance)
