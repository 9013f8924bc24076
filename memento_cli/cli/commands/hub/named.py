"""Which hub, and which of its tenants, a command is about."""

from __future__ import annotations

from memento_cli.cli.output.values import safe
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.cli.call import Call


def hub_named(call: Call, name: str | None, word: str = "--hub HUB") -> str:
    """The hub that was named, or the only one that this store syncs with. `word` is how this
    command is told one."""
    if name is not None:  # also an empty one, as a script's variable is that was never set
        return name
    from memento_cli.hub.hubs import KINDS

    pairs = pairs_of(call)
    hubs = sorted({hub for hub, _ in pairs})
    if len(hubs) == 1:
        return hubs[0]
    raise Usage("which hub?", _known(pairs) or _of_a_copy(call) or f"{word} says it; {KINDS}")


def place_named(
    call: Call, hub: str | None, tenant: str | None, word: str = "--hub HUB"
) -> tuple[str, str]:
    """The hub, and the tenant that was named, or the only one of it that this store syncs with."""
    from memento_cli.hub.hubs import check_tenant

    name = hub_named(call, hub, word)
    if tenant is not None:
        return name, check_tenant(tenant)
    pairs = pairs_of(call)
    tenants = [each for known, each in pairs if known == name]
    if len(tenants) == 1:
        return name, tenants[0]
    raise Usage("which tenant?", "; ".join(filter(None, ("--tenant NAME says it", _known(pairs)))))


def _known(pairs: Sequence[tuple[str, str]]) -> str:
    some = safe(", ".join(f"{tenant} on {hub}" for hub, tenant in pairs))
    return f"this store syncs with {some}" if pairs else ""


def _of_a_copy(call: Call) -> str:
    """What to type in the copy of a store's folder, which goes nowhere before it is told to."""
    from shlex import quote

    from memento_cli.hub.unasked import hubs_of_the_original

    for hub, tenant in hubs_of_the_original(call.store) if call.has_store() else ():
        again = safe(f"memento store sync {quote(hub)} --tenant {tenant}")
        return f"this folder is a copy; to go on with the hub of the first: `{again}`"
    return ""


def pairs_of(call: Call) -> list[tuple[str, str]]:
    """The hubs that this store has synced with, each with the tenant; none where there is no
    store."""
    from memento_cli.hub.unasked import hubs_of

    return hubs_of(call.store) if call.has_store() else []
