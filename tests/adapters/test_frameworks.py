"""The tests of the adapters with the frameworks themselves, in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.adapters.conftest import ALONE
from tests.conftest import ROOT

VARIABLE = "MEMENTO_ADAPTERS"


@pytest.mark.longer
@pytest.mark.skipif(VARIABLE not in os.environ, reason=f"${VARIABLE} names no frameworks")
def test_adapters_with_the_frameworks_themselves() -> None:
    """All of them pass, and none is skipped: conftest.py says what is needed, and how."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", str(Path(__file__).parent)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, ALONE: "1"}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0 and "skipped" not in done.stdout, done.stdout + done.stderr
