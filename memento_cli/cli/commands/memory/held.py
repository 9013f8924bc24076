"""What holds beside memories, shown as its file says it."""

from __future__ import annotations

from memento_cli.actions.facts.records import place_of
from memento_cli.cli.output.rows import labelled, print_fenced
from memento_cli.cli.output.safe import safe
from memento_cli.core.memory.record_kinds import KV
from memento_cli.store.toml.changes import flat, plain

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.actions.facts.record_reading import NamedRecord
    from memento_cli.cli.call import Call


def show_held(call: Call, record: NamedRecord, *, raw: bool, path: bool, fence: bool) -> None:
    """Print what was found: its keys, its file or its place."""
    if path:
        folder, id = place_of(call.store, record.ref)
        call.out.say(safe(folder.path(id)))
    elif raw:
        call.out.say(safe(_document(call, record), lines=True).rstrip("\n"))
    elif fence:
        print_fenced(call.out, [_document(call, record)])
    else:
        data = plain(_living(call, record))
        rows = [
            ("id", record.ref),
            *(row for key, content in flat(data).items() for row in _rows(key, content)),
        ]
        call.out.value({"ref": record.ref, **data}, labelled(rows, call.out))


def _rows(key: str, content: Any) -> list[tuple[str, Any]]:
    """A key with its value; of a list of tables, each of them."""
    if not isinstance(content, list):
        return [(key, content)]
    if not any(isinstance(entry, dict) for entry in content):
        return [(key, ", ".join(map(str, content)))]
    return [
        (key, ", ".join(f"{name} {value}" for name, value in entry.items())) for entry in content
    ]


def _document(call: Call, record: NamedRecord) -> str:
    """The text of a file; of a hard fact's only what lives."""
    from memento_cli.store.toml.writer import rendered

    if record.ref.startswith(f"{KV}/"):
        return rendered(_living(call, record))
    return record.found.document.text


def _living(call: Call, record: NamedRecord) -> dict[str, Any]:
    """What a file says; of a hard fact, nothing whose time is over or that was replaced."""
    if not record.ref.startswith(f"{KV}/"):
        return record.found.document.data
    from memento_cli.actions.facts.kv import hard_fact
    from memento_cli.core.facts.kv import Slot

    slot: Slot = record.found.value
    fact = hard_fact(call.store, slot.key, call.now, person=slot.person or "")
    return call.store.held(KV).codec.data(Slot(fact.key, fact, person=fact.person))
