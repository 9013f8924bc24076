"""Three persons on one server: nothing of another's is in any answer, whatever is asked how."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client, MCPError

from memento_cli import Store
from memento_cli.actions.events.events import readable_events
from memento_cli.cli.run import run as run_here
from tests.conftest import LONGER, Ran
from tests.mcp.clients import at, listening
from tests.people import furnish
from tests.store.helpers import new_store

MARKS = {"ann": "xylo", "bob": "kumq", "carl": "zibe"}
STEMS = (
    "illness", "detail", "topic", "project", "second", "reason", "used", "question", "card",
    "archived", "after", "said", "answer", "talk", "more", "felt", "thread", "task", "relation",
    "mood", "city", "town", "tea", "port", "lost", "block", "office", "session", "item", "spoken",
)  # fmt: skip
"""What the words of a person end in, behind their mark."""
LIKE = (
    "Went to the doctor about", "She has", "What is", "An old matter,", "I feel today",
    "Her sister is", "She is", "The session", "The thread", "works_at", "city", "port", "tone",
)  # fmt: skip
"""What the others have said, without the words that are theirs alone."""
NAMING = re.compile(r"(^|_)ids?$|^(session|thread|event|persona|target)$")
"""The arguments that name what is there, and are kept nowhere if it is not."""
SCOPES = (
    ("person:ann",),
    ("person:ann", "project:xyloproject"),
    ("person:ann", "privacy:team"),
)
COMPLETED = (
    (types.ResourceTemplateReference(uri="memento://memory/{id}"), "id"),
    (types.ResourceTemplateReference(uri="memento://block/{name}"), "name"),
    (types.PromptReference(name="memory_injection"), "query"),
)
TOOLSETS = "full,companion,review"
KEEPING = ("remember", "save_memory", "observe", "prefer", "state", "thread", "affect", "mood")
"""Tools that keep what they are given, under whatever name."""
LEAST_SIGNS = 3
EVERY = 20 if LONGER else 100
"""Of some five thousand probes under a scope each so many-th is made."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store of Alex's, with everything that there can be of Ann, Bob and Carl."""
    folder = tmp_path_factory.mktemp("persons")
    store = new_store(folder / "s", person="alex")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMENTO_STORE", store.root)
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        for name, other in (("ann", "dora"), ("bob", "ann"), ("carl", "bob")):
            furnish(typed, name, MARKS[name], other)
        for mark in MARKS.values():
            assert typed("block", "set", f"{mark}block", f"Nobody's {mark}text").code == 0
            assert typed("kv", "set", f"{mark}key", f"Nobody's {mark}value").code == 0
        yield store


def typed(*args: str) -> Ran:
    """What a command line answers, in this process."""
    output, errors = StringIO(), StringIO()
    with redirect_stdout(output), redirect_stderr(errors):
        code = run_here(list(args))
    return Ran(code, output.getvalue(), errors.getvalue())


def names_of(store: Store, person: str) -> list[str]:
    """Every id and reference of a person's in the store, parts of them, and words."""
    mark, journal = MARKS[person], store.journal.lines().lines
    about = (entry.memory for entry in journal)
    refs = sorted({name for name in about if re.search(rf"{mark}|(^|/){person}", name)})
    events = [one.ref for one in readable_events(store) if one.person.endswith(person)]
    parts = [ref.partition("/")[2] for ref in (*refs, *events) if "/" in ref]
    words = [f"{mark}{stem}" for stem in STEMS]
    return [*refs, *events, *parts, *words, person, f"ctx://person/{person}", mark]


class Prober:
    """Asks a server, and notes each answer in which a word of somebody else stands."""

    def __init__(self, client: Client, marks: tuple[str, ...]) -> None:
        self.client, self.marks = client, marks
        self.count, self.leaks = 0, list[str]()

    async def ask(self, what: str, given: object, act: Callable[[], Awaitable[Any]]) -> None:
        """One probe; what was given may come back, as it is no news."""
        try:
            answer = (await act()).model_dump_json()
        except MCPError as problem:
            answer = json.dumps([problem.error.message, problem.error.data])
        self.count += 1
        for text in sorted(texts_of(given), key=len, reverse=True):
            answer = answer.replace(text, "").replace(json.dumps(text)[1:-1], "")
        found = re.search("|".join(self.marks), answer)
        if found:
            around = answer[max(0, found.start() - 150) : found.end() + 60]
            self.leaks.append(f"{what} {json.dumps(given)[:200]}: {around}")


def texts_of(value: object) -> Iterator[str]:
    """The texts in what a probe gives, and their words."""
    if isinstance(value, str):
        yield value
        yield from (word for word in re.split(r"\W+", value) if len(word) > 3)
    elif isinstance(value, dict):
        yield from itertools.chain.from_iterable(map(texts_of, value.values()))
    elif isinstance(value, list):
        yield from itertools.chain.from_iterable(map(texts_of, value))


def filled(tool: types.Tool, texts: list[str]) -> Iterator[dict[str, Any]]:
    """Arguments for a tool: each of its texts in turn says each of `texts`, under each choice of
    the first argument that has choices. What a tool keeps says `LIKE` alone, or words of others
    would be Ann's from then on."""
    schema = tool.input_schema
    reads = bool(tool.annotations and tool.annotations.read_only_hint)
    properties: dict[str, Any] = schema.get("properties", {})
    choices = {name: rule["enum"] for name, rule in properties.items() if rule.get("enum")}
    leading = next((name for name in choices if name in schema.get("required", ())), "")
    for choice in choices.get(leading, [None]):
        base = {name: value_for(properties[name]) for name in schema.get("required", ())}
        base |= {leading: choice} if leading else {}
        yield base
        for name, rule in properties.items():
            if takes_text(rule) and name not in choices:
                for text in texts if reads or NAMING.search(name) else LIKE:
                    yield base | {name: [text] if rule.get("type") == "array" else text}


