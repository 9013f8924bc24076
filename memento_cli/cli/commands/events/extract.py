"""memento event extract"""

from __future__ import annotations

import os

from memento_cli.cli.call import opened
from memento_cli.cli.commands.events.extracted import report
from memento_cli.cli.input.acting import act_of, acting
from memento_cli.cli.input.stdin import read_stdin
from memento_cli.errors import PARTLY, BadData, Ended, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.events.planned import Extracted
    from memento_cli.actions.exchange.sources.rows import ReadPlan
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, DryRun, Reason, Yes


def extract(
    call: Call,
    path: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="A plan in JSON, or JSON lines; - reads stdin. Else a model's."
        ),
    ] = "",
    program: Annotated[
        str,
        typer.Option("--model", metavar="COMMAND", help="The model: a program and its arguments."),
    ] = "",
    prompt: Annotated[
        bool, typer.Option("--prompt", help="Print what a model is asked; - takes its answer.")
    ] = False,
    calls: Annotated[
        int | None, typer.Option("--calls", metavar="N", help="Ask the model so often at most.")
    ] = None,
    queue: Annotated[
        bool, typer.Option("--queue", help="As proposals, which somebody applies or rejects.")
    ] = False,
    apply: Annotated[
        bool, typer.Option("--apply", help="At once, whatever the setting extract.queue says.")
    ] = False,
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out what cannot be done, and do the rest.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Code 7 if anything was left out.")
    ] = False,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Do what follows from events: states, preferences, affects, links, threads.

    A plan comes from a file, or from a model: extract.command of your configuration, or --model. It
    reads the turns that no plan was made of yet, and is asked again for what is wrong.

    Everything is checked first; then it is done as one act, which one undo takes back. An agent
    asks before it changes a person's words; what a model would change of them waits.
    """
    if queue and apply:
        raise Usage("--queue or --apply?", "the one lets it wait, the other does it at once")
    if calls is not None and calls < 1:
        raise Usage("--calls is a number of calls, 1 or more")
    if path and (prompt or program or calls is not None):
        raise Usage("a plan goes without a model", f"leave out {path[:40]}, or the options")
    if prompt:
        from memento_cli.cli.commands.events.model import print_prompt

        print_prompt(call)
        return
    how = {"queue": queue or (False if apply else None), "skip_bad": skip_bad, "dry": dry_run}
    if path:
        done = _read(call, path, how)
    else:
        from memento_cli.cli.commands.events.model import ask

        done = ask(call, program, calls, how)
    if strict and done.skipped:
        raise Ended(PARTLY)


def _check_labels(plan: ReadPlan) -> None:
    """BadData for the answer to a prompt that does not say which: its labels name no turns, and a
    loop that left these items out would ask for ever."""
    from memento_cli.actions.exchange.sources.entry import BadItem
    from memento_cli.core.events.plans import TURNS
    from memento_cli.core.events.prompt import label_in

    items = (item[1] for item in plan.items if not isinstance(item, BadItem))
    if label := next(filter(None, map(label_in, items)), ""):
        hint = f'an answer has "{TURNS}": "CODE" beside them, as the last lines of the prompt say'
        raise BadData("the plan", [f"it has labels of turns ({label}), but not their code"], hint)


def _read(call: Call, path: str, how: Mapping[str, Any]) -> Extracted:
    """Take a plan from a file or from stdin, also the answer to a prompt."""
    from memento_cli.actions.events.planned import extract as act
    from memento_cli.actions.exchange.sources.rows import read_plan

    if path == "-":
        plan = read_plan(read_stdin("a plan").encode(), "stdin")
    else:
        with opened(path) as file:
            plan = read_plan(file.read(), os.path.basename(path))
    if plan.turns:
        from memento_cli.actions.events.extracting import How, take_answer  # few have a loop

        done = take_answer(call.store, plan, act_of(call), How(**how))
    else:
        _check_labels(plan)
        done = acting(call, lambda by: act(call.store, plan.items, by, **how))
    report(call, done, how["dry"])
    if not done.steps:
        call.out.note("Nothing to do")
    return done
