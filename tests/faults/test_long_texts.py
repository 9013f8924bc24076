"""Texts of one sign, 300,000 of it, through every door that takes text: linear time."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from memento_cli.errors import MementoError
from memento_cli.store.directory.store import Store
from memento_cli.tools.toolsets import FULL, tools_of
from tests.conftest import LONGER, Ran
from tests.mcp.test_request_context import call as asked
from tests.store.helpers import new_store

Call = Callable[..., Ran]

LONG, TIMES = 300_000, 4
MOST = 2.5
"""So many times more than in proportion it may take."""
QUICK_SECONDS = 1.0
"""What is quicker than this needs no second look."""
SIGNS = ". "
MORE = "\"[=\n<-a'。\\#|0\t。あ🎉\u200d"
TRIED = [Random(LONGER).choice(signs) for signs in (SIGNS, MORE)]
"""A sign takes half a minute: each run tries others."""
STDIN = (
    "record -",
    "record Long -d -",
    "event add -",
    "event add - --source notification",
    "session start --id s",
    "session add s -",
    "session summarize s",
    "session add -",
    "block set focus -",
    "kv set key -",
    "fact set key -",
    "state add fact -",
    "state add task -",
    "edit alex-one -d -",
    "import -",
)
ROWS = (
    ("import -", '{{"summary": "Long", "detail": {0}, "created": "2025-02-01T00:00:00Z"}}\n'),
    ("event add --jsonl -", '{{"user": {0}, "assistant": {0}, "client": "phone"}}\n'),
    (
        "event extract -",
        '{{"states": [{{"op": "add", "kind": "fact", "body": {0}, "evidence": []}}]}}',
    ),
    ("agent hook", '{{"hook_event_name": "UserPromptSubmit", "prompt": {0}}}'),
)
ARGS = ("recall", "recall --deep --explain", "context", "event list", "record")
READING = (
    "list --all",
    "export",
    "doctor",
    "event thread list",
    "tidy conflicts",
    "tidy propose",
    "tidy propose --only threads",
    "show alex-one",
    "status --full",
)
TOOLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("remember", {"content": "{}"}),
    ("recall", {"query": "{}"}),
    ("query_memory", {"query": "{}"}),
    ("context", {"query": "{}"}),
    ("block", {"act": "write", "name": "agent", "content": "{}"}),
    ("fact", {"act": "set", "key": "long", "value": "{}"}),
    ("summarize_thread", {"messages": [{"role": "user", "text": "{}"}]}),
)


@pytest.mark.longer
@pytest.mark.parametrize("sign", TRIED, ids=lambda sign: f"U+{ord(sign):04X}")
def test_fault_u7_a_long_text_of_one_sign_takes_linear_time(
    sign: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each door ends with an answer or a sentence, in a time that its length explains."""

    def took(size: int) -> dict[str, float]:
        store = new_store(tmp_path / f"of{size}", person="alex")
        monkeypatch.setenv("MEMENTO_STORE", store.root)
        assert call("record", "One", "--topic", "one").code == 0
        return through_all(store, f"a b {sign * size} c", call, monkeypatch)

    long = took(LONG)
    if slow := {door: seconds for door, seconds in long.items() if seconds > QUICK_SECONDS}:
        short = took(LONG // TIMES)
        grown = {door: round(seconds / short[door], 1) for door, seconds in slow.items()}
        assert all(times <= MOST * TIMES for times in grown.values()), (slow, grown)


def through_all(
    store: Store, text: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> dict[str, float]:
    """What each door takes of the processor with this text."""
    took: dict[str, float] = {}
    given_in = Path(store.root).with_suffix(".txt")

    def measured(door: str, act: Callable[..., object], *args: Any) -> None:
        start = time.process_time()
        act(*args)
        took[door] = time.process_time() - start

    def typed(line: str, given: str = "", *args: str) -> None:
        given_in.write_text(given, encoding="utf-8")
        with given_in.open(encoding="utf-8") as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            done = call(*line.split(), *args)
        assert done.code in (0, 2, 3, 4, 6), (line, done.stderr[-300:])
        assert "Traceback" not in done.stderr and "no command" not in done.stderr

    for line in STDIN:
        measured(line, typed, line, text)
    for line, row in ROWS:
        measured(f"{line} {row}", typed, line, row.format(json.dumps(text)))
    for line in ARGS:
        measured(f"{line} …", typed, line, "", text)
    for name, said in TOOLS:
        measured(f"tool {name}", tool, store, name, said, text)
    for line in READING:
        measured(line, typed, line)
    return took


def tool(store: Store, name: str, said: dict[str, Any], text: str) -> None:
    """Call a tool with the text in its place; an error of memento's own is an answer."""
    one = tools_of(FULL)[name]
    given = json.loads(json.dumps(said).replace('"{}"', json.dumps(text)))
    try:
        asked(store, one, **given)
    except MementoError as problem:
        assert problem.message