def takes_text(rule: dict[str, Any]) -> bool:
    """Whether an argument takes a text, or a list of texts."""
    kinds = [rule, *rule.get("anyOf", ())]
    return any(
        kind.get("type") == "string" or kind.get("items", {}).get("type") == "string"
        for kind in kinds
    )


def value_for(rule: dict[str, Any]) -> Any:
    """Any value that an argument takes."""
    if rule.get("enum"):
        return rule["enum"][0]
    kind = rule.get("type")
    plain = {"integer": 1, "number": 0.5, "boolean": True, "array": [], "object": {}}
    return plain.get(str(kind), "tea")


async def probe_all(one: Prober, texts: list[str]) -> None:
    """Every tool, resource, prompt and completion, with every text; first what would tell of the
    searches that are made here."""
    client = one.client
    await one.ask("resources", "", client.list_resources)
    await one.ask("templates", "", client.list_resource_templates)
    await one.ask("prompts", "", client.list_prompts)
    for text in texts[:: EVERY // 4]:
        for ref, name in COMPLETED:
            argument = {"name": name, "value": text[:4]}
            await one.ask("complete", argument, partial(client.complete, ref, argument))
    for tool in (await client.list_tools()).tools:
        for args in [*filled(tool, texts)][::EVERY]:
            await one.ask(tool.name, args, partial(client.call_tool, tool.name, args))
    paths = ("memory/", "memory/search?query=", "block/", "context?query=")
    addresses = [f"memento://{path}{text}" for text in texts for path in paths]
    for uri in addresses[:: EVERY // 4]:
        await one.ask("read", uri, partial(client.read_resource, uri))
    for text in texts[:: EVERY // 4]:
        given = {"query": text}
        await one.ask("prompt", given, partial(client.get_prompt, "memory_injection", given))


def probed(store: Store, scope: tuple[str, ...]) -> Prober:
    """What probes under a token of this scope of Ann's have found, after others have searched."""
    others = [name for name in MARKS if name != "ann"]
    token = made("mine", *scope)
    tokens = [made(f"of-{name}", f"person:{name}") for name in others]
    texts = [text for name in others for text in names_of(store, name)]
    texts += ["doctor", "tone", "port", "city", "*", "id:bob", "person:bob", "-p bob"]

    async def work() -> Prober:
        with served(store) as url:
            for mark, each in zip([MARKS[name] for name in others], tokens, strict=True):
                async with at(url, each) as client:
                    await client.read_resource(f"memento://memory/search?query={mark}illness")
            async with at(url, token) as client:
                one = Prober(client, tuple(MARKS[name] for name in others))
                await probe_all(one, texts)
                return one

    return anyio.run(work)


def made(name: str, *scope: str) -> str:
    """A new token with this scope, of a name that none has."""
    name += f"-{typed('agent', 'token', 'list', '--json').stdout.count('created')}"
    scopes = [word for bound in scope for word in ("--scope", bound)]
    return typed("agent", "token", "add", name, *scopes).stdout.strip()


def served(store: Store) -> AbstractContextManager[str]:
    """A server with all tools, which may do all that they can."""
    return listening(store, "--toolset", TOOLSETS, "--allow-destructive", MEMENTO_MCP_TOKEN="")


@pytest.mark.parametrize(
    "scope",
    [
        scope if scope == SCOPES[0] else pytest.param(scope, marks=pytest.mark.longer)
        for scope in SCOPES
    ],
    ids=" ".join,
)
def test_no_probe_finds_a_word_of_others(store: Store, scope: tuple[str, ...]) -> None:
    """A hundred probes under each scope: by tools, resources, prompts, completion and errors, with
    the ids, names and words of what is hidden."""
    one = probed(store, scope)
    assert one.leaks == [] and one.count >= 100


def test_what_is_hidden_is_answered_as_what_is_not_there(store: Store) -> None:
    """By its id, whole or in part: the same error in the same words, and nothing is done to it."""
    token = made("ann", "person:ann")
    names = [name for name in names_of(store, "bob") if len(name) > LEAST_SIGNS]
    before = len(store.journal.lines().lines)

    async def work() -> list[tuple[str, str, str, str]]:
        with served(store) as url:
            async with at(url, token) as client:
                tools = (await client.list_tools()).tools
                pairs = [
                    (tool.name, args, absent)
                    for tool in tools
                    if tool.name not in KEEPING
                    for args in filled(tool, names)
                    if (absent := {key: other(args[key], names) for key in args}) != args
                ]
                different = []
                for name, args, absent in pairs[::EVERY]:
                    one, two = [await said(client, name, given) for given in (args, absent)]
                    different += [(name, str(args), one, two)] if one != two else []
                return different

    assert anyio.run(work) == []
    assert len(store.journal.lines().lines) == before


def other(value: Any, names: list[str]) -> Any:
    """A name that nothing has, in the place of one that something has."""
    if isinstance(value, list):
        return [other(each, names) for each in value]
    if value not in names:
        return value
    alike = value.replace(MARKS["bob"], "kumz").replace("bob", "boz")
    return alike if alike != value else f"{value[:-2]}qq"


async def said(client: Client, name: str, args: dict[str, Any]) -> str:
    """What a tool answers, without numbers of this time alone and what was given."""
    try:
        answer = (await client.call_tool(name, args)).model_dump_json()
    except MCPError as problem:
        answer = str(problem.error)
    for text in sorted(texts_of(args), key=len, reverse=True):
        answer = answer.replace(text, "GIVEN")
    return re.sub(r"[0-9a-f]{16}|\bbo[bz]\b", "GIVEN", answer)
