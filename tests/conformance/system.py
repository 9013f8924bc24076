"""One document's ops: adapters to the project's code, and what waits for an issue."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from inspect import signature
from keyword import iskeyword
from typing import Any

Adapter = Callable[..., Any]
LATER = "what a program did later than its document"
SAME = tuple(
    frozenset(group.split())
    for group in (
        "now at when time moment as_of used_at recalled_at reinforced_at event_time",
        "created created_at recorded recorded_at",
        "last_reinforced last_accessed last_accessed_at last_used last_used_at",
        "half_life_days half_life",
        "stability stability_days",
        "min_strength floor",
        "count reinforcement_count",
        "days idle_days age_days elapsed_days",
        "age_ms elapsed_ms at_ms",
        "daily_percent percent percent_per_day",
        "significance level",
        "emotion_intensity emotion intensity",
        "interval interval_days",
        "view views view_count",
        "cite cites cite_count use uses",
        "edit edits edit_count",
        "confirm confirmed",
        "type kind",
        "pool memories items candidates facts rows create strengths weights",
        "blocks memories",
        "target memory id",
        "topic topics tag tags",
        "text query message",
        "persona person who",
        "subject what",
        "limit max count",
        "lambda_ rate decay",
        "given user importance",
        "session state",
        "baseline background",
        "moment feeling",
    )
)
"""Keys by which vectors say one thing: each may stand for any other of its group."""


class NotApplicable(Exception):
    """Nothing in the project answers this yet; the text says why."""


class NotUnderstood(Exception):
    """An op is known, but not with these inputs, or not this rule."""


class System:
    """The adapters of one document. An adapter's parameters are the inputs that it understands."""

    def __init__(self) -> None:
        self.adapters: dict[str, Adapter] = {}
        self.rules: list[tuple[re.Pattern[str], Callable[[Any], bool]]] = []
        self.reasons: dict[str, str] = {}

    def op(self, adapter: Adapter) -> Adapter:
        """Register a function as the adapter of the op that it is named after (`list_`: list)."""
        self.adapters[adapter.__name__.rstrip("_")] = adapter
        return adapter

    def waiting(self, reason: str, ops: str) -> None:
        """Ops that are not applicable, with the reason."""
        self.reasons |= dict.fromkeys(ops.split(), reason)

    def rule(self, words: str, holds: Callable[[Any], bool]) -> None:
        """How a rule in words (`must`) is checked in code."""
        self.rules.append((re.compile(words), holds))

    def answer(self, op: str, inputs: Mapping[str, Any], fixtures: Mapping[str, Any]) -> Any:
        """What the project answers to a vector's inputs."""
        adapter = self.adapters.get(op)
        if adapter is None:
            later = LATER if op.startswith("later_") else "no adapter"
            raise NotApplicable(self.reasons.get(op, later))
        asked = signature(adapter).parameters
        known = [name for name, one in asked.items() if one.kind is not one.VAR_KEYWORD]
        given = {key + "_" if iskeyword(key) else key: value for key, value in inputs.items()}
        given = {meant_by(key, known, given): value for key, value in given.items()}
        if "fixtures" in known:
            given["fixtures"] = fixtures
        try:
            signature(adapter).bind(**given)
        except TypeError as problem:
            raise NotUnderstood(f"inputs not understood: {problem}") from None
        return adapter(**given)

    def broken_rule(self, must: list[str], answer: Any) -> str | None:
        """The first rule that the answer breaks, or that no code checks."""
        for text in must:
            checks = [holds for words, holds in self.rules if words.search(text)]
            if not checks:
                return f"no check of the rule {text!r}"
            if not all(holds(answer) for holds in checks):
                return f"{answer!r} breaks the rule {text!r}"
        return None


def meant_by(key: str, known: Container[str], given: Container[str]) -> str:
    """What an adapter calls this key of a vector; the key itself if that is not plain."""
    if key in known:
        return key
    others = {one for group in SAME if key in group for one in group}
    meant = [one for one in sorted(others) if one in known and one not in given]
    return meant[0] if len(meant) == 1 else key
