"""A key at any place of any command line, row or call is in no file of the store afterwards."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from memento_cli import Store
from memento_cli.cli.reference.tree import Command, commands
from memento_cli.core.fields.field import Field
from memento_cli.tools.toolsets import COMPANION, FULL, REVIEW, SERVER_MEMORY, tools_of
from tests.conftest import Ran
from tests.faults.boxes import Box, quick_folder, tree
from tests.faults.helpers import in_turn
from tests.faults.test_secrets_hidden import KEY
from tests.faults.verbs import (
    WRITING,
    Verb,
    blocked,
    felt,
    furnished,
    joined,
    keyed,
    stated,
    talking,
)
from tests.mcp.clients import talk, text_of
from tests.mcp.test_journal import WRITES

BARE = str.maketrans("", "", "-_")
SIGNS = KEY.lower().translate(BARE)[4:30]
"""What of the key is left in an id that was made of it."""
COMMANDS = {command.name: command for command in commands()}
TRIED = [verb for verb in WRITING if verb.made and not verb.env and verb.within is int]
SETTINGS = ("person={}", "timezone={}", 'retention.tags=["{} 7d"]', 'retention.exempt=["tag:{}"]')


def command_of(verb: Verb) -> Command | None:
    """The command that a line calls; none for a name that only machines call."""
    names = (" ".join(verb.args[:length]) for length in (3, 2, 1))
    return next((COMMANDS[name] for name in names if name in COMMANDS), None)


def lines_of() -> Iterator[tuple[Verb, list[list[str]]]]:
    """The lines of each verb with the key in the place of each word, as one more, and for each
    option, alone and among words; an option of a command's verb once."""
    seen = set[tuple[str, ...]]()
    for verb in TRIED:
        args, command = verb.args, command_of(verb)
        if command is None:
            continue
        lines = [[*args, KEY]]
        for place, word in enumerate(args[1:], 1):
            name, sign, _ = word.partition("=")
            said = [KEY, f"{name}={KEY}"] if sign else [KEY]
            lines += [[*args[:place], each, *args[place + 1 :]] for each in said if word[0] != "-"]
        for option in command.options:
            if option.value and (command.name, *option.names) not in seen:
                seen.add((command.name, *option.names))
                lines += [[*args, option.names[-1], said] for said in (KEY, f"tea {KEY}")]
        yield verb, lines


def kept_in(root: str) -> list[str]:
    """The files of a store that have anything of the key, in their names too."""
    return [
        str(path)
        for path, data in tree(Path(root))
        if SIGNS in path.name.lower().translate(BARE)
        or SIGNS in (data or b"").decode(errors="replace").lower().translate(BARE)
    ]


def _named(said: object) -> str:
    return f"{said.line} {said.prepare.__name__}"[:60] if isinstance(said, Verb) else ""


@pytest.mark.longer
@pytest.mark.parametrize(("verb", "lines"), list(lines_of()), ids=_named)
def test_fault_u11_no_place_of_a_command_line_keeps_a_key(
    verb: Verb, lines: list[list[str]]
) -> None:
    """Each word and each option of every command that writes, every second of them with a seed: the
    key is in no file afterwards, and no error says it."""
    with quick_folder() as folder:
        box = Box(folder, verb)
        for args in in_turn(lines, 2):
            ran = box.run(*args)
            assert ran.code >= 0 and "Traceback" not in ran.said, (args, ran.said)
            assert kept_in(box.root) == [], args
            assert ran.code == 0 or KEY not in ran.said, args  # an answer may repeat the question
            box.reset()


@pytest.mark.parametrize("setting", SETTINGS)
def test_fault_u11_no_setting_is_a_key(store: Store, run: Callable[..., Ran], setting: str) -> None:
    """`config set` and `init` refuse it, and write nothing; nobody is called by one either."""
    told = run("config", "set", setting.format(KEY), "--store", store.root)
    assert told.code == 6 and "looks like a GitHub token" in told.stderr and KEY not in told.stderr
    new = os.path.join(store.root, "..", "new")
    told = run("init", new, "--person", KEY)
    assert told.code == 6 and KEY not in told.stderr and not os.path.exists(new)
    env = {"MEMENTO_STORE": store.root, "MEMENTO_ACTOR": KEY}
    assert run("record", "Tea", env=env).code == 0
    assert kept_in(store.root) == []


