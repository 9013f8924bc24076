"""The text of a memory, and where in it a word stands."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.memory.memory import Memory


MARKS = ".,;:!?…\"'`“”‘’«»()[]{}<>。、，！？；：「」『』（）"
"""What may stand beside a word and is no part of it."""


def searchable(memory: Memory) -> str:
    """The text that words are looked for in: summary, detail, topics and people, each a line."""
    return "\n".join(_plain_line(text) for texts in _texts(memory).values() for text in texts)


def places(memory: Memory, word: str) -> list[str]:
    """Where in the memory a word, or a phrase, stands."""
    return [
        name
        for name, texts in _texts(memory).items()
        if any(stands_in(word, _plain_line(text)) for text in texts)
    ]


def stands_in(word: str, text: str) -> bool:
    """Whether a word, or a phrase, is part of a searchable text. White space is as good as any."""
    from memento_cli.core.memory.refs import SCHEME, name_of

    bare = name_of(word) if word.startswith(SCHEME) else word
    return _plain_line(bare.strip(MARKS) or bare) in text


def plain(text: str) -> str:
    """Text in which case and the ways of writing one letter do not matter."""
    import unicodedata  # nearly as large as all that a recall imports

    return unicodedata.normalize("NFKC", text).casefold()


def _plain_line(text: str) -> str:
    return " ".join(plain(text).split())


def _texts(memory: Memory) -> dict[str, tuple[str, ...]]:
    """What it says, by place. `ctx` and `person` are not words of every memory."""
    from memento_cli.core.memory.refs import name_of

    content, tags = memory.content, memory.tags
    return {
        "summary": (content.summary,),
        "detail": (content.detail,),
        "topics": tags.topics,
        "people": tuple(name_of(ref) for ref in (memory.person, *tags.people)),
    }
