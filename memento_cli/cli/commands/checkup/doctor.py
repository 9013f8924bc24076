"""memento doctor"""

from __future__ import annotations

import os

from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe
from memento_cli.errors import Ended, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.checkup.doctor import Report
    from memento_cli.actions.checkup.findings import Finding
    from memento_cli.cli.call import Call

FOUND = 4


def doctor(
    call: Call,
    fix: Annotated[
        bool, typer.Option("--fix", help="Repair what can be repaired without loss.")
    ] = False,
    quick: Annotated[
        bool, typer.Option("--quick", help="Read only what has changed, and do not compare it.")
    ] = False,
) -> None:
    """Check every file and every journal line, and say what to do. Code 4 if anything is wrong."""
    from memento_cli.actions.checkup.doctor import at_a_glance, open_anyway
    from memento_cli.actions.checkup.doctor import doctor as act
    from memento_cli.store.directory.location import store_location
    from memento_cli.store.directory.trust import guarded

    store = open_anyway(store_location(call.store_path, os.environ))
    store = guarded(store, call.store_path)
    if fix and quick:
        raise Usage("--fix needs the whole check", "leave out --quick")
    with call.out.progress("checking", len(store.memories.ids())) as tick:
        report = at_a_glance(store) if quick else act(store, call.now, fix, tick)
    value = {
        "files": report.files,
        "lines": report.lines,
        "findings": [finding._asdict() for finding in report.findings],
        "notes": [finding._asdict() for finding in report.notes],
    }
    call.out.value(value, "\n".join(_lines(call, report)))
    if report.left:
        raise Ended(FOUND)


def _lines(call: Call, report: Report) -> list[str]:
    lines = [line for finding in report.findings for line in _told(call, finding)]
    lines += [line for finding in report.notes for line in _told(call, finding)]
    counts = f"{report.files} files and {report.lines} journal lines checked"
    left, fixed = len(report.left), len(report.findings) - len(report.left)
    clean = "nothing to mend" if report.notes else "nothing wrong"
    outcome = f"{left} to mend" if left else clean
    repaired = f", {fixed} repaired" if fixed else ""
    noted = f", {counted(len(report.notes), 'note')}" if report.notes else ""
    if any(finding.fixable for finding in report.left):
        call.out.note("`memento doctor --fix` repairs those marked with *")
    return [*lines, f"{counts}: {outcome}{repaired}{noted}"]


def _told(call: Call, finding: Finding) -> list[str]:
    word = "Note" if finding.note else "Fixed" if finding.fixed else "Wrong"
    color = {"Note": "dim", "Fixed": "green", "Wrong": "red"}[word]
    mark = "*" if finding.fixable and not finding.fixed else " "
    label = call.out.style(f"{word:<5}", color)
    head = f"{label}{mark} {safe(finding.where)}: {safe(finding.problem)}"
    advice = finding.after if finding.fixed else finding.advice
    return [head, f"       {safe(advice)}"] if advice else [head]