ROWS: dict[str, Any] = {
    "import": {
        "id": "a", "person": "jo", "created": "2025-02-03", "kind": "episodic", "source": "web",
        "privacy": "private", "project": "p", "agent": "a", "session": "s", "summary": "One",
        "detail": "Two", "significance": "high", "topics": ["a"], "people": ["b"],
        "outcome": "positive", "origin": {"tool": "x", "url": "u"},
        "about": {"life_stage": "work"}, "affect": {"text": "x", "labels": ["a"]},
        "review": {"question": "q", "answer": "a"},
    },
    "event add --jsonl": {
        "id": "1", "user": "Hello", "assistant": "Hi", "said": "x", "speaker": "me", "at": "2025",
        "source": "chat", "client": "c", "session": "s", "project": "p", "person": "x",
        "with": ["y"], "images": ["i"], "about": {"life_stage": "work", "confidence": 0.5},
    },
    "session add tea --jsonl": {
        "text": "hello", "role": "user", "who": "x", "from": ["tea"], "at": "2025-01-01",
    },
    "event extract": {
        "do": "state", "op": "add", "kind": "fact", "body": "In Rome", "person": "x",
        "payload": {"a": "b"}, "reason": "why", "evidence": ["0"],
    },
    "event extract --queue": {
        "do": "affect", "event": "0", "text": "x", "labels": ["calm"], "valence": 0.1,
        "arousal": 0.1, "dominance": 0, "confidence": 0.4, "person": "x", "evidence": ["0"],
    },
    "event extract --apply": {"do": "thread", "title": "Rain", "events": ["0"], "evidence": ["0"],
                        "reason": "it rained"},
    "event extract --skip-bad": {"do": "preference", "op": "confirm", "domain": "food", "note": "n",
                           "polarity": "like", "subject": "tea", "evidence": ["0"]},
}  # fmt: skip


def with_key(said: Any) -> Iterator[Any]:
    """A value of JSON with the key in the place of each text in it, and as one more name."""
    if isinstance(said, dict):
        yield {**said, KEY: "x"}
        for name, entry in said.items():
            yield from ({**said, name: other} for other in with_key(entry))
    elif isinstance(said, list):
        yield from ([other] for entry in said for other in with_key(entry))
    else:
        yield KEY


@pytest.mark.parametrize("line", ROWS)
def test_fault_u11_no_row_from_elsewhere_leaves_a_key(line: str) -> None:
    """Whichever name of a row has the key, or is it: an import, a stream, items, a plan."""
    with quick_folder() as folder:
        box = Box(folder, Verb("record Oat", prepare=talking if "session" in line else felt))
        for row in with_key(ROWS[line]):
            (folder / "rows.jsonl").write_text(json.dumps(row))
            ran = box.run(*line.split(), "rows.jsonl")
            assert "Traceback" not in ran.said and KEY not in ran.said, (row, ran.said)
            assert kept_in(box.root) == [], row
            box.reset()


FEELING = {
    "valence": 0.5, "arousal": 0, "dominance": 0, "confidence": 1,
    "labels": ["glad"], "text": "Glad",
}  # fmt: skip
CALLS: dict[str, dict[str, Any]] = WRITES | {
    "session": {"act": "start"},
    "summarize_thread": {"messages": [{"text": "Hello", "role": "user"}]},
    "observe": {
        "user": "Hi",
        "assistant": "Yes",
        "images": ["A cat"],
        "people": ["Jo"],
        "affect": FEELING,
        "about": {"time": "2018", "confidence": 1},
    },
    "affect": {"event_id": "none", **FEELING},
    "mood": {"act": "say", "text": "Calm"},
    "prefer": {"act": "like", "subject": "tea", "domain": "food", "note": "green"},
    "state": {"act": "add", "text": "Lives in Porto", "reason": "Said so"},
    "thread": {"act": "add", "thread": "Tea", "event_ids": ["none"], "reason": "Alike"},
    "about": {"act": "set", "id": "none", "time": "2018", "confidence": 0.5},
    "cards": {"act": "answer", "memory_id": "none", "rating": "good"},
    "proposals": {"act": "reject", "ids": ["none"], "reason": "Wrong", "confirm": True},
    "create_entities": {"entities": [{"name": "Jo", "entityType": "x", "observations": ["Sings"]}]},
    "create_relations": {"relations": [{"from": "Jo", "relationType": "knows", "to": "Alex"}]},
    "add_observations": {"observations": [{"entityName": "Alex", "contents": ["Sings"]}]},
}


def calls_of(name: str, fields: tuple[Field, ...]) -> Iterator[dict[str, Any]]:
    """The arguments of a tool with the key in the place of each, and in whatever it has in it."""
    said = CALLS.get(name, {})
    yield from (other for other in with_key(said) if isinstance(other, dict))
    for field in fields:
        yield from ({**said, field.path: value} for value in (KEY, [KEY], [{"text": KEY}]))


@pytest.mark.parametrize(
    "toolset",
    [FULL, SERVER_MEMORY, pytest.param(f"{COMPANION},{REVIEW}", marks=pytest.mark.longer)],
)
def test_fault_u11_no_argument_of_a_tool_keeps_a_key(toolset: str, tmp_path: Path) -> None:
    """Each argument of each tool that writes: the key is in no file, and no error says it."""
    store = furnished(tmp_path / "s")
    for prepare in (stated, keyed, blocked, joined, talking, felt):
        prepare(Store(store.root))
    tools = tools_of(toolset)
    writing = [tool for tool in tools.values() if tool.writes]

    async def work(client: Client) -> None:
        for tool in writing:
            for said in calls_of(tool.name, tool.fields):
                told = await client.call_tool(tool.name, said)
                answer = text_of(told) + json.dumps(told.structured_content)
                assert not told.is_error or KEY not in answer, (tool.name, said)
                assert kept_in(store.root) == [], (tool.name, said)

    options = ("--compat", toolset) if toolset == SERVER_MEMORY else ("--toolset", toolset)
    assert len(writing) > 5
    talk(store, work, *options, name=KEY)
    assert kept_in(store.root) == []
