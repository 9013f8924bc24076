"""What `record` does not take: a topic without a name, a summary that nobody can see."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from memento_cli import Store
from tests.conftest import Ran


def test_an_empty_topic_is_refused(store: Store, run: Callable[..., Ran]) -> None:
    """It is not left out in silence."""
    done = run("record", "tea", "--topic", "")
    assert done.code == 2 and "--topic is empty" in done.stderr
    assert list(store.memories.ids()) == []


@pytest.mark.parametrize("text", ["\u200b\u200b", "\u2060 \ufeff"])
def test_a_summary_that_nobody_sees_is_refused(
    store: Store, run: Callable[..., Ran], text: str
) -> None:
    """Signs without width say nothing."""
    assert "nothing that can be seen" in run("record", text).stderr
    assert run("record", "🌱").code == 0


@pytest.mark.parametrize("group", ["fade", "state", "fact", "kv", "event thread"])
def test_help_to_a_closed_stdout_fails(group: str) -> None:
    """As every answer does that cannot be written."""
    command = f'"{sys.executable}" -m memento_cli {group} >&-'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "cannot write the output" in done.stderr
