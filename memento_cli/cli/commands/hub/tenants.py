"""memento store hub limit, erase and forget-clone: what a tenant may have, and has no more."""

from __future__ import annotations

from memento_cli.cli.commands.hub.named import hub_named, place_named
from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.hub_parameters import HubTenant, OfHub, OfTenant
    from memento_cli.cli.command_line.parameters import DryRun, Yes

NONE = "none"
UNITS = {"k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
MOST = 2**63 - 1
MOST_CALLS = 2**31 - 1
SINGULAR = {
    "line": "line",
    "file": "file",
    "version": "former version",
    "clone": "clone",
    "member": "member",
}
"""What an erasure tells of, by its table; JSON has every table."""
ELSEWHERE = (
    "Each clone keeps what it has: erase it there, too",
    "Backups and archived WAL have it for as long as you keep them, and the server's own files"
    " until they are written over, which `vacuum full` does at once",
)


def limit(
    call: Call,
    tenant: HubTenant,
    lines: Annotated[
        str | None, typer.Option("--lines", metavar="N", help="So many log lines: 2M, 500k, none.")
    ] = None,
    bytes: Annotated[
        str | None,
        typer.Option("--bytes", metavar="N", help="So much text: 4G, 100M, none."),
    ] = None,
    calls: Annotated[
        str | None,
        typer.Option("--calls", metavar="N", help="So many calls a minute, of a server of many."),
    ] = None,
    hub: OfHub = None,
) -> None:
    """Limit what a tenant may hold. What it holds already stays, and nothing more is taken in."""
    from memento_cli.hub.administration import limit_tenant
    from memento_cli.hub.connection import connected

    given = {"lines": lines, "bytes": bytes, "calls": calls}
    limits = {key: _number(key, text) for key, text in given.items() if text is not None}
    if not limits:
        raise Usage("no limit was given", "--lines, --bytes or --calls, a number or none")
    name = hub_named(call, hub)
    with connected(name) as connection:
        done = limit_tenant(connection, tenant, limits)
    text = (
        f"{tenant} may have {_most(done.lines)} lines and {_most(done.bytes)} bytes,"
        f" and its members {_most(done.calls)} calls a minute"
    )
    call.out.value({"tenant": tenant, **done._asdict()}, safe(text))


def _most(limit: int | None) -> str:
    return "any number of" if limit is None else f"at most {limit:,}"


def _number(option: str, text: str) -> int | None:
    """The number in 1000, 500k, 4G; None for none."""
    word = text.strip().lower().removesuffix("b")
    if word == NONE:
        return None
    digits, unit = (word[:-1], UNITS[word[-1]]) if word[-1:] in UNITS else (word, 1)
    most = MOST_CALLS if option == "calls" else MOST
    if not (digits.isascii() and digits.isdigit() and int(digits) * unit <= most):
        raise Usage(f"--{option} cannot be {text!r}", "a number, as 1000000, 500k or 4G; or none")
    return int(digits) * unit


def erase(
    call: Call, tenant: HubTenant, dry_run: DryRun = False, yes: Yes = False, hub: OfHub = None
) -> None:
    """Erase a tenant from the hub for good: its lines, files, clones and members."""
    from memento_cli.hub.administration import erase_tenant, rows_of
    from memento_cli.hub.connection import connected

    name = hub_named(call, hub)
    with connected(name) as connection:
        rows = rows_of(connection, tenant)
        if not dry_run:
            call.out.confirmed(
                f"Erase {safe(tenant)} from {safe(name)} for good: {_counts(rows)}?", yes
            )
            rows = erase_tenant(connection, tenant)
    done = "would be erased" if dry_run else "erased"
    value = {"tenant": tenant, "rows": rows, "dry_run": dry_run}
    call.out.value(value, safe(f"{tenant}: {_counts(rows)} {done}"))
    for note in ELSEWHERE:
        call.out.note(note)


def _counts(rows: Mapping[str, int]) -> str:
    some = [counted(rows[table], word) for table, word in SINGULAR.items() if rows.get(table)]
    return ", ".join(some) or "nothing but its name"


def forget_clone(
    call: Call,
    clone: Annotated[str, typer.Argument(metavar="CLONE", help="A clone's id, of the status.")],
    tenant: OfTenant = None,
    hub: OfHub = None,
) -> None:
    """Forget a clone that will not come back, of which the status would tell for ever.

    What it has added stays. Should it come back, it compares everything once.
    """
    from memento_cli.hub.administration import forget_clone as act
    from memento_cli.hub.connection import connected

    name, tenant = place_named(call, hub, tenant)
    with connected(name) as connection:
        act(connection, clone, tenant)
    call.out.value({"clone": clone, "tenant": tenant}, safe(f"{clone} of {tenant} is forgotten"))
