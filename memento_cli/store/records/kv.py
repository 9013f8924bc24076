"""The file of a kv value, `kv/KEY.toml`: its value, the one before, for an undo, and the last one
that was set with more trust.

A text stands under `value`, any other value as exact JSON under `json`.
"""

from __future__ import annotations

from datetime import timedelta

from memento_cli.core.facts.kv import TTL_DAYS_LIMIT, HardFact, Slot, kv_id
from memento_cli.core.fields.field import Field
from memento_cli.core.text.strict_json import dumped, loaded
from memento_cli.errors import BadValue
from memento_cli.store.records.codec import RecordType, by_path
from memento_cli.store.records.memory_fields import TRUST_FIELD

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memento_cli.store.records.codec import Source

KEY, PERSON, FACT, REPLACED, VOUCHED = "kv.key", "kv.person", "kv", "kv.replaced", "kv.vouched"
UNTIL = f"{REPLACED}.until"
DAY = timedelta(days=1)
MS_A_DAY = 86_400_000
"""A time to live is kept to the millisecond: a number of days is not more exact."""


def _fields(path: str) -> tuple[Field, ...]:
    return (
        Field(f"{path}.value", "scalar", "The value: a text; or a number, true or false."),
        Field(f"{path}.json", "text", "Instead of it: any value but null, as JSON."),
        Field(f"{path}.set", "moment", "When it was set."),
        Field(f"{path}.ttl", "span", "How long it lives from then on, as 2h; absent: it stays.",
              low=0, high=TTL_DAYS_LIMIT),
        Field(f"{path}.turn", "whole", "Which it is of those set at one moment.", 0, low=0),
        TRUST_FIELD._replace(path=f"{path}.trust"),
    )  # fmt: skip


FIELDS = (
    Field(KEY, "text", "Its key; a person has one fact a key.", required=True),
    Field(PERSON, "text", "Whose it is: ctx://person/ana; absent: the store's own person."),
    *_fields(FACT),
    *_fields(REPLACED),
    Field(UNTIL, "moment", "When that was replaced, or unset."),
    *_fields(VOUCHED),
)


def _slot(source: Source) -> Slot:
    fact, replaced, vouched = (_fact(source, path, []) for path in (FACT, REPLACED, VOUCHED))
    until = replaced and source.values[UNTIL]
    return Slot(source.values[KEY], fact, replaced, until, vouched, source.values[PERSON])


def _faults(source: Source) -> list[str]:
    problems: list[str] = []
    for path in (FACT, REPLACED, VOUCHED):
        _fact(source, path, problems)
    return problems


def _fact(source: Source, path: str, problems: list[str]) -> HardFact | None:
    """The fact at a path, or None; a fact with only one of value and time is a problem."""
    names = ("value", "json", "set", "ttl", "turn", "trust")
    value, text, at, days, turn, trust = (source.values[f"{path}.{name}"] for name in names)
    if text is not None:
        if value is not None:
            problems.append(f"{path}.json: stands beside a value")
        value = _read(text, path, problems)
    if value is None and at is None:
        return None
    if at is None:
        problems.append(f"missing {path}.set")
    elif value is None and text is None:
        problems.append(f"missing {path}.value")
    ttl = None if days is None else timedelta(milliseconds=round(days * MS_A_DAY))
    return HardFact(source.values[KEY], value, at, ttl, turn, trust, source.values[PERSON])


def _read(text: str, path: str, problems: list[str]) -> Any:
    try:
        value = loaded(text)
    except ValueError as problem:
        problems.append(f"{path}.json: {problem}")
        return None
    if value is None:
        problems.append(f"{path}.json: null is no value")
    return value


def _values(slot: Slot) -> dict[str, Any]:
    until = slot.until if slot.replaced else None
    return {
        **_fact_values(FACT, slot.fact),
        **_fact_values(REPLACED, slot.replaced),
        **_fact_values(VOUCHED, slot.vouched),
        KEY: slot.key,
        PERSON: slot.person,
        UNTIL: until,
    }


def _fact_values(path: str, fact: HardFact | None) -> dict[str, Any]:
    if fact is None:
        return {}
    is_text = isinstance(fact.value, str)
    return by_path(path, fact) | {
        f"{path}.value": fact.value if is_text else None,
        f"{path}.json": None if is_text else _json(fact),
        f"{path}.ttl": None if fact.ttl is None else fact.ttl / DAY,
    }


def _json(fact: HardFact) -> str:
    """The value of a fact as JSON; BadValue if JSON has no such value."""
    try:
        return dumped(fact.value)
    except (TypeError, ValueError, RecursionError):
        raise BadValue(f"the value of {fact.key!r} is nothing that JSON can say") from None


def _id(table: Mapping[str, Any]) -> str:
    return kv_id(table["key"], table.get("person") or None)


KV_VALUE = RecordType(
    "kv", "kv value", "A kv value: kv/<key>.toml", Slot, FIELDS, _slot, _values, _id, _faults,
    key=KEY, people=("person",),
)  # fmt: skip
