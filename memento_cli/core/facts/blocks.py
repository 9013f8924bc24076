"""Named blocks (document 000): short texts that are always in the context.

Unlike a memory, a block is not searched for and does not fade; it is written and written over.
"""

from __future__ import annotations

from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON, same_person
from memento_cli.core.security.trust import USER
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

NAME_LIMIT = 100
STANDARD = {
    "persona_state": "The persona's current internal state, mood, ongoing goals",
    "user_model": "What the persona knows/infers about the user",
    "active_context": "Current session focus, open questions, ongoing topics",
}
"""The standard names of document 000, with their purposes; others are allowed."""


class Block(NamedTuple):
    """A named text of a persona, or of nobody in particular.

    `persona` is a reference, ctx://person/herta. `trust` is that of the last writer
    (`core/security/trust.py`).
    """

    name: str
    content: str
    updated: datetime
    persona: str | None = None
    description: str = ""
    trust: str = USER

    @property
    def purpose(self) -> str:
        """The block's own description, or that of its standard name."""
        return self.description or STANDARD.get(self.name, "")

    def is_called(self, name: str, persona: str | None) -> bool:
        """Whether this is the block of a name and persona, ignoring case and spaces."""
        return plain_key(self.name) == plain_key(name) and same_person(self.persona, persona)


def block_id(name: str, persona: str | None) -> str:
    """The id of the file of a name and a persona."""
    return filed_name(f"{persona.removeprefix(PERSON)} {name}" if persona else name)


def block_name(text: str | None) -> str:
    """A block's name without outer white space. BadValue if it is not valid."""
    name = (text or "").strip()
    if not name:
        raise BadValue("a block needs a name", "standard ones are " + ", ".join(STANDARD))
    if len(name) > NAME_LIMIT:
        raise BadValue(f"a block's name of {len(name)} signs; {NAME_LIMIT} are the most")
    return name


def block_content(text: str | None) -> str:
    """A block's content, unchanged. BadValue if it is blank."""
    if not text or text.isspace():
        raise BadValue("a block needs content", "`memento block delete NAME` takes one away")
    return text
