"""The settings of a store, as its `memento.toml` says them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from memento_cli.core.fields import Field, checked
from memento_cli.core.fresh import STABILITY_DAYS, Defaults
from memento_cli.core.memory import KINDS, SIGNIFICANCES
from memento_cli.core.policy import Policy, policy_of
from memento_cli.core.ranking import Scheme, scheme_of
from memento_cli.core.reinforcement import Rules
from memento_cli.core.spans import span_text
from memento_cli.errors import BadData
from memento_cli.store.profiles import PROFILES
from memento_cli.store.setting_fields import SCHEMA_VERSION as SCHEMA_VERSION
from memento_cli.store.setting_fields import SETTINGS as SETTINGS
from memento_cli.store.toml import parsed, value_text


class Settings:
    """The values by key, what in the file is not a setting, and what the file says."""

    def __init__(
        self, values: Mapping[str, Any], unknown: tuple[str, ...] = (), raw: bytes = b""
    ) -> None:
        self.values = values
        self.unknown = unknown
        self.raw = raw

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def saying(self, values: Mapping[str, Any]) -> Settings:
        """The same, but for these values."""
        return Settings({**self.values, **values}, self.unknown, self.raw)

    @cached_property
    def rules(self) -> Rules:
        """The rules of reinforcement."""
        return Rules(*(self.values[f"reinforce.{key}"] for key in Rules._fields))

    @cached_property
    def policy(self) -> Policy:
        """How long memories are kept, and which are never let go."""
        return policy_of(self.values)[0]

    @property
    def scheme(self) -> Scheme:
        """How hits are scored: the profile's way, with the weights of the settings."""
        return scheme_of(self.values.__getitem__)

    @cached_property
    def defaults(self) -> Defaults:
        """How new memories fade."""
        values = self.values
        return Defaults(
            values["fade.law"],
            values["half_life.by"] == "kind",
            {name: values[f"half_life.{name}"] for name in (*SIGNIFICANCES, *KINDS)},
            {name: values[f"stability.{name}"] for name in STABILITY_DAYS},
            values["fade.daily_percent"],
            values["fade.ttl"],
            values["fade.decay"],
            values["fade.min_strength"],
        )


DEFAULTS = Settings({field.path: field.default for field in SETTINGS})


def settings_of(raw: bytes, where: str) -> Settings:
    """The settings in a `memento.toml`; a bad value is an error, an unknown key is named."""
    document = parsed(raw, where).data
    values, problems = checked(SETTINGS, document)
    if problems and values["schema_version"] <= SCHEMA_VERSION:  # a newer store may know more
        raise BadData(where, problems, "`memento manual settings` lists them all")
    known = {field.path for field in SETTINGS}
    said = _keys(document, "")
    profile = PROFILES.get(values["profile"], {})
    values |= {key: value for key, value in profile.items() if key not in said}
    problems = policy_of(values)[1]
    if problems:
        raise BadData(where, problems, "`memento manual settings` lists them all")
    return Settings(values, tuple(key for key in said if key not in known), raw)


def near_setting(key: str) -> str:
    """A word on what an unknown setting may have been meant to be."""
    from rapidfuzz import process

    near = process.extractOne(key, list(DEFAULTS.values), score_cutoff=70)
    return f"; did you mean {near[0]}?" if near else ""


def _keys(table: Mapping[str, Any], prefix: str) -> list[str]:
    keys: list[str] = []
    for key, value in table.items():
        keys += _keys(value, f"{prefix}{key}.") if isinstance(value, dict) else [prefix + key]
    return keys


def settings_text(values: Mapping[str, Any]) -> str:
    """A whole `memento.toml`: every setting with its documentation above it."""
    parts = ["# Settings of this memento store. `memento manual settings` explains them.\n"]
    table = ""
    for field in SETTINGS:
        *path, key = field.keys
        if path and path[0] != table:
            table = path[0]
            parts.append(f"\n[{table}]")
        parts.append(_described(field) + f"{key} = {setting_text(field, values[field.path])}\n")
    return "".join(parts)


def setting_text(field: Field, value: Any) -> str:
    """The text of a setting's value in the file."""
    return value_text(filed_setting(field, value))


def filed_setting(field: Field, value: Any) -> Any:
    """The value of a setting as it stands in the file, in the types of TOML."""
    if field.kind == "span":
        return span_text(value)
    return list(value) if isinstance(value, tuple) else value


def raw_setting(field: Field, text: str) -> Any:
    """What a person types as the value of a setting, in the types of TOML; text needs no quotes."""
    if field.kind == "texts" and not text.startswith("["):
        return [part.strip() for part in text.split(",") if part.strip()]
    if field.kind in ("text", "choice", "span"):
        return text
    try:
        return parsed(f"value = {text}\n".encode(), field.path).data["value"]
    except BadData:
        return text


def _described(field: Field) -> str:
    from textwrap import wrap  # only a new store needs it

    lines = wrap(field.doc, 96)
    return "\n" + "".join(f"# {line}\n" for line in lines)
