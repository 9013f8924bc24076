"""The options and arguments of the commands of a hub, each declared once, as in `parameters.py`."""

from __future__ import annotations

from typing import Annotated

import typer

HubName = Annotated[
    str | None,
    typer.Argument(
        metavar="HUB", help="A service of ~/.pg_service.conf, or a URL; else this store's."
    ),
]
HubRole = Annotated[
    str, typer.Argument(metavar="ROLE", help="A role of the server: a person's, or a group's.")
]
HubTenant = Annotated[str, typer.Argument(metavar="TENANT", help="A tenant of the hub.")]
OfHub = Annotated[
    str | None,
    typer.Option("--hub", metavar="HUB", help="A service of ~/.pg_service.conf, or a URL."),
]
OfTenant = Annotated[
    str | None, typer.Option("--tenant", metavar="NAME", help="The tenant of the hub.")
]
LocalAck = Annotated[
    bool,
    typer.Option("--local-ack", help="Of --hub: answer at once, and push afterwards."),
]
