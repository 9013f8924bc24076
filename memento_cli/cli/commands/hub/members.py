"""memento store hub add and remove: who may reach a tenant."""

from __future__ import annotations

from memento_cli.cli.commands.hub.named import place_named
from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.values import safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.hub_parameters import HubRole, OfHub, OfTenant
    from memento_cli.hub.administration import Added


def add(call: Call, role: HubRole, tenant: OfTenant = None, hub: OfHub = None) -> None:
    """Let a role reach a tenant, which is made by its first member.

    A role that the server does not have is made, if you may; on a terminal you are asked for its
    password. A tenant is one store that many share.
    """
    from memento_cli.hub.administration import add_member, check_role, is_to_be_made
    from memento_cli.hub.connection import connected

    check_role(role)
    name, tenant = place_named(call, hub, tenant)
    with connected(name) as connection:
        password = ""
        if is_to_be_made(connection, role) and can_ask():
            from memento_cli.cli.input.password import new_password

            password = new_password(call, safe(f"A password for the new role {role}"))
        done = add_member(connection, role, tenant, password)
    call.out.value(done._asdict(), safe(_outcome(done)))
    if done.made and not password:
        call.out.note(
            safe(f"{role} has no password: a certificate or peer lets it in, or psql's \\password")
        )


def _outcome(done: Added) -> str:
    whole = done.role if done.logs_in else f"whoever is in {done.role}"
    made = f"a new tenant, {done.tenant}" if done.new_tenant else done.tenant
    return f"{whole} may reach {made}{'' if done.new else ' already'}"


def remove(call: Call, role: HubRole, tenant: OfTenant = None, hub: OfHub = None) -> None:
    """Let a role reach a tenant no more.

    Neither the role itself is dropped, nor what it has added, nor the clones that it has.
    """
    from memento_cli.hub.administration import remove_member
    from memento_cli.hub.connection import connected

    name, tenant = place_named(call, hub, tenant)
    with connected(name) as connection:
        done = remove_member(connection, role, tenant)
    text = f"{role} may reach {tenant} no more"
    if done.groups:
        text = f"{role} may reach {tenant} still, as it is in {', '.join(done.groups)}"
    call.out.value(done._asdict(), safe(text))
