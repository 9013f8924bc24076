"""The adapters read what a vector says, in whichever of its words the vector says it."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from keyword import iskeyword
from typing import Any

import pytest

from tests.conformance.runner import FAILED, PASSED, SYSTEMS, verdict
from tests.conformance.system import SAME, System, meant_by
from tests.conformance.vectors import Vector, absent, systems

START, LATER = "2025-01-01T00:00:00Z", "2025-01-03T00:00:00Z"


def renamed(system: System, vector: Vector) -> Vector | None:
    """The vector with every key in another word of the same meaning; None if it has no other."""
    adapter = system.adapters.get(vector.op)
    known = signature(adapter).parameters if adapter else {}
    if any(one.kind is one.VAR_KEYWORD for one in known.values()):
        return None
    inputs: dict[str, Any] = {}
    for key, value in vector.inputs.items():
        given = {other for other in vector.inputs if other != key} | inputs.keys()
        groups = [group for group in SAME if key in group]
        others = sorted(word for group in groups for word in group if word not in known)
        means = [word for word in others if meant_by(word, known, ()) == key]
        free = [word for word in means if word not in given and not iskeyword(word)]
        inputs[free[0] if free else key] = value
    return None if inputs.keys() == vector.inputs.keys() else vector._replace(inputs=inputs)


@pytest.mark.skipif(bool(absent()), reason=absent())
def test_another_word_of_the_same_meaning_is_the_same_vector() -> None:
    """A vector whose keys are called by their synonyms has the verdict that it had."""
    asked = 0
    for name, vectors in systems().items():
        system = SYSTEMS[name]
        for vector in vectors:
            other = renamed(system, vector)
            if other is not None:
                asked += 1
                assert verdict(system, other) == verdict(system, vector), other.inputs
    assert asked > 100


WEIGHTS = [{"id": "a", "weight": 0.9}, {"id": "b", "weight": 0.5}]
CASES: list[tuple[str, str, Mapping[str, Any], Any]] = [
    ("poco", "used", {"returned": ["a"], "used": ["a"], "turn": "successful"}, {"reset": ["a"]}),
    ("poco", "used", {"returned": ["a"], "used": ["a"], "turn": "failed"}, {"reset": []}),
    ("poco", "used", {"weight": 0.4, "at": LATER}, {"weight": 1.0, "last_accessed": LATER}),
    ("poco", "used", {"weight": 0.4, "at": LATER, "turn": "failed"}, {"last_accessed": START}),
    ("poco", "graph", {"triple": ["S", "uses", "O"]}, {"edges": 1, "nodes_kept": ["S", "O"]}),
    ("poco", "graph", {"triple": "S-uses-O", "edge_removed": True}, {"edges": 0}),
    ("poco", "query", {"memories": {"a": 0.9, "b": 0.5}}, {"returned": ["a"]}),
    ("poco", "query", {"memories": WEIGHTS, "matches": ["b"]}, {"returned": ["b"]}),
    ("poco", "deep_recall", {"memories": WEIGHTS, "matches": ["b"], "then": "used"},
     {"weight_after_turn": {"b": 1.0}}),
    ("poco", "kv_live", {"expires_at": LATER, "at": START}, True),
    ("poco", "kv_live", {"expires_at": LATER, "at": LATER}, False),
    ("poco", "types", {"type": "kv"}, {"accepted": True}),
    ("memento_goals", "working_buffer", {"expires_at": LATER, "at": LATER},
     {"becomes": "episodic snapshot"}),
    ("memento_goals", "working_buffer", {"expires_at": LATER, "at": START}, {"becomes": None}),
    ("memento_goals", "working_buffer", {"state": "ended"}, {"becomes": "episodic snapshot"}),
    ("memento_goals", "ttl", {"type": "working", "created": START, "at": LATER}, "expired"),
    ("memento_goals", "forget", {"state": "pinned"}, {"error": "pinned"}),
    ("memento_goals", "recall_limit", {"memories": 5}, 5),
    ("memento_goals", "recall_filter",
     {"tags": ["a"], "memories": [{"id": "m1", "tags": ["a"]}, {"id": "m2", "tags": []}]}, ["m1"]),
    ("tyvi", "query", {"memories": [{"id": "x", "outcome": "mixed"}], "outcome": "mixed"}, ["x"]),
    ("tyvi", "list", {"memories": {"x": {"initial": 1.0, "half_life_days": 9}}}, []),
    ("tyvi", "list", {"memories": {"x": {"initial": 1.0}}, "at": START}, ["x"]),
    ("ebbinghaus", "state_as_of", {"events": [{"at": START, "set": {"name": "A"}}], "now": LATER},
     {"name": "A"}),
]  # fmt: skip


@pytest.mark.parametrize(("system", "op", "inputs", "expected"), CASES)
def test_what_is_said_in_another_way(
    system: str, op: str, inputs: Mapping[str, Any], expected: Any
) -> None:
    """What other vectors of an op may say is understood, and judged: another result fails."""
    vector = Vector("v", op, inputs, expected, 1e-9, {})
    assert verdict(SYSTEMS[system], vector).state == PASSED, verdict(SYSTEMS[system], vector)
    assert verdict(SYSTEMS[system], vector._replace(expected="no such")).state == FAILED


def test_a_key_that_means_nothing_here_is_told() -> None:
    """A key that no synonym explains is no input that is passed over."""
    vector = Vector("v", "tier", {"weight": 0.9, "mood": 1}, "active", 0, {})
    found = verdict(SYSTEMS["poco"], vector)
    assert found.state == FAILED and "inputs not understood" in found.reason
