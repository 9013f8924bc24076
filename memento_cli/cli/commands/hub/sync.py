"""memento store sync, and store hub clone: a store and the hubs where it meets other clones."""

from __future__ import annotations

import os

from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe
from memento_cli.errors import Ended, MementoError, Refused, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.hub_parameters import HubName, OfTenant
    from memento_cli.cli.command_line.parameters import DryRun
    from memento_cli.hub.sync import Synced
    from memento_cli.store.directory.store import Store

SHOWN = 5
ONCE = "`memento store sync HUB --tenant NAME`, typed once,"


def sync(
    call: Call,
    hub: HubName = None,
    tenant: OfTenant = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Stay in step with it until Ctrl-C.")
    ] = False,
    dry_run: DryRun = False,
) -> None:
    """Pull what others did from a hub, merge what both changed, push what was done here.

    The hub is remembered: later `memento store sync` is enough. Code 6 if a secret would leave:
    then nothing is pushed.
    """
    from memento_cli.cli.commands.hub.named import place_named
    from memento_cli.hub.unasked import hubs_of

    if watch and dry_run:
        raise Usage("--watch and --dry-run", "leave out one")
    call.is_synced = True
    known = hubs_of(call.store)  # where there is no store, no hub is asked for
    pairs = known if not (hub or tenant) else []
    if len(pairs) < 2 or watch:
        pairs = [place_named(call, hub, tenant, ONCE)]
    if call.agent:
        _check_met(pairs, known)
    if watch:
        _follow(call, *pairs[0])
        return
    problems = list[MementoError]()
    rows: list[dict[str, Any]] = []
    texts: list[str] = []
    for name, of_tenant in pairs:
        try:
            done = _synced(call, name, of_tenant, dry_run)
        except MementoError as problem:
            if len(pairs) == 1:
                raise
            call.out.error(problem)
            problems.append(problem)
            continue
        rows.append(_row(name, of_tenant, done, dry_run))
        texts.append(_text(name, of_tenant, done, dry_run))
    call.out.values(rows, texts, "hubs")
    if problems:
        raise Ended(problems[0].code)


def _check_met(pairs: Sequence[tuple[str, str]], known: Sequence[tuple[str, str]]) -> None:
    """Refused if any of these is a hub that the store has not met: what a store says leaves it for
    where a person has sent it once, and not for where an agent was told to."""
    for hub, tenant in pairs:
        if (hub, tenant) not in known:
            raise Refused(
                f"an agent may not let a store meet {tenant} on {hub}",
                "a person runs `memento store sync` with it once",
            )


def _synced(call: Call, hub: str, tenant: str, dry: bool) -> Synced:
    from memento_cli.hub.connection import connected
    from memento_cli.hub.sync import preview
    from memento_cli.hub.sync import sync as act

    with connected(hub) as connection:
        if dry:
            done = preview(call.store, hub, tenant, connection)
        else:
            with call.out.progress("syncing", None, "syncing") as tick:
                done = act(call.store, hub, tenant, connection, call.now, tick)
    for problem in done.held:
        call.out.note(safe(f"stays here: {problem}"))
    return done


def _row(hub: str, tenant: str, done: Synced, dry: bool) -> dict[str, Any]:
    return {"hub": hub, "tenant": tenant, **done._asdict(), "dry_run": dry}


def _text(hub: str, tenant: str, done: Synced, dry: bool) -> str:
    came = _sum(done.files_in, done.lines_in)
    went = _sum(done.files_out, done.lines_out)
    verbs = ("would come", "would go", "would be merged") if dry else ("came", "went", "merged")
    parts = [f"{came} {verbs[0]}"] * bool(came) + [f"{went} {verbs[1]}"] * bool(went)
    if done.merged:
        more = f" and {len(done.merged) - SHOWN} more" if len(done.merged) > SHOWN else ""
        parts.append(f"{verbs[2]}: {', '.join(done.merged[:SHOWN])}{more}")
    return safe(f"{tenant} on {hub}: {'; '.join(parts) or 'nothing new'}")


def _sum(files: int, lines: int) -> str:
    return " and ".join(
        counted(number, noun) for number, noun in ((files, "file"), (lines, "line")) if number
    )


def _follow(call: Call, hub: str, tenant: str) -> None:
    """Sync whenever something changes, here or there."""
    from memento_cli.hub.watching import following
    from memento_cli.store.directory.store import Store

    def opened() -> Store:
        return Store(call.store.root, call.out.warn)

    def away(problem: str) -> None:
        call.out.note(safe(f"{problem}; tried again until it works"))

    call.out.note(safe(f"In step with {tenant} on {hub}; Ctrl-C ends"))
    for done in following(opened, hub, tenant, call.moving_now, away):
        call.out.values([_row(hub, tenant, done, False)], [_text(hub, tenant, done, False)], "hubs")


def clone(
    call: Call,
    hub: Annotated[
        str, typer.Argument(metavar="HUB", help="A service of ~/.pg_service.conf, or a URL.")
    ],
    folder: Annotated[str, typer.Argument(metavar="FOLDER", help="The new store's folder.")],
    tenant: OfTenant = None,
) -> None:
    """Make a store of what a tenant has, which syncs with it from then on."""
    from memento_cli.hub.connection import connected
    from memento_cli.hub.hubs import check_tenant
    from memento_cli.hub.joining import cloned
    from memento_cli.hub.sync import sync as act

    if not tenant:
        raise Usage("which tenant?", "--tenant NAME says it")
    check_tenant(tenant)
    path = os.path.abspath(os.path.expanduser(folder))
    with connected(hub) as connection:
        store = cloned(path, hub, tenant, connection, call.out.warn)
        with call.out.progress("pulling", None, "asking the hub") as tick:
            done = act(store, hub, tenant, connection, call.now, tick)
    came = _sum(done.files_in, done.lines_in)
    call.out.value(
        {"store": store.root, **_row(hub, tenant, done, False)}, safe(f"{store.root}: {came}")
    )
    call.out.note("`memento store sync` there pulls and pushes from now on")
