"""memento law, memento convert: by which law memories fade, and letting them fade by another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli import options
from memento_cli.cli.acting import acting, by_whom
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun, Ids, Reason, Yes
from memento_cli.cli.rows import law_value
from memento_cli.cli.safe import safe
from memento_cli.core.fresh import Defaults, law_from
from memento_cli.core.laws import law_text
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.actions.holding import Act
    from memento_cli.actions.law import Conversion

LAW_HELP = "half-life=30, ebbinghaus=5, daily=5, ttl=48h, never or base-level=0.5; or without a "
LAW_HELP += "number, which the settings then give."
LawText = Annotated[str | None, typer.Option("--set", metavar="LAW", help=LAW_HELP)]
Floor = Annotated[
    float | None,
    typer.Option("--floor", metavar="S", min=0, max=1, help="The strength falls no lower."),
]
SHOWN = 20


def law(
    ctx: typer.Context,
    ids: Ids,
    law: LawText = None,
    floor: Floor = None,
    reason: Reason = "",
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Show by which law memories fade; --set gives them another, with all their uses.

    An agent asks before it does that to a person's.
    """
    from memento_cli.actions.law import conversions
    from memento_cli.actions.reading import known_ids

    call = of(ctx)
    if law is not None:
        _check(law)
    planned = conversions(call.store, known_ids(call.store, ids), law or "", call.now, floor)
    if law or floor is not None:
        _do(call, planned, reason, dry_run, yes)
    else:
        texts = [_now(plan) for plan in planned]
        call.out.values([_value(plan) for plan in planned], texts, "laws")


def convert(
    ctx: typer.Context,
    law: Annotated[str, typer.Option("--law", metavar="LAW", help=LAW_HELP)] = "",
    floor: Floor = None,
    reason: Reason = "",
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Let many memories fade by another law: those that the filters let through. Undo brings
    the old laws back."""
    from memento_cli.actions.law import conversions, matching_ids

    call = of(ctx)
    if not law and floor is None:
        raise Usage("to which law?", f"--law {LAW_HELP}")
    if law:
        _check(law)
    query = options.query(call)
    planned = conversions(
        call.store, matching_ids(call.store, query, call.now), law, call.now, floor
    )
    wanted = [plan for plan in planned if plan.changes]
    if dry_run or not wanted:
        _do(call, planned, reason, True)
        return
    if not yes:
        _preview(call, wanted)
    call.out.confirmed(f"Convert {_count(len(wanted))}?", yes)
    _do(call, wanted, reason, False, True)


def _check(text: str) -> None:
    """BadValue for a law that is none, before anything is read."""
    law_from(text, "medium", "episodic", {}, Defaults())


def _do(
    call: Call, planned: list[Conversion], reason: str, dry: bool, agreed: bool = False
) -> None:
    from memento_cli.actions.law import convert as act

    wanted = [plan for plan in planned if plan.changes]
    if not dry:

        def converted(by: Act) -> set[str]:
            with call.out.progress("converting", len(wanted)) as tick:
                store, now = call.store, call.now
                return {*act(store, wanted, now, reason, tick=tick, **by_whom(by))}

        done = acting(call, {"yes": agreed}, converted)
        planned = [plan for plan in planned if plan.memory.id in done or not plan.changes]
    texts = [_told(plan) for plan in planned]
    values = [_value(plan) | {"dry_run": dry} for plan in planned]
    call.out.values(values, texts, "converted")
    if not planned:
        call.out.note("Nothing found")
    elif dry and len(planned) > 1:
        call.out.note(f"{len(wanted)} of {_count(len(planned))} would change")
    elif not dry and wanted:
        call.out.note("`memento undo` brings the old laws back")


def _preview(call: Call, planned: list[Conversion]) -> None:
    for plan in planned[:SHOWN]:
        call.out.note(_told(plan))
    if len(planned) > SHOWN:
        call.out.note(f"and {len(planned) - SHOWN} more; --dry-run shows all")


def _told(plan: Conversion) -> str:
    id, old, new = safe(plan.memory.id), plan.memory.fade, plan.fade
    if not plan.changes:
        return f"{id}  stays: {law_text(old.law)}"
    floors = f", floor {old.min_strength:g} -> {new.min_strength:g}"
    floors = floors if old.min_strength != new.min_strength else ""
    laws = law_text(old.law) + (f" -> {law_text(new.law)}" if old.law != new.law else "")
    return f"{id}  {laws}{floors}  strength {plan.before:.3f} -> {plan.after:.3f}"


def _now(plan: Conversion) -> str:
    fade = plan.memory.fade
    pinned = ", pinned: it does not fade" if plan.memory.pinned else ""
    text = f"{law_text(fade.law)}, floor {fade.min_strength:g}{pinned}"
    return f"{safe(plan.memory.id)}  {text}  strength {plan.before:.3f}"


def _value(plan: Conversion) -> dict[str, Any]:
    return {
        "id": plan.memory.id,
        "law": law_value(plan.memory.fade.law),
        "floor": plan.memory.fade.min_strength,
        "strength": plan.before,
        "new_law": law_value(plan.fade.law),
        "new_floor": plan.fade.min_strength,
        "new_strength": plan.after,
        "changes": plan.changes,
    }


def _count(number: int) -> str:
    return "1 memory" if number == 1 else f"{number} memories"
