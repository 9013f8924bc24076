"""How the tests run the bench."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bench.__main__ import main
from tests.conftest import Ran

Call = Callable[..., Ran]


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs `python -m tests.bench` with some words, in this process."""

    def typed(*args: str) -> Ran:
        capsys.readouterr()
        code = main(args)
        done = capsys.readouterr()
        return Ran(code, done.out, done.err)

    return typed
