"""Named blocks (document 000): short texts that are always in the context.

Unlike a memory, a block is not searched for and does not fade; it is written and written over.
"""

from __future__ import annotations

from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON, same_person
from memento_cli.core.security.trust import USER
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
"""The names that document 000 knows, and what each is for; others are allowed."""


class Block(NamedTuple):
    """A text under a name: one for each name and persona, or of nobody in particular.

    `persona` is a reference, ctx://person/herta. The content is kept whole. `trust` is that of who
    wrote it last (`core/security/trust.py`).
    """

    name: str
    content: str
    updated: datetime
    persona: str | None = None
    description: str = ""
    trust: str = USER

    @property
    def purpose(self) -> str:
        """What it is for: its own description, or that of its standard name."""
        return self.description or STANDARD.get(self.name, "")

    def is_called(self, name: str, persona: str | None) -> bool:
        """Whether this is the block of that name and persona; capitals and spaces say nothing."""
        return plain_key(self.name) == plain_key(name) and same_person(self.persona, persona)


def block_id(name: str, persona: str | None) -> str:
    """The id of the file that a name and a persona have."""
    return filed_name(f"{persona.removeprefix(PERSON)} {name}" if persona else name)


def block_name(text: str | None) -> str:
    """A block's name as it was given, without space around it. BadValue if it can be none."""
    name = (text or "").strip()
    if not name:
        raise BadValue("a block needs a name", "standard ones are " + ", ".join(STANDARD))
    if len(name) > NAME_LIMIT:
        raise BadValue(f"a block's name of {len(name)} signs; {NAME_LIMIT} are the most")
    return name


def block_content(text: str | None) -> str:
    """A block's content, unchanged. BadValue if it says nothing."""
    if not text or text.isspace():
        raise BadValue("a block needs content", "`memento block delete NAME` takes one away")
    return text
