"""Which hub, and which of its tenants, a command is about."""

from __future__ import annotations

from memento_cli.cli.output.values import safe
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call


def hub_named(call: Call, name: str | None) -> str:
    """The hub that was named, or the only one that this store syncs with."""
    if name is not None:  # also an empty one, as a script's variable is that was never set
        return name
    hubs = sorted({hub for hub, _ in pairs_of(call)})
    if len(hubs) == 1:
        return hubs[0]
    from memento_cli.hub.hubs import KINDS

    known = f"this store syncs with {safe(', '.join(hubs))}" if hubs else ""
    raise Usage("which hub?", known or KINDS)


def place_named(call: Call, hub: str | None, tenant: str | None) -> tuple[str, str]:
    """The hub, and the tenant that was named, or the only one of it that this store syncs with."""
    from memento_cli.hub.hubs import check_tenant

    name = hub_named(call, hub)
    if tenant is not None:
        return name, check_tenant(tenant)
    tenants = [each for known, each in pairs_of(call) if known == name]
    if len(tenants) == 1:
        return name, tenants[0]
    known = f"this store syncs with {safe(', '.join(tenants))}" if tenants else ""
    raise Usage("which tenant?", known or "--tenant NAME says it")


def pairs_of(call: Call) -> list[tuple[str, str]]:
    """The hubs that this store has synced with, each with the tenant; none where there is no
    store."""
    from memento_cli.hub.unasked import hubs_of

    return hubs_of(call.store) if call.has_store() else []
