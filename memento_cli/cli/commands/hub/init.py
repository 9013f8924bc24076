"""memento store hub init"""

from __future__ import annotations

from memento_cli.cli.output.values import safe
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.hub_parameters import HubName
    from memento_cli.hub.migrations import Migrated


def init(
    call: Call,
    hub: HubName = None,
    print_: Annotated[
        bool,
        typer.Option("--print", help="Only print the SQL of it, for psql -1."),
    ] = False,
) -> None:
    """Make a hub of a PostgreSQL database, or bring an older one to this memento's version.

    It needs PostgreSQL 15 or newer, and the extra `hub`: pip install 'memento-keep[hub]'.
    """
    from memento_cli.hub.migrations import VERSION, migrate, script

    if print_:
        if hub is not None:
            raise Usage("--print connects nowhere", "leave out the hub: psql is told the database")
        call.out.value({"version": VERSION, "script": script()}, script().rstrip("\n"))
        return
    from memento_cli.cli.commands.hub.named import hub_named
    from memento_cli.hub.connection import connected

    name = hub_named(call, hub, "HUB")
    with connected(name) as connection:
        done = migrate(connection)
    value = {"hub": name, "before": done.before, "after": done.after}
    call.out.value(value, safe(f"{name}: {_outcome(done)}"))
    if not done.before:
        call.out.note("`memento store hub add ROLE --tenant NAME` lets somebody in")


def _outcome(done: Migrated) -> str:
    before, after, takes_vectors = done
    if before == after and takes_vectors:
        return f"it takes vectors now; its schema is of version {after}"
    if before == after:
        return f"nothing to do, its schema is of version {after}"
    if before:
        return f"its schema is of version {after} now, and was of {before}"
    return f"a hub now, with version {after} of the schema"
