"""memento event extract: what is told of plans that were taken."""

from __future__ import annotations

from memento_cli.cli.output.values import safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.actions.events.planned import Extracted
    from memento_cli.cli.call import Call


def report(call: Call, done: Extracted, dry_run: bool) -> None:
    """Print what was done and proposed, and tell what was left out."""
    from memento_cli.core.events.plans import words_of

    for bad in (each.told for each in done.skipped):
        call.out.note(safe(f"{bad.where}: {bad.reason}; left out"))
    rows = list(zip(done.steps, done.refs, done.waits, strict=True))
    values = [
        {
            "id": ref or None,
            "do": step.do,
            "op": step.op or None,
            "summary": words_of(step),
            "evidence": step.evidence,
            "reason": step.reason or None,
            "queued": waits,
            "dry_run": dry_run,
        }
        for step, ref, waits in rows
    ]
    texts = [
        safe(f"{_would(waits) if dry_run else ref} {words_of(step)}") for step, ref, waits in rows
    ]
    call.out.values(values, texts, "extracted")
    waiting = sum(done.waits)
    if waiting and not dry_run:
        who = "They wait" if done.queued else f"{waiting} of them would change a person's words"
        call.out.note(f"{who}: `memento tidy list` lists, applies and rejects them")


def _would(waits: bool) -> str:
    return "would propose" if waits else "would do"
