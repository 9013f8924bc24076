"""The judge: whether what came out is what was promised. Strict, so that nothing passes unseen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from memento_cli.errors import MementoError

# Words of an expected error that do not say what is wrong.
FILLERS = """
    a an and as at bad be been by can cannot for given has have in invalid is it its least less
    missing more most must needed needs never no not number of on only or out positive range
    required such than that the to too unknown value with zero
"""


ITSELF = ""


class Facts(dict[str, Any]):
    """What an adapter found out. A vector may name some of these facts; any other dict is exact.

    The fact named `ITSELF` is the answer to a vector that names none and expects a plain value.
    """


def difference(expected: Any, got: Any, tolerance: float, where: str = "") -> str | None:
    """What is not as promised, with the path to it; None when all is."""
    if isinstance(got, Facts) and ITSELF in got and not isinstance(expected, Mapping):
        got = got[ITSELF]
    if isinstance(expected, Mapping):
        return _of_tables(expected, got, tolerance, where)
    if isinstance(expected, list):
        return _of_lists(expected, got, tolerance, where)
    if isinstance(expected, int | float) and not isinstance(expected, bool):
        same = _is_number(got) and abs(got - expected) <= tolerance
    else:
        same = type(got) is type(expected) and got == expected
    return None if same else f"{where or 'result'}: expected {expected!r}, got {got!r}"


def _of_tables(expected: Mapping[str, Any], got: Any, tolerance: float, where: str) -> str | None:
    if not isinstance(got, Mapping):
        return f"{where or 'result'}: expected {dict(expected)!r}, got {got!r}"
    missing = [key for key in expected if key not in got]
    extra = [] if isinstance(got, Facts) else [key for key in got if key not in expected]
    if missing or extra:
        return f"{where or 'result'}: lacks {missing}, has besides {extra}"
    parts = (difference(expected[k], got[k], tolerance, f"{where}.{k}") for k in expected)
    return next((part for part in parts if part), None)


def _of_lists(expected: Sequence[Any], got: Any, tolerance: float, where: str) -> str | None:
    if not isinstance(got, list | tuple) or len(got) != len(expected):
        return f"{where or 'result'}: expected {expected!r}, got {got!r}"
    pairs = enumerate(zip(expected, got, strict=True))
    parts = (difference(e, g, tolerance, f"{where}[{n}]") for n, (e, g) in pairs)
    return next((part for part in parts if part), None)


def _is_number(value: Any) -> bool:
    is_one = isinstance(value, int | float) and not isinstance(value, bool)
    return is_one and isfinite(value)


def expected_error(expected: Any) -> Any:
    """What an error must be about (text, or True for any); None where no error is expected."""
    return (expected.get("error") or None) if isinstance(expected, Mapping) else None


def error_difference(expected: Mapping[str, Any], error: MementoError) -> str | None:
    """What an expected error lacks: it must name at least one thing that the vector names.

    Its class counts as named. What the vector expects beside it, it must have as well.
    """
    about = expected["error"]
    told = Facts(message=error.message, hint=error.hint, code=error.code)
    beside = {key: value for key, value in expected.items() if key != "error"}
    return _of_subjects(about, error) or difference(beside, told, 0)


def _of_subjects(about: Any, error: MementoError) -> str | None:
    if about is True:
        return None
    kind = re.sub(r"(?=[A-Z])", " ", type(error).__name__)
    said = f"{error.message} {error.hint} {kind}".casefold()
    words = re.findall(r"[\w-]+", str(about).casefold())
    subjects = [word for word in words if word not in FILLERS.split() and not word.isdigit()]
    if not subjects or any(word in said for word in subjects):
        return None
    return f"the error must be about {', '.join(subjects)}: {error.message!r}"
