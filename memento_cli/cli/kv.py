"""memento kv"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.acting import act_of, acting, typed
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun, Reason, Yes
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.told import json_text, moment_text
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.hard_facts import TTL_DAYS_LIMIT
from memento_cli.core.spans import EXAMPLE, NEVER, span_days, span_text
from memento_cli.errors import NotFound, Usage

if TYPE_CHECKING:
    from memento_cli.core.hard_facts import HardFact

TAKES = {
    "set": ("ttl", "as_json", "reason", "allow_secret", "yes"),
    "get": (),
    "list": ("everything",),
    "unset": ("reason", "yes"),
    "purge": ("dry_run",),
}
COLUMNS = ("key", "value", "left")
DAY = timedelta(days=1)
UNITS = {"d": DAY, "h": timedelta(hours=1), "m": timedelta(minutes=1), "s": timedelta(seconds=1)}


def kv(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY] [VALUE]", help="For set a key and its value; - is stdin."),
    ] = None,
    ttl: Annotated[
        str | None, typer.Option(metavar="LENGTH", help="How long it lives: 90m, 2h, 30d.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--as-json", help="The value is JSON: a number, a list, a table.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Also how many have expired and wait for a purge.")
    ] = False,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Hard facts: a value under a key, for a time or without end; true and current, or gone."""
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    given = what or []
    match verb:
        case "set":
            _set(call, given, ctx.params)
        case "get":
            _get(call, given)
        case "unset":
            _unset(call, given, ctx.params)
        case _ if given:
            raise Usage(f"{verb} takes no keys", "`memento kv get KEY` shows one")
        case "list":
            _list(call, everything)
        case _:
            _purge(call, dry_run)
    call.note_if_ahead()


def _set(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.hard_facts import set_hard_fact

    if len(given) != 2:
        raise Usage("set takes a key and a value", "a value of several words stands in quotes")
    key, text = given
    text = typed(text, "the value")
    value = _from_json(text) if said["as_json"] else text
    ttl = _length(said["ttl"]) if said["ttl"] is not None else None
    before = _live(call, key)
    fact = acting(call, said, lambda act: set_hard_fact(call.store, key, value, act, ttl=ttl))
    until = f"until {moment_text(fact.expires, call.out.zone)}" if fact.expires else "stays"
    call.out.value(_row(call, fact), safe(f"{fact.key} = {_value_text(fact.value)}, {until}"))
    if before and before.expires and not fact.expires:
        told = moment_text(before.expires, call.out.zone)
        call.out.note(f"It was to be gone on {told}; --ttl sets a time again")


def _live(call: Call, key: str) -> HardFact | None:
    """What a key says now."""
    from memento_cli.actions.hard_facts import hard_fact

    try:
        return hard_fact(call.store, key, call.now)
    except NotFound:
        return None


def _get(call: Call, given: list[str]) -> None:
    from memento_cli.actions.hard_facts import hard_fact

    fact = hard_fact(call.store, _one(given, "get"), call.now, until=call.named_now)
    call.out.value(_row(call, fact), safe(_value_text(fact.value), lines=True))


def _unset(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.hard_facts import unset_hard_fact

    key = _one(given, "unset")
    fact = acting(call, said, lambda act: unset_hard_fact(call.store, key, act))
    call.out.value(_row(call, fact), f"{safe(fact.key)} is unset")


def _list(call: Call, everything: bool) -> None:
    from memento_cli.actions.hard_facts import expired_keys, hard_facts

    facts = hard_facts(call.store, call.now, until=call.named_now)
    rows = [_row(call, fact) for fact in facts]
    if not call.out.machine:
        rows = [row | {"value": _value_text(row["value"])} for row in rows]
    call.out.rows(rows, COLUMNS, "facts")
    if everything:
        waiting = len(expired_keys(call.store, call.now))
        call.out.note(f"Expired, and not purged yet: {waiting}")
    elif not facts:
        call.out.note("No hard facts")


def _purge(call: Call, dry: bool) -> None:
    from memento_cli.actions.hard_facts import expired_keys, purge_hard_facts

    keys = expired_keys(call.store, call.now) if dry else purge_hard_facts(call.store, act_of(call))
    word = "would be purged" if dry else "is purged"
    values = [{"key": key, "dry_run": dry} for key in keys]
    call.out.values(values, [f"{safe(key)} {word}" for key in keys], "purged")
    if not keys:
        call.out.note("Nothing has expired")


def _one(given: list[str], verb: str) -> str:
    if len(given) != 1:
        raise Usage(f"{verb} takes one key", "`memento kv list` shows them")
    return given[0]


def _from_json(text: str) -> Any:
    from memento_cli.store.strict_json import loaded

    try:
        return loaded(text)
    except ValueError as problem:
        raise Usage(f"the value is no JSON: {problem}", "without --as-json it is a text") from None


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
    from memento_cli.actions.hard_facts import kv_ref

    left = fact.expires - call.now if fact.expires else None
    return {
        "id": kv_ref(fact.key),
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
