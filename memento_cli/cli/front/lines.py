"""Journal lines without numbers, as `store/jsonl.py` writes them, but without a JSON encoder."""

from __future__ import annotations

import os

from memento_cli.cli.front.cells import iso
from memento_cli.core.acts import OTHERS
from memento_cli.core.line_ids import RANDOM_BITS, line_id, line_millis
from memento_cli.core.visible import is_visible
from memento_cli.errors import BadData
from memento_cli.store.clone import actor, clone_id, door
from memento_cli.store.files import append, refuse_link
from memento_cli.store.pen import is_behind, is_timely, last_number, log_path, next_number

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

PRIVATE, JOURNAL = ".memento", "journal"
OPENING, ID_SIGNS = b'{"id": "', 26
ADOPTED = b'"via": "adoption"'


def append_acts(
    root: str, act: str, memories: Sequence[str], now: int, reason: str, *, together: bool = False
) -> bool:
    """Append an act on some memories to the writer's own log; whoever calls holds the lock.

    It is a line for each, or one for all `together`.
    False, with nothing written, where the clock is behind, which Typer's way tells.
    """
    by, folder = actor(), os.path.join(root, JOURNAL)
    name = f"{by}-{clone_id(os.path.join(root, PRIVATE))}.jsonl"
    number = last_number(folder, name, ids_in)
    if is_behind(number):
        return False
    ids, others = [], memories[1:] if together else []
    for _ in memories[:1] if together else memories:
        number = next_number(number) + len(others)
        ids.append(line_id(number >> RANDOM_BITS, number))
    batch = ids[0] if len(ids) > 1 else ""
    pairs = zip(ids, memories, strict=False)
    lines = [line_text(id, now, act, memory, by, batch, reason, others) for id, memory in pairs]
    path = log_path(folder, name, line_millis(ids[-1]))
    refuse_link(os.path.dirname(path))
    append(path, "".join(lines).encode())
    return True


def line_text(
    id: str,
    at: int,
    act: str,
    memory: str,
    by: str,
    batch: str = "",
    reason: str = "",
    others: Sequence[str] = (),
) -> str:
    """The line of an act from the command line, at `at` microseconds since 1970."""
    said = {"id": id, "at": iso(at), "act": act, "memory": memory, "by": by, "via": door()}
    if batch:
        said["batch"] = batch
    parts = [f'"{key}": {_quoted(value)}' for key, value in said.items()]
    if reason:
        parts.append(f'"text": {{"reason": {_quoted(reason)}}}')
    if others:
        parts.append(f'"{OTHERS}": [{", ".join(map(_quoted, others))}]')
    return "{" + ", ".join(parts) + "}\n"


def ids_in(data: bytes) -> list[str]:
    """The ids of the lines in a tail, those of adoptions left out; BadData if one is unusual."""
    ids = []
    for place, raw in enumerate(data.split(b"\n")):
        end = len(OPENING) + ID_SIGNS
        if raw.startswith(OPENING) and raw[end : end + 2] == b'",' and raw.endswith(b"}"):
            id = raw[len(OPENING) : end].decode(errors="replace")
            if ADOPTED not in raw and is_timely(id):
                ids.append(id)
        elif raw.strip() and place:  # the first may be cut
            raise BadData("journal", ["not a line as memento writes it"])
    return ids


def _quoted(text: str) -> str:
    if is_visible(text) and '"' not in text and "\\" not in text:
        return f'"{text}"'
    from memento_cli.store.strict_json import dumped

    return dumped(text)
