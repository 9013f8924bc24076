"""The runner itself: nothing passes by default, and what it prints is what it found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from memento_cli.errors import BadValue, NotFound
from tests.conformance import vectors
from tests.conformance.__main__ import main
from tests.conformance.compare import ITSELF, Facts, difference, error_difference
from tests.conformance.runner import FAILED, NOT_APPLICABLE, PASSED, SYSTEMS, Verdict, verdict
from tests.conformance.system import System
from tests.conformance.vectors import Vector

system = System()
system.waiting("issue 99: dreams", "dream")


@system.op
def double(*, number: float) -> float:
    if number < 0:
        raise BadValue("number must be >= 0")
    return 2 * number


@system.op
def facts(fixtures: Mapping[str, Any], *, in_: str = "") -> Facts:
    return Facts({ITSELF: in_}, given=in_, fixture=fixtures["seed"], error=False)


system.rule("even", lambda answer: answer % 2 == 0)


def judged(op: str, inputs: Mapping[str, Any], expected: Any) -> Verdict:
    return verdict(system, Vector("v.1", op, inputs, expected, 1e-9, {"seed": 7}))


@pytest.mark.parametrize(
    ("op", "inputs", "expected"),
    [
        ("double", {"number": 2}, 4),
        ("double", {"number": 2}, 4.0000000001),
        ("double", {"number": -1}, {"error": "number must be positive"}),
        ("double", {"number": -1}, {"error": True}),
        ("double", {"number": 3}, {"must": ["be even"]}),
        ("facts", {"in": "x"}, {"given": "x"}),
        ("facts", {"in": "x"}, "x"),
        ("facts", {"in": "x"}, {"given": "x", "error": False}),
        ("facts", {}, {"given": "", "fixture": 7}),
    ],
)
def test_kept_promise_passes(op: str, inputs: dict[str, Any], expected: Any) -> None:
    """A vector passes when the project's answer is the one promised, within the tolerance."""
    assert judged(op, inputs, expected).state == PASSED


@pytest.mark.parametrize(
    ("op", "inputs", "expected", "reason"),
    [
        ("double", {"number": 2}, 5, "expected 5"),
        ("double", {"number": 2}, "4", "expected '4'"),
        ("double", {"number": 2}, True, "expected True"),
        ("double", {"number": 2, "power": 3}, 4, "inputs not understood"),
        ("double", {}, 4, "inputs not understood"),
        ("double", {"number": "x"}, 4, "TypeError"),
        ("double", {"number": -1}, -2, "refused: number must be >= 0"),
        ("double", {"number": 2}, {"error": True}, "expected the error"),
        ("double", {"number": -1}, {"error": "threshold must be >= 0"}, "threshold"),
        ("double", {"number": 2.5}, {"must": ["be even"]}, "breaks the rule"),
        ("double", {"number": 2}, {"must": ["be prime"]}, "no check of the rule"),
        ("facts", {}, {"given": "", "colour": "red"}, "lacks ['colour']"),
        ("facts", {}, [], "expected []"),
    ],
)
def test_broken_promise_fails(op: str, inputs: dict[str, Any], expected: Any, reason: str) -> None:
    """Any other answer fails and says why: also a missing key, or an input not understood."""
    found = judged(op, inputs, expected)
    assert found.state == FAILED
    assert reason in found.reason


@pytest.mark.parametrize(
    ("op", "reason"),
    [("dream", "issue 99: dreams"), ("later_score", "later"), ("unheard", "no adapter")],
)
def test_unknown_op_never_passes(op: str, reason: str) -> None:
    """An op without an adapter is not applicable, with its reason."""
    found = judged(op, {}, None)
    assert found.state == NOT_APPLICABLE
    assert reason in found.reason


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (1, True), (True, 1), (0.0, None), (None, 0), ([1], [1, 2]), ([1, 2], [1]), ([], {}),
        ({}, []), ({"a": 1}, {"a": 1, "b": 2}), ({"a": 1}, {}), (1.0, float("nan")), ("a", "A"),
        ([{"a": [1]}], [{"a": [2]}]), (1.0, "1.0"), (0.5, 0.500001),
    ],
)  # fmt: skip
def test_what_differs_differs(expected: Any, got: Any) -> None:
    """Values of another type, length, key or beyond the tolerance are not the same."""
    assert difference(expected, got, 1e-9)


@pytest.mark.parametrize(
    "value", [1, 1.5, True, None, "x", [], [1, [2]], {"a": {"b": [None, False]}}]
)
def test_what_is_the_same_is_the_same(value: Any) -> None:
    """A value differs in nothing from itself."""
    assert difference(value, json.loads(json.dumps(value)), 1e-9) is None


def test_an_error_must_name_its_field() -> None:
    """An error about another field is not the one promised."""
    error = BadValue("half_life_days must be > 0, not 0")
    assert error_difference({"error": "half_life_days must be > 0"}, error) is None
    assert error_difference({"error": "threshold must be > 0"}, error)


def test_the_class_of_an_error_says_what_it_is_about() -> None:
    """What is not found need not be told in these words; what is expected beside it must be so."""
    error = NotFound("no entity is called Z")
    assert error_difference({"error": "not found", "code": 3}, error) is None
    assert error_difference({"error": "not found", "code": 2}, error)
    assert error_difference({"error": "not found", "changed": 0}, error)
    assert error_difference({"error": "not found"}, BadValue("no entity is called Z"))


def test_every_system_has_a_module() -> None:
    """The five documents are known, each by its own adapters or by the issues it waits for."""
    assert set(SYSTEMS) == {"ebbinghaus", "tyvi", "memento_goals", "cocoro", "poco"}
    assert not any(set(one.adapters) & set(one.reasons) for one in SYSTEMS.values())


def a_folder(folder: Path, *rows: dict[str, Any]) -> None:
    document = {"system": "tyvi", "format": 1, "vectors": rows}
    (folder / "tyvi.json").write_text(json.dumps(document))


GOOD = {"id": "g", "op": "reinforcement_delta", "in": {"current": 1.0}, "out": 0.0}
BAD = {"id": "b", "op": "reinforcement_delta", "in": {"current": 1.0}, "out": 0.5}
OTHER = {"id": "o", "op": "unheard", "in": {}, "out": None}


def test_the_command_prints_all_verdicts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command names what passed, failed and is not applicable, and answers 1 for a failure."""
    monkeypatch.setenv(vectors.VARIABLE, str(tmp_path))
    a_folder(tmp_path, GOOD, BAD, OTHER)
    assert main([]) == 1
    text = capsys.readouterr().out
    assert "tyvi: 1 passed, 1 failed, 1 not applicable" in text
    assert "not applicable (no adapter): o" in text
    assert main(["--json", "--system", "tyvi"]) == 1
    table = json.loads(capsys.readouterr().out)["systems"]["tyvi"]
    assert table["passed"] == ["g"]
    assert [row["id"] for row in table["failed"] + table["not_applicable"]] == ["b", "o"]
    a_folder(tmp_path, GOOD, OTHER)
    assert main([]) == 0


def test_without_vectors_the_command_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An absent folder is said on stderr and is no failure; an unknown system is one."""
    monkeypatch.setenv(vectors.VARIABLE, str(tmp_path / "nowhere"))
    assert main([]) == 0
    assert "no vectors in" in capsys.readouterr().err
    monkeypatch.setenv(vectors.VARIABLE, str(tmp_path))
    a_folder(tmp_path, GOOD)
    with pytest.raises(SystemExit, match="2"):
        main(["--system", "nobody"])
