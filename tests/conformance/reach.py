"""Which functions of memento the vectors are asked of, and which its commands reach.

What the adapters call must be what a user gets: a function that no command, no tool of the server
and no name of the package reaches lives for its vectors alone.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any
from unittest.mock import patch

import anyio
from mcp import Client

import memento_cli
from memento_cli.cli.run import run
from memento_cli.errors import Refused
from memento_cli.mcp.server import server_of
from memento_cli.tools.request_context import ServerConfig
from memento_cli.tools.toolsets import FULL, tools_of
from tests.bench.forgetting import review_losses
from tests.conformance.runner import SYSTEMS, verdict
from tests.conformance.vectors import systems
from tests.house.traced import Place, place_of, watching
from tests.vectors import stub_command

ADAPTERS = f"{Path(__file__).parent}{os.sep}"
FEELING = ("--valence", "0.9", "--arousal", "0.1", "--dominance", "0", "--label", "glad")
SURE = ("--confidence", "0.9", "--text")

Calls = dict[Place, set[str]]


def asked() -> Calls:
    """The functions that the adapters call themselves, each with the vectors that do."""
    calls: Calls = defaultdict(set)
    now = [""]

    def seen(frame: FrameType) -> None:
        caller = frame.f_back
        if caller is not None and caller.f_code.co_filename.startswith(ADAPTERS):
            calls[place_of(frame.f_code)].add(now[0])

    for name, vectors in systems().items():
        for vector in vectors:
            now[0] = vector.id
            with watching(seen):
                verdict(SYSTEMS[name], vector)
    return calls


def public() -> set[Place]:
    """The functions that the package names to whoever imports it."""
    values = (getattr(memento_cli, name) for name in memento_cli.__all__)
    return {place_of(value.__code__) for value in values if isinstance(value, FunctionType)}


def reached(folder: Path, profile: str) -> set[Place]:
    """The functions that a user of a store of this profile reaches, by commands and by an agent."""
    found: set[Place] = set()
    with watching(lambda frame: found.add(place_of(frame.f_code))):
        use(folder, profile)
    return found


def use(folder: Path, profile: str) -> None:
    """A store of this profile, as a person and an agent use it; an error ends it."""
    environ = {f"XDG_{name}_HOME": str(folder / name) for name in ("CACHE", "CONFIG", "DATA")}
    environ |= {"MEMENTO_STORE": str(folder / "store"), "MEMENTO_ACTOR": "t", "MEMENTO_NOW": ""}
    with patch.dict(os.environ, environ):
        say(f"init --profile {profile} --person alex", environ["MEMENTO_STORE"])
        for life in (_memories, _holdings, _graph, _nights):
            life()
        for life_with_files in (_events, _reviews):
            life_with_files(folder)
        anyio.run(_agent, environ["MEMENTO_STORE"])
        _vectors(Path(environ["XDG_CONFIG_HOME"]))


def say(words: str, *texts: str, expected: int = 0) -> str:
    """What a command prints; its words, and after them texts that have spaces."""
    told, out = StringIO(), StringIO()
    line = [*words.split(), *texts]
    with redirect_stdout(out), redirect_stderr(told):
        code = run(line)
    if code != expected:
        raise AssertionError(f"{line}: exit {code}: {told.getvalue()}")
    return out.getvalue().strip()


def _memories() -> None:
    """What a person does with memories."""
    first = say("record -t ledger -t mariadb --now 2025-01-01", "We chose MariaDB for the ledger")
    keep = "record -t ledger --now 2025-02-01 --if-duplicate keep"
    second = say(keep, "We chose MariaDB for the ledger, and again").splitlines()[-1]
    tea = "record --kind semantic -t tea --now 2025-01-02 --importance 0.9"
    tea = say(tea, "Alex prefers tea. It is never coffee.").splitlines()[-1]
    for words in ("list --all", "list --where tier:ghost", "list --sort created", "recall ledger"):
        say(words)
    for words in ("--explain", "--deep", "--json", "--in memories,states", "--fence"):
        say(f"recall ledger mariadb {words}")
    for verb in ("show", "fade why", "log", "recall --like", "fade curve", "reinforce"):
        say(f"{verb} {first}")
    for words in (
        "agent feedback {} helpful",
        "pin {}",
        "pin {} --remove",
        "edit {} --set importance=0.8",
    ):
        say(words.format(tea))
    say(f"edit {tea} --link derived_from:{first}")
    for words in ("tidy list --doubles", "status --full", "status --health", "doctor"):
        say(words)
    for words in (
        "fade review --all",
        f"fade review --rate good {tea}",
        "fade review --all",
        "tidy conflicts",
    ):
        say(words)
    say("fade forecast --days 400")
    say(f"forget {second} --yes")
    say(f"restore {second}")
    say(f"forget {second} --erase --yes")
    for format in ("ndjson", "csv"):
        say(f"export --format {format}")


def _events(folder: Path) -> None:
    """What a person does with what happened."""
    flight = ["--user", "We flew a red kite in 2018", "--assistant", "Lovely"]
    one = say("event add --now 2025-01-03 --client phone", *flight)
    other = say(
        "event add --now 2025-01-04 --client phone --image", "a kite", "--user", "The kite?"
    )
    ids = [id.split()[-1] for id in (one, other)]
    say(f"forget {ids[0]}", expected=Refused.code)  # events are never archived
    for nth, id in enumerate(ids):
        say(f"event affect {id} --now 2025-01-0{nth + 4}", *FEELING, *SURE, f"Feeling {nth}")
    say(
        f"event affect {ids[1]} --now 2025-01-08",
        "--valence",
        "-0.9",
        *FEELING[2:],
        *SURE,
        "A shock",
    )
    say("event thread add", "Kites", *ids)
    stream = folder / "stream.jsonl"
    stream.write_text(json.dumps({"user": "And the string?", "assistant": "Red, too"}))
    say("event add --jsonl", str(stream))
    say("import", str(stream))
    for words in (
        "event list",
        f"show {ids[0]}",
        "state mood",
        "state mood --history",
        "event thread list",
    ):
        say(words)
    say("recall kite --in memories,events")
    say(f"log {ids[0]} --changes")


def _vectors(config: Path) -> None:
    """What a person does who has a program that turns texts into vectors."""
    command = [sys.executable, "-m", stub_command.__name__]
    (config / "memento").mkdir(parents=True)
    (config / "memento" / "config.toml").write_text(f"vectors.command = {json.dumps(command)}\n")
    say("store vectors fill")
    say("recall espresso --explain")


def _holdings() -> None:
    """What a person does with what holds."""
    say("fact set city=Lisbon name=Alex --from 2024-01-01")
    say("fact set name=Ali --from 2025-01-01")
    for words in ("get city", "list", "history name", "list --at 2024-06-01", "end city"):
        say(f"fact {words}")
    state = say("state add fact --about 2018 --about-confidence 0.5", "I live in Lisbon")
    say("state add fact --payload", '{"x": 1}', "I live in Porto")
    task = say("state add task", "Call Ann")
    for words in (f"state confirm {state}", f"state close {state}", f"state done {task}"):
        say(words)
    for words in ("state list --all", "state list --kind task", "context lisbon", "context"):
        say(words)
    for words in (
        "like coffee -d food",
        "confirm coffee -d food",
        "dislike tea -d food",
        "list --likes",
    ):
        say(f"fact {words}")
    say("block set user_model", "likes tea")
    for words in ("get user_model", "list", "delete user_model"):
        say(f"block {words}")
    for words in ("set port 80 --ttl 1h", "get port", "list"):
        say(f"kv {words}")
    say("session start --id s1")
    say("session add s1", "What we talk about")
    for words in ("show s1", "query s1", "end s1"):
        say(f"session {words}")


def _graph() -> None:
    """What a person does with who and what there is."""
    say("graph add Alex uses MariaDB")
    for words in ("list", "show Alex", "show Alex --hops 1 --deep"):
        say(f"graph {words}")
    say("graph remove Alex uses MariaDB")
    say("graph delete Alex --yes")


def _nights() -> None:
    """What a machine does at night, and what a person lets go by it."""
    for nth in range(3):
        said = f"visit {nth}: the quiet room is good for work"
        say(f"record -t room --now 2025-03-0{nth + 1} --if-duplicate keep", said)
    for nth, said in enumerate(("is open on Sundays", "is never open on Sundays")):
        keep = f"record --kind semantic -t library --now 2025-04-0{nth + 1} --if-duplicate keep"
        say(keep, f"The library in the old town {said}")
    say("tidy propose --all")
    waiting = say("tidy list --format ids").split()
    say("tidy apply", *waiting[:1])
    say("config set retention.by_score=true")
    say("kv set short 1 --ttl 1m --now 2025-01-01")
    for words in ("prune --dry-run", "prune --retention --dry-run", "tidy run", "prune --yes"):
        say(f"{words} --now 2031-01-01")
    say("prune --retention --yes --now 2031-01-01")
    say("undo")


def _reviews(folder: Path) -> None:
    """What the bench says of reviews that somebody has done."""
    rows = [f"{n % 3},{1 + n % 3},2025-01-{1 + n:02}T00:00:00Z" for n in range(28)]
    file = folder / "reviews.csv"
    file.write_text("\n".join(["card_id,review_rating,review_time", *rows]))
    assert list(review_losses(str(file)))


async def _agent(store: str) -> None:
    """What an agent does, through the server."""
    async with Client(server_of(ServerConfig(store), tools_of(FULL))) as client:
        id = await _called(client, "remember", content="The agent found a bug", tags=["bug"])
        await _called(client, "recall", query="bug", filters={"tags": ["bug"]})
        await _called(client, "pin", memory_id=id["memory_id"])
        await _called(client, "unpin", memory_id=id["memory_id"], confirm=True)


async def _called(client: Client, name: str, **said: Any) -> Mapping[str, Any]:
    answer = await client.call_tool(name, said)
    if answer.is_error or answer.structured_content is None:
        raise AssertionError(f"{name}: {answer.content}")
    return answer.structured_content


@contextmanager
def raising(function: FunctionType) -> Iterator[None]:
    """The function raises, wherever it has been imported to."""

    def broken(*_: Any, **__: Any) -> Any:
        raise AssertionError("this function was made to raise")

    code = function.__code__
    function.__code__ = broken.__code__
    try:
        yield
    finally:
        function.__code__ = code
