"""A memory as a Markdown note: front matter with all that it says, and its words below.

Each value of the front matter is one line of JSON, which is YAML, too; so no text in it can end it.
The detail stands below as it is; one with signs that nobody can see stands in the front matter.
"""

from __future__ import annotations

from datetime import UTC

from memento_cli.core.text.visible import visible
from memento_cli.errors import BadData
from memento_cli.store.files.files import read_regular
from memento_cli.store.files.strict_json import dumped, loaded
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memento_cli.core.memory.memory import Memory


SUFFIX = ".md"
MARK, SCHEMA = "memento", 1
RULE = "---\n"
START = f"{RULE}{MARK}: {SCHEMA}\n".encode()
"""How a note begins that memento has written."""
CONTENT = {"title": "summary", "detail": "detail", "significance": "significance"}
TAGS = {"topics": "topics", "people": "people", "outcome": "outcome"}
"""Keys of the front matter, and what they are in the tables of a memory's file."""
LEFT_OUT = "log"


def note_text(memory: Memory) -> str:
    """The note of a memory. What its file says that memento does not know is not in it."""
    said = dict(memory_codec(UTC).data(memory)["memory"])
    said.pop(LEFT_OUT, None)
    content, tags = said.pop("content"), said.pop("tags", {})
    detail = content["detail"]
    shown = visible(detail, lines=True)
    front = {MARK: SCHEMA, "id": said.pop("id")}
    front |= {key: content[name] for key, name in CONTENT.items() if key != "detail"}
    front |= {key: tags[name] for key, name in TAGS.items() if name in tags} | said
    if shown != detail:
        front["detail"] = detail
    keys = "".join(f"{key}: {dumped(value)}\n" for key, value in front.items())
    body = f"\n{shown}\n" if detail else ""
    return f"{RULE}{keys}{RULE}\n# {visible(content['summary'])}\n{body}"


def is_note(path: str) -> bool:
    """Whether a file is a note that memento has written."""
    try:
        return path.endswith(SUFFIX) and read_regular(path, SIZE_LIMIT).startswith(START)
    except (OSError, BadData):
        return False


def note_data(text: str, where: str) -> dict[str, Any]:
    """The document of the memory that a note says; BadData if that is no longer as it was written.

    The title counts, not the heading.
    """
    front, rule, below = text.removeprefix(RULE).partition(f"\n{RULE}")
    if not rule or not text.startswith(START.decode()):
        raise BadData(where, ["no note that memento has written"])
    said: dict[str, Any] = {"detail": _detail(below)}
    for line in front.split("\n")[1:]:
        key, _, value = line.partition(": ")
        try:
            said[key] = loaded(value.encode())
        except ValueError as problem:
            raise BadData(where, [f"{key[:40]}: not JSON: {problem}"]) from None
    return {"memory": _tables(said)}


def _tables(said: Mapping[str, Any]) -> dict[str, Any]:
    """The front matter in the tables of a memory's file."""
    moved = {**CONTENT, **TAGS}
    return {key: value for key, value in said.items() if key not in moved} | {
        "content": {name: said[key] for key, name in CONTENT.items() if key in said},
        "tags": {name: said[key] for key, name in TAGS.items() if key in said},
    }


def _detail(below: str) -> str:
    """The detail under the heading, as it was before it got a line of its own."""
    _, _, rest = below.lstrip("\n").partition("\n")
    return rest.removeprefix("\n").removesuffix("\n")
