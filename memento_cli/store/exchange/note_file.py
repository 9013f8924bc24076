"""A memory as a Markdown note: front matter with all its fields, and its text below.

Each value of the front matter is one line of JSON, which is valid YAML: no text can end the front
matter early. A detail with invisible characters stands in the front matter, too.
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
"""The beginning of every note that memento writes."""
CONTENT = {"title": "summary", "detail": "detail", "significance": "significance"}
TAGS = {"topics": "topics", "people": "people", "outcome": "outcome"}
"""Keys of the front matter, and their keys in these tables of a memory's file."""
OMITTED = "log"


def note_text(memory: Memory) -> str:
    """The note of a memory. Keys of its file that memento does not know are left out."""
    table = dict(memory_codec(UTC).data(memory)["memory"])
    table.pop(OMITTED, None)
    content, tags = table.pop("content"), table.pop("tags", {})
    detail = content["detail"]
    shown = visible(detail, lines=True)
    front = {MARK: SCHEMA, "id": table.pop("id")}
    front |= {key: content[name] for key, name in CONTENT.items() if key != "detail"}
    front |= {key: tags[name] for key, name in TAGS.items() if name in tags} | table
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
    """The document of a note's memory; BadData if its front matter can no longer be read.

    The summary is the title in the front matter, not the heading.
    """
    front, rule, below = text.removeprefix(RULE).partition(f"\n{RULE}")
    if not rule or not text.startswith(START.decode()):
        raise BadData(where, ["no note that memento has written"])
    values: dict[str, Any] = {"detail": _detail(below)}
    for line in front.split("\n")[1:]:
        key, _, value = line.partition(": ")
        try:
            values[key] = loaded(value.encode())
        except ValueError as problem:
            raise BadData(where, [f"{key[:40]}: not JSON: {problem}"]) from None
    return {"memory": _tables(values)}


def _tables(front: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the front matter in the tables of a memory's file."""
    moved = {**CONTENT, **TAGS}
    return {key: value for key, value in front.items() if key not in moved} | {
        "content": {name: front[key] for key, name in CONTENT.items() if key in front},
        "tags": {name: front[key] for key, name in TAGS.items() if key in front},
    }


def _detail(below: str) -> str:
    """The detail under the heading, without the blank line and the line end around it."""
    _, _, rest = below.lstrip("\n").partition("\n")
    return rest.removeprefix("\n").removesuffix("\n")
