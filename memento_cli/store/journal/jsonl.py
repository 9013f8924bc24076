"""Journal entries as lines of JSON, read strictly and written safely."""

from __future__ import annotations

from memento_cli.core.journal.event_types import OTHERS
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.line_ids import ids_until
from memento_cli.core.memory.memory import strength_from
from memento_cli.core.text.strict_json import dumped
from memento_cli.core.time.when import iso
from memento_cli.errors import BadData
from memento_cli.store.journal.line_parts import InvalidLine, other_memories, parsed_parts

KEYS = ("id", "at", "act", "memory", "by", "via", "batch", "undoes", "strength", "text")
REQUIRED = frozenset(("id", "at", "act", "memory", "by"))
KNOWN = frozenset(KEYS)


def entry_text(entry: JournalEntry) -> str:
    """A journal entry as a line of its log, without the line end."""
    strength = entry.strength
    numbers = strength and {
        "initial": strength.initial,
        "last_reinforced": iso(strength.last_reinforced),
        "reinforcement_count": strength.reinforcement_count,
    }
    values = {key: getattr(entry, key) for key in KEYS} | {"at": iso(entry.at), "strength": numbers}
    fields = {key: value for key, value in values.items() if value or key in REQUIRED}
    return dumped(fields | dict(entry.more))


def entries_of(raw: bytes | str, where: str = "journal") -> list[JournalEntry]:
    """The entries of a line: one, or one for each memory that it names; BadData if it is none."""
    return expanded_entry(entry_of(raw, where))


def expanded_entry(entry: JournalEntry) -> list[JournalEntry]:
    """An entry for each memory that one is about.

    They are one batch. Their ids are consecutive, and the last is that of the line.
    """
    is_of_one = entry.strength or entry.undoes
    others = [] if is_of_one else other_memories(entry.more.get(OTHERS), entry.memory)
    if not others:
        return [entry]
    more = {key: value for key, value in entry.more.items() if key != OTHERS}
    common = entry._replace(batch=entry.batch or entry.id, more=more)
    memories = [entry.memory, *others]
    pairs = zip(ids_until(entry.id, len(memories)), memories, strict=True)
    return [common._replace(id=id, memory=memory) for id, memory in pairs]


def entry_of(raw: bytes | str, where: str = "journal") -> JournalEntry:
    """The entry of a line as it stands there; BadData says what is wrong with it."""
    try:
        texts, at, numbers, fields = parsed_parts(raw)
    except InvalidLine as problem:
        raise BadData(where, [str(problem)]) from None
    id, act, memory, by, via, batch, undoes = texts
    text = fields.get("text", {})
    return JournalEntry(
        id,
        at,
        act,
        memory,
        by,
        via,
        batch,
        undoes,
        strength_from(*numbers) if numbers else None,
        text if isinstance(text, dict) else {"reason": str(text)},
        {} if KNOWN.issuperset(fields) else {k: v for k, v in fields.items() if k not in KNOWN},
    )
