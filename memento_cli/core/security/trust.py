"""Trust (who vouches for a text) and privacy (how public it may be): two ordered labels.

Trust falls from what a person said, over what an agent said and a person confirmed, and what only
an agent said, to what was imported. It is about the origin of a text, not about its truth. A file
may claim any trust: a shared store is as trusted as all who write to it.
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
"""The path of the trust in a memory's file. A record has it under `trust`, unless it is `user`."""
PRIVACIES = ("private", "team", "public")
"""The most private first."""
UNLABELLED = PRIVACIES[0]
"""The privacy of what has no label: the most private."""
READS = "reads like instructions"
"""The mark of a shown text with flags (`instructions.py`)."""
IMPORT = "import"
"""The source of an imported memory without another."""


def trust_of(memory: Memory) -> str:
    """The trust of a memory: as stated, or else by its source and its agent."""
    stated: str | None = memory.more.get(TRUST)
    return stated or (IMPORTED if memory.source == IMPORT else AGENT if memory.agent else USER)


def is_trusted(trust: str, minimum: str) -> bool:
    """Whether a trust is `least` or higher."""
    return TRUSTS.index(trust) <= TRUSTS.index(minimum)


def is_persons(trust: str) -> bool:
    """Whether a trust is a person's: nobody else may act against it without their consent."""
    return is_trusted(trust, CONFIRMED)


def is_persons_act(via: str) -> bool:
    """Whether an act was a person's, by its interface (`via`): no agent is named in it."""
    return via == CLI


def act_trust(via: str) -> str:
    """The trust of an act by its interface (`via`)."""
    return USER if is_persons_act(via) else AGENT


def trust_label(trust: str) -> str | None:
    """A trust as files and entries state it: None for a person's, the default."""
    return None if trust == USER else trust


def marks(trust: str, flags: Collection[str] = ()) -> list[str]:
    """The marks of a shown text: its trust, unless a person's, and whether it has flags
    (`core/security/instructions.py`)."""
    return [*filter(None, [trust_label(trust)]), *([READS] if flags else [])]


def marked(text: str, trust: str) -> str:
    """A text with the mark of its trust, unless that is a person's."""
    return " ".join([text, *(f"({mark})" for mark in marks(trust))])


def trusts_from(minimum: str | None) -> list[str]:
    """The trusts that are `minimum` or higher; all for None."""
    return [trust for trust in TRUSTS if is_trusted(trust, minimum or TRUSTS[-1])]


def privacies_from(minimum: str | None) -> list[str]:
    """The labels that are at least as public as `minimum`; all for None."""
    return [label for label in PRIVACIES if is_open(label, minimum or PRIVACIES[0])]


def least_of(trusts: Iterable[str]) -> str:
    """The lowest of several trusts, which is that of what is made of them; a person's for none."""
    return max(trusts, key=TRUSTS.index, default=USER)


def raised_trust(trust: str, by: str) -> str:
    """The trust of a text after somebody has affirmed it: only a person raises it."""
    return CONFIRMED if by == USER and not is_trusted(trust, CONFIRMED) else trust


def capped(more: Mapping[str, Any], limit: str) -> dict[str, Any]:
    """The `more` of a memory with its trust limited to that of its writer."""
    return {**more, TRUST: least_of((limit, more.get(TRUST) or limit))}


def is_open(privacy: str, minimum: str) -> bool:
    """Whether a label of privacy is at least as public as `minimum`."""
    return PRIVACIES.index(privacy) >= PRIVACIES.index(minimum)
