"""memento event extract"""

from __future__ import annotations

import os

from memento_cli.cli.call import opened
from memento_cli.cli.input.acting import acting
from memento_cli.cli.input.stdin import read_stdin
from memento_cli.cli.output.values import safe
from memento_cli.errors import PARTLY, Ended, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.events.planned import Extracted
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, DryRun, Reason, Yes


def extract(
    call: Call,
    path: Annotated[
        str, typer.Argument(metavar="FILE", help="A plan in JSON, or JSON lines; - reads stdin.")
    ],
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
        bool, typer.Option("--strict", help="With --skip-bad: code 7 if anything was left out.")
    ] = False,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Do what somebody extracted from events: states, preferences, affects, links, threads.

    Everything is checked first; then it is done as one act, which one undo takes back. An agent
    asks before it changes a person's words.
    """
    from memento_cli.actions.events.planned import extract as act
    from memento_cli.actions.exchange.sources.rows import plan_items

    if queue and apply:
        raise Usage("--queue or --apply?", "the one lets it wait, the other does it at once")
    if path == "-":
        items = plan_items(read_stdin("a plan").encode(), "stdin")
    else:
        with opened(path) as file:
            items = plan_items(file.read(), os.path.basename(path))
    waits = queue or (False if apply else None)
    done = acting(
        call,
        lambda by: act(call.store, items, by, queue=waits, skip_bad=skip_bad, dry=dry_run),
    )
    _report(call, done, dry_run)
    if strict and done.skipped:
        raise Ended(PARTLY)


def _report(call: Call, done: Extracted, dry_run: bool) -> None:
    from memento_cli.core.events.plans import words_of

    for bad in (each.told for each in done.skipped):
        call.out.note(safe(f"{bad.where}: {bad.reason}; left out"))
    pairs = list(zip(done.steps, done.refs, strict=True))
    values = [
        {
            "id": ref or None,
            "do": step.do,
            "op": step.op or None,
            "summary": words_of(step),
            "evidence": step.evidence,
            "reason": step.reason or None,
            "queued": done.queued,
            "dry_run": dry_run,
        }
        for step, ref in pairs
    ]
    would = "would propose" if done.queued else "would do"
    texts = [safe(f"{would if dry_run else ref} {words_of(step)}") for step, ref in pairs]
    call.out.values(values, texts, "extracted")
    if not pairs:
        call.out.note("Nothing to do")
    elif done.queued and not dry_run:
        call.out.note("They wait: `memento tidy list` lists, applies and rejects them")
