"""memento event extract with a model: what it is asked, and what becomes of its answers."""

from __future__ import annotations

from memento_cli.actions.events.extracting import Extraction, How
from memento_cli.actions.events.prompts import next_prompt
from memento_cli.actions.events.turns import pending_turns
from memento_cli.actions.model.model import the_model
from memento_cli.cli.commands.events.extracted import report
from memento_cli.cli.input.acting import act_of
from memento_cli.cli.output.rows import counted
from memento_cli.cli.program import words_of
from memento_cli.errors import Ended, MementoError, Usage
from memento_cli.store.settings.user import user_settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memento_cli.actions.events.planned import Extracted
    from memento_cli.cli.call import Call

NOTHING = "Every turn was extracted already"
NO_MODEL = "`memento help extract` tells how to name one"


def print_prompt(call: Call) -> None:
    """Print what a model is asked about the next turns; nothing if there are none."""
    pending = pending_turns(call.store)
    if not pending:
        call.out.note(NOTHING)
        return
    asked = next_prompt(call.store, pending, call.now, user_settings()["extract.tokens"])
    left = len(pending) - len(asked.batch.turns)
    row = {"prompt": asked.text, "turns": asked.batch.code, "left": left}
    call.out.value(row, asked.text.rstrip("\n"))
    _tell_unsent(call, len(asked.batch.turns) - len(asked.batch.sent))


def ask(call: Call, program: str, calls: int | None, how: Mapping[str, Any]) -> Extracted:
    """Let a model make plans of the turns that are left, and print what they do.

    It is asked again for what is wrong, so bad items are always left out in the end.
    """
    model = the_model(_words_of(program), calls)
    if model is None:
        raise Usage("neither a plan nor a model", NO_MODEL)
    work = Extraction(call.store, model, act_of(call), How(**{**how, "skip_bad": True}))
    problem = _run(call, work)
    if problem and not work.turns:
        raise problem
    report(call, work.done, how["dry"])
    _talk(call, work)
    if problem:
        call.out.error(problem)
        raise Ended(problem.code)
    return work.done


def _words_of(program: str) -> list[str]:
    """The program and its arguments in a text, quoted as for a shell, which does not run it."""
    try:
        return words_of(program)
    except ValueError as problem:
        raise Usage(f"--model: {problem}") from None


def _run(call: Call, work: Extraction) -> MementoError | None:
    """Let a model read turns, and say what is kept if Ctrl-C ends it; what has failed, if
    anything."""
    waiting = f"asking about {_turns(work.left)}" if work.left else ""
    try:
        with call.out.progress("turns extracted", work.left, waiting) as tick:
            work.run(tick)
    except KeyboardInterrupt:
        read = f"{_turns(work.turns)} extracted, {work.left} left"
        call.out.note(f"Interrupted; what came of the others is kept: {read}")
        raise
    except MementoError as problem:
        return problem
    return None


def _talk(call: Call, work: Extraction) -> None:
    """What is to be told beside what was done."""
    if not work.turns + work.unsent:
        call.out.note(NOTHING)
        return
    if not work.done.steps:
        call.out.note(f"Nothing follows from {_turns(work.turns)}")
    _tell_unsent(call, work.unsent)
    if work.left:
        call.out.note(f"{_turns(work.left)} left; the same again goes on")


def _tell_unsent(call: Call, unsent: int) -> None:
    if unsent:
        call.out.note(f"{_turns(unsent)} with a key or a password: not sent")


def _turns(number: int) -> str:
    return counted(number, "turn")
