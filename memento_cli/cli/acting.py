"""What the commands share that change what holds: who acts, why, and from which events."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from memento_cli.cli.call import Call, read_stdin
from memento_cli.cli.secrets import unless_secret

if TYPE_CHECKING:
    from memento_cli.actions.holding import Act

ACT = ("event", "evidence", "reason", "allow_secret")
"""The options that say so."""
T = TypeVar("T")


def act_of(call: Call, said: dict[str, Any] | None = None, allow: bool = False) -> Act:
    """Who acts and why, from the options that each verb takes that changes something."""
    from memento_cli.actions.holding import Act
    from memento_cli.core.states import evidence_of

    reason, event, evidence = ((said or {}).get(key) for key in ("reason", "event", "evidence"))
    signature = call.store.signed(call.now, "cli", reason or "")
    return Act(signature, evidence_of(event or "", evidence or ()), allow, call.by)


def acting(call: Call, said: dict[str, Any], do: Callable[[Act], T]) -> T:
    """What an act does; where it finds a secret, a person may still allow it."""
    allow = bool(said["allow_secret"])
    return unless_secret(call, lambda allowed: do(act_of(call, said, allowed)), allow)


def typed(text: str, what: str) -> str:
    """A text as it is typed; - reads it from stdin, without the newline that ends it."""
    return read_stdin(what).removesuffix("\n") if text == "-" else text


def spoken(text: str) -> str:
    """What a state is to say; - reads it from stdin."""
    return typed(text, "what it says").strip()
