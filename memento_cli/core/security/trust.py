"""Who vouches for what is kept, and how public it may be: two labels, each with an order.

Trust falls from what a person said, over what an agent said and a person confirmed, and what only
an agent said, to what came from elsewhere. It tells whence words come, not whether they are true.
A file may claim any: a shared store is as trusted as all who write to it.
"""

from __future__ import annotations

from memento_cli.core.journal.event_types import CLI

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import Any

    from memento_cli.core.memory.memory import Memory

USER, CONFIRMED, AGENT, IMPORTED = TRUSTS = ("user", "confirmed", "agent", "imported")
"""The most trusted first."""
TRUST = "memory.origin.trust"
"""Where a memory says it. What holds beside memories says it under `trust`, unless it is `user`."""
PRIVACIES = ("private", "team", "public")
"""The most private first."""
UNLABELLED = PRIVACIES[0]
"""What has no label of privacy counts as the most private."""
READS = "reads like instructions"
"""How a text is marked, wherever it is shown, that has flags (`instructions.py`)."""
IMPORT = "import"
"""The source of what was imported and says no other."""


def trust_of(memory: Memory) -> str:
    """Who vouches for a memory: as it says or, where it is silent, by its source and its agent."""
    said: str | None = memory.more.get(TRUST)
    return said or (IMPORTED if memory.source == IMPORT else AGENT if memory.agent else USER)


def is_trusted(trust: str, least: str) -> bool:
    """Whether a trust is `least` or higher."""
    return TRUSTS.index(trust) <= TRUSTS.index(least)


def is_persons(trust: str) -> bool:
    """Whether a person vouches for it: nobody else takes that away without asking them."""
    return is_trusted(trust, CONFIRMED)


def is_persons_act(via: str) -> bool:
    """Whether a person has done what came through this door: no agent is named with it."""
    return via == CLI


def act_trust(via: str) -> str:
    """Whose word an act is that came through this door."""
    return USER if is_persons_act(via) else AGENT


def told(trust: str) -> str | None:
    """A trust as a file or a line tells it: that something is a person's goes without saying."""
    return None if trust == USER else trust


def marks(trust: str, flags: Collection[str] = ()) -> list[str]:
    """How words are marked where they are shown: whose they are, unless a person's, and that they
    have flags (`core/security/instructions.py`)."""
    return [*filter(None, [told(trust)]), *([READS] if flags else [])]


def marked(text: str, trust: str) -> str:
    """A text on one line, with the mark of whose it is, unless it is a person's."""
    return " ".join([text, *(f"({mark})" for mark in marks(trust))])


def trusts_from(least: str | None) -> list[str]:
    """The trusts that are `least` or higher; all, if nothing is asked for."""
    return [trust for trust in TRUSTS if is_trusted(trust, least or TRUSTS[-1])]


def privacies_from(least: str | None) -> list[str]:
    """The labels that are at least so public; all, if nothing is asked for."""
    return [label for label in PRIVACIES if is_open(label, least or PRIVACIES[0])]


def least_of(trusts: Iterable[str]) -> str:
    """The lowest of some trusts, which is that of what is made of them; of none, a person's."""
    return max(trusts, key=TRUSTS.index, default=USER)


def vouched(trust: str, by: str) -> str:
    """What a trust becomes when somebody says that it is so: a person confirms, others do not."""
    return CONFIRMED if by == USER and not is_trusted(trust, CONFIRMED) else trust


def capped(more: Mapping[str, Any], most: str) -> dict[str, Any]:
    """What a memory's `more` may say that somebody of this trust writes, whatever it claims."""
    return {**more, TRUST: least_of((most, more.get(TRUST) or most))}


def is_open(privacy: str, least: str) -> bool:
    """Whether a label is at least so public: what is `public` is for all whom `team` is for."""
    return PRIVACIES.index(privacy) >= PRIVACIES.index(least)
