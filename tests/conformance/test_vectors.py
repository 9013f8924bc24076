"""Every vector of the folder, one test each."""

from __future__ import annotations

import pytest

from tests.conformance.runner import FAILED, NOT_APPLICABLE, SYSTEMS, verdict
from tests.conformance.system import System
from tests.conformance.vectors import Vector, absent, systems

MISSING = absent()
CASES = [
    pytest.param(system, vector, id=vector.id)
    for system, vectors in ({} if MISSING else systems()).items()
    for vector in vectors
]


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize(("system", "vector"), CASES)
def test_vector(system: str, vector: Vector) -> None:
    """What a document promises is what the project does."""
    found = verdict(SYSTEMS.get(system, System()), vector)
    if found.state == NOT_APPLICABLE:
        pytest.skip(found.reason)
    assert found.state != FAILED, found.reason
