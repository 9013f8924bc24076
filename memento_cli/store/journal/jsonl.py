"""The journal's lines as JSON: one object a line, strict in reading, safe in writing."""

from __future__ import annotations

from memento_cli.core.journal.event_types import OTHERS
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.line_ids import ids_until
from memento_cli.core.memory.memory import strength_from
from memento_cli.core.time.when import iso
from memento_cli.errors import BadData
from memento_cli.store.files.strict_json import dumped
from memento_cli.store.journal.line_parts import NoLine, others_in, parts_of

KEYS = ("id", "at", "act", "memory", "by", "via", "batch", "undoes", "strength", "text")
KNOWN = frozenset(KEYS)


def line_text(line: JournalEntry) -> str:
    """A journal line as it stands in the file, without its end."""
    strength = line.strength
    numbers = strength and {
        "initial": strength.initial,
        "last_reinforced": iso(strength.last_reinforced),
        "reinforcement_count": strength.reinforcement_count,
    }
    said = dict(zip(KEYS, (*line[:8], numbers, line.text), strict=True)) | {"at": iso(line.at)}
    always = ("id", "at", "act", "memory", "by")
    kept = {key: value for key, value in said.items() if value or key in always}
    return dumped(kept | dict(line.more))


def lines_of(raw: bytes | str, where: str = "journal") -> list[JournalEntry]:
    """The lines that this JSON stands for: one, or one of each memory that it names; BadData if it
    is none."""
    return spread(line_of(raw, where))


def spread(line: JournalEntry) -> list[JournalEntry]:
    """A line of each memory that a line is about; they are one batch, and their ids follow from
    its own, which is the last of them."""
    is_alone = line.strength or line.undoes
    others = [] if is_alone else others_in(line.more.get(OTHERS), line.memory)
    if not others:
        return [line]
    more = {key: value for key, value in line.more.items() if key != OTHERS}
    whole = line._replace(batch=line.batch or line.id, more=more)
    memories = [line.memory, *others]
    pairs = zip(ids_until(line.id, len(memories)), memories, strict=True)
    return [whole._replace(id=id, memory=memory) for id, memory in pairs]


def line_of(raw: bytes | str, where: str = "journal") -> JournalEntry:
    """The journal line in this JSON, or BadData that says what is wrong with it."""
    try:
        texts, at, numbers, said = parts_of(raw)
    except NoLine as problem:
        raise BadData(where, [str(problem)]) from None
    id, act, memory, by, via, batch, undoes = texts
    text = said.get("text", {})
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
        {} if KNOWN.issuperset(said) else {k: v for k, v in said.items() if k not in KNOWN},
    )
