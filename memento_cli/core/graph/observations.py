"""Observations of the reference MCP memory server as memories.

An observation is a short text about one entity. It is a memory with the entity among its topics,
and also among its people if it is a person.
"""

from __future__ import annotations

import unicodedata
from contextlib import suppress

from memento_cli.core.memory.memory import SUMMARY_SIGNS, Draft, Tags, split_content
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.text.visible import narrow, visible
from memento_cli.errors import BadRef

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.memory.memory import Content

PERSON = "person"
SOURCE = "mcp"
CUT = " …"


def observation_draft(text: str, name: str, kind: str) -> Draft:
    """The draft of a memory for an observation; its summary is "" for a text without words."""
    summary, detail = _parts(text)
    return Draft(summary, detail=detail, tags=_tags(name, kind), kind="semantic", source=SOURCE)


def says_nothing(text: str) -> bool:
    """Whether a text is no observation: nothing in it can be read."""
    return not _parts(text)[0]


def observation_text(content: Content) -> str:
    """The text of a memory; if it was made from an observation, exactly that one."""
    summary, detail = content.summary, content.detail
    if summary.endswith(CUT) and _plain(detail).startswith(summary.removesuffix(CUT)):
        return detail
    return f"{summary}\n{detail}" if detail else summary


def normalized(text: str) -> str:
    """The text of an observation with normalized white space, for comparison."""
    return " ".join(text.split())


def spellings(text: str) -> set[str]:
    """The normalized text of an observation, as it is and with its hidden characters shown."""
    return {normalized(text), normalized(visible(text, lines=True))}


def _parts(text: str) -> tuple[str, str]:
    """Summary and detail, from which the text can be restored except for outer white space.

    If the first line is too long for a summary it is cut, and the whole text is the detail.
    """
    text = text.replace("\r\n", "\n").strip()
    line, _, rest = text.partition("\n")
    plain = _plain(line) or _plain(rest)
    if plain == line and len(line) <= SUMMARY_SIGNS and not line.endswith(CUT):
        return line, rest
    if len(plain) > SUMMARY_SIGNS:
        plain = split_content(plain)[0]
    return (f"{plain.removesuffix(CUT)}{CUT}", text) if plain else ("", "")


def _plain(text: str) -> str:
    """The text on one line, without control characters and lines of which nothing can be seen."""
    lines = [line for line in text.split("\n") if narrow(line).strip()]
    characters = (
        " " if unicodedata.category(character) == "Cc" else character
        for character in "\n".join(lines)
    )
    return " ".join("".join(characters).split())


def _tags(name: str, kind: str) -> Tags:
    """The tags of a memory about an entity: a topic, and for a person also among the people."""
    people: tuple[str, ...] = ()
    if kind.casefold() == PERSON:
        with suppress(BadRef):
            people = (person_ref(name),)
    return Tags((name,), people)
