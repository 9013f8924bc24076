"""memento kv: values that may expire, each of somebody."""

from __future__ import annotations

from datetime import timedelta

from memento_cli.cli.input.acting import acting, json_in, typed
from memento_cli.cli.output.rows import note_flags
from memento_cli.cli.output.values import json_text, moment_text, safe
from memento_cli.core.facts.kv import TTL_DAYS_LIMIT
from memento_cli.core.memory.refs import stored_ref
from memento_cli.core.time.when import EXAMPLE, NEVER, span_days, span_text
from memento_cli.errors import NotFound, Usage
from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, KvKey, Of, Reason, Yes
    from memento_cli.core.facts.kv import HardFact

COLUMNS = ("key", "value", "left")
DAY = timedelta(days=1)
UNITS = {"d": DAY, "h": timedelta(hours=1), "m": timedelta(minutes=1), "s": timedelta(seconds=1)}


def set_(
    call: Call,
    key: KvKey,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="The value; - is stdin.")],
    ttl: Annotated[
        str | None, typer.Option(metavar="LENGTH", help="How long it lives: 90m, 2h, 30d.")
    ] = None,
    of: Of = "",
    as_json: Annotated[
        bool, typer.Option("--as-json", help="The value is JSON: a number, a list, a table.")
    ] = False,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Set a value under a key, for a time or without end: it is true and current, or gone."""
    from memento_cli.actions.facts.kv import get_kv, set_kv

    text, before = typed(value, "the value"), None
    hint = "without --as-json it is a text"
    parsed = json_in(text, "the value", hint) if as_json else text
    length = _length(ttl) if ttl is not None else None
    with suppress(NotFound):
        before = get_kv(call.store, key, call.now, person=of)
    fact = acting(call, lambda act: set_kv(call.store, key, parsed, act, ttl=length, person=of))
    until = f"until {moment_text(fact.expires, call.out.zone)}" if fact.expires else "stays"
    call.out.value(_row(call, fact), safe(f"{fact.key} = {_value_text(fact.value)}, {until}"))
    if before and before.expires and not fact.expires:
        expiry = moment_text(before.expires, call.out.zone)
        call.out.note(f"It was to be gone on {expiry}; --ttl sets a time again")
    call.note_if_ahead()


def get(call: Call, key: KvKey, of: Of = "") -> None:
    """Print the value of a key; code 3 if it has none, or has expired."""
    from memento_cli.actions.facts.kv import get_kv

    fact = get_kv(call.store, key, call.now, until=call.named_now, person=of)
    call.out.value(_row(call, fact), safe(_value_text(fact.value), lines=True))
    note_flags(call.out, _value_text(fact.value))


def list_(
    call: Call,
    of: Of = "",
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="Also how many have expired and wait for prune.")
    ] = False,
) -> None:
    """List the values that have not expired, with the time that each has left: those of one person,
    else of the store's own."""
    from memento_cli.actions.facts.kv import expired_keys, list_kv

    facts = list_kv(call.store, call.now, until=call.named_now, person=of)
    rows = [_row(call, fact) for fact in facts]
    if not call.out.machine:
        rows = [row | {"value": _value_text(row["value"])} for row in rows]
    call.out.rows(rows, COLUMNS, "facts")
    if everything:
        waiting = len(expired_keys(call.store, call.now))
        call.out.note(f"Expired, and not taken out yet: {waiting}")
    elif not facts:
        call.out.note("kv has no values")


def unset(
    call: Call,
    key: KvKey,
    of: Of = "",
    reason: Reason = "",
    yes: Yes = False,
) -> None:
    """Take a value away before its time."""
    from memento_cli.actions.facts.kv import unset_kv

    fact = acting(call, lambda act: unset_kv(call.store, key, act, person=of))
    call.out.value(_row(call, fact), f"{safe(fact.key)} is unset")
    call.note_if_ahead()


def _length(text: str) -> timedelta | None:
    try:
        days = span_days(text.strip().removeprefix("+"))
    except ValueError:
        raise Usage(f"--ttl cannot be {text!r}", EXAMPLE) from None
    if text.strip() == NEVER:
        return None
    if days > TTL_DAYS_LIMIT:
        raise Usage(f"--ttl is at most {TTL_DAYS_LIMIT} days", "without --ttl it stays")
    return timedelta(days=days)


def _value_text(value: Any) -> str:
    return value if isinstance(value, str) else json_text(value)


def _row(call: Call, fact: HardFact) -> dict[str, Any]:
    from memento_cli.actions.facts.kv import kv_ref

    left = fact.expires - call.now if fact.expires else None
    return {
        "id": kv_ref(fact.key, fact.person),
        "person": fact.person or stored_ref(call.store.settings["person"]),
        "key": fact.key,
        "value": fact.value,
        "set": fact.set,
        "ttl": span_text(fact.ttl / DAY) if fact.ttl else None,
        "expires": fact.expires,
        "left": _left_text(left) if left else "",
        "left_seconds": left.total_seconds() if left else None,
    }


def _left_text(left: timedelta) -> str:
    """How long a fact has still, in its two largest units: 1h 59m."""
    parts = []
    for unit, length in UNITS.items():
        count, left = divmod(left, length)
        parts += [f"{count}{unit}"] if count else []
    return " ".join(parts[:2]) or "<1s"
