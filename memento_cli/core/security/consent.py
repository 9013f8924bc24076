"""The question to a person whose consent is needed: a few short lines without hidden characters."""

from __future__ import annotations

from memento_cli.core.text.quoting import masked, shown

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.errors import Unasked

SHOWN_SIGNS = 120
"""The characters shown of each text that a question is about."""


def question_in(problem: Unasked) -> str:
    """The question itself, in memento's own words."""
    return shown(problem.question)


def details_text(problem: Unasked) -> str:
    """The store's texts that the question is about, one line each."""
    excerpts = ((label, _excerpt(text)) for label, text in problem.says.items())
    return "\n".join(f"{label}: {text}" for label, text in excerpts if text)


def _excerpt(text: str) -> str:
    line = shown(" ".join(masked(text).split()))
    return line if len(line) <= SHOWN_SIGNS else line[:SHOWN_SIGNS] + "…"
