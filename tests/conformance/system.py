"""One document's ops: adapters to the project's code, and what waits for an issue."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from inspect import signature
from keyword import iskeyword
from typing import Any

Adapter = Callable[..., Any]
LATER = "what a program did later than its document"


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
        given = {key + "_" if iskeyword(key) else key: value for key, value in inputs.items()}
        if "fixtures" in signature(adapter).parameters:
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
