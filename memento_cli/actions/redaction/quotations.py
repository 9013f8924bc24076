"""What else has the words of what is erased: memories, lines of the journal, bad lines of logs."""

from __future__ import annotations

from memento_cli.core.security.escapes import unescaped
from memento_cli.core.security.secret_marks import texts_in
from memento_cli.store.redaction.logs import MEMORY

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory

SAID = ("content.summary", "content.detail")
QUOTED = 20
"""So many signs in common are a quotation; fewer may be chance."""
FEW = 5
"""So few are looked for where a chance does no harm."""


def lines_said(
    memories: Iterable[Memory], others: Iterable[str], lines: Iterable[JournalEntry]
) -> set[str]:
    """Each line of what is said there, and of what was said."""
    said = [f"{memory.content.summary}\n{memory.content.detail}" for memory in memories]
    said += others
    said += [text for line in lines for key, text in texts_in(line.text) if key.endswith(SAID)]
    return {_plain(row) for each in said for row in each.split("\n")}


def in_bad_lines(said: Collection[str]) -> Callable[[bytes], bool]:
    """What tells whether a bad line of a log has something that was said; in one that names no
    memory, what may be chance counts, too: nobody knows whose it is."""
    texts = {least: [text for text in said if len(text) >= least] for least in (FEW, QUOTED)}

    def is_said(row: bytes) -> bool:
        least = QUOTED if MEMORY.search(row) else FEW
        return has(unescaped(row.decode(errors="replace")), texts[least])

    return is_said


def quotes(memory: Memory, texts: Collection[str]) -> bool:
    """Whether a memory has the words."""
    return has(f"{memory.content.summary} {memory.content.detail}", texts)


def tells(line: JournalEntry, texts: Collection[str]) -> bool:
    """Whether a line of the journal has the words: as a reason, or in what an edit replaced."""
    return any(has(said, texts) for _, said in texts_in(line.text))


def has(said: str, texts: Collection[str]) -> bool:
    """Whether one of these stands in a text, capitals and white space aside."""
    plain = _plain(said)
    return any(text in plain for text in texts)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())
