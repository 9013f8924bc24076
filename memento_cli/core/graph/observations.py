"""What the reference MCP memory server calls an observation, as a memory says it.

An observation is a short text about one entity: a memory that has the entity among its topics, and
among its people if it is one.
"""

from __future__ import annotations

import unicodedata
from contextlib import suppress

from memento_cli.core.memory.memory import (
    SUMMARY_SIGNS,
    Draft,
    Tags,
    split_content,
)
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.text.visible import visible
from memento_cli.errors import BadRef

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.memory.memory import (
        Content,
    )

PERSON = "person"
SOURCE = "mcp"
CUT = " …"


def observation_draft(text: str, name: str, kind: str) -> Draft:
    """The memory that an observation becomes; its summary is empty if the text says nothing."""
    summary, detail = _parts(text)
    return Draft(summary, detail=detail, tags=_tags(name, kind), kind="semantic", source=SOURCE)


def observation_text(content: Content) -> str:
    """What a memory says as one text: of one that was made from an observation, that one."""
    summary, detail = content.summary, content.detail
    if summary.endswith(CUT) and _plain(detail).startswith(summary.removesuffix(CUT)):
        return detail
    return f"{summary}\n{detail}" if detail else summary


def normalized(text: str) -> str:
    """What two observations share that say the same: white space aside."""
    return " ".join(text.split())


def spellings(text: str) -> set[str]:
    """What an observation says, and what it says with its hidden signs shown, white space aside."""
    return {normalized(text), normalized(visible(text, lines=True))}


def _parts(text: str) -> tuple[str, str]:
    """Summary and detail, from which the text can be told again, but for white space around it.

    A first line that is no summary is cut, and the whole text is the detail.
    """
    text = text.replace("\r\n", "\n").strip()
    line, _, rest = text.partition("\n")
    plain = _plain(line)
    if plain == line and len(line) <= SUMMARY_SIGNS and not line.endswith(CUT):
        return line, rest
    if len(plain) > SUMMARY_SIGNS:
        plain = split_content(plain)[0]
    return (f"{plain.removesuffix(CUT)}{CUT}", text) if plain else ("", "")


def _plain(text: str) -> str:
    """The text on one line, without control signs."""
    seen = (" " if unicodedata.category(sign) == "Cc" else sign for sign in text)
    return " ".join("".join(seen).split())


def _tags(name: str, kind: str) -> Tags:
    """How a memory mentions an entity: as its topic, and a person as one who was there, too."""
    people: tuple[str, ...] = ()
    if kind.casefold() == PERSON:
        with suppress(BadRef):
            people = (person_ref(name),)
    return Tags((name,), people)
