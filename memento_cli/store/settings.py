"""The settings of a store, each declared once; `memento.toml` and the manual are made from this."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from memento_cli.core.fields import Field, checked
from memento_cli.core.memory import PRIVACIES
from memento_cli.core.ranking import BOUNDED, Scheme, scheme_of
from memento_cli.core.reinforcement import Rules
from memento_cli.errors import BadData
from memento_cli.store.toml import parsed, value_text

SCHEMA_VERSION = 1
PROFILE_NAMES = ("half-life",)
WRITES = ("at-once", "settle")

SETTINGS = (
    Field("schema_version", "whole", "The version of this store's format. An older memento reads a "
          "newer store and does not write it; `memento migrate` goes forward.",
          SCHEMA_VERSION, required=True, low=1),
    Field("profile", "choice", "The set of defaults that this store was made with.", "half-life",
          choices=PROFILE_NAMES),
    Field("timezone", "text", "The zone of times in this store's files that name none.", "UTC"),
    Field("person", "text", "Whose memory it is when `record` is not told (--person).", "me"),
    Field("ids.unique", "flag", "Always add a random suffix to new ids, so that clones that never "
          "meet cannot mint the same one.", False),
    Field("half_life.high", "number", "Days until half of a memory of high significance is gone.",
          180.0, above=0),
    Field("half_life.medium", "number", "The same for medium significance.", 90.0, above=0),
    Field("half_life.low", "number", "The same for low significance.", 30.0, above=0),
    Field("fade.min_strength", "number", "The floor of a new memory: its strength falls no lower.",
          0.1, low=0, high=1),
    Field("reinforce.boost", "number", "A use adds boost * (1 - strength) to the initial strength.",
          0.15, low=0, high=1),
    Field("reinforce.max_strength", "number", "A memory stronger than this is not reinforced.",
          1.5, low=0, high=100),
    Field("reinforce.rest_hours", "number", "A memory is not reinforced again within these hours.",
          24.0, low=0, high=8760),
    Field("strength.write", "choice", "When the numbers in a memory's file follow its journal: "
          "at-once, or only by `memento settle` (for stores that many clones merge).", "at-once",
          choices=WRITES),
    Field("strength.settle_after_days", "number", 'With write = "settle": settle only acts '
          "that are older than this, so that clones have met.", 7.0, low=0, high=3650),
    Field("list.hide_below", "number", "`memento list` hides what is weaker (--all shows it).",
          0.2, low=0, high=100),
    Field("prune.below", "number", "`memento prune` archives what is strictly weaker.",
          0.15, low=0, high=100),
    Field("recall.limit", "whole", "How many hits `memento recall` shows.", 10, low=1, high=100000),
    Field("recall.hide_tiers", "flag", "Faded memories (strength below 0.7) are hits only when no "
          "active one is, and ghosts (below 0.3) never; --deep lifts it.", False),
    Field("rank.relevance", "number", "What the words weigh in the score of a hit. The weights of "
          "a part that the store cannot have go to the others.", BOUNDED.relevance, low=0, high=1),
    Field("rank.recency", "number", "What the strength weighs.", BOUNDED.recency, low=0, high=1),
    Field("rank.importance", "number", "What the importance weighs.", BOUNDED.importance,
          low=0, high=1),
    Field("rank.usage", "number", "What past uses weigh.", BOUNDED.usage, low=0, high=1),
    Field("rank.duplication", "number", "What is taken off for saying what a better hit says.",
          BOUNDED.duplication, low=0, high=1),
    Field("duplicates.similarity", "number", "`record` warns of a memory at least this similar "
          "(topics, people, outcome, time) whose words are alike too.", 0.5, low=0, high=1),
    Field("duplicates.likeness", "number", "`record` warns of a memory whose words are at least "
          "this alike (rapidfuzz, 0 to 1).", 0.85, low=0, high=1),
    Field("erasure.salt", "text", "Goes into the hashes by which erased words are known when they "
          "come back. Never change it.", ""),
    Field("git.autocommit", "flag", "Commit what a command has done, in clones where `memento git "
          "setup` has been run.", False),
    Field("git.privacy", "choice", "The hook that `memento git setup` installs refuses to commit "
          "a memory that is less public than this.", "private", choices=PRIVACIES),
    Field("lock.timeout_seconds", "number", "How long to wait for another process that writes.",
          10.0, low=0, high=3600),
)  # fmt: skip


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

    @cached_property
    def rules(self) -> Rules:
        """The rules of reinforcement."""
        keys = ("boost", "max_strength", "rest_hours")
        return Rules(*(self.values[f"reinforce.{key}"] for key in keys))

    @property
    def scheme(self) -> Scheme:
        """How hits are scored: the profile's way, with the weights of the settings."""
        return scheme_of(self.values.__getitem__)

    @property
    def half_lives(self) -> dict[str, float]:
        """The default half-life of each significance, in days."""
        return {name: self.values[f"half_life.{name}"] for name in ("high", "medium", "low")}


DEFAULTS = Settings({field.path: field.default for field in SETTINGS})


def settings_of(raw: bytes, where: str) -> Settings:
    """The settings in a `memento.toml`; a bad value is an error, an unknown key is named."""
    document = parsed(raw, where).data
    values, problems = checked(SETTINGS, document)
    if problems and values["schema_version"] <= SCHEMA_VERSION:  # a newer store may know more
        raise BadData(where, problems, "`memento manual settings` lists them all")
    known = {field.path for field in SETTINGS}
    unknown = tuple(key for key in _keys(document, "") if key not in known)
    return Settings(values, unknown, raw)


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
        parts.append(_described(field) + f"{key} = {value_text(values[field.path])}\n")
    return "".join(parts)


def _described(field: Field) -> str:
    from textwrap import wrap  # only a new store needs it

    lines = wrap(field.doc, 96)
    return "\n" + "".join(f"# {line}\n" for line in lines)
