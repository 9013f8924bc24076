"""The settings of an open store, as values: `settings.py` reads them from its file."""

from __future__ import annotations

from memento_cli.standard import cached_property

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memento_cli.core.fading.policy import Policy
    from memento_cli.core.fading.reinforcement import Rules
    from memento_cli.core.memory.creation import Defaults
    from memento_cli.core.recall.ranking import Scheme

SCHEMA_VERSION = 1
"""The version of the format of stores that this memento writes."""


class Settings:
    """The values by key, the unknown keys of the file, and its bytes; `filed` are the values that
    the file has, where a door has replaced some for itself.

    Derived values are made at first use: most commands need few of them.
    """

    def __init__(
        self,
        values: Mapping[str, Any],
        unknown: tuple[str, ...] = (),
        raw: bytes = b"",
        filed: Mapping[str, Any] | None = None,
    ) -> None:
        self.values = values
        self.filed = values if filed is None else filed
        self.unknown = unknown
        self.raw = raw

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def replaced(self, values: Mapping[str, Any]) -> Settings:
        """These settings with some values replaced, which no file says."""
        return Settings({**self.values, **values}, self.unknown, self.raw, self.filed)

    @cached_property
    def rules(self) -> Rules:
        """The rules of reinforcement."""
        from memento_cli.core.fading.reinforcement import Rules

        return Rules(*(self.values[f"reinforce.{key}"] for key in Rules._fields))

    @cached_property
    def policy(self) -> Policy:
        """The retention policy."""
        from memento_cli.core.fading.policy import policy_of

        return policy_of(self.values)[0]

    @property
    def scheme(self) -> Scheme:
        """The profile's scheme of scoring hits, with the weights of the settings."""
        from memento_cli.core.recall.ranking import scheme_of

        return scheme_of(self.values.__getitem__)

    @cached_property
    def defaults(self) -> Defaults:
        """The defaults of fading for new memories."""
        from memento_cli.core.memory.creation import STABILITY_DAYS, Defaults
        from memento_cli.core.memory.memory import KINDS, SIGNIFICANCES

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
