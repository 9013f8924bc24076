"""Quotations of erased texts in memories, journal entries and bad lines of logs."""

from __future__ import annotations

from memento_cli.core.security.escapes import unescaped
from memento_cli.core.security.secret_marks import texts_in
from memento_cli.store.redaction.logs import MEMORY

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Memory

TEXT_KEYS = ("content.summary", "content.detail")
QUOTED = 20
"""The characters from which a common text is a quotation; a shorter one may be chance."""
FEW = 5
"""The characters from which a text is looked for in lines where a false match does no harm."""


def lines_of_text(
    memories: Iterable[Memory], other_texts: Iterable[str], entries: Iterable[JournalEntry]
) -> set[str]:
    """Each line of the memories, of the other texts, and of former versions in the entries."""
    texts = [f"{memory.content.summary}\n{memory.content.detail}" for memory in memories]
    texts += other_texts
    texts += [
        text for entry in entries for key, text in texts_in(entry.text) if key.endswith(TEXT_KEYS)
    ]
    return {_normalized(line) for text in texts for line in text.split("\n")}


def bad_line_test(text_lines: Collection[str]) -> Callable[[bytes], bool]:
    """A test whether a bad line of a log contains one of these lines. Shorter ones count in a bad
    line without a memory's id, since its owner is unknown."""
    texts = {least: [text for text in text_lines if len(text) >= least] for least in (FEW, QUOTED)}

    def quotes_line(line: bytes) -> bool:
        least = QUOTED if MEMORY.search(line) else FEW
        return contains_any(unescaped(line.decode(errors="replace")), texts[least])

    return quotes_line


def quotes(memory: Memory, texts: Collection[str]) -> bool:
    """Whether a memory contains one of the texts."""
    return contains_any(f"{memory.content.summary} {memory.content.detail}", texts)


def entry_quotes(entry: JournalEntry, texts: Collection[str]) -> bool:
    """Whether a journal entry contains one of the texts, as a reason or in a former version."""
    return any(contains_any(text, texts) for _, text in texts_in(entry.text))


def contains_any(text: str, parts: Collection[str]) -> bool:
    """Whether a text contains one of the normalized texts, ignoring case and white space."""
    normalized = _normalized(text)
    return any(part in normalized for part in parts)


def _normalized(text: str) -> str:
    return " ".join(text.casefold().split())
