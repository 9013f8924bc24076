"""A program of the user's own that answers prompts, as a model does.

It is `extract.command` in the user's configuration, or is named on the command line: a list of
arguments and never a line for a shell. No setting of a store names a program. It reads a prompt
from stdin and prints its answer.
"""

from __future__ import annotations

from memento_cli.core.text.visible import visible
from memento_cli.errors import BadData, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.programs import output_of
from memento_cli.store.settings.user import user_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


LONGEST_ANSWER = 2**20
SHOWN_SIGNS, SHOWN_FAULTS = 8_000, 20
"""The characters of its answer that a model is shown again, and the faults that it is told of."""
AGAIN = "\nYou have answered this, and not rightly. Here are your answer and its faults.\n"
UNCHANGED = "nothing came of it; the next time it is asked again"
WHOLE = "\nAnswer once more: the whole JSON object, and nothing beside it.\n"


class Reading(NamedTuple):
    """What was found in an answer, how much of it is right, and what is not."""

    value: Any
    right: int
    problems: tuple[str, ...] = ()


def the_model(
    command: Sequence[str] = (), calls: int | None = None, *, night: bool = False
) -> Model | None:
    """The program of the user's configuration, or this `command`; None if there is none.

    It may be asked as often as the configuration says, by `night` too, or `calls` times. None, too,
    if it may not be asked at all.
    """
    settings = user_settings()
    words = command or settings["extract.command"]
    most = settings["extract.night_calls" if night else "extract.calls"] if calls is None else calls
    if not (words and most):
        return None
    return Model(words, most, settings["extract.tokens"], settings["extract.timeout_seconds"])


class Model:
    """The program, which is asked at most `left` more times, in prompts of about `tokens`."""

    def __init__(self, command: Sequence[str], calls: int, tokens: int, seconds: float) -> None:
        self.name = visible(command[0])
        self.left, self.tokens = calls, tokens
        self._command, self._seconds = command, seconds

    def answer(self, prompt: str, read: Callable[[str], Reading]) -> Any:
        """The value that `read` finds in the answer to a prompt; `read` raises BadData if it is of
        no use at all.

        If anything is wrong with it, it is asked once more, with the faults; the answer that has
        more in it that is right counts. Failed if neither is of use.
        """
        text = self._asked(prompt)
        first = best = _attempt(read, text)
        if first.problems and self.left:
            again = _attempt(read, self._asked(prompt + _once_more(text, first.problems)))
            best = max(again, first, key=lambda one: one.right)
        if best.right < 0:
            faults = "; ".join(best.problems[:SHOWN_FAULTS])
            raise Failed(f"{self.name} answered what is of no use: {faults}", UNCHANGED)
        return best.value

    def _asked(self, prompt: str) -> str:
        self.left -= 1
        data = prompt.encode(errors="replace")
        try:
            raw = output_of(self._command, data, self._seconds, LONGEST_ANSWER)
        except Failed as problem:
            raise Failed(f"{self.name} gave no answer: {problem.message}", UNCHANGED) from None
        return raw.decode(errors="replace")


def _attempt(read: Callable[[str], Reading], text: str) -> Reading:
    try:
        return read(text)
    except BadData as problem:
        return Reading(None, -1, tuple(problem.problems))


def _once_more(answer: str, problems: Sequence[str]) -> str:
    """What is added to a prompt that was answered wrongly."""
    from memento_cli.actions.context.context import new_nonce  # most answers are right
    from memento_cli.core.context.fence import fenced

    shown = answer if len(answer) <= SHOWN_SIGNS else f"{answer[:SHOWN_SIGNS]} ..."
    faults = "\n".join(f"- {problem}" for problem in problems[:SHOWN_FAULTS])
    text = f"# Your answer\n{shown}\n# What is wrong with it\n{faults}"
    return AGAIN + fenced(text, new_nonce()) + WHOLE
