"""memento sleep"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun, Reason, Yes
from memento_cli.cli.proposals import do_proposals
from memento_cli.cli.rows import counted
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.actions.planned import Drafted
    from memento_cli.actions.sleep import Slept

PROPOSE = "propose"
TAKES = {
    PROPOSE: ("all", "since", "limit", "apply_safe", "dry_run"),
    "list": (),
    "show": (),
    "apply": ("reason", "allow_secret", "yes"),
    "reject": ("reason", "yes"),
}
COLUMNS = ("id", "do", "summary", "reason")


def sleep(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = PROPOSE,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Ids of proposals, or parts.")
    ] = None,
    all: Annotated[bool, typer.Option("--all", help="Look at every memory, however old.")] = False,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="What was recorded then or later.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="So many proposals at most, not 100.")
    ] = None,
    apply_safe: Annotated[
        bool,
        typer.Option(
            "--apply-safe", help="Merge exact copies at once; of episodes those of half a day."
        ),
    ] = False,
    dry_run: DryRun = False,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Look at what was recorded of late, and propose what to make of it. Only proposals are
    written.

    merge: memories that say the same, or nearly. supersede, contradict: two that cannot both be
    true. rule: what episodes say again and again. promote: knowledge of what several episodes are
    about. convert: a law by which a memory lasts that is used often. thread: events that hang
    together.

    show tells what a proposal would change; apply does it, of which an agent asks, and `memento
    undo` takes it back.
    """
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    if verb != PROPOSE:
        do_proposals(call, verb, ids or [], ctx.params, of_sleep=True)
    elif ids:
        raise Usage("propose takes no ids", "`memento sleep show ID` shows what one would do")
    elif all and since:
        raise Usage("--all looks at everything, --since at a part", "one of the two")
    else:
        _sleep(call, ctx.params)


def _sleep(call: Call, said: dict[str, Any]) -> None:
    from memento_cli.actions.sleep import LIMIT, apply_safe
    from memento_cli.actions.sleep import sleep as act
    from memento_cli.core.when import EPOCH

    began = call.moment(said["since"]) if said["since"] else None
    dry, safely = said["dry_run"], said["apply_safe"]
    with call.out.progress("sleeping") as tick:
        tick()
        done = act(
            call.store,
            call.now,
            since=EPOCH if said["all"] else began,
            limit=LIMIT if said["limit"] is None else said["limit"],
            dry=dry,
            remember=call.now_text is None,
        )
    applied = apply_safe(call.store, call.now) if safely and not dry else []
    ids = done.ids or ("",) * len(done.drafts)
    rows = [_row(*pair) for pair in zip(ids, done.drafts, strict=True)]
    call.out.rows([row | {"applied": row["id"] in applied} for row in rows], COLUMNS, "proposals")
    _talk(call, done, len(applied), dry)


def _talk(call: Call, done: Slept, applied: int, dry: bool) -> None:
    """What is to be said beside what was proposed."""
    if not done.drafts:
        call.out.note("Nothing new to propose")
    elif not dry:
        call.out.note("`memento sleep show ID` shows what one would do; apply ID does it")
    if applied:
        call.out.note(f"{counted(applied, 'proposal')} applied; `memento undo` takes that back")
    if done.left:
        call.out.note(f"{done.left} more for the next sleep, or a higher --limit")
    if done.changed:
        files = "files that have changed, or cannot be read now"
        call.out.note(f"{done.changed} more for the next sleep: of {files}")


def _row(id: str, one: Drafted) -> dict[str, Any]:
    draft, step = one
    return {
        "id": id,
        "do": step.do,
        "summary": draft.summary,
        "reason": step.reason,
        "detail": draft.detail,
        "kind": draft.kind,
        "evidence": list(step.evidence),
    }
