"""Document 002: what its tools take and answer, asked of the tools themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memento_cli.store.directory.store import Store
from memento_cli.tools.memory_tools import PIN, UNPIN
from memento_cli.tools.recall_tools import RECALL
from memento_cli.tools.remember import REMEMBER
from memento_cli.tools.request_context import ServerConfig
from memento_cli.tools.tool import Tool
from tests.conformance.compare import Facts
from tests.conformance.memento_goals import system as system
from tests.conformance.stores import Rows, by_id, document, fresh_store, moment
from tests.conformance.system import NotUnderstood

NOW = moment("2025-06-01T00:00:00Z")
WORDS = "The words of this memory"
FILTERS = {
    "tags": ("tags", "tags.topics"),
    "type": ("type", "kind"),
    "importance_min": ("importance_min", "importance"),
    "project": ("project_id", "project"),
    "project_id": ("project_id", "project"),
    "agent": ("agent", "agent"),
    "time_from": ("time_from", "created"),
    "time_to": ("time_to", "created"),
}
"""The document's filters: how the tool calls each, and where a memory's file says it."""


OWN = {
    "importance_min": ("importance",),
    "project_id": ("project",),
    "project": ("project_id",),
    "time_from": ("created", "created_at"),
    "time_to": ("created", "created_at"),
}
"""What a memory calls that which a filter asks for, where it is not the same."""


def called(store: Store, tool: Tool, **said: Any) -> dict[str, Any]:
    """What a tool answers to an agent."""
    request = ServerConfig(store.root, now=NOW).request("conformance")
    return tool.act(request, tool.arguments_of(said)).value


@system.op
def remember_defaults(*, content: str) -> Facts:
    with fresh_store(profile="agent") as store:
        id = called(store, REMEMBER, content=content)["memory_id"]
        memory = store.memories.read(id).value
        return Facts(
            type=memory.kind,
            importance=memory.importance,
            privacy_scope=memory.privacy,
            pinned=memory.pinned,
        )


@system.op
def remember_reject(**said: Any) -> Facts:
    """Whether a call that says this is refused."""
    strange = said.keys() - {field.path for field in REMEMBER.fields}
    if strange:
        raise NotUnderstood(f"remember takes no {', '.join(sorted(strange))}")
    with fresh_store(profile="agent") as store:
        return Facts(ok=bool(called(store, REMEMBER, **{"content": "x"} | said)))


@system.op
def remember_accept(**said: Any) -> Facts:
    return remember_reject(**said)


@system.op
def recall_limit(*, limit: int | None = None, memories: int = 60) -> int:
    """How many hits come; without a word, of more than any limit lets in."""
    many = (document(f"m{nth}", summary=WORDS) for nth in range(memories))
    with fresh_store(*many, profile="agent") as store:
        return len(called(store, RECALL, query="words", limit=limit)["ids"])


@system.op
def recall_result_fields() -> list[str]:
    """Those of the document's that each item has."""
    with fresh_store(document("m1", summary=WORDS), profile="agent") as store:
        text = called(store, RECALL, query="words")["text"]
        labels = {line.partition(":")[0] for line in text.split("\n")}
        return [name for name in ("snippet", "score", "recall_reason") if name in labels]


@system.op
def recall_filter(*, memories: Rows, **asked: Any) -> list[str]:
    """The memories that a filter lets in; a vector gives what each has of the one it asks for."""
    if len(asked) != 1 or next(iter(asked)) not in FILTERS:
        raise NotUnderstood("memories are given by one key of the document's filters")
    ((name, wanted),) = asked.items()
    key, path = FILTERS[name]
    texts = [wanted] if key == "type" and isinstance(wanted, str) else wanted
    own = {id: _own(said, name) for id, said in by_id(memories).items()}
    files = [_with(document(id, summary=WORDS), path, value) for id, value in own.items()]
    with fresh_store(*files, profile="agent") as store:
        return sorted(called(store, RECALL, query="words", filters={key: texts})["ids"])


@system.op
def pin(*, state: str) -> Facts:
    return _pinned(PIN, state)


@system.op
def unpin(*, state: str, importance: float = 0.5, confirm: bool = False) -> Facts:
    return _pinned(UNPIN, state, importance, confirm=confirm)


def _pinned(tool: Tool, state: str, importance: float = 0.5, **said: bool) -> Facts:
    file = document(pinned=state == "pinned", importance=importance)
    with fresh_store(file, profile="agent") as store:
        told = called(store, tool, memory_id="m", **said)
        return Facts(pinned=store.memories.read("m").value.pinned, already=told["already"])


def _own(said: Any, name: str) -> Any:
    """What a memory has of what a filter asks for; a vector may tell it in a table."""
    if not isinstance(said, Mapping):
        return said
    keys = [key for key in (name, *OWN.get(name, ())) if key in said]
    if len(keys) != 1:
        raise NotUnderstood(f"a memory without {name}: {dict(said)!r}")
    return said[keys[0]]


def _with(file: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A memory's file that says this, too."""
    memory = dict(file["memory"])
    table, _, key = path.rpartition(".")
    if table:
        memory[table] = {**memory.get(table, {}), key: value}
    else:
        memory[key] = value
    return {"memory": memory}
