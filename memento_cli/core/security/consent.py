"""What a person is told who is asked to agree: a few short lines, in which nothing hides."""

from __future__ import annotations

from memento_cli.core.text.quoting import masked, shown

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.errors import Unasked

SHOWN_SIGNS = 120
"""So much is told of each text that a question is about."""


def question_in(problem: Unasked) -> str:
    """The question itself, which is memento's."""
    return shown(problem.question)


def said_in(problem: Unasked) -> str:
    """What the store says of it, a line for each text."""
    told = ((label, _glimpse(text)) for label, text in problem.says.items())
    return "\n".join(f"{label}: {text}" for label, text in told if text)


def _glimpse(text: str) -> str:
    line = shown(" ".join(masked(text).split()))
    return line if len(line) <= SHOWN_SIGNS else line[:SHOWN_SIGNS] + "…"
