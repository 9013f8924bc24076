"""What the commands share that change what holds: who acts, why, and from which events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from memento_cli.cli.call import Call, read_stdin
from memento_cli.cli.secrets import unless_secret
from memento_cli.core.states import evidence_of

if TYPE_CHECKING:
    from memento_cli.actions.holding import Act

ACT = ("event", "evidence", "reason", "allow_secret")
"""The options that say so."""


def act_of(call: Call, said: dict[str, Any] | None = None, allow: bool = False) -> Act:
    """Who acts and why, from the options that each verb takes that changes something."""
    from memento_cli.actions.holding import Act

    reason, event, evidence = ((said or {}).get(key) for key in ("reason", "event", "evidence"))
    signature = call.store.signed(call.now, "cli", reason or "")
    return Act(signature, evidence_of(event or "", evidence or ()), allow)


def acting(call: Call, said: dict[str, Any], do: Callable[[Act], Any]) -> Any:
    """What an act does; where it finds a secret, a person may still allow it."""
    allow = bool(said["allow_secret"])
    return unless_secret(call, lambda allowed: do(act_of(call, said, allowed)), allow)


def spoken(text: str) -> str:
    """What a state is to say; - reads it from stdin."""
    return (read_stdin("what it says") if text == "-" else text).strip()
