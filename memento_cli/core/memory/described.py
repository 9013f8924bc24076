"""What there is to say of a memory beside its words, as labels and texts for people."""

from __future__ import annotations

from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.explanation import arithmetic
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.trust import READS, TRUST, UNLABELLED, trust_label, trust_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from typing import Any

    from memento_cli.core.memory.memory import Memory


def described(
    memory: Memory, now: datetime, minute: Callable[[datetime], str]
) -> Iterator[tuple[str, str]]:
    """The strength at `now` with its arithmetic, whose the memory is, and how it is labelled; a
    label without a text is left out. `minute` writes a moment for whoever reads it."""
    content, tags = memory.content, memory.tags
    flags = ", ".join(flags_of(memory))
    pairs = (
        ("strength", arithmetic(memory, now)),
        ("person", name_of(memory.person)),
        ("with", ", ".join(map(name_of, tags.people))),
        ("topics", ", ".join(tags.topics)),
        ("outcome", tags.outcome),
        ("created", minute(memory.created)),
        ("significance", content.significance),
        ("kind", memory.kind),
        ("source", memory.source),
        ("trust", trust_label(trust_of(memory))),
        ("flags", flags and f"{READS}: {flags}"),
        ("privacy", "" if memory.privacy == UNLABELLED else memory.privacy),
        ("importance", f"{memory.importance:g}"),
        ("project", memory.project),
        ("agent", memory.agent),
        ("session", memory.session),
    )
    return ((label, text) for label, text in pairs if text)


def described_further(memory: Memory, cell: Callable[[Any], str]) -> Iterator[tuple[str, str]]:
    """What else its file says, by the paths of its keys; `cell` writes a value."""
    for path, value in memory.more.items():
        if path != TRUST:
            yield path.removeprefix("memory."), cell(value)
