"""How the tests run the bench."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import pytest

from tests.bench.__main__ import main
from tests.conftest import Ran

Call = Callable[..., Ran]

if engines := os.environ.get("MEMENTO_BENCH_ENGINES"):
    sys.path.append(engines)  # where plain engines are installed, beside the environment


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Call:
    """Runs `python -m tests.bench` with some words, in this process."""

    def typed(*args: str) -> Ran:
        capsys.readouterr()
        code = main(args)
        done = capsys.readouterr()
        return Ran(code, done.out, done.err)

    return typed
