"""A store to try things on, and how tests look at it."""

from __future__ import annotations

import difflib
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memento_cli.actions.memory.record import record
from memento_cli.core.memory.memory import Draft, Memory, Tags
from memento_cli.store.directory.creation import make_store
from memento_cli.store.directory.store import Store
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.splice import edited

NOW = datetime(2025, 2, 1, 14, 30, tzinfo=UTC)
DAY = timedelta(days=1)
ALEX = "ctx://person/alex"

WHOLE = """\
[memory]
id = "a"
person = "ctx://person/alex"
created = "2025-02-01T14:30:00Z"

[memory.content]
summary = "one"

[memory.strength]
initial = 1.0
current = 1.0
last_reinforced = "2025-02-01T14:30:00Z"
reinforcement_count = 0
"""


def new_store(root: str | Path, **settings: Any) -> Store:
    """A fresh store; settings by their key with `__` for the dot."""
    make_store(str(root), {key.replace("__", "."): value for key, value in settings.items()})
    return Store(str(root))


def reopened(store: Store) -> tuple[Store, list[str]]:
    """The store opened anew, and what it warns of."""
    warnings: list[str] = []
    return Store(store.root, warnings.append), warnings


def recorded(store: Store, summary: str = "one", topic: str = "tea", **more: Any) -> Memory:
    """A memory of alex, recorded now."""
    draft = Draft(summary, ALEX, tags=Tags((topic,)), **more)
    return record(store, draft, NOW).memory


def put(store: Store, id: str, text: str | bytes, folder: str = "memories") -> Path:
    """A file as another program would leave it."""
    path = Path(store.root, folder, f"{id}.toml")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def whole(id: str = "a", **changes: str) -> str:
    """A good file; `changes` replace parts of lines: key="…" → value."""
    text = WHOLE.replace('id = "a"', f'id = "{id}"')
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text


def changed_lines(before: str, after: str) -> list[str]:
    """What `git diff` would show: `-old`, `+new`."""
    diff = difflib.unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm="")
    return [line for line in diff if line[:2] not in ("--", "++", "@@")]


def litter(root: str) -> list[str]:
    """Temporary files that were left behind."""
    return [name for _, _, names in os.walk(root) for name in names if name.startswith(".tmp-")]


def say(root: str | Path, **settings: Any) -> None:
    """Let a store's memento.toml say these settings, by their key with `__` for the dot."""
    path = Path(root, "memento.toml")
    keys = {tuple(key.split("__")): value for key, value in settings.items()}
    path.write_text(edited(parsed(path.read_bytes(), str(path)), keys))
