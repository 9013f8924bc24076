"""What the commands share that change what holds: who acts, why, and from which events."""

from __future__ import annotations

from memento_cli.cli.input.stdin import read_stdin
from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.values import safe
from memento_cli.errors import SecretFound, Unasked, Usage
from memento_cli.named_tuple import TypeVar

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from memento_cli.cli.call import Call
    from memento_cli.core.journal.provenance import Provenance

ASKED = ("event", "evidence", "reason", "allow_secret", "yes")
"""The options of an act that an agent may have to ask about."""
T = TypeVar("T")


def act_of(call: Call, params: Mapping[str, Any] | None = None) -> Provenance:
    """Who acts and why, from the options that each verb takes that changes something: those of
    the call, or `params` in their place."""
    from memento_cli.core.journal.provenance import Provenance, evidence_of

    event, evidence, reason, allow, agreed = map(
        (call.params if params is None else params).get, ASKED
    )
    signature = call.store.signed(call.now, "cli", reason or "")
    cited = evidence_of(event or "", evidence or ())
    return Provenance(signature, cited, bool(allow), call.by, bool(agreed))


def acting(call: Call, do: Callable[[Provenance], T], params: Mapping[str, Any] | None = None) -> T:
    """What an act does; where it finds a secret, or where an agent takes away what a person wrote,
    the person may still allow it. In a script SecretFound and Unasked stay."""

    def allowing(act: Provenance) -> T:
        allow = act.allow_secret
        return unless_secret(call, lambda allowed: do(act._replace(allow_secret=allowed)), allow)

    act = act_of(call, params)
    try:
        return allowing(act)
    except Unasked as problem:
        if not can_ask():
            raise
        from memento_cli.core.text.quoting import details_text, question_in

        says = details_text(problem).replace("\n", "; ")
        call.out.confirmed(f"{question_in(problem)} ({says})", False)
    return allowing(act._replace(agreed=True))


def by_whom(act: Provenance) -> dict[str, Any]:
    """Who acts, for a verb that is told so: on what trust, and whether the person has agreed."""
    return {"by": act.trust, "agreed": act.agreed}


def typed(text: str, what: str) -> str:
    """A text as it is typed; - reads it from stdin, without the newline that ends it."""
    return read_stdin(what).removesuffix("\n") if text == "-" else text


def spoken(text: str) -> str:
    """What a state is to say; - reads it from stdin."""
    return typed(text, "what it says").strip()


def json_in(text: str, what: str, hint: str) -> Any:
    """The value that a text says in JSON; Usage if it is none."""
    from memento_cli.core.text.strict_json import loaded

    try:
        return loaded(text)
    except ValueError as problem:
        raise Usage(f"{what} is no JSON: {problem}", hint) from None


def unless_secret(call: Call, act: Callable[[bool], T], allow: bool) -> T:
    """What an act does, told whether secrets are allowed; a person may still allow what it found.

    In a script SecretFound stays.
    """
    try:
        return act(allow)
    except SecretFound as problem:
        question = f"{safe(problem.message)}. Keep it anyway?"
        if not can_ask() or call.out.ask(question, {"y": "yes", "n": "no"}, "n") != "y":
            raise
    return act(True)
