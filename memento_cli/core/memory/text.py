"""The searched text of a memory, and where in it a word occurs."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.memory.memory import Memory


MARKS = ".,;:!?…\"'`“”‘’«»()[]{}<>。、，！？；：「」『』（）"
"""Characters beside a word that are no part of it."""


def searchable(memory: Memory) -> str:
    """The text in which words are looked for: summary, detail, topics and people, each a line."""
    return "\n".join(plain_line(text) for texts in _texts(memory).values() for text in texts)


def places(memory: Memory, word: str) -> list[str]:
    """Where in the memory a word or a phrase occurs."""
    return [
        name
        for name, texts in _texts(memory).items()
        if any(stands_in(word, plain_line(text)) for text in texts)
    ]


def stands_in(word: str, text: str) -> bool:
    """Whether a word or a phrase is in a searchable text; all white space is alike."""
    from memento_cli.core.memory.refs import SCHEME, name_of

    bare = name_of(word) if word.startswith(SCHEME) else word
    return plain_line(bare.strip(MARKS) or bare) in text


def plain(text: str) -> str:
    """The text in NFKC and without case."""
    import unicodedata  # a slow import

    return unicodedata.normalize("NFKC", text).casefold()


def plain_line(text: str) -> str:
    """The plain text with single spaces instead of all white space."""
    return " ".join(plain(text).split())


def _texts(memory: Memory) -> dict[str, tuple[str, ...]]:
    """The texts of a memory by place; of references only the names count."""
    from memento_cli.core.memory.refs import name_of

    content, tags = memory.content, memory.tags
    return {
        "summary": (content.summary,),
        "detail": (content.detail,),
        "topics": tags.topics,
        "people": tuple(name_of(ref) for ref in (memory.person, *tags.people)),
    }
