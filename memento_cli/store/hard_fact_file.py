"""The file of a hard fact: `[kv]`, under it what stood there before, for an undo, and what somebody
more trusted has set.

A text stands under `value`; what else JSON can say stands as JSON under `json`, exact in any case.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta, tzinfo
from typing import Any

from memento_cli.core.fields import Field, checker
from memento_cli.core.hard_facts import TTL_DAYS_LIMIT, HardFact, Slot
from memento_cli.core.held import filed_name
from memento_cli.core.spans import span_text
from memento_cli.core.trust import told
from memento_cli.core.when import iso
from memento_cli.errors import BadData, BadValue
from memento_cli.store.changes import flat
from memento_cli.store.memory_fields import TRUST_FIELD
from memento_cli.store.strict_json import dumped, loaded

FACT, REPLACED, VOUCHED = "kv.", "kv.replaced.", "kv.vouched."
DAY = timedelta(days=1)
MS_A_DAY = 86_400_000
"""A length is kept to the millisecond: beyond that a number of days is not exact."""


def _fields(path: str) -> tuple[Field, ...]:
    return (
        Field(path + "value", "scalar", "The value: a text; or a number, true or false."),
        Field(path + "json", "text", "Instead of it: any value but null, as JSON."),
        Field(path + "set", "moment", "When it was set."),
        Field(path + "ttl", "span", "How long it lives from then on, as 2h; absent: it stays.",
              low=0, high=TTL_DAYS_LIMIT),
        Field(path + "turn", "whole", "Which it is of those set at one moment.", 0, low=0),
        TRUST_FIELD._replace(path=path + "trust"),
    )  # fmt: skip


FIELDS = (
    Field("kv.key", "text", "Its key; there is one fact a key.", required=True),
    *_fields(FACT),
    *_fields(REPLACED),
    Field(REPLACED + "until", "moment", "When that was replaced, or unset."),
    *_fields(VOUCHED),
)
CHECK = checker(FIELDS)


class HardFactCodec:
    """How the place of a key stands in its file."""

    noun = "hard fact"
    fields = FIELDS

    def __init__(self, zone: tzinfo) -> None:
        self.zone = zone

    def value(self, id: str, data: Mapping[str, Any]) -> Slot:
        """What a document says, or BadData with all its problems."""
        said, problems = CHECK(data, self.zone)
        key = said["kv.key"]
        if key and filed_name(key) != id:
            problems.append(f"kv.key: the file of that key is {filed_name(key)}.toml")
        fact, replaced, vouched = (
            _fact(key, said, path, problems) for path in (FACT, REPLACED, VOUCHED)
        )
        if problems:
            raise BadData(id, problems)
        until = said[REPLACED + "until"] if replaced else None
        return Slot(key, fact, replaced, until, vouched)

    def laid_out(self, id: str, text: str) -> Slot | None:
        """Nothing: these are few, and read as any TOML."""
        return None

    def data(self, slot: Slot) -> dict[str, Any]:
        """The document of a key's place, nested, in the order of the format."""
        table = {"key": slot.key} | _table(slot.fact)
        if slot.replaced:
            until = {"until": iso(slot.until)} if slot.until else {}
            table["replaced"] = _table(slot.replaced) | until
        if slot.vouched:
            table["vouched"] = _table(slot.vouched)
        return {"kv": table}

    def keys(self, slot: Slot) -> dict[str, Any]:
        """The same, path by path, with None for what goes: no old value stays beside a new one."""
        return {field.path: None for field in FIELDS} | flat(self.data(slot))


def _fact(key: str, said: Mapping[str, Any], path: str, problems: list[str]) -> HardFact | None:
    """What stands at a path; a fact lacks its value, or its time, only if it lacks both."""
    names = ("value", "json", "set", "ttl", "turn", "trust")
    value, text, at, days, turn, trust = (said[path + name] for name in names)
    if text is not None:
        if value is not None:
            problems.append(f"{path}json: stands beside a value")
        value = _read(text, path, problems)
    if value is None and at is None:
        return None
    if at is None:
        problems.append(f"missing {path}set")
    elif value is None and text is None:
        problems.append(f"missing {path}value")
    ttl = None if days is None else timedelta(milliseconds=round(days * MS_A_DAY))
    return HardFact(key, value, at, ttl, turn, trust)


def _read(text: str, path: str, problems: list[str]) -> Any:
    try:
        value = loaded(text)
    except ValueError as problem:
        problems.append(f"{path}json: {problem}")
        return None
    if value is None:
        problems.append(f"{path}json: null is no value")
    return value


def _table(fact: HardFact | None) -> dict[str, Any]:
    if fact is None:
        return {}
    name, value = ("value", fact.value) if isinstance(fact.value, str) else ("json", _json(fact))
    ttl = {} if fact.ttl is None else {"ttl": span_text(fact.ttl / DAY)}
    turn = {"turn": fact.turn} if fact.turn else {}
    trust = {"trust": fact.trust} if told(fact.trust) else {}
    return {name: value, "set": iso(fact.set)} | ttl | turn | trust


def _json(fact: HardFact) -> str:
    """A value as JSON; BadValue for what JSON cannot say."""
    try:
        return dumped(fact.value)
    except (TypeError, ValueError, RecursionError):
        raise BadValue(f"the value of {fact.key!r} is nothing that JSON can say") from None
